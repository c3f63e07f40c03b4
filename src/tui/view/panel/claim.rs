//! A claim, its reasons, and its judgement.

use ratatui::text::Span;

use super::context::Context;
use super::item::TextItem;
use super::section::{Paragraphs, SectionRows};
use crate::input::{Action, ProofAction};
use crate::model::ClaimView;
use crate::parts::PartPriority;
use session::Verdict;

/// What is claimed, and whether the reasons suffice.
pub(super) fn section<'a>(context: &'a Context<'a>, view: &ClaimView) -> Paragraphs<'a> {
    let names = |group| context.model.group_name(group);
    let mut items = vec![
        TextItem::from(context.strong(view.claim.statement())),
        context.text(format!("because of {}", view.claim.reasons_in_words(&names))).into(),
    ];
    match &view.verdict {
        None => items.push(context.dim("judging the claim").into()),
        Some(verdict @ Verdict::Proved { .. }) => {
            items.push(
                Span::styled(verdict.in_words(&view.claim, &names), context.styles.good).into(),
            );
        }
        Some(verdict @ Verdict::Refuted { .. }) => {
            items.push(
                Span::styled(verdict.in_words(&view.claim, &names), context.styles.wrong).into(),
            );
            items.push(context.dim("the board shows these pieces").into());
        }
    }
    Paragraphs::new(
        context,
        "prove it".to_owned(),
        items,
        (PartPriority::Must, SectionRows::Text(4, 10)),
    )
    .right_title(context.dim(view.claim.cell.to_string()))
}

/// The keys of the mode.
pub(super) fn next<'a>(context: &'a Context<'a>) -> Paragraphs<'a> {
    let key = |action, text: &str| context.key_text_item(Action::Proving(action), text);
    let mut items = vec![
        context.dim("the board rule always holds; name the rest").into(),
        key(ProofAction::Decision, "the decision of the cell"),
        key(ProofAction::Row, "its row"),
        key(ProofAction::Column, "its column"),
        key(ProofAction::Region, "its region"),
        key(ProofAction::Flip, "forced, or impossible"),
        context.key_text_item(Action::Cancel, "back to the board"),
    ];
    items.retain(|item| item.hit.is_some() || item.line.spans.len() == 1);
    Paragraphs::new(context, "what next", items, (PartPriority::Wanted, SectionRows::List(3)))
}
