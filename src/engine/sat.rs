//! Answers from a SAT solver, for boards too large for a decision diagram.
//!
//! A pair of cells that exclude each other becomes a clause of two negated literals. A group that needs a piece becomes
//! a disjunction. Every solution that the solver finds is a witness for the values of all its cells. The solver is
//! asked only about values without a witness, so the domains of all cells take far fewer calls than there are cells.

mod backend;
mod cost;
mod domains;
mod encoding;
mod engine;
mod hitting;
mod optimum;
mod pair;
mod relaxation;
mod retractions;
mod rule_clauses;
mod solutions;

pub use backend::SolverEffort;
pub use engine::Engine;
pub use hitting::HittingSets;
pub use optimum::optimum;
pub use rule_clauses::{Clash, Outlook, RuleClauses};
pub use solutions::Solutions;
