use super::event::Event;
use geometry::Cell;
use problem::Value;

/// Identifies a node of a search tree: its index in depth-first order, which is the number of branches before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The node before the first branch.
    pub const ROOT: Self = Self(0);

    /// The node after `index` branches.
    pub const fn from_index(index: usize) -> Self {
        Self(index as u32)
    }

    /// The number of branches before the node.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A search as a binary tree. Each inner node has two branches: one tries a piece on a cell, the other rules that cell
/// out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchTree {
    nodes: Vec<TreeNode>,
}

/// A node of a search tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// The node from which this one branches; the root is its own parent.
    pub parent: NodeId,
    /// The last node of its subtree in depth-first order.
    pub last_descendant: NodeId,
    /// The decision of the branch that ends at this node: placed for a piece that is tried, excluded for a cell that is
    /// ruled out. `None` at the root.
    pub decision: Option<(Cell, Value)>,
    /// The number of pieces tried on the path from the root.
    pub depth: u32,
    /// The number of steps of the search up to the decision.
    pub begin_step: u32,
    /// The number of steps of the search up to the end of the propagation, with its failure or solution.
    pub end_step: u32,
    /// The number of cells that propagation removed.
    pub removed: u32,
    /// The outcome of the node.
    pub outcome: NodeOutcome,
}

/// The outcome of a node of a search tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeOutcome {
    /// The search tries a cell next, so the node has branches.
    Branches,
    /// Propagation found a contradiction.
    Failure,
    /// Every variable has a value.
    Solution,
    /// The recorded steps end at this node.
    Unfinished,
}

impl SearchTree {
    /// The tree of a search. `events` are its steps from the start of the search.
    pub fn new(events: &[Event]) -> Self {
        let mut tree = Self { nodes: Vec::new() };
        let mut here = tree.add(NodeId::ROOT, None, 0, 0);
        // For each piece tried and not taken back, the node from which it was tried.
        let mut levels: Vec<NodeId> = Vec::new();
        for (step, &event) in (1..).zip(events) {
            match event {
                Event::Assign { cell, .. } => {
                    tree.nodes[here.index()].outcome = NodeOutcome::Branches;
                    levels.push(here);
                    here = tree.add(here, Some((cell, Value::Placed)), levels.len(), step);
                }
                Event::Backtrack { cell, depth } => {
                    let parent = levels.get(depth).copied().unwrap_or_default();
                    levels.truncate(depth);
                    here = tree.add(parent, Some((cell, Value::Excluded)), depth, step);
                }
                // Cells ruled out before the first piece stay ruled out.
                Event::Restart => {
                    here = levels.first().copied().unwrap_or(here);
                    levels.clear();
                }
                Event::Fail { .. } => tree.nodes[here.index()].outcome = NodeOutcome::Failure,
                Event::Solution { .. } => tree.nodes[here.index()].outcome = NodeOutcome::Solution,
                Event::Prune { .. } => tree.nodes[here.index()].removed += 1,
                Event::Force { .. } => {}
            }
            if event != Event::Restart {
                tree.nodes[here.index()].end_step = step;
            }
        }
        for index in (1..tree.nodes.len()).rev() {
            let TreeNode { parent, last_descendant: last, .. } = tree.nodes[index];
            let above = &mut tree.nodes[parent.index()].last_descendant;
            *above = last.max(*above);
        }
        tree
    }

    fn add(
        &mut self,
        parent: NodeId,
        decision: Option<(Cell, Value)>,
        depth: usize,
        step: u32,
    ) -> NodeId {
        let id = NodeId::from_index(self.nodes.len());
        self.nodes.push(TreeNode {
            parent,
            last_descendant: id,
            decision,
            depth: depth as u32,
            begin_step: step,
            end_step: step,
            removed: 0,
            outcome: NodeOutcome::Unfinished,
        });
        id
    }

    /// The number of branches: one less than the number of nodes.
    pub fn branches(&self) -> usize {
        self.nodes.len() - 1
    }

    /// The node with this identifier.
    ///
    /// # Panics
    /// When the tree has no such node.
    pub fn node(&self, id: NodeId) -> &TreeNode {
        &self.nodes[id.index()]
    }

    /// All nodes in depth-first order.
    pub fn nodes(
        &self,
    ) -> impl DoubleEndedIterator<Item = (NodeId, &TreeNode)> + ExactSizeIterator {
        self.nodes.iter().enumerate().map(|(index, node)| (NodeId::from_index(index), node))
    }

    /// The nodes from `from` up to the root.
    pub fn path(&self, from: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let above = |&id: &NodeId| (id != NodeId::ROOT).then(|| self.node(id).parent);
        std::iter::successors(Some(from), above)
    }

    /// The node at which the search is after `steps` steps.
    pub fn at_step(&self, steps: usize) -> NodeId {
        let begun = self.nodes.partition_point(|node| node.begin_step as usize <= steps);
        NodeId::from_index(begun.saturating_sub(1))
    }

