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

mod edges;
mod legend;
mod outline;
mod styles;

use num_traits::ToPrimitive;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Span;

use super::print::{fill, print};
use super::styles::Styles;
use engine::{RemainingPart, SmallDiagram, Target};
use export::text_graph::{
    ChipLabel, EdgePiece, GraphItem, GraphItemKind, GraphLayout, GraphWindow, NodeTexts, STUB,
};
use styles::EdgeStyle;
pub(crate) use styles::{GraphStyles, NodeKind};

/// The content of a graph.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GraphContent<'a> {
    pub diagram: &'a SmallDiagram,
    pub layout: &'a GraphLayout,
    /// The nodes and edges that remain after the decisions.
    pub remaining: &'a RemainingPart,
    /// The kind of each node, by the node's index.
    pub chips: &'a [NodeKind],
    /// The level of the cursor's cell.
    pub cursor: Option<usize>,
    /// The selected nodes.
    pub selected_nodes: &'a [usize],
    /// The texts on the chips.
    pub texts: NodeTexts<'a>,
    /// The place of the area in the drawing.
    pub window: GraphWindow,
    pub styles: &'a Styles,
    pub inks: &'a GraphStyles,
}

/// The visible part of a graph.
#[derive(Clone, Debug, Default)]
pub(crate) struct VisibleGraph {
    /// The area of each visible node, with the node's index.
    pub nodes: Vec<(Rect, usize)>,
    /// For each kind of edge, true if edges of this kind are visible.
    pub edges: [bool; 4],
}

