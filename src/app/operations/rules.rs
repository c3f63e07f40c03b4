//! The rules of the board: its size and piece, groups, regions, holes and costs.

use std::path::PathBuf;

use super::brush::{Brush, paint};
use super::parameters::{
    LETTERS, MAX_COST, PAINTED, PIECE, REGION, RULES, SIZE, SOURCE, SWITCH, WEIGHTS,
};
use super::{Operation, Plain, Takes};
use crate::effect::Effect;
use crate::notice::{DecisionNotice, Notice, PaintNotice, RulesNotice};
use crate::{App, command_line, replace};
use geometry::{Cell, Piece};
use problem::{MaxCost, Problem, Requirement, Rules, write_link};

pub(super) static ROWS: &[Operation<App>] = &[
    Operation::new("open", "o", &Takes(&SOURCE, open)).in_pause(),
    Operation::new("", "size", &Takes(&SIZE, replace::set_size))
        .current(|it| command_line::sides(it.session.rules().size())),
    Operation::new("piece", "piece", &Takes(&PIECE, set_piece))
        .in_pause()
        .current(|it| it.session.rules().piece().name().to_owned()),
    Operation::new("", "torus", &Takes(&SWITCH, set_torus))
        .current(|it| on_or_off(it.session.rules().grid().is_torus())),
    Operation::new("", "board-rule", &Takes(&SWITCH, set_board_rule))
        .current(|it| on_or_off(it.session.rules().has_board_rule())),
    Operation::new("rules", "rules", &Takes(&RULES, set_requirements))
        .in_pause()
        .current(|it| command_line::requirements(it.session.rules())),
    Operation::new("", "regions", &Takes(&SOURCE, read_regions)),
    Operation::new("", "weights", &Takes(&WEIGHTS, read_weights)),
    Operation::new("", "max-cost", &Takes(&MAX_COST, set_max_cost))
        .ever(|it| it.session.rules().weights().is_some()),
    Operation::new("", "region", &Takes(&REGION, set_region)),
    Operation::new("", "lock", &Takes(&LETTERS, lock)),
    Operation::new("", "unlock", &Takes(&LETTERS, unlock)),
    Operation::new("", "hole", &Takes(&PAINTED, toggle_holes)),
    Operation::new("", "link", &Plain(copy_link)),
];

fn on_or_off(is_on: bool) -> String {
    if is_on { "on" } else { "off" }.to_owned()
}

fn open(app: &mut App, path: PathBuf) {
    app.emit(Effect::Open(path));
}

/// Replaces the regions by those in a file.
fn read_regions(app: &mut App, path: PathBuf) {
    app.emit(Effect::Draw(path));
}

/// Replaces the weights by those in a file, or removes all weights.
fn read_weights(app: &mut App, path: Option<PathBuf>) -> Result<(), Notice> {
    if let Some(path) = path {
        app.emit(Effect::Weigh(path));
        return Ok(());
    }
    let rules = Rules::clone(app.session.rules()).with_weights(None);
    change_rules(app, rules.expect("no weights fit any size"))?;
    app.say(RulesNotice::Free);
    Ok(())
}

fn set_piece(app: &mut App, piece: Piece) {
    let rules = app.session.rules().with_piece(piece);
    replace::set_rules(app, rules);
}

fn copy_link(app: &mut App) -> Result<(), Notice> {
    let link = write_link(app.session.problem())?;
    let solutions = app.session.knowledge().solutions().filter(|_| app.has_full_assist());
    let several = solutions.filter(|number| **number != 1_u8.into()).map(ToString::to_string);
    let text = link.clone();
    app.say(match several {
        Some(number) => RulesNotice::NoPuzzleYet { number, link: text }.into(),
        None => Notice::Copied { text },
    });
    app.emit(Effect::Copy(link));
    Ok(())
}

/// Replaces the rules on the same cells and keeps all decisions, in one undo step.
fn change_rules(app: &mut App, rules: Rules) -> Result<(), Notice> {
    rules.check_covers()?;
    let decisions = app.session.decisions().clone();
    let problem =
        Problem::with_decisions(rules.into(), decisions).expect("the cells stay as they are");
    app.session.set_problem(problem);
    Ok(())
}

fn set_torus(app: &mut App, joined: Option<bool>) -> Result<(), Notice> {
    change_rules(app, with_torus(app.session.rules(), joined))
}

/// The same rules with opposite edges joined or separated; `None` toggles.
pub(super) fn with_torus(rules: &Rules, joined: Option<bool>) -> Rules {
    let joined = joined.unwrap_or(!rules.grid().is_torus());
    rules.with_grid(rules.grid().clone().with_torus(joined))
}

