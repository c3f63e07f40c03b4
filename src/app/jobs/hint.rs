//! Hints: the next step with its reason, the mistake in the position, or the contradiction that refutes a piece.

use crate::job::{Desk, Job};
use crate::notice::{AnswerNotice, PositionNotice};
use crate::{App, StagedHint, playing};
use engine::Answer;
use geometry::Cell;
use session::{Finding, Hint, HintAids, Stage, Supposition};

/// Searches for a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FindHint(pub HintAids);

impl Job for FindHint {
    fn activity(&self) -> &'static str {
        "looking"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let found = Hint::find(desk.engine, desk.problem, self.0, desk.budget)?;
        desk.answer(take, found);
        Ok(())
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

/// Shows the first stage of a hint.
pub fn take(app: &mut App, found: Option<Hint>) {
    match found {
        None if app.session.is_solved() => app.say(AnswerNotice::Complete),
        None => app.say(AnswerNotice::NothingFollows),
        Some(hint) => show(app, hint),
    }
}

/// Shows the first stage of a hint.
fn show(app: &mut App, hint: Hint) {
    if app.shown.is_board {
        playing::count_hint(app);
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
            playing::count_hint(app);
            return app.say(PositionNotice::NoContradiction { cell });
        }
        Supposition::Unproved => {
            let stamp = app.session.stamp();
            app.session.learn(stamp, Finding::Unproved(cell));
            return app.say(PositionNotice::NoProof { cell });
        }
    };
    show(app, hint);
    if let Some(shown) = app.hint.as_mut().filter(|shown| shown.hint.refuted().is_some()) {
        shown.stage = Stage::What;
        shown.go_forward();
    }
}
