//! Solutions and statistics as text.

use std::fmt;
use std::io::{self, Write};

use super::Statistics;
use crate::cli::arguments::SolutionFormat;
use crate::cli::format;
use crate::cli::task::Task;
use crate::geometry::CellSet;

/// What stands above a board, where several are printed.
#[derive(Clone, Copy)]
pub(super) struct Heading {
    /// The number of the solution, from 1.
    pub number: u64,
    /// The milliseconds from the start until it was found, with `--stats`.
    pub after: Option<f64>,
}

impl fmt::Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, after } = self;
        if *number > 1 {
            writeln!(f)?;
        }
        write!(f, "solution {number}")?;
        after.map_or(Ok(()), |after| write!(f, ", after {after:.1} ms"))
    }
}

/// Writes a solution.
pub(super) fn write(
    out: &mut impl Write,
    task: &Task,
    format: SolutionFormat,
    heading: Option<Heading>,
    solution: &CellSet,
) -> anyhow::Result<()> {
    match format {
        SolutionFormat::Board => {
            if let Some(heading) = heading {
                writeln!(out, "{heading}")?;
            }
            format::write_board(out, task.problem.rules(), solution)?;
        }
        SolutionFormat::List => writeln!(out, "{}", format::list(solution)?)?,
        SolutionFormat::Cells => writeln!(out, "{}", format::names(solution).join(" "))?,
    }
    Ok(())
}

/// Writes the statistics on stderr.
pub(super) fn tell(statistics: &Statistics, complete: bool) -> io::Result<()> {
    let Statistics { engine, printed, elapsed_ms, .. } = statistics;
    let all = if complete { " (all there are)" } else { "" };
    let mut out = io::stderr().lock();
    write!(out, "solutions printed: {printed}{all}, engine: {engine}")?;
    if let Some(nodes) = statistics.nodes {
        write!(out, ", diagram: {nodes} nodes")?;
    }
    if let Some(search) = &statistics.search {
        write!(out, ", {search}")?;
    }
    if let Some(effort) = &statistics.effort {
        write!(out, ", {effort}")?;
    }
    if let Some(seed) = &statistics.seed {
        write!(out, ", seed: {seed}")?;
    }
    writeln!(out, ", time: {elapsed_ms:.1} ms")
}
