//! Draws the model, area by area, and changes nothing. What can be clicked is returned.

mod board;
mod borders;
mod footer;
mod header;
mod keys;
mod notice;
mod palette;
mod panel;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Widget;

use crate::tui::look::depth::ColorDepth;
use crate::tui::look::glyphs::Glyphs;
use crate::tui::model::Model;
use crate::tui::model::hits::Hits;
use crate::tui::model::layout::SMALLEST;
use crate::tui::model::mode::Overlay;

/// Draws a frame, laid out before, and returns what it has drawn where.
pub(super) fn render(buffer: &mut Buffer, model: &Model) -> Hits {
    let mut hits = Hits::default();
    if !model.layout.fits {
        let text = format!("needs {}×{}", SMALLEST.0, SMALLEST.1);
        let area = buffer.area;
        let lines = ["window too small:", &text, "q quits"];
        for (y, line) in (area.y..area.bottom()).zip(lines) {
            print(buffer, Rect { y, height: 1, ..area }, Line::raw(line));
        }
        return hits;
    }
    header::render(buffer, model);
    board::render(buffer, model);
    panel::render(buffer, model, &mut hits);
    match &model.overlay {
        Overlay::None => notice::render(buffer, model, &mut hits),
        Overlay::Keys { first } => keys::render(buffer, model, *first, &mut hits),
        Overlay::Palette(prompt) => palette::render(buffer, model, prompt, &mut hits),
    }
    footer::render(buffer, model, &mut hits);
    adapt(buffer, model);
    hits
}

/// Keeps to the colours and characters that the terminal shows.
fn adapt(buffer: &mut Buffer, model: &Model) {
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

/// Prints a text from a position on, one column a character, within the buffer.
fn print_at(buffer: &mut Buffer, (x, y): (u16, u16), text: &str, style: Style) {
    for (x, character) in (x..).zip(text.chars()) {
        if let Some(cell) = buffer.cell_mut((x, y)) {
            cell.set_char(character).set_style(style);
        }
    }
}

#[cfg(test)]
mod tests;
