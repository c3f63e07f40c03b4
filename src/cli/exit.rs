use std::io::{self, ErrorKind};

use engine::{Cause, Interrupted};
use serde::Serialize;

/// The result of a run, as an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitCode {
    /// Success. A broken pipe counts as success.
    Done,
    /// No solution exists where one was asked for.
    NoSolution,
    /// Wrong usage, bad input, or an output that cannot be written.
    Usage,
    /// A budget, or the number of attempts, ended before the answer.
    Budget,
    /// A second engine, or the checker of witnesses, disagrees.
    Disagreement,
    /// A signal of this number ended the board; Ctrl-C counts as SIGINT.
    Signal(u8),
}

impl ExitCode {
    /// The exit code for an error.
    #[must_use]
    pub fn from_error(error: &anyhow::Error) -> Self {
        let broken_pipe = |error: &io::Error| error.kind() == ErrorKind::BrokenPipe;
        if error.downcast_ref().is_some_and(broken_pipe) {
            Self::Done
        } else if error.is::<NoSolution>() {
            Self::NoSolution
        } else if error.is::<Interrupted>()
            || error.is::<NotCounted>()
            || error.is::<PuzzleNotFound>()
            || error.is::<NotProved>()
            || error.is::<EstimateFailed>()
        {
            Self::Budget
        } else if error.is::<Disagreement>() {
            Self::Disagreement
        } else if let Some(&Signalled(number)) = error.downcast_ref() {
            Self::Signal(u8::try_from(number).unwrap_or_default())
        } else {
            Self::Usage
        }
    }

    /// True if the error is printed. A broken pipe and a signal are not.
    #[must_use]
    pub const fn has_message(self) -> bool {
        !matches!(self, Self::Done | Self::Signal(_))
    }

    const fn number(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::NoSolution => 1,
            Self::Usage => 2,
            Self::Budget => 3,
            Self::Disagreement => 4,
            Self::Signal(number) => 128 + number,
        }
    }
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> Self {
        code.number().into()
    }
}

/// The signal with this number ended the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("ended by signal {0}")]
pub(super) struct Signalled(pub i32);

/// What was asked for does not exist: a sentence for the user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(super) struct NoSolution(pub String);

impl Default for NoSolution {
    fn default() -> Self {
        Self("no solution exists; 'explain' says why".to_owned())
    }
}

/// Two answers to one question. One of them is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error(
    "{engine} says {answer}, {other_engine} says {other_answer}: one is wrong; please report it with {board}"
)]
pub(super) struct Disagreement {
    /// The engine that was asked first, and its answer.
    pub engine: &'static str,
    pub answer: String,
    /// The engine that verified it, or the checker, and its answer.
    pub other_engine: &'static str,
    pub other_answer: String,
    /// The file that holds the board, or why there is none.
    pub board: String,
}

/// A budget ended before the best solution was proved to be the best.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{cause} before the best is proved: {known}")]
pub(super) struct NotProved {
    /// What ended.
    pub cause: Cause,
    /// What is known, as a sentence.
    pub known: String,
}

/// All attempts to make a puzzle failed; there may be one all the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(super) struct PuzzleNotFound(pub String);

/// There is no estimate, or none as precise as was asked for.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub(super) enum EstimateFailed {
    /// It is plain that there is no solution.
    #[error("no estimate: there is no solution; 'explain' says why")]
    NoSolution,
    /// Every particle of all runs died.
    #[error(
        "no estimate: no particle survived in {runs} runs; solutions are rare, or there is none"
    )]
    NoSurvivor {
        /// The number of runs.
        runs: usize,
    },
    /// The budget ended first.
    #[error("the estimate is precise to {reached:.1} %, not to {wanted} %")]
    Imprecise {
        /// Half of the interval as it was asked for, in percent.
        wanted: f64,
        /// Half of the interval as it is.
        reached: f64,
    },
}

/// Sizes of a table that were not counted, for the budget of each ended.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}; not counted: {}", .first.cause, .sizes.join(", "))]
pub(super) struct NotCounted {
    /// Why the first of them was not counted.
    pub first: Interrupted,
    /// The sizes, in the order of the table.
    pub sizes: Vec<String>,
}
