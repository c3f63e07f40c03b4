//! The command line. Arguments define a problem and a budget, and verbs print reports.
//!
//! Data is written to stdout, messages and progress to stderr. [`ExitCode`] is the result.

mod arguments;
mod board;
mod boards;
mod certificate;
mod columns;
mod compare;
mod completions;
mod config;
mod console;
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
mod judge;
mod lesson;
mod manual;
mod order;
mod parts;
mod pieces;
mod play;
mod problem;
mod progress;
mod puzzle;
mod replacing;
mod report;
mod resume;
mod series;
mod session;
mod solve;
mod table;
mod task;
mod verify;
mod view;

use std::ffi::OsString;
use std::time::Duration;
use std::{io, iter, process, thread};

use anyhow::{bail, ensure};

pub use arguments::Arguments;
pub use exit::ExitCode;
#[cfg(fuzzing)]
pub use session::FuzzedSession;

use arguments::{Verb, VerbName};
use engine::Cause;
use exit::Failure;
use files::{is_waiting_for_input, reason};

/// Sets the signals and limits of the process, and runs a verb. Without a verb, opens the board.
///
/// # Errors
/// When the input is bad, there is no solution, a budget ended, or the output cannot be written.
/// [`ExitCode::from_error`] distinguishes these cases.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    system::use_memory_sparingly();
    check_memory()?;
    system::end_on_abort();
    system::survive_file_limit()?;
    arguments.timeout.into_iter().for_each(limit_waiting);
    run_verb(arguments)
}

/// Prints the error of a run, and returns the exit code.
pub fn finish(result: anyhow::Result<()>) -> ExitCode {
    let Err(error) = result else { return ExitCode::Done };
    let code = ExitCode::from_error(&error);
    if code.has_message() {
        print_error(&error);
    }
    code
}

/// The result of [`run_inside`].
#[derive(Clone, Debug)]
pub struct CommandOutput {
    /// The exit code that the program would have.
    pub code: ExitCode,
    /// The answer.
    pub stdout: Vec<u8>,
    /// Messages, each on its own line.
    pub stderr: Vec<u8>,
}

/// Runs a command line inside the calling process, and captures the output of the verb. Tests run thousands of commands
/// this way. Signals, limits of the system and standard input stay those of the caller.
pub fn run_inside(words: &[&str]) -> CommandOutput {
    let words = iter::once(&"configurator").chain(words).map(OsString::from).collect::<Vec<_>>();
    let command = || match Arguments::from_words(&words) {
        Ok(arguments) => finish(run_verb(&arguments)),
        Err(error) => match Arguments::requested_help(&words, error) {
            Ok(help) => finish(format::print(&help.to_string()).map_err(anyhow::Error::from)),
            Err(sentence) => {
                format::print_message(sentence);
                ExitCode::Usage
            }
        },
    };
    let (code, console::Written { stdout, stderr }) = console::keep(command);
    CommandOutput { code, stdout, stderr }
}

/// Runs a verb. Without a verb, opens the board.
fn run_verb(arguments: &Arguments) -> anyhow::Result<()> {
    if let Some(sentence) = arguments.unknown_file() {
        bail!(sentence);
    }
    console::set_quiet(arguments.quiet);
    let json = arguments.json;
    let schema = arguments.verb.as_ref().and_then(|verb| VerbName::from(verb).schema());
    for (is_given, option) in [(json, "--json"), (arguments.json_schema, "--json-schema")] {
        ensure!(
            !is_given || schema.is_some(),
            "{option} needs a verb that prints data: {}",
            VerbName::data_verbs()
        );
    }
    if let Some(schema) = schema.filter(|_| arguments.json_schema) {
        return Ok(format::print(schema)?);
    }
    match &arguments.verb {
        None => match arguments.diagram() {
            Some(diagram) => {
                view::run(&diagram?, arguments.problem.size, &arguments.engine, &arguments.look)
            }
            None => board::run(arguments),
        },
        Some(Verb::Play(asked)) => play::run(asked),
        Some(Verb::Session(asked)) => session::run(asked, json),
        Some(Verb::Lesson(asked)) => lesson::run(asked),
        Some(Verb::Count(asked)) => count::run(asked, json),
        Some(Verb::Solve(asked)) => solve::run(asked, json),
        Some(Verb::Domains(asked)) => domains::run(asked, json),
        Some(Verb::Explain(asked)) => explain::run(asked, json),
        Some(Verb::Puzzle(asked)) => puzzle::run(asked, json),
        Some(Verb::Inspect(asked)) => inspect::run(asked, json),
        Some(Verb::View(asked)) => view::run(&asked.file, asked.size, &asked.engine, &asked.look),
        Some(Verb::Judge(asked)) => judge::run(asked, json),
        Some(Verb::Export(asked)) => export::run(asked, json),
        Some(Verb::Compare(asked)) => compare::run(asked, json),
        Some(Verb::Pieces { pieces }) => Ok(pieces::run(pieces, json)?),
        Some(Verb::Config) => Ok(config::run()?),
        Some(Verb::Completions { shell }) => Ok(completions::run(*shell)?),
        Some(Verb::Man { verb, output, replace }) => {
            manual::run(verb.as_deref(), output.as_deref(), *replace)
        }
        Some(Verb::Help { topic, color }) => help::run(topic.as_deref(), *color),
    }
}

/// Minimum memory that the program needs from the system, in bytes.
const MIN_MEMORY: usize = 32 << 20;

/// Checks that the system gives enough memory. If it ended during the work, the program would abort.
fn check_memory() -> Result<(), Failure> {
    let tried = Vec::<u8>::new().try_reserve_exact(MIN_MEMORY);
    tried.map_err(|_| {
        let sentence = format!("the system gives less than {} MiB of memory", MIN_MEMORY >> 20);
        Failure::new(ExitCode::Memory, sentence)
    })
}

/// Ends the program if it still waits for input from a pipe or a device when the budget's time is over. If no thread
/// can be created, the program waits on.
fn limit_waiting(time: Duration) {
    let _ = system::start_thread("limit", move || {
        thread::sleep(time);
        if is_waiting_for_input() {
            format::print_message(format_args!("{} before the input was there", Cause::Time(time)));
            process::exit(3);
        }
    });
}

/// Prints an error as one sentence to stderr.
fn print_error(error: &anyhow::Error) {
    let causes = error.chain().map(|cause| {
        cause.downcast_ref().map_or_else(|| cause.to_string(), |error: &io::Error| reason(error))
    });
    format::print_message(causes.collect::<Vec<_>>().join(": "));
}
