use crossterm::event::KeyEvent;

use crate::update::row::ScreenRow;
use app::Action;
use app::operations::Command;

/// The reaction to a key, a click or a line.
pub(crate) enum Reaction {
    /// Nothing: all is done.
    Done,
    /// Presses a key whose name was clicked.
    Press(KeyEvent),
    /// Runs an operation that was chosen without a value, or asks for the value. If a character is given, it is the value.
    Choose(Action, Option<char>),
    /// Runs an operation with its argument.
    Run(Command<ScreenRow>),
}

impl From<()> for Reaction {
    fn from((): ()) -> Self {
        Self::Done
    }
}
