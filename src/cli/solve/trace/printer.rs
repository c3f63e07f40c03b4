use std::io;

use crate::solve::statistics::RunStatistics;
use engine::search::Event;

/// Writes the steps of a search in some format.
pub(super) trait Printer {
    /// Writes the next step.
    fn write(&mut self, event: Event) -> io::Result<()>;

    /// Writes what follows the last step.
    fn finish(&mut self, statistics: &RunStatistics) -> io::Result<()>;
}
