use crate::geometry::Cell;

/// A step of a search. Together they are its tree, in depth-first order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A piece is tried on the cell.
    Assign {
        /// Where.
        cell: Cell,
        /// The number of pieces tried before it that still stand.
        depth: usize,
    },
    /// The cell is the last candidate of its variable: a piece stands there.
    Force {
        /// Where.
        cell: Cell,
    },
    /// The cell is no candidate any more.
    Prune {
        /// Which.
        cell: Cell,
    },
    /// No solution is left below this node.
    Fail {
        /// The number of pieces tried.
        depth: usize,
    },
    /// The last piece tried is taken back, with all that followed, and given up: from here on the
    /// cell is no candidate.
    Backtrack {
        /// Where it stood.
        cell: Cell,
        /// The number of pieces tried that still stand.
        depth: usize,
    },
    /// All pieces tried are taken back: the search begins anew.
    Restart,
    /// Every variable has its value.
    Solution {
        /// The number of pieces tried.
        depth: usize,
    },
}

/// Who hears of the steps of a search. The unit type hears nothing, at no cost.
pub trait Trace {
    /// Is told of the next step.
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

impl<T: Trace> Trace for &mut T {
    #[inline]
    fn event(&mut self, event: Event) {
        (**self).event(event);
    }
}
