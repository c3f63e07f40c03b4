//! The layout of a search tree.

use std::collections::BTreeSet;

use super::{NodeId, NodeOutcome, SearchTree};
use problem::Value;

/// The drawing of a search tree. Leaves are evenly spaced, and their distance is the unit of length. An inner
/// node is centred above its children. The level of a node is the number of pieces tried on the path from the
/// root, so all pieces tried in turn at a node are drawn one level below the node. A node that rules out a cell
/// shares the dot of its parent, unless the search ends at the node.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeShape {
    /// The dots in depth-first order, the root first.
    pub dots: Vec<Dot>,
    /// Index in `dots` of the dot of each node.
    of_node: Vec<u32>,
    /// Number of leaves.
    pub leaves: usize,
    /// Number of levels.
    pub levels: usize,
}

/// The dot that represents a node in the drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// The node.
    pub node: NodeId,
    /// Index of the parent's dot; the root is its own parent.
    pub parent: usize,
    /// The level, counted from the root.
    pub level: usize,
    /// The distance from the left edge, in leaves.
    pub x: f32,
    /// True if it has no children.
    pub is_leaf: bool,
    /// True if its subtree is hidden.
    pub is_folded: bool,
}

impl TreeShape {
    /// Lays out a tree whose `folded` nodes hide their subtrees.
    pub fn new(tree: &SearchTree, folded: &BTreeSet<NodeId>) -> Self {
        let mut shape = Self { dots: Vec::new(), of_node: Vec::new(), leaves: 0, levels: 0 };
        // The last node of the subtree that is hidden now, if there is one.
        let mut hidden = None;
        for (id, node) in tree.nodes() {
            let parent = shape.of_node.get(node.parent.index()).map_or(0, |&dot| dot as usize);
            let is_ruled_out = matches!(node.decision, Some((_, Value::Excluded)));
            if hidden.is_some_and(|last| id <= last)
                || is_ruled_out && node.outcome == NodeOutcome::Branches
            {
                shape.of_node.push(parent as u32);
                continue;
            }
            let is_folded = folded.contains(&id) && node.outcome == NodeOutcome::Branches;
            if is_folded {
                hidden = Some(node.last_descendant);
            }
            let level = if id == NodeId::ROOT { 0 } else { shape.dots[parent].level + 1 };
            shape.of_node.push(shape.dots.len() as u32);
            shape.dots.push(Dot { node: id, parent, level, x: 0.0, is_leaf: true, is_folded });
            shape.dots[parent].is_leaf &= id == NodeId::ROOT;
            shape.levels = shape.levels.max(level + 1);
        }
        shape.assign_positions();
        shape
    }

    /// Computes the positions, from the last dot to the first.
    fn assign_positions(&mut self) {
        self.leaves = self.dots.iter().filter(|dot| dot.is_leaf).count();
        // Positions of the first and the last child of each dot; 0 without children.
        let mut children = vec![(0.0, 0.0); self.dots.len()];
        let mut leaves_before = self.leaves;
        for index in (0..self.dots.len()).rev() {
            let dot = &mut self.dots[index];
            dot.x = if dot.is_leaf {
                leaves_before -= 1;
                leaves_before as f32 + 0.5
            } else {
                f32::midpoint(children[index].0, children[index].1)
            };
            let (first, last) = &mut children[dot.parent];
            if *last == 0.0 {
                *last = dot.x;
            }
            *first = dot.x;
        }
    }

    /// Index of the dot of a node.
    pub fn dot_of(&self, node: NodeId) -> usize {
        self.of_node[node.index()] as usize
    }

    /// The indices of the dots from `from` up to the root.
    pub fn path(&self, from: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(from), |&dot| (dot > 0).then(|| self.dots[dot].parent))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::budget::Budget;
    use crate::search::{ColumnModel, Labeling, Search, SearchOptions, Values};
    use problem::{Problem, Rules};

