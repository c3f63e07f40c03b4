use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
#[cfg(test)]
use std::convert::Infallible;

use num_traits::ToPrimitive;

use super::{GAP, GraphItemKind, GraphLayout, GraphScale, STUB};
use engine::{DiagramKind, SmallDiagram, Target};
use export::{LayeredGraph, order_levels};

/// The items of a diagram's drawing in their order on each level, and the links between them. Independent of the
/// window.
#[derive(Clone, Debug, Default)]
pub(crate) struct GraphNet {
    pub(super) levels: Vec<Vec<GraphItemKind>>,
    /// The links below each level, by the index of the level.
    pub(super) links: Vec<Vec<Link>>,
    /// For each node, true for each edge to the terminal 0: the low edge, the high edge.
    zeros: Vec<[bool; 2]>,
    /// Width of a chip with the longest name of a cell that has a node, in columns.
    pub(super) chip: u16,
    /// Width of the names of levels beside the chips, with a gap, in columns.
    pub names: u16,
}

/// A piece of edges before columns are computed. `from` and `to` are indices of items on their levels.
#[derive(Clone, Debug)]
pub(super) struct Link {
    pub from: usize,
    pub to: usize,
    pub high: bool,
    /// Indices of the nodes whose edges contain this piece.
    pub nodes: Vec<usize>,
}

impl GraphNet {
    /// The net of a diagram in an order with few crossings. `check` receives the number of finished sweeps.
    ///
    /// # Errors
    /// The error of `check`.
    pub(crate) fn new<E>(
        diagram: &SmallDiagram,
        check: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut net = Self::unordered(diagram);
        let orders = order_levels(&net.layered(), check)?;
        let mut first = 0;
        net.reorder(orders.into_iter().map(|order| {
            let start = first;
            first += order.len();
            order.into_iter().map(move |item| item - start).collect()
        }));
        net.turn_low_edges_left();
        Ok(net)
    }

    /// The net of a diagram in an order by the `columns` of its nodes. A bend is between the ends of its edges.
    pub(crate) fn keeping_order(diagram: &SmallDiagram, columns: &[f64]) -> Self {
        let mut net = Self::unordered(diagram);
        let column = |level: usize, index: usize| match net.levels[level][index] {
            GraphItemKind::Node(node) => columns[node],
            GraphItemKind::One(_) => 0.0,
            GraphItemKind::Bend { target, .. } => {
                let links = net.links[level - 1].iter().filter(|link| link.to == index);
                let ends = links.flat_map(|link| &link.nodes).copied().chain(target.node());
                let (sum, number) = ends
                    .fold((0.0, 0.0), |(sum, number), node| (sum + columns[node], number + 1.0));
                sum / number
            }
        };
        let order = |(level, items): (usize, &Vec<GraphItemKind>)| {
            let mut order: Vec<usize> = (0..items.len()).collect();
            order.sort_by(|&one, &other| column(level, one).total_cmp(&column(level, other)));
            order
        };
        let orders: Vec<Vec<usize>> = net.levels.iter().enumerate().map(order).collect();
        net.reorder(orders.into_iter());
        net
    }

    /// Puts the items of each level into an order, given by their indices.
    fn reorder(&mut self, orders: impl Iterator<Item = Vec<usize>>) {
        // For each level, the new index of each item.
        let mut places: Vec<Vec<usize>> = Vec::with_capacity(self.levels.len());
        for (level, order) in self.levels.iter_mut().zip(orders) {
            let old = std::mem::take(level);
            let mut place = vec![0; old.len()];
            for (index, item) in order.into_iter().enumerate() {
                place[item] = index;
                level.push(old[item]);
            }
            places.push(place);
        }
        for (level, links) in self.links.iter_mut().enumerate() {
            for link in links {
                (link.from, link.to) = (places[level][link.from], places[level + 1][link.to]);
            }
        }
    }

