//! Assesses the puzzle that is played: its solutions, its grade and its difficulty.

use std::time::Duration;

use crate::game::Assessment;
use crate::job::{Change, Desk, Ending, Job, WorkerKind};
use crate::memo::Memo;
use crate::notice::GameNotice;
use crate::playing::record;
use crate::{App, Mistakes, Origin};
use engine::{Answer, Interrupted};
use problem::Value;
use session::puzzle::{self, BegunDrawing, PuzzleSolutions};
use session::steps::SolvingPath;

/// Maximum time for grading a puzzle.
const GRADE_TIMEOUT: Duration = Duration::from_secs(120);

/// Reports the solutions of a puzzle, then its grade and its difficulty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Assess;

impl Job for Assess {
    fn worker(&self) -> WorkerKind {
        WorkerKind::Counting
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let solutions = PuzzleSolutions::find(desk.problem, desk.budget)?;
        let can_be_graded = matches!(solutions, PuzzleSolutions::One(_));
        let solutions = Some(solutions);
        let is_complete = !can_be_graded;
        let mut found = Assessment { solutions, is_complete, ..Assessment::default() };
        desk.answer(take, found.clone());
        if can_be_graded {
            let path = puzzle::path_within(GRADE_TIMEOUT, desk.problem, desk.budget)?;
            found.graded = path.as_ref().and_then(SolvingPath::graded);
            found.hardest_step = path.as_ref().and_then(SolvingPath::hardest_step).cloned();
            found.techniques = path.map_or_else(Vec::new, |path| path.techniques());
            found.is_complete = true;
            desk.answer(take, found);
        }
        Ok(())
    }

    fn interrupted(&self, _: Interrupted) -> Ending {
        Ending::Change(Change::of(give_up, ()))
    }

    fn failed(&self) -> Option<Change> {
        Some(Change::of(give_up, ()))
    }
}

/// Stores the known facts about the puzzle that is played, and reports a puzzle without exactly one solution.
pub(crate) fn take(app: &mut App, assessment: Assessment) {
    let problem = app.session.problem().clone();
    let Some(game) = app.playing_mut() else { return };
    let was_known = game.assessment.solutions.is_some();
    let graded = assessment.graded.filter(|_| matches!(game.origin, Origin::Opened(_)));
    game.assess(assessment, &problem);
    let begun = BegunDrawing::of_puzzle(problem.rules());
    let said = match game.assessment.solutions {
        Some(PuzzleSolutions::None) => {
            Some(begun.map_or(GameNotice::NoSolution, |begun| GameNotice::NotDrawn { begun }))
        }
        Some(PuzzleSolutions::Several) => Some(GameNotice::SeveralSolutions),
        Some(PuzzleSolutions::One(_)) | None => None,
    };
    // Pieces may stand on wrong cells already.
    if app.settings.mistakes != Mistakes::Off
        && !was_known
        && let Some(game) = app.playing()
    {
        let placed = problem.decisions().cells(Value::Placed);
        let wrong = placed.filter(|&cell| game.is_mistake(cell)).count() as u32;
        if let Some(game) = app.playing_mut().filter(|game| game.mistakes < wrong) {
            game.mistakes = wrong;
        }
    }
    if let Some((grade, difficulty)) = graded {
        app.note(&Memo::Graded(grade, difficulty));
    }
    if let Some(said) = said.filter(|_| !was_known) {
        app.say(said);
    }
    record(app);
}

/// Marks unknown facts about the puzzle as permanently unknown, because a budget ended or the worker failed.
pub(crate) fn give_up(app: &mut App, (): ()) {
    if let Some(game) = app.playing_mut() {
        game.assessment.is_complete = true;
    }
}
