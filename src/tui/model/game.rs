//! A puzzle that is played.

use std::sync::Arc;
use std::time::Duration;

use crate::problem::Rules;
use crate::puzzle::{Score, Wanted};
use crate::tui::model::clock::Clock;

/// A puzzle that is played: as long as the board has its rules.
#[derive(Clone, Debug)]
pub(in crate::tui) struct Game {
    pub wanted: Wanted,
    pub seed: u64,
    pub clock: Clock,
    /// The hints that were given.
    pub hints: u32,
    /// True if the board was completed, or told all: there is no result then.
    pub is_given_up: bool,
    /// How it was solved for the first time.
    pub solved: Option<Solved>,
    /// The rules of the puzzle, by which it is known again.
    rules: Arc<Rules>,
}

/// How a puzzle was solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui) struct Solved {
    pub time: Duration,
    /// All results of such puzzles, this one included, once it is recorded.
    pub score: Option<Score>,
}

impl Game {
    pub(in crate::tui) fn new(wanted: Wanted, seed: u64, rules: Arc<Rules>) -> Self {
        Self {
            wanted,
            seed,
            clock: Clock::default(),
            hints: 0,
            is_given_up: false,
            solved: None,
            rules,
        }
    }

    /// True if a board with these rules is that of the puzzle.
    pub(in crate::tui) fn is_on(&self, rules: &Arc<Rules>) -> bool {
        Arc::ptr_eq(&self.rules, rules)
    }
}
