//! The nodes of a file, checked and reduced one by one.

use std::collections::HashMap;
use std::fmt;

use biodivine_lib_bdd::{Bdd, BddNode, BddPointer, BddVariable};
use itertools::Itertools;
use serde::Serialize;

/// Maximum number of nodes of a file.
const MAX_NODES: usize = 10_000_000;

/// A function: twice the number of a reduced node, plus 1 for the complement. Node 0 is the terminal 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Edge(u32);

impl Edge {
    const TRUE: Self = Self(0);

    const fn node(self) -> usize {
        self.0 as usize / 2
    }

    const fn is_complemented(self) -> bool {
        self.0 % 2 == 1
    }

    const fn complemented_if(self, is_complemented: bool) -> Self {
        Self(self.0 ^ is_complemented as u32)
    }
}

/// The target of an edge of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    edge: Edge,
    /// The level of the file's node; for terminals, the number of variables.
    level: u32,
}

#[derive(Clone, Copy, Debug)]
struct ReducedNode {
    level: u32,
    low: Edge,
    /// The high edge, which is never complemented.
    high: Edge,
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
    variables: u32,
    read: Vec<Link>,
    /// The first entry stands for the terminal.
    reduced: Vec<ReducedNode>,
    unique: HashMap<(u32, Edge, Edge), u32>,
    /// For each reduced node, whether a node of the file has its function, and whether one has its complement.
    seen: Vec<[bool; 2]>,
    facts: NodeFacts,
    /// Number of nodes of the file that are the complement of another one.
    opposites: usize,
}

impl FileNodes {
    pub(super) fn new(variables: usize) -> Self {
        let variables = variables as u32;
        let terminal = ReducedNode { level: variables, low: Edge::TRUE, high: Edge::TRUE };
        Self {
            variables,
            read: Vec::new(),
            reduced: vec![terminal],
            unique: HashMap::new(),
            seen: vec![[false; 2]],
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
        Link { edge: Edge::TRUE.complemented_if(!value), level: self.variables }
    }

    /// The complement of a node's function, for complemented edges of the file.
    pub(super) fn complement(&mut self, link: Link) -> Link {
        self.facts.has_complement_edges = true;
        Link { edge: link.edge.complemented_if(true), ..link }
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
        let level = level as u32;
        if level >= low.level || level >= high.level {
            return Err("an edge leads to a variable that is not later in the order".to_owned());
        }
        if self.read.len() >= MAX_NODES {
            return Err(format!("there are more than {MAX_NODES} nodes, which is the maximum"));
        }
        let edge = self.reduce(level, low.edge, high.edge);
        let link = Link { edge, level };
        self.read.push(link);
        Ok(link)
    }

    /// The reduced node with these edges, whose high edge is made regular.
    fn reduce(&mut self, level: u32, low: Edge, high: Edge) -> Edge {
        if low == high {
            self.facts.redundant_nodes += 1;
            return low;
        }
        let flips = high.is_complemented();
        let (low, high) = (low.complemented_if(flips), high.complemented_if(flips));
        let next = self.reduced.len() as u32;
        let node = *self.unique.entry((level, low, high)).or_insert(next);
        if node == next {
            self.reduced.push(ReducedNode { level, low, high });
            self.seen.push([false; 2]);
        }
        let seen = &mut self.seen[node as usize];
        self.facts.repeated_nodes += usize::from(seen[usize::from(flips)]);
        self.opposites += usize::from(!seen[usize::from(flips)] && seen[usize::from(!flips)]);
        seen[usize::from(flips)] = true;
        Edge(2 * node).complemented_if(flips)
    }

    /// The reduced BDD below a root, without complement edges.
    ///
    /// # Panics
    /// When there are more variables than the library supports.
    pub(super) fn finish(self, root: Link) -> (Bdd, NodeFacts) {
        // For each reduced node, whether its function is needed, and whether its complement is needed. Parents come after their
        // children.
        let mut needed = vec![[false; 2]; self.reduced.len()];
        needed[root.edge.node()][usize::from(root.edge.is_complemented())] = true;
        for index in (1..self.reduced.len()).rev() {
            let (ReducedNode { low, high, .. }, here) = (self.reduced[index], needed[index]);
            for flips in [false, true].into_iter().filter(|&it| here[usize::from(it)]) {
                for edge in [low, high].map(|edge| edge.complemented_if(flips)) {
                    needed[edge.node()][usize::from(edge.is_complemented())] = true;
                }
            }
        }
        let variables = u16::try_from(self.variables).expect("as many as the library supports");
        let mut nodes = vec![BddNode::mk_zero(variables), BddNode::mk_one(variables)];
        let mut images = vec![[BddPointer::one(), BddPointer::zero()]];
        for (node, needed) in self.reduced.iter().zip(&needed).skip(1) {
            let mut image = [BddPointer::zero(); 2];
            for flips in [false, true].into_iter().filter(|&it| needed[usize::from(it)]) {
                let [low, high] = [node.low, node.high]
                    .map(|edge| images[edge.node()][usize::from(edge.is_complemented() != flips)]);
                let variable = BddVariable::from_index(node.level as usize);
                image[usize::from(flips)] = BddPointer::from_index(nodes.len());
                nodes.push(BddNode::mk_node(variable, low, high));
            }
            images.push(image);
        }
        let root = images[root.edge.node()][usize::from(root.edge.is_complemented())];
        nodes.truncate(root.to_index() + 1);
        let reached = 1 + needed[1..].iter().filter(|needed| needed.contains(&true)).count();
        let opposites = if self.facts.has_complement_edges { self.opposites } else { 0 };
        let facts = NodeFacts {
            stored_nodes: self.read.len(),
            complement_nodes: reached,
            repeated_nodes: self.facts.repeated_nodes + opposites,
            unreached_nodes: self.reduced.len() - reached,
            ..self.facts
        };
        (Bdd::from_nodes(&nodes).expect("children come before parents"), facts)
    }
}
