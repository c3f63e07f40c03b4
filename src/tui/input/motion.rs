//! Movements of the cursor and in modes.

/// A movement of the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Motion {
    Left,
    Down,
    Up,
    Right,
    FirstColumn,
    LastColumn,
    PageUp,
    PageDown,
    /// Moves by ten cells, like the other `Far` movements.
    FarLeft,
    FarDown,
    FarUp,
    FarRight,
}

impl Motion {
    /// Number of entries by which the motion moves in a list, with `page` entries on a page; `None` for motions sideways.
    pub(crate) const fn in_list(self, page: isize) -> Option<isize> {
        match self {
            Self::Up => Some(-1),
            Self::Down => Some(1),
            Self::PageUp => Some(-page),
            Self::PageDown => Some(page),
            Self::FirstColumn => Some(isize::MIN),
            Self::LastColumn => Some(isize::MAX),
            Self::Left
            | Self::Right
            | Self::FarLeft
            | Self::FarRight
            | Self::FarUp
            | Self::FarDown => None,
        }
    }
}

/// The kind of a group that a claim names as a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProofAction {
    Row,
    Column,
    Region,
}

/// A jump to a stage of a diagram in slow motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SeriesAction {
    Next,
    Previous,
    First,
    Last,
}

/// A jump to a step of a watched search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WatchAction {
    Next,
    Previous,
    First,
    Last,
    /// The end of the next branch of the tree.
    NextBranch,
    PreviousBranch,
    NextFailure,
    PreviousFailure,
    NextSolution,
    PreviousSolution,
    /// The next branch below which there is no solution, although there is one above it.
    NextWasted,
    /// The first branch at which two searches differ.
    Divergence,
    DeepestFailure,
}
