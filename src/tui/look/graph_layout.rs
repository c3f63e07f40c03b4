use std::ops::Range;

use strum::EnumTryAs;

use engine::Target;
pub(crate) use net::GraphNet;
use net::Link;

mod net;

/// Width of an edge to 0 beside a chip (`0┄┄`), in columns.
pub(crate) const STUB: u16 = 3;

/// Distance between the two children where paths part, as a fraction of an item's share of the width: the width divided
/// by the number of items on the level.
const SPREAD: f64 = 0.85;

/// The weight of a parent with a single child, relative to other parents.
const SINGLE_CHILD_WEIGHT: f64 = 3.0;

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
/// Paths spread only below a node with two children that have no other parent. Any other child is placed below its
/// parent, or below the mean of its parents. An edge that skips levels has a bend on each skipped level. Edges of one
/// kind to one node share their bends, because they have the same meaning.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, EnumTryAs)]
pub(crate) enum GraphItemKind {
    /// An inner node, by its index.
    Node(usize),
    /// The terminal of solutions. A decision tree has one for each of its edges to the terminal, with different numbers.
    One(usize),
    /// The edges of one kind to one target that skip the level.
    Bend { target: Target, high: bool },
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

impl GraphNet {
    /// The preferred column of each item of a level: the weighted mean of its parents' columns, moved to the left or
    /// right if the paths of a parent part there.
    fn preferred_columns(&self, level: usize, above: Option<&Vec<f64>>, width: f64) -> Vec<f64> {
        let count = self.levels[level].len();
        // For each item, a weighted sum of columns and the sum of the weights.
        let mut wishes = vec![(0.0, 0.0); count];
        let spread = SPREAD * width / (2.0 * count.max(1) as f64);
        if let (Some(above), Some(links)) =
            (above, level.checked_sub(1).map(|above| &self.links[above]))
        {
            let (mut children, mut parents) = (vec![0; above.len()], vec![0; count]);
            for link in links {
                children[link.from] += 1;
                parents[link.to] += 1;
            }
            let mut has_shared_child = vec![false; above.len()];
            for link in links {
                has_shared_child[link.from] |= parents[link.to] > 1;
            }
            for link in links {
                let is_strand = children[link.from] == 1;
                let by = match (is_strand || has_shared_child[link.from], link.high) {
                    (true, _) => 0.0,
                    (false, false) => -spread,
                    (false, true) => spread,
                };
                let weight = if is_strand { SINGLE_CHILD_WEIGHT } else { 1.0 };
                let (sum, weights) = &mut wishes[link.to];
                *sum += weight * (above[link.from] + by);
                *weights += weight;
            }
        }
        // An item without parents is the root, which is in the middle.
        let mean =
            |(sum, number): (f64, f64)| if number > 0.0 { sum / number } else { width / 2.0 };
        wishes.into_iter().map(mean).collect()
    }

    /// Assigns the items of a level to lines, so that items of a line do not overlap. Returns the line of each item
    /// and the number of lines.
    fn lines(&self, level: usize, columns: &[f64], chip: u16, has_zeros: bool) -> (Vec<u16>, u16) {
        // The column where each line is free.
        let mut free = vec![f64::NEG_INFINITY];
        let line = |(&content, x): (&GraphItemKind, &f64)| {
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
        let lines = self.levels[level].iter().zip(columns).map(line).collect();
        (lines, free.len() as u16)
    }
}

impl GraphLayout {
    /// Number of columns and rows that the frame and the legend of edges add to a drawing.
    pub(crate) const FRAME: (u16, u16) = (4, 3);

    /// Minimum width of the drawing of a diagram with its frame and the names of levels, in columns. Levels are folded
    /// if they are wide.
    pub(crate) fn frame_width(net: &GraphNet) -> u16 {
        net.least_width().min(MIN_FOLDED_WIDTH) + net.names + Self::FRAME.0
    }

