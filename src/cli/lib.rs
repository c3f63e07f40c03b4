//! The command line: arguments become a problem and a budget, verbs print answers.
//!
//! Data goes to stdout, messages and progress to stderr. [`ExitCode`] is the result.

mod arguments;
mod board;
mod certificate;
mod completions;
mod config;
mod count;
mod counting;
mod domains;
mod estimate;
mod exit;
mod explain;
mod export;
mod format;
mod help;
mod inspect;
mod manual;
mod order;
mod pieces;
mod play;
mod problem;
mod progress;
mod puzzle;
mod resume;
mod signals;
mod solve;
mod table;
mod task;
mod verify;

use std::env;
use std::fs::File;
use std::io::{self, IsTerminal, Write};

use anyhow::{Context, bail, ensure};
use strum::IntoEnumIterator;

pub use arguments::Arguments;
pub use exit::ExitCode;

use arguments::{Verb, VerbName};
use engine::auto::{Question, Wanted};
use files::{UnfinishedFiles, is_stdin, reason};
use task::Task;

/// Runs a verb, or opens the board without one.
///
/// # Errors
/// Those that [`ExitCode::from_error`] distinguishes: bad input, no solution, a budget that ended, or output that
/// cannot be written.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let json = arguments.json;
    check_engine(arguments)?;
    if let Some(sentence) = arguments.unknown_file() {
        bail!(sentence);
    }
    let prints_data =
        arguments.verb.as_ref().is_some_and(|verb| VerbName::from(verb).prints_data());
    ensure!(!json || prints_data, "--json needs a verb that prints data: {}", data_verbs());
    let Some(verb) = &arguments.verb else {
        return open_board(arguments);
    };
    match verb {
        Verb::Play(asked) => play::run(asked, arguments.color),
        Verb::Count(asked) => count::run(asked, json),
        Verb::Solve(asked) => {
            let task = Task::new(&asked.problem, &asked.engine, json)?.verifying(&asked.verify);
            solve::run(&task, &asked.output, &asked.search)
        }
        Verb::Domains(asked) => {
            let task = Task::new(&asked.problem, &asked.engine, json)?.verifying(&asked.verify);
            domains::run(&task, asked)
        }
        Verb::Explain(asked) if asked.steps => {
            let task = Task::new(&asked.problem, &asked.engine, json)?.verifying(&asked.verify);
            explain::steps::run(&task)
        }
        Verb::Explain(asked) => {
            let task = Task::new(&asked.problem, &asked.engine, json)?.verifying(&asked.verify);
            explain::run(&task, asked.cell)
        }
        Verb::Puzzle(asked) => puzzle::run(asked, json),
        Verb::Inspect(asked) => {
            let task = Task::new(&asked.problem, &asked.engine, json)?.verifying(&asked.verify);
            inspect::run(&task, asked)
        }
        Verb::Export(asked) => export::run(asked, json),
        Verb::Pieces(asked) => Ok(pieces::run(&asked.pieces, json)?),
        Verb::Config => Ok(config::run()?),
        Verb::Completions(asked) => Ok(completions::run(asked.shell)?),
        Verb::Man => Ok(manual::run()?),
        Verb::Help(asked) => help::run(asked.topic.as_deref(), arguments.color),
    }
}

