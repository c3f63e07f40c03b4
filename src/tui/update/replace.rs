//! Replaces the rules, keeps the decisions that still fit, and reports the dropped parts.

use std::path::Path;

use crate::input::{Action, Keymap, Scope};
use crate::model::Model;
use geometry::{Cell, Grid, Piece, Size};
use problem::{
    Assist, BoardFile, Decisions, ONE_STAR_ASSUMED, Problem, Regions, Requirement, Rules, Weights,
};
use session::Session;
use session::puzzle::coloured_rules;

/// Changes the size, and drops all decisions. If only decisions are dropped, names both sizes. The rules of a puzzle that
/// is played need its regions or givens, so a board of queens takes its place.
pub(super) fn set_size(model: &mut Model, size: Size) {
    if model.playing().is_some() {
        let rules = Rules::new(Grid::new(size), Piece::default(), [Requirement::QUEENS_RULE]);
        model.app.session.open(BoardFile { problem: Problem::new(rules), assist: Assist::Full });
        let undo = model.view.keys.key(Action::UNDO);
        return model.say(format!("{size} queens, one in each row; {undo} brings back the puzzle"));
    }
    let old = model.app.session.problem().clone();
    let rules = model.app.session.rules().resized(size);
    set_rules(model, rules);
    let decided = count_with_noun(old.decisions().len(), "decision");
    if let Some(decided) =
        decided.filter(|it| dropped(&old, model.app.session.problem()) == [&**it])
    {
        let (undo, before) = (model.view.keys.key(Action::UNDO), old.rules().size());
        model.say(format!("{size}; {undo} brings back the {before} with its {decided}"));
    }
}

/// Changes the rules, and drops all decisions.
pub(super) fn set_rules(model: &mut Model, rules: Rules) {
    match rules.check_covers() {
        Ok(()) => change(model, Vec::new(), |session| session.set_rules(rules)),
        Err(error) => model.refuse(error.to_string()),
    }
}

/// Adds the weights in a file to the present board, or shows why this is impossible.
pub(super) fn weigh_file(model: &mut Model, path: &Path, weights: Weights) {
    let old = model.app.session.problem();
    let size = weights.size();
    let (Some(least), Some(most)) = (weights.cells().iter().min(), weights.cells().iter().max())
    else {
        return;
    };
    let said = format!("opened {}: pieces cost {least} to {most}", path.display());
    let Ok(rules) = Rules::clone(old.rules()).with_weights(Some(weights)) else {
        let (path, rows, columns) = (path.display(), size.rows(), size.columns());
        let resized = format!("':size {rows}x{columns}' makes such a board");
        return model.refuse(format!("{path}: these weights are for {size} cells ({resized})"));
    };
    let problem = Problem::with_decisions(rules.into(), old.decisions().clone());
    let problem = problem.expect("the cells stay as they are");
    change(model, vec![said], |session| session.set_problem(problem));
}

/// Opens a puzzle from a link or a drawing, and shows the number of regions and the size.
pub(super) fn open_puzzle(model: &mut Model, done: &str, board: BoardFile) {
    say_and_open(model, done, board, None);
}

/// Opens a drawing as a puzzle: under the present rules if they require pieces in regions, or else as coloured
/// queens.
pub(super) fn draw_puzzle(model: &mut Model, done: &str, regions: &Regions) {
    let rules = present_rules_with(model, regions)
        .unwrap_or_else(|| coloured_rules(Grid::new(regions.size())).with_grid_of(regions));
    let problem = Problem::new(rules);
    open_puzzle(model, done, BoardFile { problem, assist: Assist::Attacks });
}

/// Opens the regions of a link without a number of stars, and shows the rules used: the present rules if they
/// require pieces in regions, or else the rules of a star battle with one star.
pub(super) fn link_puzzle(model: &mut Model, done: &str, regions: &Regions) {
    let (rules, said) = if let Some(rules) = present_rules_with(model, regions) {
        (rules, "the link does not say how many stars: the rules stay as they were".to_owned())
    } else {
        let rules = Rules::star_battle(Grid::new(regions.size()), 1).with_grid_of(regions);
        (rules, format!("{ONE_STAR_ASSUMED} (':rules rows=2,columns=2,regions=2' for two)"))
    };
    let board = BoardFile { problem: Problem::new(rules), assist: Assist::Attacks };
    say_and_open(model, done, board, Some(said));
}

