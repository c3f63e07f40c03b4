//! A completion drawn at random.

use crate::job::{Desk, Job};
use crate::notice::{AnswerNotice, DecisionNotice};
use crate::{App, Forfeit, playing};
use engine::{Answer, Completion};

/// Draws a completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complete;

impl Job for Complete {
    fn activity(&self) -> &'static str {
        "completing"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let found = desk.engine.complete(desk.problem, desk.random, desk.budget)?;
        desk.answer(take, found);
        Ok(())
    }
}

/// Decides the whole board, and shows a notice if the solution was not drawn uniformly.
pub fn take(app: &mut App, found: Option<Completion>) {
    let Some(completion) = found else {
        return app.refuse(DecisionNotice::NothingToComplete);
    };
    playing::give_up(app, Forfeit::Completed);
    let is_even = completion.rank.is_some() || app.session.knowledge().has_one_solution();
    if !app.session.complete(&completion) {
        app.say(AnswerNotice::CompleteAlready);
    } else if !is_even {
        let is_nearly_uniform = completion.is_nearly_uniform;
        app.say(AnswerNotice::Uneven { is_nearly_uniform });
    }
}
