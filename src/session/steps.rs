//! Solves positions step by step, by techniques that a person can follow, easiest first.
//!
//! | file | contents |
//! | --- | --- |
//! | `technique` | [`Technique`], from the easiest to the hardest, and [`Grade`] |
//! | `step` | [`Step`]: settled cells, and the proof of their values |
//! | `board` | [`Board`]: groups with bounds, and which cells attack each other |
//! | `candidates` | [`Candidates`]: the cells with a piece, and the cells that may get one |
//! | `deduction` | the result of a technique, before it becomes a [`Step`] |
//! | `open_group` | groups with open cells, and several of them counted as one |
//! | `packing`, `room` | sets of cells that do not attack each other, and what follows from how many fit |
//! | `finder` | what techniques know of a position |
//! | `simple`, `within`, `counting` | techniques about one group, groups within groups, and all others that count pieces |
//! | `search` | looks for deductions, technique by technique |
//! | `contradiction` | chains and contradictions: assumptions that steps refute |
//! | `exchange` | the technique of uniqueness: pieces that could be exchanged |
//! | `by_rules` | the last technique: an engine finds what follows from the rules |
//! | `solver` | [`Solver`]: the next step, and all steps to the solution |
//! | `difficulty` | the difficulty as a number, and the [`Scale`] of its grades |
//! | `minimal` | leaves out of a step's reason what its proof does not need |
//! | `frames` | [`ContradictionFrame`]: one picture of a contradiction |
//! | `breach` | [`Breach`]: a mistake that is visible on the board |
//! | `check` | [`follows`]: checks that a step follows from the rules that it names |
//! | `blocks` | [`Blocks`]: why groups have no room |
//! | `words` | steps as sentences |
//!
//! Steps are never guesses: each step follows from the rules and from the cells settled by earlier steps.

mod blocks;
mod board;
mod breach;
mod by_rules;
mod candidates;
mod check;
mod contradiction;
mod counting;
mod deduction;
mod difficulty;
mod exchange;
mod finder;
mod frames;
mod minimal;

mod open_group;
mod packing;
#[cfg(test)]
mod random_positions;
mod room;
mod search;
mod simple;
mod solver;
mod step;
mod technique;

mod within;
mod words;

pub use blocks::Blocks;
pub use board::Board;
pub use breach::Breach;
pub use candidates::Candidates;
pub use check::follows;
pub use difficulty::Scale;
pub(crate) use difficulty::has_many_pieces;
pub use frames::ContradictionFrame;
pub use solver::{End, Obstacle, Solver, SolvingPath};
pub use step::{Refutation, Step};
pub use technique::{Grade, Technique};
pub(crate) use words::cells_in_words;
pub use words::{NAMED, piece_word, verb};
