//! The diagram of the solutions within a cost limit.
//!
//! It is found from the diagram without the limit, level by level: a state is a node with the cost that is
//! left to it. What the cheapest and the dearest solution below a node cost is known, so a state that
//! cannot stay within the limit is never made, and all states of a node that cannot exceed it are one.
//! States with equal arcs merge afterwards, as in every construction.
//!
//! For the textbook construction the limit is a rule with a diagram of its own ([`rule`]).

use std::time::Instant;

use biodivine_lib_bdd::{Bdd, BddNode, BddPointer, BddVariable, BddVariableSet};

use super::diagram::{Branch, Diagram, Visit};
use super::frontier::Construction;
use super::levels::SumTable;
use super::monitor::Monitor;
use super::order::VariableOrder;
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

/// The BDD of the sets of cells that cost at most so much. `check` gets the memory of its construction.
///
/// Below a variable it depends on the cost that is left only by steps: from each bound on up to the next it
/// is the same. These steps are found from the last variable to the first (I. Abío et al., "A new look at
/// BDDs for pseudo-Boolean constraints", JAIR 45, 2012).
pub(super) fn rule(
    weights: &Weights,
    limit: i64,
    order: &VariableOrder,
    set: &BddVariableSet,
    check: &dyn Fn(usize) -> Result<(), Interrupted>,
) -> Result<Bdd, Interrupted> {
    let costs: Vec<i64> = order.variables().map(|it| weights.of(order.cell(it))).collect();
    // The least and the most that can be left at each variable.
    let mut left = vec![(limit, limit)];
    for cost in &costs {
        let (least, most) = left[left.len() - 1];
        left.push((least.saturating_sub(*cost.max(&0)), most.saturating_sub(*cost.min(&0))));
    }
    let number = set.num_vars();
    let mut nodes = vec![BddNode::mk_zero(number), BddNode::mk_one(number)];
    // The bounds in ascending order, and the diagram from each on.
    let mut below = vec![(i64::MIN, BddPointer::zero()), (0, BddPointer::one())];
    for (index, &cost) in costs.iter().enumerate().rev() {
        let (least, most) = left[index];
        let mut bounds: Vec<i64> = (below.iter().map(|&(bound, _)| bound))
            .chain(below.iter().map(|&(bound, _)| bound.saturating_add(cost)))
            .map(|bound| bound.max(least))
            .filter(|&bound| bound <= most)
            .collect();
        bounds.sort_unstable();
        bounds.dedup();
        check((2 * nodes.len() + bounds.len()) * size_of::<BddNode>())?;
        let at = |left: i64| below[below.partition_point(|&(bound, _)| bound <= left) - 1].1;
        let variable = BddVariable::from_index(index);
        let mut here: Vec<(i64, BddPointer)> = Vec::with_capacity(bounds.len());
        let mut before = None;
        for bound in bounds {
            let children = (at(bound), at(bound.saturating_sub(cost)));
            if before == Some(children) {
                continue;
            }
            before = Some(children);
            let (low, high) = children;
            if low == high {
                here.push((bound, low));
            } else {
                here.push((bound, BddPointer::from_index(nodes.len())));
                nodes.push(BddNode::mk_node(variable, low, high));
            }
        }
        below = here;
    }
    // Without variables no bound is the limit itself.
    let root = below[below.partition_point(|&(bound, _)| bound <= limit) - 1].1;
    Ok(match root.as_bool() {
        Some(true) => set.mk_true(),
        Some(false) => set.mk_false(),
        None => {
            // The root is the last node. Nodes that are not below it go.
            nodes.truncate(root.to_index() + 1);
            let all = Bdd::from_nodes(&nodes).expect("children come before parents");
            all.and(&set.mk_true())
        }
    })
}
