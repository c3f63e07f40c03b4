//! Whether a solution remains.

use crate::app::job::{Desk, Job};
use crate::app::reply::Reply;
use engine::{Answer, Oracle};

/// Reports whether a solution remains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StillRight;

impl Job for StillRight {
    fn activity(&self) -> &'static str {
        "looking"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let is_right = desk.engine.is_satisfiable(desk.problem, desk.budget)?;
        desk.reply(Reply::StillRight(is_right));
        Ok(())
    }
}
