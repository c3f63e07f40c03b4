//! What operations have done, in the words of a session in lines.

use crate::operations::Command;
use session::ListInWords;

/// What an operation does to the decisions, as in `a1 placed`; `None` for changes of the rules.
pub(super) fn done_in_words(command: &Command) -> Option<String> {
    match (command.operation.done, &command.cells[..]) {
        ("", _) => None,
        (done, []) => Some(done.to_owned()),
        (done, cells) => Some(format!("{} {done}", ListInWords(cells))),
    }
}