fn set_board_rule(app: &mut App, holds: Option<bool>) -> Result<(), Notice> {
    let rules = with_board_rule(app.session.rules(), holds);
    let holds = rules.has_board_rule();
    change_rules(app, rules)?;
    app.say(RulesNotice::BoardRule { holds });
    Ok(())
}

/// The same rules with or without the board rule; `None` toggles.
pub(super) fn with_board_rule(rules: &Rules, holds: Option<bool>) -> Rules {
    rules.clone().with_board_rule(holds.unwrap_or(!rules.has_board_rule()))
}

fn set_max_cost(app: &mut App, MaxCost(limit): MaxCost) -> Result<(), Notice> {
    let rules = with_max_cost(app.session.rules(), limit)?;
    change_rules(app, rules)?;
    app.say(RulesNotice::CostLimit { limit });
    Ok(())
}

/// The same rules with another limit of cost.
///
/// # Errors
/// When there are no weights.
pub(super) fn with_max_cost(rules: &Rules, limit: Option<i64>) -> Result<Rules, Notice> {
    Ok(rules.clone().with_max_cost(limit).map_err(|error| RulesNotice::NoWeights { error })?)
}

fn set_requirements(app: &mut App, requirements: Vec<Requirement>) -> Result<(), Notice> {
    let rules = with_requirements(app.session.rules(), requirements)?;
    change_rules(app, rules)
}

/// The same rules with other requirements.
///
/// # Errors
/// When they need regions, and none are drawn.
pub(super) fn with_requirements(
    rules: &Rules,
    requirements: Vec<Requirement>,
) -> Result<Rules, Notice> {
    if rules.regions().is_none() && requirements.iter().any(Requirement::needs_regions) {
        return Err(RulesNotice::NoRegionsDrawn.into());
    }
    Ok(rules.with_requirements(requirements))
}

/// Checks that regions with these letters are drawn.
///
/// # Errors
/// When no region is drawn for one of the letters.
pub(super) fn check_regions(rules: &Rules, letters: &[char]) -> Result<(), Notice> {
    let regions = rules.regions();
    let drawn: Vec<char> = regions.iter().flat_map(|it| it.cells()).map(|it| it.0).collect();
    let other = letters.iter().find(|letter| !drawn.contains(letter));
    other.map_or(Ok(()), |&letter| Err(PaintNotice::NoSuchRegion { letter }.into()))
}

/// Locks these regions and unlocks all others.
fn lock(app: &mut App, letters: Vec<char>) -> Result<(), Notice> {
    check_regions(app.session.rules(), &letters)?;
    app.locked = Some((app.session.history().board_number(), letters.clone()));
    app.say(PaintNotice::Locked { letters });
    Ok(())
}

/// Unlocks these regions. An empty list unlocks all regions.
fn unlock(app: &mut App, letters: Vec<char>) -> Result<(), Notice> {
    check_regions(app.session.rules(), &letters)?;
    let mut kept = if letters.is_empty() { Vec::new() } else { app.locked_regions().to_vec() };
    for letter in letters {
        kept.retain(|&locked| locked != letter);
    }
    lock(app, kept)
}

impl App {
    /// The regions that stay unchanged when the drawing is completed.
    pub fn locked_regions(&self) -> &[char] {
        let number = self.session.history().board_number();
        let locked = self.locked.as_ref().filter(|(board, _)| *board == number);
        locked.map_or(&[], |(_, letters)| letters)
    }
}

/// Puts cells into a region.
fn set_region(app: &mut App, (letter, cells): (char, Vec<Cell>)) {
    paint(app, &cells, Brush::Region(letter));
    // A notice about other cells, or a refusal, is more important.
    if app.notice.is_none() {
        app.say(RulesNotice::InRegion { cells, region: letter });
    }
}

/// Turns cells into holes. If all of the cells are holes already, turns the holes into cells.
fn toggle_holes(app: &mut App, cells: Vec<Cell>) {
    let grid = app.session.rules().grid();
    let are_holes = cells.iter().all(|&cell| grid.is_hole(cell));
    let decided = app.session.decisions();
    let is_lost = |cell: &Cell| !are_holes && decided.get(*cell).is_some();
    let lost = cells.iter().copied().filter(is_lost).collect();
    paint(app, &cells, if are_holes { Brush::Filling } else { Brush::Hole });
    if app.notice.is_none() {
        app.say(DecisionNotice::Holes { cells, are_filled: are_holes, lost });
    }
}
