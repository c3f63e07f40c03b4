//! Which solutions two problems have in common, and which only one of them has.

use std::time::Duration;

use crate::Reply;
use crate::job::{Change, Desk, Job, Report};
use engine::auto::Engine;
use engine::{Answer, ProblemPair};
use geometry::Cell;
use problem::{Problem, Value};
use session::explain;

/// Maximum time of a comparison. Counts that take longer stay unknown.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Maximum number of examples of each kind.
const MAX_EXAMPLES: usize = 12;

/// Reports the known facts about the solutions of two problems whenever there are new facts.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparePair(pub ProblemPair);

impl Job for ComparePair {
    fn activity(&self) -> &'static str {
        "comparing"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let budget = desk.budget.slice(TIMEOUT);
        let Desk { engine, report, .. } = desk;
        self.0.compare(engine, MAX_EXAMPLES, &budget, &mut |found| {
            let reply = Box::new(found.clone());
            let take = Change::of(|app, found| app.reply(Reply::PairFound(found)), reply);
            report(Report::Answer(take));
        })?;
        Ok(())
    }
}

/// Reports why a problem that is compared has no solution with a piece on a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct FindPairReason(pub Problem, pub Cell);

impl Job for FindPairReason {
    fn activity(&self) -> &'static str {
        "looking for the reason"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let Self(problem, cell) = self;
        let wish = Some((*cell, Value::Placed));
        // The worker's engine keeps the diagrams of the board.
        let reason = explain(&mut Engine::new(), problem, wish, desk.budget)?.to_string();
        desk.answer(
            |app, (cell, reason)| app.reply(Reply::PairReason(cell, reason)),
            (*cell, reason),
        );
        Ok(())
    }
}
