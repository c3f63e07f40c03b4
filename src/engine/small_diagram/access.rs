use std::fmt::Debug;

use super::{NodeCounts, SmallDiagram, SmallNode, Target};
use crate::budget::{Answer, Budget};
use geometry::Cell;
use problem::Decisions;

/// A diagram whose inner nodes are read one by one, by their indices.
pub trait NodeAccess: Debug + Send + Sync {
    /// The cells of the levels, in variable order.
    fn cells(&self) -> &[Cell];

    /// The root.
    fn root(&self) -> Target;

    /// True if there is a node with this index.
    fn has(&self, node: usize) -> bool;

    /// A node, whose index must come from this source.
    fn node(&self, node: usize) -> SmallNode;

    /// The edges that lead to a node: their nodes, and true for high edges.
    ///
    /// # Errors
    /// When the budget ends first.
    fn parents(&self, node: usize, budget: &Budget) -> Answer<Vec<(usize, bool)>>;

    /// The numbers of solutions below and of paths above nodes.
    ///
    /// # Errors
    /// When the budget ends first.
    fn counts(&self, nodes: &[usize], budget: &Budget) -> Answer<Vec<NodeCounts>>;

    /// The edges of a path from the root to a node: their nodes, and true for high edges.
    ///
    /// # Errors
    /// When the budget ends first.
    fn path_to(&self, node: usize, budget: &Budget) -> Answer<Vec<(usize, bool)>> {
        let (mut path, mut at) = (Vec::new(), node);
        while let Some(&(parent, high)) = self.parents(at, budget)?.first() {
            path.push((parent, high));
            at = parent;
        }
        path.reverse();
        Ok(path)
    }

    /// The first node on `level` or below it: on the given path from the root, otherwise below its end. `None` if
    /// the path reaches the terminal 1 first.
    fn node_at_level(&self, level: usize, path: &[(usize, bool)], end: usize) -> Option<usize> {
        let is_low_enough = |node: &usize| self.node(*node).level >= level;
        let on_path = path.iter().map(|(node, _)| *node).find(is_low_enough);
        on_path.or_else(|| {
            let mut at = end;
            while !is_low_enough(&at) {
                let SmallNode { low, high, .. } = self.node(at);
                at = if low == Target::False { high } else { low }.node()?;
            }
            Some(at)
        })
    }
}

impl NodeAccess for SmallDiagram {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn root(&self) -> Target {
        self.root
    }

    fn has(&self, node: usize) -> bool {
        node < self.nodes.len()
    }

    fn node(&self, node: usize) -> SmallNode {
        self.nodes[node]
    }

    fn parents(&self, node: usize, _: &Budget) -> Answer<Vec<(usize, bool)>> {
        let edges = (0..self.nodes.len()).flat_map(|from| [(from, false), (from, true)]);
        let leads =
            |&(from, high): &(usize, bool)| self.nodes[from].target(high) == Target::Node(node);
        Ok(edges.filter(leads).collect())
    }

    fn counts(&self, nodes: &[usize], _: &Budget) -> Answer<Vec<NodeCounts>> {
        let all = self.node_counts(&Decisions::default());
        Ok(nodes.iter().map(|&node| all[node].clone()).collect())
    }
}
