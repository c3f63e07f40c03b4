use super::board::Board;
use super::step::Step;
use geometry::{Cell, CellSet};
use problem::Value;

/// Which cells hold a piece and which may still hold one. All others are empty: holes, excluded and
/// attacked cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Candidates {
    /// The cells with a piece.
    pub(super) placed: CellSet,
    /// The cells that are not settled.
    pub(super) open: CellSet,
}

impl Candidates {
    /// The cells with a piece.
    #[must_use]
    pub fn placed(&self) -> &CellSet {
        &self.placed
    }

    /// The cells that are not settled.
    #[must_use]
    pub fn open(&self) -> &CellSet {
        &self.open
    }

    /// The value that a cell has been given; `None` if it is open.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<Value> {
        if self.placed.contains(cell) {
            Some(Value::Placed)
        } else {
            (!self.open.contains(cell)).then_some(Value::Excluded)
        }
    }

    /// Settles an open cell. A piece closes the cells that it attacks. A settled cell stays as it is.
    pub fn settle(&mut self, board: &Board, cell: Cell, value: Value) {
        if self.open.remove(cell) && value == Value::Placed {
            self.placed.insert(cell);
            self.open.remove_all(board.peers(cell));
        }
    }

    /// Applies a step.
    pub fn apply(&mut self, board: &Board, step: &Step) {
        for (cell, value) in step.settles() {
            self.settle(board, cell, value);
        }
    }
}
