use ratatui::buffer::Buffer;

use super::{BoardPicture, Squares, labels, lines, pixels};
use crate::look::board_layout::SquareRendering;

impl BoardPicture<'_> {
    /// Draws squares, labels and counters. Parts outside of the buffer are left out.
    pub(crate) fn render(&self, buffer: &mut Buffer) {
        let squares = Squares::new(self);
        if self.layout.rendering == SquareRendering::Lines {
            lines::render(self, &squares, buffer);
        } else {
            pixels::render(self, &squares, buffer);
        }
        if self.has_labels {
            labels::render(self, &squares, buffer);
        }
    }
}