    /// Gives the chips room for the numbers of nodes instead of the names of cells.
    pub(crate) fn name_by_numbers(&mut self) {
        let last = Target::Node(self.zeros.len().saturating_sub(1));
        self.chip = last.number().to_string().len() as u16 + 2;
    }

    /// The column of each node in a drawing whose levels are not folded; 0 for nodes that are not drawn.
    pub(crate) fn columns(&self) -> Vec<f64> {
        let mut columns = vec![0.0; self.zeros.len()];
        let layout = GraphLayout::new(self, self.least_width(), GraphScale::Chips, false);
        for item in layout.items() {
            if let GraphItemKind::Node(node) = item.content {
                columns[node] = item.x;
            }
        }
        columns
    }

    /// Mirrors the net if most high edges begin left of the low edges of their nodes. The number of crossings stays.
    fn turn_low_edges_left(&mut self) {
        let mut balance = 0_i32;
        for links in &self.links {
            for pair in links.windows(2).filter(|pair| pair[0].from == pair[1].from) {
                balance += match pair[0].to.cmp(&pair[1].to) {
                    Ordering::Less => 1,
                    Ordering::Equal => 0,
                    Ordering::Greater => -1,
                };
            }
        }
        if balance >= 0 {
            return;
        }
        for (level, links) in self.links.iter_mut().enumerate() {
            let [from, to] =
                [level, level + 1].map(|level| self.levels[level].len().saturating_sub(1));
            for link in links {
                (link.from, link.to) = (from - link.from, to - link.to);
            }
        }
        self.levels.iter_mut().for_each(|level| level.reverse());
    }

    /// The net of a diagram that is small enough to be ordered at once.
    #[cfg(test)]
    pub(crate) fn of_small(diagram: &SmallDiagram) -> Self {
        let Ok(net) = Self::new(diagram, |_| Ok::<(), Infallible>(()));
        net
    }

    /// The net of a diagram with the items of each level in the order in which they are met.
    pub(crate) fn unordered(diagram: &SmallDiagram) -> Self {
        let bottom = diagram.cells.len();
        let mut levels: Vec<Vec<GraphItemKind>> = vec![Vec::new(); bottom + 1];
        match diagram.root {
            Target::Node(root) => levels[diagram.nodes[root].level].push(GraphItemKind::Node(root)),
            Target::True => levels[bottom].push(GraphItemKind::One(0)),
            Target::False => {}
        }
        let is_tree = diagram.kind == DiagramKind::Tree;
        // `leaf` is the number of the edge.
        let at = |target: Target, high: bool, level: usize, leaf: usize| match target {
            Target::Node(node) if diagram.nodes[node].level == level => GraphItemKind::Node(node),
            Target::True if level == bottom => GraphItemKind::One(if is_tree { leaf } else { 0 }),
            target => GraphItemKind::Bend { target, high },
        };
        let mut links = Vec::new();
        // The nodes whose edges pass each bend of the present level.
        let mut passing: BTreeMap<GraphItemKind, Vec<usize>> = BTreeMap::new();
        for level in 0..bottom {
            let (mut next, mut below): (Vec<Link>, BTreeMap<GraphItemKind, Vec<usize>>) =
                (Vec::new(), BTreeMap::new());
            let mut lower = std::mem::take(&mut levels[level + 1]);
            let mut index_of: HashMap<GraphItemKind, usize> =
                lower.iter().copied().zip(0..).collect();
            let mut link = |from: usize, content: GraphItemKind, high: bool, nodes: &[usize]| {
                let to = *index_of.entry(content).or_insert_with(|| {
                    lower.push(content);
                    lower.len() - 1
                });
                next.push(Link { from, to, high, nodes: nodes.to_vec() });
                below.entry(content).or_default().extend(nodes);
            };
            for (from, &content) in levels[level].iter().enumerate() {
                match content {
                    GraphItemKind::Node(node) => {
                        for high in [false, true] {
                            let target = diagram.nodes[node].target(high);
                            if target != Target::False {
                                let leaf = 2 * node + usize::from(high);
                                link(from, at(target, high, level + 1, leaf), high, &[node]);
                            }
                        }
                    }
                    GraphItemKind::Bend { target, high } => {
                        let nodes = passing.get(&content).map_or(&[][..], Vec::as_slice);
                        link(from, at(target, high, level + 1, 0), high, nodes);
                    }
                    GraphItemKind::One(_) => {}
                }
            }
            levels[level + 1] = lower;
            links.push(next);
            passing = below;
        }
        let zeros = diagram.nodes.iter();
        let name = |node| diagram.cell(node).to_string().len() as u16;
        let names = diagram.cells.iter().map(|cell| cell.to_string().len() as u16);
        Self {
            levels,
            links,
            zeros: zeros.map(|node| [node.low, node.high].map(|to| to == Target::False)).collect(),
            chip: (0..diagram.nodes.len()).map(name).max().unwrap_or(0) + 2,
            names: names.max().unwrap_or(0) + 2,
        }
    }

