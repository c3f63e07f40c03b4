//! The cells around the cursor in larger squares, if the squares of the board are tiny.

use itertools::Itertools;
use ratatui::layout::Rect;

use crate::look::{BoardLayout, BoardPicture};
use crate::model::{Hit, Model, Surface};
use crate::panel::{Context, Framed};
use crate::widgets::{frame, without_first_columns};
use geometry::Cell;

/// The lens as a section of `width` columns and up to `height` rows. `None` if the squares of the board are large
/// enough, or the lens does not fit.
pub(super) fn section<'a>(context: &'a Context<'a>, width: u16, height: u16) -> Option<Framed<'a>> {
    let (width, height) =
        (width.saturating_sub(frame::COLUMNS), height.saturating_sub(frame::ROWS));
    let lens = layout(context.model, Rect { width, height, ..Rect::ZERO })?;
    let rows = lens.board.height + 1;
    Some(Framed::drawing(context, "lens", rows..=rows, move |surface, inside| {
        if let Some(lens) = layout(context.model, inside) {
            surface.hits.lens = Some(render(surface, context, &lens));
        }
    }))
}

/// The layout of the lens at the top of `area`, centred. `None` if the squares of the board are large enough, or `area`
/// is too small.
fn layout(model: &Model, area: Rect) -> Option<BoardLayout> {
    let layout = &model.view.layout;
    if !layout.wants_lens() {
        return None;
    }
    let lens = layout.lens(area, model.view.cursor)?;
    let unused = area.width.saturating_sub(lens.gutter + lens.board.width);
    layout.lens(without_first_columns(area, unused / 2), model.view.cursor)
}

/// Draws a lens and registers its cells for clicks. Returns its lowest left and its highest right cell.
fn render(surface: &mut Surface<'_>, context: &Context<'_>, lens: &BoardLayout) -> (Cell, Cell) {
    let square = |cell| context.scene.square(cell);
    let picture = BoardPicture {
        cursor: Some(context.model.view.cursor),
        ..BoardPicture::new(lens, context.look, &context.figure, &square)
    };
    picture.render(surface.buffer);
    let (rows, columns) = (lens.rows(), lens.columns());
    for (row, column) in rows.clone().cartesian_product(columns.clone()) {
        let cell = Cell::new(row, column);
        if let Some(area) = lens.area(cell) {
            surface.hits.add(area, Hit::Cell(cell));
        }
    }
    let last = Cell::new(rows.end.saturating_sub(1), columns.end.saturating_sub(1));
    (Cell::new(rows.start, columns.start), last)
}