    /// The number of nodes with this outcome.
    pub fn count(&self, outcome: NodeOutcome) -> usize {
        self.nodes.iter().filter(|node| node.outcome == outcome).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::search::{
        ColumnModel, Labeling, Propagation, Search, SearchOptions, Statistics, Values,
    };
    use problem::{Problem, Rules};

    fn recorded(size: u16, options: SearchOptions) -> (SearchTree, Vec<Event>, Statistics) {
        let model = ColumnModel::new(&Problem::new(Rules::queens(size).unwrap())).unwrap();
        let mut search = Search::traced(&model, options, Vec::new());
        while search.next(&Budget::default()).unwrap().is_some() {}
        let (events, statistics) = (std::mem::take(search.trace()), search.statistics());
        (SearchTree::new(&events), events, statistics)
    }

    /// The number of ways to complete rows of queens that do not attack each other, counted without any engine.
    fn completions(columns: &mut Vec<u16>, size: u16, fits: &dyn Fn(&[u16]) -> bool) -> usize {
        if columns.len() == usize::from(size) {
            return usize::from(fits(columns));
        }
        let row = columns.len();
        let mut found = 0;
        for column in 0..size {
            let is_free = columns.iter().enumerate().all(|(other, &taken)| {
                taken != column && usize::from(taken.abs_diff(column)) != row - other
            });
            if is_free {
                columns.push(column);
                found += completions(columns, size, fits);
                columns.pop();
            }
        }
        found
    }

    #[test]
    fn every_setting_gives_the_tree_that_its_statistics_describe() {
        for size in 1..=7 {
            for labeling in [Labeling::Leftmost, Labeling::FirstFail, Labeling::Dual] {
                for propagation in
                    [Propagation::Weak, Propagation::Strong, Propagation::AllDifferent]
                {
                    let options = SearchOptions {
                        labeling,
                        propagation,
                        values: Values::Min,
                        ..SearchOptions::default()
                    };
                    let (tree, events, statistics) = recorded(size, options);
                    assert_eq!(tree.branches() as u64, statistics.branches);
                    assert_eq!(tree.count(NodeOutcome::Failure) as u64, statistics.failures);
                    assert_eq!(tree.count(NodeOutcome::Solution) as u64, statistics.solutions);
                    assert_eq!(tree.count(NodeOutcome::Unfinished), 0);
                    let removed: u64 = tree.nodes().map(|(_, node)| u64::from(node.removed)).sum();
                    assert_eq!(removed, statistics.removals);
                    let last = tree.node(NodeId::from_index(tree.branches())).end_step;
                    assert_eq!(last as usize, events.len());
                }
            }
        }
    }

    /// The solutions below each node are exactly the solutions that keep its decisions.
    #[test]
    fn a_subtree_has_the_solutions_that_keep_its_decisions() {
        for propagation in [Propagation::Weak, Propagation::Strong] {
            let (tree, ..) = recorded(6, SearchOptions { propagation, ..SearchOptions::default() });
            for (id, node) in tree.nodes() {
                let leaves = tree.nodes().filter(|(below, leaf)| {
                    (id..=node.last_descendant).contains(below)
                        && leaf.outcome == NodeOutcome::Solution
                });
                let decisions: Vec<_> =
                    tree.path(id).filter_map(|above| tree.node(above).decision).collect();
                let fits = |columns: &[u16]| {
                    decisions.iter().all(|&(cell, value)| {
                        let is_placed = columns[usize::from(cell.row())] == cell.column();
                        is_placed == (value == Value::Placed)
                    })
                };
                assert_eq!(leaves.count(), completions(&mut Vec::new(), 6, &fits), "{id:?}");
            }
        }
    }

    #[test]
    fn nodes_are_pairs_of_branches_in_depth_first_order() {
        let (tree, events, _) = recorded(6, SearchOptions::default());
        for (id, node) in tree.nodes() {
            let children = tree.nodes().filter(|(child, below)| below.parent == id && *child != id);
            let children: Vec<_> = children.map(|(child, below)| (child, below.decision)).collect();
            match (node.outcome, &children[..]) {
                (
                    NodeOutcome::Branches,
                    [(left, Some((tried, _))), (right, Some((ruled_out, _)))],
                ) => {
                    assert_eq!(left.index(), id.index() + 1);
                    assert_eq!(right.index(), tree.node(*left).last_descendant.index() + 1);
                    assert_eq!(tried, ruled_out);
                }
                (NodeOutcome::Failure | NodeOutcome::Solution, []) => {}
                other => panic!("{other:?}"),
            }
            assert_eq!(tree.path(id).last(), Some(NodeId::ROOT));
            for step in [node.begin_step, node.end_step] {
                assert_eq!(tree.at_step(step as usize), id);
            }
        }
        // The tree of the first steps of a search is the beginning of its whole tree.
        for steps in 0..events.len() {
            let part = SearchTree::new(&events[..steps]);
            assert_eq!(part.branches(), tree.at_step(steps).index());
            let is_open = |node: &TreeNode| node.outcome == NodeOutcome::Unfinished;
            assert!(part.nodes().all(|(id, node)| !is_open(node) || id.index() == part.branches()));
        }
    }

    #[test]
    fn a_restart_goes_back_to_the_root() {
        let cell = |name: &str| name.parse::<Cell>().unwrap();
        let events = [
            Event::Assign { cell: cell("a1"), depth: 0 },
            Event::Assign { cell: cell("c2"), depth: 1 },
            Event::Fail { depth: 2 },
            Event::Restart,
            Event::Assign { cell: cell("b1"), depth: 0 },
        ];
        let tree = SearchTree::new(&events);
        assert_eq!(tree.branches(), 3);
        assert_eq!(tree.node(NodeId::from_index(3)).parent, NodeId::ROOT);
        assert_eq!(tree.node(NodeId::ROOT).last_descendant, NodeId::from_index(3));
    }
}
