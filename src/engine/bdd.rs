//! Exact knowledge from a decision diagram of all solutions.
//!
//! The diagram of a problem is built directly, level by level (see [`compile`]), and kept in
//! zero-suppressed form ([`Diagram`]): the same paths as the reduced ordered BDD, without its long
//! chains of "and no piece here". [`Diagram::to_bdd`] is that BDD, node for node. [`conjoin`] makes
//! it the textbook way, by the library's operations, for comparison.
//!
//! [`Ranking`] finds solutions by number and at random; [`Classes`] are the solutions up to symmetry.

mod census;
mod classes;
mod conjoin;
mod diagram;
mod engine;
mod frontier;
mod list;
mod order;
mod ranking;
mod repair;
mod robdd;
mod select;
mod solutions;

pub use classes::Classes;
pub use conjoin::{Conjoined, Pace, Part, conjoin, conjoin_stepwise};
pub use diagram::Diagram;
pub use engine::Engine;
pub use frontier::{Construction, compile};
pub use order::{Arrangement, VariableOrder};
pub use ranking::Ranking;
pub use robdd::{MAX_VARIABLES, TooManyVariables};
pub use solutions::Solutions;
