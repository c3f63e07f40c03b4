//! Effects, performed in their order: the one interpreter, whatever is outside.

use std::collections::VecDeque;
use std::io;

use crate::tui::model::Model;
use crate::tui::update;
use crate::tui::update::message::{Effect, Exit, Message};

/// What effects reach: a terminal, workers and a disk, or what stands for them.
pub(in crate::tui) trait Outside {
    /// Performs an effect. What comes of it at once is a message.
    ///
    /// # Errors
    /// When the terminal cannot be written.
    fn act(&mut self, effect: Effect) -> io::Result<Option<Message>>;
}

/// Performs effects, and those that follow from them, until one of them leaves the board.
///
/// # Errors
/// When the terminal cannot be written.
pub(in crate::tui) fn perform(
    outside: &mut impl Outside,
    model: &mut Model,
    effects: Vec<Effect>,
) -> io::Result<Option<Exit>> {
    let mut effects = VecDeque::from(effects);
    while let Some(effect) = effects.pop_front() {
        let exit = match effect {
            Effect::Exit(exit) => Some(exit),
            _ => None,
        };
        if let Some(message) = outside.act(effect)? {
            effects.extend(update::update(model, message));
        }
        if exit.is_some() {
            return Ok(exit);
        }
    }
    Ok(None)
}
