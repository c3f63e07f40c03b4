//! Draws the model, area by area. Changes nothing.

mod board;
mod borders;
pub(super) mod footer;
mod growth;
pub(super) mod help;
pub(super) mod panel;
mod preview;
mod replay;
mod title;

pub(super) use footer::notice_lines;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::Glyphs;
use super::layout::SMALLEST;
use super::model::Model;
use super::theme::ColorDepth;

/// Draws a frame.
pub(super) fn render(buffer: &mut Buffer, model: &Model) {
    if !model.layout.fits {
        let text = format!("needs {}×{}", SMALLEST.0, SMALLEST.1);
        let area = buffer.area;
        let lines = ["window too small:", &text, "q quits"];
        for (y, line) in (area.y..area.bottom()).zip(lines) {
            print(buffer, Rect { y, height: 1, ..area }, Line::raw(line));
        }
        return;
    }
    title::render(buffer, model);
    board::render(buffer, model);
    panel::render(buffer, model);
    if let Some(first) = model.help {
        help::render(buffer, model, first);
    }
    footer::render(buffer, model);
    if model.depth != ColorDepth::True {
        for cell in &mut buffer.content {
            (cell.fg, cell.bg) = (model.depth.shown(cell.fg), model.depth.shown(cell.bg));
        }
    }
    if model.glyphs != Glyphs::Unicode {
        for cell in &mut buffer.content {
            match cell.symbol() {
                "×" => cell.set_char('x'),
                "…" => cell.set_char('.'),
                _ => continue,
            };
        }
    }
}

/// Prints a line; what does not fit into the area is cut off.
fn print(buffer: &mut Buffer, area: Rect, line: Line<'_>) {
    line.render(area.intersection(buffer.area), buffer);
}

/// A text in so many columns, one a character; `…` stands for what does not fit.
fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    let ellipsis = if width == 0 { "" } else { "…" };
    format!("{}{ellipsis}", kept.trim_end())
}

/// Prints a text from a place on, one column a character, within the buffer.
fn print_at(buffer: &mut Buffer, (x, y): (u16, u16), text: &str, style: Style) {
    for (x, character) in (x..).zip(text.chars()) {
        if let Some(cell) = buffer.cell_mut((x, y)) {
            cell.set_char(character).set_style(style);
        }
    }
}

#[cfg(test)]
mod tests;
