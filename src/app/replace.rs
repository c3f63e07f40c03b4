//! Replaces the rules, keeps the decisions that still fit, and reports the dropped parts.

use std::path::PathBuf;

use itertools::Itertools;

use crate::App;
use crate::notice::{BoardNotice, DroppedPart, Notice, OpenedContent, Source};
use geometry::{Cell, Grid, Piece, Size};
use problem::{Assist, BoardFile, Decisions, Problem, Regions, Requirement, Rules, Weights};
use session::Session;
use session::puzzle::{coloured_rules, star_battle};

/// Changes the size, and drops all decisions. If only decisions are dropped, names both sizes. The rules of a puzzle that
/// is played need its regions or givens, so a board of queens takes its place.
pub fn set_size(app: &mut App, size: Size) {
    if app.game_on_board().is_some() {
        let rules = Rules::new(Grid::new(size), Piece::default(), [Requirement::QUEENS_RULE]);
        app.session.open(BoardFile { problem: Problem::new(rules), assist: Assist::Full });
        return app.say(BoardNotice::PuzzleReplaced { size });
    }
    let old = app.session.problem().clone();
    let rules = app.session.rules().resized(size);
    set_rules(app, rules);
    let decisions = old.decisions().len();
    if dropped(&old, app.session.problem()) == [DroppedPart::Decisions(decisions)] {
        app.say(BoardNotice::Resized { size, before: old.rules().size(), decisions });
    }
}

/// Changes the rules, and drops all decisions.
pub(crate) fn set_rules(app: &mut App, rules: Rules) {
    match rules.check_covers() {
        Ok(()) => change(app, Vec::new(), |session| session.set_rules(rules)),
        Err(error) => app.refuse(error),
    }
}

/// Adds the weights in a file to the present board, or shows why this is impossible.
pub(crate) fn weigh_file(app: &mut App, path: PathBuf, weights: Weights) {
    let old = app.session.problem();
    let size = weights.size();
    let cells = weights.cells().iter();
    let Some((&lowest, &highest)) = cells.minmax().into_option() else { return };
    let Ok(rules) = Rules::clone(old.rules()).with_weights(Some(weights)) else {
        return app.refuse(BoardNotice::OtherWeights { path, size });
    };
    let problem = Problem::with_decisions(rules.into(), old.decisions().clone());
    let problem = problem.expect("the cells stay as they are");
    let said = BoardNotice::Opened {
        source: Source::File(path),
        content: OpenedContent::Weights { lowest, highest },
    };
    change(app, vec![said], |session| session.set_problem(problem));
}

/// Opens a puzzle from a link or a drawing, and shows the number of regions and the size.
pub fn open_puzzle(app: &mut App, source: Source, board: BoardFile) {
    say_and_open(app, source, board, None);
}

/// Opens a drawing as a puzzle: under the present rules if they require pieces in regions, or else as coloured
/// queens.
pub fn draw_puzzle(app: &mut App, source: Source, regions: &Regions) {
    let rules = present_rules_with(app, regions)
        .unwrap_or_else(|| coloured_rules(Grid::new(regions.size())).with_grid_of(regions));
    let problem = Problem::new(rules);
    open_puzzle(app, source, BoardFile { problem, assist: Assist::Attacks });
}

/// Opens the regions of a link without a number of stars, and shows the rules used: the present rules if they
/// require pieces in regions, or else the rules of a star battle with one star.
pub fn link_puzzle(app: &mut App, source: Source, regions: &Regions) {
    let (rules, said) = if let Some(rules) = present_rules_with(app, regions) {
        (rules, BoardNotice::StarsKept)
    } else {
        (star_battle(regions, 1), BoardNotice::StarsAssumed)
    };
    let board = BoardFile { problem: Problem::new(rules), assist: Assist::Attacks };
    say_and_open(app, source, board, Some(said));
}

/// The present rules with these regions, if they require pieces in regions.
fn present_rules_with(app: &App, regions: &Regions) -> Option<Rules> {
    let rules = app.session.rules();
    let asks = rules.requirements().iter().any(Requirement::needs_regions);
    asks.then(|| rules.with_grid_of(regions))
}