    fn tree(size: u16, labeling: Labeling) -> SearchTree {
        let model = ColumnModel::new(&Problem::new(Rules::queens(size).unwrap())).unwrap();
        let options = SearchOptions { labeling, values: Values::Min, ..SearchOptions::default() };
        let mut search = Search::traced(&model, options, Vec::new());
        while search.next(&Budget::default()).unwrap().is_some() {}
        SearchTree::new(search.trace())
    }

    /// ```text
    ///           root
    ///     a1    b1 c1 a2 not a2
    ///  c2 not c2
    /// ```
    #[test]
    fn four_queens_are_a_row_of_leaves_below_what_is_tried() {
        let tree = tree(4, Labeling::Leftmost);
        let shape = TreeShape::new(&tree, &BTreeSet::new());
        let drawn: Vec<_> = shape
            .dots
            .iter()
            .map(|dot| {
                let decision = tree.node(dot.node).decision;
                let name = decision.map_or("root".to_owned(), |(cell, value)| match value {
                    Value::Placed => cell.to_string(),
                    Value::Excluded => format!("-{cell}"),
                });
                (name, dot.level, dot.x)
            })
            .collect();
        let drawn: Vec<_> =
            drawn.iter().map(|(name, level, x)| (name.as_str(), *level, *x)).collect();
        let targets = [
            ("root", 0, 3.25),
            ("a1", 1, 1.0),
            ("c2", 2, 0.5),
            ("-c2", 2, 1.5),
            ("b1", 1, 2.5),
            ("c1", 1, 3.5),
            ("a2", 1, 4.5),
            ("-a2", 1, 5.5),
        ];
        assert_eq!(drawn, targets);
        assert_eq!(
            shape.leaves,
            tree.count(NodeOutcome::Failure) + tree.count(NodeOutcome::Solution)
        );
    }

    #[test]
    fn what_is_folded_is_one_leaf() {
        let tree = tree(6, Labeling::FirstFail);
        let all = TreeShape::new(&tree, &BTreeSet::new());
        let first = NodeId::from_index(1);
        let folded = TreeShape::new(&tree, &BTreeSet::from([first]));
        assert!(tree.node(first).last_descendant.index() > 3 && folded.leaves < all.leaves);
        for index in first.index()..=tree.node(first).last_descendant.index() {
            assert_eq!(folded.dot_of(NodeId::from_index(index)), 1);
        }
        assert!(folded.dots[1].is_folded && folded.dots[1].is_leaf);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn leaves_are_even_and_parents_over_the_middle(
            size in 1..=7_u16,
            labeling in prop::sample::select(vec![Labeling::Leftmost, Labeling::FirstFail]),
            folded in prop::collection::btree_set(0..60_usize, 0..4),
        ) {
            let tree = tree(size, labeling);
            let folded = folded.into_iter().filter(|&index| index <= tree.branches());
            let shape = TreeShape::new(&tree, &folded.map(NodeId::from_index).collect());
            let leaves: Vec<f32> =
                shape.dots.iter().filter(|dot| dot.is_leaf).map(|dot| dot.x).collect();
            let even: Vec<f32> = (0..leaves.len()).map(|index| index as f32 + 0.5).collect();
            prop_assert_eq!(&leaves, &even);
            prop_assert_eq!(leaves.len(), shape.leaves);
            for (index, dot) in shape.dots.iter().enumerate() {
                let below = shape.dots.iter().filter(|below| below.parent == index && below.level > 0);
                let below: Vec<f32> = below.map(|below| below.x).collect();
                prop_assert_eq!(dot.is_leaf, below.is_empty());
                if let (Some(first), Some(last)) = (below.first(), below.last()) {
                    prop_assert!((2.0 * dot.x - first - last).abs() < 1e-3);
                }
                prop_assert_eq!(shape.dot_of(dot.node), index);
                prop_assert_eq!(shape.path(index).last(), Some(0));
                prop_assert!(dot.level < shape.levels);
            }
            for (id, node) in tree.nodes() {
                let pieces = shape.dots[shape.dot_of(id)].level;
                prop_assert!(pieces <= node.depth as usize + 1);
            }
        }
    }
}
