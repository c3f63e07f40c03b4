//! The frame to which a message refers. A click refers to the present state of the board, even if several
//! messages arrive between two frames of the terminal.

use ratatui::buffer::Buffer;

use crate::model::Model;
use crate::update::message::{Effect, Message};
use crate::{update, view};

/// Computes the layout of a window, draws the window, and stores the areas that can be clicked.
pub(crate) fn draw(model: &mut Model, window: &mut Buffer) {
    model.arrange(window.area);
    let hovered = model.hovered();
    model.view.hits = view::render(window, model, true);
    // The new areas may have changed the hovered cell.
    if model.hovered() != hovered {
        window.reset();
        model.view.hits = view::render(window, model, true);
    }
}

/// Handles a message and returns the effects to perform. If the message depends on the areas of the frame, and
/// the model has changed since the last frame, computes the areas first.
pub(crate) fn handle(model: &mut Model, message: Message) -> Vec<Effect> {
    if model.view.hits.is_old && update::reads_frame(model, &message) {
        model.view.hits = view::render(&mut Buffer::empty(model.view.window), model, false);
    }
    model.view.hits.is_old |= !update::changes_nothing(model, &message);
    update::update(model, message)
}
