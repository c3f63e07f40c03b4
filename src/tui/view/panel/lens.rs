//! The cells around the cursor in larger squares, if the squares of the board are tiny.

use ratatui::layout::Rect;

use super::context::Context;
use super::section::Drawing;
use crate::parts::{Need, Part, frame};
use crate::view::lens;

/// The lens as a part of `width` columns and up to `height` rows. `None` if the squares of the board are large enough,
/// or the lens does not fit.
pub(super) fn section<'a>(
    context: &'a Context<'a>,
    width: u16,
    height: u16,
) -> Option<Drawing<'a>> {
    let (width, height) = (width.saturating_sub(4), height.saturating_sub(frame::ROWS));
    let &Context { model, scene, .. } = context;
    let layout = lens::layout(model, Rect { width, height, ..Rect::ZERO })?;
    let rows = layout.board.height + 1 + frame::ROWS;
    Some(Drawing {
        context,
        title: "lens",
        fact: String::new(),
        part: Part { need: Need::Wanted, least: rows, best: rows },
        draw: Box::new(move |buffer, inside, hits| {
            if let Some(layout) = lens::layout(model, inside) {
                hits.lens = Some(lens::render(buffer, model, scene, &layout, hits));
            }
        }),
    })
}