/// The present rules with these regions, if they require pieces in regions.
fn present_rules_with(model: &Model, regions: &Regions) -> Option<Rules> {
    let rules = model.app.session.rules();
    let asks = rules.requirements().iter().any(Requirement::needs_regions);
    asks.then(|| rules.with_grid_of(regions))
}

fn say_and_open(model: &mut Model, done: &str, board: BoardFile, more: Option<String>) {
    let rules = board.problem.rules();
    let number = rules.regions().map_or(0, |regions| regions.cells().len());
    let said = format!("{done}: a puzzle of {number} regions on {}", rules.size());
    let said = [said].into_iter().chain(more).collect();
    change(model, said, |session| session.open(board));
}

/// Replaces the regions by a drawing. If the size does not change, decisions are kept, except on new holes.
pub(super) fn replace_regions(model: &mut Model, done: &str, regions: &Regions) {
    let old = model.app.session.problem();
    let rules = old.rules().with_grid_of(regions);
    if let Err(error) = rules.check_covers() {
        return model.refuse(error.to_string());
    }
    let is_kept = |cell: &Cell| rules.size() == old.rules().size() && rules.check(*cell).is_ok();
    let decisions = old.decisions();
    let mut kept: Decisions = decisions.iter().filter(|(cell, _)| is_kept(cell)).collect();
    decisions.givens().filter(is_kept).for_each(|given| kept.insert_given(given));
    let number = regions.cells().len();
    let plural = if number == 1 { "" } else { "s" };
    let mut said = vec![format!("{done}: {number} region{plural} on {}", rules.size())];
    if !rules.requirements().iter().any(Requirement::needs_regions) {
        said.push(unused_regions_in(&model.view.keys, model.scope_below()));
    }
    let problem =
        Problem::with_decisions(rules.into(), kept).expect("all on cells that are no holes");
    change(model, said, |session| session.set_problem(problem));
}

/// The notice about regions that no rule uses. It names the key that offers rules for regions.
pub fn unused_regions(keys: &Keymap) -> String {
    unused_regions_in(keys, Scope::Board)
}

fn unused_regions_in(keys: &Keymap, scope: Scope) -> String {
    let offer = match keys.first_key(scope, Action::RULES) {
        Some(key) => format!("{key} offers rules that do"),
        None => "':rules rows,columns,regions' does".to_owned(),
    };
    format!("no rule asks for a piece in each region: {offer}")
}

/// Changes the problem as one step, and appends the dropped parts to the message.
fn change(model: &mut Model, mut said: Vec<String>, change: impl FnOnce(&mut Session) -> bool) {
    let old = model.app.session.problem().clone();
    change(&mut model.app.session);
    let dropped = dropped(&old, model.app.session.problem());
    if !dropped.is_empty() {
        let undo = model.view.keys.key(Action::UNDO);
        said.push(format!("dropped: {} ({undo} brings back)", dropped.join(", ")));
    }
    if !said.is_empty() {
        model.say(said.join("; "));
    }
}

/// The parts of the old problem that the new problem lacks, in words.
fn dropped(old: &Problem, new: &Problem) -> Vec<String> {
    let (was, is) = (old.rules(), new.rules());
    let mut dropped = Vec::new();
    if was.regions().is_some() && is.regions().is_none() {
        dropped.push("the regions".to_owned());
    }
    dropped.extend(dropped_costs(was, is).map(str::to_owned));
    let lost = was.requirements().iter().filter(|rule| !is.requirements().contains(rule));
    dropped.extend(lost.map(|rule| format!("the rule '{rule}'")));
    let off = was.grid().holes().iter().filter(|&hole| !is.size().contains(hole));
    dropped.extend(count_with_noun(off.count(), "hole"));
    let decided = old.decisions().iter();
    let lost = decided.filter(|&(cell, value)| new.decisions().get(cell) != Some(value));
    dropped.extend(count_with_noun(lost.count(), "decision"));
    dropped
}

/// The name of the weights or the limit of cost if the new rules lack it.
pub(super) fn dropped_costs(was: &Rules, is: &Rules) -> Option<&'static str> {
    match (is.weights(), is.max_cost()) {
        (None, _) if was.weights().is_some() => Some("the weights"),
        (_, None) if was.max_cost().is_some() => Some("the limit of cost"),
        _ => None,
    }
}

/// A count with its noun, as in `2 holes`; `None` for 0.
fn count_with_noun(number: usize, thing: &str) -> Option<String> {
    match number {
        0 => None,
        1 => Some(format!("1 {thing}")),
        _ => Some(format!("{number} {thing}s")),
    }
}
