//! The engine chosen from board, decisions and budget: whoever answers soonest, with the same answer
//! as any other.

mod choice;
mod engine;

pub use choice::{Kind, Wanted, counter, diagram_is_quick, solver, teller};
pub use engine::{Engine, Layer};
