//! The mode of the board, and the overlay on top of it.

use strum::EnumTryAs;

use crate::input::Scope;
use crate::model::painting::Painting;
use crate::model::palette::CommandPalette;
use crate::model::proving::ClaimView;
use crate::model::series::SeriesView;
use crate::model::watching::SearchPlayback;
use engine::Completion;
use engine::search::ComparedSearch;
use manual::Page;
use session::puzzle::Results;

/// The mode of the board, with the data that only this mode needs.
#[derive(Clone, Debug, EnumTryAs)]
pub(crate) enum Mode {
    /// The user decides cells.
    Board,
    /// The board shows a remaining solution.
    Browse(Completion),
    /// The user paints regions and holes.
    Paint(Painting),
    /// The user watches recorded searches.
    Watch(Box<SearchPlayback>),
    /// The cursor is on a node of the graph.
    Graph {
        /// The marked node.
        node: usize,
    },
    /// The board shows a diagram in slow motion: rule by rule, or node by node.
    Series(SeriesView),
    /// The user marks the reasons of a claim, which the board judges.
    Prove(ClaimView),
    /// The user chooses one of several sets of decisions to take back, to make an impossible decision possible.
    Ways {
        /// The index of the marked set.
        marked: usize,
    },
}

/// Maximum number of listed sets of decisions to take back: one for each digit from 1 to 9.
pub(crate) const MAX_LISTED_RESTORATIONS: usize = 9;

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

impl Mode {
    /// True if the board shows the position.
    pub(crate) const fn shows_position(&self) -> bool {
        matches!(self, Self::Board | Self::Paint(_) | Self::Graph { .. } | Self::Ways { .. })
    }

    /// The scope of the key bindings for this mode.
    pub(crate) const fn scope(&self) -> Scope {
        match self {
            Self::Board => Scope::Board,
            Self::Browse(_) => Scope::Browse,
            Self::Paint(Painting { list: Some(_), .. }) => Scope::Repair,
            Self::Paint(painting) if painting.is_of_weights() => Scope::Weigh,
            Self::Paint(_) => Scope::Paint,
            Self::Watch(_) => Scope::Watch,
            Self::Graph { .. } => Scope::Graph,
            Self::Series(_) => Scope::Series,
            Self::Prove(_) => Scope::Prove,
            Self::Ways { .. } => Scope::Ways,
        }
    }
}
