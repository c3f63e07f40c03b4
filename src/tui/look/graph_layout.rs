use std::collections::BTreeMap;

use num_traits::ToPrimitive;
use strum::EnumTryAs;

use engine::{SmallDiagram, Target};

/// Width of an edge to 0 beside a chip (`0┄┄`), in columns.
pub(crate) const STUB: u16 = 3;

/// Distance between the two children where paths part, as a fraction of an item's share of the width: the width divided
/// by the number of items on the level.
const SPREAD: f64 = 0.85;

/// The weight of a parent with a single child, relative to other parents.
const STRAND: f64 = 3.0;

/// The positions of the nodes and edges of a small diagram. There is a level every two rows, with the root on top and
/// the terminal of solutions at the bottom. Columns are counted from the left of the drawing.
///
/// Paths spread only below a node with two children that have no other parent. Any other child is placed below its
/// parent, or below the mean of its parents. An edge that skips levels has a bend on each skipped level. Edges of one
/// kind to one node share their bends, because they have the same meaning.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct GraphLayout {
    /// The items on each level from left to right. The last level has the terminal.
    pub levels: Vec<Vec<GraphItem>>,
    /// The pieces of edges, each from a level to the next.
    pub pieces: Vec<EdgePiece>,
    /// Width of a chip, in columns.
    pub chip: u16,
    /// True if edges to 0 are drawn.
    pub has_zeros: bool,
}

/// An item on a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GraphItem {
    pub content: Content,
    /// The column of the item's middle.
    pub x: f64,
}

/// The content of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumTryAs)]
pub(crate) enum Content {
    /// An inner node, by its index.
    Node(usize),
    /// The terminal of solutions.
    One,
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
    /// True for high edges, which place a piece on the cell.
    pub high: bool,
    /// True if the upper end is a bend.
    pub passes: bool,
    /// Indices of the nodes whose edges contain this piece.
    pub nodes: Vec<usize>,
}

/// A piece of edges before columns are computed. `from` and `to` are indices of items on their levels.
#[derive(Clone, Debug)]
struct Link {
    from: usize,
    to: usize,
    high: bool,
    nodes: Vec<usize>,
}

/// The items of each level and the links between them.
struct Net {
    levels: Vec<Vec<Content>>,
    /// The links below each level, by the index of the level.
    links: Vec<Vec<Link>>,
}

impl Net {
    fn new(diagram: &SmallDiagram) -> Self {
        let bottom = diagram.cells.len();
        let mut levels: Vec<Vec<Content>> = vec![Vec::new(); bottom + 1];
        match diagram.root {
            Target::Node(root) => levels[diagram.nodes[root].level].push(Content::Node(root)),
            Target::True => levels[bottom].push(Content::One),
            Target::False => {}
        }
        let at = |target: Target, high: bool, level: usize| match target {
            Target::Node(node) if diagram.nodes[node].level == level => Content::Node(node),
            Target::True if level == bottom => Content::One,
            target => Content::Bend { target, high },
        };
        let mut links = Vec::new();
        // The nodes whose edges pass each bend of the present level.
        let mut passing: BTreeMap<Content, Vec<usize>> = BTreeMap::new();
        for level in 0..bottom {
            let (mut next, mut below): (Vec<Link>, BTreeMap<Content, Vec<usize>>) =
                (Vec::new(), BTreeMap::new());
            let mut lower = std::mem::take(&mut levels[level + 1]);
            let mut link = |from: usize, content: Content, high: bool, nodes: &[usize]| {
                let to = lower.iter().position(|other| *other == content).unwrap_or_else(|| {
                    lower.push(content);
                    lower.len() - 1
                });
                next.push(Link { from, to, high, nodes: nodes.to_vec() });
                below.entry(content).or_default().extend(nodes);
            };
            for (from, &content) in levels[level].iter().enumerate() {
                match content {
                    Content::Node(node) => {
                        for high in [false, true] {
                            let target = diagram.nodes[node].target(high);
                            if target != Target::False {
                                link(from, at(target, high, level + 1), high, &[node]);
                            }
                        }
                    }
                    Content::Bend { target, high } => {
                        let nodes = passing.get(&content).map_or(&[][..], Vec::as_slice);
                        link(from, at(target, high, level + 1), high, nodes);
                    }
                    Content::One => {}
                }
            }
            levels[level + 1] = lower;
            links.push(next);
            passing = below;
        }
        Self { levels, links }
    }

