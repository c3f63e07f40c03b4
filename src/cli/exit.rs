use std::io::{self, ErrorKind};

use engine::Interrupted;
use serde::Serialize;

/// The result of a run, as an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitCode {
    /// Success. A broken pipe counts as success.
    Done,
    /// No solution exists, although one was requested, or a claim fails.
    NoSolution,
    /// Wrong usage, bad input, or an output that cannot be written.
    Usage,
    /// A budget, or the number of attempts, was exhausted before the answer.
    Budget,
    /// A second engine or the checker disagrees with the answer.
    Disagreement,
    /// The system gives too little memory.
    Memory,
    /// The signal with this number ended the board. Ctrl-C counts as SIGINT.
    Signal(u8),
}

impl ExitCode {
    /// The exit code for an error.
    pub fn from_error(error: &anyhow::Error) -> Self {
        let broken_pipe = |error: &io::Error| error.kind() == ErrorKind::BrokenPipe;
        match error.downcast_ref() {
            _ if error.downcast_ref().is_some_and(broken_pipe) => Self::Done,
            Some(Failure { code, .. }) => *code,
            None if error.is::<Interrupted>() => Self::Budget,
            None => Self::Usage,
        }
    }

    /// True if the error is printed. Broken pipes and signals are not printed.
    pub const fn has_message(self) -> bool {
        !matches!(self, Self::Done | Self::Signal(_))
    }
}

impl From<ExitCode> for u8 {
    fn from(code: ExitCode) -> Self {
        match code {
            ExitCode::Done => 0,
            ExitCode::NoSolution => 1,
            ExitCode::Usage => 2,
            ExitCode::Budget => 3,
            ExitCode::Disagreement => 4,
            // The exit code of SIGABRT, which ends the program if the memory ends later.
            ExitCode::Memory => 134,
            ExitCode::Signal(number) => 128 + number,
        }
    }
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> Self {
        Self::from(u8::from(code))
    }
}

/// An error with its own exit code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{sentence}")]
pub(super) struct Failure {
    code: ExitCode,
    sentence: String,
}

impl Failure {
    /// The failure with this code and this error message.
    #[expect(clippy::needless_pass_by_value, reason = "callers hand over what they format")]
    pub(crate) fn new(code: ExitCode, sentence: impl ToString) -> Self {
        Self { code, sentence: sentence.to_string() }
    }

    /// The failure if there is no solution, although one was requested.
    pub(crate) fn no_solution() -> Self {
        Self::new(ExitCode::NoSolution, "no solution exists; 'explain' says why")
    }
}

/// Two different answers to the same question. One of them is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error(
    "{engine} says {answer}, {other_engine} says {other_answer}: one is wrong; please report it with {board}"
)]
pub(super) struct AnswerConflict {
    /// The first engine and its answer.
    pub engine: &'static str,
    pub answer: String,
    /// The second engine or the checker, and its answer.
    pub other_engine: &'static str,
    pub other_answer: String,
    /// The name of the file with the board, or why the file could not be written.
    pub board: String,
}
