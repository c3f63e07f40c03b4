use std::ops::Range;

use strum::EnumTryAs;

use export::{PreferredPosition, spaced};
pub(crate) use net::GraphNet;
use net::Link;

mod net;

/// Width of an edge to 0 beside a chip (`0┄┄`), in columns.
pub(crate) const STUB: u16 = 3;

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
/// The coordinates of [`LayeredGraph`](export::LayeredGraph) are stretched or shrunk to the width of the drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct GraphLayout {
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

/// A level of a drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct GraphLevel {
    /// The items from left to right.
    pub items: Vec<GraphItem>,
    /// The first row.
    pub row: u16,
    /// Number of rows, without the rows of edges below.
    pub lines: u16,
}

/// An item on a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GraphItem {
    pub content: GraphItemKind,
    /// The column of the item's middle.
    pub x: f64,
    pub row: u16,
}

/// The content of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumTryAs)]
pub(crate) enum GraphItemKind {
    /// An inner node, by its index.
    Node(usize),
    /// The terminal of solutions.
    One,
    /// The edges of one kind to one target that skip the level.
    Bend,
}

/// A piece of one or several edges.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct EdgePiece {
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
pub(crate) struct GraphWindow {
    /// The first visible row.
    pub first_row: u16,
    /// The first visible column.
    pub first_column: u16,
}

/// How much of a drawing a window shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum GraphScale {
    /// The whole drawing; a node is a dot.
    Whole,
    /// A node is one character.
    Marks,
    /// A node is a chip with the name of its cell. The drawing is as wide as the window.
    #[default]
    Chips,
    /// As [`GraphScale::Chips`], in a drawing of 2, 4, … times the width of the window.
    Wide(u8),
}

/// Maximum number of times that the width of a drawing is doubled.
const MAX_DOUBLINGS: u8 = 5;

impl GraphScale {
    /// The next larger scale, or this one if it is the largest.
    pub(crate) fn larger(self) -> Self {
        match self {
            Self::Whole => Self::Marks,
            Self::Marks => Self::Chips,
            Self::Chips => Self::Wide(1),
            Self::Wide(doublings) => Self::Wide(doublings.saturating_add(1).min(MAX_DOUBLINGS)),
        }
    }

    /// The next smaller scale, or this one if it is the smallest.
    pub(crate) fn smaller(self) -> Self {
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
    /// on. A level that does not fit in one line is shrunk until it fits, and then folded.
    fn columns_and_lines(
        &self,
        level: usize,
        width: f64,
        chip: u16,
        has_zeros: bool,
    ) -> Vec<(f64, u16)> {
        let items = &self.graph.levels[level];
        let needed = self.width_of_level(level, chip, has_zeros);
        let shrink = if needed > width { width / needed } else { 1.0 };
        let extents: Vec<(f64, f64)> =
            items.iter().map(|&item| self.extent(self.content(item), chip, has_zeros)).collect();
        let preferred = |(&item, (left, right)): (&usize, &(f64, f64))| PreferredPosition {
            x: (self.graph.x[item] + 0.5) / (self.graph.width + 1.0) * width,
            weight: 1.0,
            left: (left + GAP / 2.0) * shrink,
            right: (right + GAP / 2.0) * shrink,
        };
        let preferred: Vec<PreferredPosition> = items.iter().zip(&extents).map(preferred).collect();
        let mut xs = spaced(&preferred, -GAP / 2.0, width + GAP / 2.0);
        if shrink >= 1.0 {
            return xs.into_iter().map(|x| (x, 0)).collect();
        }
        for (x, (left, right)) in xs.iter_mut().zip(extents) {
            *x = x.min(width - right).max(left);
        }
        let lines = self.lines(level, &xs, chip, has_zeros);
        xs.into_iter().zip(lines).collect()
    }

    /// Assigns the items of a level to lines, so that items of a line do not overlap.
    fn lines(&self, level: usize, columns: &[f64], chip: u16, has_zeros: bool) -> Vec<u16> {
        // The column where each line is free.
        let mut free = vec![f64::NEG_INFINITY];
        let line = |(&item, x): (&usize, &f64)| {
            let content = self.content(item);
            if content.try_as_node().is_none() {
                return 0;
            }
            let (left, right) = self.extent(content, chip, has_zeros);
            // Columns are rounded when chips are drawn.
            let fits = |end: &f64| (x - left).round() >= *end;
            let line = free.iter().position(fits).unwrap_or_else(|| {
                free.push(f64::NEG_INFINITY);
                free.len() - 1
            });
            free[line] = (x - left).round() + left + right + GAP;
            line as u16
        };
        self.graph.levels[level].iter().zip(columns).map(line).collect()
    }
}

impl GraphLayout {
    /// Number of columns and rows that the frame adds to a drawing.
    pub(crate) const FRAME: (u16, u16) = (4, 2);

