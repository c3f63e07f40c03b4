//! The diagram of the solutions within a cost limit.
//!
//! It is found from the diagram without the limit, level by level: a state is a node with the cost that is
//! left to it. What the cheapest and the dearest solution below a node cost is known, so a state that
//! cannot stay within the limit is never made, and all states of a node that cannot exceed it are one.
//! States with equal arcs merge afterwards, as in every construction.
//!
//! For the textbook construction the limit is a rule with a diagram of its own ([`rule`]).

use std::sync::Arc;
use std::time::Instant;

use biodivine_lib_bdd::{Bdd, BddNode, BddPointer, BddVariable, BddVariableSet};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::diagram::{Branch, Diagram, Visit};
use super::frontier::{Construction, compile_invariant};
use super::group::{Group, Place};
use super::levels::Table;
use super::monitor::{Job, Monitor};
use super::order::VariableOrder;
use super::reduce::Frame;
use super::selection::Selection;
use super::semiring::{MinPlus, Semiring};
use super::walk::Wanted;
use crate::engine::{Budget, Interrupted, Phase, Progress};
use crate::geometry::SymmetryGroup;
use crate::problem::{Decisions, Problem, Weights};

/// Builds the diagram of a problem with a cost limit, as [`compile_invariant`] without one.
pub(super) fn compile(
    problem: &Problem,
    symmetries: SymmetryGroup,
    order: &Arc<VariableOrder>,
    (weights, limit): (&Weights, i64),
    budget: &Budget,
) -> Result<Construction, Interrupted> {
    let started = Instant::now();
    let whole = compile_invariant(&problem.without_limit(), symmetries, order, budget)?;
    let monitor = Monitor::new(budget);
    let prices = Prices::new(&whole.diagram, weights, symmetries, budget)?;
    let diagram = whole.diagram.within(&prices, limit, &monitor)?;
    let peak_memory = whole.peak_memory.max(monitor.peak());
    Ok(Construction { diagram, elapsed: started.elapsed(), peak_memory, ..whole })
}

/// What pieces cost, and the costs below nodes.
struct Prices {
    cheapest: MinPlus,
    /// What the cheapest path below each node costs.
    least: Box<dyn Table<i64>>,
    /// What the dearest one costs, with the opposite sign.
    most: Box<dyn Table<i64>>,
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
        let least = diagram.sums(&selection, &cheapest, Wanted::Below, budget)?.below;
        let most = diagram.sums(&selection, &dearest, Wanted::Below, budget)?.below;
        Ok(Self { cheapest, least, most })
    }

    /// The costs of the cheapest and of the dearest path below a node.
    fn below(&self, step: usize, visit: Visit) -> (i64, i64) {
        (self.least.below(step, visit), -self.most.below(step, visit))
    }
}

/// The states of a group: nodes, and the cost left to each.
struct Reached {
    /// The group of the diagram without the limit.
    group: u32,
    states: IndexSet<(u32, bool, i64), FxBuildHasher>,
}

/// The memory of a state, in bytes: the set's entry and hash.
const STATE_BYTES: usize = 48;

/// No group.
const NONE: u32 = u32::MAX;

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
        let mut root = Reached { group: 0, states: IndexSet::default() };
        root.states.insert((0, false, left));
        let mut here = vec![root];
        let mut levels = Vec::with_capacity(self.levels.len());
        let mut kept = 0;
        for step in 0..self.steps.len() {
            let states: usize = here.iter().map(|reached| reached.states.len()).sum();
            monitor.begin(Progress {
                phase: Phase::Asking,
                done: step,
                steps: self.steps.len(),
                memory: held + kept + states * STATE_BYTES,
                ..Progress::default()
            })?;
            let mut limiting = Limiting {
                diagram: &self,
                prices,
                step,
                next: Vec::new(),
                groups: vec![[NONE; 2]; self.levels[step + 1].len()],
                job: Job::new(monitor),
            };
            let level = here.iter().map(|reached| limiting.group(reached));
            let level = level.collect::<Result<Vec<_>, _>>()?;
            here = limiting.next;
            kept += level.iter().map(Group::memory).sum::<usize>();
            levels.push(level);
        }
        levels.push(vec![Group::new(0, false, 1)]);
        let frame = Frame {
            order: Arc::clone(&self.order),
            fixed: self.fixed.clone(),
            steps: self.steps.clone(),
            is_folded: false,
            symmetries: self.symmetries,
        };
        let reduced_from = levels.len();
        frame.reduce(levels, reduced_from, held, monitor)
    }
}

