//! How many solutions each listed way to a wish leaves.

use crate::job::{Desk, Job};
use engine::Answer;
use geometry::Cell;
use session::{Finding, SolutionCount, Wish, restored};

/// For each of these sets of decisions, reports the number of solutions that agree with the wish after the set is taken
/// back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ways {
    /// The decision that becomes possible; `None` if the position has no solution.
    pub wish: Wish,
    /// The sets of decisions to take back, each as its cells.
    pub ways: Vec<Vec<Cell>>,
}

impl Job for Ways {
    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        for take_back in &self.ways {
            let position = restored(desk.problem, self.wish, take_back);
            // After the set is taken back, at least one solution has the wanted value.
            let leaves = SolutionCount::find(desk.engine, &position, desk.budget)?
                .unwrap_or(SolutionCount::AtLeast(1));
            desk.learn(Finding::Leaves(self.wish, take_back.clone(), leaves));
        }
        Ok(())
    }
}
