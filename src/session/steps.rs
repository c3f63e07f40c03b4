//! A solution step by step, by techniques that a person can follow, easiest first.
//!
//! | file | contents |
//! | --- | --- |
//! | `technique` | [`Technique`], from the easiest to the hardest, and the [`Grade`] of a puzzle that needs it |
//! | `step` | [`Step`]: cells that are settled, and what proves it |
//! | `board` | [`Board`]: groups with bounds, and which cells attack each other |
//! | `candidates` | [`Candidates`]: the cells that hold a piece, and those that may |
//! | `deduction` | what a technique finds |
//! | `open_group`, `nesting` | the groups of a position, and those that lie within others |
//! | `finder` | looks for deductions, technique by technique |
//! | `simple`, `within`, `packing` | techniques about one group, groups within groups, pieces that cannot touch |
//! | `contradiction` | an assumption that steps refute |
//! | `by_rules` | the last resort: what an engine says follows from the rules |
//! | `solver` | [`Solver`]: the next step, and the whole way |
//! | `hardness` | [`Hardness`]: how hard a position is beyond its grade |
//! | `breach` | [`Breach`]: what is plainly wrong |
//! | `check` | [`follows`]: whether a step follows from what it names |
//! | `words` | steps as sentences |
//!
//! No step guesses: each follows from the rules and from what the steps before it settled.

mod board;
mod breach;
mod by_rules;
mod candidates;
mod check;
mod contradiction;
mod deduction;
mod finder;
mod hardness;
mod nesting;
mod open_group;
mod packing;
mod simple;
mod solver;
mod step;
mod technique;
mod within;
mod words;

pub use board::Board;
pub use breach::Breach;
pub use candidates::Candidates;
pub use check::follows;
pub use hardness::Hardness;
pub use solver::{End, Obstacle, Solver, SolvingPath};
pub use step::{Refutation, Step};
pub use technique::{Grade, Technique};
