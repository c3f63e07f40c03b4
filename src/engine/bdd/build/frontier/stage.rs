//! Builds the states of one level, group by group.

use super::completions::{self, AssignmentBoard, GroupCompletions};
use super::mirror::Mirror;
use super::model::BitModel;
use super::nodes::{GroupKeys, build_group};
use super::state::Expander;
use super::states::{StateTable, States};
use super::successors::{ExactSuccessors, OpenSuccessors, SourceChoice, Successors};
use super::widths::{MAX_NARROW_WORDS, padded};
use crate::bdd::build::methods::Policy;
use crate::bdd::diagram::arcs::{Arcs, DEAD};
use crate::bdd::diagram::group::{NodeGroup, StepChoice};
use crate::bdd::diagram::monitor::{Job, Monitor};
use crate::bdd::diagram::parallel::{parallel, threads_for};
use crate::budget::{Answer, Interrupted, Progress};
use crate::heap::Heap;
use crate::lists::Lists;

/// A group of the new level, its states, and the arcs of each choice that leads to the group.
pub(super) struct BuiltGroup {
    pub group: NodeGroup,
    pub states: States,
    pub arcs: Vec<Arcs>,
}

/// The data from which a level is built.
#[derive(Clone, Copy)]
pub(super) struct LevelBuilder<'a> {
    pub model: &'a BitModel,
    /// The board for exact states; `None` if the states of the level must be open variables.
    pub board: Option<&'a AssignmentBoard>,
    /// True if the states of the previous level are cells of completions.
    pub has_exact_states: bool,
    /// The index of the step whose choices lead to the level.
    pub step: usize,
    /// The keys that distinguish groups.
    pub keys: u64,
    pub sources: &'a [NodeGroup],
    pub states: &'a [States],
    pub group_keys: &'a [GroupKeys],
    pub incoming: &'a Lists<(u32, u16)>,
    /// The progress before the level is built.
    pub progress: Progress,
    pub monitor: &'a Monitor<'a>,
}

