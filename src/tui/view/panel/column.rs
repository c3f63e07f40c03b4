use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::work::BOUND;
use crate::tui::view::print;

/// Lines that are printed below each other.
pub(super) struct Column<'a> {
    pub buffer: &'a mut Buffer,
    /// What is left of the area.
    pub rest: Rect,
}

impl<'a> Column<'a> {
    pub(super) fn new(buffer: &'a mut Buffer, area: Rect) -> Self {
        Self { buffer, rest: area }
    }

    pub(super) fn add_all(&mut self, lines: Vec<Line<'static>>) {
        for line in lines {
            self.add(line);
        }
    }

    /// Adds a line below the others, wrapped if it is too long.
    pub(super) fn add(&mut self, line: Line<'static>) {
        let width = usize::from(self.rest.width);
        if line.width() <= width {
            self.add_fitting(line);
            return;
        }
        let text = line.to_string();
        let indent = " ".repeat(text.len() - text.trim_start().len());
        let options = textwrap::Options::new(width.max(1)).subsequent_indent(&indent);
        for part in textwrap::wrap(&text, options) {
            self.add_fitting(Line::styled(part.into_owned(), line.style));
        }
    }

    /// Goes on at a line further down.
    pub(super) fn skip(&mut self, y: u16) {
        let y = y.clamp(self.rest.y, self.rest.bottom());
        (self.rest.y, self.rest.height) = (y, self.rest.bottom() - y);
    }

    /// Adds a line that is not too long.
    pub(super) fn add_fitting(&mut self, mut line: Line<'static>) {
        for span in &mut line.spans {
            if span.content.contains(BOUND) {
                span.content = span.content.replace(BOUND, " ").into();
            }
        }
        if self.rest.height > 0 {
            print(self.buffer, Rect { height: 1, ..self.rest }, line);
            self.rest.y += 1;
            self.rest.height -= 1;
        }
    }
}
