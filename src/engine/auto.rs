//! The engine chosen from board, decisions and budget: whoever answers soonest, with the same answer
//! as any other.

mod choice;
mod engine;

pub use choice::{Kind, diagram_is_quick};
pub use engine::{Engine, Layer};
