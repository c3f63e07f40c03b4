//! The cells around the cursor in larger squares, for boards with tiny squares.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::look::{BoardLayout, BoardPicture};
use crate::model::scene::Scene;
use crate::model::{Hit, Hits, Model};
use geometry::Cell;

/// The layout of the lens at the top of `area`, centred. `None` if the squares of the board are large enough, or `area`
/// is too small.
pub(super) fn layout(model: &Model, area: Rect) -> Option<BoardLayout> {
    if !model.layout.wants_lens() {
        return None;
    }
    let lens = model.layout.lens(area, model.cursor)?;
    let used = lens.gutter + lens.board.width;
    let x = area.x + area.width.saturating_sub(used) / 2;
    model.layout.lens(Rect { x, width: area.right().saturating_sub(x), ..area }, model.cursor)
}

/// Draws a lens and registers its cells for clicks. Returns its lowest left and its highest right cell.
pub(super) fn render(
    buffer: &mut Buffer,
    model: &Model,
    scene: &Scene<'_>,
    lens: &BoardLayout,
    hits: &mut Hits,
) -> (Cell, Cell) {
    let square = |cell| scene.square(cell);
    let figure = model.figure();
    let picture = BoardPicture {
        cursor: Some(model.cursor),
        ..BoardPicture::new(lens, model.look(), &figure, &square)
    };
    picture.render(buffer);
    let (rows, columns) = (lens.rows(), lens.columns());
    for row in rows.clone() {
        for column in columns.clone() {
            let cell = Cell::new(row, column);
            if let Some(area) = lens.area(cell) {
                hits.add(area, Hit::Cell(cell));
            }
        }
    }
    (
        Cell::new(rows.start, columns.start),
        Cell::new(rows.end.saturating_sub(1), columns.end.saturating_sub(1)),
    )
}
