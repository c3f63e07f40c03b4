//! What commands mean in lines.

use crate::input::{Action, Command};
use geometry::Cell;
use problem::Value;
use session::ListInWords;

/// True for the words of commands that only change what a screen shows, or need a cursor.
pub(super) fn is_for_screens(word: &str) -> bool {
    matches!(word, "paint" | "repair" | "theme" | "step" | "rule" | "remaining" | "lesson")
}

/// True for commands that show the position without a question to an engine.
pub(super) const fn shows_position(command: &Command) -> bool {
    matches!(
        command,
        Command::Board
            | Command::Cells(_)
            | Command::Jump(_)
            | Command::At(..)
            | Command::Do(Action::NextReason)
    )
}

/// What a command does to the decisions, as in `a1 placed`; `None` for changes of the rules.
pub(super) fn done_in_words(command: &Command) -> Option<String> {
    let named = |cells: &[Cell], what: &str| format!("{} {what}", ListInWords(cells));
    Some(match command {
        Command::Decide(Value::Placed, cells) => named(cells, "placed"),
        Command::Decide(Value::Excluded, cells) => named(cells, "excluded"),
        Command::TakeBack(cells) => named(cells, "taken back"),
        Command::Do(Action::Undo) => "undone".to_owned(),
        Command::Do(Action::Redo) => "done again".to_owned(),
        Command::Do(Action::Reset) => "all taken back".to_owned(),
        Command::Do(Action::Complete | Action::Best(_)) | Command::CompleteByPieces(_) => {
            "completed".to_owned()
        }
        Command::At(cell, Action::Anyway) => format!("{cell} decided anyway"),
        Command::FollowHint => "hint followed".to_owned(),
        _ => return None,
    })
}
