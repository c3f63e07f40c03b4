//! Answers from a solver of Boolean satisfiability, for boards too large for a decision diagram.
//!
//! The rules are clauses as they are: a pair of negations for two cells that exclude each other, a
//! disjunction for a group that needs a piece. Every solution that the solver finds is a witness for
//! all its cells, and it is led to cells without a witness; so the domains of all cells take far
//! fewer questions than there are cells.

mod backend;
mod domains;
mod encoding;
mod engine;
mod repairs;
mod solutions;
mod totalizer;

pub use backend::Effort;
pub use engine::Engine;
pub use solutions::Solutions;
