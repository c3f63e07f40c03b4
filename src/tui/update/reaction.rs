use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::input::{Action, Command};
use crate::update::message::Effect;

/// The result of a key, a click or a line: effects, or the next step to perform.
pub(crate) enum Reaction {
    /// These effects, and nothing else.
    Effects(Vec<Effect>),
    /// Presses a key whose name was clicked.
    Press(KeyEvent),
    /// Performs an action. The event is the key press that triggered it.
    Perform(Action, KeyEvent),
    /// Runs a command.
    Run(Command),
}

impl Reaction {
    /// Nothing is left to do.
    pub(crate) const NONE: Self = Self::Effects(Vec::new());

    /// Performs an action that was chosen without its key. The event is a placeholder, which the action does not use.
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
