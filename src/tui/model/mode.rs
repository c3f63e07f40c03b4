//! The mode of the board, and the overlay on top of it.

use crate::input::Scope;
use crate::model::growing::Growing;
use crate::model::painting::Painting;
use crate::model::palette::CommandPalette;
use crate::model::watching::Watching;
use engine::Completion;
use manual::Page;
use session::puzzle::Results;

/// The mode of the board. It owns the data of that mode, which are dropped with it.
#[derive(Clone, Debug)]
pub(crate) enum Mode {
    /// Cells are decided.
    Board,
    /// A remaining solution is shown.
    Browse(Completion),
    /// Regions and holes are painted.
    Paint(Painting),
    /// Recorded searches are watched.
    Watch(Box<Watching>),
    /// A node of the graph is marked.
    Graph {
        /// The marked node.
        node: usize,
    },
    /// The diagram is shown rule by rule.
    Grow(Growing),
    /// One of several ways to make an impossible decision possible is chosen.
    Ways {
        /// The index of the marked way.
        marked: usize,
    },
}

/// Maximum number of listed ways to take decisions back: one for each digit.
pub(crate) const LISTED_WAYS: usize = 9;

/// What covers the board and receives its keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Overlay {
    None,
    /// The overview of keys, from this column on.
    Keys {
        first: u16,
    },
    /// The results of puzzles, from this line on.
    Results {
        results: Results,
        first: u16,
    },
    /// A page of the manual is shown, from this row on.
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

    /// The part of the table of bindings for this mode.
    pub(crate) const fn scope(&self) -> Scope {
        match self {
            Self::Board => Scope::Board,
            Self::Browse(_) => Scope::Browse,
            Self::Paint(_) => Scope::Paint,
            Self::Watch(_) => Scope::Watch,
            Self::Graph { .. } => Scope::Graph,
            Self::Grow(_) => Scope::Grow,
            Self::Ways { .. } => Scope::Ways,
        }
    }
}
