//! The hint, up to its present stage.

use crossterm::event::KeyCode;
use ratatui::text::Span;

use super::context::Context;
use super::item::TextItem;
use super::section::{Paragraphs, SectionRows};
use crate::input::{Action, Key};
use crate::model::{Hit, StagedHint};
use crate::parts::Need;
use crate::view::keycap::keycap;
use session::{GroupNames, Stage};

/// The key that applies a hint.
pub(in crate::view) const DO_IT: Key = Key::Plain(KeyCode::Enter);

/// The part of the panel about a hint.
pub(super) fn section<'a>(context: &'a Context<'a>, shown: &StagedHint) -> Paragraphs<'a> {
    let names: GroupNames<'_> = &|group| context.model.group_name(group);
    let mut items = vec![TextItem::from(context.text(shown.sentence(names)))];
    let (fact, next) = match shown.stage {
        Stage::Where => ("1 of 3: where", Some("says why")),
        Stage::Why => ("2 of 3: why", Some("says what to do")),
        Stage::What => ("3 of 3: what", None),
    };
    if let Some(next) = next {
        items.push(context.offer(Action::Hint, vec![context.dim(next)]));
    } else {
        let steps = shown.hint.refutation(names);
        let number = |(index, step): (usize, &String)| TextItem {
            indent: 3,
            ..context.text(format!("{}. {step}", index + 1)).into()
        };
        items.extend(steps.iter().enumerate().map(number));
    }
    if shown.is_offered() {
        let key = Span::styled(keycap(DO_IT, context.look.glyphs), context.styles.key);
        let spans = vec![key, Span::raw(" "), context.text("does it")];
        // The offer comes second, so that it is visible if rows are short.
        items.insert(1, TextItem { hit: Some(Hit::Key(DO_IT)), ..TextItem::new(spans) });
    }
    Paragraphs::new(context, "hint", items, (Need::Must, SectionRows::Text(2, 9)))
        .fact(context.dim(fact))
}
