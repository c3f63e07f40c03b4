use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::Zero;

use crate::bdd::Diagram;
use crate::budget::{Answer, Budget};
use crate::search::{NodeId, SearchTree};
use problem::{Decisions, Value};

impl Diagram {
    /// Appends to `counts`, for each node of a search tree in the order of nodes, the number of solutions that keep the
    /// node's decisions. `self` must be the diagram of the search's problem. Each node's diagram is selected from its
    /// parent's diagram, so that the effort shrinks with the depth. At any time, at most one diagram per piece on the
    /// current path is in memory.
    ///
    /// # Errors
    /// When the budget ends before all nodes are counted. Then `counts` contains the counts of the first nodes.
    ///
    /// # Panics
    /// When a decision of the tree does not belong to the problem of the diagram.
    pub fn count_below(
        self: &Arc<Self>,
        tree: &SearchTree,
        budget: &Budget,
        counts: &mut Vec<BigUint>,
    ) -> Answer<()> {
        // The ancestors of the next node, with their diagrams.
        let mut above: Vec<(NodeId, Arc<Self>)> = Vec::new();
        for (id, node) in tree.nodes() {
            let diagram = match node.decision {
                None => Arc::clone(self),
                Some(_) if counts[node.parent.index()].is_zero() => {
                    counts.push(BigUint::ZERO);
                    continue;
                }
                Some((cell, value)) => {
                    while above.last().is_some_and(|(other, _)| *other != node.parent) {
                        above.pop();
                    }
                    let (_, parent) = above.last().expect("the parent is kept");
                    let held = above.iter().map(|(_, diagram)| diagram.memory()).sum();
                    let decision = Decisions::from_iter([(cell, value)]);
                    Arc::new(parent.select(&decision, &budget.with_reserved(held))?)
                }
            };
            let count = diagram.count(budget)?;
            if !count.is_zero() {
                // An excluded cell is the last branch of its parent, so the parent's diagram is no longer needed.
                if matches!(node.decision, Some((_, Value::Excluded))) {
                    above.pop();
                }
                above.push((id, diagram));
            }
            counts.push(count);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bdd;
    use crate::bdd::Engine;
    use crate::budget::Cause;
    use crate::search::{
        ColumnModel, Labeling, NodeOutcome, Propagation, Search, SearchOptions, Values,
    };
    use geometry::Grid;
    use problem::{Problem, Rules};

    fn problem(piece: &str, size: &str, decisions: &[(&str, Value)]) -> Problem {
        let rules = Rules::queens(8).unwrap().with_piece(piece.parse().unwrap());
        let problem = Problem::new(rules.with_grid(Grid::new(size.parse().unwrap())));
        decisions.iter().fold(problem, |problem, &(cell, value)| {
            problem.with(cell.parse().unwrap(), value).unwrap()
        })
    }

    fn tree(problem: &Problem, options: SearchOptions) -> SearchTree {
        let model = ColumnModel::new(problem).unwrap();
        let mut search = Search::traced(&model, options, Vec::new());
        while search.next(&Budget::default()).unwrap().is_some() {}
        SearchTree::new(search.trace())
    }

    fn counts(problem: &Problem, tree: &SearchTree) -> Vec<BigUint> {
        let diagram = Engine::new().diagram(problem, &Budget::default()).unwrap();
        let mut counts = Vec::new();
        diagram.count_below(tree, &Budget::default(), &mut counts).unwrap();
        counts
    }

    /// Compares each count with the number of solutions that a complete search finds below the node.
    #[test]
    fn the_counts_are_those_of_the_solutions_that_the_search_finds_below() {
        for (piece, size, decisions) in [
            ("queen", "6", &[][..]),
            ("queen", "7", &[("b1", Value::Placed)]),
            ("queen", "5x6", &[("a1", Value::Excluded)]),
            ("rook", "4", &[]),
            ("amazon", "6", &[]),
            ("queen", "3", &[]),
            ("queen", "1", &[]),
        ] {
            let problem = problem(piece, size, decisions);
            for labeling in [Labeling::FirstFail, Labeling::Leftmost, Labeling::Dual] {
                for propagation in [Propagation::Weak, Propagation::Strong] {
                    let options =
                        SearchOptions { labeling, propagation, ..SearchOptions::default() };
                    let tree = tree(&problem, options);
                    let counts = counts(&problem, &tree);
                    assert_eq!(counts.len(), tree.branches() + 1);
                    for (id, node) in tree.nodes() {
                        let below = tree.nodes().filter(|(below, leaf)| {
                            (id..=node.last_descendant).contains(below)
                                && leaf.outcome == NodeOutcome::Solution
                        });
                        assert_eq!(
                            counts[id.index()],
                            below.count().into(),
                            "{piece} {size} {id:?}"
                        );
                    }
                }
            }
        }
    }

    /// Compares each count with the census of a new engine for the node's position.
    #[test]
    fn the_counts_are_those_of_the_positions() {
        let problem = problem("queen", "6", &[]);
        let tree =
            tree(&problem, SearchOptions { values: Values::Max, ..SearchOptions::default() });
        let counts = counts(&problem, &tree);
        for (id, _) in tree.nodes() {
            let decisions = tree.path(id).filter_map(|above| tree.node(above).decision);
            let position = decisions.fold(problem.clone(), |position, (cell, value)| {
                position.with(cell, value).unwrap()
            });
            let census = bdd::Engine::new().census(&position, &Budget::default()).unwrap();
            assert_eq!(counts[id.index()], census.solutions);
        }
    }

    #[test]
    fn a_budget_leaves_the_counts_of_the_first_nodes() {
        let problem = problem("queen", "8", &[]);
        let tree = tree(&problem, SearchOptions::default());
        let diagram = Engine::new().diagram(&problem, &Budget::default()).unwrap();
        let budget = Budget::default();
        let asked = std::sync::atomic::AtomicUsize::new(0);
        let cancel = budget.clone();
        let budget = budget.with_observer(move |_| {
            if asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == 1000 {
                cancel.cancel();
            }
        });
        let mut part = Vec::new();
        let ended = diagram.count_below(&tree, &budget, &mut part).unwrap_err();
        assert_eq!(ended.cause, Cause::Cancelled);
        assert!(!part.is_empty() && part.len() < tree.branches());
        assert!(counts(&problem, &tree).starts_with(&part));
    }
}
