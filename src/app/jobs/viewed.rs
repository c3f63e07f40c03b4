//! The counts of a given diagram.

use std::sync::Arc;
use std::time::Duration;

use crate::job::{Desk, Ending, Job};
use engine::bdd::GivenDiagram;
use engine::{Answer, Interrupted};
use session::Finding;

/// Reports the counts of a given diagram at the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Viewed(pub Arc<GivenDiagram>);

impl Job for Viewed {
    fn is_awaited(&self) -> bool {
        true
    }

    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        desk.robdd.take(desk.problem.rules(), &self.0);
        let found = desk.robdd.position(desk.problem, desk.budget)?;
        desk.learn(Finding::Robdd(found, desk.begun.elapsed()));
        Ok(())
    }

    fn interrupted(&self, _: Interrupted) -> Ending {
        Ending::Unknown(Box::new(Finding::Robdd(None, Duration::ZERO)))
    }
}
