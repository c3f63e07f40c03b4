//! Compares the board with another problem: the problem of a file, or the board with changes.

use std::path::Path;

use super::parameters::COMPARED;
use super::rules::{check_regions, with_board_rule, with_max_cost, with_requirements, with_torus};
use super::{Operation, Takes};
use crate::effect::Effect;
use crate::notice::{Notice, RulesNotice};
use crate::orders::{Change, Compared};
use crate::{App, Reply, jobs};
use engine::ProblemPair;
use problem::{BoardFile, Decisions, MaxCost, Problem, Regions, Rules};

pub(super) static ROWS: &[Operation<App>] =
    &[Operation::new("", "compare", &Takes(&COMPARED, compare)).reveals()];

/// Asks which solutions the board and another problem have in common.
///
/// # Errors
/// When a change is impossible, or the other problem has other cells.
fn compare(app: &mut App, other: Compared) -> Result<(), Notice> {
    match other {
        Compared::File(path) => {
            app.emit(Effect::Compare(path));
            Ok(())
        }
        Compared::Changes(words, changes) => {
            let problem = app.session.problem().clone();
            begin(app, changes.into_iter().try_fold(problem, changed)?, words)
        }
    }
}

/// Compares the board with the problem of a file.
pub(crate) fn with_file(app: &mut App, path: &Path, board: BoardFile) {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let done = begin(app, board.problem, name);
    app.settle(done);
}

fn begin(app: &mut App, other: Problem, name: String) -> Result<(), Notice> {
    other.rules().check_covers()?;
    let pair = ProblemPair::new(app.session.problem().clone(), other)
        .map_err(|error| RulesNotice::OtherCells { error })?;
    app.reply(Reply::Pair(pair.clone(), name));
    app.ask(jobs::ComparePair(pair));
    Ok(())
}

/// The problem after a change.
///
/// # Errors
/// When the change is impossible.
fn changed(problem: Problem, change: Change) -> Result<Problem, Notice> {
    let rules = problem.rules();
    let decided = |decisions: Decisions| Problem::with_decisions(rules.clone(), decisions);
    let rules = match change {
        Change::Decide(value, cells) => {
            let decide = |problem: Problem, cell| problem.with(cell, value);
            return Ok(cells.into_iter().try_fold(problem, decide)?);
        }
        Change::WithoutDecisions(cells) => {
            let kept = problem.decisions().iter().filter(|(cell, _)| !cells.contains(cell));
            return Ok(decided(kept.collect())?);
        }
        Change::Piece(piece) => rules.with_piece(piece),
        Change::Torus(joined) => with_torus(rules, joined),
        Change::BoardRule(holds) => with_board_rule(rules, holds),
        Change::Rules(requirements) => with_requirements(rules, requirements)?,
        Change::MaxCost(MaxCost(limit)) => with_max_cost(rules, limit)?,
        Change::WithoutRule(family) => {
            let kept = rules.requirements().iter().filter(|need| need.family != family);
            rules.with_requirements(kept.copied().collect::<Vec<_>>())
        }
        Change::WithoutRegions(letters) => without_regions(rules, &letters)?,
    };
    Ok(Problem::with_decisions(rules.into(), problem.decisions().clone())?)
}

/// Removes some regions from the rules, but keeps their cells.
fn without_regions(rules: &Rules, letters: &[char]) -> Result<Rules, Notice> {
    let regions = rules.regions().ok_or(RulesNotice::NoRegionsDrawn)?;
    check_regions(rules, letters)?;
    let kept = |cell| regions.region(cell).filter(|letter| !letters.contains(letter));
    let kept = Regions::new(rules.grid(), kept);
    Ok(rules.clone().with_incomplete_regions(&kept).expect("the size is the same"))
}
