//! A claim, its reasons, and its judgement.

use crate::input::Action;
use crate::modes::prove::ClaimView;
use crate::panel::{Context, Framed, SectionRows, TextItem};
use crate::parts::Need;
use session::{MessageList, Verdict};

/// What is claimed, and whether the reasons suffice.
pub(crate) fn section<'a>(context: &'a Context<'a>, view: &ClaimView) -> Framed<'a> {
    let names = |group| context.model.group_name(group);
    let claim = &view.claim;
    let statement = match view.verdict {
        Some(Verdict::Proved { .. }) => claim.statement(),
        Some(Verdict::Refuted { .. }) | None => format!("to prove: {}", claim.statement()),
    };
    let mut items = vec![TextItem::from(context.strong(statement))];
    match &view.verdict {
        None => {
            let reasons = claim.reasons_in_words(&names);
            items.push(context.text(format!("because of {reasons}: judging the claim")).into());
        }
        Some(verdict @ Verdict::Proved { .. }) => {
            items.push(context.good(verdict.in_words(claim, &names)).into());
        }
        Some(verdict @ Verdict::Refuted { .. }) => {
            items.push(context.wrong(verdict.in_words(claim, &names)).into());
            items.push(context.dim("the board shows these pieces").into());
        }
    }
    let decided = context.session.decisions().iter().map(|(cell, _)| cell);
    let others = decided.filter(|cell| !claim.decided.contains(cell));
    let others = MessageList::of(others).joined(", ");
    if !others.is_empty() {
        items.push(context.dim(format!("decided, but not named: {others}")).into());
    }
    Framed::text(context, "prove it", items, (Need::Must, SectionRows::Text(4, 10)))
        .right_title(claim.cell.to_string())
}

/// The keys of the mode.
pub(crate) fn next<'a>(context: &'a Context<'a>) -> Framed<'a> {
    let offers = context.offers([
        (Action::NAME_DECISION, "the decision of the cell"),
        (Action::NAME_ROW, "its row"),
        (Action::NAME_COLUMN, "its column"),
        (Action::NAME_REGION, "its region"),
        (Action::FLIP_CLAIM, "forced, or impossible"),
        (Action::CANCEL, "back to the board"),
    ]);
    let rule = context.dim("the board rule always holds; name the rest").into();
    let items = [rule].into_iter().chain(offers.filter(|item| item.hit.is_some())).collect();
    Framed::text(context, "what next", items, (Need::Wanted, SectionRows::List(3)))
}
