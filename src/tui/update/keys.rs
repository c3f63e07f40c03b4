//! What keys and the wheel do while the keys are explained.

use crate::tui::input::action::Action;
use crate::tui::model::Model;
use crate::tui::model::mode::Overlay;
use crate::tui::update::message::{Effect, Exit};

/// A key: some scroll where there is more than the window holds, any other closes.
pub(super) fn key(model: &mut Model, first: u16, action: Option<Action>) -> Vec<Effect> {
    let page = i32::from(model.layout.middle.height.max(2)) - 1;
    match action {
        Some(Action::Up) => scroll(model, first, -1),
        Some(Action::Down) => scroll(model, first, 1),
        Some(Action::PageUp) => scroll(model, first, -page),
        Some(Action::PageDown) => scroll(model, first, page),
        Some(Action::FirstColumn) => scroll(model, first, i32::MIN),
        Some(Action::LastColumn) => scroll(model, first, i32::MAX),
        Some(Action::Quit) => return vec![Effect::Exit(Exit::Quit)],
        _ => model.overlay = Overlay::None,
    }
    Vec::new()
}

/// Scrolls by lines, as far as there are more.
pub(super) fn scroll(model: &mut Model, first: u16, by: i32) {
    let last = model.hits.scroll;
    let moved = i32::from(first.min(last)).saturating_add(by).clamp(0, last.into());
    model.overlay = Overlay::Keys { first: u16::try_from(moved).expect("a line of help") };
}
