use super::{BitModel, Clique, Member, Role, StepVariables};
use crate::bdd::order::VariableOrder;
use geometry::Symmetry;
use problem::Problem;

/// Maximum number of keys. A set of keys is one word.
const MAX_KEYS: usize = 64;

impl BitModel {
    /// Partitions the variables into steps. A step is a clique with consecutive members, or a single variable.
    pub(super) fn add_steps(&mut self) {
        let mut at = vec![None; self.active()];
        for (index, Clique { members, .. }) in self.cliques.iter().enumerate() {
            let (first, last) = (members[0].variable.0, members[members.len() - 1].variable.0);
            let is_longer = |&other: &usize| self.cliques[other].members.len() >= members.len();
            if last - first + 1 == members.len() && !at[first].as_ref().is_some_and(is_longer) {
                at[first] = Some(index);
            }
        }
        let mut first = 0;
        while first < self.active() {
            let clique = at[first];
            let len = clique.map_or(1, |clique| self.cliques[clique].members.len());
            if let Some(clique) = clique {
                self.cliques[clique].role = Role::Step(self.steps.len());
            }
            self.steps.push(StepVariables { first, len, must_place: clique.is_some() });
            first += len;
        }
    }

    /// Chooses the keys among the cliques that are not steps. Cliques with more members come first, and no two keys
    /// share a variable.
    pub(super) fn add_keys(&mut self) {
        let mut step_of = vec![0; self.active()];
        for (index, step) in self.steps.iter().enumerate() {
            step_of[step.first..][..step.len].fill(index);
        }
        let steps = |members: &[Member]| -> Vec<usize> {
            members.iter().map(|member| step_of[member.variable.0]).collect()
        };
        let members = |index: usize| &self.cliques[index].members;
        let mut candidates: Vec<usize> = (0..self.cliques.len())
            .filter(|&index| self.cliques[index].role == Role::Open)
            .filter(|&index| steps(members(index)).is_sorted_by(|a, b| a < b))
            .collect();
        candidates.sort_by_key(|&index| std::cmp::Reverse(members(index).len()));
        let mut is_taken = vec![false; self.active()];
        candidates.retain(|&index| {
            let is_free = members(index).iter().all(|member| !is_taken[member.variable.0]);
            if is_free {
                for member in members(index) {
                    is_taken[member.variable.0] = true;
                }
            }
            is_free
        });
        candidates.truncate(MAX_KEYS);
        // Keys are numbered from left to right by their last variables within steps.
        let index_in_step =
            |member: &Member| member.variable.0 - self.steps[step_of[member.variable.0]].first;
        candidates.sort_by_key(|&index| members(index).iter().map(index_in_step).max());
        self.key_count = candidates.len();
        for (key, &index) in candidates.iter().enumerate() {
            self.cliques[index].role = Role::Key(key);
            for member in &self.cliques[index].members {
                self.keys[member.variable.0] |= 1 << key;
            }
        }
    }

    /// True if the diagram can be folded: some symmetry of the problem reverses the variables of each step and the
    /// order of the keys.
    pub(super) fn can_fold(&self, problem: &Problem, order: &VariableOrder) -> bool {
        let size = order.size();
        let opposite = |step: &StepVariables, index: usize| step.first + step.len - 1 - index;
        let reverses = |symmetry: &Symmetry| {
            self.steps.iter().all(|step| {
                (0..step.len).all(|index| {
                    let cell = order.cell(self.variables[step.first + index]);
                    let image = order.cell(self.variables[opposite(step, index)]);
                    symmetry.map(cell, size) == image
                })
            })
        };
        let reverses_keys = || {
            self.steps.iter().all(|step| {
                (0..step.len).all(|index| {
                    let image = self.keys[opposite(step, index)];
                    self.keys[step.first + index] == self.reversed_set(image)
                })
            })
        };
        self.counted.is_empty()
            && !self.steps.is_empty()
            && self.steps.iter().all(|step| step.must_place && step.len <= 64)
            && self.steps.iter().any(|step| step.len > 1)
            && reverses_keys()
            && Symmetry::all(size)
                .any(|symmetry| reverses(&symmetry) && problem.has_symmetry(symmetry))
    }

    /// Returns `keys` without some of the first and last keys if groups are too small, or are predicted to become too
    /// small, to save time. Otherwise returns `keys`. `groups` and `states` are the numbers of groups and states before
    /// the step. If `keys` is symmetric, the result is symmetric as well.
    pub(in crate::bdd::build::frontier) fn fewer_keys(
        &self,
        keys: u64,
        step: usize,
        groups: usize,
        states: usize,
    ) -> u64 {
        /// The step at which the number of states per group at the middle step is predicted. The prediction assumes
        /// that every `PREDICTION_STEP` steps multiply that number by the same factor.
        const PREDICTION_STEP: usize = 3;
        /// Minimum average number of states per group: for the prediction, after two fifths of the steps, and after
        /// keys are dropped.
        const MIN_PREDICTED_STATES: f64 = 12.0;
        const MIN_FOUND_STATES: usize = 32;
        const WANTED_STATES: usize = 128;
        let steps = self.steps.len();
        let growth = states as f64 / groups.max(1) as f64;
        let is_enough = match step {
            PREDICTION_STEP => {
                growth.powf(steps as f64 / 2.0 / PREDICTION_STEP as f64) >= MIN_PREDICTED_STATES
            }
            _ if 5 * step >= 2 * steps => states >= MIN_FOUND_STATES * groups,
            _ => true,
        };
        if is_enough {
            return keys;
        }
        let doublings =
            (WANTED_STATES * groups).div_ceil(states.max(1)).next_power_of_two().ilog2();
        (0..doublings.div_ceil(2)).fold(keys, |keys, _| {
            let outer = keys & keys.wrapping_neg();
            keys & !outer & !self.reversed_set(outer)
        })
    }

    /// The image of a set of keys when the order of the keys is reversed.
    pub(in crate::bdd::build::frontier) fn reversed_set(&self, set: u64) -> u64 {
        if self.key_count == 0 { 0 } else { set.reverse_bits() >> (64 - self.key_count) }
    }

    /// The set of all keys of the model's columns.
    pub(in crate::bdd::build::frontier) fn all_keys(&self) -> u64 {
        if self.key_count == 0 { 0 } else { u64::MAX >> (64 - self.key_count) }
    }
}
