use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::print_at;
use crate::geometry::Cell;
use crate::session::CellState;
use crate::tui::layout::Layout;
use crate::tui::model::Model;

/// The cells in view, with row numbers at the left and column letters below.
pub(super) fn render(buffer: &mut Buffer, model: &Model) {
    let layout = &model.layout;
    let (rows, columns) = layout.in_view();
    let columns: Vec<u16> = columns.collect();
    let size = model.session.rules().size();
    let digits = usize::from(Layout::label_width(size)) - 3;
    for row in rows {
        for &column in &columns {
            draw(buffer, model, Cell::new(row, column));
        }
        if let Some(rect) = columns.first().and_then(|&first| layout.rect(Cell::new(row, first))) {
            let label = format!("{:>digits$}", u32::from(row) + 1);
            let style = emphasis(model, row == model.cursor.row());
            print_at(buffer, (1, rect.y + rect.height / 2), &label, style);
        }
    }
    for &column in &columns {
        let lowest = Cell::new(layout.corner.0 + 1 - layout.rows_in_view(), column);
        if let Some(rect) = layout.rect(lowest) {
            let label = Cell::column_name(column);
            let x = rect.x + (rect.width.saturating_sub(label.len() as u16)) / 2;
            print_at(
                buffer,
                (x, layout.board.bottom()),
                &label,
                emphasis(model, column == model.cursor.column()),
            );
        }
    }
}

fn emphasis(model: &Model, on: bool) -> Style {
    if on { model.theme.strong() } else { model.theme.faint() }
}

fn draw(buffer: &mut Buffer, model: &Model, cell: Cell) {
    let Some(rect) = model.layout.rect(cell) else { return };
    let session = &model.session;
    // What is left to the user looks possible.
    let state = model.told(cell).unwrap_or(CellState::Possible);
    let mut style = model.theme.cell(state);
    let glyph = model.glyphs.cell(state, session.rules().piece());
    let under_cursor = cell == model.cursor;
    if under_cursor {
        style = style.patch(model.theme.cursor());
    }
    let middle = (rect.x + rect.width / 2, rect.y + rect.height / 2);
    let large = rect.height > 1;
    // A large cell shows a piece as a block, so that it weighs more than a mark.
    let piece = matches!(state, CellState::Placed | CellState::Forced);
    if large && (piece || under_cursor) {
        let inner = rect.inner(ratatui::layout::Margin::new(1, 0));
        if under_cursor {
            buffer.set_style(inner, style);
        }
    }
    print_at(buffer, middle, &glyph.to_string(), style);
    if under_cursor {
        print_at(buffer, (rect.x, middle.1), "[", model.theme.strong());
        print_at(buffer, (rect.right() - 1, middle.1), "]", model.theme.strong());
    }
}
