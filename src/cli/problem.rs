use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow, bail, ensure};

use super::arguments::ProblemArguments;
use super::format;
use files::FileError;
use geometry::{Grid, Size};
use problem::{
    BoardFile, BoardSource, MaxCost, ONE_STAR_ASSUMED, Problem, Regions, Requirement, Rules, Value,
    Weights,
};
use session::puzzle;

/// The board that the arguments describe: the board file, or 8 queens, with the changes of the other
/// options. Error messages name the option, or the file and its line.
pub(super) fn build(arguments: &ProblemArguments) -> anyhow::Result<BoardFile> {
    let described = BoardDescription::read(arguments)?;
    let board = described.board(size_option(arguments))?;
    described.print_notes(board.problem.rules());
    Ok(board)
}

/// Like [`build`], for the interactive board. A `file` replaces `--board`. Prints no notes, but returns
/// the note about assumed rules, if there is one.
pub(super) fn interactive_board(
    arguments: &ProblemArguments,
    file: Option<&Path>,
) -> anyhow::Result<(BoardFile, Option<String>)> {
    let mut described = BoardDescription::read(arguments)?;
    if let Some(file) = file {
        match BoardSource::read(file)? {
            BoardSource::Board(board) => described.file = board,
            BoardSource::Regions(regions) => described.regions = Some(regions),
            linked @ BoardSource::Linked(_) => {
                (described.file, described.lacks_star_count) =
                    linked.into_board(&file.to_string_lossy())?;
            }
        }
    }
    let assumed = described.assumed("':rules rows=2,columns=2,regions=2'");
    Ok((described.board(size_option(arguments))?, assumed))
}

/// The content of the arguments, from which boards of any size can be built. Files are read only once.
pub(super) struct BoardDescription<'a> {
    arguments: &'a ProblemArguments,
    file: BoardFile,
    /// True if the file is a link that does not contain the number of stars.
    lacks_star_count: bool,
    regions: Option<Regions>,
    weights: Option<Weights>,
    /// True if cells without a region still need a region.
    is_incomplete: bool,
}

/// The name of an option, and the size that it sets.
pub(super) type SizeOption = (&'static str, Size);

impl<'a> BoardDescription<'a> {
    pub(crate) fn read(arguments: &'a ProblemArguments) -> anyhow::Result<Self> {
        Self::read_by(arguments, BoardSource::read_board)
    }

    /// Like [`BoardDescription::read`], but cells of the board file that are no holes and have no region still need one.
    fn read_incomplete(arguments: &'a ProblemArguments) -> anyhow::Result<Self> {
        let described = Self::read_by(arguments, BoardSource::read_incomplete_board)?;
        Ok(Self { is_incomplete: true, ..described })
    }

    fn read_by(
        arguments: &'a ProblemArguments,
        read: fn(&Path) -> Result<(BoardFile, bool), FileError>,
    ) -> anyhow::Result<Self> {
        let file = arguments.board.as_deref().map(read).transpose()?;
        let drawn = arguments.regions.as_deref().map(Regions::read).transpose();
        let drawn = drawn.context("--regions")?;
        let weights = arguments.weights.as_deref().map(Weights::read).transpose();
        let weights = weights.context("--weights")?;
        let (file, is_unsaid) = file.unwrap_or_default();
        Ok(Self {
            arguments,
            file,
            lacks_star_count: is_unsaid,
            regions: drawn,
            weights,
            is_incomplete: false,
        })
    }

    /// The board of this size. Without `size`, the size comes from the regions, the weights or the
    /// file.
    pub(crate) fn board(&self, size: Option<SizeOption>) -> anyhow::Result<BoardFile> {
        let BoardFile { problem, assist } = &self.file;
        let rules = self.rules(size, problem.rules())?;
        ensure!(
            rules.regions().is_some() || !uses_regions(&rules),
            "--rules: 'regions' is a rule, but no regions are drawn (--regions FILE)"
        );
        rules.check_covers().context("--rules")?;
        Ok(BoardFile { problem: self.decided(size, rules, Some(problem))?, assist: *assist })
    }

    /// The note that one star is assumed, because neither the link nor an option contains the number of stars.
    /// `for_two` is the option for two stars.
    fn assumed(&self, for_two: &str) -> Option<String> {
        let is_assumed = self.lacks_star_count && self.arguments.rules.is_empty();
        is_assumed.then(|| format!("{ONE_STAR_ASSUMED} ({for_two} for two)"))
    }

    /// Prints notes if regions are drawn but no rule uses them, or if rules were assumed.
    pub(crate) fn print_notes(&self, rules: &Rules) {
        if self.regions.is_some() && !uses_regions(rules) {
            format::print_note("no rule uses the regions (add one with --rules …,regions)");
        }
        self.note_assumed();
    }

    /// Prints a note if rules were assumed.
    fn note_assumed(&self) {
        self.assumed("--rules rows=2,columns=2,regions=2").into_iter().for_each(format::print_note);
    }

    /// The problem with these rules, the decisions of `old`, if given, and the decisions of the
    /// arguments.
    fn decided(
        &self,
        size: Option<SizeOption>,
        rules: Rules,
        old: Option<&Problem>,
    ) -> anyhow::Result<Problem> {
        let arguments = self.arguments;
        let culprit = match (size, &arguments.regions) {
            (Some((option, _)), _) => option,
            (None, Some(_)) => "--regions",
            (None, None) => "--holes",
        };
        let decisions = old.map(|old| old.decisions().clone()).unwrap_or_default();
        let mut problem = Problem::with_decisions(Arc::new(rules), decisions).context(culprit)?;
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

    /// The rules `old` with the changes of the options.
    fn rules(&self, asked: Option<SizeOption>, old: &Rules) -> anyhow::Result<Rules> {
        let Self { arguments, regions: drawn, weights, .. } = self;
        let (drawn, weights) = (drawn.as_ref(), weights.as_ref());
        let piece = arguments.piece.as_ref().unwrap_or(old.piece()).clone();
        let regions = drawn.or(old.regions());
        let by_regions = drawn.map(|regions| ("--regions", regions.size()));
        let by_weights = weights.map(|weights| ("--weights", weights.size()));
        let (option, size) = asked.or(by_regions).or(by_weights).unwrap_or(("--size", old.size()));
        let requirements = match arguments.rules.as_slice() {
            [] => old.requirements().to_vec(),
            rules => rules.iter().flatten().map(|rule| rule.on(size)).collect(),
        };
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
                anyhow!(
                    "{option}: {size} does not fit the {what}, which are drawn for {drawn} cells"
                )
            }
        };
        let rules = Rules::new(grid, piece, requirements).with_board_rule(has_board_rule);
        let rules = match regions {
            Some(regions) if self.is_incomplete => rules.with_incomplete_regions(regions),
            Some(regions) => rules.with_regions(regions),
            None => Ok(rules),
        };
        let rules = rules.map_err(misfit("regions"))?;
        let weights = weights.or(old.weights()).cloned();
        let rules = rules.with_weights(weights).map_err(misfit("weights"))?;
        let limit = arguments.max_cost.map_or(old.max_cost(), |MaxCost(limit)| limit);
        rules.with_max_cost(limit).context("--max-cost")
    }
}

