//! Engines that answer questions about a problem, with common types for answers and budgets.
//!
//! | engine | method |
//! | --- | --- |
//! | [`bdd`] | the decision diagram of all solutions |
//! | [`sat`] | Boolean satisfiability |
//! | [`search`] | finite-domain search |
//! | [`count`] | bit-parallel search that counts |
//! | [`estimate`] | sequential Monte Carlo |
//!
//! The [`plan`] says which of them answer which question, in which order; [`auto`] asks them.
//!
//! [`InvariantCounts`] give the number of solutions up to symmetry, and the symmetries of the solutions. [`verify`] checks
//! witnesses without any of the engines. [`Consistency`] gives the weakest [`Filter`] that shows that a cell is
//! impossible.

#[macro_use]
mod heap;

mod answers;
pub mod auto;
pub mod bdd;
mod bits;
#[cfg(test)]
mod brute_force;
mod budget;
mod consistency;
mod costs;
pub mod count;
pub mod counting;
mod domains;
pub mod estimate;
mod invariants;
mod lists;
mod numbered_cells;
mod oracle;
mod pair;
pub mod parts;
pub mod plan;
mod row_grid;
pub mod sat;
pub mod search;
mod small_diagram;
mod threads;
pub mod verify;

pub use answers::{Census, Completion, DiagramSize, EngineKind, Rank, Retractions};
pub use bdd::DiagramKind;
pub use budget::{
    Answer, Budget, Cause, DEFAULT_MEMORY, Interrupted, MemoryAmount, Phase, Progress,
};
pub use consistency::{Consistency, Filter};
pub use costs::{BestCosts, Objective, Optimum, Polynomial, PricedSolution};
pub use domains::Domains;
pub use invariants::{InvariantCounts, SymmetricSolutions};
pub use oracle::{Oracle, PartialAnswer, Surveyor};
pub use pair::{Comparison, OtherCells, Part, PartAnswer, ProblemPair};
pub use small_diagram::{
    Chip, ChipDiagram, CountingPasses, NodeAccess, NodeCounts, NodeReader, NodeStep, RemainingPart,
    SmallDiagram, SmallNode, StepObserver, Summand, Surroundings, Target,
};
pub use threads::{available_threads, on_threads};
