use std::collections::HashMap;

use itertools::Itertools;

use super::net::Net;
use super::{coordinates, order};
use crate::graph::{FALSE, Graph, TRUE};
use engine::{Budget, Interrupted, Phase, Progress};

/// An item on a level: a node, or a bend, where edges cross the level.
pub(super) struct LayoutItem {
    pub level: usize,
    /// The number of the node in the diagram; `None` for a bend.
    pub node: Option<usize>,
    /// The horizontal coordinate.
    pub x: f64,
}

/// An edge of the diagram.
pub(super) struct Edge {
    pub from: usize,
    pub high: bool,
    /// The number of the target node in the diagram.
    pub target: usize,
    /// The items on the path: a bend on each level that the edge crosses, then the target.
    pub path: Vec<usize>,
    /// The index of the other edge of the same node, if it is drawn.
    pub twin: Option<usize>,
}

/// The items of a drawing with their levels and coordinates.
///
/// A layered drawing (K. Sugiyama, S. Tagawa, M. Toda, "Methods for visual understanding of
/// hierarchical system structures", IEEE Transactions on Systems, Man, and Cybernetics, 1981). Edges of
/// the same kind to the same node share their bends, because they have the same meaning.
pub(super) struct Layout {
    pub items: Vec<LayoutItem>,
    /// The edges, sorted by level, top first.
    pub edges: Vec<Edge>,
    /// The variable of each level; `None` for the last level, which contains the terminals.
    pub levels: Vec<Option<usize>>,
    pub width: f64,
    /// For each bend, the items above and below it on the first edge through the bend; `None` for
    /// nodes.
    neighbours: Vec<Option<(usize, usize)>>,
}

/// Number of steps of a layout, for the progress.
const STEPS: usize = order::SWEEPS + coordinates::SWEEPS;

impl Layout {
    pub(super) fn new(graph: &Graph, zero: bool, budget: &Budget) -> Result<Self, Interrupted> {
        let extent = Extent::new(graph, zero);
        let progress = Progress {
            phase: Phase::Writing,
            steps: STEPS,
            nodes: graph.size(),
            memory: extent.memory(),
            ..Progress::default()
        };
        // The budget is checked before the memory is allocated.
        budget.check(progress)?;
        let mut layout = Self::connected(graph, zero, &extent);
        let net = layout.net();
        let orders = order::order(&net, |done| budget.check(Progress { done, ..progress }))?;
        // Half of each item's width, gaps included.
        let half_width = |item: &LayoutItem| if item.node.is_some() { 25.0 } else { 8.0 };
        let half_widths: Vec<f64> = layout.items.iter().map(half_width).collect();
        let coordinates = coordinates::coordinates(&net, &orders, &half_widths, |done| {
            budget.check(Progress { done: order::SWEEPS + done, ..progress })
        })?;
        let least = coordinates.iter().copied().fold(f64::INFINITY, f64::min);
        for (item, x) in layout.items.iter_mut().zip(&coordinates) {
            item.x = x - least;
        }
        layout.width = layout.items.iter().map(|item| item.x).fold(0.0, f64::max);
        Ok(layout)
    }

    /// Items and edges before order and coordinates are computed.
    fn connected(graph: &Graph, zero: bool, extent: &Extent) -> Self {
        let upper_first: Vec<_> = graph.nodes().rev().sorted_by_key(|node| node.variable).collect();
        let used: Vec<usize> = upper_first.iter().map(|node| node.variable).dedup().collect();
        let level_of = |variable: usize| used.partition_point(|&other| other < variable);
        let mut items = Vec::with_capacity(extent.nodes + extent.bends);
        let mut by_node = HashMap::with_capacity(extent.nodes);
        let inner = upper_first.iter().map(|node| (node.id, level_of(node.variable)));
        let terminals = graph.terminals().filter(|&id| id == TRUE || zero);
        for (id, level) in inner.chain(terminals.map(|id| (id, used.len()))) {
            by_node.insert(id, items.len());
            items.push(LayoutItem { level, node: Some(id), x: 0.0 });
        }
        let mut bends: HashMap<(usize, bool, usize), usize> = HashMap::with_capacity(extent.bends);
        let mut neighbours: Vec<Option<(usize, usize)>> = Vec::with_capacity(items.capacity());
        neighbours.resize(items.len(), None);
        let mut edges: Vec<Edge> = Vec::with_capacity(extent.edges);
        for node in &upper_first {
            let from = by_node[&node.id];
            let first = edges.len();
            for (target, high) in [(node.low, false), (node.high, true)] {
                if target == FALSE && !zero {
                    continue;
                }
                let to = by_node[&target];
                let mut path = Vec::with_capacity(items[to].level - items[from].level);
                for level in items[from].level + 1..items[to].level {
                    path.push(*bends.entry((target, high, level)).or_insert_with(|| {
                        items.push(LayoutItem { level, node: None, x: 0.0 });
                        neighbours.push(None);
                        items.len() - 1
                    }));
                }
                path.push(to);
                let mut before = from;
                for pair in path.windows(2) {
                    neighbours[pair[0]].get_or_insert((before, pair[1]));
                    before = pair[0];
                }
                edges.push(Edge { from, high, target, path, twin: None });
            }
            if edges.len() == first + 2 {
                edges[first].twin = Some(first + 1);
                edges[first + 1].twin = Some(first);
            }
        }
        let levels = used.into_iter().map(Some).chain([None]).collect();
        Self { items, edges, levels, width: 0.0, neighbours }
    }

