//! A puzzle that is played.

use std::time::Duration;

use crate::model::clock::Clock;
use session::BoardNumber;
use session::puzzle::{Score, Wanted};

/// A puzzle that is played: as long as its board is the present one.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub wanted: Wanted,
    pub seed: u64,
    pub clock: Clock,
    /// The hints that were given.
    pub hints: u32,
    /// True if the board was completed, or told all: there is no result then.
    pub is_given_up: bool,
    /// How it was solved for the first time.
    pub solved: Option<Solved>,
    /// The board of the puzzle, by which it is known again.
    board: BoardNumber,
}

/// How far a puzzle has been played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameProgress {
    pub elapsed: Duration,
    pub hints: u32,
    pub is_given_up: bool,
    /// The time in which it was solved for the first time.
    pub solved: Option<Duration>,
}

impl GameProgress {
    /// The same with whole seconds, as the clock shows them.
    pub(crate) const fn in_seconds(self) -> Self {
        Self { elapsed: Duration::from_secs(self.elapsed.as_secs()), ..self }
    }
}

/// How a puzzle was solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Solved {
    pub time: Duration,
    /// All results of such puzzles, this one included, once it is recorded.
    pub score: Option<Score>,
}

impl Game {
    pub(crate) fn new(wanted: Wanted, seed: u64, board: BoardNumber) -> Self {
        Self {
            wanted,
            seed,
            clock: Clock::default(),
            hints: 0,
            is_given_up: false,
            solved: None,
            board,
        }
    }

    /// True if this is the board of the puzzle.
    pub(crate) fn is_on(&self, board: BoardNumber) -> bool {
        self.board == board
    }

    /// How far it has been played.
    pub(crate) fn progress(&self) -> GameProgress {
        GameProgress {
            elapsed: self.clock.elapsed(),
            hints: self.hints,
            is_given_up: self.is_given_up,
            solved: self.solved.map(|solved| solved.time),
        }
    }

    /// Goes on from where it was left. The score is not known yet.
    pub(crate) fn go_on_from(&mut self, progress: GameProgress) {
        self.clock = Clock::at(progress.elapsed);
        self.hints = progress.hints;
        self.is_given_up = progress.is_given_up;
        self.solved = progress.solved.map(|time| Solved { time, score: None });
    }
}
