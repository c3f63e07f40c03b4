//! The best completion: by cost, or by number of pieces.

use std::num::NonZeroUsize;
use std::time::Duration;

use crate::job::{Desk, Job};
use crate::notice::{AnswerNotice, Measure};
use crate::{App, Forfeit, playing};
use engine::{Answer, Completion, Objective, Optimum, PricedSolution};
use problem::Weights;

/// Maximum time of the search for the best solution.
const BEST_TIMEOUT: Duration = Duration::from_secs(20);

/// Reports the best solution. Reports nothing if costs are compared and there are no weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Best(pub Objective, pub Measure);

impl Job for Best {
    fn activity(&self) -> &'static str {
        match self {
            Self(Objective::Cheapest, Measure::Cost) => "looking for the cheapest",
            Self(Objective::Dearest, Measure::Cost) => "looking for the dearest",
            Self(Objective::Cheapest, Measure::Pieces) => "looking for the fewest",
            Self(Objective::Dearest, Measure::Pieces) => "looking for the most",
        }
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let Self(aim, measure) = *self;
        let rules = desk.problem.rules();
        let weights = match measure {
            Measure::Cost => rules.weights().cloned(),
            Measure::Pieces => Some(Weights::unit(rules.size())),
        };
        let Some(weights) = weights else { return Ok(()) };
        let budget = desk.budget.slice(BEST_TIMEOUT);
        let found = desk.engine.best(desk.problem, &weights, aim, NonZeroUsize::MIN, &budget)?;
        desk.answer(take, (aim, measure, found));
        Ok(())
    }
}

/// Decides the whole board by the best solution. Shows its measure, and whether it is proved to be optimal.
pub fn take(app: &mut App, (aim, measure, found): (Objective, Measure, Optimum)) {
    let Some(PricedSolution { cells, .. }) = found.solutions.first() else {
        return app.refuse(AnswerNotice::Best { aim, measure, found, is_new: true });
    };
    playing::give_up(app, Forfeit::Completed);
    let completion = Completion::of_solution(app.session.problem(), cells.clone());
    let is_new = app.session.complete(&completion);
    app.say(AnswerNotice::Best { aim, measure, found, is_new });
}