impl GraphContent<'_> {
    /// Draws the graph. Nodes that are cut off are drawn first, so that they cover no remaining node. `names` is the
    /// width of the names of levels at the right.
    pub(crate) fn render(&self, buffer: &mut Buffer, area: Rect, names: u16) -> VisibleGraph {
        let area = area.intersection(buffer.area);
        if names > 0 {
            self.name_levels(buffer, area);
        }
        let left = Rect { width: area.width.saturating_sub(names), ..area };
        let mut visible = VisibleGraph::default();
        self.render_layer(buffer, left, true, &mut visible);
        let gone: Vec<_> =
            visible.nodes.iter().map(|(chip, _)| (*chip, symbols(buffer, *chip))).collect();
        self.render_layer(buffer, left, false, &mut visible);
        // An edge that crosses a name removes the whole name.
        for (chip, name) in gone {
            let now = symbols(buffer, chip);
            let is_crossed = now != name;
            for (at, (now, before)) in chip.positions().zip(now.into_iter().zip(name)) {
                if is_crossed && now == before {
                    buffer[at].set_symbol(" ");
                }
            }
        }
        visible
    }

    /// Draws one of two layers: if `is_gone`, the edges and nodes that are cut off, otherwise all others.
    fn render_layer(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        is_gone: bool,
        visible: &mut VisibleGraph,
    ) {
        self.render_edges(buffer, area, is_gone, &mut visible.edges);
        for item in self.layout.items().filter(|item| self.is_gone(item) == is_gone) {
            let Some(line) = self.line(area, item.row) else { continue };
            let x = item.x - f64::from(self.window.first_column);
            match item.content {
                GraphItemKind::Node(node) => {
                    let chip = self.render_node(buffer, line, (node, x));
                    visible.nodes.extend(chip.map(|chip| (chip, node)));
                }
                GraphItemKind::One => self.render_true_terminal(buffer, line, x),
                GraphItemKind::Bend => {}
            }
        }
    }

    /// True for a node that is gone and not selected.
    fn is_gone(&self, item: &GraphItem) -> bool {
        let node = item.content.node();
        node.is_some_and(|it| {
            self.chips[it] == NodeKind::Gone && !self.selected_nodes.contains(&it)
        })
    }

    fn edge_style(&self, piece: &EdgePiece) -> EdgeStyle {
        let remains = piece.nodes.iter().any(|&node| self.remaining.edge(node, piece.high));
        match (remains, piece.high) {
            _ if self.selected_nodes.iter().any(|node| piece.nodes.contains(node)) => {
                EdgeStyle::Marked
            }
            (false, _) => EdgeStyle::Gone,
            (true, false) => EdgeStyle::Low,
            (true, true) => EdgeStyle::High,
        }
    }

    /// The line of the area that shows a row of the drawing, if the row is in view.
    fn line(&self, area: Rect, row: u16) -> Option<Rect> {
        let row = row.checked_sub(self.window.first_row).filter(|&row| row < area.height)?;
        Some(Rect { y: area.y + row, height: 1, ..area })
    }

    /// Draws the names of levels at the right, and the background of the cursor's level.
    fn name_levels(&self, buffer: &mut Buffer, area: Rect) {
        for (index, (level, cell)) in self.layout.levels.iter().zip(&self.diagram.cells).enumerate()
        {
            let is_here = self.cursor == Some(index);
            for row in (level.row..level.row + level.lines).filter(|_| is_here) {
                if let Some(line) = self.line(area, row) {
                    fill(buffer, line, self.inks.band);
                }
            }
            let Some(line) = self.line(area, level.row) else { continue };
            let (name, width) = (cell.to_string(), line.width);
            let room = (name.len() as u16 + 1).min(width);
            let name = if is_here && self.inks.has_signs {
                format!(">{name}")
            } else {
                format!(" {name}")
            };
            let style = if is_here {
                self.inks.band.patch(self.styles.cursor_label)
            } else {
                self.styles.dim
            };
            let place = Rect { x: line.right() - room, width: room, ..line };
            print(buffer, place, Span::styled(name, style));
        }
    }

    /// Draws a node whose middle is at column `x` of the line. Returns its area; `None` if it is not in view.
    fn render_node(
        &self,
        buffer: &mut Buffer,
        line: Rect,
        (node, x): (usize, f64),
    ) -> Option<Rect> {
        let label = self.texts.chip(node).filter(|_| self.layout.chip > 1);
        let width = label.map_or(self.layout.chip, |label| label.name.chars().count() as u16 + 2);
        let first = (x - f64::from(width) / 2.0).round().to_u16()?;
        let chip = Rect { x: line.x + first.min(line.width), width, ..line }.intersection(line);
        if chip.is_empty() {
            return None;
        }
        let is_walked = self.selected_nodes.contains(&node);
        if width == 1 {
            let mark = self.inks.mark_sign(self.chips[node], self.styles.glyphs);
            let style = self.inks.mark(self.chips[node], is_walked);
            print(buffer, chip, Span::styled(mark.to_string(), style));
            return Some(chip);
        }
        let name = self.texts.of(self.diagram, node).replace('–', self.styles.glyphs.or("–", "-"));
        let inside = usize::from(width) - 2;
        let (style, [open, close]) = self.inks.chip(self.chips[node], is_walked);
        print(buffer, chip, Span::styled(format!("{open}{name:^inside$}{close}"), style));
        if let Some(label) = label {
            self.render_label(buffer, (chip, line.right()), label, is_walked);
        }
        let remains = self.remaining.nodes[node];
        let ink = if remains { self.styles.dim } else { self.inks.edge(EdgeStyle::Gone) };
        let glyphs = self.styles.glyphs;
        let stubs = [
            (false, chip.x.checked_sub(STUB), glyphs.or("0┄┄", "0..")),
            (true, Some(chip.right()), glyphs.or("──0", "--0")),
        ];
        for (high, x, text) in stubs {
            let is_zero = self.diagram.nodes[node].target(high) == Target::False;
            if let Some(x) = x.filter(|_| is_zero && self.layout.has_zeros) {
                let place = Rect { x, width: STUB, ..chip }.intersection(line);
                print(buffer, place, Span::styled(text, ink));
            }
        }
        Some(chip)
    }

    /// Draws the texts beside and below a chip, and its terminal 1. Draws nothing right of `end`.
    fn render_label(
        &self,
        buffer: &mut Buffer,
        (chip, end): (Rect, u16),
        label: &ChipLabel,
        is_marked: bool,
    ) {
        let beside = Rect { x: chip.right(), width: end.saturating_sub(chip.right()), ..chip };
        let style = if is_marked { self.inks.band } else { self.styles.dim };
        print(buffer, beside, Span::styled(label.beside.clone(), style));
        if label.beside.is_empty() {
            return;
        }
        let width = end.saturating_sub(chip.x);
        let below = |rows: u16| Rect { y: chip.y + rows, width, ..chip }.intersection(buffer.area);
        let (placed, one) = (below(1), below(2));
        let placed_style = self.inks.edge(EdgeStyle::Marked);
        print(buffer, placed, Span::styled(label.below.clone(), placed_style));
        if label.is_end {
            let text = if self.inks.has_signs { "[1]" } else { " 1 " };
            print(buffer, one, Span::styled(text, self.inks.one));
        }
    }

    fn render_true_terminal(&self, buffer: &mut Buffer, line: Rect, x: f64) {
        let Some(first) = (x - 1.5).round().to_u16() else { return };
        let place = Rect { x: line.x + first.min(line.width), width: 3, ..line };
        let style = if self.remaining.is_satisfiable {
            self.inks.one
        } else {
            self.inks.chips[NodeKind::Gone as usize]
        };
        let text = if self.inks.has_signs { "[1]" } else { " 1 " };
        print(buffer, place.intersection(line), Span::styled(text, style));
    }
}

