//! Puzzles to play.

use rand_chacha::rand_core::RngCore;

use crate::app::game::NextPuzzle;
use crate::app::job::{Desk, Ending, Job, WorkerKind};
use crate::app::reply::Reply;
use engine::{Answer, Interrupted};
use session::puzzle::PuzzleSpec;

/// Makes a puzzle to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MakeGame {
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
        desk.reply(Reply::Game(self.wanted, seed, made));
        Ok(())
    }
}

/// Makes the next puzzle while another puzzle is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MakeAhead {
    pub wanted: PuzzleSpec,
    /// `None` takes a random seed.
    pub seed: Option<u64>,
}

impl Job for MakeAhead {
    fn worker(&self) -> WorkerKind {
        WorkerKind::Estimating
    }

    fn is_awaited(&self) -> bool {
        false
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let seed = self.seed.unwrap_or_else(|| desk.random.next_u32().into());
        let made = self.wanted.make(seed, desk.budget)?;
        desk.reply(Reply::NextPuzzle(NextPuzzle::of(self.wanted, seed, made)));
        Ok(())
    }

    fn interrupted(&self, _: Interrupted) -> Ending {
        Ending::Reply(Reply::NextPuzzle(NextPuzzle::Failed))
    }

    fn failed(&self) -> Option<Reply> {
        Some(Reply::NextPuzzle(NextPuzzle::Failed))
    }
}
