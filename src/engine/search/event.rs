use strum::{Display, EnumIter, IntoStaticStr};

use geometry::Cell;
use problem::GroupId;

/// A step of a search. The steps describe its tree in depth-first order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The search tries a piece on a cell.
    Assign {
        /// The cell.
        cell: Cell,
        /// The number of pieces tried before this one and not taken back.
        depth: usize,
    },
    /// A cell gets a piece because it is the last candidate of its variable.
    Force {
        /// The cell.
        cell: Cell,
    },
    /// A cell stops being a candidate.
    Prune {
        /// The cell.
        cell: Cell,
        /// Why propagation removes the cell.
        cause: RemovalCause,
    },
    /// Propagation shows that there is no solution below this node.
    Fail {
        /// The number of pieces tried and not taken back.
        depth: usize,
    },
    /// The search takes back the last piece tried, with all its consequences. The cell of the piece stops being a
    /// candidate.
    Backtrack {
        /// The cell of the piece.
        cell: Cell,
        /// The number of pieces tried and not taken back.
        depth: usize,
    },
    /// The search restarts: all pieces tried are taken back.
    Restart,
    /// Every variable has a value.
    Solution {
        /// The number of pieces tried and not taken back.
        depth: usize,
    },
}

impl Event {
    /// The cell that a step decides or removes; `None` for steps without a single cell.
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Self::Assign { cell, .. }
            | Self::Force { cell }
            | Self::Prune { cell, .. }
            | Self::Backtrack { cell, .. } => Some(cell),
            Self::Fail { .. } | Self::Restart | Self::Solution { .. } => None,
        }
    }
}

/// Why propagation removes a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemovalCause {
    /// The piece on this cell attacks the removed cell.
    Attack(Cell),
    /// A piece on the removed cell would attack all cells that are left in this row or column.
    NoSupport(GroupId),
    /// The pieces must stand on different lines of this direction.
    AllDifferent(LineDirection),
    /// The bounds on the pieces of this group.
    Group(GroupId),
    /// The limit of the cost.
    CostLimit,
}

impl RemovalCause {
    /// The kind of the cause that removes a cell.
    pub const fn kind(self, cell: Cell) -> RemovalKind {
        match self {
            Self::Attack(piece) => RemovalKind::of_attack(piece, cell),
            Self::NoSupport(_) => RemovalKind::Support,
            Self::AllDifferent(_) => RemovalKind::AllDifferent,
            Self::Group(_) => RemovalKind::Group,
            Self::CostLimit => RemovalKind::Cost,
        }
    }

    /// The cell of the attacking piece, or the lines or the group of the constraint.
    pub fn subject(self) -> Option<String> {
        match self {
            Self::Attack(piece) => Some(piece.to_string()),
            Self::NoSupport(group) | Self::Group(group) => Some(group.to_string()),
            Self::AllDifferent(lines) => Some(lines.to_string()),
            Self::CostLimit => None,
        }
    }
}

/// The kind of reason why a cell is not a candidate any more: the line along which a piece attacks the cell, or the
/// kind of constraint.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display, EnumIter, IntoStaticStr,
)]
#[strum(serialize_all = "lowercase")]
pub enum RemovalKind {
    /// A piece in the same row.
    Row,
    /// A piece in the same column.
    Column,
    /// A piece on the same diagonal.
    Diagonal,
    /// A piece one knight's move away.
    Knight,
    /// A piece that attacks by another move, or across the edge of a torus.
    Attack,
    /// No value of another variable fits.
    Support,
    /// An all-different constraint.
    AllDifferent,
    /// The bounds on the pieces of a group.
    Group,
    /// The limit of the cost.
    Cost,
    /// The search has tried a piece there and taken it back, with or without a solution.
    Explored,
}

impl RemovalKind {
    /// The line from a piece to a cell, on a board without a torus.
    pub const fn of_attack(piece: Cell, cell: Cell) -> Self {
        let rows = piece.row().abs_diff(cell.row());
        let columns = piece.column().abs_diff(cell.column());
        match (rows, columns) {
            (0, _) => Self::Row,
            (_, 0) => Self::Column,
            _ if rows == columns => Self::Diagonal,
            (1, 2) | (2, 1) => Self::Knight,
            _ => Self::Attack,
        }
    }
}

/// The direction of the lines of an all-different constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display)]
#[strum(serialize_all = "lowercase")]
pub enum LineDirection {
    /// Rows.
    Rows,
    /// Columns.
    Columns,
    /// Diagonals upward to the left.
    #[strum(serialize = "falling diagonals")]
    Falling,
    /// Diagonals upward to the right.
    #[strum(serialize = "rising diagonals")]
    Rising,
}
