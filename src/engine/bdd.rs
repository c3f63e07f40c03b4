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
//! | `conjoin`, `growth` | [`conjoin`] and [`conjoin_stepwise`]; [`Growth`], the diagrams on the way |
//! | `census`, `ranking`, `solutions`, `classes` | counts; solutions by number and at random, one by one, up to symmetry |
//! | `sift` | [`sift`], the search for a better order |
//! | `select`, `repair` | the diagram under decisions; decisions to take back |
//! | `below` | the number of solutions at each node of a search tree |
//! | `robdd` | size and nodes of the reduced ordered BDD |

mod below;
mod census;
mod classes;
mod conjoin;
mod diagram;
mod engine;
mod frontier;
mod growth;
mod list;
mod order;
mod ranking;
mod repair;
mod robdd;
mod select;
mod sift;
mod solutions;

pub use classes::Classes;
pub use conjoin::{ConjoinedBdd, Observer, Pace, Part, conjoin, conjoin_stepwise};
pub use diagram::Diagram;
pub use engine::Engine;
pub use frontier::{Construction, compile};
pub use growth::{Growth, Stage, Subject};
pub use order::{Arrangement, OrderError, Variable, VariableOrder};
pub use ranking::Ranking;
pub use robdd::{MAX_VARIABLES, TooManyVariables};
pub use sift::{Sifted, sift};
pub use solutions::Solutions;
