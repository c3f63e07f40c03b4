//! Answers from a solver of Boolean satisfiability, for boards too large for a decision diagram.
//!
//! Two cells that exclude each other are a clause of two negations, a group that needs a piece is a
//! disjunction. Every solution that the solver finds is a witness for all its cells, and the solver is
//! asked only about cells without a witness. So the domains of all cells take far fewer questions than there
//! are cells.

mod backend;
mod cost;
mod domains;
mod encoding;
mod engine;
mod hitting;
mod optimum;
mod relaxation;
mod repairs;
mod rule_clauses;
mod solutions;

pub use backend::Effort;
pub use engine::Engine;
pub use hitting::HittingSets;
pub use optimum::optimum;
pub use rule_clauses::{Clash, RuleClauses};
pub use solutions::Solutions;
