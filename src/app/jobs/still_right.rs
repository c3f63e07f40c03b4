//! Whether a solution remains.

use crate::App;
use crate::job::{Desk, Job};
use crate::notice::AnswerNotice;
use engine::{Answer, Oracle};

/// Reports whether a solution remains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StillRight;

impl Job for StillRight {
    fn activity(&self) -> &'static str {
        "looking"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let is_right = desk.engine.is_satisfiable(desk.problem, desk.budget)?;
        desk.answer(take, is_right);
        Ok(())
    }
}

/// Says whether the position is still right.
pub fn take(app: &mut App, is_right: bool) {
    app.say(match is_right {
        true if app.session.is_solved() => AnswerNotice::Right,
        true => AnswerNotice::StillRight,
        false => AnswerNotice::NotRight { has_hint: !app.is_finished() },
    });
}
