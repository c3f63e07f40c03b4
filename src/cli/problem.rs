use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, anyhow, bail, ensure};
use bytesize::ByteSize;

use super::arguments::{EngineArguments, ProblemArguments};
use crate::engine::Budget;
use crate::geometry::{Cell, Grid, Piece, Size};
use crate::problem::{BoardFile, FileError, Problem, Regions, Requirement, Rules, Value};
use crate::puzzle;

/// The board that the arguments describe: what the board file says, or 8 queens, with the options in
/// place of it. Errors name the option, or the file and its line.
pub(super) fn build(arguments: &ProblemArguments) -> anyhow::Result<BoardFile> {
    let file = arguments.board.as_deref().map(BoardFile::read).transpose()?;
    let BoardFile { problem, assist } = file.unwrap_or_default();
    let rules = rules(arguments, problem.rules())?;
    if rules.regions().is_none() && rules.requirements().iter().any(Requirement::needs_regions) {
        bail!("--rules: 'regions' is a rule, but no regions are drawn (--regions FILE)");
    }
    if arguments.regions.is_some() && !rules.requirements().iter().any(Requirement::needs_regions) {
        // Whoever hears no warnings has no use for this one either.
        let _ = writeln!(io::stderr(), "note: no rule speaks of the regions (--rules …,regions)");
    }
    let problem = decided(arguments, rules, &problem)?;
    Ok(BoardFile { problem, assist })
}

/// The board that a colour-region puzzle is to be made for, as the arguments describe it: regions of
/// a board file do not count, and without one it is the usual puzzle.
pub(super) fn build_uncoloured(arguments: &ProblemArguments) -> anyhow::Result<Problem> {
    let file = arguments.board.as_deref().map(BoardFile::read).transpose()?;
    let usual = || {
        Problem::new(puzzle::coloured_rules(BoardFile::default().problem.rules().grid().clone()))
    };
    let problem = file.map_or_else(usual, |file| file.problem);
    let old = problem.rules();
    let blank =
        Rules::new(old.grid().clone(), old.piece().clone(), old.requirements().iter().copied());
    let rules = rules(arguments, &blank)?;
    ensure!(
        rules.requirements().iter().any(Requirement::needs_regions),
        "--coloured: 'regions' is none of the rules (as in --rules rows,columns,regions)"
    );
    ensure!(
        puzzle::regions_of(&rules) <= puzzle::MOST_REGIONS,
        "--size: a colour-region puzzle has at most {} regions",
        puzzle::MOST_REGIONS
    );
    decided(arguments, rules, &problem)
}

/// The rules with the decisions of a problem and those of the arguments.
fn decided(
    arguments: &ProblemArguments,
    rules: Rules,
    problem: &Problem,
) -> anyhow::Result<Problem> {
    let culprit = match arguments {
        ProblemArguments { size: Some(_), .. } => "--size",
        ProblemArguments { regions: Some(_), .. } => "--regions",
        _ => "--holes",
    };
    let mut problem =
        Problem::decided(Arc::new(rules), problem.decisions().clone()).context(culprit)?;
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

/// The rules with those options that are given in place of what they were.
fn rules(arguments: &ProblemArguments, old: &Rules) -> anyhow::Result<Rules> {
    let size = arguments.size.as_deref().map(str::parse::<Size>).transpose().context("--size")?;
    let piece =
        arguments.piece.as_deref().map(str::parse::<Piece>).transpose().context("--piece")?;
    let requirements = match arguments.rules.as_slice() {
        [] => old.requirements().to_vec(),
        [none] if none.is_empty() || none == "none" => Vec::new(),
        rules => rules
            .iter()
            .map(|text| text.parse())
            .collect::<Result<Vec<Requirement>, _>>()
            .context("--rules")?,
    };
    let drawn = arguments.regions.as_deref().map(regions).transpose().context("--regions")?;
    let regions = drawn.as_ref().or(old.regions());
    let size = match (size, &drawn) {
        (Some(size), _) => size,
        (None, Some(drawn)) => drawn.size(),
        (None, None) => old.size(),
    };
    let grid = Grid::new(size).with_torus(arguments.torus || old.grid().is_torus());
    let grid = if !arguments.holes.is_empty() {
        let holes = cells(&arguments.holes).context("--holes")?;
        grid.with_holes(holes).context("--holes")?
    } else if drawn.is_some() {
        // The drawing has the holes of its own.
        grid
    } else {
        grid.with_holes(old.grid().holes().iter()).context("--size")?
    };
    let rules = Rules::new(grid, piece.unwrap_or_else(|| old.piece().clone()), requirements);
    match regions {
        Some(regions) => rules.with_regions(regions).map_err(|drawn| {
            anyhow!("--size: {size} does not fit the regions, which are drawn for {drawn} cells")
        }),
        None => Ok(rules),
    }
}

/// The regions that a file draws, or standard input.
fn regions(file: &Path) -> Result<Regions, FileError> {
    if file.as_os_str() == "-" {
        Regions::read_from(io::stdin().lock(), "standard input")
    } else {
        Regions::read(file)
    }
}

fn cells(names: &[String]) -> anyhow::Result<Vec<Cell>> {
    if names.is_empty() { Ok(Vec::new()) } else { Ok(Cell::parse_list(&names.join(","))?) }
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
