//! The reduced ordered BDD that a diagram stands for.
//!
//! A variable that an edge skips is false in zero-suppressed form; in a BDD it does not matter. So a node
//! of the diagram becomes a node of the BDD with a chain above it, one node per variable that some edge
//! into it skips; a node with equal children becomes none.

use biodivine_lib_bdd::{Bdd, BddNode, BddPointer, BddVariable};

use super::diagram::{Diagram, FALSE, NodeId, TRUE};
use super::order::Variable;
use crate::engine::DiagramSize;

/// A diagram has more variables than the BDD library supports.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} variables are more than a BDD of the library can have ({MAX_VARIABLES})")]
pub struct TooManyVariables(usize);

impl TooManyVariables {
    /// The number of variables in the library's type.
    ///
    /// # Errors
    /// When they are too many.
    pub fn check(variables: usize) -> Result<u16, Self> {
        u16::try_from(variables)
            .ok()
            .filter(|&variables| usize::from(variables) <= MAX_VARIABLES)
            .ok_or(Self(variables))
    }
}

/// The most variables that the library supports.
pub const MAX_VARIABLES: usize = 65_533;

impl Diagram {
    /// The number of nodes of the reduced ordered BDD per variable, without the terminals. Does not build
    /// the BDD.
    ///
    /// # Panics
    /// Never: a chain ends after it begins.
    #[must_use]
    pub fn bdd_nodes_by_variable(&self) -> Vec<usize> {
        let mut nodes = vec![0_usize; self.order.len()];
        if self.is_false() {
            return nodes;
        }
        // The first variable that some edge into a node skips, or its own.
        let mut first = self.node_variables();
        first[self.root.index()] = Variable::from_index(0);
        // Chains begin and end: +1 at the first variable skipped, -1 at the node's own.
        let mut changes = vec![0_isize; nodes.len() + 1];
        for variable in self.order.variables() {
            for id in self.level(variable) {
                let node = self.node(id);
                for child in [node.low, node.high] {
                    let first = &mut first[child.index()];
                    *first = (*first).min(variable.next());
                }
                nodes[variable.index()] += usize::from(node.low != node.high);
                changes[first[id.index()].index()] += 1;
                changes[variable.index()] -= 1;
            }
        }
        changes[first[TRUE.index()].index()] += 1;
        let mut chains = 0;
        for (nodes, change) in nodes.iter_mut().zip(changes) {
            chains += change;
            *nodes += usize::try_from(chains).expect("a chain ends after it begins");
        }
        nodes
    }

    /// The number of nodes of the reduced ordered BDD, terminals included, as the library counts
    /// them: 1 without a solution, 2 if every assignment is one.
    #[must_use]
    pub fn bdd_nodes(&self) -> usize {
        let terminals = if self.is_false() { 1 } else { 2 };
        terminals + self.bdd_nodes_by_variable().iter().sum::<usize>()
    }

    /// The number of nodes of the reduced ordered BDD, in all and by row of the board.
    #[must_use]
    pub fn bdd_size(&self) -> DiagramSize {
        let order = self.order();
        let levels = self.bdd_nodes_by_variable();
        let mut rows = vec![0; order.size().rows().into()];
        for (variable, nodes) in order.variables().zip(&levels) {
            rows[usize::from(order.cell(variable).row())] += nodes;
        }
        let terminals = if self.is_false() { 1 } else { 2 };
        DiagramSize { nodes: terminals + levels.iter().sum::<usize>(), rows, levels }
    }

    /// The reduced ordered BDD, its nodes in the order of the library's binary operations, so that
    /// `==` tells whether two are the same.
    ///
    /// # Errors
    /// When there are more variables than the library takes.
    ///
    /// # Panics
    /// When the BDD has 2³² nodes or more.
    pub fn to_bdd(&self) -> Result<Bdd, TooManyVariables> {
        let variables = TooManyVariables::check(self.order.len())?;
        let nodes = if self.is_false() {
            vec![BddNode::mk_zero(variables)]
        } else {
            Unfolding::new(self, variables).run()
        };
        Ok(Bdd::from_nodes(&nodes).expect("children come before parents"))
    }
}

/// Walks the diagram depth first, high child first, and emits BDD nodes in post-order.
struct Unfolding<'a> {
    diagram: &'a Diagram,
    /// The variable of each node.
    variables: Vec<Variable>,
    nodes: Vec<BddNode>,
    /// The BDD node of each node; the zero terminal while there is none.
    images: Vec<BddPointer>,
    /// The chain node right above the image of each node; zero while there is none.
    chains: Vec<BddPointer>,
    /// The chain node right above each chain node; zero while there is none.
    above: Vec<BddPointer>,
}

impl<'a> Unfolding<'a> {
    fn new(diagram: &'a Diagram, variables: u16) -> Self {
        let size = diagram.bdd_nodes();
        let mut nodes = Vec::with_capacity(size);
        nodes.extend([BddNode::mk_zero(variables), BddNode::mk_one(variables)]);
        let mut images = vec![BddPointer::zero(); diagram.nodes.len()];
        images[TRUE.index()] = BddPointer::one();
        Self {
            diagram,
            variables: diagram.node_variables(),
            nodes,
            images,
            chains: vec![BddPointer::zero(); diagram.nodes.len()],
            above: vec![BddPointer::zero(); size],
        }
    }

    fn run(mut self) -> Vec<BddNode> {
        // The nodes on the path, each with the number of its children that are done.
        let mut path = Vec::new();
        if self.diagram.root > TRUE {
            path.push((self.diagram.root, 0));
        }
        while let Some((id, done)) = path.pop() {
            let node = self.diagram.node(id);
            let variable = self.variables[id.index()];
            let child = match done {
                0 => node.high,
                1 => node.low,
                _ => {
                    let high = self.extend(node.high, variable.next());
                    let low = self.extend(node.low, variable.next());
                    self.images[id.index()] =
                        if low == high { low } else { self.emit(variable, low, high) };
                    continue;
                }
            };
            if done == 1 {
                // The chain above the high child comes before all below the low one.
                self.extend(node.high, variable.next());
            }
            path.push((id, done + 1));
            if child > TRUE && self.images[child.index()].is_zero() {
                path.push((child, 0));
            }
        }
        self.extend(self.diagram.root, Variable::from_index(0));
        self.nodes
    }

    fn emit(&mut self, variable: Variable, low: BddPointer, high: BddPointer) -> BddPointer {
        let index = u32::try_from(self.nodes.len()).expect("fewer than 2^32 nodes");
        let pointer = BddPointer::from_index(index as usize);
        let variable = BddVariable::from_index(variable.index());
        self.nodes.push(BddNode::mk_node(variable, low, high));
        pointer
    }

    /// The BDD node of a node with all variables from `first` to its own false.
    fn extend(&mut self, id: NodeId, first: Variable) -> BddPointer {
        if id == FALSE {
            return BddPointer::zero();
        }
        let own = self.variables[id.index()];
        let mut image = self.images[id.index()];
        for variable in first.until(own).rev() {
            let bottom = variable.next() == own;
            let (id, below) = (id.index(), image.to_index());
            let known = if bottom { self.chains[id] } else { self.above[below] };
            let next = if known.is_zero() {
                self.emit(variable, image, BddPointer::zero())
            } else {
                known
            };
            if bottom {
                self.chains[id] = next;
            } else {
                self.above[below] = next;
            }
            image = next;
        }
        image
    }
}
