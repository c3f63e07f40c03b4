use super::board::{Board, Bounded};
use super::step::Step;
use geometry::{Cell, CellSet};
use problem::{Problem, Value};

/// The cells that hold a piece, and the cells that may still get one. All other cells stay empty: holes,
/// excluded and attacked cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Candidates {
    /// The cells with a piece.
    pub(super) placed: CellSet,
    /// The cells that may still get a piece.
    pub(super) open: CellSet,
}

impl Candidates {
    /// The cells with a piece.
    pub fn placed(&self) -> &CellSet {
        &self.placed
    }

    /// The cells that may still get a piece.
    pub fn open(&self) -> &CellSet {
        &self.open
    }

    /// The value of a settled cell; `None` if the cell is open.
    pub fn get(&self, cell: Cell) -> Option<Value> {
        if self.placed.contains(cell) {
            Some(Value::Placed)
        } else {
            (!self.open.contains(cell)).then_some(Value::Excluded)
        }
    }

    /// Gives an open cell a value; does nothing if the cell is not open. A piece also closes the cells that it
    /// attacks.
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

impl Board {
    /// The candidates that remain after a problem's decisions.
    pub fn candidates(&self, problem: &Problem) -> Candidates {
        let size = self.rules().size();
        let placed = CellSet::from_cells(size, problem.decisions().cells(Value::Placed));
        let mut open = CellSet::from_cells(size, self.rules().grid().standing_cells());
        open.remove_all(&CellSet::from_cells(size, problem.decisions().cells(Value::Excluded)));
        open.remove_all(&placed);
        placed.iter().for_each(|cell| open.remove_all(self.peers(cell)));
        Candidates { placed, open }
    }

    /// True if two of the pieces attack each other.
    pub(super) fn clashes(&self, candidates: &Candidates) -> bool {
        let placed = &candidates.placed;
        placed.iter().any(|cell| self.peers(cell).overlap(placed) > 0)
    }

    /// Returns a lower bound on the cost of the candidates together with the limit, if the bound exceeds the
    /// limit. This is the only check of costs, because no technique considers them.
    pub(super) fn excess(&self, candidates: &Candidates) -> Option<(i64, i64)> {
        let (weights, limit) = self.rules().limit()?;
        let gain: i64 = candidates.open.iter().map(|cell| weights.of(cell).min(0)).sum();
        let least = weights.cost(&candidates.placed) + gain;
        (least > limit).then_some((least, limit))
    }

    /// The first group with too many pieces, or with too few open cells for the pieces that it needs.
    pub(super) fn broken(&self, candidates: &Candidates) -> Option<&Bounded> {
        let Candidates { placed, open } = candidates;
        self.groups().iter().find(|group| group.left(placed, open).is_conflict())
    }
}
