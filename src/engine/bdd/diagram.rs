use std::ops::Range;
use std::sync::Arc;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;
use std::hash::Hasher;

use super::list::{self, MARGIN};
use super::order::{Variable, VariableOrder};

/// A node, by its index in the diagram. Children have smaller ones than their parents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NodeId(u32);

/// The terminal of no solution.
pub(super) const FALSE: NodeId = NodeId(0);
/// The terminal of one solution.
pub(super) const TRUE: NodeId = NodeId(1);
/// Larger than every node.
pub(super) const NOWHERE: NodeId = NodeId(u32::MAX);

impl NodeId {
    fn from_index(index: usize) -> Self {
        Self(index as u32)
    }

    /// Its index among the diagram's nodes.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The children of a node: without (`low`) and with (`high`) a piece on its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub low: NodeId,
    pub high: NodeId,
}

/// All solutions of a problem, as a reduced ordered decision diagram in zero-suppressed form (S.
/// Minato, "Zero-suppressed BDDs for set manipulation in combinatorial problems", DAC 1993): a
/// variable that an edge skips is false.
///
/// Two diagrams of one order are equal exactly if they have the same solutions.
///
/// Nodes stand level by level, the last variable's first, so that a pass upward or downward is one
/// walk over the array, and an edge's target tells its level by comparing numbers.
#[derive(Clone, Debug)]
pub struct Diagram {
    pub(super) order: Arc<VariableOrder>,
    pub(super) nodes: Vec<Node>,
    /// The first node of each variable's level. A level ends where that of the variable before
    /// begins.
    pub(super) starts: Vec<NodeId>,
    pub(super) root: NodeId,
}

impl Diagram {
    /// The order of its variables.
    #[must_use]
    pub fn order(&self) -> &Arc<VariableOrder> {
        &self.order
    }

    /// True if it has no solution.
    #[must_use]
    pub fn is_false(&self) -> bool {
        self.root == FALSE
    }

    /// The number of nodes in zero-suppressed form, both terminals included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always false: a diagram has its terminals.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The memory it takes, in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.starts.len() * size_of::<NodeId>()
    }

    /// The indices of a variable's nodes.
    fn level_range(&self, variable: Variable) -> Range<usize> {
        let end = match variable.index() {
            0 => self.nodes.len(),
            index => self.starts[index - 1].index(),
        };
        self.starts[variable.index()].index()..end
    }

    /// The nodes of a variable.
    pub(super) fn level(
        &self,
        variable: Variable,
    ) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        self.level_range(variable).map(NodeId::from_index)
    }

    /// The variables that have nodes, in their order, each with its nodes.
    pub(super) fn levels(
        &self,
    ) -> impl DoubleEndedIterator<Item = (Variable, impl ExactSizeIterator<Item = NodeId> + use<>)>
    {
        let levels = self.order.variables().map(|variable| (variable, self.level(variable)));
        levels.filter(|(_, level)| level.len() > 0)
    }

    /// The node's children.
    #[inline]
    pub(super) fn node(&self, id: NodeId) -> Node {
        self.nodes[id.index()]
    }

    /// The variable of a node that is no terminal.
    pub(super) fn variable(&self, id: NodeId) -> Variable {
        Variable::from_index(self.starts.partition_point(|&start| start > id))
    }

    /// The variable of each node; of the terminals, the one after the last.
    pub(super) fn node_variables(&self) -> Vec<Variable> {
        let mut variables = vec![Variable::from_index(self.order.len()); self.nodes.len()];
        for variable in self.order.variables() {
            variables[self.level_range(variable)].fill(variable);
        }
        variables
    }
}