    /// The preferred column of each item of a level: the weighted mean of its parents' columns, moved to the left or
    /// right if the paths of a parent part there.
    fn wishes(&self, level: usize, above: Option<&Vec<f64>>, width: f64) -> Vec<f64> {
        let count = self.levels[level].len();
        // For each item, a weighted sum of columns and the sum of the weights.
        let mut wishes = vec![(0.0, 0.0); count];
        let spread = SPREAD * width / (2.0 * count.max(1) as f64);
        if let (Some(above), Some(links)) =
            (above, level.checked_sub(1).map(|above| &self.links[above]))
        {
            let children = |from: usize| links.iter().filter(move |link| link.from == from);
            let parents = |to: usize| links.iter().filter(|link| link.to == to).count();
            for link in links {
                let is_strand = children(link.from).count() == 1;
                let parts = !is_strand && children(link.from).all(|child| parents(child.to) == 1);
                let by = match (parts, link.high) {
                    (false, _) => 0.0,
                    (true, false) => -spread,
                    (true, true) => spread,
                };
                let weight = if is_strand { STRAND } else { 1.0 };
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

    /// Width that the widest level needs, in columns.
    fn width(&self, diagram: &SmallDiagram, chip: u16, has_zeros: bool) -> f64 {
        let of_level = |level: &Vec<Content>| {
            let extents = level.iter().map(|&content| extent(diagram, content, chip, has_zeros));
            extents.map(|(left, right)| left + right + GAP).sum::<f64>()
        };
        self.levels.iter().map(of_level).fold(0.0, f64::max)
    }
}

/// Gap between two items, in columns.
const GAP: f64 = 1.0;

/// Width of an item left and right of its middle, in columns.
fn extent(diagram: &SmallDiagram, content: Content, chip: u16, has_zeros: bool) -> (f64, f64) {
    let Content::Node(node) = content else {
        let half = if content == Content::One { 1.5 } else { 0.5 };
        return (half, half);
    };
    let half = f64::from(chip) / 2.0;
    let stub = |high| {
        let is_zero = diagram.nodes[node].target(high) == Target::False;
        if has_zeros && is_zero { f64::from(STUB) } else { 0.0 }
    };
    (half + stub(false), half + stub(true))
}

/// Width of a chip in columns: the longest name of a cell that has a node, plus a column on either side.
fn chip(diagram: &SmallDiagram) -> u16 {
    let name = |node| diagram.cell(node).to_string().len() as u16;
    (0..diagram.nodes.len()).map(name).max().unwrap_or(0) + 2
}

impl GraphLayout {
    /// Number of columns and rows that the frame and the legend of edges add to a drawing.
    pub(crate) const FRAME: (u16, u16) = (4, 3);

    /// Width of the names of levels beside the chips, with a gap, in columns.
    pub(crate) fn names(diagram: &SmallDiagram) -> u16 {
        let widths = diagram.cells.iter().map(|cell| cell.to_string().len() as u16);
        widths.max().unwrap_or(0) + 2
    }

    /// Number of rows of a whole drawing.
    pub(crate) fn rows(diagram: &SmallDiagram) -> u16 {
        2 * diagram.cells.len() as u16 + 1
    }

    /// Minimum width of the drawing of a diagram, in columns.
    pub(crate) fn least_width(diagram: &SmallDiagram) -> u16 {
        let width = Net::new(diagram).width(diagram, chip(diagram), false);
        width.ceil().to_u16().unwrap_or(u16::MAX)
    }

    /// Minimum width of the drawing of a diagram with its frame and the names of levels, in columns.
    pub(crate) fn frame_width(diagram: &SmallDiagram) -> u16 {
        Self::least_width(diagram) + Self::names(diagram) + Self::FRAME.0
    }

    /// Lays out a diagram in `width` columns, which must be at least [`GraphLayout::least_width`]. Edges to 0 are left
    /// out if they do not fit.
    pub(crate) fn new(diagram: &SmallDiagram, width: u16, wants_zeros: bool) -> Self {
        let (net, chip) = (Net::new(diagram), chip(diagram));
        let width = f64::from(width);
        let has_zeros = wants_zeros && net.width(diagram, chip, true) <= width;
        let mut columns: Vec<Vec<f64>> = Vec::with_capacity(net.levels.len());
        for (level, contents) in net.levels.iter().enumerate() {
            let wishes = net.wishes(level, columns.last(), width);
            columns.push(settled(diagram, contents, &wishes, width, (chip, has_zeros)));
        }
        let items = net.levels.iter().zip(&columns).map(|(contents, columns)| {
            let item = |(&content, &x): (&Content, &f64)| GraphItem { content, x };
            let mut items: Vec<GraphItem> = contents.iter().zip(columns).map(item).collect();
            items.sort_by(|one, other| one.x.total_cmp(&other.x));
            items
        });
        let pieces = net.links.iter().enumerate().flat_map(|(level, links)| {
            let (net, columns) = (&net, &columns);
            links.iter().map(move |link| EdgePiece {
                level,
                from: columns[level][link.from],
                to: columns[level + 1][link.to],
                high: link.high,
                passes: matches!(net.levels[level][link.from], Content::Bend { .. }),
                nodes: link.nodes.clone(),
            })
        });
        Self { levels: items.collect(), pieces: pieces.collect(), chip, has_zeros }
    }

    /// The nodes level by level, each level from left to right.
    pub(crate) fn nodes(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        self.levels.iter().flatten().filter_map(|item| item.content.try_as_node())
    }

    /// The column of a node.
    fn column(&self, node: usize) -> f64 {
        let mut items = self.levels.iter().flatten();
        items.find(|item| item.content == Content::Node(node)).map_or(0.0, |item| item.x)
    }

    /// The node on `level` whose column is nearest to the column of `node`.
    pub(crate) fn nearest(&self, level: usize, node: usize) -> Option<usize> {
        let x = self.column(node);
        let away = |item: &&GraphItem| (item.x - x).abs();
        let nodes =
            self.levels.get(level)?.iter().filter(|item| item.content.try_as_node().is_some());
        nodes.min_by(|one, other| away(one).total_cmp(&away(other)))?.content.try_as_node()
    }
}

/// Computes the columns of a level's items from their preferred columns `wishes`. Items keep the order of their
/// preferred columns, and are as near to these as the widths of items and the edges of the drawing allow.
fn settled(
    diagram: &SmallDiagram,
    contents: &[Content],
    wishes: &[f64],
    width: f64,
    (chip, has_zeros): (u16, bool),
) -> Vec<f64> {
    let mut order: Vec<usize> = (0..contents.len()).collect();
    order.sort_by(|&one, &other| wishes[one].total_cmp(&wishes[other]));
    let extents: Vec<(f64, f64)> =
        order.iter().map(|&index| extent(diagram, contents[index], chip, has_zeros)).collect();
    let apart = |right: usize| extents[right - 1].1 + extents[right].0 + GAP;
    let sorted: Vec<f64> = order.iter().map(|&index| wishes[index]).collect();
    // `rightward` moves items only to the right, `leftward` only to the left. Both keep the minimum distances, and so
    // does their mean.
    let (mut rightward, mut leftward) = (sorted.clone(), sorted);
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
    let mut settled = vec![0.0; contents.len()];
    for (&index, column) in order.iter().zip(columns) {
        settled[index] = column;
    }
    settled
}

#[cfg(test)]
mod tests;
