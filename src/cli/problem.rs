use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow, ensure};

use super::arguments::ProblemArguments;
use super::format;
use crate::geometry::{Grid, Size};
use crate::problem::{
    BoardFile, MaxCost, Problem, Regions, Requirement, Rules, Source, Value, Weights,
};
use crate::puzzle;

/// The board that the arguments describe: that of the board file, or 8 queens, as changed by the other
/// options. Errors name the option, or the file and its line.
pub(super) fn build(arguments: &ProblemArguments) -> anyhow::Result<BoardFile> {
    let described = Described::read(arguments)?;
    let board = described.board(size_option(arguments))?;
    described.warn_of_unused_regions(board.problem.rules());
    Ok(board)
}

/// As [`build`], for the board: a file that it opens comes first, and what is to be noted is said there.
pub(super) fn describe(
    arguments: &ProblemArguments,
    file: Option<&Path>,
) -> anyhow::Result<BoardFile> {
    let mut described = Described::read(arguments)?;
    match file.map(Source::read).transpose()? {
        Some(Source::Board(board)) => described.file = board,
        Some(Source::Regions(regions)) => described.drawn = Some(regions),
        None => {}
    }
    described.board(size_option(arguments))
}

/// The board that the arguments describe, for any size. Files are read once.
pub(super) struct Described<'a> {
    arguments: &'a ProblemArguments,
    file: BoardFile,
    drawn: Option<Regions>,
    weights: Option<Weights>,
}

/// An option and the size that it sets.
pub(super) type SizeOption = (&'static str, Size);

impl<'a> Described<'a> {
    pub fn read(arguments: &'a ProblemArguments) -> anyhow::Result<Self> {
        let file = arguments.board.as_deref().map(Source::read_board).transpose()?;
        let drawn = arguments.regions.as_deref().map(Regions::read).transpose();
        let drawn = drawn.context("--regions")?;
        let weights = arguments.weights.as_deref().map(Weights::read).transpose();
        let weights = weights.context("--weights")?;
        Ok(Self { arguments, file: file.unwrap_or_default(), drawn, weights })
    }

    /// The board of this size, or by default of the size of the regions or of the file.
    pub fn board(&self, size: Option<SizeOption>) -> anyhow::Result<BoardFile> {
        let BoardFile { problem, assist } = &self.file;
        let drawn = Drawn { regions: self.drawn.as_ref(), weights: self.weights.as_ref() };
        let rules = rules(self.arguments, size, drawn, problem.rules())?;
        ensure!(
            rules.regions().is_some() || !uses_regions(&rules),
            "--rules: 'regions' is a rule, but no regions are drawn (--regions FILE)"
        );
        rules.check_covers().context("--rules")?;
        let problem = decided(self.arguments, size, rules, problem)?;
        Ok(BoardFile { problem, assist: *assist })
    }

    /// Prints a note if regions are drawn but no rule uses them.
    pub fn warn_of_unused_regions(&self, rules: &Rules) {
        if self.drawn.is_some() && !uses_regions(rules) {
            format::note("no rule uses the regions (add one with --rules …,regions)");
        }
    }
}

pub(super) fn uses_regions(rules: &Rules) -> bool {
    rules.requirements().iter().any(Requirement::needs_regions)
}

/// The size that `--size` sets, if it is given.
pub(super) fn size_option(arguments: &ProblemArguments) -> Option<SizeOption> {
    arguments.size.map(|size| ("--size", size))
}

/// The problem of a new colour-region puzzle: that of the board file without its regions, or the usual
/// puzzle or a star battle, as changed by the other options.
pub(super) fn build_uncoloured(
    arguments: &ProblemArguments,
    stars: Option<u32>,
) -> anyhow::Result<Problem> {
    let file = arguments.board.as_deref().map(Source::read_board).transpose()?;
    let usual = || {
        let grid = BoardFile::default().problem.rules().grid().clone();
        Problem::new(match stars {
            Some(stars) => Rules::star_battle(grid, stars),
            None => puzzle::coloured_rules(grid),
        })
    };
    let problem = file.map_or_else(usual, |file| file.problem);
    let old = problem.rules();
    let blank =
        Rules::new(old.grid().clone(), old.piece().clone(), old.requirements().iter().copied())
            .with_board_rule(old.has_board_rule());
    for (option, is_given) in
        [("--weights", arguments.weights.is_some()), ("--max-cost", arguments.max_cost.is_some())]
    {
        ensure!(!is_given, "{option}: the makers of colour regions do not add up costs");
    }
    let size = size_option(arguments);
    let rules = rules(arguments, size, Drawn::default(), &blank)?;
    ensure!(
        uses_regions(&rules),
        "--coloured: 'regions' is none of the rules (as in --rules rows,columns,regions)"
    );
    ensure!(
        puzzle::regions_of(&rules) <= puzzle::MOST_REGIONS,
        "--size: a colour-region puzzle has at most {} regions",
        puzzle::MOST_REGIONS
    );
    rules.check_covers().context("--rules")?;
    decided(arguments, size, rules, &problem)
}

/// A problem with these rules, and the decisions of the old problem and of the arguments.
fn decided(
    arguments: &ProblemArguments,
    size: Option<SizeOption>,
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
    for (option, cells, value) in decisions {
        for &cell in cells.iter().flatten() {
            problem = problem.with(cell, value).context(option)?;
        }
    }
    Ok(problem)
}

/// What files draw, as options name them.
#[derive(Clone, Copy, Default)]
struct Drawn<'a> {
    regions: Option<&'a Regions>,
    weights: Option<&'a Weights>,
}

/// The old rules as changed by the options.
fn rules(
    arguments: &ProblemArguments,
    asked: Option<SizeOption>,
    Drawn { regions: drawn, weights }: Drawn<'_>,
    old: &Rules,
) -> anyhow::Result<Rules> {
    let piece = arguments.piece.as_ref().unwrap_or(old.piece()).clone();
    let requirements = match arguments.rules.as_slice() {
        [] => old.requirements().to_vec(),
        rules => rules.concat(),
    };
    let regions = drawn.or(old.regions());
    let drawn_size = drawn.map(Regions::size).or(weights.map(Weights::size));
    let (option, size) = asked.unwrap_or(("--size", drawn_size.unwrap_or(old.size())));
    let grid = Grid::new(size).with_torus(arguments.torus || old.grid().is_torus());
    let grid = if !arguments.holes.is_empty() {
        grid.with_holes(arguments.holes.concat()).context("--holes")?
    } else if drawn.is_some() {
        // The drawing defines the holes.
        grid
    } else {
        grid.with_holes(old.grid().holes().iter()).context(option)?
    };
    let has_board_rule = old.has_board_rule() && !arguments.no_board_rule;
    let misfit = |what: &'static str| {
        move |drawn: Size| {
            anyhow!("{option}: {size} does not fit the {what}, which are drawn for {drawn} cells")
        }
    };
    let rules = Rules::new(grid, piece, requirements).with_board_rule(has_board_rule);
    let rules = match regions {
        Some(regions) => rules.with_regions(regions).map_err(misfit("regions"))?,
        None => rules,
    };
    let weights = weights.or(old.weights()).cloned();
    let rules = rules.with_weights(weights).map_err(misfit("weights"))?;
    let limit = arguments.max_cost.map_or(old.max_cost(), |MaxCost(limit)| limit);
    rules.with_max_cost(limit).context("--max-cost")
}
