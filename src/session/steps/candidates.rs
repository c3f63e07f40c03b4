use super::board::{Board, Bounded};
use super::step::Step;
use geometry::{Cell, CellSet};
use problem::{Problem, Value};

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

impl Board {
    /// What the decisions leave open.
    #[must_use]
    pub fn candidates(&self, problem: &Problem) -> Candidates {
        let size = self.rules().size();
        let placed = CellSet::from_cells(size, problem.decisions().cells(Value::Placed));
        let mut open = CellSet::from_cells(size, self.rules().grid().standing());
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

    /// What the cheapest way to complete the candidates costs, and the limit that it exceeds; `None` if it is
    /// within the limit. No technique knows costs, so only this keeps to the limit.
    pub(super) fn excess(&self, candidates: &Candidates) -> Option<(i64, i64)> {
        let (weights, limit) = self.rules().limit()?;
        let gain: i64 = candidates.open.iter().map(|cell| weights.of(cell).min(0)).sum();
        let least = weights.cost(&candidates.placed) + gain;
        (least > limit).then_some((least, limit))
    }

    /// The first group that cannot have as many pieces as it needs, or has too many.
    pub(super) fn broken(&self, candidates: &Candidates) -> Option<&Bounded> {
        let Candidates { placed, open } = candidates;
        self.groups().iter().find(|group| group.left(placed, open).is_conflict())
    }
}
