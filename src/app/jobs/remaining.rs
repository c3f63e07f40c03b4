//! All remaining solutions, if they are few.

use crate::job::{Desk, Job};
use engine::Answer;
use session::Finding;

/// Reports all remaining solutions. The field is their number. Without a diagram, reports nothing: the solutions would
/// have no order, and the same solution could be found twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Remaining(pub u64);

impl Job for Remaining {
    fn work(&self, desk: &mut Desk<'_>) -> Answer<()> {
        let mut solution = |number: u64| {
            let (engine, number) = (&mut *desk.engine, number.into());
            let found = engine.complete_with(desk.problem, &number, desk.random, desk.budget)?;
            Ok(found.filter(|solution| solution.rank.is_some()))
        };
        let all = (0..self.0).map(&mut solution).collect::<Answer<Option<Vec<_>>>>()?;
        if let Some(all) = all {
            desk.learn(Finding::Remaining(all));
        }
        Ok(())
    }
}
