//! Decisions: made, taken back, undone.

use super::parameters::DECIDED;
use super::{Operation, Plain, Takes};
use crate::notice::{DecisionNotice, GameNotice, Notice, PositionNotice};
use crate::{App, Game, Mistakes, playing};
use geometry::Cell;
use problem::Value;
use session::Refusal;

pub(super) static ROWS: &[Operation<App>] = &[
    Operation::new(
        "",
        "place",
        &Takes(&DECIDED, |app, cells| decide_all(app, cells, Value::Placed)),
    )
    .without_rules()
    .unsolved()
    .names_cells()
    .done("placed"),
    Operation::new(
        "",
        "exclude",
        &Takes(&DECIDED, |app, cells| decide_all(app, cells, Value::Excluded)),
    )
    .without_rules()
    .unsolved()
    .names_cells()
    .done("excluded"),
    Operation::new("", "back", &Takes(&DECIDED, take_back))
        .without_rules()
        .unsolved()
        .done("taken back"),
    Operation::new("undo", "undo", &Plain(undo))
        .without_rules()
        .here(|it, _| it.session.history().can_undo() || it.can_undo_mark())
        .done("undone"),
    Operation::new("redo", "redo", &Plain(redo))
        .without_rules()
        .here(|it, _| it.session.history().can_redo() || it.redone_mark().is_some())
        .done("done again"),
    Operation::new("reset", "reset", &Plain(reset))
        .without_rules()
        .here(|it, _| {
            let decisions = it.session.decisions();
            it.has_marks() || decisions.iter().any(|(cell, _)| !decisions.is_given(cell))
        })
        .done("all taken back"),
];

/// Decides a cell, or removes its decision.
///
/// # Errors
/// Why the decision is refused.
pub fn toggle(app: &mut App, cell: Cell, value: Value) -> Result<(), Notice> {
    if app.session.decisions().get(cell).is_some() {
        app.session.retract(cell)?;
        return Ok(());
    }
    decide(app, cell, value)
}

/// Gives a cell a value.
///
/// # Errors
/// Why the decision is refused.
pub(crate) fn decide(app: &mut App, cell: Cell, value: Value) -> Result<(), Notice> {
    let assist = app.session.assist();
    let checked = app.session.check_with_assist(cell, value, assist);
    if value == Value::Placed && checked.is_ok() {
        check_mistake(app, cell)?;
    }
    let refused = app.session.decide_with_assist(cell, value, assist);
    refused.map_err(|refusal| match (&refusal, app.session.reason(cell)) {
        (Refusal::Impossible(_) | Refusal::Forced(_), Some(reason)) => {
            let (state, explanation) = (app.session.state(cell), reason.explanation.clone());
            DecisionNotice::Settled { cell, state, explanation }.into()
        }
        _ => refusal.into(),
    })
}

/// Gives undecided cells a value.
fn decide_all(app: &mut App, cells: Vec<Cell>, value: Value) -> Result<(), Notice> {
    change_all(app, cells, |app, cell| decide_open(app, cell, value))
}

fn take_back(app: &mut App, cells: Vec<Cell>) -> Result<(), Notice> {
    change_all(app, cells, |app, cell| match app.session.retract(cell) {
        Ok(true) => Ok(()),
        Ok(false) => Err(PositionNotice::NotDecided { cell }.into()),
        Err(refusal) => Err(refusal.into()),
    })
}

/// Changes the decisions on cells one after the other. If one is refused, none is made. A screen moves its cursor to
/// the last cell, or to the refused one.
fn change_all(
    app: &mut App,
    cells: Vec<Cell>,
    change: impl Fn(&mut App, Cell) -> Result<(), Notice>,
) -> Result<(), Notice> {
    // A refused change has changed nothing itself.
    let before = (cells.len() > 1).then(|| app.session.clone());
    for cell in cells {
        if let Err(refusal) = change(app, cell) {
            if let Some(before) = before {
                app.session = before;
            }
            app.lead = Some(cell);
            return Err(refusal);
        }
    }
    Ok(())
}

/// Gives an undecided cell a value.
fn decide_open(app: &mut App, cell: Cell, value: Value) -> Result<(), Notice> {
    if let Some(decided) = app.session.decisions().get(cell) {
        let is_other = decided != value;
        return Err(DecisionNotice::Already { cell, value: decided, is_other }.into());
    }
    decide(app, cell, value)
}

fn undo(app: &mut App) {
    keeping_undone_marks(app, |app| {
        if !app.undo_mark() {
            undo_step(app);
        }
    });
}

fn redo(app: &mut App) {
    keeping_undone_marks(app, |app| {
        if !app.redo_mark() {
            redo_step(app);
        }
    });
}

/// Performs an undo or redo. Undone marks can be set again by redo until another action is performed.
fn keeping_undone_marks(app: &mut App, perform: impl FnOnce(&mut App)) {
    let from = app.session.stamp();
    if let Some(game) = &mut app.game {
        game.marks.forget_undone(from);
    }
    perform(app);
    let to = app.session.stamp();
    if let Some(game) = &mut app.game {
        game.marks.keep_undone(to);
    }
}

fn undo_step(app: &mut App) {
    let was_playing = app.game_on_board().is_some();
    if playing::asks_to_leave(app) {
        return;
    }
    if !app.session.undo() {
        app.refuse(DecisionNotice::NothingToUndo);
    } else if was_playing && app.game_on_board().is_none() {
        let board = app.session.rules().sized_name();
        app.say(DecisionNotice::BeforePuzzle { board });
    }
    playing::reopen(app);
}

fn redo_step(app: &mut App) {
    if !app.session.redo() {
        app.refuse(DecisionNotice::NothingToRedo);
    }
    playing::reopen(app);
}

/// Takes back all decisions and, in play, removes all marks.
fn reset(app: &mut App) {
    let had_marks = app.clear_marks();
    if !app.session.reset() && !had_marks {
        let only_givens = !app.session.decisions().is_empty();
        app.refuse(if only_givens {
            DecisionNotice::OnlyGivens
        } else {
            DecisionNotice::NothingDecided
        });
    }
    playing::begin_again(app);
}

/// Counts a piece on a wrong cell, if mistakes are reported.
///
/// # Errors
/// When the piece must not be placed.
pub(crate) fn check_mistake(app: &mut App, cell: Cell) -> Result<(), Notice> {
    let mistakes = app.settings.mistakes;
    let is_open = |game: &&mut Game| game.solved.is_none() && !game.is_given_up();
    let game = app.game_on_board_mut().filter(is_open);
    let Some(game) = game.filter(|game| mistakes != Mistakes::Off && game.is_mistake(cell)) else {
        return Ok(());
    };
    game.mistakes += 1;
    let is_refused = mistakes == Mistakes::Refuse;
    let mistake = GameNotice::Mistake { cell, number: game.mistakes, is_refused };
    if is_refused {
        return Err(mistake.into());
    }
    app.say(mistake);
    Ok(())
}