    /// The items, numbered level by level, with their neighbours.
    fn layered(&self) -> LayeredGraph {
        let mut firsts = vec![0];
        for level in &self.levels {
            firsts.push(firsts[firsts.len() - 1] + level.len());
        }
        let count = firsts[self.levels.len()];
        let mut graph = LayeredGraph {
            levels: firsts.windows(2).map(|pair| (pair[0]..pair[1]).collect()).collect(),
            level_of: vec![0; count],
            above: vec![Vec::new(); count],
            below: vec![Vec::new(); count],
            is_bend: vec![false; count],
        };
        for (level, contents) in self.levels.iter().enumerate() {
            for (index, content) in contents.iter().enumerate() {
                let item = firsts[level] + index;
                graph.level_of[item] = level;
                graph.is_bend[item] = matches!(content, GraphItemKind::Bend { .. });
            }
        }
        for (level, links) in self.links.iter().enumerate() {
            for link in links {
                let (from, to) = (firsts[level] + link.from, firsts[level + 1] + link.to);
                // Both edges of a node may lead to the same node.
                if !graph.below[from].contains(&to) {
                    graph.below[from].push(to);
                    graph.above[to].push(from);
                }
            }
        }
        graph
    }

    /// Width of an item left and right of its middle, in columns, for chips of `chip` columns.
    pub(super) fn extent(&self, content: GraphItemKind, chip: u16, has_zeros: bool) -> (f64, f64) {
        let GraphItemKind::Node(node) = content else {
            let is_chip = chip > 1 && matches!(content, GraphItemKind::One(_));
            let half = if is_chip { 1.5 } else { 0.5 };
            return (half, half);
        };
        let half = f64::from(chip) / 2.0;
        let stub = |high: bool| {
            let is_drawn = has_zeros && self.zeros[node][usize::from(high)];
            if is_drawn { f64::from(STUB) } else { 0.0 }
        };
        (half + stub(false), half + stub(true))
    }

    /// Width that a level needs in one line, in columns.
    pub(super) fn width_of_level(&self, level: usize, chip: u16, has_zeros: bool) -> f64 {
        let extents =
            self.levels[level].iter().map(|&content| self.extent(content, chip, has_zeros));
        extents.map(|(left, right)| left + right + GAP).sum()
    }

    /// Width that the widest level needs in one line, in columns.
    pub(super) fn width(&self, chip: u16, has_zeros: bool) -> f64 {
        let widths =
            (0..self.levels.len()).map(|level| self.width_of_level(level, chip, has_zeros));
        widths.fold(0.0, f64::max)
    }

    /// Minimum width of the drawing with chips if no level is folded, in columns.
    pub(crate) fn least_width(&self) -> u16 {
        self.width(self.chip, false).ceil().to_u16().unwrap_or(u16::MAX)
    }
}
