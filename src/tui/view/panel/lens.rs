//! The cells around the cursor in larger squares, if the squares of the board are tiny.

use itertools::Itertools;
use ratatui::layout::Rect;

use super::context::Context;
use super::section::DrawnSection;
use crate::look::{BoardLayout, BoardPicture};
use crate::model::scene::Scene;
use crate::model::{Hit, Model};
use crate::parts::{HeightRequest, PartPriority, frame};
use crate::view::print::Surface;
use geometry::Cell;

/// The lens as a part of `width` columns and up to `height` rows. `None` if the squares of the board are large enough,
/// or the lens does not fit.
pub(super) fn section<'a>(
    context: &'a Context<'a>,
    width: u16,
    height: u16,
) -> Option<DrawnSection<'a>> {
    let (width, height) = (width.saturating_sub(4), height.saturating_sub(frame::ROWS));
    let &Context { model, scene, .. } = context;
    let lens = layout(model, Rect { width, height, ..Rect::ZERO })?;
    let rows = lens.board.height + 1 + frame::ROWS;
    Some(DrawnSection {
        context,
        title: "lens",
        right_title: String::new(),
        part: HeightRequest { need: PartPriority::Wanted, least: rows, best: rows },
        draw: Box::new(move |surface, inside| {
            if let Some(lens) = layout(model, inside) {
                surface.hits.lens = Some(render(surface, model, scene, &lens));
            }
        }),
    })
}

/// The layout of the lens at the top of `area`, centred. `None` if the squares of the board are large enough, or `area`
/// is too small.
fn layout(model: &Model, area: Rect) -> Option<BoardLayout> {
    if !model.view.layout.wants_lens() {
        return None;
    }
    let lens = model.view.layout.lens(area, model.view.cursor)?;
    let used = lens.gutter + lens.board.width;
    let x = area.x + area.width.saturating_sub(used) / 2;
    model
        .view
        .layout
        .lens(Rect { x, width: area.right().saturating_sub(x), ..area }, model.view.cursor)
}

/// Draws a lens and registers its cells for clicks. Returns its lowest left and its highest right cell.
fn render(
    surface: &mut Surface<'_>,
    model: &Model,
    scene: &Scene<'_>,
    lens: &BoardLayout,
) -> (Cell, Cell) {
    let square = |cell| scene.square(cell);
    let figure = model.figure();
    let picture = BoardPicture {
        cursor: Some(model.view.cursor),
        ..BoardPicture::new(lens, model.look(), &figure, &square)
    };
    picture.render(surface.buffer);
    let (rows, columns) = (lens.rows(), lens.columns());
    for (row, column) in rows.clone().cartesian_product(columns.clone()) {
        let cell = Cell::new(row, column);
        if let Some(area) = lens.area(cell) {
            surface.hits.add(area, Hit::Cell(cell));
        }
    }
    (
        Cell::new(rows.start, columns.start),
        Cell::new(rows.end.saturating_sub(1), columns.end.saturating_sub(1)),
    )
}
