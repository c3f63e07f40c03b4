//! Builds the states before each step from the states before the previous step.

use rustc_hash::{FxHashMap, FxHashSet};

use super::completions::AssignmentBoard;
use super::mirror::Mirror;
use super::model::BitModel;
use super::nodes::{GroupKeys, build_group};
use super::stage::{BuiltGroup, LevelBuilder};
use super::states::{StateTable, States};
use crate::bdd::build::methods::Methods;
use crate::bdd::diagram::group::NodeGroup;
use crate::bdd::diagram::incoming_arcs;
use crate::bdd::diagram::monitor::Monitor;
use crate::budget::{Answer, Phase, Progress};
use crate::heap::Heap;

/// Builds all levels. Returns the groups before each step and after the last step, and the first step whose states are
/// cells of completions. The groups of that step and of later steps are reduced. The states of a level are freed once
/// the next level is built.
pub(super) fn build_levels(
    model: &BitModel,
    methods: Methods,
    monitor: &Monitor<'_>,
) -> Answer<(Vec<Vec<NodeGroup>>, usize)> {
    let mut keys = model.all_keys();
    let board = AssignmentBoard::new(model);
    let mut first_reduced = model.steps.len() + 1;
    let mut first = StateTable::new(model.state_words(0), 1);
    first.insert(&model.first_state());
    let mut states = vec![first.into_states()];
    let set = GroupKeys { keys, is_own_image: model.is_foldable };
    let mirror = Mirror::of_open(model, 0);
    let mut levels = vec![vec![build_group(model, 0, None, set, &states[0], &mirror, monitor)?]];
    let mut kept = Progress { memory: model.memory(), ..Progress::default() };
    for step in 0..model.steps.len() {
        let sources = levels.last_mut().expect("the first level");
        let count = states.iter().map(States::len).sum::<usize>();
        let has_tails = step >= first_reduced;
        if !has_tails {
            let fewer = || model.fewer_keys(keys, step, sources.len(), count);
            keys = methods.groups.choose(keys, keys, fewer);
        }
        let sets = assign_targets(model, step, keys, sources, monitor)?;
        let incoming = incoming_arcs(sources, sets.len(), monitor)?;
        let held = states.iter().map(Heap::heap).sum::<usize>() + sources.heap();
        let progress = Progress {
            phase: Phase::Building,
            done: model.steps[step].first,
            steps: model.active(),
            memory: kept.memory + held + sets.len() * size_of::<BuiltGroup>(),
            ..kept
        };
        monitor.begin(progress)?;
        let stage = LevelBuilder {
            model,
            // Groups whose states are cells of completions use all keys.
            board: board.as_ref().filter(|_| keys == model.all_keys()),
            has_exact_states: has_tails,
            step,
            keys,
            sources,
            states: &states,
            group_keys: &sets,
            incoming: &incoming,
            progress,
            monitor,
        };
        let exact_board = stage.exact_board(methods.exact_states)?;
        if exact_board.is_some() {
            first_reduced = first_reduced.min(step + 1);
        }
        let pulled = stage.expand(exact_board, &(0..sets.len()).collect::<Vec<_>>())?;
        kept.states += count;
        states.clear();
        let mut next = Vec::with_capacity(pulled.len());
        for (target, pulled) in pulled.into_iter().enumerate() {
            monitor.spend(pulled.arcs.len())?;
            for (&(group, choice), arcs) in incoming.of(target).iter().zip(pulled.arcs) {
                sources[group as usize].choices[usize::from(choice)].arcs = arcs;
            }
            next.push(pulled.group);
            states.push(pulled.states);
        }
        kept.memory += sources.heap();
        levels.push(next);
    }
    let all = model.active();
    monitor.begin(Progress { phase: Phase::Building, done: all, steps: all, ..kept })?;
    Ok((levels, first_reduced))
}

/// Sets the target group and the flip of each choice of a level. Returns the groups of the next level that are targets,
/// sorted. Only the given keys distinguish groups.
fn assign_targets(
    model: &BitModel,
    step: usize,
    keys: u64,
    level: &mut [NodeGroup],
    monitor: &Monitor<'_>,
) -> Answer<Vec<GroupKeys>> {
    /// Work per choice, in words.
    const WORK: usize = 8;
    let first = model.steps[step].first;
    let child = |set: u64, index: Option<u16>| {
        let placed = index.map_or(0, |index| model.keys[first + usize::from(index)]);
        let keys = set & !placed & keys;
        let image = if model.is_foldable { model.reversed_set(keys) } else { u64::MAX };
        (GroupKeys { keys: keys.min(image), is_own_image: keys == image }, image < keys)
    };
    let mut found: FxHashSet<GroupKeys> = FxHashSet::default();
    for group in &mut *level {
        monitor.spend(WORK * group.choices.len())?;
        for choice in &mut group.choices {
            let (keys, flip) = child(group.missing_keys, choice.index);
            choice.flip = flip;
            found.insert(keys);
        }
    }
    let mut sets = Vec::from_iter(found);
    sets.sort_unstable();
    let numbers: FxHashMap<GroupKeys, u32> = sets.iter().copied().zip(0..).collect();
    for group in level {
        monitor.spend(WORK * group.choices.len())?;
        for choice in &mut group.choices {
            choice.target = numbers[&child(group.missing_keys, choice.index).0];
        }
    }
    Ok(sets)
}
