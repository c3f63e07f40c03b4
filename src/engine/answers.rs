//! What engines answer.

use num_bigint::BigUint;
use strum::{Display, IntoStaticStr};

use geometry::{Cell, CellSet};
use problem::Problem;

/// The exact numbers of solutions of a problem, in all and by cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    /// The number of solutions.
    pub solutions: BigUint,
    /// For each cell in row-major order, the number of solutions with a piece on it; 0 on a hole.
    pub cells: Vec<BigUint>,
}

/// An engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum EngineKind {
    /// The decision diagram of all solutions.
    Bdd,
    /// Boolean satisfiability.
    Sat,
    /// Finite-domain search.
    Search,
    /// Bit-parallel search that counts.
    Count,
    /// Sequential Monte Carlo.
    Estimate,
}

/// How large the reduced ordered BDD of a position is, and the zero-suppressed one (S. Minato, "Zero-suppressed
/// BDDs for set manipulation in combinatorial problems", Design Automation Conference 1993).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagramSize {
    /// Its nodes, terminals included.
    pub nodes: usize,
    /// Its nodes for the cells of each row, row 1 first.
    pub rows: Vec<usize>,
    /// Its nodes for each variable, in the order of the variables.
    pub levels: Vec<usize>,
    /// The nodes of the zero-suppressed diagram, terminals included.
    pub zdd_nodes: usize,
    /// The nodes of the zero-suppressed diagram for each variable.
    pub zdd_levels: Vec<usize>,
}

/// A solution, and the cells to exclude so that no other solution remains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The cells with a piece.
    pub placed: CellSet,
    /// The cells to exclude so that no other solution remains.
    pub excluded: CellSet,
    /// The number of the solution among all, if solutions are numbered.
    pub rank: Option<Rank>,
    /// True if an estimate drew it: all solutions were nearly, not exactly, equally probable.
    pub is_nearly_uniform: bool,
}

impl Completion {
    /// The completion of a problem to a solution without a number: excludes the cells that are neither decided nor
    /// attacked.
    #[must_use]
    pub fn of_solution(problem: &Problem, solution: CellSet) -> Self {
        let (rules, decisions) = (problem.rules(), problem.decisions());
        let attacked = rules.excluded_by(solution.iter());
        let open = |&cell: &Cell| {
            decisions.get(cell).is_none() && !solution.contains(cell) && !attacked.contains(cell)
        };
        let excluded = CellSet::from_cells(rules.size(), rules.grid().standing().filter(open));
        Self { placed: solution, excluded, rank: None, is_nearly_uniform: false }
    }
}

/// A number among all solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rank {
    /// The solution's number, counted from 0.
    pub number: BigUint,
    /// The number of solutions.
    pub total: BigUint,
}

/// Smallest sets of decisions to take back so that a solution exists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repairs {
    /// The sets, each in the order of its decisions; empty if taking back decisions cannot help.
    pub sets: Vec<Vec<Cell>>,
    /// True if there are more sets of the same size.
    pub more: bool,
}
