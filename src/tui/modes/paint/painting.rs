use app::operations::brush::Brush;
use geometry::Cell;
use problem::Problem;
use session::Stamp;

/// The state of paint mode.
#[derive(Clone, Debug)]
pub(crate) struct Painting {
    pub brush: Brush,
    /// The result of the current drag, which becomes one step when the button is released.
    pub stroke: Option<Problem>,
    /// True if the board shows where two solutions differ.
    pub differs: bool,
    /// The list of repaints, if it is open.
    pub list: Option<RepaintList>,
    /// The weight that is being typed, if there is one.
    pub typed: Option<TypedWeight>,
}

/// A weight that is being typed. As long as the cursor and the position stay the same, the next key changes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TypedWeight {
    pub cell: Cell,
    /// The position after the last key.
    pub stamp: Stamp,
    /// True if the typed keys have made an undo step, which is then the latest step.
    pub has_step: bool,
    /// True if a minus sign precedes digits that are not typed yet.
    pub is_negative: bool,
}

/// The open list of repaints.
#[derive(Clone, Debug, Default)]
pub(crate) struct RepaintList {
    /// The cell of the marked repaint, and its new region; `None` marks the best repaint.
    pub marked: Option<(Cell, char)>,
    /// True if the hardest puzzles come first.
    pub is_hardest_first: bool,
}

impl Default for Painting {
    fn default() -> Self {
        Self { brush: Brush::Region('b'), stroke: None, differs: false, list: None, typed: None }
    }
}

impl Painting {
    /// True if weights are set, false if regions and holes are painted.
    pub(crate) const fn is_of_weights(&self) -> bool {
        matches!(self.brush, Brush::Weight(_))
    }
}
