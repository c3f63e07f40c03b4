//! Keys without an effect: a line describes the effect of the key in another mode, or names the key for its usual effect in other
//! programs.

use crossterm::event::{KeyCode, KeyEvent};
use itertools::Itertools;

use crate::input::Key;
use crate::model::Model;
use app::Action;
use app::notice::BoardNotice;

/// Keys of other programs, with the operation that people expect from them here, and its description.
const EXPECTED: [(KeyCode, Action, &str); 3] = [
    (KeyCode::Char('/'), Action::COMMAND, "finds everything by name"),
    (KeyCode::Backspace, Action::UNDO, "takes the last step back"),
    (KeyCode::Delete, Action::UNDO, "takes the last step back"),
];

/// Says that a key has no effect in the present mode. Ignores pasted text that a terminal sends as keys, and keys
/// without a name, such as a key of a media player.
pub(super) fn report_unused_key(model: &mut Model, event: KeyEvent) {
    let named = Key::pressed(event).filter(|key| key.to_string().parse::<Key>().is_ok());
    let Some(key) = named.filter(|_| !model.view.is_burst) else { return };
    let (keys, scope) = (&model.view.keys, model.scope());
    let expected = EXPECTED.iter().filter(|(code, ..)| key == Key::Plain(*code));
    let mut expected = expected.filter_map(|(_, action, effect)| {
        keys.first_key(scope, *action).map(|key| format!("{key} {effect}"))
    });
    let elsewhere = expected.next().unwrap_or_else(|| keys.effects(key).take(2).join("; "));
    model.say(BoardNotice::NoEffect { key: key.to_string(), elsewhere });
}
