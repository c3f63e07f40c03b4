//! Prints solutions and statistics as text.

use std::io::{self, Write};

use itertools::Itertools;

use super::statistics::RunStatistics;
use crate::arguments::SolutionFormat;
use crate::format;
use crate::task::Task;
use geometry::{Cell, CellSet};

/// The information that is printed with the pieces of a solution.
#[derive(Clone, Copy, Default)]
pub(super) struct Heading {
    /// The number of the solution, from 1, if several are printed.
    pub number: Option<u64>,
    /// The time from the start until the solution was found, in milliseconds, if it is printed.
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
        SolutionFormat::Printer => {
            let Heading { number, found_ms, cost } = heading;
            let cost = cost.map_or_else(String::new, |cost| format!(", cost {cost}"));
            let (number, time) = (number.unwrap_or(1) - 1, seconds(found_ms.unwrap_or_default()));
            writeln!(out, "Solution {number}, time = {time}{cost}")?;
            let size = solution.size();
            for column in 0..size.columns() {
                let sign = |row| if solution.contains(Cell::new(row, column)) { "Q" } else { "_" };
                writeln!(out, "{}", (0..size.rows()).map(sign).join(" "))?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

/// A time in milliseconds, written in seconds.
pub(super) fn seconds(milliseconds: f64) -> String {
    format!("{:.3} s", milliseconds / 1000.0)
}

/// Writes the statistics, one on each line: first the ones that tutorials of constraint solvers print. `complete`
/// says whether all solutions were printed. `None` omits the other statistics.
pub(super) fn write_statistics(
    out: &mut impl Write,
    statistics: &RunStatistics,
    complete: Option<bool>,
) -> io::Result<()> {
    let RunStatistics { engine, printed, elapsed_ms, .. } = statistics;
    let all = if complete == Some(true) { " (all there are)" } else { "" };
    // Constraint solvers count the decisions of their SAT solver as branches.
    let usual_name = |name| if name == "decisions" { "branches" } else { name };
    let effort = statistics.effort.iter();
    let effort = effort.map(|&(name, number)| (usual_name(name), number.to_string()));
    let found =
        [("wall time", seconds(*elapsed_ms)), ("solutions found", format!("{printed}{all}"))];
    let in_words = |counts: &[(&'static str, u64)]| {
        counts.iter().map(|(name, number)| format!("{name} {number}")).join(", ")
    };
    let propagators =
        [("posted", in_words(&statistics.posted)), ("runs", in_words(&statistics.propagators))];
    let more = [("engine", (*engine).to_owned())]
        .into_iter()
        .chain(statistics.nodes.map(|nodes| ("diagram", format!("{nodes} nodes"))))
        .chain(effort.clone().skip(2))
        .chain(propagators.into_iter().filter(|(_, words)| !words.is_empty()))
        .chain(statistics.seed.clone().map(|seed| ("seed", seed)));
    write_block(out, effort.take(2).chain(found).chain(more.filter(|_| complete.is_some())))
}

/// Writes named values, one on each line.
pub(super) fn write_block(
    out: &mut impl Write,
    lines: impl IntoIterator<Item = (&'static str, String)>,
) -> io::Result<()> {
    writeln!(out, "Statistics")?;
    lines.into_iter().try_for_each(|(name, value)| writeln!(out, "  {name}: {value}"))
}
