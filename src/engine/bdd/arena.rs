//! Nodes of small decision diagrams, with a unique table.

use biodivine_lib_bdd::{Bdd, BddNode};
use hashbrown::HashTable;

use super::diagram::list::{self, MAX_UNCHECKED_PUSHES};
use super::diagram::unique::{self, find_or_insert};
use super::order::Variable;
use super::robdd::{InnerNode, TooManyVariables};
use crate::budget::Answer;
use crate::heap::Heap;

/// The kind of a decision diagram.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DiagramKind {
    /// A reduced ordered BDD. Cells that an edge skips have any value.
    #[default]
    Bdd,
    /// A zero-suppressed decision diagram. Cells that an edge skips have no piece.
    Zdd,
    /// A decision tree: a node for each path and each cell. Branches without a solution may end early, at the terminal 0.
    /// Other edges skip no cell.
    Tree,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    variable: u32,
    low: u32,
    high: u32,
    /// Number of edges to the node, plus 1 for the root. Not counted for terminals.
    references: u32,
}

/// The nodes of decision diagrams of one kind, built from the terminals upward. Diagrams share nodes, because equal nodes
/// are stored once. Nodes are identified by numbers. 0 and 1 are the terminals.
///
/// Neighbouring variables of a BDD can be swapped. A node keeps its number and its function. Only its variable and its
/// children change.
///
/// ```
/// use engine::DiagramKind;
/// use engine::bdd::NodeArena;
///
/// // One of two variables is true.
/// let mut arena = NodeArena::new(2, DiagramKind::Bdd);
/// let second = arena.node(1, NodeArena::FALSE, NodeArena::TRUE);
/// let root = arena.node(0, second, NodeArena::TRUE);
/// assert_eq!(arena.node(0, second, second), second);
/// assert_eq!(arena.to_bdd(root)?.size(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct NodeArena {
    pub(crate) kind: DiagramKind,
    nodes: Vec<Node>,
    /// For each variable, a table of its nodes, hashed by their children. Empty for trees.
    unique: Vec<HashTable<u32>>,
    /// Unused indices of `nodes`.
    free: Vec<u32>,
}

/// Checks the budget, given the number of nodes and the memory in bytes. An error ends the swap.
pub(super) type SwapCheck<'a> = dyn FnMut(usize, usize) -> Answer<()> + 'a;

/// Number of nodes that a swap processes between two checks of the budget.
const NODES_BETWEEN_CHECKS: usize = 1 << 14;

fn hash((low, high): (u32, u32)) -> u64 {
    unique::hash([u64::from(low) << 32 | u64::from(high)])
}

impl NodeArena {
    /// The number of the terminal 0.
    pub const FALSE: u32 = 0;
    /// The number of the terminal 1.
    pub const TRUE: u32 = 1;

    /// An arena with the terminals alone.
    pub fn new(variables: usize, kind: DiagramKind) -> Self {
        let terminal = Node { variable: variables as u32, low: 0, high: 0, references: 1 };
        let unique = vec![HashTable::new(); variables];
        Self { kind, nodes: vec![terminal; 2], unique, free: Vec::new() }
    }

    /// Reads a reduced BDD of the library. Returns its nodes, which keep their numbers, and the root.
    pub(crate) fn of_bdd(bdd: &Bdd) -> (Self, u32) {
        let mut arena = Self::new(bdd.num_vars().into(), DiagramKind::Bdd);
        for InnerNode { variable, low, high, .. } in InnerNode::all_of(bdd) {
            arena.node(variable.index(), low, high);
        }
        let root = bdd.root_pointer().to_index() as u32;
        arena.refer(root);
        (arena, root)
    }

    /// The BDD of the library below a node.
    ///
    /// # Errors
    /// When the library does not support this number of variables.
    ///
    /// # Panics
    /// When there is no such node, or variables were swapped.
    pub fn to_bdd(&self, root: u32) -> Result<Bdd, TooManyVariables> {
        let variables = TooManyVariables::check(self.unique.len())?;
        let mut nodes = vec![BddNode::mk_zero(variables), BddNode::mk_one(variables)];
        nodes.extend(self.inner_nodes().map(InnerNode::to_library));
        nodes.truncate(root as usize + 1);
        Ok(Bdd::from_nodes(&nodes).expect("children come before parents"))
    }

    /// The BDD of the library with the nodes below a node alone. `level_of` has the level of each variable, because variables
    /// may have been swapped.
    ///
    /// # Errors
    /// When the library does not support this number of variables.
    pub fn relabelled(&self, root: u32, level_of: &[usize]) -> Result<Bdd, TooManyVariables> {
        let mut arena = Self::new(level_of.len(), self.kind);
        let mut images: Vec<Option<u32>> = vec![None; self.nodes.len()];
        (images[0], images[1]) = (Some(Self::FALSE), Some(Self::TRUE));
        // Nodes whose children have images, or wait above them.
        let mut waiting = vec![root];
        while let Some(&id) = waiting.last() {
            let Node { variable, low, high, .. } = self.nodes[id as usize];
            match [high, low].map(|child| images[child as usize]) {
                _ if images[id as usize].is_some() => drop(waiting.pop()),
                [Some(high), Some(low)] => {
                    images[id as usize] = Some(arena.node(level_of[variable as usize], low, high));
                }
                [None, _] => waiting.push(high),
                [_, None] => waiting.push(low),
            }
        }
        arena.to_bdd(images[root as usize].unwrap_or(Self::FALSE))
    }

