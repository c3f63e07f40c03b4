//! The whole drawing of a graph in few characters: each node is a dot.

use num_traits::ToPrimitive;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use strum::VariantArray;

use super::{GraphContent, NodeKind, VisibleGraph};
use crate::look::Glyphs;
use crate::widgets::braille::Dots;
use crate::widgets::put;
use export::text_graph::{GraphItem, GraphItemKind};

impl GraphContent<'_> {
    /// Draws the whole graph into an area. If each level has a separate row, edges are drawn, and a node is a mark
    /// instead of a dot.
    pub(crate) fn render_whole(&self, buffer: &mut Buffer, area: Rect) -> VisibleGraph {
        let area = area.intersection(buffer.area);
        let has_rows = self.layout.levels.len() <= usize::from(area.height);
        if !has_rows || self.styles.glyphs != Glyphs::Unicode || self.layout.columns == 0 {
            let nodes = self.render_outline(buffer, area);
            return VisibleGraph { nodes, ..VisibleGraph::default() };
        }
        let mut edges = [false; 4];
        let mut dots = Dots::new(area);
        for piece in &self.layout.pieces {
            let start = if piece.bend_rows.is_empty() {
                piece.rows.start.saturating_sub(1)
            } else {
                piece.bend_rows.start
            };
            let [from, to] = [(piece.from, start), (piece.to, piece.rows.end)]
                .map(|(x, row)| self.dot(area, x, row))
                .map(|(x, y)| (x.into(), y.into()));
            let edge = self.edge_style(piece);
            edges[edge as usize] = true;
            dots.curve(from, to, edge as u8 + 1, !piece.high);
        }
        dots.render(buffer, &self.inks.edges);
        for item in self.layout.items().filter(|item| item.content == GraphItemKind::One) {
            put(buffer, self.place(area, item).as_position(), '1', self.inks.one);
        }
        let mark = |(item, node): (&GraphItem, usize)| {
            let place = self.place(area, item);
            let symbol = self.inks.mark_sign(self.chips[node], self.styles.glyphs);
            let style = self.inks.mark(self.chips[node], self.selected_nodes.contains(&node));
            put(buffer, place.as_position(), symbol, style);
            (place, node)
        };
        VisibleGraph { nodes: self.nodes().map(mark).collect(), edges }
    }

    /// The nodes with their items. Nodes that are cut off come first, so that other nodes are drawn over them.
    fn nodes(&self) -> impl Iterator<Item = (&GraphItem, usize)> {
        let items =
            |is_gone: bool| self.layout.items().filter(move |item| self.is_gone(item) == is_gone);
        let all = items(true).chain(items(false));
        all.filter_map(|item| Some((item, item.content.node()?)))
    }

    /// Draws the whole graph into an area, each node as a dot. Returns the area of each node's character, with the index of
    /// the node.
    pub(crate) fn render_outline(&self, buffer: &mut Buffer, area: Rect) -> Vec<(Rect, usize)> {
        let area = area.intersection(buffer.area);
        if area.is_empty() || self.layout.columns == 0 || self.layout.rows == 0 {
            return Vec::new();
        }
        let is_unicode = self.styles.glyphs == Glyphs::Unicode;
        let mut dots = Dots::new(area);
        let mut places = Vec::new();
        for (item, node) in self.nodes() {
            let (kind, place) = (self.chips[node], self.place(area, item));
            let is_walked = self.selected_nodes.contains(&node);
            if is_unicode {
                let (x, y) = self.dot(area, item.x, item.row);
                let rank = if is_walked { NodeKind::VARIANTS.len() } else { kind as usize };
                dots.set(x.into(), y.into(), rank as u8 + 1);
            } else {
                let symbol = if kind == NodeKind::Gone { '.' } else { 'o' };
                put(buffer, place.as_position(), symbol, self.inks.mark(kind, is_walked));
            }
            places.push((place, node));
        }
        let kinds = NodeKind::VARIANTS.iter().map(|&kind| self.inks.mark(kind, false));
        let styles: Vec<_> = kinds.chain([self.inks.mark(NodeKind::Open, true)]).collect();
        dots.render(buffer, &styles);
        places
    }

    /// Draws the whole graph on a separate background. The background of the part in a window of `width` × `height`
    /// characters differs.
    pub(crate) fn render_map(&self, buffer: &mut Buffer, area: Rect, (width, height): (u16, u16)) {
        let area = area.intersection(buffer.area);
        if area.is_empty() {
            return;
        }
        for position in area.positions() {
            put(buffer, position, ' ', self.inks.band);
        }
        self.render_outline(buffer, area);
        let bright = [NodeKind::Open, NodeKind::Empty].map(|kind| self.inks.mark(kind, false).fg);
        for position in area.positions() {
            let cell = &mut buffer[position];
            if bright.contains(&Some(cell.fg)) {
                cell.set_style(self.inks.map_dot);
            }
        }
        let part = |first: u16, length: u16, all: u16, room: u16| {
            let at = |place: u16| u32::from(place) * u32::from(room) / u32::from(all.max(1));
            let (start, end) = (at(first.min(all)), at(first.saturating_add(length).min(all)));
            (start as u16, (end.saturating_sub(start) as u16).max(1))
        };
        let (x, columns) = part(self.window.first_column, width, self.layout.columns, area.width);
        let (y, rows) = part(self.window.first_row, height, self.layout.rows, area.height);
        let view = Rect { x: area.x + x, y: area.y + y, width: columns, height: rows };
        buffer.set_style(view.intersection(area), self.inks.view);
    }

    /// The character of an item in an area that shows the whole graph.
    fn place(&self, area: Rect, item: &GraphItem) -> Rect {
        let (x, y) = self.dot(area, item.x, item.row);
        Rect { x: area.x + x / 2, y: area.y + y / 4, width: 1, height: 1 }
    }

    /// The dot of a column and a row of the drawing in an area, counted from the top left: column, row.
    fn dot(&self, area: Rect, x: f64, row: u16) -> (u16, u16) {
        let x = x / f64::from(self.layout.columns) * f64::from(2 * area.width);
        let y = u32::from(row) * u32::from(4 * area.height) / u32::from(self.layout.rows.max(1));
        (x.to_u16().unwrap_or(0).min(2 * area.width - 1), (y as u16).min(4 * area.height - 1))
    }
}
