//! The layout of a diagram in levels, for drawings of every scale.

mod coordinates;
mod memory;
mod order;

use itertools::Itertools;

use engine::{
    Answer, Budget, DiagramKind, Phase, Progress, SmallDiagram, SmallNode, Surroundings, Target,
};

pub(super) use coordinates::{PreferredPosition, spaced};
use memory::layout_memory;

/// A node of a diagram that is laid out.
#[derive(Clone, Copy, Debug)]
pub struct LayeredNode {
    /// The level, counted from the top.
    pub level: usize,
    /// The indices of the low and the high child; `None` for edges that are not drawn.
    pub children: [Option<usize>; 2],
}

/// An edge with the items on its path.
#[derive(Clone, Debug)]
pub struct LayeredEdge {
    /// The node above.
    pub from: usize,
    /// True for the edge to the high child.
    pub high: bool,
    /// The items on the path: a bend on each level that the edge crosses, then the child.
    pub path: Vec<usize>,
    /// The index of the other edge of the same node, if it is drawn.
    pub twin: Option<usize>,
}

/// A layered drawing (K. Sugiyama, S. Tagawa, M. Toda, "Methods for visual understanding of
/// hierarchical system structures", IEEE Transactions on Systems, Man, and Cybernetics, 1981).
///
/// Its items are the roots and the nodes below them, by their indices, and then the bends: an edge that skips
/// levels has a bend on each skipped level. Edges of the same kind to the same node share their bends,
/// because they have the same meaning.
#[derive(Clone, Debug, Default)]
pub struct LayeredGraph {
    /// The items of each level, from left to right.
    pub levels: Vec<Vec<usize>>,
    /// The level of each item.
    pub level_of: Vec<usize>,
    /// The edges, sorted by the level of the node above, top first.
    pub edges: Vec<LayeredEdge>,
    /// For each item, the linked items on the level above.
    pub above: Vec<Vec<usize>>,
    /// For each item, the linked items on the level below.
    pub below: Vec<Vec<usize>>,
    /// The horizontal coordinate of each item's middle. The leftmost item is at 0, and nodes of a level are at
    /// least 1 apart.
    pub x: Vec<f64>,
    /// The coordinate of the rightmost item.
    pub width: f64,
    /// Number of nodes, including nodes that are not below a root.
    node_count: usize,
}

impl LayeredGraph {
    /// Number of steps of a layout, for the progress.
    pub const STEPS: usize = order::SWEEPS + coordinates::SWEEPS;

    /// Lays out the `roots` and the nodes below them on `levels` levels, so that few edges cross, most low edges are
    /// left of the high edges of their nodes, and edges are short and straight. With `kept_order`, the nodes of each
    /// level have the order of these numbers instead. `check` receives the number of finished steps.
    ///
    /// # Errors
    /// The error of `check`.
    ///
    /// # Panics
    /// When a child is not on a lower level than its parent.
    pub fn new<E>(
        nodes: &[LayeredNode],
        roots: &[usize],
        levels: usize,
        kept_order: Option<&[f64]>,
        mut check: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut graph = Self::connected(nodes, roots, levels);
        if let Some(numbers) = kept_order {
            graph.keep_order(numbers);
        } else {
            graph.levels = order::order(&graph, &mut check)?;
            graph.turn_low_edges_left();
        }
        graph.x = coordinates::coordinates(&graph, |done| check(order::SWEEPS + done))?;
        let drawn = graph.levels.iter().flatten().map(|&item| graph.x[item]);
        let (left, right) = drawn.minmax().into_option().unwrap_or_default();
        graph.x.iter_mut().for_each(|x| *x -= left);
        graph.width = right - left;
        Ok(graph)
    }

