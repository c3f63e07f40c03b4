//! Draws the outline of a diagram that is too large to be drawn node by node.

use std::fmt::Write as _;

use super::sheet::{self, Drawing, MARGIN, SheetSize, TOP};
use crate::graph::line_index;
use geometry::Cell;

/// The width of the column of cell names at the left, and of the column of numbers at the right.
const NAMES_WIDTH: f64 = 56.0;
/// The width of the longest bar.
const MAX_BAR_WIDTH: f64 = 420.0;
/// The intended height of all levels together.
const HEIGHT: f64 = 760.0;
/// Minimum and maximum height of a level.
const LEVEL_HEIGHTS: (f64, f64) = (3.0, 22.0);
/// Minimum height of a level that shows its name and number.
const MIN_NAMED_HEIGHT: f64 = 11.0;

/// The outline of a diagram that is too large to be drawn node by node. Each cell has a bar whose width is proportional to
/// its number of nodes.
pub(crate) struct Silhouette<'a> {
    pub title: String,
    pub cells: &'a [Cell],
    /// The number of nodes for each cell, without terminals.
    pub levels: &'a [usize],
}

impl Silhouette<'_> {
    fn lines(&self) -> [String; 1] {
        let nodes = self.levels.iter().sum::<usize>() + 2;
        [format!(
            "{nodes} nodes · the outline of the BDD: a bar for each cell, as wide as it has nodes"
        )]
    }
}

impl Drawing for Silhouette<'_> {
    fn size(&self) -> SheetSize {
        let count = self.levels.len().max(1) as f64;
        let step = (HEIGHT / count).clamp(LEVEL_HEIGHTS.0, LEVEL_HEIGHTS.1);
        SheetSize {
            width: sheet::width(2.0 * NAMES_WIDTH + MAX_BAR_WIDTH, &self.title, &self.lines()),
            height: TOP + count * step + MARGIN,
        }
    }

    fn draw(&self, size: SheetSize) -> String {
        let Self { title, cells, levels } = self;
        let (width, step) = (size.width, (size.height - TOP - MARGIN) / levels.len().max(1) as f64);
        let most = levels.iter().copied().max().unwrap_or(0).max(1) as f64;
        let mut svg = sheet::svg_start(size, title, &self.lines());
        let mut before = None;
        for (index, (&cell, &nodes)) in cells.iter().zip(*levels).enumerate() {
            let top = TOP + index as f64 * step;
            let line = line_index(cells, cell);
            if line.is_some_and(|line| line % 2 == 0) {
                svg += &sheet::band((MARGIN, top), (width - 2.0 * MARGIN, step));
            }
            let bar = MAX_BAR_WIDTH * nodes as f64 / most;
            let _ = writeln!(
                svg,
                "<rect style=\"fill:#2f5d9b\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{bar:.1}\" height=\"{step:.1}\"/>",
                (width - bar) / 2.0
            );
            let text = |x: f64, word: &dyn std::fmt::Display| {
                format!(
                    "<text class=\"level\" style=\"font-size:{:.0}px\" x=\"{x:.1}\" y=\"{:.1}\">{word}</text>",
                    step.clamp(MIN_NAMED_HEIGHT, 13.0) - 1.0,
                    top + step / 2.0 + 4.0
                )
            };
            let begins = line.map_or(index.is_multiple_of(4), |_| line != before);
            before = line;
            if step >= MIN_NAMED_HEIGHT || begins {
                let _ = writeln!(svg, "{}", text(MARGIN + 36.0, &cell));
            }
            if step >= MIN_NAMED_HEIGHT {
                let _ = writeln!(svg, "{}", text(width - MARGIN - 6.0, &nodes));
            }
        }
        svg.push_str("</svg>\n");
        svg
    }
}
