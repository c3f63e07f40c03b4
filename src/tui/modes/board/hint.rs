//! The hint, up to its present stage.

use crossterm::event::KeyCode;
use ratatui::text::Span;

use crate::input::{Action, Key};
use crate::model::{Hit, StagedHint};
use crate::panel::{Context, Framed, SectionRows, TextItem};
use crate::parts::{Need, keycap};
use session::steps::ContradictionFrame;
use session::{GroupNames, Stage};

/// The key that applies a hint.
pub(crate) const DO_IT: Key = Key::Plain(KeyCode::Enter);

/// The keys that turn the pictures of a contradiction.
const FORWARD: Key = Key::Plain(KeyCode::Right);
const BACK: Key = Key::Plain(KeyCode::Left);

/// The key that leaves the pictures.
const LEAVE: Key = Key::Plain(KeyCode::Esc);

/// The section of the panel about a hint.
pub(crate) fn section<'a>(context: &'a Context<'a>, shown: &StagedHint) -> Framed<'a> {
    let names: GroupNames<'_> = &|group| context.model.group_name(group);
    let mut items: Vec<TextItem> =
        vec![context.text(shown.sentence(context.session.rules(), names)).into()];
    let press = |key: Key, text: &str| {
        let cap = Span::styled(keycap(key, context.look.glyphs), context.styles.key);
        let item = TextItem::new([cap, Span::raw(" "), context.text(text)]);
        TextItem { hit: Some(Hit::Key(key)), ..item }
    };
    let more = |text: &str| context.offer(Action::HINT, [context.dim(text)]);
    let fact = match (shown.picture, shown.stage) {
        (Some(index), _) => {
            let is_last = index + 1 == shown.pictures();
            items.push(press(LEAVE, "back to the board"));
            items.push(if is_last {
                context.dim("there is no further step").into()
            } else {
                press(FORWARD, "the next step")
            });
            items.push(press(
                BACK,
                if index == 0 { "all of it in words" } else { "the step before" },
            ));
            format!("{} of {}", index + 1, shown.pictures())
        }
        (None, Stage::Where) => {
            items.push(more("says why"));
            "1 of 3: where".to_owned()
        }
        (None, Stage::Why) => {
            items.push(more("says what to do"));
            "2 of 3: why".to_owned()
        }
        (None, Stage::What) => {
            items.extend((shown.pictures() > 0).then(|| press(FORWARD, "shows it step by step")));
            let steps = (1..).zip(shown.hint.refutation(names));
            let numbered = steps.map(|(number, step)| context.text(format!("{number}. {step}")));
            items.extend(numbered.map(|step| TextItem { indent: 3, ..step.into() }));
            "3 of 3: what".to_owned()
        }
    };
    if shown.is_offered() {
        // The offer comes second, so that it is visible if rows are short.
        items.insert(1, press(DO_IT, &shown.deed("s")));
    }
    let title = shown.what_if().map_or_else(|| "hint".to_owned(), ContradictionFrame::title);
    Framed::text(context, title, items, (Need::Must, SectionRows::Text(2, 9))).right_title(fact)
}