pub(super) fn uses_regions(rules: &Rules) -> bool {
    rules.requirements().iter().any(Requirement::needs_regions)
}

/// The option `--size` with its size, if it is given.
pub(super) fn size_option(arguments: &ProblemArguments) -> Option<SizeOption> {
    arguments.size.map(|size| ("--size", size))
}

/// The problem of a colour-region puzzle: the board file, coloured queens or a star battle, with the
/// changes of the other options. Regions of the file are kept. Cells without a region that are no holes
/// still need one.
pub(super) fn build_coloured(
    arguments: &ProblemArguments,
    stars: Option<u32>,
) -> anyhow::Result<Problem> {
    let described = BoardDescription::read_incomplete(arguments)?;
    if stars.is_none() {
        described.note_assumed();
    }
    let problem = arguments.board.is_some().then_some(&described.file.problem);
    let usual = |grid: Grid| match stars {
        Some(stars) => Rules::star_battle(grid, stars),
        None => puzzle::coloured_rules(grid),
    };
    let old = match &problem {
        None => usual(BoardFile::default().problem.rules().grid().clone()),
        Some(problem) if stars.is_some() => {
            let rules = usual(problem.rules().grid().clone());
            let old = problem.rules().with_piece(rules.piece().clone());
            old.with_requirements(rules.requirements().iter().copied())
        }
        Some(problem) => Rules::clone(problem.rules()),
    };
    let limit = arguments.max_cost.map_or(old.max_cost(), |MaxCost(limit)| limit);
    ensure!(
        old.regions().is_some() || limit.is_none(),
        "--max-cost: the makers of colour regions do not add up costs ('--max-cost none' drops the limit)"
    );
    let size = size_option(arguments);
    let rules = described.rules(size, &old)?;
    ensure!(
        uses_regions(&rules),
        "--coloured: 'regions' is none of the rules (as in --rules rows,columns,regions)"
    );
    check_number(&rules)?;
    if rules.regions().is_none() {
        ensure!(
            puzzle::regions_of(&rules) <= puzzle::MAX_REGIONS,
            "--size: a colour-region puzzle has at most {} regions",
            puzzle::MAX_REGIONS
        );
    }
    rules.check_covers().context("--rules")?;
    described.decided(size, rules, problem)
}

/// Refuses incomplete regions that are more than the puzzle needs.
fn check_number(rules: &Rules) -> anyhow::Result<()> {
    let drawn = rules.regions().map_or(0, |regions| regions.cells().len());
    let needed = puzzle::regions_of(rules);
    let unpainted: Vec<_> = rules.cells_without_region().collect();
    let Some(first) = unpainted.first().filter(|_| drawn > needed) else { return Ok(()) };
    let unpainted = match unpainted.len() {
        1 => format!("{first} has no region"),
        number => format!("{number} cells have no region, {first} first"),
    };
    bail!(
        "--coloured: {unpainted}, but the board of --board has {drawn} regions already, and {needed} are needed; \
         cells that are to stay empty belong to 'holes'"
    )
}
