use geometry::Cell;

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
            | Self::Prune { cell }
            | Self::Backtrack { cell, .. } => Some(cell),
            Self::Fail { .. } | Self::Restart | Self::Solution { .. } => None,
        }
    }
}

/// Receives the steps of a search. The unit type ignores them at no cost.
pub trait Trace {
    /// Receives the next step.
    fn event(&mut self, event: Event);
}

impl Trace for () {
    #[inline]
    fn event(&mut self, _event: Event) {}
}

impl Trace for Vec<Event> {
    fn event(&mut self, event: Event) {
        self.push(event);
    }
}
