//! Enumerates the nodes of the reduced ordered BDD that is equivalent to a diagram.
//!
//! While a step has not placed its piece, a BDD node is a *rest*: a suffix of a node's list of branches. It contains
//! the branches with the piece on the variable of the BDD node or on a later variable. After the piece, a BDD node is a
//! node of the next level that *waits* for the end of the step. Variables that have the same value in every solution
//! have BDD nodes as well. So each rest and each waiting node has a *chain* of BDD nodes, one for each variable until
//! the next choice.

mod chains;
mod numbering;
mod rests;
pub(super) mod sizes;
mod walk;

use biodivine_lib_bdd::{Bdd, BddNode, BddPointer, BddVariable};

use super::diagram::Diagram;
use super::order::Variable;
use crate::budget::{Answer, Budget, Interrupted, Phase, Progress};
use crate::heap::Heap;
use chains::NodeRun;
use numbering::Numbering;
use walk::Walk;

/// A diagram has more variables than the BDD library supports.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} variables are more than a BDD of the library can have ({MAX_VARIABLES})")]
pub struct TooManyVariables(usize);

impl TooManyVariables {
    /// Converts a number of variables to the library's type.
    ///
    /// # Errors
    /// When the library does not support this number of variables.
    pub fn check(variables: usize) -> Result<u16, Self> {
        u16::try_from(variables)
            .ok()
            .filter(|&variables| usize::from(variables) <= MAX_VARIABLES)
            .ok_or(Self(variables))
    }
}

/// Maximum number of variables that the library supports.
pub const MAX_VARIABLES: usize = 65_533;

/// An inner node of a reduced ordered BDD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InnerNode {
    /// The number of the node, counted from 2: 0 and 1 are the terminals.
    pub id: u32,
    /// The variable that the node decides.
    pub variable: Variable,
    /// The number of the child without a piece on the variable.
    pub low: u32,
    /// The number of the child with a piece on the variable.
    pub high: u32,
}

impl InnerNode {
    /// The inner nodes of a BDD of the library, children before parents.
    pub fn all_of(bdd: &Bdd) -> impl DoubleEndedIterator<Item = Self> + '_ {
        (2..bdd.size()).map(|id| {
            let pointer = BddPointer::from_index(id);
            Self {
                id: id as u32,
                variable: Variable::from_index(bdd.var_of(pointer).to_index()),
                low: bdd.low_link_of(pointer).to_index() as u32,
                high: bdd.high_link_of(pointer).to_index() as u32,
            }
        })
    }

    /// The node of the library with the same variable and children.
    pub(super) fn to_library(self) -> BddNode {
        let [low, high] = [self.low, self.high].map(|to| BddPointer::from_index(to as usize));
        BddNode::mk_node(BddVariable::from_index(self.variable.index()), low, high)
    }
}

impl Diagram {
    /// Converts the diagram to a reduced ordered BDD. The nodes are in the order in which the library's binary
    /// operations create them, so that `==` compares BDDs.
    ///
    /// # Errors
    /// When there are more variables than the library supports.
    ///
    /// # Panics
    /// When the BDD has 2³² nodes or more.
    pub fn to_bdd(&self) -> Result<Bdd, TooManyVariables> {
        let variables = TooManyVariables::check(self.order.len())?;
        let mut nodes = Vec::with_capacity(self.bdd_nodes());
        nodes.push(BddNode::mk_zero(variables));
        if !self.is_false() {
            nodes.push(BddNode::mk_one(variables));
        }
        let push = |node: InnerNode| {
            nodes.push(node.to_library());
            Ok::<(), Interrupted>(())
        };
        let budget = Budget::new(usize::MAX);
        let all = self.nodes_of_bdd(&budget).and_then(|all| all.for_each(push));
        all.expect("there are no limits");
        Ok(Bdd::from_nodes(&nodes).expect("children come before parents"))
    }

