//! The size of the diagram as BDD.

use crate::job::{Desk, Job};
use engine::{Answer, PartialAnswer};
use session::Finding;

/// Reports the size of the diagram as BDD, if the diagram is cached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size;

impl Job for Size {
    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        if let Some(size) = desk.engine.diagram_size(desk.problem, desk.budget)? {
            let layer = PartialAnswer::Diagram(size);
            desk.learn(Finding::Layer(layer, desk.begun.elapsed()));
        }
        Ok(())
    }
}
