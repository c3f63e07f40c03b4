//! What is known about the puzzle that is played: its solutions, its grade and its difficulty.

use std::time::Duration;

use crate::app::game::Assessment;
use crate::app::job::{Desk, Ending, Job, WorkerKind};
use crate::app::reply::Reply;
use engine::{Answer, Interrupted};
use session::puzzle::{self, PuzzleSolutions};

/// Maximum time for grading a puzzle.
const GRADE_TIMEOUT: Duration = Duration::from_secs(120);

/// Reports the solutions of a puzzle, then its grade and its difficulty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Assess;

impl Job for Assess {
    fn worker(&self) -> WorkerKind {
        WorkerKind::Counting
    }

    fn is_awaited(&self) -> bool {
        false
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let solutions = PuzzleSolutions::find(desk.problem, desk.budget)?;
        let can_be_graded = matches!(solutions, PuzzleSolutions::One(_));
        let solutions = Some(solutions);
        let mut found = Assessment { solutions, graded: None, is_complete: !can_be_graded };
        desk.reply(Reply::Assessed(found.clone()));
        if can_be_graded {
            found.graded = puzzle::grade_of(desk.problem, &desk.budget.slice(GRADE_TIMEOUT))
                .or_else(|interrupted| interrupted.unless_cancelled(None))?;
            found.is_complete = true;
            desk.reply(Reply::Assessed(found));
        }
        Ok(())
    }

    fn interrupted(&self, _: Interrupted) -> Ending {
        Ending::Reply(Reply::NotAssessed)
    }

    fn failed(&self) -> Option<Reply> {
        Some(Reply::NotAssessed)
    }
}
