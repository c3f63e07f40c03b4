//! A claim, its reasons, and its judgement.

use ratatui::text::Span;

use crate::app::Action;
use crate::modes::prove::ClaimView;
use crate::parts::PartPriority;
use crate::view::panel::context::Context;
use crate::view::panel::item::TextItem;
use crate::view::panel::section::{Paragraphs, SectionRows};
use session::{MessageList, Verdict};

/// What is claimed, and whether the reasons suffice.
pub(crate) fn section<'a>(context: &'a Context<'a>, view: &ClaimView) -> Paragraphs<'a> {
    let names = |group| context.model.group_name(group);
    let (claim, styles) = (&view.claim, &context.styles);
    let statement = match view.verdict {
        Some(Verdict::Proved { .. }) => claim.statement(),
        Some(Verdict::Refuted { .. }) | None => format!("to prove: {}", claim.statement()),
    };
    let mut items = vec![TextItem::from(context.strong(statement))];
    items.extend(
        match &view.verdict {
            None => {
                let reasons = claim.reasons_in_words(&names);
                vec![context.text(format!("because of {reasons}: judging the claim"))]
            }
            Some(verdict @ Verdict::Proved { .. }) => {
                vec![Span::styled(verdict.in_words(claim, &names), styles.good)]
            }
            Some(verdict @ Verdict::Refuted { .. }) => vec![
                Span::styled(verdict.in_words(claim, &names), styles.wrong),
                context.dim("the board shows these pieces"),
            ],
        }
        .into_iter()
        .map(TextItem::from),
    );
    let decided = context.model.app.session.decisions().iter().map(|(cell, _)| cell);
    let others = decided.filter(|cell| !claim.decided.contains(cell));
    let others = MessageList::of(others).joined(", ");
    if !others.is_empty() {
        items.push(context.dim(format!("decided, but not named: {others}")).into());
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
pub(crate) fn next<'a>(context: &'a Context<'a>) -> Paragraphs<'a> {
    let key = |action, text: &str| context.key_text_item(action, text);
    let mut items = vec![
        context.dim("the board rule always holds; name the rest").into(),
        key(Action::NAME_DECISION, "the decision of the cell"),
        key(Action::NAME_ROW, "its row"),
        key(Action::NAME_COLUMN, "its column"),
        key(Action::NAME_REGION, "its region"),
        key(Action::FLIP_CLAIM, "forced, or impossible"),
        context.key_text_item(Action::CANCEL, "back to the board"),
    ];
    items.retain(|item| item.hit.is_some() || item.line.spans.len() == 1);
    Paragraphs::new(context, "what next", items, (PartPriority::Wanted, SectionRows::List(3)))
}
