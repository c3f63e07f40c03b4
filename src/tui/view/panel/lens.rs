//! The cells around the cursor in larger squares, where those of the board are tiny.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::context::Context;
use super::section::Section;
use crate::model::hits::Hits;
use crate::parts::frame::{self, Frame};
use crate::parts::stack::{Need, Part};
use crate::view::lens;

pub(super) struct Lens<'a> {
    context: &'a Context<'a>,
    height: u16,
}

impl<'a> Lens<'a> {
    /// The lens in so many columns and rows, frame included; none if squares are large enough or it
    /// does not fit.
    pub(super) fn of(context: &'a Context<'a>, width: u16, height: u16) -> Option<Self> {
        let room = Rect {
            width: width.saturating_sub(4),
            height: height.saturating_sub(frame::ROWS),
            ..Rect::ZERO
        };
        let layout = lens::layout(context.model, room)?;
        Some(Self { context, height: layout.board.height + 1 + frame::ROWS })
    }
}

impl Section for Lens<'_> {
    fn part(&self, _width: u16) -> Part {
        Part { need: Need::Wanted, least: self.height, best: self.height }
    }

    fn render(&self, buffer: &mut Buffer, area: Rect, hits: &mut Hits) {
        let frame = Frame { title: "lens", fact: Line::default(), is_over: false };
        let inside = frame.render(buffer, area, &self.context.styles);
        let &Context { model, scene, .. } = self.context;
        if let Some(layout) = lens::layout(model, inside) {
            hits.lens = Some(lens::render(buffer, model, scene, &layout, hits));
        }
    }
}
