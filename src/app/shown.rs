//! The views of the position and its diagram that the user has chosen.

use serde::Deserialize;

/// The information that the backgrounds of cells show in addition to their states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shading {
    /// Cells show only their states.
    #[default]
    Off,
    /// The heat map: the share of the remaining solutions that have a piece on a possible cell.
    Heat,
    /// The heat map with percentages.
    Percent,
    /// The heat map of costs: the cost of the cheapest solution with a piece on a possible cell.
    Costs,
    /// The cost of a piece on each possible cell.
    Weights,
    /// The weakest filter that removes each impossible cell.
    Consistency,
}

impl Shading {
    /// Returns the next kind of heat map. Heat maps of costs exist only with weights.
    pub const fn next(self, has_weights: bool) -> Self {
        match self {
            Self::Off | Self::Consistency => Self::Heat,
            Self::Heat => Self::Percent,
            Self::Percent if has_weights => Self::Costs,
            Self::Costs if has_weights => Self::Weights,
            Self::Percent | Self::Costs | Self::Weights => Self::Off,
        }
    }

    /// True for heat maps of costs.
    pub const fn is_of_costs(self) -> bool {
        matches!(self, Self::Costs | Self::Weights)
    }
}

/// How the diagram is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DiagramView {
    /// The outline: the number of nodes on each level as heights.
    #[default]
    Silhouette,
    /// A drawing of all nodes, next to the board and the panel. With too many nodes, the silhouette and a sentence.
    Graph,
    /// The diagram is not shown.
    Hidden,
}

impl DiagramView {
    /// The next view.
    pub const fn next(self) -> Self {
        match self {
            Self::Silhouette => Self::Graph,
            Self::Graph => Self::Hidden,
            Self::Hidden => Self::Silhouette,
        }
    }

    /// The name of the view in notices and titles.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Silhouette => "as a silhouette",
            Self::Graph => "as a graph",
            Self::Hidden => "put away",
        }
    }
}

/// The views that the front end shows in place of the board, or over it.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Shown {
    /// True if the board itself is shown.
    pub is_board: bool,
    /// True if a puzzle is played on the board.
    pub is_played: bool,
    /// True if keys and clicks decide cells, and answer the questions of lessons.
    pub decides_cells: bool,
    /// True if the rules are painted.
    pub is_painted: bool,
}

impl Default for Shown {
    /// The board.
    fn default() -> Self {
        Self { is_board: true, is_played: true, decides_cells: true, is_painted: false }
    }
}
