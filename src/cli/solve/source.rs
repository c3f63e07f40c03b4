use super::statistics::RunStatistics;
use engine::{Budget, Interrupted};
use geometry::CellSet;

/// A source of solutions, one after the other.
pub(super) trait SolutionSource {
    /// The next solution; `None` when there are no more.
    fn next(&mut self, budget: &Budget) -> Result<Option<CellSet>, Interrupted>;

    /// True if a short check shows that there are no more.
    fn is_exhausted(&mut self, budget: &Budget) -> bool;

    /// Adds the source's own numbers to the statistics.
    fn describe(&self, statistics: &mut RunStatistics, budget: &Budget);
}

/// A source without solutions, because a budget ended before the first.
impl SolutionSource for Interrupted {
    fn next(&mut self, _budget: &Budget) -> Result<Option<CellSet>, Interrupted> {
        Err(*self)
    }

    fn is_exhausted(&mut self, _budget: &Budget) -> bool {
        false
    }

    fn describe(&self, _statistics: &mut RunStatistics, _budget: &Budget) {}
}
