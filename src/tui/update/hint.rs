//! Hints, which the board shows in stages.

use crate::app::StagedHint;
use crate::app::jobs;
use crate::app::notice::{Notice, PositionNotice};
use crate::model::Model;
use crate::modes::Mode;
use crate::operations::parameters::{CELL, DO};
use crate::operations::{Operation, Plain, Takes};
use crate::update::play;
use geometry::Cell;
use session::{Finding, Hint, Stage, Supposition};

pub(super) static ROWS: &[Operation] = &[
    Operation::new("hint", "hint", &Takes(&DO, hint))
        .keeps_hint()
        .unsolved()
        .here(|it, _| !it.app.is_finished())
        .done("hint followed"),
    Operation::new("", "suppose", &Takes(&CELL, suppose))
        .unsolved()
        .here(|it, cell| it.app.can_suppose(cell))
        .shows_position(),
    Operation::new("follow-hint", "", &Plain(enter))
        .keeps_hint()
        .ever(|it| !it.app.awaits_answer()),
    Operation::new("next-picture", "", &Plain(go_forward)).keeps_hint().ever(has_pictures),
    Operation::new("previous-picture", "", &Plain(go_back)).keeps_hint().ever(shows_picture),
];

/// Shows a hint stage by stage, or does what it says.
fn hint(model: &mut Model, is_done: bool) -> Result<(), Notice> {
    if is_done { follow(model) } else { Ok(go_on(model)) }
}

/// Searches for a hint, or shows the next stage of the present hint. A screen goes to the first cell of the last stage.
fn go_on(model: &mut Model) {
    let is_asked = model.app.jobs.answering.as_ref().is_some_and(|work| work.job == jobs::FindHint);
    match &mut model.app.hint {
        None if is_asked => {}
        None => model.app.ask(jobs::FindHint),
        Some(shown) if shown.stage == Stage::What => go_forward(model),
        Some(shown) => {
            shown.stage = shown.stage.next();
            let cell = shown.cells().first().copied();
            model.app.lead = cell.filter(|_| shown.stage == Stage::What);
        }
    }
}

/// Shows the next picture of a contradiction, or says that there is none.
pub(super) fn go_forward(model: &mut Model) {
    let has_pictures = model.app.hint.as_ref().is_some_and(|shown| shown.pictures() > 0);
    if has_pictures && !model.app.hint.as_mut().is_some_and(StagedHint::go_forward) {
        model.say(PositionNotice::NoFurtherStep);
    }
}

/// Shows the first stage of a hint.
pub(super) fn show(model: &mut Model, hint: Hint) {
    if matches!(model.mode(), Mode::Board) {
        play::count_hint(model);
        model.app.hint = Some(StagedHint::new(hint));
    }
}

/// Searches for a contradiction that refutes a piece on a cell.
fn suppose(model: &mut Model, cell: Cell) -> Result<(), Notice> {
    if model.app.can_suppose(cell) {
        ask_supposition(model, cell);
        return Ok(());
    }
    model.app.hint = None;
    Err(PositionNotice::NotRefutable.into())
}

/// Asks for the contradiction that refutes a piece on a cell. The caller has checked that a piece can be supposed there.
pub(super) fn ask_supposition(model: &mut Model, cell: Cell) {
    model.app.hint = None;
    model.app.ask(jobs::Suppose(cell))
}

/// Shows the first picture of a contradiction that refutes a piece on a cell, or says that there is none, or that none
/// was found.
pub(super) fn show_supposition(model: &mut Model, cell: Cell, found: Supposition) {
    let hint = match found {
        Supposition::Refuted(hint) => hint,
        Supposition::Holds => {
            // In a puzzle, this tells where a piece stands.
            play::count_hint(model);
            return model.say(PositionNotice::NoContradiction { cell });
        }
        Supposition::Unproved => {
            let stamp = model.app.session.stamp();
            model.app.session.learn(stamp, Finding::Unproved(cell));
            return model.say(PositionNotice::NoProof { cell });
        }
    };
    show(model, hint);
    if let Some(shown) = model.app.hint.as_mut().filter(|shown| shown.hint.refuted().is_some()) {
        shown.stage = Stage::What;
        shown.go_forward();
    }
}

/// Does what the present hint says, whatever its stage.
///
/// # Errors
/// When there is no hint, or nothing that it could do.
fn follow(model: &mut Model) -> Result<(), Notice> {
    let Some(StagedHint { hint, .. }) = model.app.hint.take() else {
        return Err(PositionNotice::NoHint.into());
    };
    if !hint.can_be_done() {
        return Err(PositionNotice::NothingToDo.into());
    }
    model.app.session.follow(&hint);
    Ok(())
}

/// Goes to the next stage of the hint, and at the last stage does what it says or closes it.
fn enter(model: &mut Model) -> Result<(), Notice> {
    match &model.app.hint {
        Some(shown) if shown.is_offered() => return follow(model),
        Some(StagedHint { stage: Stage::Where | Stage::Why, .. }) => go_on(model),
        Some(_) | None => model.app.hint = None,
    }
    Ok(())
}

/// Shows the picture before.
fn go_back(model: &mut Model) {
    if let Some(shown) = &mut model.app.hint {
        shown.go_back();
    }
}

fn has_pictures(model: &Model) -> bool {
    model.app.hint.as_ref().is_some_and(|it| it.pictures() > 0)
}

fn shows_picture(model: &Model) -> bool {
    model.app.hint.as_ref().is_some_and(|it| it.picture.is_some())
}
