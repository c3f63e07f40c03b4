use super::statistics::RunStatistics;
use engine::{Budget, Interrupted};
use geometry::CellSet;

/// A source of solutions.
pub(super) trait SolutionSource {
    /// Returns the next solution, or `None` when there are no more.
    fn next(&mut self, budget: &Budget) -> Result<Option<CellSet>, Interrupted>;

    /// True if a short check proves that there are no more solutions.
    fn is_exhausted(&mut self, budget: &Budget) -> bool;

    /// Adds numbers about the source to the statistics.
    fn describe(&self, statistics: &mut RunStatistics, budget: &Budget);
}

/// A source that may fail, because a budget ended before the first solution.
impl<S: SolutionSource> SolutionSource for Result<S, Interrupted> {
    fn next(&mut self, budget: &Budget) -> Result<Option<CellSet>, Interrupted> {
        self.as_mut().map_err(|interrupted| *interrupted)?.next(budget)
    }

    fn is_exhausted(&mut self, budget: &Budget) -> bool {
        self.as_mut().is_ok_and(|source| source.is_exhausted(budget))
    }

    fn describe(&self, statistics: &mut RunStatistics, budget: &Budget) {
        if let Ok(source) = self {
            source.describe(statistics, budget);
        }
    }
}
