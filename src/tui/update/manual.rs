//! What keys and the wheel do while a page of the manual is shown.

use crossterm::event::KeyEvent;

use crate::input::action::Action;
use crate::model::Model;
use crate::model::mode::Overlay;
use crate::update::reaction::Reaction;

/// A key: some scroll, Esc and `q` close, and `:` finds another page. All others do nothing, so that
/// reading changes nothing.
pub(super) fn key(model: &mut Model, action: Option<Action>, event: KeyEvent) -> Reaction {
    // A row stays in view.
    let page = i32::from(model.hits.page.saturating_sub(1)).max(1);
    match action {
        Some(Action::Up) => scroll(model, -1),
        Some(Action::Down) => scroll(model, 1),
        Some(Action::PageUp) => scroll(model, -page),
        Some(Action::PageDown) => scroll(model, page),
        Some(Action::FirstColumn) => scroll(model, i32::MIN),
        Some(Action::LastColumn) => scroll(model, i32::MAX),
        Some(Action::Cancel | Action::Quit) => model.overlay = Overlay::None,
        _ if model.keys.action(model.mode.scope(), event) == Some(Action::Command) => {
            model.overlay = Overlay::None;
            return Reaction::Perform(Action::Command, event);
        }
        _ => {}
    }
    Reaction::NONE
}

/// Scrolls by rows, as far as there are more.
pub(super) fn scroll(model: &mut Model, by: i32) {
    let last = model.hits.scroll;
    if let Overlay::Manual { first, .. } = &mut model.overlay {
        let moved = i32::from((*first).min(last)).saturating_add(by).clamp(0, last.into());
        *first = u16::try_from(moved).expect("a row of a page");
    }
}
