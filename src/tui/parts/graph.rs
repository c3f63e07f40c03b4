//! A small diagram drawn node by node. Parts that decisions cut off stay visible, in another style than the remaining
//! parts.
//!
//! ```text
//!            a1 ──0      a1
//!             ⠇
//!            b1          b1
//!      ⢀⡠⠤⠤⠒⠉⠉⠑⠒⠒⠤⢄⡀
//! 0┄┄ c1            c1   c1
//! ```
//!
//! A level takes two rows: the chips of its nodes and, below them, the edges, in braille if the font has it. An area
//! with too few rows shows a part of the drawing, from a given row on.

mod dots;
mod styles;

use num_traits::ToPrimitive;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::styles::{Styles, fill, print};
use crate::look::{Content, Glyphs, GraphLayout, STUB};
use dots::EdgeDots;
use engine::{Remaining, SmallDiagram, Target};
use styles::EdgeStyle;
pub(crate) use styles::{Chip, GraphStyles};

/// The content of a graph.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GraphContent<'a> {
    pub diagram: &'a SmallDiagram,
    pub layout: &'a GraphLayout,
    /// The nodes and edges that remain after the decisions.
    pub remaining: &'a Remaining,
    /// The kind of each node, by the node's index.
    pub chips: &'a [Chip],
    /// The level of the cursor's cell.
    pub cursor: Option<usize>,
    /// The selected node.
    pub walked: Option<usize>,
    /// The first visible row.
    pub top: u16,
    pub styles: &'a Styles,
    pub inks: &'a GraphStyles,
}

impl GraphContent<'_> {
    /// Draws the graph and returns the area of each visible chip, with the index of its node.
    pub(crate) fn render(&self, buffer: &mut Buffer, area: Rect) -> Vec<(Rect, usize)> {
        let area = area.intersection(buffer.area);
        self.name_levels(buffer, area);
        let left =
            Rect { width: area.width.saturating_sub(GraphLayout::names(self.diagram)), ..area };
        let mut dots = EdgeDots::new(left);
        for piece in &self.layout.pieces {
            let remains = piece.nodes.iter().any(|&node| self.remaining.edge(node, piece.high));
            let edge = match (remains, piece.high) {
                (false, _) => EdgeStyle::Gone,
                (true, false) => EdgeStyle::Low,
                (true, true) => EdgeStyle::High,
            };
            let is_dashed = !piece.high;
            let row = |below: u16| (2 * piece.level as u16 + below).checked_sub(self.top);
            if let Some(row) = row(0).filter(|_| piece.passes) {
                dots.draw(row, (piece.from, piece.from), edge, is_dashed);
            }
            if let Some(row) = row(1) {
                dots.draw(row, (piece.from, piece.to), edge, is_dashed);
            }
        }
        dots.render(buffer, self.styles.glyphs, self.inks);
        let mut chips = Vec::new();
        for (level, items) in self.layout.levels.iter().enumerate() {
            let Some(line) = self.line(left, level) else { continue };
            for item in items {
                match item.content {
                    Content::Node(node) => {
                        let chip = self.render_node(buffer, line, (node, item.x));
                        chips.push((chip, node));
                    }
                    Content::One => self.render_one(buffer, line, item.x),
                    Content::Bend { .. } => {}
                }
            }
        }
        chips
    }

    /// The row of a level's chips, if it is in view.
    fn line(&self, area: Rect, level: usize) -> Option<Rect> {
        let row = (2 * level as u16).checked_sub(self.top).filter(|&row| row < area.height)?;
        Some(Rect { y: area.y + row, height: 1, ..area })
    }

    /// Draws the names of levels at the right, and the background of the cursor's level.
    fn name_levels(&self, buffer: &mut Buffer, area: Rect) {
        for (level, cell) in self.diagram.cells.iter().enumerate() {
            let Some(line) = self.line(area, level) else { continue };
            let is_here = self.cursor == Some(level);
            if is_here {
                fill(buffer, line, self.inks.band);
            }
            let (name, width) = (cell.to_string(), line.width);
            let room = (name.len() as u16 + 1).min(width);
            let name = if is_here && self.inks.has_signs {
                format!(">{name}")
            } else {
                format!(" {name}")
            };
            let style =
                if is_here { self.inks.band.patch(self.styles.ring) } else { self.styles.dim };
            let place = Rect { x: line.right() - room, width: room, ..line };
            print(buffer, place, &Line::styled(name, style));
        }
    }

    fn render_node(&self, buffer: &mut Buffer, line: Rect, (node, x): (usize, f64)) -> Rect {
        let name = self.diagram.cell(node).to_string();
        let inside = usize::from(self.layout.chip) - 2;
        let is_walked = self.walked == Some(node);
        let (style, [open, close]) = self.inks.chip(self.chips[node], is_walked);
        let first = x - f64::from(self.layout.chip) / 2.0;
        let chip = Rect {
            x: line.x + first.round().to_u16().unwrap_or(0).min(line.width),
            width: self.layout.chip,
            ..line
        }
        .intersection(line);
        print(buffer, chip, &Line::styled(format!("{open}{name:^inside$}{close}"), style));
        if self.layout.has_zeros {
            let stub = |high: bool| {
                let is_zero = self.diagram.nodes[node].target(high) == Target::False;
                is_zero.then(|| zero(high, self.styles.glyphs))
            };
            let ink = if self.remaining.nodes[node] {
                self.styles.dim
            } else {
                self.inks.edge(EdgeStyle::Gone)
            };
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

    fn render_one(&self, buffer: &mut Buffer, line: Rect, x: f64) {
        let first = (x - 1.5).round().to_u16().unwrap_or(0);
        let place = Rect { x: line.x + first.min(line.width), width: 3, ..line };
        let style = if self.remaining.is_satisfiable {
            self.styles.chip
        } else {
            self.inks.chips[Chip::Gone as usize]
        };
        let text = if self.inks.has_signs { "[1]" } else { " 1 " };
        print(buffer, place.intersection(line), &Line::styled(text, style));
    }
}

/// The message for a diagram that is too large to be drawn.
pub(crate) fn too_large() -> String {
    // Numbers of nodes include the terminals 0 and 1.
    let (most, on_level) = (SmallDiagram::MOST_NODES + 2, SmallDiagram::MOST_ON_LEVEL);
    format!("too large for a graph: one has at most {most} nodes, {on_level} on a level")
}

/// An edge to 0 as text.
const fn zero(high: bool, glyphs: Glyphs) -> &'static str {
    if high { glyphs.or("──0", "--0") } else { glyphs.or("0┄┄", "0..") }
}

