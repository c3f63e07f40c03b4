//! Reasons why a cell is impossible or forced, and decisions to take back.

use super::parameters::CELL;
use super::{Operation, Takes, hint};
use crate::jobs::{self, FindReason, Purpose};
use crate::notice::{DecisionNotice, PositionNotice};
use crate::{App, Reply, replace};
use geometry::Cell;
use session::{NearestSize, Reason};

pub(super) static ROWS: &[Operation<App>] = &[
    Operation::new("anyway", "anyway", &Takes(&CELL, restore_wish))
        .unsolved()
        .reveals()
        .here(can_restore)
        .shows_position()
        .done("decided anyway"),
    Operation::new("next-reason", "why", &Takes(&CELL, explain))
        .keeps_hint()
        .unsolved()
        .reveals()
        .here(|it, cell| it.session.wish(cell).is_some())
        .shows_position(),
];

/// Maximum number of listed sets of decisions to take back: one for each digit from 1 to 9.
pub const MAX_LISTED_RESTORATIONS: usize = 9;

/// Gives a cell the value that it refuses, by taking back decisions that prevent the value.
/// If there are several smallest sets of such decisions, the user chooses a set first. On a board without
/// solutions and decisions, changes to the nearest size with a solution.
fn restore_wish(app: &mut App, cell: Cell) {
    if let Some(NearestSize::Found(size)) = app.session.knowledge().nearest_size {
        replace::set_size(app, size);
        return;
    }
    let Some(wish) = app.session.wish(cell) else {
        app.refuse(DecisionNotice::NothingToRestore);
        return;
    };
    match app.session.restoration(cell).map(|found| found.sets.len()) {
        Some(1) => apply_restoration(app, cell, 0),
        Some(_) => app.reply(Reply::Ways(cell)),
        None if app.session.knowledge().reason(wish).is_none() => {
            app.jobs.want_reason(wish, Purpose::Restoration);
            app.say(DecisionNotice::LookingForRestoration);
        }
        None => show_reason(app, cell),
    }
}

/// Shows why a cell refuses a value, and which key forces it.
fn show_reason(app: &mut App, cell: Cell) {
    let Some(reason) = app.session.reason(cell) else {
        return app.refuse(DecisionNotice::NoRestoration);
    };
    let is_known = reason.restoration.is_some() || reason.interrupted.is_none();
    let can_restore = is_known.then_some(reason.restoration.is_some());
    app.refuse(DecisionNotice::Reason { explanation: reason.explanation.clone(), can_restore });
}

/// Makes use of a reason as requested, if the cursor is still on its cell.
pub(crate) fn reason_found(app: &mut App, found: FindReason) {
    let Some(cell) = app.wants.cell else { return };
    if app.session.wish(cell) != Some(found.wish) {
        return;
    }
    match found.purpose {
        Purpose::Knowledge => {}
        Purpose::Explanations => show_next_explanation(app, cell),
        Purpose::Restoration => show_reason(app, cell),
    }
}

/// Shows the next picture of the contradiction that is shown, or else the next explanation of a cell.
fn explain(app: &mut App, cell: Cell) {
    if app.hint.as_ref().is_some_and(|shown| shown.picture.is_some()) {
        jobs::hint::go_forward(app);
        return;
    }
    app.hint = None;
    show_next_explanation(app, cell);
}

/// Shows the next minimal explanation of a cell. The first call searches for all explanations. After
/// the last one, an impossible cell has a further round: the contradiction that refutes a piece there.
pub(crate) fn show_next_explanation(app: &mut App, cell: Cell) {
    if app.is_refutation_next(cell) {
        app.session.restart_explanations();
        return hint::ask_supposition(app, cell);
    }
    let Some(wish) = app.session.wish(cell) else {
        app.say(DecisionNotice::NoReasonNeeded);
        return;
    };
    if app.session.knowledge().reason(wish).is_none() {
        app.jobs.want_reason(wish, Purpose::Explanations);
        app.say(DecisionNotice::LookingForReason);
        return;
    }
    if app.session.reason(cell).is_none() {
        app.say(DecisionNotice::NoReasonInTime);
        return;
    }
    let Some(all) = app.session.explanations(cell).map(<[_]>::len) else {
        return app.ask(jobs::Explanations(wish));
    };
    // The panel shows the only explanation already.
    if all == 1 && app.may_be_proved(cell) {
        return hint::ask_supposition(app, cell);
    }
    let number = app.session.show_next_explanation(cell).unwrap_or(1);
    let explanation = app.session.reason(cell).map(|reason| reason.explanation.clone());
    let has_proof = app.is_refutation_next(cell);
    app.say(DecisionNotice::Explained { explanation, number, all, has_proof });
}

fn can_restore(app: &App, cell: Cell) -> bool {
    let knowledge = app.session.knowledge();
    if matches!(knowledge.nearest_size, Some(NearestSize::Found(_))) {
        return true;
    }
    // While the reason is unknown, taking back decisions may help.
    let restores = |reason: Option<&Reason>| reason.is_some_and(|it| it.restoration.is_some());
    let may_help = |wish| knowledge.reason(wish).is_none_or(restores);
    app.session.wish(cell).is_some_and(may_help)
}

/// Gives a cell its refused value by taking back the set of decisions with this index, in one undo step.
pub fn apply_restoration(app: &mut App, cell: Cell, index: usize) {
    let restoration = app.session.restoration(cell);
    let way = restoration.and_then(|found| found.first(MAX_LISTED_RESTORATIONS).get(index));
    let Some(way) = way else {
        return app.say(PositionNotice::NoWay { number: index + 1 });
    };
    let take_back = way.take_back.clone();
    let is_one_of_several = restoration.is_some_and(|found| found.sets.len() == 1 && found.more);
    if app.session.restore(cell, &take_back) {
        app.say(PositionNotice::TookBack { cells: take_back, is_one_of_several });
    }
}
