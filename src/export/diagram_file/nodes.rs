//! The nodes of a file, checked and reduced one by one.

use std::fmt;

use biodivine_lib_bdd::Bdd;
use itertools::Itertools;
use serde::Serialize;

use engine::DiagramKind;
use engine::bdd::{InnerNode, NodeArena};

/// Maximum number of nodes of a file.
const MAX_NODES: usize = 10_000_000;

/// The target of an edge of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// The number of the reduced node. The last bit is inverted in the number of the complement.
    node: u32,
    /// The level of the file's node; for terminals, the number of variables.
    level: usize,
}

/// Differences between the nodes of a file and the nodes of the reduced diagram.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct NodeFacts {
    /// Number of nodes in the file, terminals included.
    pub stored_nodes: usize,
    /// Number of nodes of the reduced diagram with complement edges, the only terminal included.
    pub complement_nodes: usize,
    /// True if edges of the file are complemented.
    pub has_complement_edges: bool,
    /// Number of nodes of the file with two edges to the same function.
    pub redundant_nodes: usize,
    /// Number of nodes of the file that repeat another one.
    pub repeated_nodes: usize,
    /// Number of functions of the file that no path from the root reaches.
    pub unreached_nodes: usize,
}

impl NodeFacts {
    /// True if the file has no superfluous nodes.
    pub const fn is_reduced(&self) -> bool {
        self.redundant_nodes + self.repeated_nodes + self.unreached_nodes == 0
    }
}

impl fmt::Display for NodeFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            (self.redundant_nodes, "redundant"),
            (self.repeated_nodes, "repeated"),
            (self.unreached_nodes, "not reached from the root"),
        ];
        let parts = parts.iter().filter(|(number, _)| *number > 0);
        let parts = parts.map(|(number, word)| format!("{number} {word}")).join(", ");
        if self.is_reduced() {
            return f.write_str("the file is reduced");
        }
        write!(f, "the file is not reduced: of its nodes, {parts}")
    }
}

/// The nodes read so far.
#[derive(Debug)]
pub(super) struct FileNodes {
    variables: usize,
    read: Vec<Link>,
    /// The reduced nodes. The complement of each node is the node beside it.
    arena: NodeArena,
    /// For each reduced node, whether a node of the file has its function.
    seen: Vec<bool>,
    facts: NodeFacts,
    /// Number of nodes of the file that are the complement of another one.
    opposites: usize,
}

impl FileNodes {
    pub(super) fn new(variables: usize) -> Self {
        Self {
            variables,
            read: Vec::new(),
            arena: NodeArena::new(variables, DiagramKind::Bdd),
            seen: Vec::new(),
            facts: NodeFacts::default(),
            opposites: 0,
        }
    }

    /// The number of nodes that were read.
    pub(super) const fn len(&self) -> usize {
        self.read.len()
    }

    /// The node that was read as number `index`, from 0.
    pub(super) fn get(&self, index: usize) -> Option<Link> {
        self.read.get(index).copied()
    }

    /// The terminal with this value.
    pub(super) const fn terminal(&self, value: bool) -> Link {
        let node = if value { NodeArena::TRUE } else { NodeArena::FALSE };
        Link { node, level: self.variables }
    }

    /// The complement of a node's function, for complemented edges of the file.
    pub(super) fn complement(&mut self, link: Link) -> Link {
        self.facts.has_complement_edges = true;
        Link { node: link.node ^ 1, ..link }
    }

    /// Adds a terminal of the file.
    pub(super) fn add_terminal(&mut self, value: bool) {
        self.read.push(self.terminal(value));
    }

    /// Adds an inner node of the file.
    ///
    /// # Errors
    /// When an edge does not lead to a later level, or there are too many nodes.
    pub(super) fn add(&mut self, level: usize, low: Link, high: Link) -> Result<Link, String> {
        if level >= low.level || level >= high.level {
            return Err("an edge leads to a variable that is not later in the order".to_owned());
        }
        if self.read.len() >= MAX_NODES {
            return Err(format!("there are more than {MAX_NODES} nodes, which is the maximum"));
        }
        let node = self.arena.node(level, low.node, high.node);
        if low.node == high.node {
            self.facts.redundant_nodes += 1;
        } else {
            // A node and its complement are added together, so that their numbers differ in the last bit.
            self.arena.node(level, low.node ^ 1, high.node ^ 1);
            let (own, other) = (node as usize, (node ^ 1) as usize);
            self.seen.resize(self.seen.len().max(own.max(other) + 1), false);
            self.facts.repeated_nodes += usize::from(self.seen[own]);
            self.opposites += usize::from(!self.seen[own] && self.seen[other]);
            self.seen[own] = true;
        }
        let link = Link { node, level };
        self.read.push(link);
        Ok(link)
    }

    /// The reduced BDD below a root, without complement edges.
    ///
    /// # Panics
    /// When there are more variables than the library supports.
    pub(super) fn finish(self, root: Link) -> (Bdd, NodeFacts) {
        let inner: Vec<InnerNode> = self.arena.inner_nodes().collect();
        let mut is_reached = vec![false; inner.len() + 2];
        is_reached[root.node as usize] = true;
        for node in inner.iter().rev() {
            if is_reached[node.id as usize] {
                (is_reached[node.low as usize], is_reached[node.high as usize]) = (true, true);
            }
        }
        // With complement edges, a node and its complement are one node, as the two terminals.
        let inner_pairs = is_reached[2..].chunks(2);
        let complement_nodes = 1 + inner_pairs.filter(|pair| pair.contains(&true)).count();
        let opposites = if self.facts.has_complement_edges { self.opposites } else { 0 };
        let facts = NodeFacts {
            stored_nodes: self.read.len(),
            complement_nodes,
            repeated_nodes: self.facts.repeated_nodes + opposites,
            unreached_nodes: is_reached.len() / 2 - complement_nodes,
            ..self.facts
        };
        let levels: Vec<usize> = (0..self.variables).collect();
        let bdd = self.arena.relabelled(root.node, &levels);
        (bdd.expect("as many variables as the library supports"), facts)
    }
}