    /// Lays out a diagram like [`LayeredGraph::new`]. The items are its inner nodes, by their indices, then the terminal
    /// of solutions and the bends. A decision tree has a terminal for each edge to it. Edges to the terminal 0 are not
    /// drawn.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn of_diagram(
        diagram: &SmallDiagram,
        kept_order: Option<&[f64]>,
        budget: &Budget,
    ) -> Answer<Self> {
        let (count, bottom) = (diagram.nodes.len(), diagram.cells.len());
        let is_tree = diagram.kind == DiagramKind::Tree;
        let item = |target: Target, edge: usize| match target {
            Target::False => None,
            Target::True => Some(if is_tree { count + edge } else { count }),
            Target::Node(node) => Some(node),
        };
        let inner = diagram.nodes.iter().zip((0..).step_by(2)).map(|(node, edge)| LayeredNode {
            level: node.level,
            children: [item(node.low, edge), item(node.high, edge + 1)],
        });
        let terminals = if is_tree { (2 * count).max(1) } else { 1 };
        let terminal = LayeredNode { level: bottom, children: [None; 2] };
        let nodes: Vec<LayeredNode> =
            inner.chain(std::iter::repeat_n(terminal, terminals)).collect();
        let root = item(diagram.root, 0);
        let progress = Progress {
            phase: Phase::Writing,
            steps: Self::STEPS,
            nodes: diagram.size(),
            memory: layout_memory(&nodes),
            ..Progress::default()
        };
        // The budget is checked before the memory is allocated.
        budget.check(progress)?;
        let check = |done| budget.check(Progress { done, ..progress });
        Self::new(&nodes, root.as_slice(), bottom + 1, kept_order, check)
    }

    /// Lays out the surroundings of a node. The items are the chips, then the bends.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn of_surroundings(around: &Surroundings, budget: &Budget) -> Answer<Self> {
        let diagram = &around.part.diagram;
        let node = |node: &SmallNode| LayeredNode {
            level: node.level,
            children: [node.low.node(), node.high.node()],
        };
        let nodes: Vec<LayeredNode> = diagram.nodes.iter().map(node).collect();
        let roots: Vec<usize> = (0..=around.centre).collect();
        let progress = Progress { phase: Phase::Writing, ..Progress::default() };
        let check = |done| budget.check(Progress { done, ..progress });
        Self::new(&nodes, &roots, diagram.cells.len(), None, check)
    }

    /// Items and edges, the items of each level in breadth-first order from the roots, low children first.
    fn connected(nodes: &[LayeredNode], roots: &[usize], levels: usize) -> Self {
        let mut graph = Self {
            levels: vec![Vec::new(); levels],
            level_of: nodes.iter().map(|node| node.level).collect(),
            above: vec![Vec::new(); nodes.len()],
            below: vec![Vec::new(); nodes.len()],
            node_count: nodes.len(),
            ..Self::default()
        };
        // For each node, the first bend of its low and of its high edges. The next bends follow, level by level.
        let mut bends: Vec<[Option<usize>; 2]> = vec![[None; 2]; nodes.len()];
        let mut is_drawn: Vec<bool> = (0..nodes.len()).map(|node| roots.contains(&node)).collect();
        for from in (0..nodes.len()).sorted_by_key(|&node| nodes[node].level) {
            if !is_drawn[from] {
                continue;
            }
            let first = graph.edges.len();
            for (child, high) in nodes[from].children.into_iter().zip([false, true]) {
                let Some(child) = child else { continue };
                is_drawn[child] = true;
                let bend = &mut bends[child][usize::from(high)];
                let path = graph.path(nodes[from].level + 1, child, bend);
                graph.edges.push(LayeredEdge { from, high, path, twin: None });
            }
            if let [low, high] = &mut graph.edges[first..] {
                (low.twin, high.twin) = (Some(first + 1), Some(first));
            }
        }
        for edge in &graph.edges {
            let mut from = edge.from;
            for &to in &edge.path {
                if !graph.below[from].contains(&to) {
                    graph.below[from].push(to);
                    graph.above[to].push(from);
                }
                from = to;
            }
        }
        let mut level: Vec<usize> = Vec::new();
        for (index, items) in graph.levels.iter_mut().enumerate() {
            let below = level.iter().flat_map(|&item| &graph.below[item]);
            let roots = roots.iter().filter(|&&root| nodes[root].level == index);
            level = below.chain(roots).copied().unique().collect();
            items.clone_from(&level);
        }
        graph
    }

    /// The items on the path of an edge, from `level` down to a child. `first_bend` is the uppermost bend of the
    /// edges of the same kind to the child, which is added with the first of these edges.
    fn path(&mut self, level: usize, child: usize, first_bend: &mut Option<usize>) -> Vec<usize> {
        let end = self.level_of[child];
        assert!(level <= end, "children are on lower levels");
        if level == end {
            return vec![child];
        }
        let first = *first_bend.get_or_insert_with(|| {
            let first = self.level_of.len();
            self.level_of.extend(level..end);
            self.above.resize(self.level_of.len(), Vec::new());
            self.below.resize(self.level_of.len(), Vec::new());
            first
        });
        let top = self.level_of[first];
        (first + level - top..first + end - top).chain([child]).collect()
    }

    /// True if the item is a bend.
    pub fn is_bend(&self, item: usize) -> bool {
        item >= self.node_count
    }

    /// Sorts the nodes of each level by `numbers`. Items without a number are between the ends of their edges.
    fn keep_order(&mut self, numbers: &[f64]) {
        let mut ends = vec![(0.0, 0.0); self.level_of.len()];
        for edge in &self.edges {
            let child = edge.path.last().and_then(|&child| numbers.get(child));
            for &item in &edge.path {
                for number in child.into_iter().chain(numbers.get(edge.from)) {
                    ends[item].0 += number;
                    ends[item].1 += 1.0;
                }
            }
        }
        let key = |item: usize| match numbers.get(item) {
            Some(&number) => number,
            None => ends[item].0 / f64::max(ends[item].1, 1.0),
        };
        for level in &mut self.levels {
            level.sort_by(|&one, &other| key(one).total_cmp(&key(other)));
        }
    }

    /// Mirrors the levels if most high edges begin left of the low edges of their nodes. The number of crossings stays.
    fn turn_low_edges_left(&mut self) {
        let mut indices = vec![0; self.level_of.len()];
        for (index, &item) in self.levels.iter().flat_map(|level| (0_usize..).zip(level)) {
            indices[item] = index;
        }
        let begin = |edge: &LayeredEdge| indices[edge.path[0]];
        let pairs = self.edges.iter().filter(|edge| edge.high).filter_map(|high| {
            let low = &self.edges[high.twin?];
            Some(begin(high).cmp(&begin(low)) as i64)
        });
        if pairs.sum::<i64>() < 0 {
            self.levels.iter_mut().for_each(|level| level.reverse());
        }
    }
}
