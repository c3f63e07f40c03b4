//! The counts by the library's ROBDD of the rules, which is built first, or by a given diagram.

use std::sync::Arc;
use std::time::Duration;

use crate::job::{Desk, Ending, Job};
use engine::bdd::GivenDiagram;
use engine::{Answer, Interrupted};
use session::Finding;

/// Builds the ROBDD of the rules, unless a diagram is given, and reports its counts for the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Robdd(pub Option<Arc<GivenDiagram>>);

impl Job for Robdd {
    fn is_awaited(&self) -> bool {
        self.0.is_some()
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        match &self.0 {
            Some(given) => desk.robdd.take(desk.problem.rules(), given),
            None => desk.robdd.build(desk.problem.rules(), desk.budget)?,
        }
        let found = desk.robdd.position(desk.problem, desk.budget)?;
        desk.learn(Finding::Robdd(found, desk.begun.elapsed()));
        Ok(())
    }

    fn interrupted(&self, _: Interrupted) -> Ending {
        Ending::Unknown(Box::new(Finding::Robdd(None, Duration::ZERO)))
    }
}
