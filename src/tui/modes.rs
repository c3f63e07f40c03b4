//! The modes of the board.

pub(crate) mod browse;
pub(crate) mod graph;
pub(crate) mod paint;
pub(crate) mod prove;
pub(crate) mod series;
pub(crate) mod watch;
pub(crate) mod ways;

use strum::EnumTryAs;

use crate::input::Scope;
use engine::Completion;
use geometry::Cell;
use paint::Painting;
use prove::ClaimView;
use series::SeriesView;
use watch::SearchPlayback;

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
        /// The cell of the decision.
        cell: Cell,
        /// The index of the marked set.
        marked: usize,
    },
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
