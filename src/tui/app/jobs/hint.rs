//! Hints: the next step with its reason, the mistake in the position, or the contradiction that refutes a piece.

use crate::app::job::{Desk, Job};
use crate::app::reply::Reply;
use engine::Answer;
use geometry::Cell;
use session::Hint;

/// Looks for a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FindHint;

impl Job for FindHint {
    fn activity(&self) -> &'static str {
        "looking"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let found = Hint::find(desk.engine, desk.problem, desk.budget)?;
        desk.reply(Reply::Hint(found));
        Ok(())
    }
}

/// Looks for the contradiction that refutes a piece on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Suppose(pub Cell);

impl Job for Suppose {
    fn activity(&self) -> &'static str {
        "looking"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let found = Hint::suppose(desk.engine, desk.problem, self.0, desk.budget)?;
        desk.reply(Reply::Supposition(self.0, found));
        Ok(())
    }
}
