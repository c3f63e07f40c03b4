//! How long a session in lines waits for an answer.

use crate::app::jobs;
use crate::model::Model;

/// True if the number of solutions is known as well as it soon will be: counted, or else estimated.
pub(super) fn is_position_told(model: &Model) -> bool {
    let session = &model.app.session;
    if !model.app.has_full_assist() || session.solutions().is_some() {
        return true;
    }
    let is_surveyed =
        model.app.jobs.answering.as_ref().is_none_or(|work| work.job != jobs::Position);
    let is_estimated = session.estimate().is_some() || model.app.jobs.estimating.is_none();
    is_surveyed && model.app.jobs.counting.is_none() && is_estimated
}

/// True if there is nothing more to wait for: the reason why the cell under the cursor is impossible, or why there is no
/// solution, is known or will not be found.
pub(super) fn is_reason_told(model: &Model) -> bool {
    if model.app.jobs.answering.is_none() || !model.app.has_full_assist() {
        return true;
    }
    let (session, is_surveyed) = (&model.app.session, model.app.session.knows_all_cells());
    let is_known = |wish| session.knowledge().reason(wish).is_some();
    // Why there is no solution is found first.
    let is_settled = session.is_satisfiable() != Some(false) || is_known(None);
    is_surveyed && is_settled && session.wish(model.view.cursor).is_none_or(is_known)
}
