use std::time::Duration;

use anyhow::{Context, anyhow, ensure};
use bytesize::ByteSize;

use super::arguments::{EngineArguments, ProblemArguments};
use crate::engine::Budget;
use crate::geometry::{Cell, Grid, Piece, Size};
use crate::problem::{Problem, Requirement, Rules, Value};

/// The problem that the arguments describe. Errors name the option.
pub(super) fn build(arguments: &ProblemArguments) -> anyhow::Result<Problem> {
    let size: Size = arguments.size.parse().context("--size")?;
    let piece: Piece = arguments.piece.parse().context("--piece")?;
    let requirements = arguments
        .rules
        .iter()
        .map(|text| text.parse())
        .collect::<Result<Vec<Requirement>, _>>()
        .context("--rules")?;
    let grid = Grid::new(size)
        .with_torus(arguments.torus)
        .with_holes(cells(&arguments.holes).context("--holes")?)
        .context("--holes")?;
    let mut problem = Problem::new(Rules::new(grid, piece, requirements));
    let decisions = [
        ("--place", &arguments.place, Value::Placed),
        ("--exclude", &arguments.exclude, Value::Excluded),
    ];
    for (option, names, value) in decisions {
        for cell in cells(names).context(option)? {
            problem = problem.with(cell, value).context(option)?;
        }
    }
    Ok(problem)
}

fn cells(names: &[String]) -> anyhow::Result<Vec<Cell>> {
    names.iter().map(|name| Ok(name.parse()?)).collect()
}

/// The budget that the arguments grant; its time counts from now.
pub(super) fn budget(
    arguments: &EngineArguments,
    timeout: Option<Duration>,
) -> anyhow::Result<Budget> {
    let budget = Budget::new(memory(&arguments.memory).context("--memory")?);
    Ok(match timeout {
        Some(timeout) => budget.with_timeout(timeout),
        None => budget,
    })
}

/// The time limit that the arguments set.
pub(super) fn timeout(arguments: &EngineArguments) -> anyhow::Result<Option<Duration>> {
    arguments.timeout.as_deref().map(|text| seconds(text).context("--timeout")).transpose()
}

fn memory(text: &str) -> anyhow::Result<usize> {
    let bytes = text
        .parse::<ByteSize>()
        .ok()
        .and_then(|size| usize::try_from(size.as_u64()).ok())
        .ok_or_else(|| anyhow!("'{text}' is not an amount of memory (as in '500MB' or '4GiB')"))?;
    ensure!(bytes > 0, "'{text}' leaves no memory to work with (as in '500MB' or '4GiB')");
    Ok(bytes)
}

fn seconds(text: &str) -> anyhow::Result<Duration> {
    text.parse()
        .ok()
        .filter(|&seconds: &f64| seconds > 0.0)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|timeout| !timeout.is_zero())
        .ok_or_else(|| anyhow!("'{text}' is not a time (seconds above 0, as in '10' or '0.5')"))
}
