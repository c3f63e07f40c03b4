//! A small diagram node by node: what decisions cut off is seen beside what remains.
//!
//! ```text
//!            a1 ──0      a1
//!             ⠇
//!            b1          b1
//!      ⢀⡠⠤⠤⠒⠉⠉⠑⠒⠒⠤⢄⡀
//! 0┄┄ c1            c1   c1
//! ```
//!
//! A level takes two rows: the chips of its nodes, and below them the edges, in braille where the font has
//! it. An area that is too low shows a part, from the row that is asked for.

mod dots;
mod styles;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::styles::{Styles, fill, print};
use crate::engine::{Remaining, SmallDiagram, Target};
use crate::tui::Glyphs;
use crate::tui::look::{Content, GraphLayout, STUB};
use dots::Dots;
pub(in crate::tui) use styles::GraphStyles;

/// What a graph shows.
#[derive(Clone, Copy, Debug)]
pub(in crate::tui) struct Graph<'a> {
    pub diagram: &'a SmallDiagram,
    pub layout: &'a GraphLayout,
    /// What decisions leave of it.
    pub remaining: &'a Remaining,
    /// What each node is.
    pub chips: &'a [Chip],
    /// The level of the cursor's cell.
    pub cursor: Option<usize>,
    /// The node that the user has gone to.
    pub walked: Option<usize>,
    /// The first row that is seen.
    pub top: u16,
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui) enum Chip {
    /// Its cell is decided.
    Decided,
    /// Without a piece there is no solution.
    Forced,
    /// It remains, and nothing is known of it.
    Open,
    /// No remaining solution passes it.
    Gone,
}

/// What an edge is. Later kinds hide earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Edge {
    Gone,
    Low,
    High,
}

impl Graph<'_> {
    /// Draws it and returns the area of each chip, with its node.
    pub(in crate::tui) fn render(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        styles: &Styles,
        inks: &GraphStyles,
    ) -> Vec<(Rect, usize)> {
        let area = area.intersection(buffer.area);
        self.name_levels(buffer, area, styles, inks);
        let left =
            Rect { width: area.width.saturating_sub(GraphLayout::names(self.diagram)), ..area };
        let mut dots = Dots::new(left);
        for piece in &self.layout.pieces {
            let remains = piece.nodes.iter().any(|&node| self.remaining.edge(node, piece.high));
            let edge = match (remains, piece.high) {
                (false, _) => Edge::Gone,
                (true, false) => Edge::Low,
                (true, true) => Edge::High,
            };
            let row = 2 * piece.level as i32 - i32::from(self.top);
            let is_dashed = !piece.high;
            if piece.passes {
                dots.draw(row, (piece.from, piece.from), edge, is_dashed);
            }
            dots.draw(row + 1, (piece.from, piece.to), edge, is_dashed);
        }
        dots.render(buffer, styles.glyphs, inks);
        let mut chips = Vec::new();
        for (level, items) in self.layout.levels.iter().enumerate() {
            let Some(line) = self.line(left, level) else { continue };
            for item in items {
                match item.content {
                    Content::Node(node) => {
                        let chip = self.render_node(buffer, line, (node, item.x), styles, inks);
                        chips.push((chip, node));
                    }
                    Content::One => self.render_one(buffer, line, item.x, styles, inks),
                    Content::Bend { .. } => {}
                }
            }
        }
        chips
    }

    /// The row of a level's chips, if it is seen.
    fn line(&self, area: Rect, level: usize) -> Option<Rect> {
        let row = (2 * level as u16).checked_sub(self.top).filter(|&row| row < area.height)?;
        Some(Rect { y: area.y + row, height: 1, ..area })
    }

    /// The names at the right, and the band of the cursor's level.
    fn name_levels(&self, buffer: &mut Buffer, area: Rect, styles: &Styles, inks: &GraphStyles) {
        for (level, cell) in self.diagram.cells.iter().enumerate() {
            let Some(line) = self.line(area, level) else { continue };
            let is_here = self.cursor == Some(level);
            if is_here {
                fill(buffer, line, inks.band);
            }
            let (name, width) = (cell.to_string(), line.width);
            let room = (name.len() as u16 + 1).min(width);
            let name =
                if is_here && inks.has_signs { format!(">{name}") } else { format!(" {name}") };
            let style = if is_here { inks.band.patch(styles.ring) } else { styles.dim };
            let place = Rect { x: line.right() - room, width: room, ..line };
            print(buffer, place, &Line::styled(name, style));
        }
    }

    fn render_node(
        &self,
        buffer: &mut Buffer,
        line: Rect,
        (node, x): (usize, f64),
        styles: &Styles,
        inks: &GraphStyles,
    ) -> Rect {
        let name = self.diagram.cell(node).to_string();
        let inside = usize::from(self.layout.chip) - 2;
        let is_walked = self.walked == Some(node);
        let (style, [open, close]) = inks.chip(self.chips[node], is_walked);
        let first = x - f64::from(self.layout.chip) / 2.0;
        let chip = Rect {
            x: line.x + (first.round().max(0.0) as u16).min(line.width),
            width: self.layout.chip,
            ..line
        }
        .intersection(line);
        print(buffer, chip, &Line::styled(format!("{open}{name:^inside$}{close}"), style));
        if self.layout.has_zeros {
            let stub = |high: bool| {
                let is_zero = self.diagram.nodes[node].target(high) == Target::False;
                is_zero.then(|| zero(high, styles.glyphs))
            };
            let ink = if self.remaining.nodes[node] { styles.dim } else { inks.edge(Edge::Gone) };
            if let (Some(text), Some(x)) = (stub(false), chip.x.checked_sub(STUB)) {
                print(buffer, Rect { x, width: STUB, ..chip }, &Line::styled(text, ink));
            }
            if let Some(text) = stub(true) {
                let place = Rect { x: chip.right(), width: STUB, ..chip };
                print(buffer, place.intersection(line), &Line::styled(text, ink));
            }
        }
        chip
    }

    fn render_one(
        &self,
        buffer: &mut Buffer,
        line: Rect,
        x: f64,
        styles: &Styles,
        inks: &GraphStyles,
    ) {
        let first = (x - 1.5).round().max(0.0) as u16;
        let place = Rect { x: line.x + first.min(line.width), width: 3, ..line };
        let style = if self.remaining.is_satisfiable { styles.chip } else { inks.gone };
        let text = if inks.has_signs { "[1]" } else { " 1 " };
        print(buffer, place.intersection(line), &Line::styled(text, style));
    }
}

/// An edge to 0 as text.
const fn zero(high: bool, glyphs: Glyphs) -> &'static str {
    match (high, glyphs) {
        (false, Glyphs::Unicode) => "0┄┄",
        (true, Glyphs::Unicode) => "──0",
        (false, _) => "0..",
        (true, _) => "--0",
    }
}
