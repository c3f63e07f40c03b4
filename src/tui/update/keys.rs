//! What keys and the wheel do while the keys of the mode, or the results of puzzles, are shown.

use crossterm::event::KeyEvent;

use crate::input::action::Action;
use crate::model::Model;
use crate::model::mode::Overlay;
use crate::update::reaction::Reaction;

/// A key: some scroll where there is more than the window holds; any other closes, and does what it does
/// in the mode.
pub(super) fn key(model: &mut Model, action: Option<Action>, event: KeyEvent) -> Reaction {
    match action {
        Some(Action::Up | Action::PageUp) => scroll(model, -1),
        Some(Action::Down | Action::PageDown) => scroll(model, 1),
        Some(Action::FirstColumn) => scroll(model, i32::MIN),
        Some(Action::LastColumn) => scroll(model, i32::MAX),
        Some(Action::Cancel) => model.overlay = Overlay::None,
        _ => {
            model.overlay = Overlay::None;
            let action = model.keys.action(model.scope(), event);
            if let Some(action) = action.filter(|action| *action != Action::Help) {
                return Reaction::Perform(action, event);
            }
        }
    }
    Reaction::NONE
}

/// Scrolls by columns of keys or lines of results, as far as there are more.
pub(super) fn scroll(model: &mut Model, by: i32) {
    let last = model.hits.scroll;
    if let Overlay::Keys { first } | Overlay::Results { first, .. } = &mut model.overlay {
        let moved = i32::from((*first).min(last)).saturating_add(by).clamp(0, last.into());
        *first = u16::try_from(moved).expect("a column or line that there is");
    }
}
