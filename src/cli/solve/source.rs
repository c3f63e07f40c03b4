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
