//! Answers that several engines give.

use num_bigint::BigUint;
use strum::{Display, IntoStaticStr};

use geometry::{Cell, CellSet};
use problem::Problem;

/// Exact counts for a problem: of all solutions, and of the solutions with a piece on each cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    /// The number of solutions.
    pub solutions: BigUint,
    /// For each cell in row-major order, the number of solutions with a piece on it; 0 on a hole.
    pub cells: Vec<BigUint>,
}

/// The kind of an engine.
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

/// The sizes of two diagrams: of the reduced ordered BDD and of the zero-suppressed BDD (S. Minato,
/// "Zero-suppressed BDDs for set manipulation in combinatorial problems", Design Automation Conference 1993).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagramSize {
    /// Number of nodes of the BDD, including terminals.
    pub nodes: usize,
    /// Number of nodes of the BDD for each variable, in variable order.
    pub levels: Vec<usize>,
    /// Number of nodes of the zero-suppressed diagram, including terminals.
    pub zdd_nodes: usize,
    /// Number of nodes of the zero-suppressed diagram for each variable, in variable order.
    pub zdd_levels: Vec<usize>,
}

/// A solution, and the cells to exclude so that no other solution remains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The cells with a piece.
    pub placed: CellSet,
    /// The cells to exclude so that no other solution remains.
    pub excluded: CellSet,
    /// The number of the solution among all solutions, if solutions are numbered.
    pub rank: Option<Rank>,
    /// True if an estimate drew the solution. All solutions were then nearly, not exactly, equally probable.
    pub is_nearly_uniform: bool,
}

impl Completion {
    /// The completion of a problem to a solution, without the number of the solution. It excludes the empty cells
    /// that are neither decided nor attacked.
    pub fn of_solution(problem: &Problem, solution: CellSet) -> Self {
        let (rules, decisions) = (problem.rules(), problem.decisions());
        let attacked = rules.excluded_by(solution.iter());
        let open = |&cell: &Cell| {
            decisions.get(cell).is_none() && !solution.contains(cell) && !attacked.contains(cell)
        };
        let excluded =
            CellSet::from_cells(rules.size(), rules.grid().standing_cells().filter(open));
        Self { placed: solution, excluded, rank: None, is_nearly_uniform: false }
    }
}

/// The number of a solution among all solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rank {
    /// The solution's number, counted from 0.
    pub number: BigUint,
    /// The number of solutions.
    pub total: BigUint,
}

/// Smallest sets of decisions to take back so that a solution exists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Retractions {
    /// The sets, each in the order of its decisions; empty if taking back decisions cannot help.
    pub sets: Vec<Vec<Cell>>,
    /// True if there are more sets of the same size.
    pub more: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Grid;
    use problem::{Rules, Value};

    #[test]
    fn a_completion_excludes_what_is_neither_decided_nor_attacked() {
        // A king on a1 attacks b1, c1 is decided, d1 is open.
        let grid = Grid::new("1x4".parse().unwrap());
        let rules = Rules::new(grid, "king".parse().unwrap(), ["pieces=1".parse().unwrap()]);
        let problem = Problem::new(rules).with("c1".parse().unwrap(), Value::Excluded).unwrap();
        let cells = |name: &str| CellSet::from_cells(problem.rules().size(), name.parse::<Cell>());
        let completion = Completion::of_solution(&problem, cells("a1"));
        assert_eq!((completion.placed, completion.excluded), (cells("a1"), cells("d1")));
    }
}
