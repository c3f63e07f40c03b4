use num_bigint::BigUint;
use num_traits::One;

use super::answers::Census;
use geometry::{Cell, CellSet, Grid};
use problem::{Problem, Value};

/// The known valid values of every cell. Sets only grow while the engine works.
///
/// A standing cell is
/// - in at most one of `can_hold` and `cannot_hold`, and in at most one of `can_be_empty` and `must_hold`;
/// - in exactly one set of each pair, once the domains [are complete](Domains::is_complete) and if there is a solution;
/// - in `cannot_hold` alone, if there is no solution;
/// - in `can_hold`, `can_be_empty` or `must_hold` only if there is a solution.
///
/// The same is true of decided cells: a cell with a placed piece is in `can_hold` and `must_hold` once a solution is
/// known. Holes are in no set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domains {
    /// The cells on which some solution has a piece.
    pub can_hold: CellSet,
    /// The cells on which no solution has a piece.
    pub cannot_hold: CellSet,
    /// The cells that some solution leaves empty.
    pub can_be_empty: CellSet,
    /// The cells on which every solution has a piece, if a solution exists.
    pub must_hold: CellSet,
    /// True if a solution exists; `None` while this is unknown.
    pub satisfiable: Option<bool>,
    /// The number of solutions found so far: a lower bound on the number of all solutions.
    pub found: u64,
}

impl Domains {
    /// The domains that follow from decisions and attacks alone: no solution has a piece on excluded and attacked
    /// cells, and there is no solution if placed pieces attack each other.
    pub fn from_attacks(problem: &Problem) -> Self {
        let (rules, decisions) = (problem.rules(), problem.decisions());
        let empty = CellSet::empty(rules.size());
        let excluded = CellSet::from_cells(rules.size(), decisions.cells(Value::Excluded));
        let mut domains = Self {
            can_hold: empty.clone(),
            cannot_hold: &excluded | &rules.excluded_by(decisions.cells(Value::Placed)),
            can_be_empty: empty.clone(),
            must_hold: empty,
            satisfiable: None,
            found: 0,
        };
        if decisions.cells(Value::Placed).any(|cell| domains.cannot_hold.contains(cell)) {
            domains.mark_unsatisfiable(rules.grid());
        }
        domains
    }

    /// True if the domains of all cells are known.
    pub fn is_complete(&self, grid: &Grid) -> bool {
        match self.satisfiable {
            None => false,
            Some(false) => true,
            Some(true) => grid.standing_cells().all(|cell| self.is_settled(cell)),
        }
    }

    /// True if it is known whether a piece can be on the cell, and whether the cell can be empty.
    fn is_settled(&self, cell: Cell) -> bool {
        self.cannot_hold.contains(cell)
            || self.can_hold.contains(cell)
                && (self.can_be_empty.contains(cell) || self.must_hold.contains(cell))
    }

    /// The counts if there is no solution or exactly one; otherwise `None`.
    pub fn census(&self, grid: &Grid) -> Option<Census> {
        let solutions: BigUint = match self.satisfiable? {
            false => BigUint::ZERO,
            true if self.is_complete(grid) && self.can_hold == self.must_hold => BigUint::one(),
            true => return None,
        };
        let with = |cell| if self.must_hold.contains(cell) { 1_u8.into() } else { BigUint::ZERO };
        let cells = grid.size().iter().map(with).collect();
        Some(Census { solutions, cells })
    }

    /// Adds the values of a solution. Returns false if no value is new.
    pub(super) fn add_witness(&mut self, grid: &Grid, solution: &CellSet) -> bool {
        let empty = &(&CellSet::full(grid.size()) - solution) - grid.holes();
        let new = self.satisfiable.is_none()
            || !(solution - &self.can_hold).is_empty()
            || !(&empty - &self.can_be_empty).is_empty();
        if new {
            self.satisfiable = Some(true);
            self.can_hold = &self.can_hold | solution;
            self.can_be_empty = &self.can_be_empty | &empty;
            self.found += 1;
        }
        new
    }

    /// Records that there is no solution.
    pub(super) fn mark_unsatisfiable(&mut self, grid: &Grid) {
        self.satisfiable = Some(false);
        self.cannot_hold = CellSet::from_cells(grid.size(), grid.standing_cells());
    }
}