    /// The number of nodes, terminals included.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len() - self.free.len()
    }

    /// The number of nodes on a variable.
    pub(super) fn width(&self, variable: usize) -> usize {
        self.unique[variable].len()
    }

    /// The inner nodes in the order of their numbers.
    pub fn inner_nodes(&self) -> impl ExactSizeIterator<Item = InnerNode> + '_ {
        let node = |(id, &Node { variable, low, high, .. }): (usize, &Node)| {
            let variable = Variable::from_index(variable as usize);
            InnerNode { id: id as u32, variable, low, high }
        };
        self.nodes.iter().enumerate().skip(2).map(node)
    }

    /// Memory in bytes.
    pub(super) fn memory(&self) -> usize {
        let tables: usize = self.unique.iter().map(Heap::heap).sum();
        list::memory(&self.nodes, MAX_UNCHECKED_PUSHES) + tables + self.free.heap()
    }

    /// Returns the node with the given variable and children. Adds the node if it is new. A node that is redundant in
    /// the kind of diagram is replaced by its child.
    pub fn node(&mut self, variable: usize, low: u32, high: u32) -> u32 {
        let is_redundant = match self.kind {
            DiagramKind::Bdd => low == high,
            DiagramKind::Zdd => high == Self::FALSE,
            DiagramKind::Tree => [low, high] == [Self::FALSE; 2],
        };
        if is_redundant {
            return low;
        }
        let next = self.free.last().copied().unwrap_or(self.nodes.len() as u32);
        if self.kind != DiagramKind::Tree {
            let (nodes, table) = (&self.nodes, &mut self.unique[variable]);
            let children = |id: u32| (nodes[id as usize].low, nodes[id as usize].high);
            let same = |id| children(id) == (low, high);
            let (id, is_new) =
                find_or_insert(table, hash((low, high)), next, same, |id| hash(children(id)));
            if !is_new {
                return id;
            }
        }
        self.free.pop();
        let node = Node { variable: variable as u32, low, high, references: 0 };
        match self.nodes.get_mut(next as usize) {
            Some(free) => *free = node,
            None => list::push(&mut self.nodes, node),
        }
        self.refer(low);
        self.refer(high);
        next
    }

    /// Swaps a variable and the variable of the level below (R. Rudell, "Dynamic variable ordering for ordered binary
    /// decision diagrams", ICCAD 1993).
    ///
    /// `check` receives the number of nodes and the memory in bytes.
    ///
    /// # Errors
    /// The error of `check`. Then the nodes are invalid.
    pub(super) fn swap(
        &mut self,
        (upper, lower): (usize, usize),
        check: &mut SwapCheck<'_>,
    ) -> Answer<()> {
        check(self.len(), self.memory())?;
        let nodes = &self.nodes;
        let mut moving = Vec::new();
        self.unique[upper].retain(|&mut id| {
            let Node { low, high, .. } = nodes[id as usize];
            let is_below = |child: u32| nodes[child as usize].variable == lower as u32;
            let stays = !is_below(low) && !is_below(high);
            if !stays {
                moving.push(id);
            }
            stays
        });
        for (index, id) in moving.into_iter().enumerate() {
            if index % NODES_BETWEEN_CHECKS == NODES_BETWEEN_CHECKS - 1 {
                check(self.len(), self.memory())?;
            }
            let Node { low, high, references, .. } = self.nodes[id as usize];
            let (low_low, low_high) = self.cofactors(low, lower);
            let (high_low, high_high) = self.cofactors(high, lower);
            let new_low = self.node(upper, low_low, high_low);
            self.refer(new_low);
            let new_high = self.node(upper, low_high, high_high);
            self.refer(new_high);
            self.nodes[id as usize] =
                Node { variable: lower as u32, low: new_low, high: new_high, references };
            let nodes = &self.nodes;
            let rehash = |&id: &u32| hash((nodes[id as usize].low, nodes[id as usize].high));
            self.unique[lower].insert_unique(hash((new_low, new_high)), id, rehash);
            self.release(low);
            self.release(high);
        }
        Ok(())
    }

    /// The two cofactors of a node: its function where the variable is false, and where the variable is true.
    fn cofactors(&self, id: u32, variable: usize) -> (u32, u32) {
        let node = self.nodes[id as usize];
        if node.variable == variable as u32 { (node.low, node.high) } else { (id, id) }
    }

    fn refer(&mut self, id: u32) {
        if id > Self::TRUE {
            self.nodes[id as usize].references += 1;
        }
    }

    /// Removes an edge to a node. If this was the last edge to the node, removes the node.
    fn release(&mut self, id: u32) {
        if id <= Self::TRUE {
            return;
        }
        let node = &mut self.nodes[id as usize];
        node.references -= 1;
        if node.references > 0 {
            return;
        }
        let Node { variable, low, high, .. } = *node;
        let found =
            self.unique[variable as usize].find_entry(hash((low, high)), |&other| other == id);
        if let Ok(entry) = found {
            entry.remove();
        }
        self.free.push(id);
        self.release(low);
        self.release(high);
    }
}
