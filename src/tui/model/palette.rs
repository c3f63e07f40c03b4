//! The palette: the typed line, and the entries that match it.

use crate::input::{EntryMatch, PaletteEntry};
use crate::model::prompt::Prompt;

/// The open palette.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CommandPalette {
    pub prompt: Prompt,
    /// All entries: the actions and commands, or the values of the typed command.
    pub entries: Vec<PaletteEntry>,
    /// The matching entries, the best first.
    pub matches: Vec<EntryMatch>,
    /// Index in `matches` of the entry selected by the user, or of the present value of the typed command.
    pub chosen: Option<usize>,
    /// The lines of the lists that led to this one, to which Esc goes back.
    pub parents: Vec<String>,
    /// The text for which the matches were found; `None` before the search.
    pub searched: Option<String>,
}