fn say_and_open(app: &mut App, source: Source, board: BoardFile, more: Option<BoardNotice>) {
    let rules = board.problem.rules();
    let regions = rules.regions().map_or(0, |regions| regions.cells().len());
    let content = OpenedContent::Puzzle { regions, size: rules.size() };
    let said = [Some(BoardNotice::Opened { source, content }), more, BoardNotice::to_play(&board)];
    let mut said: Vec<_> = said.into_iter().flatten().collect();
    let old = app.session.problem().clone();
    app.session.open(board);
    // The puzzle has its own rules, so only decisions are missed.
    let mut dropped = dropped(&old, app.session.problem());
    dropped.retain(|part| matches!(part, DroppedPart::Decisions(_)));
    if !dropped.is_empty() {
        said.push(BoardNotice::Dropped { parts: dropped });
    }
    app.say(Notice::All { notices: said.into_iter().map(Notice::from).collect() });
}

/// Replaces the regions by a drawing. If the size does not change, decisions are kept, except on new holes.
///
/// # Panics
/// Never: decisions are kept only on cells of the new grid.
pub fn replace_regions(app: &mut App, source: Source, regions: &Regions) {
    let old = app.session.problem();
    let rules = old.rules().with_grid_of(regions);
    if let Err(error) = rules.check_covers() {
        return app.refuse(error);
    }
    let is_kept = |cell: &Cell| rules.size() == old.rules().size() && rules.check(*cell).is_ok();
    let decisions = old.decisions();
    let mut kept: Decisions = decisions.iter().filter(|(cell, _)| is_kept(cell)).collect();
    decisions.givens().filter(is_kept).for_each(|given| kept.insert_given(given));
    let content = OpenedContent::Regions { number: regions.cells().len(), size: rules.size() };
    let mut said = vec![BoardNotice::Opened { source, content }];
    if !rules.requirements().iter().any(Requirement::needs_regions) {
        said.push(BoardNotice::UnusedRegions);
    }
    let problem =
        Problem::with_decisions(rules.into(), kept).expect("all on cells that are no holes");
    change(app, said, |session| session.set_problem(problem));
}

/// Changes the problem as one step, and appends the dropped parts to the message.
fn change(app: &mut App, mut said: Vec<BoardNotice>, change: impl FnOnce(&mut Session) -> bool) {
    let old = app.session.problem().clone();
    change(&mut app.session);
    let dropped = dropped(&old, app.session.problem());
    if !dropped.is_empty() {
        said.push(BoardNotice::Dropped { parts: dropped });
    }
    if !said.is_empty() {
        app.say(Notice::All { notices: said.into_iter().map(Notice::from).collect() });
    }
}

/// The parts of the old problem that the new problem lacks.
fn dropped(old: &Problem, new: &Problem) -> Vec<DroppedPart> {
    let (was, is) = (old.rules(), new.rules());
    let mut dropped = Vec::new();
    if was.regions().is_some() && is.regions().is_none() {
        dropped.push(DroppedPart::Regions);
    }
    dropped.extend(dropped_costs(was, is));
    let lost = was.requirements().iter().filter(|rule| !is.requirements().contains(rule));
    dropped.extend(lost.copied().map(DroppedPart::Rule));
    let off = was.grid().holes().iter().filter(|&hole| !is.size().contains(hole)).count();
    dropped.extend((off > 0).then_some(DroppedPart::Holes(off)));
    let decided = old.decisions().iter();
    let lost = decided.filter(|&(cell, value)| new.decisions().get(cell) != Some(value));
    let lost = lost.count();
    dropped.extend((lost > 0).then_some(DroppedPart::Decisions(lost)));
    dropped
}

/// The weights or the limit of cost, if the new rules lack it.
pub(crate) fn dropped_costs(was: &Rules, is: &Rules) -> Option<DroppedPart> {
    match (is.weights(), is.max_cost()) {
        (None, _) if was.weights().is_some() => Some(DroppedPart::Weights),
        (_, None) if was.max_cost().is_some() => Some(DroppedPart::CostLimit),
        _ => None,
    }
}
