//! The part of the panel about painting regions and holes.

use problem::GroupId;
use ratatui::text::Span;

use super::context::Context;
use super::item::TextItem;
use super::section::{Paragraphs, SectionRows};
use crate::input::{Action, PaintAction};
use crate::look::Region;
use crate::model::{Brush, Painting};
use crate::parts::Need;

/// The brush, and the keys of paint mode.
pub(super) fn section<'a>(context: &'a Context<'a>, painting: &Painting) -> Paragraphs<'a> {
    let model = context.model;
    let brush = match painting.brush {
        Brush::Region(letter) => {
            let color = model.region_colors.color(letter);
            let chip = context.look.region_chip(Region { letter, color });
            vec![chip, Span::raw(" "), context.strong(GroupId::Region(letter).to_string())]
        }
        Brush::Hole => vec![context.strong("holes")],
        Brush::Filling => vec![context.strong("taking holes away")],
    };
    let mut letters = TextItem::new(vec![Span::styled("a-z 0-9", context.styles.key)]);
    letters.indent = letters.line.width() as u16 + 1;
    letters.line.push_span(context.text(" another region"));
    let region = model.problem().rules().regions().and_then(|regions| regions.region(model.cursor));
    let here =
        region.map_or_else(|| "no region".to_owned(), |region| GroupId::Region(region).to_string());
    Paragraphs::new(
        context,
        "painting",
        vec![
            TextItem::new(brush),
            context
                .say(Action::Painting(PaintAction::Cell), "paints a cell; the mouse paints along"),
            letters,
            context.say(Action::Painting(PaintAction::Hole), "holes"),
            context.say(Action::Painting(PaintAction::Fill), "takes a hole away"),
            context.say(Action::Undo, "undo"),
            context.say(Action::Cancel, "back to the board"),
        ],
        (Need::Must, SectionRows::Text(4, 8)),
    )
    .fact(context.dim(format!("{}: {here}", model.cursor)))
}
