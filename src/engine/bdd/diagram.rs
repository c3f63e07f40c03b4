use std::ops::Range;
use std::sync::Arc;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;
use std::hash::Hasher;

use super::list::{self, MARGIN};
use super::order::VariableOrder;

/// The number of a node; children have smaller numbers than parents.
pub(super) type NodeId = u32;

/// The terminal of no solution.
pub(super) const FALSE: NodeId = 0;
/// The terminal of one solution.
pub(super) const TRUE: NodeId = 1;

/// Where to go without (`low`) and with (`high`) a piece on the node's cell.
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

    /// Without any solution?
    #[must_use]
    pub fn is_false(&self) -> bool {
        self.root == FALSE
    }

    /// The number of nodes in zero-suppressed form, both terminals included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: the terminals are always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The memory it takes, in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.starts.len() * size_of::<NodeId>()
    }

    /// The number of variables.
    pub(super) fn variables(&self) -> usize {
        self.starts.len()
    }

    /// The nodes of a variable.
    pub(super) fn level(&self, variable: usize) -> Range<usize> {
        let end = match variable {
            0 => self.nodes.len(),
            _ => self.starts[variable - 1] as usize,
        };
        self.starts[variable] as usize..end
    }

    /// The variable of a node that is no terminal.
    pub(super) fn variable(&self, id: NodeId) -> usize {
        self.starts.partition_point(|&start| start > id)
    }

    /// The variable of each node, by number; the terminals have the number of variables.
    pub(super) fn node_variables(&self) -> Vec<u32> {
        let mut variables = vec![self.variables() as u32; self.nodes.len()];
        for variable in 0..self.variables() {
            variables[self.level(variable)].fill(variable as u32);
        }
        variables
    }
}

impl PartialEq for Diagram {
    /// Whether both have the same order and the same solutions.
    fn eq(&self, other: &Self) -> bool {
        if self.order != other.order || self.nodes.len() != other.nodes.len() {
            return false;
        }
        // Equal diagrams have equal levels, though the nodes within may stand in another order.
        let mut counterpart = vec![FALSE; self.nodes.len()];
        counterpart[TRUE as usize] = TRUE;
        for variable in (0..self.variables()).rev() {
            let (ours, theirs) = (self.level(variable), other.level(variable));
            if ours != theirs {
                return false;
            }
            let mut unique = UniqueTable::default();
            for id in theirs {
                unique.insert(other.nodes[id], id as NodeId, &other.nodes);
            }
            for id in ours {
                let Node { low, high } = self.nodes[id];
                let image =
                    Node { low: counterpart[low as usize], high: counterpart[high as usize] };
                match unique.find(image, &other.nodes) {
                    Some(found) => counterpart[id] = found,
                    None => return false,
                }
            }
        }
        counterpart[self.root as usize] == other.root
    }
}

impl Eq for Diagram {}

/// Finds a level's nodes by their children.
#[derive(Default)]
pub(super) struct UniqueTable(HashTable<NodeId>);

impl UniqueTable {
    fn hash(node: Node) -> u64 {
        let mut hasher = FxHasher::default();
        hasher.write_u64(u64::from(node.low) << 32 | u64::from(node.high));
        hasher.finish()
    }

    fn find(&self, node: Node, nodes: &[Node]) -> Option<NodeId> {
        self.0.find(Self::hash(node), |&id| nodes[id as usize] == node).copied()
    }

    fn insert(&mut self, node: Node, id: NodeId, nodes: &[Node]) {
        self.0.insert_unique(Self::hash(node), id, |&id| Self::hash(nodes[id as usize]));
    }

    /// The number of a node with these children, which is added to `nodes` if it is new.
    pub(super) fn get_or_add(&mut self, node: Node, nodes: &mut Vec<Node>) -> NodeId {
        let same = |&id: &NodeId| nodes[id as usize] == node;
        match self.0.entry(Self::hash(node), same, |&id| Self::hash(nodes[id as usize])) {
            Entry::Occupied(found) => *found.get(),
            Entry::Vacant(place) => {
                let id = nodes.len() as NodeId;
                place.insert(id);
                list::push(nodes, node);
                id
            }
        }
    }

    /// Forgets all nodes, for the next level.
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
    /// The variable of the current level.
    current: usize,
    unique: UniqueTable,
}

impl Builder {
    pub(super) fn new(order: Arc<VariableOrder>) -> Self {
        let terminal = Node { low: FALSE, high: FALSE };
        let (starts, current) = (vec![2; order.len()], order.len());
        Self { order, nodes: vec![terminal; 2], starts, current, unique: UniqueTable::default() }
    }

    /// Goes on to a variable before those seen so far; those between get no nodes.
    pub(super) fn begin_level(&mut self, variable: usize) {
        self.unique.clear();
        self.starts[variable..self.current].fill(self.nodes.len() as NodeId);
        self.current = variable;
    }

    /// The node of the current level with these children.
    pub(super) fn node(&mut self, low: NodeId, high: NodeId) -> NodeId {
        if high == FALSE {
            return low;
        }
        self.unique.get_or_add(Node { low, high }, &mut self.nodes)
    }

    /// Nodes made so far.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The memory taken so far, in bytes.
    pub(super) fn memory(&self) -> usize {
        list::memory(&self.nodes, MARGIN) + self.unique.memory()
    }

    pub(super) fn finish(mut self, root: NodeId) -> Diagram {
        self.nodes.shrink_to_fit();
        self.starts[..self.current].fill(self.nodes.len() as NodeId);
        Diagram { order: self.order, nodes: self.nodes, starts: self.starts, root }
    }
}
