//! Reduction and restriction of a diagram, node by node.

use super::{DiagramKind, SmallDiagram, SmallNode, Target};
use geometry::Cell;
use problem::{Decisions, Value};

/// A step of a reduction or of a restriction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeStep {
    /// Both edges of a node lead to `to`, which replaces the node.
    Drop {
        /// The index of the node.
        node: usize,
        /// The target of both edges.
        to: Target,
    },
    /// Another node has the same cell and the same children. It replaces the node.
    Merge {
        /// The index of the node.
        node: usize,
        /// The index of the other node.
        kept: usize,
    },
    /// The node decides the restricted cell. Its child for the value of the cell replaces it.
    Restrict {
        /// The index of the node.
        node: usize,
        /// The child.
        to: Target,
    },
    /// An edge of the node has changed, but its children differ, and no other node is equal.
    Keep {
        /// The index of the node.
        node: usize,
    },
}

impl NodeStep {
    /// The nodes that the step is about, the visited node first.
    pub fn nodes(self) -> Vec<usize> {
        match self {
            Self::Drop { node, to } | Self::Restrict { node, to } => {
                [Some(node), to.node()].into_iter().flatten().collect()
            }
            Self::Merge { node, kept } => vec![node, kept],
            Self::Keep { node } => vec![node],
        }
    }
}

/// Receives the diagram before each step. Replaced nodes stay in its list of nodes, so that indices stay valid, but no
/// path from the root reaches them.
pub type StepObserver<'a> = dyn FnMut(&SmallDiagram, NodeStep) + 'a;

impl SmallDiagram {
    /// Reduces a BDD or a decision tree, from the last level to the first: merges equal nodes, and drops nodes whose edges
    /// lead to the same target.
    pub fn reduce(&mut self, observer: &mut StepObserver<'_>) {
        // No edge of a decision tree skips a level, so the tree is a BDD as well.
        self.kind = DiagramKind::Bdd;
        let is_changed = vec![true; self.nodes.len()];
        let mut rewriter = Rewriter::new(self, is_changed, observer);
        for level in (0..rewriter.diagram.cells.len()).rev() {
            rewriter.reduce_level(level, false);
        }
    }

    /// Restricts a reduced BDD to a value of a cell: replaces the nodes of the cell by their children, and reduces the
    /// nodes above whose edges change. The result is reduced.
    pub fn restrict(&mut self, cell: Cell, value: Value, observer: &mut StepObserver<'_>) {
        let Some(level) = self.cells.iter().position(|&other| other == cell) else { return };
        let is_changed = vec![false; self.nodes.len()];
        let mut rewriter = Rewriter::new(self, is_changed, observer);
        for node in rewriter.live_nodes(level) {
            let to = rewriter.diagram.nodes[node].target(value == Value::Placed);
            rewriter.replace(NodeStep::Restrict { node, to }, node, to);
        }
        for level in (0..level).rev() {
            rewriter.reduce_level(level, true);
        }
    }

