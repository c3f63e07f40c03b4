//! The overlay on top of the board.

use crate::model::comparison::ComparisonTable;
use crate::model::palette::CommandPalette;
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
    /// The compared searches, scrolled to line `first`.
    Comparison {
        table: ComparisonTable,
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
