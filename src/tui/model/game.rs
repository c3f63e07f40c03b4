//! The puzzle that the user plays.

use std::time::Duration;

use crate::model::clock::Clock;
use session::BoardNumber;
use session::puzzle::{PuzzleSpec, Score};

/// A puzzle that the user plays. It is in play only while its board is the current board.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub wanted: PuzzleSpec,
    pub seed: u64,
    pub clock: Clock,
    /// Number of hints given.
    pub hints: u32,
    /// True if the program has completed the board, or the user has chosen full assist. Then there is no result.
    pub is_given_up: bool,
    /// The first solution; `None` while unsolved.
    pub solved: Option<Solved>,
    /// The board of the puzzle, by which the puzzle is identified.
    board: BoardNumber,
}

/// Progress of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameProgress {
    pub elapsed: Duration,
    pub hints: u32,
    pub is_given_up: bool,
    /// The time of the first solution; `None` while unsolved.
    pub solved: Option<Duration>,
}

impl GameProgress {
    /// The progress with whole seconds, as the clock shows them.
    pub(crate) const fn in_seconds(self) -> Self {
        Self { elapsed: Duration::from_secs(self.elapsed.as_secs()), ..self }
    }
}

/// The time and the score of a solved puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Solved {
    pub time: Duration,
    /// The results of puzzles of this kind, including this result; `None` until this result is recorded.
    pub score: Option<Score>,
}

impl Game {
    pub(crate) fn new(wanted: PuzzleSpec, seed: u64, board: BoardNumber) -> Self {
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

    /// True if `board` is the board of the puzzle.
    pub(crate) fn is_on(&self, board: BoardNumber) -> bool {
        self.board == board
    }

    /// The progress of the puzzle.
    pub(crate) fn progress(&self) -> GameProgress {
        GameProgress {
            elapsed: self.clock.elapsed(),
            hints: self.hints,
            is_given_up: self.is_given_up,
            solved: self.solved.map(|solved| solved.time),
        }
    }

    /// Restores the progress. The score is not known yet.
    pub(crate) fn go_on_from(&mut self, progress: GameProgress) {
        self.clock = Clock::at(progress.elapsed);
        self.hints = progress.hints;
        self.is_given_up = progress.is_given_up;
        self.solved = progress.solved.map(|time| Solved { time, score: None });
    }
}
