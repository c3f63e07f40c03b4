//! A completion drawn at random.

use crate::app::job::{Desk, Job};
use crate::app::reply::Reply;
use engine::Answer;

/// Draws a completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Complete;

impl Job for Complete {
    fn activity(&self) -> &'static str {
        "completing"
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let found = desk.engine.complete(desk.problem, desk.random, desk.budget)?;
        desk.reply(Reply::Completion(found));
        Ok(())
    }
}
