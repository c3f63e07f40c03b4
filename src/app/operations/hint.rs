//! Hints, which the board shows in stages.

use crate::jobs::hint::{go_forward, go_on};
use crate::notice::{Notice, PositionNotice};
use crate::operations::parameters::{CELL, DO};
use crate::operations::{Operation, Plain, Takes};
use crate::{App, Setting, StagedHint, jobs};
use geometry::Cell;
use problem::Assist;
use session::{HintAids, Stage};

pub(super) static ROWS: &[Operation<App>] = &[
    Operation::new("hint", "hint", &Takes(&DO, hint))
        .keeps_hint()
        .unsolved()
        .here(|it, _| !it.is_finished())
        .done("hint followed"),
    Operation::new("", "suppose", &Takes(&CELL, suppose))
        .unsolved()
        .here(App::can_suppose)
        .shows_position(),
    Operation::new("follow-hint", "", &Plain(enter)).keeps_hint().ever(|it| !it.awaits_answer()),
    Operation::new("next-picture", "", &Plain(go_forward)).keeps_hint().ever(has_pictures),
    Operation::new("previous-picture", "", &Plain(go_back))
        .keeps_hint()
        .ever(|it| it.hint.as_ref().is_some_and(|hint| hint.picture.is_some())),
];

/// Shows a hint stage by stage, or performs its action.
fn hint(app: &mut App, is_done: bool) -> Result<(), Notice> {
    if is_done {
        return follow(app);
    }
    ask_or_go_on(app);
    Ok(())
}

/// Searches for a hint, or shows the next stage of the present hint. While the search runs, the stage is shown after it.
fn ask_or_go_on(app: &mut App) {
    if app.hint.is_some() {
        return go_on(app);
    }
    let shows_attacks = app.is_puzzle() && app.session.assist() == Assist::Attacks;
    let marks_full = app.wants.marks_full_groups || app.settings.has(Setting::AutoMark);
    let aids = HintAids {
        uniqueness: app.settings.has(Setting::Uniqueness),
        full_groups: shows_attacks && marks_full,
    };
    let asked: Option<&jobs::FindHint> = app.jobs.answering();
    let more_stages = asked.filter(|job| job.aids == aids).map(|job| job.more_stages + 1);
    let find = jobs::FindHint { aids, more_stages: more_stages.unwrap_or(0) };
    match app.jobs.answering.as_mut().filter(|_| more_stages.is_some()) {
        Some(work) => work.job = find.into(),
        None => app.ask(find),
    }
}

/// Searches for a contradiction that refutes a piece on a cell.
fn suppose(app: &mut App, cell: Cell) -> Result<(), Notice> {
    if app.can_suppose(cell) {
        ask_supposition(app, cell);
        return Ok(());
    }
    app.hint = None;
    Err(PositionNotice::NotRefutable.into())
}

/// Asks for the contradiction that refutes a piece on a cell. The caller has checked that a piece can be supposed there.
pub(crate) fn ask_supposition(app: &mut App, cell: Cell) {
    app.hint = None;
    app.ask(jobs::Suppose(cell));
}

/// Performs the action of the present hint at any stage.
///
/// # Errors
/// When there is no hint, or the hint has nothing to do.
fn follow(app: &mut App) -> Result<(), Notice> {
    let Some(StagedHint { hint, .. }) = app.hint.take() else {
        return Err(PositionNotice::NoHint.into());
    };
    if !hint.can_be_done() {
        return Err(PositionNotice::NothingToDo.into());
    }
    app.session.follow(&hint);
    Ok(())
}

/// Shows the next stage of the hint. At the last stage, performs its action or closes it.
fn enter(app: &mut App) -> Result<(), Notice> {
    match &app.hint {
        Some(shown) if shown.is_offered() => return follow(app),
        Some(StagedHint { stage: Stage::Where | Stage::Why, .. }) => go_on(app),
        Some(_) | None => app.hint = None,
    }
    Ok(())
}

/// Shows the picture before.
fn go_back(app: &mut App) {
    if let Some(shown) = &mut app.hint {
        shown.go_back();
    }
}

fn has_pictures(app: &App) -> bool {
    app.hint.as_ref().is_some_and(|it| it.pictures() > 0)
}