/// The characters of an area.
fn symbols(buffer: &Buffer, area: Rect) -> Vec<String> {
    area.positions().map(|at| buffer[at].symbol().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ratatui::style::Color;

    use super::*;
    use crate::ColorDepth;
    use crate::look::{Glyphs, Look};
    use crate::widgets::testing::text;
    use engine::{Budget, DiagramKind, SmallNode};
    use export::LayeredGraph;
    use export::face::Palette;
    use export::text_graph::{GraphNet, GraphScale};
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
            kind: DiagramKind::Bdd,
        }
    }

    #[test]
    fn an_open_node_has_one_colour_as_chip_and_as_dot() {
        for palette in [Palette::DARK, Palette::LIGHT] {
            let look = Look { palette, depth: ColorDepth::True, glyphs: Glyphs::Unicode };
            let styles = GraphStyles::of(&look);
            let (chip, _) = styles.chip(NodeKind::Open, false);
            assert_eq!(chip.bg, styles.mark(NodeKind::Open, false).fg);
        }
    }

    fn net_of(diagram: &SmallDiagram) -> GraphNet<'_> {
        let graph = LayeredGraph::of_diagram(diagram, None, &Budget::default()).unwrap();
        GraphNet { diagram, graph: Arc::new(graph), texts: NodeTexts::Cells, edge_rows: 1 }
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
        let net = net_of(&diagram);
        let layout = GraphLayout::new(&net, width - net.names(), GraphScale::Chips, true);
        let graph = GraphContent {
            diagram: &diagram,
            layout: &layout,
            remaining: &diagram.remaining(&decisions),
            chips: &[NodeKind::Decided, NodeKind::Forced, NodeKind::Gone],
            cursor: Some(1),
            selected_nodes: &[],
            texts: NodeTexts::Cells,
            window: GraphWindow::default(),
            styles: &Styles::of(&look),
            inks: &GraphStyles::of(&look),
        };
        let area = Rect::new(0, 0, width, 5);
        let mut buffer = Buffer::empty(area);
        let mut nodes = graph.render(&mut buffer, area, net.names()).nodes;
        nodes.sort_by_key(|(_, node)| *node);
        (buffer, nodes)
    }

    #[test]
    fn edges_lead_from_chip_to_chip() {
        let (buffer, chips) = drawn(34, Glyphs::Ascii, &[]);
        assert_eq!(
            text(&buffer),
            [
                "             #a1#               a1",
                "       /- - - / \\-----\\",
                "   0..=b1=            b1 --0   >b1",
                "        \\------\\ - - /",
                "              [1]",
            ]
            .join("\n")
        );
        let place = |x, y| Rect::new(x, y, 4, 1);
        assert_eq!(chips, [(place(13, 0), 0), (place(6, 2), 1), (place(21, 2), 2)]);
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
        let [lit, text, dead] =
            [Palette::DARK.highlighted, Palette::DARK.text, Palette::DARK.removed]
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

    /// Regression: nodes that are gone were drawn over edges that remain.
    #[test]
    fn a_node_that_is_gone_hides_no_edge_that_remains() {
        let look =
            Look { palette: Palette::DARK, depth: ColorDepth::True, glyphs: Glyphs::Unicode };
        let diagram = diagram();
        let net = net_of(&diagram);
        let mut layout = GraphLayout::new(&net, 30, GraphScale::Chips, true);
        // The node that is gone is on the edge from the root to the other node.
        let edge = layout.pieces.iter().find(|piece| !piece.high && piece.nodes == [0]).unwrap();
        let (x, row) = (edge.from, edge.rows.start);
        let items = layout.levels.iter_mut().flat_map(|level| &mut level.items);
        for item in items.filter(|item| item.content == GraphItemKind::Node(2)) {
            (item.x, item.row) = (x, row);
        }
        let decisions = [("a1".parse().unwrap(), Value::Excluded)].into_iter().collect();
        let graph = GraphContent {
            diagram: &diagram,
            layout: &layout,
            remaining: &diagram.remaining(&decisions),
            chips: &[NodeKind::Decided, NodeKind::Forced, NodeKind::Gone],
            cursor: None,
            selected_nodes: &[],
            texts: NodeTexts::Cells,
            window: GraphWindow::default(),
            styles: &Styles::of(&look),
            inks: &GraphStyles::of(&look),
        };
        let mut buffer = Buffer::empty(Rect::new(0, 0, 34, 5));
        let visible = graph.render(&mut buffer, Rect::new(0, 0, 34, 5), net.names());
        let lit = look.color(Palette::DARK.text);
        let chip = visible.nodes.iter().find(|(_, node)| *node == 2).unwrap().0;
        assert!(chip.positions().any(|at| buffer[at].fg == lit), "{}", text(&buffer));
        assert_eq!(visible.edges, [true, true, true, false]);
    }

    #[test]
    fn no_area_is_too_small() {
        let diagram = diagram();
        let look =
            Look { palette: Palette::DARK, depth: ColorDepth::True, glyphs: Glyphs::Unicode };
        let net = net_of(&diagram);
        let layout = GraphLayout::new(&net, 20, GraphScale::Chips, true);
        for (width, height, top) in [(0, 0, 0), (3, 1, 4), (9, 2, 1), (200, 3, 90)] {
            let area = Rect::new(1, 1, width, height);
            let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 4));
            let remaining = &diagram.remaining(&Decisions::default());
            let chips = &[NodeKind::Open; 3];
            let (diagram, layout, cursor, walked) = (&diagram, &layout, None, &[0]);
            let (styles, inks) = (&Styles::of(&look), &GraphStyles::of(&look));
            let graph = GraphContent {
                diagram,
                layout,
                remaining,
                chips,
                cursor,
                selected_nodes: walked,
                texts: NodeTexts::Numbers,
                window: GraphWindow { first_row: top, first_column: top / 2 },
                styles,
                inks,
            };
            graph.render(&mut buffer, area, net.names());
            graph.render_map(&mut buffer, area, (width, height));
        }
    }
}
