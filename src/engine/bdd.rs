//! Exact answers from a decision diagram of all solutions.
//!
//! [`compile`] builds the diagram of a problem directly, level by level, in zero-suppressed form
//! ([`Diagram`]): the same paths as the reduced ordered BDD, without its long chains of "no piece here".
//! [`Diagram::to_bdd`] is that BDD, node for node. [`conjoin`] builds it with the library's operations,
//! for comparison.
//!
//! | file | contents |
//! | --- | --- |
//! | `engine` | [`Engine`] answers questions, and keeps diagrams for later ones |
//! | `diagram`, `order` | [`Diagram`], its nodes and levels; the order of its [`Variable`]s |
//! | `frontier` | [`compile`] |
//! | `conjoin` | [`conjoin`] and [`conjoin_stepwise`] |
//! | `census`, `ranking`, `solutions`, `classes` | counts; solutions by number and at random, one by one, up to symmetry |
//! | `select`, `repair` | the diagram under decisions; decisions to take back |
//! | `robdd` | size and nodes of the reduced ordered BDD |

mod arcs;
mod census;
mod classes;
mod conjoin;
mod diagram;
mod engine;
mod frontier;
mod group;
mod list;
mod monitor;
mod numbers;
mod order;
mod parallel;
mod ranking;
mod reduce;
mod repair;
mod robdd;
mod select;
mod selection;
mod sizes;
mod solutions;

pub use classes::Classes;
pub use conjoin::{ConjoinedBdd, Pace, Part, conjoin, conjoin_stepwise};
pub use diagram::Diagram;
pub use engine::Engine;
pub use frontier::{Construction, compile};
pub use order::{Arrangement, Variable, VariableOrder};
pub use ranking::Ranking;
pub use robdd::{MAX_VARIABLES, TooManyVariables};
pub use solutions::Solutions;
