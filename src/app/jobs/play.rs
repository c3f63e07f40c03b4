//! Puzzles to play.

use rand_chacha::rand_core::RngCore;

use crate::App;
use crate::game::{NextPuzzle, Origin};
use crate::job::{Change, Desk, Ending, Job, WorkerKind};
use crate::notice::GameNotice;
use crate::playing::play;
use engine::{Answer, Interrupted};
use session::puzzle::{Outcome, PuzzleSpec};

/// Makes a puzzle to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MakeGame {
    /// Kind, size, stars and grade of the puzzle.
    pub wanted: PuzzleSpec,
    /// `None` takes a random seed.
    pub seed: Option<u64>,
}

impl Job for MakeGame {
    fn activity(&self) -> &'static str {
        "making a puzzle"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let seed = self.seed.unwrap_or_else(|| desk.random.next_u32().into());
        let made = self.wanted.make(seed, desk.budget)?;
        desk.answer(take, (self.wanted, seed, made));
        Ok(())
    }
}

/// Makes the next puzzle while another puzzle is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MakeAhead {
    /// Kind, size, stars and grade of the puzzle.
    pub wanted: PuzzleSpec,
    /// `None` takes a random seed.
    pub seed: Option<u64>,
}

impl Job for MakeAhead {
    fn worker(&self) -> WorkerKind {
        WorkerKind::Estimating
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let seed = self.seed.unwrap_or_else(|| desk.random.next_u32().into());
        let made = self.wanted.make(seed, desk.budget)?;
        desk.answer(take_next, NextPuzzle::of(self.wanted, seed, made));
        Ok(())
    }

    fn interrupted(&self, _: Interrupted) -> Ending {
        Ending::Change(Change::of(take_next, NextPuzzle::Failed))
    }

    fn failed(&self) -> Option<Change> {
        Some(Change::of(take_next, NextPuzzle::Failed))
    }
}

/// Opens a puzzle that was made, or shows why there is none.
pub(crate) fn take(app: &mut App, (wanted, seed, outcome): (PuzzleSpec, u64, Outcome)) {
    match outcome {
        Outcome::Puzzle(problem) => play(app, problem, Origin::Made { wanted, seed }),
        failed => app.refuse(GameNotice::NotMade { wanted, outcome: failed }),
    }
}

/// Stores the next puzzle, which was made in advance.
pub fn take_next(app: &mut App, next: NextPuzzle) {
    if let Some(game) = app.playing_mut() {
        game.next = next;
    }
}
