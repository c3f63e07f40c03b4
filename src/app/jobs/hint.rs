//! Hints: the next step with its reason, the mistake in the position, or the contradiction that refutes a piece.

use crate::job::{Desk, Job};
use crate::notice::{AnswerNotice, PositionNotice};
use crate::{App, StagedHint, playing};
use engine::Answer;
use geometry::Cell;
use session::{Finding, Hint, HintAids, Stage, Supposition};

/// Searches for a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FindHint {
    /// What the hint may use.
    pub aids: HintAids,
    /// Number of stages to show after the first one.
    pub more_stages: usize,
}

impl Job for FindHint {
    fn activity(&self) -> &'static str {
        "looking"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let found = Hint::find(desk.engine, desk.problem, self.aids, desk.budget)?;
        desk.answer(take, found);
        Ok(())
    }
}

impl App {
    /// True while a worker looks for a hint.
    pub fn seeks_hint(&self) -> bool {
        self.jobs.answering::<FindHint>().is_some()
    }
}

/// Searches for the contradiction that refutes a piece on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Suppose(pub Cell);

impl Job for Suppose {
    fn activity(&self) -> &'static str {
        "looking"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let found = Hint::suppose(desk.engine, desk.problem, self.0, desk.budget)?;
        desk.answer(take_supposition, (self.0, found));
        Ok(())
    }
}

/// Shows the first stage of a hint, and the stages that were asked for during the search.
pub fn take(app: &mut App, found: Option<Hint>) {
    let more_stages = app.jobs.answering().map_or(0, |job: &FindHint| job.more_stages);
    match found {
        None if app.session.is_solved() => app.say(AnswerNotice::Complete),
        None => app.say(AnswerNotice::NothingFollows),
        Some(hint) => show(app, hint, None),
    }
    for _ in 0..more_stages {
        go_on(app);
    }
}

/// Shows the next stage of the present hint, or its next picture. A screen moves its cursor to the first cell of the last
/// stage.
pub(crate) fn go_on(app: &mut App) {
    let Some(shown) = &mut app.hint else { return };
    if shown.stage == Stage::What || shown.picture.is_some() {
        return go_forward(app);
    }
    shown.stage = shown.stage.next();
    let cell = shown.cells().first().copied();
    app.lead = cell.filter(|_| shown.stage == Stage::What);
}

/// Shows the next picture of a contradiction, or says that there is none.
pub(crate) fn go_forward(app: &mut App) {
    if let Some(shown) = app.hint.as_mut().filter(|shown| shown.pictures() > 0)
        && !shown.go_forward()
    {
        app.say(PositionNotice::NoFurtherStep);
    }
}

/// Shows the first stage of a hint, with the cell of a supposed piece.
fn show(app: &mut App, hint: Hint, supposed: Option<Cell>) {
    if app.shown.is_board {
        playing::count_hint(app, supposed);
        app.hint = Some(StagedHint::new(hint));
    }
}

/// Shows the first step of the contradiction that refutes a piece on a cell. If there is no contradiction, or if none was
/// found, says so.
pub(crate) fn take_supposition(app: &mut App, (cell, found): (Cell, Supposition)) {
    let hint = match found {
        Supposition::Refuted(hint) => *hint,
        Supposition::Holds => {
            // If a piece is not contradicted, a piece of the solution stands there. So the answer is a hint.
            playing::count_hint(app, Some(cell));
            return app.say(PositionNotice::NoContradiction { cell });
        }
        Supposition::Unproved => {
            let stamp = app.session.stamp();
            app.session.learn(stamp, Finding::Unproved(cell));
            return app.say(PositionNotice::NoProof { cell });
        }
    };
    show(app, hint, Some(cell));
    let is_refuted = |shown: &&mut StagedHint| matches!(shown.hint, Hint::Step(_));
    if let Some(shown) = app.hint.as_mut().filter(is_refuted) {
        shown.stage = Stage::What;
        shown.go_forward();
    }
}
