//! Why a wish is impossible.

use crate::job::{AnyJob, Desk, Ending, Job};
use engine::{Answer, Interrupted};
use session::{Finding, Reason, Wish};

/// Finds a reason why a wish is impossible, and decisions to take back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FindReason {
    /// The decision that is refused; `None` asks why the position has no solution.
    pub wish: Wish,
    /// The use of the reason once it is found.
    pub purpose: Purpose,
}

/// Uses of a reason once it is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Show the reason.
    Knowledge,
    /// Show all minimal explanations one after the other.
    Explanations,
    /// Make the decision anyway.
    Restoration,
}

impl Job for FindReason {
    fn asks_the_same(&self, other: &AnyJob) -> bool {
        other.get().is_some_and(|other: &Self| other.wish == self.wish)
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let reason = Reason::find_for_board(desk.engine, desk.problem, self.wish, desk.budget)?;
        desk.learn(Finding::Reason(self.wish, Some(reason)));
        Ok(())
    }

    fn interrupted(&self, _: Interrupted) -> Ending {
        Ending::Unknown(Box::new(Finding::Reason(self.wish, None)))
    }
}
