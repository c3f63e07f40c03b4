//! Engines that answer questions about a problem, with one vocabulary of answers and budgets.
//!
//! | engine | method |
//! | --- | --- |
//! | [`bdd`] | the decision diagram of all solutions |
//! | [`sat`] | Boolean satisfiability |
//! | [`search`] | finite-domain search |
//! | [`count`] | bit-parallel search that counts |
//! | [`estimate`] | sequential Monte Carlo |
//! | [`auto`] | chooses among these, or keeps to the one asked for |
//!
//! [`Invariants`] tell how many solutions there are up to symmetry, and which symmetries they have.
//! [`verify`] checks witnesses without any of the engines.
//! [`Consistency`] tells how strong a [`Filter`] must be to see that a cell is impossible.

pub mod auto;
pub mod bdd;
mod budget;
mod consistency;
mod costs;
pub mod count;
mod domains;
pub mod estimate;
mod invariants;
pub mod sat;
pub mod search;
mod small_diagram;
mod threads;
pub mod verify;

pub use budget::{Amount, Budget, Cause, DEFAULT_MEMORY, Interrupted, Phase, Progress};
pub use consistency::{Consistency, Filter};
pub use costs::{Aim, Costs, Optimum, PieceCensus, Polynomial, PricedSolution};
pub use domains::Domains;
pub use invariants::{Invariants, SymmetricSolutions};
pub use small_diagram::{Remaining, SmallDiagram, SmallNode, Target};
pub use threads::available_threads;
pub use threads::on_threads;

use num_bigint::BigUint;
use strum::{Display, IntoStaticStr};

use geometry::{Cell, CellSet};
use problem::{Problem, Value};

/// What follows from a problem's rules and decisions, as exact numbers.
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
    /// The cells that would otherwise stay possible.
    pub excluded: CellSet,
    /// The solution's number among all, where they are numbered.
    pub rank: Option<Rank>,
    /// True if particles of an estimate found it: then all solutions were nearly, not exactly, equally
    /// probable.
    pub is_nearly_uniform: bool,
}

impl Completion {
    /// A solution without a number, as a completion of a problem: excludes what is neither decided nor
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
    /// The sets, each in the order of its decisions; none if taking back decisions cannot help.
    pub sets: Vec<Vec<Cell>>,
    /// True if there are more of the same size.
    pub more: bool,
}

/// A part of the answer about a position. Parts come one after the other.
#[derive(Clone, Debug, PartialEq)]
pub enum Layer {
    /// What every cell can still be, as far as it is known.
    Domains(Domains),
    /// About how many solutions there are, and the share of each cell.
    Estimate(estimate::EstimatedCensus),
    /// All counts, and the engine that counted.
    Census(Census, EngineKind),
    /// The nodes of the position's row diagram.
    RowNodes(usize),
    /// The size of the position's reduced ordered BDD.
    Diagram(DiagramSize),
}

/// An engine that knows what a position leaves possible.
pub trait Surveyor {
    /// Hands over what follows from a position, layer by layer. Domains need to be complete for the
    /// given cells only.
    ///
    /// # Errors
    /// When the budget ends first. The layers handed over are right, but not all.
    fn survey_cells(
        &mut self,
        problem: &Problem,
        cells: &CellSet,
        budget: &Budget,
        learn: &mut dyn FnMut(Layer),
    ) -> Result<(), Interrupted>;
}

/// An engine that decides whether a problem has a solution: what explanation and restoration need.
pub trait Oracle {
    /// True if the problem has a solution.
    ///
    /// # Errors
    /// When the budget ends first.
    fn is_satisfiable(&mut self, problem: &Problem, budget: &Budget) -> Result<bool, Interrupted>;

    /// The number of solutions, if this engine counts.
    ///
    /// # Errors
    /// When the budget ends first.
    fn solutions(
        &mut self,
        problem: &Problem,
        budget: &Budget,
    ) -> Result<Option<BigUint>, Interrupted>;

    /// The smallest sets of `soft` decisions to take back so that a solution keeps the others and the
    /// problem's own, at most `cap` of them; `None` if this engine cannot find them.
    ///
    /// # Errors
    /// When the budget ends first.
    fn smallest_repairs(
        &mut self,
        problem: &Problem,
        soft: &[(Cell, Value)],
        cap: usize,
        budget: &Budget,
    ) -> Result<Option<Repairs>, Interrupted>;

    /// Some of the `soft` decisions that leave no solution together with the problem's own, not
    /// necessarily as few as possible. `None` if all of them leave one, or if this engine cannot find
    /// them.
    ///
    /// # Errors
    /// When the budget ends first.
    fn conflict(
        &mut self,
        _problem: &Problem,
        _soft: &[(Cell, Value)],
        _budget: &Budget,
    ) -> Result<Option<Vec<Cell>>, Interrupted> {
        Ok(None)
    }
}
