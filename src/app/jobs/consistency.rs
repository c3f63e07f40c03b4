//! The weakest filter that removes each impossible cell.

use crate::App;
use crate::job::{Change, Desk, Ending, Job};
use crate::notice::AnswerNotice;
use engine::{Answer, Consistency, Interrupted};
use geometry::CellSet;
use session::Finding;

/// Finds the weakest filter that removes each of these cells. The set contains all impossible cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindConsistency(pub CellSet);

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
        Ending::Change(Change::of(give_up, interrupted))
    }
}

/// Says that the filters are not known, so that they are not asked for again.
pub(crate) fn give_up(app: &mut App, interrupted: Interrupted) {
    app.refuse(AnswerNotice::NoFilters { interrupted });
    app.session.learn(app.session.stamp(), Finding::Consistency(Consistency::default()));
}
