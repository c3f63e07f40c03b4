//! The command line: arguments become a problem and a budget, verbs print answers.
//!
//! stdout carries data, stderr messages and progress. [`ExitCode`] tells how it went.

mod arguments;
mod board;
mod completions;
mod config;
mod count;
mod counting;
mod domains;
mod exit;
mod explain;
mod export;
mod format;
mod inspect;
mod manual;
mod pieces;
mod problem;
mod progress;
mod puzzle;
mod signals;
mod sizes;
mod solve;
mod task;

use std::fs::File;
use std::io::{self, IsTerminal};

use anyhow::{Context, bail};

pub use arguments::Arguments;
pub use exit::ExitCode;

use crate::engine::auto::{Question, Wanted};
use crate::problem::abandon_unfinished_files;
use crate::tui;
use arguments::Verb;
use task::Task;

/// Does what the arguments ask for: answers a verb's question on stdout, or opens the board.
///
/// # Errors
/// What [`ExitCode::of`] tells apart: bad input, no solution, a budget that ended, or an output that
/// cannot be written.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let json = arguments.json;
    check_engine(arguments)?;
    let Some(verb) = &arguments.verb else {
        if json {
            bail!("--json needs a verb that prints data: {VERBS}");
        }
        return open_board(arguments);
    };
    match verb {
        Verb::Count(asked) => count::run(asked, json),
        Verb::Solve(asked) => {
            let task = Task::new(&asked.problem, &asked.engine, json)?;
            solve::run(&task, &asked.output, &asked.search)
        }
        Verb::Domains(asked) => domains::run(&Task::new(&asked.problem, &asked.engine, json)?),
        Verb::Explain(asked) => {
            explain::run(&Task::new(&asked.problem, &asked.engine, json)?, asked.cell.as_deref())
        }
        Verb::Puzzle(asked) => puzzle::run(asked, json),
        Verb::Inspect(asked) => {
            inspect::run(&Task::new(&asked.problem, &asked.engine, json)?, asked)
        }
        Verb::Export(asked) => export::run(asked, json),
        Verb::Pieces(asked) => pieces::run(&asked.pieces, json),
        Verb::Config | Verb::Completions(_) | Verb::Man if json => {
            bail!("--json needs a verb that prints data: {VERBS}")
        }
        Verb::Config => Ok(config::run()?),
        Verb::Completions(asked) => Ok(completions::run(asked.shell)?),
        Verb::Man => Ok(manual::run()?),
    }
}

/// Checks that the engine asked for answers such questions.
fn check_engine(arguments: &Arguments) -> anyhow::Result<()> {
    let (engine, verb, question) = match &arguments.verb {
        None if arguments.engine.engine.kind().is_none() => return Ok(()),
        None => bail!("--engine: the board asks whoever answers soonest; engines are for verbs"),
        Some(Verb::Count(asked)) if asked.shard.is_some() => {
            (&asked.engine, "count --shard", Question::CountOfPart)
        }
        Some(Verb::Count(asked)) => (&asked.engine, "count", Question::Count),
        Some(Verb::Solve(asked)) => {
            let wanted = solve::wanted(&asked.output);
            let verb = if wanted == Wanted::Classes { "solve --up-to-symmetry" } else { "solve" };
            (&asked.engine, verb, Question::Solutions(wanted))
        }
        Some(Verb::Domains(asked)) => (&asked.engine, "domains", Question::Domains),
        Some(Verb::Explain(asked)) => (&asked.engine, "explain", Question::Explanation),
        Some(Verb::Puzzle(asked)) => (&asked.engine, "puzzle", Question::Diagram),
        Some(Verb::Export(asked)) => (&asked.engine, "export", Question::Diagram),
        Some(Verb::Inspect(asked)) => (&asked.engine, "inspect", Question::Diagram),
        Some(Verb::Pieces(_) | Verb::Config | Verb::Completions(_) | Verb::Man) => return Ok(()),
    };
    engine.engine.kind().map_or(Ok(()), |kind| question.check(kind, verb)).context("--engine")
}

/// The verbs that print data.
const VERBS: &str = "count, solve, domains, explain, inspect, export, puzzle or pieces";

/// Opens the board if there is a terminal to open it in. Nothing is written to stdout otherwise.
fn open_board(arguments: &Arguments) -> anyhow::Result<()> {
    let described = problem::build(&arguments.problem)?;
    let options = board::options(arguments)?;
    let assist = board::assist(arguments)?;
    // Keys come from the terminal itself where standard input was read for the regions.
    let drawn = arguments.problem.regions.as_deref().is_some_and(|file| file.as_os_str() == "-");
    let listens = io::stdin().is_terminal() || (drawn && has_terminal());
    if !(listens && io::stdout().is_terminal()) {
        bail!(
            "the board needs a terminal for input and output; without one ask with a verb: {VERBS} \
             (see 'configurator --help')"
        );
    }
    let opening = board::opening(arguments, described, assist);
    let left = tui::run(opening, &options);
    // Nobody waits for an export that is still being written.
    abandon_unfinished_files();
    match left.context("the terminal")? {
        tui::Exit::Quit => Ok(()),
        tui::Exit::Signal(number) => Err(exit::Signalled(number).into()),
    }
}

/// Is there a terminal to read keys from, though standard input is none?
fn has_terminal() -> bool {
    cfg!(unix) && File::open("/dev/tty").is_ok()
}
