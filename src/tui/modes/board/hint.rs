//! The hint, up to its present stage.

use crossterm::event::KeyCode;
use ratatui::text::Span;
use strum::IntoEnumIterator;

use super::play;
use crate::input::Key;
use crate::model::Hit;
use crate::panel::{Context, Framed, SectionRows, Text, TextItem, height};
use crate::widgets::{Need, frame, keycap};
use app::{Action, StagedHint};
use session::steps::{ContradictionFrame, NAMED, piece_word};
use session::{GroupNames, Hint, Stage};

/// The key that applies a hint.
pub(crate) const DO_IT: Key = Key::Plain(KeyCode::Enter);

/// The keys that turn the pictures of a contradiction.
const NEXT_PICTURE: Key = Key::Plain(KeyCode::Right);
const BACK: Key = Key::Plain(KeyCode::Left);

/// The key that leaves the pictures.
const LEAVE: Key = Key::Plain(KeyCode::Esc);

/// Minimum of the required height without a puzzle in play, and maximum, in rows without the frame.
const LEAST: u16 = 4;
const MOST: u16 = 9;

/// Maximum number of rows in a high panel.
const MOST_IF_HIGH: u16 = 14;

/// The section of the panel about a hint. It is as high as its highest stage needs, so that it keeps its height.
pub(crate) fn section<'a>(context: &'a Context<'a>, shown: &StagedHint, width: u16) -> Framed<'a> {
    let rows_at = |stage| {
        let (text, _) = text(context, &StagedHint { stage, ..shown.clone() });
        height(&text.items, width.saturating_sub(frame::COLUMNS))
    };
    let rows = Stage::iter().map(rows_at).max().unwrap_or(0);
    let model = context.model;
    let least = if model.app.is_in_play() { play::rows_of_cell(model) } else { LEAST };
    let most = if play::is_high(model) { MOST_IF_HIGH } else { MOST };
    let rows = match shown.picture {
        None => SectionRows::Fixed(rows.clamp(least, most), rows.max(least)),
        Some(_) => SectionRows::Text(2, most),
    };
    let (text, fact) = text(context, shown);
    let title = shown.what_if().map_or_else(|| "hint".to_owned(), ContradictionFrame::title);
    text.framed(title, Need::Must, rows).right_title(fact)
}

/// The reason of a step, before it the action at the last stage, if the board shows the reason in blocks.
fn sentence_about_blocks(
    context: &Context<'_>,
    shown: &StagedHint,
    names: GroupNames<'_>,
) -> Option<String> {
    let rules = context.session.rules();
    let is_told = shown.stage > Stage::Where && shown.picture.is_none();
    let blocks = context.scene.blocks.as_ref().filter(|_| is_told)?;
    let step = shown.hint.step()?;
    let reason = blocks.in_words(piece_word(rules), names);
    let others = if step.settles().count() > 1 { "; likewise for the others" } else { "" };
    let action = step.action_in_words(rules, NAMED) + ": ";
    let action = if shown.stage == Stage::What { action } else { String::new() };
    Some(format!("{action}{reason}{others}"))
}

/// The text of the hint at its stage, and the number of the stage in words.
fn text<'a>(context: &'a Context<'a>, shown: &StagedHint) -> (Text<'a>, String) {
    let names: GroupNames<'_> = &|group| context.model.group_name(group);
    let press = |key: Key, effect: &str| {
        let cap = Span::styled(keycap(key, context.look.glyphs), context.styles.key);
        let item = TextItem::new([cap, Span::raw(" "), context.text(effect)]);
        TextItem { hit: Some(Hit::Key(key)), ..item }
    };
    let mut text = Text::new(context);
    let about_blocks = sentence_about_blocks(context, shown, names);
    let sentence = about_blocks.unwrap_or_else(|| shown.sentence(context.session.rules(), names));
    text.push(TextItem::new(context.with_region_chips(&sentence)));
    let pictures = shown.pictures();
    let step_by_step = (pictures > 0).then(|| press(NEXT_PICTURE, "shows it step by step"));
    let fact = match (shown.picture, shown.stage) {
        (Some(index), _) => {
            text.push(press(LEAVE, "back to the board"));
            if index + 1 == pictures {
                text.note("there is no further step");
            } else {
                text.push(press(NEXT_PICTURE, "the next step"));
            }
            let before = if index == 0 { "all of it in words" } else { "the step before" };
            text.push(press(BACK, before));
            format!("{} of {pictures}", index + 1)
        }
        (None, Stage::Where) => {
            text.push(context.offer_of(Action::HINT, [context.dim("says why")]));
            "1 of 3: where".to_owned()
        }
        (None, Stage::Why) => {
            text.push(context.offer_of(Action::HINT, [context.dim("says what to do")]));
            text.extend(step_by_step);
            if let Hint::Step(step) = &shown.hint {
                text.note(step.technique.to_string());
            }
            "2 of 3: why".to_owned()
        }
        (None, Stage::What) => {
            text.extend(step_by_step);
            for (number, step) in (1..).zip(shown.hint.refutation(context.session.rules(), names)) {
                let step = context.with_region_chips(&format!("{number}. {step}"));
                text.push(TextItem { indent: 3, ..TextItem::new(step) });
            }
            "3 of 3: what".to_owned()
        }
    };
    if shown.is_offered() {
        // The offer comes second, so that it is visible if rows are short.
        text.items.insert(1, press(DO_IT, &shown.deed("s", context.session.rules())));
    }
    (text, fact)
}
