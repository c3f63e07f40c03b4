//! Hints, which the board shows in stages.

use crossterm::event::{KeyCode, KeyEvent};

use crate::app::jobs;
use crate::app::notice::{Notice, PositionNotice};
use crate::input::Action;
use crate::model::{Model, StagedHint};
use crate::modes::Mode;
use crate::update::message::Effect;
use crate::update::play;
use crate::update::question::ask;
use geometry::Cell;
use session::{Hint, Stage, Supposition};

/// Searches for a hint, or shows the next stage of the present hint.
pub(super) fn go_on(model: &mut Model) -> Vec<Effect> {
    let is_asked = model.app.jobs.answering.as_ref().is_some_and(|work| work.job == jobs::FindHint);
    let Some(shown) = &mut model.app.hint else {
        return if is_asked { Vec::new() } else { ask(model, jobs::FindHint) };
    };
    if shown.stage == Stage::What {
        go_forward(model);
        return Vec::new();
    }
    shown.stage = shown.stage.next();
    if shown.stage == Stage::What
        && let Some(cell) = shown.cells().first()
    {
        model.view.cursor = *cell;
    }
    Vec::new()
}

/// Shows the next picture of a contradiction, or says that there is none.
fn go_forward(model: &mut Model) {
    let has_pictures = model.app.hint.as_ref().is_some_and(|shown| shown.pictures() > 0);
    if has_pictures && !model.app.hint.as_mut().is_some_and(StagedHint::go_forward) {
        model.say(PositionNotice::NoFurtherStep);
    }
}

/// Shows the first stage of a hint.
pub(super) fn show(model: &mut Model, hint: Hint) {
    if matches!(model.mode, Mode::Board) {
        play::count_hint(model);
        model.app.hint = Some(StagedHint::new(hint));
    }
}

/// Searches for a contradiction that refutes a piece on the cell under the cursor.
pub(super) fn suppose(model: &mut Model) -> Vec<Effect> {
    model.app.hint = None;
    if model.can(Action::Suppose) {
        return ask(model, jobs::Suppose(model.view.cursor));
    }
    model.refuse(PositionNotice::NotRefutable);
    Vec::new()
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
            model.app.unproved = Some((model.app.session.stamp(), cell));
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
pub(super) fn follow(model: &mut Model) -> Result<(), Notice> {
    let Some(StagedHint { hint, .. }) = model.app.hint.take() else {
        return Err(PositionNotice::NoHint.into());
    };
    if !hint.can_be_done() {
        return Err(PositionNotice::NothingToDo.into());
    }
    model.app.session.follow(&hint);
    Ok(())
}

/// Handles a key while a hint is shown. Enter goes to the next stage, and applies the hint at the last stage. There,
/// arrows turn the pictures of a contradiction, as the key of the next reason does. Keys that move the cursor keep the
/// hint, and all other keys end it. Returns true if the key needs no further handling.
pub(super) fn take_key(model: &mut Model, action: Option<Action>, event: KeyEvent) -> bool {
    let gives_answer = model.awaits_answer();
    let Some(shown) = &mut model.app.hint else { return false };
    if event.code == KeyCode::Enter && action == Some(Action::Place) && !gives_answer {
        match shown.stage {
            Stage::Where | Stage::Why => drop(go_on(model)),
            Stage::What if shown.is_offered() => return follow(model).is_ok(),
            Stage::What => model.app.hint = None,
        }
        return true;
    }
    let goes_on = event.code == KeyCode::Right && shown.pictures() > 0
        || action == Some(Action::NextReason) && shown.picture.is_some();
    if goes_on {
        go_forward(model);
        return true;
    }
    match event.code {
        KeyCode::Left if shown.picture.is_some() => {
            shown.go_back();
            return true;
        }
        _ => {}
    }
    if matches!(action, Some(Action::Moving(_) | Action::Hint)) {
        return false;
    }
    model.app.hint = None;
    // Esc only ends the hint.
    action == Some(Action::Cancel)
}
