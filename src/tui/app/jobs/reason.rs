//! Why a wish is impossible.

use crate::app::job::{Desk, Ending, Job, Urgency};
use engine::{Answer, Interrupted};
use session::{Finding, Reason, Wish};

/// Finds a reason why a wish is impossible, and what to take back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FindReason(pub Wish);

impl Job for FindReason {
    fn urgency(&self) -> Urgency {
        Urgency::Cursor
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let reason = Reason::find_for_board(desk.engine, desk.problem, self.0, desk.budget)?;
        desk.learn(Finding::Reason(self.0, Some(reason)));
        Ok(())
    }

    fn interrupted(&self, _: Interrupted) -> Ending {
        Ending::Unknown(Finding::Reason(self.0, None))
    }
}
