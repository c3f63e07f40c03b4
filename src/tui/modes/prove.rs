//! Claims: the user names the reasons why a cell is impossible or forced, and the board judges them.

mod claim_view;

pub(crate) use claim_view::ClaimView;

use crossterm::event::{MouseButton, MouseEventKind};

use super::board::leave_to_board;
use super::{Mode, ModeBehavior, ModeFact};
use crate::app::notice::PositionNotice;
use crate::input::{ProofAction, Scope};
use crate::model::question::Topic;
use crate::model::{Hit, Model};
use crate::update::message::Effect;
use crate::update::mouse::MouseInput;
use crate::update::question::ask;
use crate::update::reaction::Reaction;
use crate::view::panel::{Sections, claim};
use export::PictureKind;
use geometry::Cell;
use problem::Value;
use session::{CellState, Claim, Verdict};

pub(crate) struct ProveMode;

impl ModeBehavior for ProveMode {
    fn names(&self, _: &Model) -> (Scope, &'static str) {
        (Scope::Prove, "prove")
    }

    fn has(&self, fact: ModeFact) -> bool {
        matches!(fact, ModeFact::IsPlayed)
    }

    fn cancel(&self, model: &mut Model) -> Vec<Effect> {
        leave_to_board(model, |topic| matches!(topic, Topic::Claim(_)))
    }

    fn take_mouse(&self, model: &mut Model, mouse: MouseInput) -> Option<Reaction> {
        let is_left = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        if !is_left || !matches!(mouse.hit, Some(Hit::Cell(_)) | None) {
            return None;
        }
        model.app.notice = None;
        Some(click(model, mouse.position).into())
    }

    fn cell_state(&self, model: &Model, cell: Cell) -> Option<CellState> {
        let decision = model.app.session.decisions().get(cell);
        Some(model.claim_view()?.state(model.app.session.rules(), decision, cell))
    }

    fn picture_kind(&self, _: &Model) -> PictureKind {
        PictureKind::Group
    }

    fn picture_note(&self, model: &Model, solutions: String) -> String {
        model.claim_view().map_or(solutions, |view| view.claim.statement())
    }

    fn text(&self, model: &Model) -> String {
        let names = |group| model.group_name(group);
        let view = model.claim_view().filter(|_| !model.has_panel());
        let verdict =
            view.and_then(|view| Some(view.verdict.as_ref()?.in_words(&view.claim, &names)));
        verdict.unwrap_or_default()
    }

    fn add_sections(&self, sections: &mut Sections<'_>) -> bool {
        let context = sections.context;
        sections.add(context.model.claim_view().map(|view| claim::section(context, view)));
        sections.add(Some(claim::next(context)));
        false
    }
}

impl Model {
    /// The claim whose reasons are marked; `None` in other modes.
    pub(crate) fn claim_view(&self) -> Option<&ClaimView> {
        self.mode.try_as_prove_ref()
    }
}

/// Performs an action on the claim about a cell, its row, its column or its region, and has the changed claim judged.
pub(crate) fn perform(model: &mut Model, action: ProofAction, cell: Cell) -> Vec<Effect> {
    let group = model.named_group(action, cell);
    let is_decided = model.app.session.decisions().get(cell).is_some();
    if action == ProofAction::Open {
        return begin(model, "");
    }
    let Some(ClaimView { claim, .. }) = model.mode.try_as_prove_mut() else { return Vec::new() };
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
    ask(model, Topic::Claim(claim))
}

/// Shows the verdict, if the claim is still the same.
pub(crate) fn judged(model: &mut Model, claim: &Claim, verdict: Verdict) {
    if let Some(view) = model.mode.try_as_prove_mut()
        && view.claim == *claim
    {
        view.verdict = Some(verdict);
    }
}
