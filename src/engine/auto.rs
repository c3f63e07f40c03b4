//! Chooses an engine: the named one, or the one that will probably answer first. All engines give the same answer.
//!
//! [`Question`] lists the engines that answer each kind of question. [`counter`] and [`solver`] choose for one
//! question, [`Engine`] chooses for all questions of a session. If exact counts take long, [`estimate`] comes first.

mod choice;
mod engine;
mod estimate;

pub use choice::{
    CounterEngine, EngineRefusal, Question, SolverEngine, WantedSolutions, counter,
    counter_of_parts, is_countable, is_soon_counted, second_engine, solver,
};
pub use engine::{Engine, QUICK_NODES};
pub use estimate::{estimate, first_estimate, is_worth_estimating};
