//! Claims: the user names the reasons why a cell is impossible or forced, and the board judges them.

mod claim_view;

pub(crate) use claim_view::ClaimView;

use crate::app::jobs;
use crate::app::notice::PositionNotice;
use crate::input::ProofAction;
use crate::model::Model;
use crate::modes::Mode;
use crate::update::message::Effect;
use crate::update::question::ask;
use geometry::Cell;
use problem::Value;
use session::{Claim, Verdict};

/// Performs an action on the claim about a cell, its row, its column or its region, and has the changed claim judged.
pub(crate) fn perform(model: &mut Model, action: ProofAction, cell: Cell) -> Vec<Effect> {
    let group = model.named_group(action, cell);
    let is_decided = model.app.session.decisions().get(cell).is_some();
    if action == ProofAction::Open {
        return begin(model, "");
    }
    let Mode::Prove(ClaimView { claim, .. }) = &mut model.mode else { return Vec::new() };
    let refusal = match (action, group) {
        (_, Some(group)) => {
            claim.toggle_group(group);
            None
        }
        (ProofAction::Flip, None) => {
            claim.refuted = match claim.refuted {
                Value::Placed => Value::Excluded,
                Value::Excluded => Value::Placed,
            };
            None
        }
        (ProofAction::Decision, None) if is_decided => {
            claim.toggle_decision(cell);
            None
        }
        (ProofAction::Open | ProofAction::Decision, None) => {
            Some(PositionNotice::NotDecided { cell })
        }
        (ProofAction::Row, None) => Some(PositionNotice::NoRowRule { cell }),
        (ProofAction::Column, None) => Some(PositionNotice::NoColumnRule { cell }),
        (ProofAction::Region, None) => Some(PositionNotice::NoRegionRule { cell }),
    };
    let claim = claim.clone();
    match refusal {
        Some(notice) => {
            model.refuse(notice);
            Vec::new()
        }
        None => judge(model, claim),
    }
}

/// Handles a click: on a cell, moves the cursor there and names its decision, if it has one; on the number of a row or
/// the letters of a column, names the row or column.
pub(crate) fn click(model: &mut Model, (x, y): (u16, u16)) -> Vec<Effect> {
    let (layout, board) = (&model.view.layout, model.view.layout.board);
    if let Some(cell) = layout.cell_at(x, y) {
        model.view.cursor = cell;
        let is_decided = model.app.session.decisions().get(cell).is_some();
        return if is_decided { perform(model, ProofAction::Decision, cell) } else { Vec::new() };
    }
    let is_beside = x < board.x && board.x - x <= layout.gutter;
    let row = layout.cell_at(board.x, y).filter(|_| is_beside);
    let column = layout.cell_at(x, board.y).filter(|_| y == board.bottom());
    match (row, column) {
        (Some(cell), _) => perform(model, ProofAction::Row, cell),
        (None, Some(cell)) => perform(model, ProofAction::Column, cell),
        (None, None) => Vec::new(),
    }
}

/// Begins a claim in words, about the cell under the cursor unless the words name another one.
pub(crate) fn begin(model: &mut Model, text: &str) -> Vec<Effect> {
    match Claim::parse(text, model.view.cursor, model.app.session.problem()) {
        Ok(claim) if model.app.session.decisions().get(claim.cell).is_some() => {
            model.refuse(PositionNotice::NotOpen { cell: claim.cell });
            Vec::new()
        }
        Ok(claim) => {
            model.view.cursor = claim.cell;
            judge(model, claim)
        }
        Err(error) => {
            model.refuse(error);
            Vec::new()
        }
    }
}

/// Shows the claim, and asks whether it holds.
fn judge(model: &mut Model, claim: Claim) -> Vec<Effect> {
    model.mode = Mode::Prove(ClaimView::new(claim.clone()));
    ask(model, jobs::JudgeClaim(claim))
}

/// Shows the verdict, if the claim is still the same.
pub(crate) fn judged(model: &mut Model, claim: &Claim, verdict: Verdict) {
    if let Mode::Prove(view) = &mut model.mode
        && view.claim == *claim
    {
        view.verdict = Some(verdict);
    }
}
