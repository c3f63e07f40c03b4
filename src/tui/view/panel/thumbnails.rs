//! Small pictures of the remaining solutions, if there are only a few.

use ratatui::layout::Rect;

use super::context::Context;
use super::section::Section;
use crate::look::{BoardLayout, BoardPicture, Pitch};
use crate::model::Hit;
use crate::parts::{Need, Part, frame};
use crate::view::print::Surface;
use engine::Completion;

/// Width of the gap between two pictures, in columns.
const GAP: u16 = 2;

/// Maximum height of a picture, in rows.
const HIGHEST: u16 = 12;

pub(super) struct Thumbnails<'a> {
    context: &'a Context<'a>,
    solutions: &'a [Completion],
}

impl<'a> Thumbnails<'a> {
    /// The part of the panel, if the solutions are known and the board shows them.
    pub(super) fn of(context: &'a Context<'a>) -> Option<Self> {
        let model = context.model;
        let solutions =
            model.session.knowledge().remaining.as_deref().filter(|_| model.tells_all())?;
        Some(Self { context, solutions })
    }

    /// The layouts of the pictures, from `(x, y)` on in an area of `width` columns: as many pictures per row as
    /// possible. Empty if the board is too wide.
    fn layouts(&self, (x, y): (u16, u16), width: u16) -> Vec<BoardLayout> {
        let pitch = Pitch::new(self.context.look.depth, self.context.look.glyphs);
        let size = self.context.model.session.rules().size();
        let layouts = |beside: u16| {
            let own = (width + GAP) / beside;
            let mut top = y;
            let mut layouts = Vec::new();
            for index in 0..self.solutions.len() as u16 {
                let column = index % beside;
                let area = Rect::new(x + column * own, top, own.saturating_sub(GAP), HIGHEST);
                let layout = BoardLayout::thumbnail(area, size, pitch)?;
                if column + 1 == beside {
                    top += layout.board.height + 1;
                }
                layouts.push(layout);
            }
            Some(layouts)
        };
        (1..=self.solutions.len() as u16).rev().find_map(layouts).unwrap_or_default()
    }
}

impl Section for Thumbnails<'_> {
    fn part(&self, width: u16) -> Part {
        let layouts = self.layouts((0, 0), width.saturating_sub(4));
        let height = layouts.iter().map(|layout| layout.board.bottom()).max().unwrap_or_default();
        // If the board is too wide, there are no pictures, and the part gets a height that never fits.
        let rows = if height == 0 { u16::MAX } else { height + frame::ROWS };
        Part { need: Need::Spare, least: rows, best: rows }
    }

    fn render(&self, surface: &mut Surface<'_>, area: Rect) {
        let context = self.context;
        let hint = if context.model.mouse { "a click shows one" } else { "" };
        let inside = context.frame(surface.buffer, area, "all that remain", context.dim(hint));
        let layouts = self.layouts((inside.x, inside.y), inside.width);
        for (index, (solution, layout)) in self.solutions.iter().zip(&layouts).enumerate() {
            let square = |cell| context.scene.square_of(solution, cell);
            let picture = BoardPicture {
                has_labels: false,
                ..BoardPicture::new(layout, context.look, &context.figure, &square)
            };
            picture.render(surface.buffer);
            surface.hits.add(layout.board, Hit::Solution(index));
        }
    }
}
