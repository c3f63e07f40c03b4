//! Who answers questions about a problem. One vocabulary of answers and budgets for all engines.

pub mod bdd;
mod budget;

pub use budget::{Budget, Cause, DEFAULT_MEMORY, Interrupted, Phase, Progress};

use num_bigint::BigUint;

use crate::geometry::CellSet;

/// What follows from a problem's rules and decisions, as exact numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    /// The number of solutions.
    pub solutions: BigUint,
    /// For each cell in row-major order, the number of solutions with a piece on it; 0 on a hole.
    pub cells: Vec<BigUint>,
}

/// A solution, and what else must be excluded for it to be the only one that remains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The cells with a piece.
    pub place: CellSet,
    /// Cells that would otherwise stay possible.
    pub exclude: CellSet,
}
