use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::input::{Action, Command};
use crate::update::message::Effect;

/// What follows from a key, a click or a line: effects, or what has to be done to know them.
pub(super) enum Reaction {
    /// These effects, and nothing else.
    Effects(Vec<Effect>),
    /// A key is pressed, as its name was clicked.
    Press(KeyEvent),
    /// An action is performed; the event is that of its key.
    Perform(Action, KeyEvent),
    /// A command is run.
    Run(Command),
}

impl Reaction {
    /// Nothing is left to do.
    pub(super) const NONE: Self = Self::Effects(Vec::new());

    /// An action is performed that was chosen without its key, as it does not look at that.
    pub(super) const fn chosen(action: Action) -> Self {
        Self::Perform(action, KeyEvent::new(KeyCode::Null, KeyModifiers::NONE))
    }
}

impl From<()> for Reaction {
    fn from((): ()) -> Self {
        Self::NONE
    }
}

impl From<Vec<Effect>> for Reaction {
    fn from(effects: Vec<Effect>) -> Self {
        Self::Effects(effects)
    }
}
