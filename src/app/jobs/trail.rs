//! The number of solutions of each earlier position.

use crate::job::{Desk, Job};
use engine::Answer;
use problem::Problem;
use session::{Finding, Waypoint};

/// Reports the number of solutions of each of these earlier positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trail(pub Vec<Problem>);

impl Job for Trail {
    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        for position in &self.0 {
            let waypoint = Waypoint::find(desk.engine, position, desk.budget)?;
            desk.learn(Finding::Waypoint(position.clone(), waypoint));
        }
        Ok(())
    }
}
