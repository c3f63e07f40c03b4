//! The layout of a small diagram that is drawn in characters: the columns and rows of its nodes and edges.

use std::ops::Range;
use std::sync::Arc;

use crate::layered::{LayeredGraph, PreferredPosition, spaced};
pub use net::{ChipLabel, GraphNet, NodeTexts};

mod net;

/// Width of an edge to 0 beside a chip (`0┄┄`), in columns.
pub const STUB: u16 = 3;

/// Gap between two items, in columns.
const GAP: f64 = 1.0;

/// Minimum width of a drawing whose levels are folded, in columns.
const MIN_FOLDED_WIDTH: u16 = 36;

/// The positions of the nodes and edges of a small diagram, with the root on top and the terminal of solutions at the
/// bottom. Columns are counted from the left of the drawing, rows from its top.
///
/// A level whose nodes do not fit beside each other is folded into several lines. Its nodes keep their order from left
/// to right; neighbours are on different lines.
///
/// The coordinates of [`LayeredGraph`] are stretched or shrunk to the width of the drawing.
#[derive(Clone, Debug, Default)]
pub struct GraphLayout {
    source: LayoutSource,
    /// The levels, the root's level first. The last level has the terminal.
    pub levels: Vec<GraphLevel>,
    /// The pieces of edges, each from a level to the next.
    pub pieces: Vec<EdgePiece>,
    /// Width of a chip, in columns. A chip of one column has no name.
    pub chip: u16,
    /// True if edges to 0 are drawn.
    pub has_zeros: bool,
    /// Number of columns of the whole drawing.
    pub columns: u16,
    /// Number of rows of the whole drawing.
    pub rows: u16,
}

/// The input of a layout: the layout of the nodes, the width of the window in columns, the scale, and whether edges to
/// 0 are drawn.
type LayoutSource = (Arc<LayeredGraph>, u16, GraphScale, bool);

/// A level of a drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GraphLevel {
    /// The items from left to right.
    pub items: Vec<GraphItem>,
    /// The first row.
    pub row: u16,
    /// Number of rows, without the rows of edges below.
    pub lines: u16,
}

/// An item on a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GraphItem {
    /// The content.
    pub content: GraphItemKind,
    /// The column of the item's middle.
    pub x: f64,
    /// The row.
    pub row: u16,
}

/// The content of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphItemKind {
    /// An inner node, by its index.
    Node(usize),
    /// The terminal of solutions.
    One,
    /// The edges of one kind to one target that skip the level.
    Bend,
}

impl GraphItemKind {
    /// The index of the node; `None` for other items.
    pub const fn node(self) -> Option<usize> {
        match self {
            Self::Node(node) => Some(node),
            Self::One | Self::Bend => None,
        }
    }
}

/// A piece of one or several edges.
#[derive(Clone, Debug, PartialEq)]
pub struct EdgePiece {
    /// Index of the upper level.
    pub level: usize,
    /// The column of the end on the upper level.
    pub from: f64,
    /// The column of the end on the next level.
    pub to: f64,
    /// The rows of the vertical line through the upper level; empty unless the upper end is a bend.
    pub bend_rows: Range<u16>,
    /// The rows between the upper and the lower end.
    pub rows: Range<u16>,
    /// True for high edges, which place a piece on the cell.
    pub high: bool,
    /// Indices of the nodes whose edges contain this piece.
    pub nodes: Vec<usize>,
}

/// The place of a window in a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GraphWindow {
    /// The first visible row.
    pub first_row: u16,
    /// The first visible column.
    pub first_column: u16,
}

/// How much of a drawing a window shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GraphScale {
    /// The whole drawing; a node is a dot.
    Whole,
    /// A node is one character.
    Marks,
    /// A node is a chip with the name of its cell. The drawing is as wide as the window.
    #[default]
    Chips,
    /// Like [`GraphScale::Chips`], in a drawing of 2, 4, … times the width of the window.
    Wide(u8),
}