    /// The index of the first variable from which on a function and its complement may both be nodes of the BDD. Each
    /// node before that variable is false for any assignment without a piece in some later row, and for any assignment
    /// that contradicts a later variable with one value in every solution. The complement of such a node is true there,
    /// so the complement is not a node.
    pub fn first_complement_variable(&self) -> usize {
        let mut is_settled = vec![true; self.order.len()];
        let mut from = 0;
        for step in &self.steps {
            step.variables.iter().for_each(|variable| is_settled[variable.index()] = false);
            if let Some(first) = step.variables.first().filter(|_| step.must_place) {
                from = from.max(first.index() + 1);
            }
        }
        from.max(is_settled.iter().rposition(|&settled| settled).map_or(0, |last| last + 1))
    }

    /// Prepares to enumerate the nodes of the reduced ordered BDD without building it. Memory grows with the number of
    /// rests, not with the number of BDD nodes.
    ///
    /// # Errors
    /// When the budget ends before all rests have numbers.
    ///
    /// # Panics
    /// When the diagram has more variables than the library supports.
    pub fn nodes_of_bdd<'a>(&'a self, budget: &'a Budget) -> Answer<BddNodes<'a>> {
        TooManyVariables::check(self.order.len()).expect("few variables");
        let mut is_fixed = vec![false; self.order.len()];
        self.fixed.iter().for_each(|variable| is_fixed[variable.index()] = true);
        let nodes =
            BddNodes { diagram: self, numbering: Numbering::new(self, budget)?, is_fixed, budget };
        let memory = nodes.memory() + nodes.chains().iter().sum::<usize>() * size_of::<NodeRun>();
        budget.check(Progress { phase: Phase::Writing, memory, ..Progress::default() })?;
        Ok(nodes)
    }
}

/// Enumerates the inner nodes of a diagram's reduced ordered BDD.
#[derive(Debug)]
pub struct BddNodes<'a> {
    diagram: &'a Diagram,
    numbering: Numbering,
    /// For each variable, true if it is true in every solution.
    is_fixed: Vec<bool>,
    budget: &'a Budget,
}

impl BddNodes<'_> {
    /// Calls `each` for the nodes in the order in which the library's binary operations create them: depth first, high
    /// child first, and each node after its children.
    ///
    /// # Errors
    /// When the budget ends before all nodes are enumerated, or when `each` returns an error.
    ///
    /// # Panics
    /// When there are 2³² nodes or more.
    pub fn for_each<E: From<Interrupted>>(
        &self,
        each: impl FnMut(InnerNode) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.diagram.is_false() {
            return Ok(());
        }
        Walk::new(self, each).run()
    }

    /// The number of chains of nodes, and the number of chains of rests (suffixes of branch lists).
    fn chains(&self) -> [usize; 2] {
        [self.numbering.list_numbers.len(), self.numbering.next_numbers.len()]
    }

    /// The memory of the diagram and of the numbers of its rests, in bytes.
    fn memory(&self) -> usize {
        self.diagram.memory() + self.numbering.heap()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::bdd::{Arrangement, VariableOrder, compile};
    use problem::{Problem, Rules};

    #[test]
    fn runs_of_nodes_take_memory_besides_the_numbering() {
        let problem = Problem::new(Rules::queens(6).unwrap());
        let order = VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor);
        let built = compile(&problem, &Arc::new(order), &Budget::default()).unwrap();
        let reported_memory = Arc::new(AtomicUsize::new(0));
        let last = Arc::clone(&reported_memory);
        let budget = Budget::default()
            .with_observer(move |progress| last.store(progress.memory, Ordering::Relaxed));
        let nodes = built.diagram.nodes_of_bdd(&budget).unwrap();
        let (memory, alone) = (reported_memory.load(Ordering::Relaxed), nodes.memory());
        assert!(memory > alone && alone > built.diagram.memory(), "{memory} {alone}");
    }
}
