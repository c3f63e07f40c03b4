//! Reasons, steps, sessions and puzzles, compared with the solutions that trying all sets of cells finds.

#[path = "../engine/brute_force/cases.rs"]
#[expect(dead_code, reason = "the tests of the engines count cells")]
mod cases;
mod positions;
mod puzzles;
mod reasons;
mod stepwise;

use engine::Census;
