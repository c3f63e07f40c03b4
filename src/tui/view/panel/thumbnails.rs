//! Small pictures of the remaining solutions, if there are only a few.

use itertools::Itertools;
use ratatui::layout::Rect;

use crate::look::{BoardLayout, BoardPicture, SquareRendering};
use crate::model::{Hit, Surface};
use crate::panel::{Context, Framed, TextItem, render_items};
use crate::widgets::{Need, counted, frame, without_first_rows};
use engine::Completion;
use geometry::Cell;

/// Width of the gap between two pictures, in columns.
const GAP: u16 = 2;

/// Maximum height of a picture, in rows.
const HIGHEST: u16 = 12;

/// The section of a panel with this width, if the solutions are known and the board shows them.
pub(super) fn section<'a>(context: &'a Context<'a>, width: u16) -> Option<Framed<'a>> {
    let solutions = context.session.knowledge().remaining.as_deref();
    let solutions = solutions.filter(|_| context.model.app.has_full_assist())?;
    let width = width.saturating_sub(frame::COLUMNS);
    let pictures = bottom(&layouts(context, solutions, Rect { width, ..Rect::ZERO }));
    let text = agreement(context, solutions).map_or(0, |item| item.rows(width).len() as u16);
    // If the board is too wide, there are no pictures, and the section gets a height that never fits.
    let rows = if pictures == 0 { u16::MAX } else { pictures + text };
    let draw = move |surface: &mut Surface<'_>, inside| render(surface, inside, context, solutions);
    let hint = if context.model.view.mouse { "a click shows one" } else { "" };
    let section = Framed::drawing(context, "all that remain", rows..=rows, draw);
    Some(section.need(Need::Spare).right_title(hint))
}

/// Draws the pictures, and a text about them below.
fn render(surface: &mut Surface<'_>, area: Rect, context: &Context<'_>, solutions: &[Completion]) {
    let layouts = layouts(context, solutions, area);
    for (index, (solution, layout)) in solutions.iter().zip(&layouts).enumerate() {
        let square = |cell| context.scene.square_of(solution, cell);
        let picture = BoardPicture {
            has_labels: false,
            ..BoardPicture::new(layout, context.look, &context.figure, &square)
        };
        picture.render(surface.buffer);
        surface.hits.add(layout.board, Hit::Solution(index));
    }
    let rest = without_first_rows(area, bottom(&layouts).saturating_sub(area.y));
    render_items(surface, rest, agreement(context, solutions).as_slice(), context);
}

/// The row below all pictures; 0 without pictures.
fn bottom(layouts: &[BoardLayout]) -> u16 {
    layouts.iter().map(|layout| layout.board.bottom()).max().unwrap_or(0)
}

/// The layouts of the pictures, beginning at the top left of an area, with as many pictures per row as possible. Empty
/// if the board is too wide.
fn layouts(context: &Context<'_>, solutions: &[Completion], area: Rect) -> Vec<BoardLayout> {
    let rendering = SquareRendering::new(context.look.depth, context.look.glyphs);
    let size = context.session.rules().size();
    let all = solutions.len() as u16;
    let layouts = |beside: u16| {
        let picture_width = (area.width + GAP) / beside;
        let mut top = area.y;
        let mut layouts = Vec::new();
        for index in 0..all {
            let column = index % beside;
            let area = Rect::new(
                area.x + column * picture_width,
                top,
                picture_width.saturating_sub(GAP),
                HIGHEST,
            );
            let layout = BoardLayout::thumbnail(area, size, rendering)?;
            if column + 1 == beside {
                top += layout.board.height + 1;
            }
            layouts.push(layout);
        }
        Some(layouts)
    };
    (1..=all).rev().find_map(layouts).unwrap_or_default()
}

/// Maximum number of common cells that are named.
const NAMED: usize = 12;

/// The pieces that all solutions have, and the number of rows in which they differ. `None` for a single solution.
fn agreement(context: &Context<'_>, solutions: &[Completion]) -> Option<TextItem> {
    let [first, rest @ ..] = solutions else { return None };
    rest.first()?;
    let is_common = |cell: &Cell| rest.iter().all(|other| other.placed.contains(*cell));
    let common: Vec<Cell> = first.placed.iter().filter(is_common).collect();
    let differing = solutions.iter().flat_map(|one| one.placed.iter());
    let rows = differing.filter(|cell| !common.contains(cell)).map(Cell::row).unique().count();
    let named = match common.len().saturating_sub(NAMED) {
        _ if common.is_empty() => "no piece".to_owned(),
        0 => format!("*{}*", common.iter().join(" ")),
        more => format!("*{}* and {more} more", common[..NAMED].iter().join(" ")),
    };
    let differ = counted(rows, "row differs", "rows differ");
    Some(context.note(format!("they agree on {named}; {differ}")))
}
