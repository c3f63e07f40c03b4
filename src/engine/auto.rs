//! Asks the engines of the [`plan`](crate::plan), or the engine that is named.
//!
//! [`Engine`] answers all questions of a session; [`first_of`] lets two engines work at the same time. If exact counts take
//! long, [`estimate()`] comes first.

mod engine;
mod estimate;
mod race;

pub use engine::{Engine, QUICK_NODES};
pub use estimate::{estimate, first_estimate};
pub use race::first_of;