    /// The values of the cells on a path from the root to a node that a path reaches.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn path_to(&self, node: usize) -> Decisions {
        let path = self.path_within(node, &self.reached(&Decisions::default()));
        let value = |high| if high { Value::Placed } else { Value::Excluded };
        path.into_iter().map(|(parent, high)| (self.cell(parent), value(high))).collect()
    }

    /// For each node, true if a path from the root reaches it.
    pub fn live_nodes(&self) -> Vec<bool> {
        let mut is_reached = vec![false; self.nodes.len()];
        let mut open: Vec<usize> = self.root.node().into_iter().collect();
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut is_reached[node], true) {
                let SmallNode { low, high, .. } = self.nodes[node];
                open.extend(low.node().into_iter().chain(high.node()));
            }
        }
        is_reached
    }

    /// The diagram with only the nodes that a path from the root reaches, sorted by level.
    pub fn without_unreached_nodes(&self) -> Self {
        self.with_reached_nodes(|node| node).0
    }

    /// Removes the nodes that no path from the root reaches. Nodes are sorted by level, and within a level by a key.
    /// Also returns the index of each node in this diagram.
    pub(super) fn with_reached_nodes(&self, key: impl Fn(usize) -> usize) -> (Self, Vec<usize>) {
        let is_reached = self.live_nodes();
        let mut sorted: Vec<usize> =
            (0..self.nodes.len()).filter(|&node| is_reached[node]).collect();
        sorted.sort_by_key(|&node| (self.nodes[node].level, key(node)));
        let mut place = vec![0; self.nodes.len()];
        for (index, &node) in sorted.iter().enumerate() {
            place[node] = index;
        }
        let moved = |target: Target| target.node().map_or(target, |node| Target::Node(place[node]));
        let node = |&node: &usize| {
            let SmallNode { level, low, high } = self.nodes[node];
            SmallNode { level, low: moved(low), high: moved(high) }
        };
        let nodes = sorted.iter().map(node).collect();
        let diagram =
            Self { cells: self.cells.clone(), nodes, root: moved(self.root), kind: self.kind };
        (diagram, sorted)
    }
}

/// A diagram whose nodes are replaced one by one.
struct Rewriter<'a> {
    diagram: &'a mut SmallDiagram,
    /// For each node, true if a path from the root reached it at the beginning and no other node has replaced it.
    is_live: Vec<bool>,
    /// For each node, true if the node must be visited.
    is_changed: Vec<bool>,
    observer: &'a mut StepObserver<'a>,
}

impl<'a> Rewriter<'a> {
    fn new(
        diagram: &'a mut SmallDiagram,
        is_changed: Vec<bool>,
        observer: &'a mut StepObserver<'a>,
    ) -> Self {
        let is_live = diagram.live_nodes();
        Self { diagram, is_live, is_changed, observer }
    }

    /// The live nodes of a level.
    fn live_nodes(&self, level: usize) -> Vec<usize> {
        let nodes = (0..).zip(self.diagram.nodes.iter().zip(&self.is_live));
        let nodes = nodes.filter(|(_, (node, is_live))| node.level == level && **is_live);
        nodes.map(|(node, _)| node).collect()
    }

    /// Lets all edges to a node lead to `to`.
    fn replace(&mut self, step: NodeStep, node: usize, to: Target) {
        (self.observer)(self.diagram, step);
        self.is_live[node] = false;
        let SmallDiagram { nodes, root, .. } = &mut *self.diagram;
        for (parent, is_changed) in nodes.iter_mut().zip(&mut self.is_changed) {
            for child in [&mut parent.low, &mut parent.high] {
                if *child == Target::Node(node) {
                    (*child, *is_changed) = (to, true);
                }
            }
        }
        if *root == Target::Node(node) {
            *root = to;
        }
    }

    /// Visits the changed nodes of a level, whose children are reduced. If `reports_kept` is true, nodes that stay are also
    /// reported to the observer.
    fn reduce_level(&mut self, level: usize, reports_kept: bool) {
        let nodes = self.live_nodes(level);
        let is_changed = |node: &usize| self.is_changed[*node];
        for node in nodes.iter().copied().filter(is_changed).collect::<Vec<_>>() {
            let own = self.diagram.nodes[node];
            // In a reduction, all equal nodes are merged into the first one.
            let is_equal = |&other: &usize| {
                self.diagram.nodes[other] == own
                    && self.is_live[other]
                    && (other < node || reports_kept && other != node)
            };
            if own.low == own.high {
                self.replace(NodeStep::Drop { node, to: own.low }, node, own.low);
            } else if let Some(kept) = nodes.iter().copied().find(is_equal) {
                self.replace(NodeStep::Merge { node, kept }, node, Target::Node(kept));
            } else if reports_kept {
                (self.observer)(self.diagram, NodeStep::Keep { node });
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
