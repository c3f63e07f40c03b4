//! The overlay on top of the board.

use crate::model::palette::CommandPalette;
use engine::search::ComparedSearch;
use manual::Page;
use session::puzzle::Results;

/// A page or a list that covers the board and receives the keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Overlay {
    None,
    /// The overview of keys, scrolled to column `first`.
    Keys {
        first: u16,
    },
    /// The results of puzzles, scrolled to line `first`.
    Results {
        results: Results,
        first: u16,
    },
    /// The compared searches so far, of `all`, scrolled to line `first`.
    Comparison {
        searches: Vec<ComparedSearch>,
        all: usize,
        first: u16,
    },
    /// A page of the manual, scrolled to row `first`.
    Manual {
        page: Page,
        first: u16,
    },
    /// The palette.
    Palette(Box<CommandPalette>),
}
