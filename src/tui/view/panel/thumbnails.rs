//! Small pictures of the remaining solutions, where they are few.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::context::Context;
use super::section::Section;
use crate::look::{BoardLayout, BoardPicture, Pitch};
use crate::model::{Hit, Hits};
use crate::parts::{Need, Part, frame};
use engine::Completion;

/// The columns between two pictures.
const GAP: u16 = 2;

/// Maximum height of a picture, in rows.
const HIGHEST: u16 = 12;

pub(super) struct Thumbnails<'a> {
    context: &'a Context<'a>,
    solutions: &'a [Completion],
}

impl<'a> Thumbnails<'a> {
    /// The part; none if the solutions are not known, or the board does not tell.
    pub(super) fn of(context: &'a Context<'a>) -> Option<Self> {
        let model = context.model;
        let solutions =
            model.session.knowledge().remaining.as_deref().filter(|_| model.tells_all())?;
        Some(Self { context, solutions })
    }

    /// Where the pictures stand in columns of this width, from `(x, y)` on: as many beside each other as
    /// possible. None if the board is too wide.
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
        // A board that is too wide has no picture: its part never fits.
        let rows = if height == 0 { u16::MAX } else { height + frame::ROWS };
        Part { need: Need::Spare, least: rows, best: rows }
    }

    fn render(&self, buffer: &mut Buffer, area: Rect, hits: &mut Hits) {
        let context = self.context;
        let hint = if context.model.mouse { "a click shows one" } else { "" };
        let inside = context.frame(buffer, area, "all that remain", context.dim(hint));
        let layouts = self.layouts((inside.x, inside.y), inside.width);
        for (index, (solution, layout)) in self.solutions.iter().zip(&layouts).enumerate() {
            let square = |cell| context.scene.square_of(solution, cell);
            let picture = BoardPicture {
                has_labels: false,
                ..BoardPicture::new(layout, context.look, &context.figure, &square)
            };
            picture.render(buffer);
            hits.add(layout.board, Hit::Solution(index));
        }
    }
}