/// Checks that the engine asked for answers such questions.
fn check_engine(arguments: &Arguments) -> anyhow::Result<()> {
    let (engine, verb, question) = match &arguments.verb {
        None if arguments.engine.engine.kind().is_none() => return Ok(()),
        Some(Verb::Play(asked)) if asked.engine.engine.kind().is_none() => return Ok(()),
        None | Some(Verb::Play(_)) => {
            bail!("--engine: the board chooses the fastest engine itself; --engine is for verbs")
        }
        Some(Verb::Count(asked)) if asked.shard.is_some() => {
            (&asked.engine, "count --shard", Question::CountOfPart)
        }
        Some(Verb::Count(asked)) if asked.estimate.estimate => {
            (&asked.engine, "count --estimate", Question::Estimate)
        }
        Some(Verb::Count(asked)) if asked.up_to_symmetry => {
            (&asked.engine, "count --up-to-symmetry", Question::ExactCount)
        }
        Some(Verb::Count(asked)) => match asked.table.question() {
            Some(table) => (&asked.engine, table, Question::ExactCount),
            None => (&asked.engine, "count", Question::Count),
        },
        Some(Verb::Solve(asked)) if asked.output.fewest => {
            (&asked.engine, "solve --fewest", Question::Best)
        }
        Some(Verb::Solve(asked)) if asked.output.most => {
            (&asked.engine, "solve --most", Question::Best)
        }
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
        Some(Verb::Pieces(_) | Verb::Config | Verb::Completions(_) | Verb::Man | Verb::Help(_)) => {
            return Ok(());
        }
    };
    engine.engine.kind().map_or(Ok(()), |kind| question.check(kind, verb)).context("--engine")
}

/// The verbs that print data, as in `count or solve`.
fn data_verbs() -> String {
    one_of(VerbName::iter().filter(|verb| verb.prints_data()).map(Into::into))
}

/// Words as alternatives: `a, b or c`.
fn one_of<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let words: Vec<&str> = words.collect();
    match words.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        words => words.concat(),
    }
}

/// Prints an error as one sentence on stderr.
pub fn print_error(error: &anyhow::Error) {
    let causes = error.chain().map(|cause| {
        cause.downcast_ref().map_or_else(|| cause.to_string(), |error: &io::Error| reason(error))
    });
    format::message(causes.collect::<Vec<_>>().join(": "));
}

/// Opens the board on a problem.
fn open_board(arguments: &Arguments) -> anyhow::Result<()> {
    let (described, assumed) = problem::describe(&arguments.problem, arguments.file.as_deref())?;
    let options = board::options(&arguments.engine, &arguments.board.look, arguments.color)?;
    // If a file comes from standard input, keys are read from the terminal device.
    check_terminal(arguments.files().any(is_stdin))?;
    let Some(opening) = board::opening(arguments, described, assumed, &options.keys)? else {
        return Ok(());
    };
    run_board(opening, &options)
}

/// Checks that the board can be shown and has keys; nothing is written to stdout otherwise. `has_input`:
/// standard input is read, too.
fn check_terminal(has_input: bool) -> anyhow::Result<()> {
    let has_keys = io::stdin().is_terminal() || (has_input && has_terminal());
    if !(has_keys && io::stdout().is_terminal()) {
        bail!(
            "the board needs a terminal for input and output; without one use a verb: {} \
             (see 'configurator --help')",
            data_verbs()
        );
    }
    let terminal = env::var("TERM").ok();
    if let Some(reason) = board::unfit_terminal(terminal.as_deref()) {
        bail!("{reason}; use a verb: {} (see 'configurator --help')", data_verbs());
    }
    Ok(())
}

/// Shows the board until it is left.
fn run_board(opening: tui::Opening, options: &tui::Options) -> anyhow::Result<()> {
    let left = tui::run(opening, options);
    // An export may still be running in the background.
    let _ = UnfinishedFiles::abandon();
    let left = left.context("the terminal")?;
    for fault in &left.faults {
        format::message(fault);
    }
    if left.is_kept && !matches!(left.exit, tui::Exit::Signal(_)) {
        // Nobody may be there to read it.
        let _ = writeln!(io::stderr(), "'configurator --resume' goes on where you left.");
    }
    match left.exit {
        tui::Exit::Quit => Ok(()),
        tui::Exit::Signal(number) => Err(exit::Signalled(number).into()),
        tui::Exit::Unreadable(reason) => bail!("no more keys can be read: {reason}"),
    }
}

/// True if keys can be read from a terminal device, even if standard input is not a terminal.
fn has_terminal() -> bool {
    cfg!(unix) && File::open("/dev/tty").is_ok()
}
