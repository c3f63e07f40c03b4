use std::io::{self, ErrorKind};

use crate::engine::Interrupted;

/// How a run went, as the shell is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitCode {
    /// Done. A reader that went away early is no error.
    Done,
    /// There is no solution where one was asked for.
    NoSolution,
    /// Wrong usage, bad input, or an output that cannot be written.
    Usage,
    /// A budget, or the number of attempts, ended before the answer.
    Budget,
    /// A signal of this number ended the board; Ctrl-C counts as SIGINT.
    Signal(u8),
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
        } else if error.is::<Interrupted>() || error.is::<PuzzleNotFound>() {
            Self::Budget
        } else if let Some(&Signalled(number)) = error.downcast_ref() {
            Self::Signal(u8::try_from(number).unwrap_or_default())
        } else {
            Self::Usage
        }
    }

    /// Is there something to tell on stderr? A reader that went away and a signal know already.
    #[must_use]
    pub const fn is_told(self) -> bool {
        !matches!(self, Self::Done | Self::Signal(_))
    }

    const fn number(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::NoSolution => 1,
            Self::Usage => 2,
            Self::Budget => 3,
            Self::Signal(number) => 128 + number,
        }
    }
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> Self {
        code.number().into()
    }
}

/// A signal of this number asked the board to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("ended by signal {0}")]
pub(super) struct Signalled(pub i32);

/// What was asked for does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no solution exists")]
pub(super) struct NoSolution;

/// A puzzle was not found in as many attempts as are made: perhaps there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum PuzzleNotFound {
    /// One with so many given pieces.
    #[error(
        "in as many attempts as are made no puzzle with {0} given pieces was found; another --seed \
         may find one"
    )]
    Givens(usize),
    /// One with coloured regions.
    #[error(
        "in as many attempts as are made no regions were found that leave exactly one solution; \
         another --seed may find some"
    )]
    Regions,
}
