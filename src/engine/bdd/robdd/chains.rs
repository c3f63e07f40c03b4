//! Stores the numbers of the BDD nodes of chains.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::heap::Heap;

/// A run of BDD nodes on consecutive variables. Their numbers are consecutive, and the node on the last variable has
/// the lowest number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct NodeRun {
    /// The number of the node on the first variable of the run; 0 if the run is empty.
    pub number: u32,
    first: u16,
    end: u16,
}

impl NodeRun {
    /// The run of the nodes on the variables `first..end`. `end` is at most 65 533.
    pub(super) fn new(number: u32, first: usize, end: usize) -> Self {
        Self { number, first: first as u16, end: end as u16 }
    }

    pub(super) fn first(self) -> usize {
        self.first.into()
    }

    fn number_at(self, variable: usize) -> u32 {
        self.number - (variable - self.first()) as u32
    }
}

/// Chains of BDD nodes. A chain is found from its last variable to its first variable, in one or several runs.
pub(super) struct Chains {
    /// For each chain, the run that was found last.
    last: Vec<NodeRun>,
    older: HashMap<u32, SmallVec<[NodeRun; 1]>, FxBuildHasher>,
}

impl Chains {
    pub(super) fn new(chains: usize) -> Self {
        Self { last: vec![NodeRun::default(); chains], older: HashMap::default() }
    }

    /// The run that was added last to a chain; `None` if the chain is empty.
    pub(super) fn last(&self, chain: usize) -> Option<NodeRun> {
        Some(self.last[chain]).filter(|run| run.number > 0)
    }

    /// Adds a run that ends where the previous run of the chain begins.
    pub(super) fn add(&mut self, chain: usize, run: NodeRun) {
        let before = std::mem::replace(&mut self.last[chain], run);
        if before.number > 0 {
            self.older.entry(chain as u32).or_default().push(before);
        }
    }

    /// The number of a chain's node on a variable. The node must have been found.
    pub(super) fn get(&self, chain: usize, variable: usize) -> u32 {
        let last = self.last[chain];
        // The number of a chain without variables is the number of the node below the chain.
        if variable < last.end.into() || variable == last.first() {
            return last.number_at(variable);
        }
        let older = &self.older[&(chain as u32)];
        let run = older.iter().find(|run| (run.first()..run.end.into()).contains(&variable));
        run.expect("runs leave no gap").number_at(variable)
    }
}

impl Heap for Chains {
    fn heap(&self) -> usize {
        self.last.heap() + self.older.allocation_size()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_that_is_found_in_parts_has_the_numbers_of_each() {
        let mut chains = Chains::new(2);
        assert_eq!(chains.last(1), None);
        chains.add(1, NodeRun::new(9, 5, 8));
        chains.add(1, NodeRun::new(12, 4, 5));
        chains.add(1, NodeRun::new(20, 2, 4));
        let numbers: Vec<u32> = (2..8).map(|variable| chains.get(1, variable)).collect();
        assert_eq!(numbers, [20, 19, 12, 9, 8, 7]);
        assert_eq!(chains.last(1), Some(NodeRun::new(20, 2, 4)));
        assert_eq!(chains.last(0), None);
    }
}
