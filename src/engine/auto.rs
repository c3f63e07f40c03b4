//! The engine chosen from board, decisions and budget: whoever answers soonest, with the same answer
//! as any other.

mod choice;
mod engine;

pub use choice::{Kind, Wanted, counter, is_countable, solver, teller};
pub use engine::{Engine, Layer};
