//! Small pictures of the remaining solutions, if there are only a few.

use itertools::Itertools;
use ratatui::layout::Rect;

use super::context::Context;
use super::item::TextItem;
use super::section::{Section, render_items};
use super::solutions::without_first_rows;
use crate::look::{BoardLayout, BoardPicture, SquareRendering};
use crate::model::Hit;
use crate::parts::{HeightRequest, PartPriority, frame};
use crate::view::print::Surface;
use engine::Completion;
use geometry::Cell;

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
        let solutions = model
            .app
            .session
            .knowledge()
            .remaining
            .as_deref()
            .filter(|_| model.app.has_full_assist())?;
        Some(Self { context, solutions })
    }

    /// The layouts of the pictures, from `(x, y)` on in an area of `width` columns: as many pictures per row as
    /// possible. Empty if the board is too wide.
    fn layouts(&self, (x, y): (u16, u16), width: u16) -> Vec<BoardLayout> {
        let rendering = SquareRendering::new(self.context.look.depth, self.context.look.glyphs);
        let size = self.context.model.app.session.rules().size();
        let layouts = |beside: u16| {
            let own = (width + GAP) / beside;
            let mut top = y;
            let mut layouts = Vec::new();
            for index in 0..self.solutions.len() as u16 {
                let column = index % beside;
                let area = Rect::new(x + column * own, top, own.saturating_sub(GAP), HIGHEST);
                let layout = BoardLayout::thumbnail(area, size, rendering)?;
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

/// Maximum number of common cells that are named.
const NAMED: usize = 12;

/// The pieces that all solutions have, and the number of rows in which they differ. `None` for a single solution.
fn agreement(context: &Context<'_>, solutions: &[Completion]) -> Option<TextItem> {
    let [first, rest @ ..] = solutions else { return None };
    let is_common = |cell: &Cell| rest.iter().all(|other| other.placed.contains(*cell));
    let common: Vec<Cell> = first.placed.iter().filter(is_common).collect();
    let differing = solutions.iter().flat_map(|one| one.placed.iter());
    let rows = differing.filter(|cell| !common.contains(cell)).map(Cell::row).unique().count();
    if rest.is_empty() {
        return None;
    }
    let mut spans = vec![context.dim("they agree on ")];
    match common.len().saturating_sub(NAMED) {
        _ if common.is_empty() => spans.push(context.dim("no piece")),
        0 => spans.push(context.strong(common.iter().join(" "))),
        more => {
            spans.push(context.strong(common[..NAMED].iter().join(" ")));
            spans.push(context.dim(format!(" and {more} more")));
        }
    }
    let differ = if rows == 1 { "row differs" } else { "rows differ" };
    spans.push(context.dim(format!("; {rows} {differ}")));
    Some(TextItem::new(spans))
}

impl Section for Thumbnails<'_> {
    fn height_request(&self, width: u16) -> HeightRequest {
        let layouts = self.layouts((0, 0), width.saturating_sub(4));
        let text = agreement(self.context, self.solutions);
        let text = text.map_or(0, |item| item.rows(width.saturating_sub(4)).len() as u16);
        let height = layouts.iter().map(|layout| layout.board.bottom()).max().unwrap_or_default();
        // If the board is too wide, there are no pictures, and the part gets a height that never fits.
        let rows = if height == 0 { u16::MAX } else { height + text + frame::ROWS };
        HeightRequest { need: PartPriority::Spare, least: rows, best: rows }
    }

    fn render(&self, surface: &mut Surface<'_>, area: Rect) {
        let context = self.context;
        let hint = if context.model.view.mouse { "a click shows one" } else { "" };
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
        let below = layouts.iter().map(|layout| layout.board.bottom()).max().unwrap_or(inside.y);
        let rest = without_first_rows(inside, below.saturating_sub(inside.y));
        render_items(surface, rest, agreement(context, self.solutions).as_slice(), context);
    }
}
