//! Prints solutions and statistics as text.

use std::io::{self, Write};

use itertools::Itertools;

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
    pub found_ms: Option<f64>,
    /// The cost of the solution, if there are weights.
    pub cost: Option<i64>,
}

impl Heading {
    /// The line above a board; `None` if it would be empty.
    fn line(self) -> Option<String> {
        let after = self.found_ms.filter(|_| self.number.is_some());
        let parts = [
            self.number.map(|number| format!("solution {number}")),
            after.map(|after| format!("after {after:.1} ms")),
            self.cost.map(|cost| format!("cost {cost}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// The text after a solution that is printed on one line: its cost, with `--stats` also its number and time.
    fn suffix(self) -> String {
        let number = self.number.filter(|_| self.found_ms.is_some());
        Self { number, ..self }.line().map_or_else(String::new, |line| format!("  {line}"))
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
            format::write_solution(out, task.problem.rules(), solution)?;
        }
        SolutionFormat::List => writeln!(out, "{}{}", format::list(solution)?, heading.suffix())?,
        SolutionFormat::Cells => {
            writeln!(out, "{}{}", format::names(solution).join(" "), heading.suffix())?;
        }
    }
    Ok(())
}

/// Writes the statistics to stderr, one on each line.
pub(super) fn print_statistics(statistics: &RunStatistics, complete: bool) -> io::Result<()> {
    let RunStatistics { engine, printed, elapsed_ms, .. } = statistics;
    let all = if complete { " (all there are)" } else { "" };
    let effort = statistics.effort.iter().map(|(name, number)| (*name, number.to_string()));
    let runs =
        statistics.propagators.iter().map(|(name, runs)| format!("{name} {runs}")).join(", ");
    let lines = [("solutions", format!("{printed}{all}")), ("engine", (*engine).to_owned())]
        .into_iter()
        .chain(statistics.nodes.map(|nodes| ("diagram", format!("{nodes} nodes"))))
        .chain(effort)
        .chain((!runs.is_empty()).then_some(("runs", runs)))
        .chain(statistics.seed.clone().map(|seed| ("seed", seed)))
        .chain([("time", format!("{elapsed_ms:.1} ms"))]);
    print_block(lines)
}

/// Writes named values to stderr, one on each line.
pub(super) fn print_block(
    lines: impl IntoIterator<Item = (&'static str, String)>,
) -> io::Result<()> {
    let mut out = io::stderr().lock();
    writeln!(out, "statistics")?;
    lines.into_iter().try_for_each(|(name, value)| writeln!(out, "  {name:<12}  {value}"))
}
