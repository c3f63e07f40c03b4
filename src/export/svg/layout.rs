use itertools::Itertools;

use crate::graph::{FALSE, Graph};
use crate::layered::{LayeredEdge, LayeredGraph, LayeredNode};
use engine::bdd::InnerNode;
use engine::{Budget, Interrupted, Phase, Progress};

/// The distance between the middles of two nodes that stand side by side.
const NODE_DISTANCE: f64 = 50.0;

/// The layout of a diagram, in units of the drawing.
pub(super) struct Layout {
    graph: LayeredGraph,
    /// Number of nodes of the diagram, terminals included.
    size: usize,
    /// The variable of each level; `None` for the last level, which contains the terminals.
    pub levels: Vec<Option<usize>>,
    /// The horizontal coordinate of the rightmost item.
    pub width: f64,
}

impl Layout {
    pub(super) fn new(graph: &Graph, zero: bool, budget: &Budget) -> Result<Self, Interrupted> {
        let size = graph.size();
        let used =
            graph.nodes().map(|node| node.variable.index()).sorted_unstable().dedup().collect_vec();
        // Items are counted from the root on, and nodes of the diagram from the terminals on.
        let item = |id: u32| (id != FALSE || zero).then(|| size - 1 - id as usize);
        let node = |InnerNode { variable, low, high, .. }: InnerNode| LayeredNode {
            level: used.partition_point(|&other| other < variable.index()),
            children: [low, high].map(item),
        };
        let mut nodes: Vec<LayeredNode> = graph.nodes().rev().map(node).collect();
        let terminal = LayeredNode { level: used.len(), children: [None; 2] };
        nodes.extend(graph.terminals().map(|_| terminal));
        let progress = Progress {
            phase: Phase::Writing,
            steps: LayeredGraph::STEPS,
            nodes: size,
            memory: LayoutCounts::new(&nodes).memory(),
            ..Progress::default()
        };
        // The budget is checked before the memory is allocated.
        budget.check(progress)?;
        let check = |done| budget.check(Progress { done, ..progress });
        // The diagram of a problem without rules has no edge to the terminal 0.
        let roots: Vec<usize> = [graph.root(), FALSE].into_iter().filter_map(item).collect();
        let graph = LayeredGraph::new(&nodes, &roots, used.len() + 1, None, check)?;
        let levels = used.into_iter().map(Some).chain([None]).collect();
        Ok(Self { width: NODE_DISTANCE * graph.width, graph, size, levels })
    }

    /// The items, level by level.
    pub(super) fn items(&self) -> impl Iterator<Item = usize> + '_ {
        self.graph.levels.iter().flatten().copied()
    }

    /// The edges, sorted by level, top first.
    pub(super) fn edges(&self) -> &[LayeredEdge] {
        &self.graph.edges
    }

    /// The level of an item.
    pub(super) fn level(&self, item: usize) -> usize {
        self.graph.level_of[item]
    }

    /// The horizontal coordinate of an item.
    pub(super) fn x(&self, item: usize) -> f64 {
        NODE_DISTANCE * self.graph.x[item]
    }

    /// The number of an item's node in the diagram; `None` for a bend.
    pub(super) fn node(&self, item: usize) -> Option<u32> {
        (!self.graph.is_bend(item)).then(|| (self.size - 1 - item) as u32)
    }

    /// True if an edge leads to the terminal 0.
    pub(super) fn leads_to_zero(&self, edge: &LayeredEdge) -> bool {
        edge.path.last().is_some_and(|&item| self.node(item) == Some(FALSE))
    }

    /// The direction of an edge in a bend. It is vertical if the edge turns from left to right or from
    /// right to left.
    pub(super) fn slope(&self, bend: usize, step: f64) -> (f64, f64) {
        // The first edge through the bend.
        let (above, below) = (self.graph.above[bend][0], self.graph.below[bend][0]);
        let (come, go) = (self.x(bend) - self.x(above), self.x(below) - self.x(bend));
        if come * go <= 0.0 {
            return (0.0, 1.0);
        }
        let by = if come.abs() < go.abs() { come } else { go };
        let length = by.hypot(step);
        (by / length, step / length)
    }
}

/// The numbers of items and edges of a layout, counted in advance.
struct LayoutCounts {
    nodes: usize,
    bends: usize,
    edges: usize,
    /// Total number of items on the paths of all edges.
    path_items: usize,
}

impl LayoutCounts {
    fn new(nodes: &[LayeredNode]) -> Self {
        let mut counts = Self { nodes: nodes.len(), bends: 0, edges: 0, path_items: 0 };
        // For each node, the number of levels that the uppermost edge of each kind skips.
        let mut skipped = vec![[0; 2]; nodes.len()];
        for node in nodes {
            for (kind, child) in node.children.into_iter().enumerate() {
                let Some(child) = child else { continue };
                let span = nodes[child].level - node.level;
                skipped[child][kind] = skipped[child][kind].max(span - 1);
                counts.edges += 1;
                counts.path_items += span;
            }
        }
        counts.bends = skipped.iter().flatten().sum();
        counts
    }

    /// An upper bound on the memory for layout and text, in bytes.
    fn memory(&self) -> usize {
        let items = self.nodes + self.bends;
        let kept = items * ITEM_BYTES + self.edges * EDGE_BYTES + self.path_items * PATH_ITEM_BYTES;
        let ordered = self.nodes * size_of::<LayeredNode>() + items * ORDER_BYTES;
        let written = self.nodes * NODE_TEXT
            + self.edges * EDGE_TEXT
            + (self.edges + self.bends) * CURVE_TEXT;
        kept + ordered.max(2 * written)
    }
}

/// The bytes of an item's links, level and coordinate.
const ITEM_BYTES: usize = 136;
/// The bytes of an edge without the items on its path.
const EDGE_BYTES: usize = size_of::<LayeredEdge>() + 16;
const PATH_ITEM_BYTES: usize = size_of::<usize>();
/// The bytes per item while items are sorted, for orders and indices.
const ORDER_BYTES: usize = 48;
/// The bytes of text of a node, of an edge, and of each curve of an edge. Strings grow by doubling.
const NODE_TEXT: usize = 200;
const EDGE_TEXT: usize = 60;
const CURVE_TEXT: usize = 48;
