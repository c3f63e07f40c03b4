use crossterm::event::KeyEvent;

use crate::input::Action;
use crate::operations::{Command, Outcome};

/// The result of a key, a click or a line: an outcome, or the next step to perform.
pub(crate) enum Reaction {
    /// This outcome, and nothing else.
    Done(Outcome),
    /// Presses a key whose name was clicked.
    Press(KeyEvent),
    /// Does an operation that was chosen without a value, or asks for the value. With a character, that is the value.
    Choose(Action, Option<char>),
    /// Runs an operation with its argument.
    Run(Command),
}

impl Reaction {
    /// Nothing is left to do.
    pub(crate) fn none() -> Self {
        Self::Done(Outcome::default())
    }
}

impl<T: Into<Outcome>> From<T> for Reaction {
    fn from(outcome: T) -> Self {
        Self::Done(outcome.into())
    }
}
