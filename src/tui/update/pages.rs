//! What keys and the wheel do while the keys of the mode, the results of puzzles or a page of the manual are shown.

use crossterm::event::KeyEvent;

use crate::input::{Action, Motion};
use crate::model::{Model, Overlay};
use crate::update::reaction::Reaction;

/// A key: some scroll, Esc closes. Any other closes the keys and the results, and does what it does in the mode;
/// over the manual only `q` and `:` do anything, so that reading changes nothing.
pub(super) fn key(model: &mut Model, action: Option<Action>, event: KeyEvent) -> Reaction {
    // A row stays in view.
    let page = i32::from(model.hits.page.saturating_sub(1)).max(1);
    let is_manual = matches!(model.overlay, Overlay::Manual { .. });
    match action {
        Some(Action::Moving(Motion::Up)) => scroll(model, -1),
        Some(Action::Moving(Motion::Down)) => scroll(model, 1),
        Some(Action::Moving(Motion::PageUp)) => scroll(model, -page),
        Some(Action::Moving(Motion::PageDown)) => scroll(model, page),
        Some(Action::Moving(Motion::FirstColumn)) => scroll(model, i32::MIN),
        Some(Action::Moving(Motion::LastColumn)) => scroll(model, i32::MAX),
        Some(Action::Cancel) => model.overlay = Overlay::None,
        Some(Action::Quit) if is_manual => model.overlay = Overlay::None,
        _ => {
            let below = model.keys.action(model.scope_below(), event);
            if is_manual && below != Some(Action::Command) {
                return Reaction::NONE;
            }
            model.overlay = Overlay::None;
            if let Some(action) = below.filter(|action| *action != Action::Help) {
                return Reaction::Perform(action, event);
            }
        }
    }
    Reaction::NONE
}

/// Scrolls by columns of keys, lines of results or rows of a page, as far as there are more.
pub(super) fn scroll(model: &mut Model, by: i32) {
    let last = model.hits.scroll;
    if let Overlay::Keys { first }
    | Overlay::Results { first, .. }
    | Overlay::Manual { first, .. } = &mut model.overlay
    {
        let moved = i32::from((*first).min(last)).saturating_add(by).clamp(0, last.into());
        *first = u16::try_from(moved).expect("a column or row that there is");
    }
}
