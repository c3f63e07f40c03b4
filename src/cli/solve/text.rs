//! Prints solutions and statistics as text.

use std::io::{self, Write};

use super::statistics::RunStatistics;
use crate::arguments::SolutionFormat;
use crate::format;
use crate::task::Task;
use geometry::CellSet;

/// The information that is printed with the pieces of a solution.
#[derive(Clone, Copy, Default)]
pub(super) struct Heading {
    /// The number of the solution, from 1, if several are printed.
    pub number: Option<u64>,
    /// The time from the start until the solution was found, in milliseconds, if `--stats` is given.
    pub after: Option<f64>,
    /// The cost of the solution, if there are weights.
    pub cost: Option<i64>,
}

impl Heading {
    /// The line above a board; `None` if it would be empty.
    fn line(self) -> Option<String> {
        let after = self.after.filter(|_| self.number.is_some());
        let parts = [
            self.number.map(|number| format!("solution {number}")),
            after.map(|after| format!("after {after:.1} ms")),
            self.cost.map(|cost| format!("cost {cost}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// The text after a solution that is printed on one line.
    fn end(self) -> String {
        self.cost.map_or_else(String::new, |cost| format!("  cost {cost}"))
    }
}

/// Writes a solution.
pub(super) fn write(
    out: &mut impl Write,
    task: &Task,
    format: SolutionFormat,
    heading: Heading,
    solution: &CellSet,
) -> anyhow::Result<()> {
    match format {
        SolutionFormat::Board => {
            if heading.number.is_some_and(|number| number > 1) {
                writeln!(out)?;
            }
            if let Some(line) = heading.line() {
                writeln!(out, "{line}")?;
            }
            let (grid, letter) = (task.problem.rules().grid(), task.problem.rules().letter());
            format::write_cells(out, grid.size(), |cell| match () {
                () if solution.contains(cell) => letter,
                () if grid.is_hole(cell) => '#',
                () => '.',
            })?;
        }
        SolutionFormat::List => writeln!(out, "{}{}", format::list(solution)?, heading.end())?,
        SolutionFormat::Cells => {
            writeln!(out, "{}{}", format::names(solution).join(" "), heading.end())?;
        }
    }
    Ok(())
}

/// Writes the statistics to stderr.
pub(super) fn tell(statistics: &RunStatistics, complete: bool) -> io::Result<()> {
    let RunStatistics { engine, printed, elapsed_ms, .. } = statistics;
    let all = if complete { " (all there are)" } else { "" };
    let mut out = io::stderr().lock();
    write!(out, "solutions printed: {printed}{all}, engine: {engine}")?;
    if let Some(nodes) = statistics.nodes {
        write!(out, ", diagram: {nodes} nodes")?;
    }
    for (name, number) in &statistics.effort {
        write!(out, ", {name}: {number}")?;
    }
    if let Some(seed) = &statistics.seed {
        write!(out, ", seed: {seed}")?;
    }
    writeln!(out, ", time: {elapsed_ms:.1} ms")
}