    /// Minimum width of the drawing of a diagram with its frame and the names of levels, in columns. Levels are folded
    /// if they are wide.
    pub(crate) fn frame_width(net: &GraphNet<'_>) -> u16 {
        net.least_width().min(MIN_FOLDED_WIDTH) + net.names() + Self::FRAME.0
    }

    /// Lays out a net in a window of `width` columns. Edges to 0 are left out unless all levels fit with them.
    pub(crate) fn new(
        net: &GraphNet<'_>,
        width: u16,
        scale: GraphScale,
        wants_zeros: bool,
    ) -> Self {
        let chip = match scale {
            GraphScale::Whole | GraphScale::Marks => 1,
            GraphScale::Chips | GraphScale::Wide(_) => net.chip(),
        };
        let columns = scale.columns(width);
        let width = f64::from(columns);
        let has_zeros = wants_zeros && chip > 1 && net.width(chip, true) <= width;
        let mut layout = Self { chip, has_zeros, columns, ..Self::default() };
        // The place of each item of the net.
        let mut places =
            vec![GraphItem { content: GraphItemKind::Bend, x: 0.0, row: 0 }; net.graph.x.len()];
        for (level, contents) in net.graph.levels.iter().enumerate() {
            let columns = net.columns_and_lines(level, width, chip, has_zeros);
            let lines = columns.iter().map(|&(_, line)| line + 1).max().unwrap_or(1);
            if let Some(before) = layout.levels.last() {
                // Edges between folded levels have one more row, to be told apart.
                let edges = if lines.max(before.lines) > 1 { 2 } else { 1 };
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
        let shift = |link: &Link| places[link.to].x - places[link.from].x;
        let mut has_straight = vec![false; places.len()];
        let links = net.links();
        for link in &links {
            has_straight[link.from] |= shift(link).abs() < 1.0;
        }
        let piece = |link: Link| {
            let (from, to) = (places[link.from], places[link.to]);
            let level = net.graph.level_of[link.from];
            let upper = &layout.levels[level];
            let below = upper.row + upper.lines;
            // An edge to the side does not cover the beginning of one straight down.
            let is_aside = chip > 1 && has_straight[link.from];
            let aside = if is_aside { shift(&link).trunc().clamp(-1.0, 1.0) } else { 0.0 };
            let (bend_rows, start, aside) = match from.content {
                GraphItemKind::Bend => (upper.row..below, below, 0.0),
                GraphItemKind::Node(_) | GraphItemKind::One => (0..0, from.row + 1, aside),
            };
            EdgePiece {
                level,
                from: from.x + aside,
                to: to.x,
                bend_rows,
                rows: start..to.row,
                high: link.high,
                nodes: link.nodes,
            }
        };
        let pieces = links.into_iter().map(piece).collect();
        layout.pieces = pieces;
        layout
    }

    /// The nodes level by level, each level from left to right.
    pub(crate) fn nodes(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        self.items().filter_map(|item| item.content.try_as_node())
    }

    pub(crate) fn items(&self) -> impl DoubleEndedIterator<Item = &GraphItem> {
        self.levels.iter().flat_map(|level| &level.items)
    }

    /// The item of a node.
    pub(crate) fn item(&self, node: usize) -> Option<&GraphItem> {
        self.items().find(|item| item.content == GraphItemKind::Node(node))
    }

    /// The node on `level` whose column is nearest to the column of `node`.
    pub(crate) fn nearest(&self, level: usize, node: usize) -> Option<usize> {
        let x = self.item(node).map_or(0.0, |item| item.x);
        let away = |item: &&GraphItem| (item.x - x).abs();
        let nodes = self.levels.get(level)?.items.iter();
        let nodes = nodes.filter(|item| item.content.try_as_node().is_some());
        nodes.min_by(|one, other| away(one).total_cmp(&away(other)))?.content.try_as_node()
    }
}

#[cfg(test)]
mod tests;
