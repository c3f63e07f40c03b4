//! Chooses the engine: the one that is named, or the one that probably answers soonest. All engines give the
//! same answer.
//!
//! [`Question`] lists which engines answer what. [`counter`] and [`solver`] choose for one question,
//! [`Engine`] for all that a session asks. Where exact
//! counts take long, [`estimate`] comes first.

mod choice;
mod engine;
mod estimate;

pub use choice::{
    CounterEngine, Question, SolverEngine, Unable, WantedSolutions, counter, is_countable,
    is_soon_counted, second, solver,
};
pub use engine::{Engine, QUICK_NODES};
pub use estimate::{estimate, first_estimate, is_worth_estimating};
