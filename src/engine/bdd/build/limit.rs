//! The diagram of the solutions within a cost limit.
//!
//! The construction goes through the diagram without the limit, level by level. A state is a node together with the
//! remaining cost. The costs of the cheapest and of the dearest path below each node are known. If even the cheapest
//! path costs more than the remaining cost, the state is not created. If even the dearest path costs less, the
//! remaining cost is lowered to the cost of that path, so that all such states of a node are equal. States with equal
//! arcs merge afterwards, as in every construction.

use std::time::Instant;

use super::frontier::Construction;
use crate::bdd::diagram::monitor::Monitor;
use crate::bdd::diagram::selection::Selection;
use crate::bdd::diagram::{Branch, Diagram, OrientedNode};
use crate::bdd::passes::semiring::{MinPlus, Semiring};
use crate::bdd::passes::walk::WantedSums;
use crate::budget::{Answer, Budget};
use problem::{Decisions, Weights};

/// Restricts a diagram to the solutions within a cost limit.
///
/// # Errors
/// When the budget ends first.
pub(crate) fn restrict(
    whole: Construction,
    (weights, limit): (&Weights, i64),
    budget: &Budget,
) -> Answer<Construction> {
    let started = Instant::now();
    let monitor = Monitor::new(budget);
    let diagram = whole.diagram.within(weights, limit, budget, &monitor)?;
    let peak_memory = whole.peak_memory.max(monitor.peak());
    let elapsed = whole.elapsed + started.elapsed();
    Ok(Construction { diagram, elapsed, peak_memory, ..whole })
}

impl Diagram {
    /// Returns the diagram of the solutions that cost at most `limit`. If all solutions do, this is the same diagram.
    /// Otherwise the result is not folded.
    fn within(
        self,
        weights: &Weights,
        limit: i64,
        budget: &Budget,
        monitor: &Monitor<'_>,
    ) -> Answer<Self> {
        if self.is_false() {
            return Ok(self);
        }
        let order = &self.order;
        let mut costs: Vec<i64> = order.cells().iter().map(|&cell| weights.of(cell)).collect();
        // A variable of a step stands for all cells of its orbit.
        for &variable in self.steps.iter().flat_map(|step| &step.variables) {
            let orbit = self.symmetries.orbit(order.cell(variable), order.size());
            costs[variable.index()] = orbit.map(|cell| weights.of(cell)).sum();
        }
        let nothing = vec![0; costs.len()];
        let cheapest = MinPlus::new(&self, &costs, &nothing);
        let opposite: Vec<i64> = costs.iter().map(|cost| -cost).collect();
        let dearest = MinPlus::new(&self, &opposite, &nothing);
        let selection = Selection::new(&self, &Decisions::default());
        let least = self.sums(&selection, &cheapest, WantedSums::Below, budget)?.below;
        let most = self.sums(&selection, &dearest, WantedSums::Below, budget)?.below;
        // Returns the costs of the cheapest and of the dearest path below a node.
        let below = |step, oriented| (least.below(step, oriented), -most.below(step, oriented));
        let (lowest, highest) = below(0, OrientedNode::ROOT);
        let left = limit.saturating_sub(cheapest.cost_of_sum(0).unwrap_or_default());
        if left >= highest {
            return Ok(self);
        }
        if left < lowest {
            return Ok(Self::without_solutions(order));
        }
        let held = self.memory() + 2 * self.nodes() * self.orientations() * size_of::<i64>();
        let follow = |step: usize, left: i64, branch: &Branch| {
            let (lowest, highest) = below(step + 1, branch.to);
            let left = left - cheapest.label(step, branch.index);
            (left >= lowest).then(|| left.min(highest))
        };
        self.restricted(left, follow, held, monitor)
    }
}
