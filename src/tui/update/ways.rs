//! Choosing one of several smallest sets of decisions to take back, so that the cell under the cursor can get
//! the value that it refuses. Each set is called a way.

use crate::input::{Motion, WayAction};
use crate::model::{LISTED_WAYS, Mode, Model};
use crate::update::message::Effect;
use crate::update::question::ask_ways;
use session::List;

/// Opens the list of ways. While the list is open, its order stays the same, even when new counts arrive.
pub(super) fn open(model: &mut Model) -> Vec<Effect> {
    model.session.sort_ways(model.cursor);
    model.mode = Mode::Ways { marked: 0 };
    ask_ways(model)
}

/// Takes the marked way, or the way with the typed number.
pub(super) fn perform(model: &mut Model, action: WayAction) {
    let Some((_, marked)) = model.ways() else { return };
    let index = match action {
        WayAction::Marked => marked,
        WayAction::Number(number) => usize::from(number) - 1,
    };
    take(model, index);
}

/// Moves the selection in the list of sets of decisions to take back.
pub(super) fn travel(model: &mut Model, motion: Motion) {
    match motion {
        Motion::Up => go(model, -1),
        Motion::Down => go(model, 1),
        Motion::FirstColumn => go(model, isize::MIN),
        Motion::LastColumn => go(model, isize::MAX),
        _ => {}
    }
}

/// Moves the mark by `by` ways, at most to the first or the last way.
pub(super) fn go(model: &mut Model, by: isize) {
    let Some((restoration, _)) = model.ways() else { return };
    let last = restoration.first(LISTED_WAYS).len() - 1;
    if let Mode::Ways { marked } = &mut model.mode {
        *marked = marked.saturating_add_signed(by).min(last);
    }
}

/// Takes the listed way with this index, as one step.
pub(super) fn take(model: &mut Model, index: usize) {
    let restoration = model.session.restoration(model.cursor);
    let way = restoration.and_then(|found| found.first(LISTED_WAYS).get(index));
    let Some(way) = way else {
        return model.say(format!("there is no way {}", index + 1));
    };
    let take_back = way.take_back.clone();
    let is_one_of_more = restoration.is_some_and(|found| found.ways.len() == 1 && found.more);
    if model.session.restore(model.cursor, &take_back) {
        let several = if is_one_of_more { " (one of several ways)" } else { "" };
        model.say(format!("took back {}{several}", List(&take_back)));
    }
}
