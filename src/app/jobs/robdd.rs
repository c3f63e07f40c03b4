//! The counts by the library's ROBDD of the rules, which is built first.

use std::time::Duration;

use crate::job::{Desk, Ending, Job};
use engine::{Answer, Interrupted};
use session::Finding;

/// Builds the ROBDD of the rules, and reports its counts for the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Robdd;

impl Job for Robdd {
    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        desk.robdd.build(desk.problem.rules(), desk.budget)?;
        let found = desk.robdd.position(desk.problem, desk.budget)?;
        desk.learn(Finding::Robdd(found, desk.begun.elapsed()));
        Ok(())
    }

    fn interrupted(&self, _: Interrupted) -> Ending {
        Ending::Unknown(Box::new(Finding::Robdd(None, Duration::ZERO)))
    }
}
