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
mod series;
mod signals;
mod solve;
mod table;
mod task;
mod verify;

use std::io;

use anyhow::{Context, bail, ensure};

pub use arguments::Arguments;
pub use exit::ExitCode;

use arguments::{Verb, VerbName};
use engine::auto::{Question, WantedSolutions};
use files::reason;
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
    ensure!(
        !json || prints_data,
        "--json needs a verb that prints data: {}",
        VerbName::all_with_data()
    );
    let Some(verb) = &arguments.verb else {
        return board::run(arguments);
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
            let verb =
                if wanted == WantedSolutions::Classes { "solve --up-to-symmetry" } else { "solve" };
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

/// Prints an error as one sentence on stderr.
pub fn print_error(error: &anyhow::Error) {
    let causes = error.chain().map(|cause| {
        cause.downcast_ref().map_or_else(|| cause.to_string(), |error: &io::Error| reason(error))
    });
    format::message(causes.collect::<Vec<_>>().join(": "));
}
