//! Claims: the user names the reasons why a cell is impossible or forced, and the board judges them.

mod claim_view;
pub(crate) mod panel;

pub(crate) use claim_view::ClaimView;

use crossterm::event::{MouseButton, MouseEventKind};

use super::board::leave_to_board;
use super::{Mode, ModeBehavior, ModeFact};
use crate::input::{ProofAction, Scope};
use crate::model::{Hit, Model};
use crate::panel::Sections;
use crate::update::mouse::MouseInput;
use app::Action;
use app::jobs;
use app::notice::{Notice, PositionNotice};
use app::operations::parameters::CELL;
use app::operations::{Operation, Plain, Takes};
use export::PictureKind;
use geometry::Cell;
use problem::GroupId;
use session::{CellState, Claim, Verdict};

pub(crate) struct ProveMode;

impl ModeBehavior for ProveMode {
    fn names(&self, _: &Model) -> (Scope, &'static str) {
        (Scope::Prove, "prove")
    }

    fn has(&self, fact: ModeFact) -> bool {
        matches!(fact, ModeFact::IsPlayed)
    }

    fn cancel(&self, model: &mut Model) {
        leave_to_board::<jobs::JudgeClaim>(model);
    }

    fn take_mouse(&self, model: &mut Model, mouse: MouseInput) -> bool {
        let is_left = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        if !is_left || !matches!(mouse.hit, Some(Hit::Cell(_)) | None) {
            return false;
        }
        model.app.notice = None;
        let done = click(model, mouse.position);
        model.app.settle(done);
        true
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

    fn recommended(&self, _: &Model) -> Vec<(Action, String)> {
        let words = [
            (Action::NAME_DECISION, "name it"),
            (Action::NAME_ROW, "name the row"),
            (Action::CANCEL, "leave"),
        ];
        words.map(|(action, word)| (action, word.to_owned())).to_vec()
    }

    fn note(&self, _: &Model) -> &'static str {
        "arrows move; the claim is judged after each reason"
    }

    fn add_sections(&self, sections: &mut Sections<'_>) -> bool {
        let context = sections.context;
        sections.add(context.model.claim_view().map(|view| panel::section(context, view)));
        sections.add(Some(panel::next(context)));
        false
    }
}

impl Model {
    /// The group of a cell of this kind; `None` if no rule names one.
    pub(crate) fn named_group(&self, action: ProofAction, cell: Cell) -> Option<GroupId> {
        let rules = self.app.session.rules();
        let group = match action {
            ProofAction::Row => GroupId::Row(cell.row()),
            ProofAction::Column => GroupId::Column(cell.column()),
            ProofAction::Region => GroupId::Region(rules.regions()?.region(cell)?),
        };
        Some(group).filter(|group| rules.groups().iter().any(|other| other.id() == *group))
    }

    /// The claim whose reasons are marked; `None` in other modes.
    pub(crate) fn claim_view(&self) -> Option<&ClaimView> {
        self.mode().try_as_prove_ref()
    }
}

pub(crate) static ROWS: &[Operation<Model>] = &[
    Operation::new("name-decision", "", &Takes(&CELL, name_decision))
        .unsolved()
        .here(|it, cell| it.app.session.decisions().get(cell).is_some()),
    Operation::new(
        "name-row",
        "",
        &Takes(&CELL, |it, cell| name_group(it, ProofAction::Row, cell)),
    )
    .unsolved()
    .here(|it, cell| it.named_group(ProofAction::Row, cell).is_some()),
    Operation::new(
        "name-column",
        "",
        &Takes(&CELL, |it, cell| name_group(it, ProofAction::Column, cell)),
    )
    .unsolved()
    .here(|it, cell| it.named_group(ProofAction::Column, cell).is_some()),
    Operation::new(
        "name-region",
        "",
        &Takes(&CELL, |it, cell| name_group(it, ProofAction::Region, cell)),
    )
    .unsolved()
    .here(|it, cell| it.named_group(ProofAction::Region, cell).is_some()),
    Operation::new("flip-claim", "", &Plain(flip)).unsolved(),
];

/// Changes the claim, and has the changed claim judged.
fn change(model: &mut Model, change: impl FnOnce(&mut Claim)) {
    let Some(ClaimView { claim, .. }) = model.mode_mut().try_as_prove_mut() else { return };
    change(claim);
    let claim = claim.clone();
    model.app.ask(jobs::JudgeClaim(claim.clone()));
    show(model, claim);
}

/// Adds the decision on a cell to the named reasons, or removes it from them.
fn name_decision(model: &mut Model, cell: Cell) -> Result<(), Notice> {
    match model.app.session.decisions().get(cell) {
        Some(_) => Ok(change(model, |claim| claim.toggle_decision(cell))),
        None => Err(PositionNotice::NotDecided { cell }.into()),
    }
}

/// Names the row, the column or the region of a cell as a reason, or no more.
fn name_group(model: &mut Model, kind: ProofAction, cell: Cell) -> Result<(), Notice> {
    let Some(group) = model.named_group(kind, cell) else {
        let notice = match kind {
            ProofAction::Row => PositionNotice::NoRowRule { cell },
            ProofAction::Column => PositionNotice::NoColumnRule { cell },
            ProofAction::Region => PositionNotice::NoRegionRule { cell },
        };
        return Err(notice.into());
    };
    Ok(change(model, |claim| claim.toggle_group(group)))
}

/// Claims that the cell must hold a piece, or again that it is impossible.
fn flip(model: &mut Model) {
    change(model, |claim| claim.refuted = claim.refuted.opposite());
}

/// Handles a click: on a cell, moves the cursor there and names its decision, if it has one; on the number of a row or
/// the letters of a column, names the row or column.
pub(crate) fn click(model: &mut Model, (x, y): (u16, u16)) -> Result<(), Notice> {
    let (layout, board) = (&model.view.layout, model.view.layout.board);
    if let Some(cell) = layout.cell_at(x, y) {
        model.view.cursor = cell;
        let is_decided = model.app.session.decisions().get(cell).is_some();
        return if is_decided { name_decision(model, cell) } else { Ok(()) };
    }
    let is_beside = x < board.x && board.x - x <= layout.gutter;
    let row = layout.cell_at(board.x, y).filter(|_| is_beside);
    let column = layout.cell_at(x, board.y).filter(|_| y == board.bottom());
    match (row, column) {
        (Some(cell), _) => name_group(model, ProofAction::Row, cell),
        (None, Some(cell)) => name_group(model, ProofAction::Column, cell),
        (None, None) => Ok(()),
    }
}

/// Shows a claim that is being judged.
pub(crate) fn show(model: &mut Model, claim: Claim) {
    model.enter(Mode::Prove(ClaimView::new(claim)));
}

/// Shows the verdict, if the claim is still the same.
pub(crate) fn judged(model: &mut Model, claim: &Claim, verdict: Verdict) {
    if let Some(view) = model.mode_mut().try_as_prove_mut()
        && view.claim == *claim
    {
        view.verdict = Some(verdict);
    }
}