#[cfg(test)]
mod tests {
    use ratatui::style::Color;

    use super::*;
    use crate::ColorDepth;
    use crate::look::Look;
    use crate::parts::testing::text;
    use engine::SmallNode;
    use export::face::Palette;
    use problem::{Decisions, Value};

    /// The diagram of exactly one piece on a1 and b1.
    fn diagram() -> SmallDiagram {
        let node = |level, low, high| SmallNode { level, low, high };
        SmallDiagram {
            cells: vec!["a1".parse().unwrap(), "b1".parse().unwrap()],
            nodes: vec![
                node(0, Target::Node(1), Target::Node(2)),
                node(1, Target::False, Target::True),
                node(1, Target::True, Target::False),
            ],
            root: Target::Node(0),
        }
    }

    fn drawn(
        width: u16,
        glyphs: Glyphs,
        decided: &[(&str, Value)],
    ) -> (Buffer, Vec<(Rect, usize)>) {
        let depth = if glyphs == Glyphs::Ascii { ColorDepth::None } else { ColorDepth::True };
        let look = Look { palette: Palette::DARK, depth, glyphs };
        let diagram = diagram();
        let decisions: Decisions =
            decided.iter().map(|(cell, value)| (cell.parse().unwrap(), *value)).collect();
        let layout = GraphLayout::new(&diagram, width - GraphLayout::names(&diagram), true);
        let graph = GraphContent {
            diagram: &diagram,
            layout: &layout,
            remaining: &diagram.remaining(&decisions),
            chips: &[Chip::Decided, Chip::Forced, Chip::Gone],
            cursor: Some(1),
            walked: None,
            top: 0,
            styles: &Styles::of(&look),
            inks: &GraphStyles::of(&look),
        };
        let area = Rect::new(0, 0, width, 5);
        let mut buffer = Buffer::empty(area);
        let chips = graph.render(&mut buffer, area);
        (buffer, chips)
    }

    #[test]
    fn edges_lead_from_chip_to_chip() {
        let (buffer, chips) = drawn(34, Glyphs::Ascii, &[]);
        assert_eq!(
            text(&buffer),
            [
                "             #a1#               a1",
                "        / - - / \\----\\",
                "    0..=b1=         b1 --0     >b1",
                "         \\-----\\- - /",
                "              [1]",
            ]
            .join("\n")
        );
        let place = |x, y| Rect::new(x, y, 4, 1);
        assert_eq!(chips, [(place(13, 0), 0), (place(7, 2), 1), (place(19, 2), 2)]);
    }

    #[test]
    fn what_remains_hides_what_is_gone() {
        let colors = |decided: &[(&str, Value)]| {
            let (buffer, _) = drawn(34, Glyphs::Unicode, decided);
            let row = (0..34).filter(|&x| buffer[(x, 1)].symbol() != " ");
            row.map(|x| buffer[(x, 1)].fg).collect::<Vec<Color>>()
        };
        let look =
            Look { palette: Palette::DARK, depth: ColorDepth::True, glyphs: Glyphs::Unicode };
        let [lit, text, dead] = [Palette::DARK.lit, Palette::DARK.text, Palette::DARK.dead]
            .map(|tint| look.color(tint));
        let all = colors(&[]);
        assert!(all.contains(&lit) && all.contains(&text) && !all.contains(&dead));
        let placed = colors(&[("a1", Value::Placed)]);
        assert!(placed.contains(&lit) && placed.contains(&dead) && !placed.contains(&text));
        let excluded = colors(&[("a1", Value::Excluded)]);
        assert!(excluded.contains(&text) && excluded.contains(&dead) && !excluded.contains(&lit));
        // The character below the parent has dots of both edges.
        assert_eq!(placed.len(), excluded.len());
    }

    #[test]
    fn no_area_is_too_small() {
        let diagram = diagram();
        let look =
            Look { palette: Palette::DARK, depth: ColorDepth::True, glyphs: Glyphs::Unicode };
        let layout = GraphLayout::new(&diagram, 20, true);
        for (width, height, top) in [(0, 0, 0), (3, 1, 4), (9, 2, 1), (200, 3, 90)] {
            let area = Rect::new(1, 1, width, height);
            let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 4));
            let remaining = &diagram.remaining(&Decisions::default());
            let chips = &[Chip::Open; 3];
            let (diagram, layout, cursor, walked) = (&diagram, &layout, None, Some(0));
            let (styles, inks) = (&Styles::of(&look), &GraphStyles::of(&look));
            let graph = GraphContent {
                diagram,
                layout,
                remaining,
                chips,
                cursor,
                walked,
                top,
                styles,
                inks,
            };
            graph.render(&mut buffer, area);
        }
    }
}
