//! The weakest filter that removes each impossible cell.

use crate::app::job::{Desk, Ending, Job};
use crate::app::reply::Reply;
use engine::{Answer, Consistency, Interrupted};
use geometry::CellSet;
use session::Finding;

/// Finds the weakest filter that removes each of these cells. The set contains all impossible cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FindConsistency(pub CellSet);

impl Job for FindConsistency {
    fn activity(&self) -> &'static str {
        "trying filters"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let found = Consistency::find(desk.problem, &self.0, desk.budget)?;
        desk.learn(Finding::Consistency(found));
        Ok(())
    }

    fn interrupted(&self, interrupted: Interrupted) -> Ending {
        Ending::Reply(Reply::NoConsistency(interrupted))
    }
}
