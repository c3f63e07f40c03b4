use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, anyhow, ensure};
use bytesize::ByteSize;

use super::arguments::{EngineArguments, ProblemArguments};
use crate::engine::Budget;
use crate::geometry::{Cell, Grid, Piece, Size};
use crate::problem::{BoardFile, FileError, Problem, Regions, Requirement, Rules, Value};
use crate::puzzle;

/// The board that the arguments describe: what the board file says, or 8 queens, with the options in
/// place of it. Errors name the option, or the file and its line.
pub(super) fn build(arguments: &ProblemArguments) -> anyhow::Result<BoardFile> {
    let described = Described::read(arguments)?;
    let board = described.board(asked_size(arguments)?)?;
    described.tell_of_idle_regions(board.problem.rules());
    Ok(board)
}

/// The board that the arguments describe, but for its size: all that they name is read, once.
pub(super) struct Described<'a> {
    arguments: &'a ProblemArguments,
    file: BoardFile,
    drawn: Option<Regions>,
}

/// An option and the size that it asks for.
pub(super) type AskedSize = (&'static str, Size);

impl<'a> Described<'a> {
    pub fn read(arguments: &'a ProblemArguments) -> anyhow::Result<Self> {
        let file = arguments.board.as_deref().map(BoardFile::read).transpose()?;
        let drawn = arguments.regions.as_deref().map(regions).transpose().context("--regions")?;
        Ok(Self { arguments, file: file.unwrap_or_default(), drawn })
    }

    /// The board of the size that is asked for, or else of that of the regions or the file.
    pub fn board(&self, size: Option<AskedSize>) -> anyhow::Result<BoardFile> {
        let BoardFile { problem, assist } = &self.file;
        let rules = rules(self.arguments, size, self.drawn.as_ref(), problem.rules())?;
        ensure!(
            rules.regions().is_some() || !speaks_of_regions(&rules),
            "--rules: 'regions' is a rule, but no regions are drawn (--regions FILE)"
        );
        let problem = decided(self.arguments, size, rules, problem)?;
        Ok(BoardFile { problem, assist: *assist })
    }

    /// Tells of regions that no rule speaks of.
    pub fn tell_of_idle_regions(&self, rules: &Rules) {
        if self.drawn.is_some() && !speaks_of_regions(rules) {
            // Whoever hears no warnings has no use for this one either.
            let _ =
                writeln!(io::stderr(), "note: no rule speaks of the regions (--rules …,regions)");
        }
    }
}

fn speaks_of_regions(rules: &Rules) -> bool {
    rules.requirements().iter().any(Requirement::needs_regions)
}

fn asked_size(arguments: &ProblemArguments) -> anyhow::Result<Option<AskedSize>> {
    let size = arguments.size.as_deref().map(str::parse).transpose().context("--size")?;
    Ok(size.map(|size| ("--size", size)))
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
    let size = asked_size(arguments)?;
    let rules = rules(arguments, size, None, &blank)?;
    ensure!(
        speaks_of_regions(&rules),
        "--coloured: 'regions' is none of the rules (as in --rules rows,columns,regions)"
    );
    ensure!(
        puzzle::regions_of(&rules) <= puzzle::MOST_REGIONS,
        "--size: a colour-region puzzle has at most {} regions",
        puzzle::MOST_REGIONS
    );
    decided(arguments, size, rules, &problem)
}

/// The rules with the decisions of a problem and those of the arguments.
fn decided(
    arguments: &ProblemArguments,
    size: Option<AskedSize>,
    rules: Rules,
    problem: &Problem,
) -> anyhow::Result<Problem> {
    let culprit = match (size, &arguments.regions) {
        (Some((option, _)), _) => option,
        (None, Some(_)) => "--regions",
        (None, None) => "--holes",
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
fn rules(
    arguments: &ProblemArguments,
    asked: Option<AskedSize>,
    drawn: Option<&Regions>,
    old: &Rules,
) -> anyhow::Result<Rules> {
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
    let regions = drawn.or(old.regions());
    let (option, size) =
        asked.unwrap_or_else(|| ("--size", drawn.map_or(old.size(), Regions::size)));
    let grid = Grid::new(size).with_torus(arguments.torus || old.grid().is_torus());
    let grid = if !arguments.holes.is_empty() {
        let holes = cells(&arguments.holes).context("--holes")?;
        grid.with_holes(holes).context("--holes")?
    } else if drawn.is_some() {
        // The drawing has the holes of its own.
        grid
    } else {
        grid.with_holes(old.grid().holes().iter()).context(option)?
    };
    let rules = Rules::new(grid, piece.unwrap_or_else(|| old.piece().clone()), requirements);
    match regions {
        Some(regions) => rules.with_regions(regions).map_err(|drawn| {
            anyhow!("{option}: {size} does not fit the regions, which are drawn for {drawn} cells")
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

/// The time limits that can be kept, in seconds: clocks tell no shorter ones apart, and sums of longer
/// ones might overflow.
const SECONDS: RangeInclusive<f64> = 1e-6..=1e9;

fn seconds(text: &str) -> anyhow::Result<Duration> {
    text.parse()
        .ok()
        .filter(|seconds| SECONDS.contains(seconds) && !text.starts_with('+'))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| {
            anyhow!(
                "'{text}' is not a time (seconds from 0.000001 to 1000000000, as in '10' or '0.5')"
            )
        })
}