    fn net(&self) -> Net {
        let mut net = Net {
            levels: vec![Vec::new(); self.levels.len()],
            level: self.items.iter().map(|item| item.level).collect(),
            above: vec![Vec::new(); self.items.len()],
            below: vec![Vec::new(); self.items.len()],
            bend: self.items.iter().map(|item| item.node.is_none()).collect(),
        };
        for (item, &level) in net.level.iter().enumerate() {
            net.levels[level].push(item);
        }
        for edge in &self.edges {
            let mut from = edge.from;
            for &to in &edge.path {
                if !net.below[from].contains(&to) {
                    net.below[from].push(to);
                    net.above[to].push(from);
                }
                from = to;
            }
        }
        net
    }

    /// The direction of an edge in a bend. It is vertical if the edge turns from left to right or from
    /// right to left.
    pub(super) fn slope(&self, bend: usize, step: f64) -> (f64, f64) {
        let (above, below) = self.neighbours[bend].expect("an edge goes through every bend");
        let (come, go) =
            (self.items[bend].x - self.items[above].x, self.items[below].x - self.items[bend].x);
        if come * go <= 0.0 {
            return (0.0, 1.0);
        }
        let by = if come.abs() < go.abs() { come } else { go };
        let length = by.hypot(step);
        (by / length, step / length)
    }
}

/// The numbers of items and edges of a layout, counted in advance.
struct Extent {
    /// Number of nodes, terminals included.
    nodes: usize,
    bends: usize,
    edges: usize,
    /// Total number of items on the paths of all edges.
    steps: usize,
}

impl Extent {
    fn new(graph: &Graph, zero: bool) -> Self {
        const NONE: u32 = u32::MAX;
        let mut used = vec![false; graph.cells().len()];
        for node in graph.nodes() {
            used[node.variable] = true;
        }
        // The level of each variable, and the level of the terminals.
        let mut terminals = 0;
        let mut ranks = vec![0; used.len()];
        for (rank, _) in ranks.iter_mut().zip(used).filter(|&(_, used)| used) {
            *rank = terminals;
            terminals += 1;
        }
        let mut level = vec![terminals; graph.size().max(2)];
        for node in graph.nodes() {
            level[node.id] = ranks[node.variable];
        }
        let nodes = graph.size() - usize::from(!zero && graph.size() > 1);
        let mut extent = Self { nodes, bends: 0, edges: 0, steps: 0 };
        // For each node, the level of the uppermost edge of each kind to it. Edges of the same kind
        // share their bends.
        let mut tops = vec![[NONE; 2]; level.len()];
        for node in graph.nodes() {
            for (target, kind) in [(node.low, 0), (node.high, 1)] {
                if target == FALSE && !zero {
                    continue;
                }
                let top = &mut tops[target][kind];
                *top = (*top).min(level[node.id]);
                extent.edges += 1;
                extent.steps += (level[target] - level[node.id]) as usize;
            }
        }
        for (tops, level) in tops.iter().zip(&level) {
            for top in tops.iter().filter(|&&top| top != NONE) {
                extent.bends += (level - top - 1) as usize;
            }
        }
        extent
    }

    /// An upper bound on the memory for layout and text, in bytes.
    fn memory(&self) -> usize {
        let items = self.nodes + self.bends;
        let kept = items * ITEM_BYTES + self.edges * EDGE_BYTES + self.steps * STEP_BYTES;
        let ordered = items * ORDER_BYTES;
        let written = self.nodes * NODE_TEXT
            + self.edges * EDGE_TEXT
            + (self.edges + self.bends) * CURVE_TEXT;
        kept + ordered.max(2 * written)
    }
}

/// The bytes of an item and of its neighbours.
const ITEM_BYTES: usize = size_of::<LayoutItem>() + size_of::<Option<(usize, usize)>>();
/// The bytes of an edge without the items on its path.
const EDGE_BYTES: usize = size_of::<Edge>() + 16;
const STEP_BYTES: usize = size_of::<usize>();
/// The bytes per item while items are sorted, for links and indices.
const ORDER_BYTES: usize = 160;
/// The bytes of text of a node, of an edge, and of each curve of an edge. Strings grow by doubling.
const NODE_TEXT: usize = 200;
const EDGE_TEXT: usize = 60;
const CURVE_TEXT: usize = 48;
