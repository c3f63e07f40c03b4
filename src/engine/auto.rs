//! Asks the engines of the [`plan`](crate::plan), or the engine that is named.
//!
//! [`Engine`] answers all questions of a session. If exact counts take long, [`estimate`] comes first.

mod engine;
mod estimate;

pub use engine::{Engine, QUICK_NODES};
pub use estimate::{estimate, first_estimate};
