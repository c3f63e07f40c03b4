//! The number of solutions without each line of decisions.

use std::time::Duration;

use crate::job::{Desk, Job};
use engine::Answer;
use geometry::Cell;
use session::{Finding, SolutionCount, restored};

/// Maximum time for counting or estimating the solutions without each decision.
const RETRACTION_COUNTS_TIMEOUT: Duration = Duration::from_secs(10);

/// Reports the number of solutions without the decisions on each of these sets of cells; `None` if 10 seconds end first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Without(pub Vec<Vec<Cell>>);

impl Job for Without {
    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let soon = desk.budget.slice(RETRACTION_COUNTS_TIMEOUT);
        for cells in &self.0 {
            let position = restored(desk.problem, None, cells);
            let found = SolutionCount::find(desk.engine, &position, &soon)
                .or_else(|interrupted| interrupted.unless_cancelled(None))?;
            desk.learn(Finding::Without(cells.clone(), found));
        }
        Ok(())
    }
}
