//! Restricts a diagram to some of its solutions.

use std::hash::Hash;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::methods::Policy;
use crate::bdd::diagram::group::{NodeGroup, StepChoice};
use crate::bdd::diagram::monitor::{Job, Monitor};
use crate::bdd::diagram::selection::Selection;
use crate::bdd::diagram::{Branch, Diagram, OrientedNode};
use crate::budget::{Answer, Budget, Phase, Progress};
use crate::heap::Heap;
use problem::Decisions;

impl Diagram {
    /// Returns the diagram of the solutions that keep the decisions. As in the library's `select`, the diagram still
    /// has nodes of decided variables. The result is not folded.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn select(&self, decisions: &Decisions, budget: &Budget) -> Answer<Self> {
        let monitor = Monitor::new(budget);
        let selection = Selection::new(self, decisions);
        if !selection.is_possible {
            return Ok(Self::without_solutions(&self.order));
        }
        let follow = |step, (), branch: &Branch| selection.allows(step, branch.index).then_some(());
        self.restricted((), follow, self.memory(), &monitor)
    }

    /// Returns the diagram of the solutions whose paths `follow` allows. Each path has a value, at the root `first`.
    /// `follow` gets a step, the value before the step and a branch, and returns the value after the branch, or `None`
    /// to forbid the path. The result is not folded. `held` is the memory in use in addition to the new diagram, in
    /// bytes.
    pub(crate) fn restricted<V: Copy + Eq + Hash>(
        &self,
        first: V,
        follow: impl Fn(usize, V, &Branch) -> Option<V>,
        held: usize,
        monitor: &Monitor<'_>,
    ) -> Answer<Self> {
        let mut here = Level::new(1);
        here.insert(self, 0, OrientedNode::ROOT, first);
        let mut levels = Vec::with_capacity(self.levels.len());
        let mut kept = 0;
        for step in 0..self.steps.len() {
            monitor.begin(Progress {
                phase: Phase::Asking,
                done: step,
                steps: self.steps.len(),
                nodes: self.nodes(),
                memory: held + kept + here.memory(),
                ..Progress::default()
            })?;
            let mut next = Level::new(self.levels[step + 1].len());
            let mut job = Job::new(monitor);
            let mut level = Vec::with_capacity(here.groups.len());
            for states in &here.groups {
                level.push(self.copy_group(step, states, &mut next, &follow, &mut job)?);
            }
            kept += level.heap();
            levels.push(level);
            here = next;
        }
        levels.push(vec![NodeGroup::new(0, false, 1)]);
        let reduced_from = levels.len();
        let unreduced = Self {
            fixed: self.fixed.clone(),
            steps: self.steps.clone(),
            levels,
            symmetries: self.symmetries,
            ..Self::without_solutions(&self.order)
        };
        unreduced.reduce(Policy::WhereItPays, reduced_from, held, monitor)
    }

    /// Returns the group of nodes for `states`, a group of states before a step. Adds the states that its arcs lead to
    /// to the next level.
    fn copy_group<V: Copy + Eq + Hash>(
        &self,
        step: usize,
        states: &States<V>,
        next: &mut Level<V>,
        follow: &impl Fn(usize, V, &Branch) -> Option<V>,
        job: &mut Job<'_>,
    ) -> Answer<NodeGroup> {
        let none = self.steps[step].variables.len();
        let index = |choice: usize| Some(choice as u16).filter(|_| choice < none);
        let mut choices: Vec<StepChoice> =
            (0..=none).map(|choice| StepChoice::new(index(choice))).collect();
        let (mut branches, mut arcs) = (Vec::new(), 0);
        for (node, &(oriented, value)) in states.iter().enumerate() {
            branches.clear();
            self.branches(step, oriented, &mut branches);
            for branch in &branches {
                if let Some(value) = follow(step, value, branch) {
                    let choice = &mut choices[branch.index.map_or(none, usize::from)];
                    let (target, number) = next.insert(self, step + 1, branch.to, value);
                    choice.target = target;
                    choice.push(node, number);
                    arcs += 1;
                }
            }
            if node % 1024 == 1023 {
                job.report(next.memory() + arcs * size_of::<u32>(), next.len, 1024 * none)?;
            }
        }
        job.report(next.memory(), next.len, none)?;
        choices.retain(|choice| choice.arcs.len() > 0);
        let mut group = NodeGroup::new(0, false, states.len());
        group.choices = choices;
        group.finish();
        Ok(group)
    }
}

/// The states of a group: nodes of the old diagram, each with the value of a path to the node.
type States<V> = IndexSet<(OrientedNode, V), FxBuildHasher>;

/// The states of a level, in groups.
struct Level<V> {
    groups: Vec<States<V>>,
    /// The number of the new group for each old group in each orientation.
    numbers: Vec<[u32; 2]>,
    /// Number of states in all groups.
    len: usize,
}

/// Placeholder for a group without a number.
const NONE: u32 = u32::MAX;

impl<V: Copy + Eq + Hash> Level<V> {
    /// An empty level, for an old level of `groups` groups.
    fn new(groups: usize) -> Self {
        Self { groups: Vec::new(), numbers: vec![[NONE; 2]; groups], len: 0 }
    }

    /// Returns the group of a state and the number of the state in the group. Adds the state if it is new.
    fn insert(
        &mut self,
        old: &Diagram,
        level: usize,
        oriented: OrientedNode,
        value: V,
    ) -> (u32, u32) {
        let orientation = usize::from(oriented.is_mirrored);
        let numbers = &mut self.numbers[oriented.group as usize];
        if numbers[orientation] == NONE {
            let number = self.groups.len() as u32;
            self.groups.push(States::default());
            numbers[orientation] = number;
            if old.levels[level][oriented.group as usize].is_own_image {
                numbers[1 - orientation] = number;
            }
        }
        let group = numbers[orientation];
        let (number, is_new) = self.groups[group as usize].insert_full((oriented, value));
        self.len += usize::from(is_new);
        (group, number as u32)
    }

    /// Approximate memory of the entries, hashes and indices, in bytes.
    fn memory(&self) -> usize {
        self.len * (size_of::<(OrientedNode, V)>() + 3 * size_of::<usize>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_state_of_a_level_takes_at_least_its_own_size() {
        let level = Level::<u64> { len: 1000, ..Level::new(1) };
        assert!(level.memory() >= 1000 * size_of::<(OrientedNode, u64)>());
    }
}