    /// Lays out a net in a window of `width` columns. Edges to 0 are left out unless all levels fit with them.
    pub(crate) fn new(net: &GraphNet, width: u16, scale: GraphScale, wants_zeros: bool) -> Self {
        let chip = match scale {
            GraphScale::Whole | GraphScale::Marks => 1,
            GraphScale::Chips | GraphScale::Wide(_) => net.chip,
        };
        let columns = scale.columns(width);
        let width = f64::from(columns);
        let has_zeros = wants_zeros && chip > 1 && net.width(chip, true) <= width;
        let mut layout = Self { chip, has_zeros, columns, ..Self::default() };
        let mut above: Option<Vec<f64>> = None;
        for (level, contents) in net.levels.iter().enumerate() {
            let wishes = net.preferred_columns(level, above.as_ref(), width);
            let needed = net.width_of_level(level, chip, has_zeros);
            let shrink = if needed > width { width / needed } else { 1.0 };
            let extents: Vec<(f64, f64)> = contents
                .iter()
                .map(|&content| net.extent(content, chip, has_zeros))
                .map(|(left, right)| (left * shrink, right * shrink))
                .collect();
            let mut xs = spaced_columns(&extents, GAP * shrink, &wishes, width);
            let (lines, count) = if shrink < 1.0 {
                for (x, &content) in xs.iter_mut().zip(contents) {
                    let (left, right) = net.extent(content, chip, has_zeros);
                    *x = x.min(width - right).max(left);
                }
                net.lines(level, &xs, chip, has_zeros)
            } else {
                (vec![0; contents.len()], 1)
            };
            let is_folded = |level: &GraphLevel| level.lines > 1;
            if let Some(before) = layout.levels.last() {
                // Edges between folded levels have one more row, to be told apart.
                let edges = if count > 1 || is_folded(before) { 2 } else { 1 };
                layout.rows = before.row + before.lines + edges;
            }
            let row = layout.rows;
            let items = contents.iter().zip(&xs).zip(lines);
            let item = |((&content, &x), line)| GraphItem { content, x, row: row + line };
            layout.levels.push(GraphLevel { items: items.map(item).collect(), row, lines: count });
            above = Some(xs);
        }
        layout.rows += layout.levels.last().map_or(0, |level| level.lines);
        let pieces = (0..).zip(&net.links).flat_map(|(level, links)| {
            let levels = &layout.levels;
            let shift = move |link: &Link| {
                levels[level + 1].items[link.to].x - levels[level].items[link.from].x
            };
            let mut has_straight = vec![false; levels[level].items.len()];
            for link in links {
                has_straight[link.from] |= shift(link).abs() < 1.0;
            }
            let begin = move |link: &Link| {
                // An edge to the side does not cover the beginning of one straight down.
                let moves = chip > 1 && has_straight[link.from];
                if moves { shift(link).trunc().clamp(-1.0, 1.0) } else { 0.0 }
            };
            links.iter().map(move |link| piece(levels, level, link, begin(link)))
        });
        layout.pieces = pieces.collect();
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

/// The piece of a link below `level`. At a node it begins `aside` columns from the middle.
fn piece(levels: &[GraphLevel], level: usize, link: &Link, aside: f64) -> EdgePiece {
    let (upper, lower) = (&levels[level], &levels[level + 1]);
    let (from, to) = (upper.items[link.from], lower.items[link.to]);
    let below = upper.row + upper.lines;
    let (bend_rows, start, aside) = match from.content {
        GraphItemKind::Bend { .. } => (upper.row..below, below, 0.0),
        GraphItemKind::Node(_) | GraphItemKind::One(_) => (0..0, from.row + 1, aside),
    };
    EdgePiece {
        level,
        from: from.x + aside,
        to: to.x,
        bend_rows,
        rows: start..to.row,
        high: link.high,
        nodes: link.nodes.clone(),
    }
}

/// Computes the columns of a level's items from their preferred columns `wishes`. Items keep their order, and are as
/// near to these columns as their widths left and right of the middle, the gaps and the edges of the drawing allow.
fn spaced_columns(extents: &[(f64, f64)], gap: f64, wishes: &[f64], width: f64) -> Vec<f64> {
    let apart = |right: usize| extents[right - 1].1 + extents[right].0 + gap;
    // `rightward` moves items only to the right, `leftward` only to the left. Both keep the minimum distances, and so
    // does their mean.
    let (mut rightward, mut leftward) = (wishes.to_vec(), wishes.to_vec());
    let push = |columns: &mut [f64]| {
        for index in 1..columns.len() {
            columns[index] = columns[index].max(columns[index - 1] + apart(index));
        }
    };
    let pull = |columns: &mut [f64]| {
        for index in (1..columns.len()).rev() {
            columns[index - 1] = columns[index - 1].min(columns[index] - apart(index));
        }
    };
    push(&mut rightward);
    pull(&mut leftward);
    let mut columns: Vec<f64> =
        rightward.iter().zip(&leftward).map(|(right, left)| f64::midpoint(*right, *left)).collect();
    if let (Some(last), Some(&(_, right))) = (columns.last_mut(), extents.last()) {
        *last = last.min(width - right);
    }
    pull(&mut columns);
    if let (Some(first), Some(&(left, _))) = (columns.first_mut(), extents.first()) {
        *first = first.max(left);
    }
    push(&mut columns);
    columns
}

#[cfg(test)]
mod tests;