/// Finds the states of a level.
struct Limiting<'a> {
    diagram: &'a Diagram,
    prices: &'a Prices,
    /// The step before the level.
    step: usize,
    next: Vec<Reached>,
    /// The new group of each orientation of each old one.
    groups: Vec<[u32; 2]>,
    job: Job<'a>,
}

impl Limiting<'_> {
    /// The new group of the states before the step, with arcs to states of the level.
    fn group(&mut self, reached: &Reached) -> Result<Group, Interrupted> {
        let lists = self.lists(reached.group);
        let nothing = self.diagram.steps[self.step].variables.len();
        let index = |place: usize| Some(place as u16).filter(|_| place < nothing);
        let mut places: Vec<Place> = (0..=nothing).map(|place| Place::new(index(place))).collect();
        let mut arcs = 0;
        for (number, &(node, is_mirrored, left)) in reached.states.iter().enumerate() {
            for &Branch { index, to } in lists[usize::from(is_mirrored)].of(node) {
                let (least, most) = self.prices.below(self.step + 1, to);
                let left = left - self.prices.cheapest.label(self.step, index);
                if left >= least {
                    let place = &mut places[index.map_or(nothing, usize::from)];
                    let (target, to) = self.reach(to, left.min(most));
                    place.target = target;
                    place.push(number, to);
                    arcs += 1;
                }
            }
            if number % 1024 == 1023 {
                self.report(arcs, 1024 * nothing)?;
            }
        }
        places.retain(|place| place.arcs.len() > 0);
        let mut group = Group::new(0, false, reached.states.len());
        group.places = places;
        group.finish();
        self.report(arcs, nothing)?;
        Ok(group)
    }

    /// The branches of a group's nodes, by orientation.
    fn lists(&self, group: u32) -> [Lists; 2] {
        [false, true].map(|is_mirrored| {
            let mut lists = Lists::default();
            if usize::from(is_mirrored) < self.diagram.orientations() {
                self.diagram.for_each_list(self.step, group as usize, is_mirrored, |branches| {
                    lists.branches.extend_from_slice(branches);
                    lists.ends.push(lists.branches.len());
                });
            }
            lists
        })
    }

    /// The group and the number of a state of the level.
    fn reach(&mut self, to: Visit, left: i64) -> (u32, u32) {
        let groups = &mut self.groups[to.group as usize];
        let orientation = usize::from(to.is_mirrored);
        if groups[orientation] == NONE {
            let number = self.next.len() as u32;
            self.next.push(Reached { group: to.group, states: IndexSet::default() });
            groups[orientation] = number;
            if self.diagram.levels[self.step + 1][to.group as usize].is_own_image {
                groups[1 - orientation] = number;
            }
        }
        let group = groups[orientation];
        let states = &mut self.next[group as usize].states;
        (group, states.insert_full((to.node, to.is_mirrored, left)).0 as u32)
    }

    /// Reports the states found so far.
    fn report(&mut self, arcs: usize, work: usize) -> Result<(), Interrupted> {
        let states: usize = self.next.iter().map(|reached| reached.states.len()).sum();
        let memory = states * STATE_BYTES + arcs * size_of::<u32>();
        self.job.report(memory, states, work)
    }
}

/// The branches of a group's nodes in one orientation.
#[derive(Default)]
struct Lists {
    branches: Vec<Branch>,
    ends: Vec<usize>,
}

impl Lists {
    fn of(&self, node: u32) -> &[Branch] {
        let node = node as usize;
        let start = node.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.branches[start..self.ends[node]]
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
    let root = below[0].1;
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
