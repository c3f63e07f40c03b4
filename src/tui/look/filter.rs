//! The legend's signs for the weakest filter that removes a cell.

use ratatui::style::Style;
use ratatui::text::Span;

use super::board_layout::Pitch;
use super::colors::Look;
use crate::look::depth::ColorDepth;
use engine::Filter;
use export::face::{heat, strength};

impl Look {
    /// The sign of a filter on its background colour, for the legend.
    pub(crate) fn filter_chip(&self, filter: Filter) -> Span<'static> {
        let text = format!(" {} ", strength::sign(filter));
        if Pitch::new(self.depth, self.glyphs) == Pitch::Lines || self.depth == ColorDepth::None {
            return Span::styled(text, self.window().bold());
        }
        let ground = self.color(strength::ground(strength::of(filter), false));
        let ink = self.color(heat::ink(self.rgb(ground)));
        Span::styled(text, Style::new().fg(ink).bg(ground).bold())
    }
}
