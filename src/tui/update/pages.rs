//! Keys and wheel in the overview of keys, the tables over the board and the manual.

use crossterm::event::{KeyCode, KeyEvent};

use crate::input::Motion;
use crate::model::{Model, Overlay};
use crate::update::reaction::Reaction;
use app::operations::parameters::{TOPIC, Topic};
use app::operations::{Operation, Plain, Takes};
use app::{Action, Notice};

pub(super) static ROWS: &[Operation<Model>] = &[
    Operation::new("help", "", &Plain(show_keys)).without_rules().in_pause().keeps_hint(),
    Operation::new("", "help", &Takes(&TOPIC, help)).without_rules(),
];

/// Shows the overview of keys.
fn show_keys(model: &mut Model) {
    model.overlay = Overlay::Keys { first: 0 };
}

/// Shows the overview of keys, a page of the manual, or the description of a word.
fn help(model: &mut Model, topic: Topic) {
    match topic {
        Topic::Keys => show_keys(model),
        Topic::Page(page) => model.overlay = Overlay::Manual { page, first: 0 },
        Topic::Word(sentence) => model.say(Notice::Told { sentence }),
    }
}

/// Handles a key over a page. In the overview of keys, a key that neither scrolls nor closes the overview closes it and
/// acts as in the mode. Over a table or the manual, `q` closes and `:` opens the palette; Enter closes a table. All other
/// keys are ignored there, so that reading changes nothing.
pub(super) fn key(model: &mut Model, action: Option<Action>, event: KeyEvent) -> Reaction {
    if let Some(action) = action.filter(|action| *action != Action::QUIT) {
        return Reaction::Choose(action, None);
    }
    let is_table = matches!(model.overlay, Overlay::Results { .. } | Overlay::Comparison { .. });
    let is_read = is_table || matches!(model.overlay, Overlay::Manual { .. });
    let closes =
        is_read && action == Some(Action::QUIT) || is_table && event.code == KeyCode::Enter;
    let below = model.view.keys.action(model.scope_below(), event);
    if is_read && !closes && below != Some(Action::COMMAND) {
        return Reaction::Done;
    }
    model.overlay = Overlay::None;
    let below = below.filter(|action| !closes && *action != Action::HELP);
    below.map_or(Reaction::Done, |action| Reaction::Choose(action, None))
}

/// Scrolls a page. One row of the old page stays in view.
pub(super) fn travel(model: &mut Model, motion: Motion) {
    let page = usize::from(model.view.hits.page_rows).saturating_sub(1).max(1).cast_signed();
    if let Some(by) = motion.in_list(page) {
        scroll(model, by);
    }
}

/// Scrolls by columns of the overview of keys, lines of the results or rows of the manual, at most to the end.
pub(super) fn scroll(model: &mut Model, by: isize) {
    let last = model.view.hits.max_scroll;
    if let Overlay::Keys { first }
    | Overlay::Results { first, .. }
    | Overlay::Comparison { first, .. }
    | Overlay::Manual { first, .. } = &mut model.overlay
    {
        let moved = usize::from((*first).min(last)).saturating_add_signed(by);
        *first = u16::try_from(moved).unwrap_or(last).min(last);
    }
}