impl PartialEq for Diagram {
    /// True if both have the same order and the same solutions.
    fn eq(&self, other: &Self) -> bool {
        if self.order != other.order || self.nodes.len() != other.nodes.len() {
            return false;
        }
        // Equal diagrams have equal levels, though the nodes within may stand in another order.
        let mut counterpart = vec![FALSE; self.nodes.len()];
        counterpart[TRUE.index()] = TRUE;
        for variable in self.order.variables().rev() {
            if self.level_range(variable) != other.level_range(variable) {
                return false;
            }
            let mut unique = UniqueTable::default();
            for id in other.level(variable) {
                unique.insert(other.node(id), id, &other.nodes);
            }
            for id in self.level(variable) {
                let Node { low, high } = self.node(id);
                let image = Node { low: counterpart[low.index()], high: counterpart[high.index()] };
                match unique.find(image, &other.nodes) {
                    Some(found) => counterpart[id.index()] = found,
                    None => return false,
                }
            }
        }
        counterpart[self.root.index()] == other.root
    }
}

impl Eq for Diagram {}

/// Finds a level's nodes by their children.
#[derive(Default)]
pub(super) struct UniqueTable(HashTable<NodeId>);

impl UniqueTable {
    fn hash(node: Node) -> u64 {
        let mut hasher = FxHasher::default();
        hasher.write_u64(u64::from(node.low.0) << 32 | u64::from(node.high.0));
        hasher.finish()
    }

    fn find(&self, node: Node, nodes: &[Node]) -> Option<NodeId> {
        self.0.find(Self::hash(node), |&id| nodes[id.index()] == node).copied()
    }

    fn insert(&mut self, node: Node, id: NodeId, nodes: &[Node]) {
        self.0.insert_unique(Self::hash(node), id, |&id| Self::hash(nodes[id.index()]));
    }

    /// The number of a node with these children, which is added to `nodes` if it is new.
    pub(super) fn get_or_add(&mut self, node: Node, nodes: &mut Vec<Node>) -> NodeId {
        let same = |&id: &NodeId| nodes[id.index()] == node;
        match self.0.entry(Self::hash(node), same, |&id| Self::hash(nodes[id.index()])) {
            Entry::Occupied(found) => *found.get(),
            Entry::Vacant(vacant) => {
                let id = NodeId::from_index(nodes.len());
                vacant.insert(id);
                list::push(nodes, node);
                id
            }
        }
    }

    /// Removes all nodes, for the next level.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// The memory it takes, in bytes.
    pub(super) fn memory(&self) -> usize {
        self.0.allocation_size()
    }
}

/// Builds a diagram level by level, the last variable first.
pub(super) struct Builder {
    order: Arc<VariableOrder>,
    nodes: Vec<Node>,
    starts: Vec<NodeId>,
    /// The variable of the current level; before the first level, the one after the last.
    current: Variable,
    unique: UniqueTable,
}

impl Builder {
    pub(super) fn new(order: Arc<VariableOrder>) -> Self {
        let terminal = Node { low: FALSE, high: FALSE };
        let starts = vec![NodeId::from_index(2); order.len()];
        let current = Variable::from_index(order.len());
        Self { order, nodes: vec![terminal; 2], starts, current, unique: UniqueTable::default() }
    }

    /// Begins the level of an earlier variable. The variables between get no nodes.
    pub(super) fn begin_level(&mut self, variable: Variable) {
        self.unique.clear();
        self.starts[variable.index()..self.current.index()]
            .fill(NodeId::from_index(self.nodes.len()));
        self.current = variable;
    }

    /// The node of the current level with these children.
    pub(super) fn node(&mut self, low: NodeId, high: NodeId) -> NodeId {
        if high == FALSE {
            return low;
        }
        self.unique.get_or_add(Node { low, high }, &mut self.nodes)
    }

    /// The number of nodes so far.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The memory taken so far, in bytes.
    pub(super) fn memory(&self) -> usize {
        list::memory(&self.nodes, MARGIN) + self.unique.memory()
    }

    pub(super) fn finish(mut self, root: NodeId) -> Diagram {
        self.nodes.shrink_to_fit();
        self.starts[..self.current.index()].fill(NodeId::from_index(self.nodes.len()));
        Diagram { order: self.order, nodes: self.nodes, starts: self.starts, root }
    }
}
