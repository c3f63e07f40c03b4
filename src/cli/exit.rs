use std::io::{self, ErrorKind};

use crate::engine::Interrupted;

/// How a run went, as the shell is told. Signals add 129 (HUP), 130 (INT) and 143 (TERM).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitCode {
    /// Done. A reader that went away early is no error.
    Done,
    /// There is no solution where one was asked for.
    NoSolution,
    /// Wrong usage, bad input, or an output that cannot be written.
    Usage,
    /// A budget ended before the answer.
    Budget,
}

impl ExitCode {
    /// What an error means for the shell.
    #[must_use]
    pub fn of(error: &anyhow::Error) -> Self {
        let broken_pipe = |error: &io::Error| error.kind() == ErrorKind::BrokenPipe;
        if error.downcast_ref().is_some_and(broken_pipe) {
            Self::Done
        } else if error.is::<NoSolution>() {
            Self::NoSolution
        } else if error.is::<Interrupted>() {
            Self::Budget
        } else {
            Self::Usage
        }
    }

    const fn number(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::NoSolution => 1,
            Self::Usage => 2,
            Self::Budget => 3,
        }
    }
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> Self {
        code.number().into()
    }
}

/// A solution was asked for and there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no solution exists")]
pub(super) struct NoSolution;
