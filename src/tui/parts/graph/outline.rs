//! The whole drawing of a graph in few characters: each node is a dot.

use num_traits::ToPrimitive;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{GraphContent, NodeKind, VisibleGraph};
use crate::look::{Glyphs, GraphItem, GraphItemKind};
use crate::parts::braille::Dots;
use crate::parts::styles::put;

/// The kinds of nodes. Kinds further back hide the others.
const RANKS: [NodeKind; 6] = [
    NodeKind::Gone,
    NodeKind::Empty,
    NodeKind::Forced,
    NodeKind::Open,
    NodeKind::Decided,
    NodeKind::Lost,
];

impl GraphContent<'_> {
    /// Draws the whole graph into an area. If each level has a row of its own, edges are drawn, and a node is a mark
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
            let [from, to] = [(piece.from, start), (piece.to, piece.rows.end)].map(|(x, row)| {
                let (x, y) = self.dot_at(area, x, row);
                (i32::from(x), i32::from(y))
            });
            let edge = self.edge_style(piece);
            edges[edge as usize] = true;
            dots.curve(from, to, edge as u8 + 1, !piece.high);
        }
        dots.render(buffer, &self.inks.edges);
        for item in self.layout.items().filter(|item| item.content == GraphItemKind::One) {
            let (x, y) = self.dot(area, item);
            put(buffer, (area.x + x / 2, area.y + y / 4), '1', self.styles.chip);
        }
        let mark = |(item, node): (&GraphItem, usize)| {
            let (x, y) = self.dot(area, item);
            let place = Rect { x: area.x + x / 2, y: area.y + y / 4, width: 1, height: 1 };
            let symbol = self.inks.mark_sign(self.chips[node], self.styles.glyphs);
            let style = self.inks.mark(self.chips[node], self.selected_nodes.contains(&node));
            put(buffer, (place.x, place.y), symbol, style);
            (place, node)
        };
        VisibleGraph { nodes: self.nodes().map(mark).collect(), edges }
    }

    /// The nodes with their items: first those that are gone, so that others are drawn over them.
    fn nodes(&self) -> impl Iterator<Item = (&GraphItem, usize)> {
        let items =
            |is_gone: bool| self.layout.items().filter(move |item| self.is_gone(item) == is_gone);
        let all = items(true).chain(items(false));
        all.filter_map(|item| Some((item, item.content.try_as_node()?)))
    }

    /// Draws the whole graph into an area, each node as a dot. Returns the area of each node's character, with the index of
    /// the node.
    pub(crate) fn render_outline(&self, buffer: &mut Buffer, area: Rect) -> Vec<(Rect, usize)> {
        let area = area.intersection(buffer.area);
        if area.is_empty() || self.layout.columns == 0 || self.layout.rows == 0 {
            return Vec::new();
        }
        let mut dots = Dots::new(area);
        let mut places = Vec::new();
        for (item, node) in self.nodes() {
            let (x, y) = self.dot(area, item);
            let is_walked = self.selected_nodes.contains(&node);
            let kind = RANKS.iter().position(|&kind| kind == self.chips[node]);
            let rank = if is_walked { RANKS.len() } else { kind.unwrap_or(0) };
            dots.set(i32::from(x), i32::from(y), rank as u8 + 1);
            let place = Rect { x: area.x + x / 2, y: area.y + y / 4, width: 1, height: 1 };
            if self.styles.glyphs != Glyphs::Unicode {
                let symbol = if self.chips[node] == NodeKind::Gone { '.' } else { 'o' };
                put(
                    buffer,
                    (place.x, place.y),
                    symbol,
                    self.inks.mark(self.chips[node], is_walked),
                );
            }
            places.push((place, node));
        }
        if self.styles.glyphs == Glyphs::Unicode {
            let mut styles = RANKS.map(|kind| self.inks.mark(kind, false)).to_vec();
            styles.push(self.inks.mark(NodeKind::Open, true));
            dots.render(buffer, &styles);
        }
        places
    }

    /// Draws the whole graph on a background of its own. The background of the part in a window of `width` × `height`
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

    /// The dot of an item in an area, counted from the top left: column, row.
    fn dot(&self, area: Rect, item: &GraphItem) -> (u16, u16) {
        self.dot_at(area, item.x, item.row)
    }

    /// The dot of a column and a row of the drawing in an area, counted from the top left: column, row.
    fn dot_at(&self, area: Rect, x: f64, row: u16) -> (u16, u16) {
        let x = x / f64::from(self.layout.columns) * f64::from(2 * area.width);
        let y = u32::from(row) * u32::from(4 * area.height) / u32::from(self.layout.rows.max(1));
        (x.to_u16().unwrap_or(0).min(2 * area.width - 1), (y as u16).min(4 * area.height - 1))
    }
}
