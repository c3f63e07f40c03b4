//! The hint, up to its present stage.

use crossterm::event::KeyCode;
use ratatui::text::Span;

use super::context::Context;
use super::item::TextItem;
use super::section::{Paragraphs, SectionRows};
use crate::input::Key;
use crate::model::Hit;
use crate::parts::PartPriority;
use crate::view::keycap::keycap;
use app::{Action, StagedHint};
use session::steps::ContradictionFrame;
use session::{GroupNames, Stage};

/// The key that applies a hint.
pub(in crate::view) const DO_IT: Key = Key::Plain(KeyCode::Enter);

/// The keys that turn the pictures of a contradiction.
const FORWARD: Key = Key::Plain(KeyCode::Right);
const BACK: Key = Key::Plain(KeyCode::Left);

/// The key that leaves the pictures.
const LEAVE: Key = Key::Plain(KeyCode::Esc);

/// The part of the panel about a hint.
pub(crate) fn section<'a>(context: &'a Context<'a>, shown: &StagedHint) -> Paragraphs<'a> {
    let names: GroupNames<'_> = &|group| context.model.group_name(group);
    let rules = context.model.app.session.rules();
    let mut items = vec![TextItem::from(context.text(shown.sentence(rules, names)))];
    let (fact, next) = match (shown.picture, shown.stage) {
        (Some(index), _) => (format!("{} of {}", index + 1, shown.pictures()), None),
        (None, Stage::Where) => ("1 of 3: where".to_owned(), Some("says why")),
        (None, Stage::Why) => ("2 of 3: why".to_owned(), Some("says what to do")),
        (None, Stage::What) => ("3 of 3: what".to_owned(), None),
    };
    let press = |key: Key, text: &str| {
        let cap = Span::styled(keycap(key, context.look.glyphs), context.styles.key);
        let spans = [cap, Span::raw(" "), context.text(text)];
        TextItem { hit: Some(Hit::Key(key)), ..TextItem::new(spans) }
    };
    if let Some(next) = next {
        items.push(context.offer(Action::HINT, vec![context.dim(next)]));
    } else if let Some(index) = shown.picture {
        let is_last = index + 1 == shown.pictures();
        items.push(press(LEAVE, "back to the board"));
        items.push(if is_last {
            context.dim("there is no further step").into()
        } else {
            press(FORWARD, "the next step")
        });
        items.push(press(BACK, if index == 0 { "all of it in words" } else { "the step before" }));
    } else {
        items.extend((shown.pictures() > 0).then(|| press(FORWARD, "shows it step by step")));
        let steps = shown.hint.refutation(names);
        let number = |(index, step): (usize, &String)| TextItem {
            indent: 3,
            ..context.text(format!("{}. {step}", index + 1)).into()
        };
        items.extend(steps.iter().enumerate().map(number));
    }
    if shown.is_offered() {
        // The offer comes second, so that it is visible if rows are short.
        items.insert(1, press(DO_IT, &shown.deed("s")));
    }
    let title = shown.what_if().map_or_else(|| "hint".to_owned(), ContradictionFrame::title);
    Paragraphs::new(context, title, items, (PartPriority::Must, SectionRows::Text(2, 9)))
        .right_title(context.dim(fact))
}