impl<'a> LevelBuilder<'a> {
    /// Decides whether the states of the level are cells of completions. If they are, returns the board of the
    /// completions. Otherwise the states are open variables.
    pub(super) fn exact_board(&self, exact_states: Policy) -> Answer<Option<&'a AssignmentBoard>> {
        let Some(board) = self.board else { return Ok(None) };
        let is_exact = self.has_exact_states
            || self.step + 1 == board.first_exact()
                && exact_states.choose(Ok(true), Ok(false), || self.exact_states_pay(board))?;
        Ok(is_exact.then_some(board))
    }

    /// Builds the groups with the given indices. If `board` is given, the states are cells of completions on that
    /// board. Otherwise they are open variables.
    pub(super) fn expand(
        &self,
        board: Option<&AssignmentBoard>,
        groups: &[usize],
    ) -> Answer<Vec<BuiltGroup>> {
        match (board, padded(self.model.open_words(self.step))) {
            (Some(board), _) => self.expand_exact(board, groups),
            (None, 1) => self.expand_open::<1>(groups),
            (None, 2) => self.expand_open::<2>(groups),
            (None, 3) => self.expand_open::<3>(groups),
            (None, 4) => self.expand_open::<4>(groups),
            (None, MAX_NARROW_WORDS) => self.expand_open::<MAX_NARROW_WORDS>(groups),
            (None, 16) => self.expand_open::<16>(groups),
            (None, 64) => self.expand_open::<64>(groups),
            (None, 1024) => self.expand_open::<1024>(groups),
            (None, 16384) => self.expand_open::<16384>(groups),
            (None, _) => unreachable!("one of the widths"),
        }
    }

    // Not inlined: otherwise states of every width would need the stack frame of the widest states.
    #[inline(never)]
    fn expand_open<const W: usize>(&self, groups: &[usize]) -> Answer<Vec<BuiltGroup>> {
        /// Work per clique or counted group, in words.
        const WORK_PER_GROUP: usize = 16;
        let (model, next) = (self.model, self.step + 1);
        let mirror = Mirror::of_open(model, next);
        self.monitor.spend(WORK_PER_GROUP * (model.cliques.len() + model.counted.len()))?;
        let expander = Expander::<W>::new(model, self.step);
        self.pull_groups(groups, |target| {
            let set = self.group_keys[target].keys;
            let expander_for = |set| expander.expander_for(set, self.keys);
            let flips = self.incoming.of(target).iter().any(|&(group, choice)| {
                self.sources[group as usize].choices[usize::from(choice)].flip
            });
            let image = flips.then(|| expander_for(model.reversed_set(set)));
            let successors = OpenSuccessors::new(expander_for(set), image, &mirror);
            self.pull(target, successors, None, model.state_words(next), &mirror)
        })
    }

    fn expand_exact(&self, board: &AssignmentBoard, groups: &[usize]) -> Answer<Vec<BuiltGroup>> {
        let (model, next) = (self.model, self.step + 1);
        let rows = model.steps.len() - next;
        let mirror = Mirror::of_rows(rows);
        self.pull_groups(groups, |target| {
            let completions =
                GroupCompletions::new(board, next, self.group_keys[target].keys, self.monitor)?;
            let successors =
                ExactSuccessors::new(model, board, completions, self.step, self.has_exact_states);
            self.pull(target, successors, Some(board), (rows * rows).div_ceil(64), &mirror)
        })
    }

    fn pull_groups(
        &self,
        groups: &[usize],
        pull: impl Fn(usize) -> Answer<BuiltGroup> + Sync,
    ) -> Answer<Vec<BuiltGroup>> {
        let threads = threads_for(self.count(), self.monitor.budget.threads());
        parallel(threads, groups.len(), |index| pull(groups[index]))
    }

    /// The number of states of the previous level.
    fn count(&self) -> usize {
        self.states.iter().map(States::len).sum()
    }

    /// True if exact states probably save time. A sample of the groups must have few completions, and the number of
    /// exact states must be at most three quarters of the number of states of open variables. For small groups,
    /// finding completions takes longer than it saves.
    fn exact_states_pay(&self, board: &AssignmentBoard) -> Answer<bool> {
        /// Maximum average number of completions per group.
        const MAX_COMPLETIONS_PER_GROUP: usize = 1 << 14;
        /// Minimum average number of states per group.
        const MIN_STATES_PER_GROUP: usize = 40;
        /// Maximum number of groups in the sample.
        const MAX_GROUPS: usize = 8;
        if self.count() < MIN_STATES_PER_GROUP * self.sources.len() {
            return Ok(false);
        }
        let every = self.group_keys.len().div_ceil(MAX_GROUPS).max(1);
        let sample: Vec<usize> = (every / 2..self.group_keys.len()).step_by(every).collect();
        let mut left = MAX_COMPLETIONS_PER_GROUP * sample.len();
        for &group in &sample {
            let set = self.group_keys[group].keys;
            let completions =
                completions::find_completions(board, self.step + 1, set, left + 1, self.monitor)?;
            let Some(rest) = left.checked_sub(completions.len()) else { return Ok(false) };
            left = rest;
        }
        let states = |board| {
            let pulled = self.expand(board, &sample)?;
            Ok::<usize, Interrupted>(pulled.iter().map(|pulled| pulled.states.len()).sum())
        };
        let (exact, open) = (states(Some(board))?, states(None)?);
        // The memory of the sample has been freed.
        self.monitor.begin(self.progress)?;
        Ok(4 * exact <= 3 * open)
    }

    /// Builds a group, its states, and the arcs of all choices that lead to the group. If `board` is given, the states
    /// are cells of completions on that board. `words` is the number of words of a state.
    fn pull(
        &self,
        target: usize,
        mut successors: impl Successors,
        board: Option<&AssignmentBoard>,
        words: usize,
        mirror: &Mirror,
    ) -> Answer<BuiltGroup> {
        /// Work between two reports, in words.
        const WORK_BETWEEN_REPORTS: usize = 1 << 15;
        let (mut job, set) = (Job::new(self.monitor), self.group_keys[target]);
        let incoming = self.incoming.of(target);
        let most = incoming.iter().map(|&(group, _)| self.sources[group as usize].len).sum();
        let mut table = StateTable::new(words, most);
        let (mut lists, mut image) = (Vec::with_capacity(incoming.len()), Vec::new());
        let (mut arcs_memory, mut work) = (0, 0);
        for &(index, choice) in incoming {
            let (from, states) = (&self.sources[index as usize], &self.states[index as usize]);
            let choice = &from.choices[usize::from(choice)];
            let StepChoice { index, flip, .. } = *choice;
            let to = if flip { self.model.reversed_set(set.keys) } else { set.keys };
            successors.select_choice(SourceChoice {
                source_keys: from.missing_keys,
                target_keys: to,
                index,
                flip,
            });
            let mut arcs = Arcs::with_capacity(choice.count());
            for node in choice.nodes() {
                arcs.push(match successors.child(states.get(node)) {
                    None => DEAD,
                    Some(child) if set.is_own_image => {
                        mirror.reflect(child, &mut image);
                        let is_mirrored = image.as_slice() < child;
                        let least = if is_mirrored { &image } else { child };
                        table.insert(least) << 1 | u32::from(is_mirrored)
                    }
                    Some(child) => table.insert(child),
                });
                work += successors.work();
                if work >= WORK_BETWEEN_REPORTS {
                    let memory = successors.memory() + table.memory() + arcs_memory + arcs.heap();
                    job.report(memory, table.len(), std::mem::take(&mut work))?;
                }
            }
            arcs_memory += arcs.memory();
            lists.push(arcs);
        }
        let states = table.into_states();
        let group =
            build_group(self.model, self.step + 1, board, set, &states, mirror, self.monitor)?;
        job.report(group.memory() + states.heap() + arcs_memory, states.len(), work)?;
        Ok(BuiltGroup { group, states, arcs: lists })
    }
}
