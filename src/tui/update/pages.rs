//! Keys and wheel in the overview of keys, the tables over the board and the manual.

use crossterm::event::{KeyCode, KeyEvent};

use crate::input::{Action, Motion};
use crate::model::{Model, Overlay};
use crate::update::reaction::Reaction;

/// Handles a key. Keys that move the cursor scroll, and Esc closes the page. Any other key closes the overview
/// of keys, and acts as in the mode. Over a table or the manual, `q` closes and `:` opens the palette; Enter closes a
/// table. All other keys are ignored there, so that reading changes nothing.
pub(super) fn key(model: &mut Model, action: Option<Action>, event: KeyEvent) -> Reaction {
    // One row of the old page stays in view.
    let page = i32::from(model.view.hits.page_rows.saturating_sub(1)).max(1);
    let is_table = matches!(model.overlay, Overlay::Results { .. } | Overlay::Comparison { .. });
    let is_read = is_table || matches!(model.overlay, Overlay::Manual { .. });
    match action {
        Some(Action::Moving(Motion::Up)) => scroll(model, -1),
        Some(Action::Moving(Motion::Down)) => scroll(model, 1),
        Some(Action::Moving(Motion::PageUp)) => scroll(model, -page),
        Some(Action::Moving(Motion::PageDown)) => scroll(model, page),
        Some(Action::Moving(Motion::FirstColumn)) => scroll(model, i32::MIN),
        Some(Action::Moving(Motion::LastColumn)) => scroll(model, i32::MAX),
        Some(Action::Cancel) => model.overlay = Overlay::None,
        Some(Action::Quit) if is_read => model.overlay = Overlay::None,
        _ if is_table && event.code == KeyCode::Enter => model.overlay = Overlay::None,
        _ => {
            let below = model.view.keys.action(model.scope_below(), event);
            if is_read && below != Some(Action::Command) {
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

/// Scrolls by columns of the overview of keys, lines of the results or rows of the manual, at most to the end.
pub(super) fn scroll(model: &mut Model, by: i32) {
    let last = model.view.hits.max_scroll;
    if let Overlay::Keys { first }
    | Overlay::Results { first, .. }
    | Overlay::Comparison { first, .. }
    | Overlay::Manual { first, .. } = &mut model.overlay
    {
        let moved = i32::from((*first).min(last)).saturating_add(by).clamp(0, last.into());
        *first = u16::try_from(moved).expect("a column or row that there is");
    }
}