/// Maximum number of times that the width of a drawing is doubled.
const MAX_DOUBLINGS: u8 = 5;

impl GraphScale {
    /// The next larger scale, or this one if it is the largest.
    pub fn larger(self) -> Self {
        match self {
            Self::Whole => Self::Marks,
            Self::Marks => Self::Chips,
            Self::Chips => Self::Wide(1),
            Self::Wide(doublings) => Self::Wide(doublings.saturating_add(1).min(MAX_DOUBLINGS)),
        }
    }

    /// The next smaller scale, or this one if it is the smallest.
    pub fn smaller(self) -> Self {
        match self {
            Self::Whole | Self::Marks => Self::Whole,
            Self::Chips => Self::Marks,
            Self::Wide(0 | 1) => Self::Chips,
            Self::Wide(doublings) => Self::Wide(doublings - 1),
        }
    }

    /// The width of a drawing in a window of `width` columns.
    fn columns(self, width: u16) -> u16 {
        match self {
            Self::Whole | Self::Marks | Self::Chips => width,
            Self::Wide(doublings) => width.saturating_mul(1 << doublings.min(MAX_DOUBLINGS)),
        }
    }
}

impl GraphNet<'_> {
    /// The column of each item of a level in a drawing of `width` columns, and the line of the level that the item is
    /// on. A level that does not fit in one line is shrunk until it fits, and then folded: items of a line do not overlap.
    fn columns_and_lines(
        &self,
        items: &[usize],
        width: f64,
        chip: u16,
        has_zeros: bool,
    ) -> Vec<(f64, u16)> {
        let needed = self.width_of_level(items, chip, has_zeros);
        let shrink = if needed > width { width / needed } else { 1.0 };
        let extent = |item| self.extent(self.content(item), chip, has_zeros);
        let preferred = |&item: &usize| {
            let (left, right) = extent(item);
            PreferredPosition {
                x: (self.graph.x[item] + 0.5) / (self.graph.width + 1.0) * width,
                weight: 1.0,
                left: (left + GAP / 2.0) * shrink,
                right: (right + GAP / 2.0) * shrink,
            }
        };
        let preferred: Vec<PreferredPosition> = items.iter().map(preferred).collect();
        let xs = spaced(&preferred, -GAP / 2.0, width + GAP / 2.0);
        if shrink >= 1.0 {
            return xs.into_iter().map(|x| (x, 0)).collect();
        }
        // The column where each line is free.
        let mut free = vec![f64::NEG_INFINITY];
        let column_and_line = |(x, &item): (f64, &usize)| {
            let (left, right) = extent(item);
            let x = x.min(width - right).max(left);
            if self.content(item).node().is_none() {
                return (x, 0);
            }
            // Columns are rounded when chips are drawn.
            let fits = |end: &f64| (x - left).round() >= *end;
            let line = free.iter().position(fits).unwrap_or_else(|| {
                free.push(f64::NEG_INFINITY);
                free.len() - 1
            });
            free[line] = (x - left).round() + left + right + GAP;
            (x, line as u16)
        };
        xs.into_iter().zip(items).map(column_and_line).collect()
    }
}

impl GraphLayout {
    /// Number of columns and rows that the frame adds to a drawing.
    pub const FRAME: (u16, u16) = (4, 2);

    /// Minimum width of the drawing of a diagram with its frame and the names of levels, in columns. Levels are folded
    /// if they are wide.
    pub fn frame_width(net: &GraphNet<'_>) -> u16 {
        net.least_width().min(MIN_FOLDED_WIDTH) + net.names() + Self::FRAME.0
    }

