use std::collections::BTreeSet;

use super::levels::SumTable;
use super::semiring::{MinPlus, Semiring};
use super::walk::{Sums, WantedSums};
use crate::bdd::diagram::selection::Selection;
use crate::bdd::diagram::{Diagram, OrientedNode};
use crate::budget::{Answer, Budget, Phase, Progress};
use crate::costs::{BestCosts, Objective, PricedSolution};
use problem::{Decisions, Weights};

/// The prices of the diagram's arcs: the weight of the cell with the piece, negated if the objective is the maximum.
fn prices(diagram: &Diagram, weights: &Weights, objective: Objective) -> MinPlus {
    let weight = |variable| objective.sign() * weights.of(diagram.order.cell(variable));
    let placing: Vec<i64> = diagram.order.variables().map(weight).collect();
    MinPlus::new(diagram, &placing, &vec![0; placing.len()])
}

impl Diagram {
    /// The cost of the best solution that keeps the decisions, and for each cell the cost of the best such solution
    /// with a piece on the cell. Takes one pass up and one pass down.
    ///
    /// # Errors
    /// When the budget ends before the answer.
    ///
    /// # Panics
    /// When the weights are for a board of another size.
    pub fn costs(
        &self,
        decisions: &Decisions,
        weights: &Weights,
        objective: Objective,
        budget: &Budget,
    ) -> Answer<BestCosts> {
        let (selection, prices) =
            (Selection::new(self, decisions), prices(self, weights, objective));
        let sums = self.sums(&selection, &prices, WantedSums::Cells, budget)?;
        let cost = |sum: i64| prices.cost_of_sum(sum).map(|cost| objective.sign() * cost);
        let best = cost(sums.total);
        Ok(BestCosts { best, cells: sums.cells.into_iter().map(cost).collect() })
    }

    /// Returns up to `max_solutions` of the best solutions that keep the decisions, the best first. Solutions of equal
    /// cost are in the order of [`Diagram::solutions`].
    ///
    /// # Errors
    /// When the budget ends before the answer.
    ///
    /// # Panics
    /// When the weights are for a board of another size.
    pub fn best(
        &self,
        decisions: &Decisions,
        weights: &Weights,
        objective: Objective,
        max_solutions: usize,
        budget: &Budget,
    ) -> Answer<Vec<PricedSolution>> {
        let (selection, prices) =
            (Selection::new(self, decisions), prices(self, weights, objective));
        let Sums { total, below, .. } =
            self.sums(&selection, &prices, WantedSums::Below, budget)?;
        let is_wanted = max_solutions > 0 && !MinPlus::is_zero(total);
        let first = PathPrefix { cost: total, indices: Vec::new(), oriented: OrientedNode::ROOT };
        let queue = is_wanted.then_some(first).into_iter().collect();
        let sign = objective.sign();
        let mut best = BestSolutions {
            diagram: self,
            selection,
            prices,
            below,
            sign,
            queue,
            solutions_left: max_solutions,
        };
        std::iter::from_fn(|| best.next(budget).transpose()).collect()
    }
}

/// Enumerates the solutions of a diagram in the order of their costs, the best first.
///
/// The best cost below each node is known, so the search finds each solution without backtracking. At each node it
/// follows the first of the best arcs, and for each other arc it queues the path up to and including that arc
/// (best-first search with an exact estimate; E. L. Lawler, "A procedure for computing the K best solutions to discrete
/// optimization problems", 1972). The queue contains at most one path per solution still wanted.
struct BestSolutions<'a> {
    diagram: &'a Diagram,
    selection: Selection,
    prices: MinPlus,
    /// For each node, the cost of the cheapest path below the node.
    below: Box<dyn SumTable<i64>>,
    sign: i64,
    queue: BTreeSet<PathPrefix>,
    /// The number of solutions still wanted.
    solutions_left: usize,
}

/// The start of a path.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct PathPrefix {
    /// The cost of the cheapest path with this start. Variables that belong to no step are not included.
    cost: i64,
    /// For each step of the start, the index of the variable with a piece in the step; [`NO_PIECE`] without a piece.
    indices: Vec<u16>,
    /// The node at the end of the start.
    oriented: OrientedNode,
}

/// Placeholder index of the arc without a piece. It sorts after all indices of variables.
const NO_PIECE: u16 = u16::MAX;

impl BestSolutions<'_> {
    /// Returns the next solution, if there is one.
    ///
    /// # Errors
    /// When the budget ends before the answer.
    fn next(&mut self, budget: &Budget) -> Answer<Option<PricedSolution>> {
        let start = size_of::<PathPrefix>() + self.diagram.steps.len() * size_of::<u16>();
        let memory = self.diagram.memory() + self.queue.len() * 2 * start;
        let nodes = self.diagram.nodes();
        budget.check(Progress { phase: Phase::Asking, nodes, memory, ..Progress::default() })?;
        let Some(PathPrefix { cost, mut indices, mut oriented }) = self.queue.pop_first() else {
            return Ok(None);
        };
        self.solutions_left -= 1;
        let mut spent: i64 = (indices.iter().enumerate())
            .map(|(step, &index)| self.prices.label(step, Some(index).filter(|&it| it != NO_PIECE)))
            .sum();
        let mut branches = Vec::new();
        for step in indices.len()..self.diagram.steps.len() {
            branches.clear();
            self.diagram.branches(step, oriented, &mut branches);
            branches.retain(|branch| self.selection.allows(step, branch.index));
            let mut taken = None;
            for branch in &branches {
                let spent = spent + self.prices.label(step, branch.index);
                let best = spent + self.below.below(step + 1, branch.to);
                let index = branch.index.unwrap_or(NO_PIECE);
                if best == cost && taken.is_none() {
                    taken = Some((index, branch.to, spent));
                } else if !MinPlus::is_zero(best) {
                    self.queue_path(best, &indices, index, branch.to);
                }
            }
            let Some((index, to, after)) = taken else { unreachable!("a best arc") };
            indices.push(index);
            (oriented, spent) = (to, after);
        }
        let indices = indices.into_iter().map(|index| Some(index).filter(|&it| it != NO_PIECE));
        let cells = self.diagram.solution(indices);
        Ok(self
            .prices
            .cost_of_sum(cost)
            .map(|cost| PricedSolution { cost: self.sign * cost, cells }))
    }

    /// Queues the start of a path, unless enough starts of cheaper paths are queued already.
    fn queue_path(&mut self, cost: i64, before: &[u16], index: u16, oriented: OrientedNode) {
        let is_full = self.queue.len() >= self.solutions_left;
        if is_full && self.queue.last().is_none_or(|last| last.cost < cost) {
            return;
        }
        let mut indices = Vec::with_capacity(before.len() + 1);
        indices.extend_from_slice(before);
        indices.push(index);
        self.queue.insert(PathPrefix { cost, indices, oriented });
        if is_full {
            self.queue.pop_last();
        }
    }
}
