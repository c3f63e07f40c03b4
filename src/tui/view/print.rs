//! Prints lines and clears areas.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Widget};

use crate::model::{Hits, Model};

/// The window that is drawn, and the areas in it that can be clicked.
pub(crate) struct Surface<'a> {
    pub buffer: &'a mut Buffer,
    pub hits: Hits,
}

/// Clears an area and sets the style of the window.
pub(crate) fn clear(buffer: &mut Buffer, area: Rect, model: &Model) {
    let area = area.intersection(buffer.area);
    Clear.render(area, buffer);
    buffer.set_style(area, model.look().window());
}

/// Prints a line, cut to the area.
pub(crate) fn print(buffer: &mut Buffer, area: Rect, line: Line<'_>) {
    line.render(area.intersection(buffer.area), buffer);
}

/// Prints lines below each other, clipped to the area.
pub(crate) fn print_lines<'a>(
    buffer: &mut Buffer,
    area: Rect,
    lines: impl IntoIterator<Item = Line<'a>>,
) {
    for (y, line) in (area.y..area.bottom()).zip(lines) {
        print(buffer, Rect { y, height: 1, ..area }, line);
    }
}

/// A text of at most `width` characters; a longer text ends in `…`.
pub(crate) fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    let ellipsis = if width == 0 { "" } else { "…" };
    format!("{}{ellipsis}", kept.trim_end())
}
