use biodivine_lib_bdd::{Bdd, BddPointer};
use hashbrown::HashTable;

use crate::bdd::diagram::list::{self, MAX_UNCHECKED_PUSHES};
use crate::bdd::diagram::unique::{self, find_or_insert};
use crate::bdd::order::Variable;
use crate::budget::Answer;

/// The index of a node. 0 and 1 are the terminals.
type Id = u32;
const TRUE: Id = 1;

#[derive(Clone, Copy)]
struct Node {
    variable: Variable,
    low: Id,
    high: Id,
    /// Number of edges to the node, plus 1 for the root. Not counted for terminals.
    references: u32,
}

/// A reduced ordered BDD in which neighbouring variables can be swapped.
///
/// A node keeps its index and its function when variables are swapped. Only its variable and its children change.
pub(super) struct Swappable {
    /// The variable of each level, the first level first.
    pub order: Vec<Variable>,
    nodes: Vec<Node>,
    /// For each variable, a table of its nodes, hashed by their children.
    unique: Vec<HashTable<Id>>,
    /// Unused indices of `nodes`.
    free: Vec<Id>,
}

/// Checks the budget, given the number of nodes and the memory in bytes. An error ends the swap.
pub(super) type Check<'a> = dyn FnMut(usize, usize) -> Answer<()> + 'a;

/// Number of nodes that a swap processes between two checks of the budget.
const NODES_BETWEEN_CHECKS: usize = 1 << 14;

fn hash((low, high): (Id, Id)) -> u64 {
    unique::hash([u64::from(low) << 32 | u64::from(high)])
}

impl Swappable {
    /// Converts a BDD of the library.
    pub(super) fn new(bdd: &Bdd) -> Self {
        let variables = usize::from(bdd.num_vars());
        let beyond = Variable::from_index(variables);
        let terminal = Node { variable: beyond, low: 0, high: 0, references: 1 };
        let mut swappable = Self {
            order: (0..variables).map(Variable::from_index).collect(),
            nodes: vec![terminal; 2],
            unique: vec![HashTable::new(); variables],
            free: Vec::new(),
        };
        for pointer in bdd.pointers().filter(|pointer| !pointer.is_terminal()) {
            let link = |to: BddPointer| to.to_index() as Id;
            let (low, high) = (link(bdd.low_link_of(pointer)), link(bdd.high_link_of(pointer)));
            swappable.node(Variable::from_index(bdd.var_of(pointer).to_index()), low, high);
        }
        swappable.refer(bdd.root_pointer().to_index() as Id);
        swappable
    }

    /// The number of nodes, terminals included.
    pub(super) fn len(&self) -> usize {
        self.nodes.len() - self.free.len()
    }

    /// The number of nodes on a variable.
    pub(super) fn width(&self, variable: Variable) -> usize {
        self.unique[variable.index()].len()
    }

    fn memory(&self) -> usize {
        let tables: usize = self.unique.iter().map(HashTable::allocation_size).sum();
        list::memory(&self.nodes, MAX_UNCHECKED_PUSHES)
            + tables
            + self.free.capacity() * size_of::<Id>()
    }

    /// Swaps the variables of a level and of the level below (R. Rudell, "Dynamic variable ordering for ordered binary
    /// decision diagrams", ICCAD 1993).
    ///
    /// `check` receives the number of nodes and the memory in bytes.
    ///
    /// # Errors
    /// The error of `check`. Then the nodes are invalid.
    pub(super) fn swap(&mut self, level: usize, check: &mut Check<'_>) -> Answer<()> {
        check(self.len(), self.memory())?;
        let (upper, lower) = (self.order[level], self.order[level + 1]);
        let nodes = &self.nodes;
        let mut moving = Vec::new();
        self.unique[upper.index()].retain(|&mut id| {
            let Node { low, high, .. } = nodes[id as usize];
            let stays = [low, high].iter().all(|&child| nodes[child as usize].variable != lower);
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
                Node { variable: lower, low: new_low, high: new_high, references };
            let nodes = &self.nodes;
            let rehash = |&id: &Id| hash((nodes[id as usize].low, nodes[id as usize].high));
            self.unique[lower.index()].insert_unique(hash((new_low, new_high)), id, rehash);
            self.release(low);
            self.release(high);
        }
        self.order.swap(level, level + 1);
        Ok(())
    }

    /// The two cofactors of a node: its function where the variable is false, and where the variable is true.
    fn cofactors(&self, id: Id, variable: Variable) -> (Id, Id) {
        let node = self.nodes[id as usize];
        if node.variable == variable { (node.low, node.high) } else { (id, id) }
    }

    /// Returns the node with the given variable and children. Adds the node if it is new.
    fn node(&mut self, variable: Variable, low: Id, high: Id) -> Id {
        if low == high {
            return low;
        }
        let (nodes, table) = (&self.nodes, &mut self.unique[variable.index()]);
        let children = |id: Id| (nodes[id as usize].low, nodes[id as usize].high);
        let next = self.free.last().copied().unwrap_or(self.nodes.len() as Id);
        let same = |id| children(id) == (low, high);
        let (id, is_new) =
            find_or_insert(table, hash((low, high)), next, same, |id| hash(children(id)));
        if !is_new {
            return id;
        }
        self.free.pop();
        let node = Node { variable, low, high, references: 0 };
        match self.nodes.get_mut(id as usize) {
            Some(free) => *free = node,
            None => list::push(&mut self.nodes, node),
        }
        self.refer(low);
        self.refer(high);
        id
    }

    fn refer(&mut self, id: Id) {
        if id > TRUE {
            self.nodes[id as usize].references += 1;
        }
    }

    /// Removes an edge to a node. Removes the node if no edges to it are left.
    fn release(&mut self, id: Id) {
        if id <= TRUE {
            return;
        }
        let node = &mut self.nodes[id as usize];
        node.references -= 1;
        if node.references > 0 {
            return;
        }
        let Node { variable, low, high, .. } = *node;
        let found =
            self.unique[variable.index()].find_entry(hash((low, high)), |&other| other == id);
        if let Ok(entry) = found {
            entry.remove();
        }
        self.free.push(id);
        self.release(low);
        self.release(high);
    }
}