    /// Lays out a net in a window of `width` columns. Edges to 0 are left out unless all levels fit with them.
    pub fn new(net: &GraphNet<'_>, width: u16, scale: GraphScale, wants_zeros: bool) -> Self {
        let chip = match scale {
            GraphScale::Whole | GraphScale::Marks => 1,
            GraphScale::Chips | GraphScale::Wide(_) => net.chip(),
        };
        let source = (Arc::clone(&net.graph), width, scale, wants_zeros);
        let columns = scale.columns(width);
        let width = f64::from(columns);
        // Some edges between chips are left out.
        let has_zeros = wants_zeros
            && chip > 1
            && !matches!(net.texts, NodeTexts::Chips(_))
            && net.width(chip, true) <= width;
        let mut layout = Self { source, chip, has_zeros, columns, ..Self::default() };
        // The place of each item of the net.
        let mut places =
            vec![GraphItem { content: GraphItemKind::Bend, x: 0.0, row: 0 }; net.graph.x.len()];
        for contents in &net.graph.levels {
            let columns = net.columns_and_lines(contents, width, chip, has_zeros);
            let lines = columns.iter().map(|&(_, line)| line + 1).max().unwrap_or(1);
            if let Some(before) = layout.levels.last() {
                // Edges between folded levels have an additional row, to make them distinguishable.
                let edges = if lines.max(before.lines) > 1 { 2 } else { 1 }.max(net.edge_rows);
                layout.rows = before.row + before.lines + edges;
            }
            let row = layout.rows;
            for (&item, (x, line)) in contents.iter().zip(columns) {
                places[item] = GraphItem { content: net.content(item), x, row: row + line };
            }
            let items = contents.iter().map(|&item| places[item]).collect();
            layout.levels.push(GraphLevel { items, row, lines });
        }
        layout.rows += layout.levels.last().map_or(0, |level| level.lines);
        let links = net.links();
        let mut has_straight = vec![false; places.len()];
        for &(_, from, to, _) in links.keys() {
            has_straight[from] |= (places[to].x - places[from].x).abs() < 1.0;
        }
        for ((level, from, to, high), nodes) in links {
            let (upper, lower) = (places[from], places[to]);
            let below = layout.levels[level].row + layout.levels[level].lines;
            let is_bend = upper.content == GraphItemKind::Bend;
            // An edge to the side does not cover the beginning of one straight down.
            let is_aside = chip > 1 && has_straight[from] && !is_bend;
            let aside = (lower.x - upper.x).trunc().clamp(-1.0, 1.0);
            layout.pieces.push(EdgePiece {
                level,
                from: upper.x + if is_aside { aside } else { 0.0 },
                to: lower.x,
                bend_rows: if is_bend { layout.levels[level].row..below } else { 0..0 },
                rows: if is_bend { below } else { upper.row + 1 }..lower.row,
                high,
                nodes,
            });
        }
        layout
    }

    /// True if [`GraphLayout::new`] returns this layout for these arguments.
    pub fn is_of(
        &self,
        net: &GraphNet<'_>,
        width: u16,
        scale: GraphScale,
        wants_zeros: bool,
    ) -> bool {
        let (graph, old_width, old_scale, wanted_zeros) = &self.source;
        Arc::ptr_eq(graph, &net.graph)
            && (*old_width, *old_scale, *wanted_zeros) == (width, scale, wants_zeros)
    }

    /// The nodes level by level, each level from left to right.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        self.items().filter_map(|item| item.content.node())
    }

    /// The items level by level, each level from left to right.
    pub fn items(&self) -> impl DoubleEndedIterator<Item = &GraphItem> {
        self.levels.iter().flat_map(|level| &level.items)
    }

    /// The item of a node.
    pub fn item(&self, node: usize) -> Option<&GraphItem> {
        self.items().find(|item| item.content == GraphItemKind::Node(node))
    }

    /// The node on `level` whose column is nearest to the column of `node`.
    pub fn nearest(&self, level: usize, node: usize) -> Option<usize> {
        let x = self.item(node).map_or(0.0, |item| item.x);
        let away = |item: &&GraphItem| (item.x - x).abs();
        let nodes = self.levels.get(level)?.items.iter();
        let nodes = nodes.filter(|item| item.content.node().is_some());
        nodes.min_by(|one, other| away(one).total_cmp(&away(other)))?.content.node()
    }
}

#[cfg(test)]
mod tests;
