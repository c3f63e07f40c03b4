//! A claim, its reasons, and its judgement.

use crate::modes::prove::ClaimView;
use crate::panel::{Context, Framed, SectionRows, Text};
use crate::widgets::Need;
use app::Action;
use session::{MessageList, Verdict};

/// The claim, and whether its reasons suffice.
pub(crate) fn section<'a>(context: &'a Context<'a>, view: &ClaimView) -> Framed<'a> {
    let names = |group| context.model.group_name(group);
    let claim = &view.claim;
    let statement = match view.verdict {
        Some(Verdict::Proved { .. }) => claim.statement(),
        Some(Verdict::Refuted { .. }) | None => format!("to prove: {}", claim.statement()),
    };
    let mut text = Text::new(context);
    text.push(context.strong(statement));
    match &view.verdict {
        None => {
            let reasons = claim.reasons_in_words(&names);
            text.push(context.text(format!("because of {reasons}: judging the claim")));
        }
        Some(verdict @ Verdict::Proved { .. }) => {
            text.push(context.good(verdict.in_words(claim, &names)));
        }
        Some(verdict @ Verdict::Refuted { .. }) => {
            text.push(context.wrong(verdict.in_words(claim, &names)));
            text.note("the board shows these pieces");
        }
    }
    let decided = context.session.decisions().iter().map(|(cell, _)| cell);
    let others = decided.filter(|cell| !claim.decided.contains(cell));
    let others = MessageList::of(others).joined(", ");
    if !others.is_empty() {
        text.note(format!("decided, but not named: {others}"));
    }
    text.framed("prove it", Need::Must, SectionRows::Text(4, 10))
        .right_title(claim.cell.to_string())
}

/// The keys of the mode.
pub(crate) fn next<'a>(context: &'a Context<'a>) -> Framed<'a> {
    let mut text = Text::new(context);
    text.offer(Action::NAME_DECISION, "the decision of the cell");
    text.offer(Action::NAME_ROW, "its row");
    text.offer(Action::NAME_COLUMN, "its column");
    text.offer(Action::NAME_REGION, "its region");
    text.offer(Action::FLIP_CLAIM, "forced, or impossible");
    text.offer(Action::CANCEL, "back to the board");
    text.items.retain(|item| item.hit.is_some());
    text.items.insert(0, context.note("the board rule always holds; name the rest"));
    text.framed("what next", Need::Wanted, SectionRows::List(3))
}
