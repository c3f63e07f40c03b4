//! The diagram of the solutions within a cost limit.
//!
//! It is found from the diagram without the limit, level by level: a state is a node with the cost that is
//! left to it. What the cheapest and the dearest solution below a node cost is known, so a state that
//! cannot stay within the limit is never made, and all states of a node that cannot exceed it are one.
//! States with equal arcs merge afterwards, as in every construction.

use std::time::Instant;

use super::diagram::{Branch, Diagram, Visit};
use super::frontier::Construction;
use super::levels::SumTable;
use super::monitor::Monitor;
use super::selection::Selection;
use super::semiring::{MinPlus, Semiring};
use super::walk::WantedSums;
use crate::budget::{Budget, Interrupted};
use geometry::SymmetryGroup;
use problem::{Decisions, Weights};

/// Restricts the diagram of the solutions that symmetries map to themselves to those within a cost limit.
///
/// # Errors
/// When the budget ends first.
pub(super) fn restrict(
    whole: Construction,
    symmetries: SymmetryGroup,
    (weights, limit): (&Weights, i64),
    budget: &Budget,
) -> Result<Construction, Interrupted> {
    let started = Instant::now();
    let monitor = Monitor::new(budget);
    let prices = Prices::new(&whole.diagram, weights, symmetries, budget)?;
    let diagram = whole.diagram.within(&prices, limit, &monitor)?;
    let peak_memory = whole.peak_memory.max(monitor.peak());
    let elapsed = whole.elapsed + started.elapsed();
    Ok(Construction { diagram, elapsed, peak_memory, ..whole })
}

/// What pieces cost, and the costs below nodes.
struct Prices {
    cheapest: MinPlus,
    /// What the cheapest path below each node costs.
    least: Box<dyn SumTable<i64>>,
    /// What the dearest one costs, with the opposite sign.
    most: Box<dyn SumTable<i64>>,
}

impl Prices {
    fn new(
        diagram: &Diagram,
        weights: &Weights,
        symmetries: SymmetryGroup,
        budget: &Budget,
    ) -> Result<Self, Interrupted> {
        let order = diagram.order();
        let mut costs: Vec<i64> = order.variables().map(|it| weights.of(order.cell(it))).collect();
        // A variable of a step stands for all cells of its orbit.
        for &variable in diagram.steps.iter().flat_map(|step| &step.variables) {
            let orbit = symmetries.orbit(order.cell(variable), order.size());
            costs[variable.index()] = orbit.map(|cell| weights.of(cell)).sum();
        }
        let nothing = vec![0; costs.len()];
        let cheapest = MinPlus::new(diagram, &costs, &nothing);
        let opposite: Vec<i64> = costs.iter().map(|cost| -cost).collect();
        let dearest = MinPlus::new(diagram, &opposite, &nothing);
        let selection = Selection::new(diagram, &Decisions::default());
        let least = diagram.sums(&selection, &cheapest, WantedSums::Below, budget)?.below;
        let most = diagram.sums(&selection, &dearest, WantedSums::Below, budget)?.below;
        Ok(Self { cheapest, least, most })
    }

    /// The costs of the cheapest and of the dearest path below a node.
    fn below(&self, step: usize, visit: Visit) -> (i64, i64) {
        (self.least.below(step, visit), -self.most.below(step, visit))
    }
}

impl Diagram {
    /// The diagram of the solutions that cost at most so much. It is not folded, unless all do.
    fn within(
        self,
        prices: &Prices,
        limit: i64,
        monitor: &Monitor<'_>,
    ) -> Result<Self, Interrupted> {
        if self.is_false() {
            return Ok(self);
        }
        let (least, most) = prices.below(0, Visit::ROOT);
        let fixed = prices.cheapest.total(0).unwrap_or_default();
        let left = limit.saturating_sub(fixed);
        if left >= most {
            return Ok(self);
        }
        if left < least {
            return Ok(Self::without_solutions(&self.order));
        }
        let held = self.memory() + 2 * self.nodes() * self.orientations() * size_of::<i64>();
        let follow = |step: usize, left: i64, branch: &Branch| {
            let (least, most) = prices.below(step + 1, branch.to);
            let left = left - prices.cheapest.label(step, branch.index);
            (left >= least).then(|| left.min(most))
        };
        self.restricted(left, follow, held, monitor)
    }
}
