//! Prints texts and characters, and divides areas.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Widget;

/// Prints a text in the first row of an area, cut to the area and to the buffer.
pub(crate) fn print(buffer: &mut Buffer, area: Rect, text: impl Widget) {
    text.render(area.intersection(buffer.area), buffer);
}

/// Prints lines below each other, cut to the area.
pub(crate) fn print_lines<'a>(
    buffer: &mut Buffer,
    area: Rect,
    lines: impl IntoIterator<Item = Line<'a>>,
) {
    for (row, line) in area.rows().zip(lines) {
        print(buffer, row, line);
    }
}

/// Prints a line that ends a column before the right edge of an area.
pub(crate) fn print_at_right(buffer: &mut Buffer, area: Rect, line: &Line<'_>) {
    let before = area.width.saturating_sub(line.width() as u16 + 1);
    print(buffer, without_first_columns(area, before), line);
}

/// Puts a character into the buffer. Positions outside of the buffer are ignored.
pub(crate) fn put(buffer: &mut Buffer, at: impl Into<Position>, symbol: char, style: Style) {
    if let Some(cell) = buffer.cell_mut(at) {
        cell.set_char(symbol).set_style(style);
    }
}

/// Fills an area with blanks in a style.
pub(crate) fn fill(buffer: &mut Buffer, area: Rect, style: Style) {
    for position in area.intersection(buffer.area).positions() {
        if let Some(cell) = buffer.cell_mut(position) {
            cell.reset();
            cell.set_style(style);
        }
    }
}

/// One row of an area, counted from the top; empty if the area has no such row.
pub(crate) fn row_of(area: Rect, row: u16) -> Rect {
    let below = without_first_rows(area, row);
    Rect { height: below.height.min(1), ..below }
}

/// An area of this size in the middle of a larger area.
pub(crate) fn centered(area: Rect, (width, height): (u16, u16)) -> Rect {
    let (x, y) = (area.x + (area.width - width) / 2, area.y + (area.height - height) / 2);
    Rect { x, y, width, height }
}

/// The area without its first `rows` rows.
pub(crate) fn without_first_rows(area: Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    Rect { y: area.y + rows, height: area.height - rows, ..area }
}

/// The area without its first `columns` columns.
pub(crate) fn without_first_columns(area: Rect, columns: u16) -> Rect {
    let columns = columns.min(area.width);
    Rect { x: area.x + columns, width: area.width - columns, ..area }
}
