use num_bigint::BigUint;
use num_traits::One;

use super::Census;
use crate::geometry::{Cell, CellSet, Grid};
use crate::problem::{Problem, Value};

/// What every cell can still be, as far as it is known: each set only grows while more is found out.
///
/// Of a cell where a piece can stand,
/// - at most one of `can_hold` and `cannot_hold` is said, and at most one of `can_be_empty` and
///   `must_hold`; when [all is known](Domains::is_complete), exactly one of each if there is a
///   solution, and `cannot_hold` alone if there is none;
/// - `can_hold`, `can_be_empty` and `must_hold` are said only if there is a solution.
///
/// Decided cells are no exception: a placed one is in `can_hold` and `must_hold` once a solution is
/// known. Nothing is said of holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domains {
    /// Some solution has a piece there.
    pub can_hold: CellSet,
    /// No solution has a piece there.
    pub cannot_hold: CellSet,
    /// Some solution has no piece there.
    pub can_be_empty: CellSet,
    /// Every solution has a piece there, and there is one.
    pub must_hold: CellSet,
    /// Is there a solution? `None` while it is not known.
    pub satisfiable: Option<bool>,
    /// At least so many solutions there are: those seen on the way.
    pub seen: u64,
}

impl Domains {
    /// What can be told of a problem at a glance: nothing stands on excluded cells and on those that
    /// placed pieces attack, and there is no solution if these attack each other.
    #[must_use]
    pub fn at_a_glance(problem: &Problem) -> Self {
        let (rules, decisions) = (problem.rules(), problem.decisions());
        let empty = CellSet::empty(rules.size());
        let excluded = CellSet::from_cells(rules.size(), decisions.cells(Value::Excluded));
        let mut domains = Self {
            can_hold: empty.clone(),
            cannot_hold: &excluded | &rules.attacked_by(decisions.cells(Value::Placed)),
            can_be_empty: empty.clone(),
            must_hold: empty,
            satisfiable: None,
            seen: 0,
        };
        if decisions.cells(Value::Placed).any(|cell| domains.cannot_hold.contains(cell)) {
            domains.refute(rules.grid());
        }
        domains
    }

    /// Is everything said of every cell?
    #[must_use]
    pub fn is_complete(&self, grid: &Grid) -> bool {
        match self.satisfiable {
            None => false,
            Some(false) => true,
            Some(true) => grid.standing().all(|cell| self.is_settled(cell)),
        }
    }

    /// Is both known of a cell: whether a piece can stand there, and whether it can be empty?
    #[must_use]
    pub fn is_settled(&self, cell: Cell) -> bool {
        self.cannot_hold.contains(cell)
            || self.can_hold.contains(cell)
                && (self.can_be_empty.contains(cell) || self.must_hold.contains(cell))
    }

    /// The counts where they follow: of no solution, or of only one.
    #[must_use]
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

    /// Takes in a solution; tells whether it says anything new.
    pub(super) fn witness(&mut self, grid: &Grid, solution: &CellSet) -> bool {
        let empty = &(&CellSet::full(grid.size()) - solution) - grid.holes();
        let new = self.satisfiable.is_none()
            || !(solution - &self.can_hold).is_empty()
            || !(&empty - &self.can_be_empty).is_empty();
        if new {
            self.satisfiable = Some(true);
            self.can_hold = &self.can_hold | solution;
            self.can_be_empty = &self.can_be_empty | &empty;
            self.seen += 1;
        }
        new
    }

    /// There is no solution.
    pub(super) fn refute(&mut self, grid: &Grid) {
        self.satisfiable = Some(false);
        self.cannot_hold = CellSet::from_cells(grid.size(), grid.standing());
    }
}
