//! The states before each step, from those before the step before, group by group.

use std::num::NonZeroUsize;

use super::super::arcs::{Arcs, DEAD};
use super::super::diagram::Incoming;
use super::super::group::Group;
use super::super::monitor::{Job, Monitor};
use super::super::parallel::{parallel, threads_for};
use super::mirror::Mirror;
use super::model::{Active, Model, Step};
use super::state::Expander;
use super::states::{States, Table};
use super::successors::{ExactSuccessors, OpenSuccessors, Source, Successors};
use super::tails::{Board, Tails, rank};
use crate::engine::{Interrupted, Phase, Progress};

/// Compiles the expansion of a level for each of the widths, in words, that a state's open
/// variables are held in: loops over a few words are unrolled.
macro_rules! widths {
    ($($width:literal)*) => {
        const WIDTHS: &[usize] = &[$($width),*];

        fn expand_level(stage: &Stage<'_>) -> Result<Vec<Pulled>, Interrupted> {
            match padded(stage.model.open_words(stage.step)) {
                $($width => stage.expand_open::<$width>(),)*
                _ => unreachable!("one of the widths"),
            }
        }
    };
}

widths!(1 2 3 4 6 8 12 16 32 64 128 256 512 1024 16384);

/// The smallest of the widths that holds so many words.
pub(super) fn padded(words: usize) -> usize {
    WIDTHS.iter().copied().find(|&width| words <= width).expect("no grid has more cells")
}

/// The groups before each step and after the last, not reduced before those steps whose states are not
/// exact; and the first step whose states are. The states of a level are freed once the next is built.
pub(super) fn expand(
    model: &Model,
    monitor: &Monitor<'_>,
) -> Result<(Vec<Vec<Group>>, usize), Interrupted> {
    let board = Board::new(model);
    let first_exact = board.as_ref().map_or(model.steps.len() + 1, Board::first_exact);
    let mut first = Table::new(model.key_words(0));
    first.insert(&model.first_state());
    let mut states = vec![first.into_states()];
    let set = Set { keys: model.all_keys(), is_own_image: model.is_foldable };
    let mirror = Mirror::of_open(model, 0);
    let mut levels = vec![vec![open_group(model, 0, set, &states[0], &mirror)]];
    let mut kept = Progress { memory: model.memory(), ..Progress::default() };
    for step in 0..model.steps.len() {
        let sources = levels.last_mut().expect("the first level");
        let sets = link(model, step, sources);
        let incoming = Incoming::new(sources, sets.len());
        let memory = states.iter().map(States::memory).sum::<usize>()
            + sources.iter().map(Group::memory).sum::<usize>();
        monitor.begin(Progress {
            phase: Phase::Building,
            done: model.steps[step].first,
            steps: model.active(),
            memory: kept.memory + memory + sets.len() * size_of::<Pulled>(),
            ..kept
        })?;
        let is_exact = step + 1 >= first_exact;
        let stage = Stage {
            model,
            board: board.as_ref().filter(|_| is_exact),
            from_exact: step >= first_exact,
            step,
            sources,
            states: &states,
            sets: &sets,
            incoming: &incoming,
            mirror: if is_exact {
                Mirror::of_rows(model.steps.len() - step - 1)
            } else {
                Mirror::of_open(model, step + 1)
            },
            monitor,
            threads: monitor.budget.threads(),
        };
        let pulled = match stage.board {
            Some(board) => stage.expand_exact(board)?,
            None => expand_level(&stage)?,
        };
        kept.states += states.iter().map(States::len).sum::<usize>();
        states.clear();
        let mut next = Vec::with_capacity(pulled.len());
        for (target, pulled) in pulled.into_iter().enumerate() {
            for (&(group, place), arcs) in incoming.of(target).iter().zip(pulled.arcs) {
                sources[group as usize].places[usize::from(place)].arcs = arcs;
            }
            next.push(pulled.group);
            states.push(pulled.states);
        }
        kept.memory += sources.iter().map(Group::memory).sum::<usize>();
        levels.push(next);
    }
    monitor.begin(Progress {
        phase: Phase::Building,
        done: model.active(),
        steps: model.active(),
        ..kept
    })?;
    Ok((levels, first_exact))
}

/// The keys of a group to be built.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Set {
    keys: u64,
    is_own_image: bool,
}

/// Finds the groups that the places of a level lead to, in their order.
fn link(model: &Model, step: usize, level: &mut [Group]) -> Vec<Set> {
    let first = model.steps[step].first;
    let child = |set: u64, index: Option<u16>| {
        let keys = set & !index.map_or(0, |index| model.keys[first + usize::from(index)]);
        let image = if model.is_foldable { model.reversed_set(keys) } else { u64::MAX };
        (Set { keys: keys.min(image), is_own_image: keys == image }, image < keys)
    };
    let sets = level
        .iter()
        .flat_map(|group| group.places.iter().map(move |place| child(group.set, place.index).0));
    let mut sets: Vec<Set> = sets.collect();
    sets.sort_unstable();
    sets.dedup();
    for group in level {
        for place in &mut group.places {
            let (set, flip) = child(group.set, place.index);
            place.target = sets.binary_search(&set).expect("one of the sets") as u32;
            place.flip = flip;
        }
    }
    sets
}

/// A group with its states, and the arcs of each place that leads to it.
struct Pulled {
    group: Group,
    states: States,
    arcs: Vec<Arcs>,
}

/// What is needed to build a level.
pub(super) struct Stage<'a> {
    pub model: &'a Model,
    /// The board, if the states of the level are exact.
    board: Option<&'a Board>,
    /// True if the states of the level before are exact.
    pub from_exact: bool,
    /// The step before the level.
    pub step: usize,
    sources: &'a [Group],
    states: &'a [States],
    sets: &'a [Set],
    incoming: &'a Incoming,
    mirror: Mirror,
    monitor: &'a Monitor<'a>,
    threads: NonZeroUsize,
}

impl Stage<'_> {
    fn expand_open<const W: usize>(&self) -> Result<Vec<Pulled>, Interrupted> {
        let expander = Expander::<W>::new(self.model, self.step);
        self.expand(|target| {
            let keys = self.sets[target].keys;
            let image = self.model.reversed_set(keys);
            let successors = OpenSuccessors::new(&expander, keys, image, &self.mirror);
            let words = self.model.key_words(self.step + 1);
            self.pull(target, successors, words, 0, |set, states| {
                open_group(self.model, self.step + 1, set, states, &self.mirror)
            })
        })
    }

    fn expand_exact(&self, board: &Board) -> Result<Vec<Pulled>, Interrupted> {
        let rows = self.model.steps.len() - self.step - 1;
        self.expand(|target| {
            let tails = Tails::new(board, self.step + 1, self.sets[target].keys);
            let memory = tails.memory();
            let successors = ExactSuccessors::new(self, board, tails);
            let words = (rows * rows).div_ceil(64);
            self.pull(target, successors, words, memory, |set, states| {
                self.exact_group(board, set, states)
            })
        })
    }

    fn expand(
        &self,
        pull: impl Fn(usize) -> Result<Pulled, Interrupted> + Sync,
    ) -> Result<Vec<Pulled>, Interrupted> {
        let work = self.states.iter().map(States::len).sum();
        let threads = threads_for(work, self.threads);
        parallel(threads, self.sets.len(), pull).into_iter().collect()
    }

    /// Builds a group from all places that lead to it.
    fn pull(
        &self,
        target: usize,
        mut successors: impl Successors,
        words: usize,
        held: usize,
        group: impl FnOnce(Set, &States) -> Group,
    ) -> Result<Pulled, Interrupted> {
        /// States between two reports.
        const CHUNK: usize = 1 << 10;
        let set = self.sets[target];
        let mut job = Job::new(self.monitor);
        let mut table = Table::new(words);
        let (mut lists, mut nodes, mut image) = (Vec::new(), Vec::new(), Vec::new());
        let mut arcs_memory = 0;
        for &(index, place) in self.incoming.of(target) {
            let (from, states) = (&self.sources[index as usize], &self.states[index as usize]);
            let place = usize::from(place);
            let Group { set: keys, ref places, .. } = *from;
            let to = if places[place].flip { self.model.reversed_set(set.keys) } else { set.keys };
            let source =
                Source { from: keys, to, index: places[place].index, flip: places[place].flip };
            successors.aim(source);
            from.with(place, &mut nodes);
            let mut arcs = Arcs::with_capacity(nodes.len());
            for nodes in nodes.chunks(CHUNK) {
                for &node in nodes {
                    arcs.push(match successors.child(states.get(node as usize)) {
                        None => DEAD,
                        Some(child) if set.is_own_image => {
                            self.mirror.reflect(child, &mut image);
                            let is_mirrored = image.as_slice() < child;
                            let least = if is_mirrored { &image } else { child };
                            table.insert(least) << 1 | u32::from(is_mirrored)
                        }
                        Some(child) => table.insert(child),
                    });
                }
                let memory = held + table.memory() + arcs_memory + arcs.memory();
                job.report(memory, table.len(), 32 * nodes.len())?;
            }
            arcs_memory += arcs.memory();
            lists.push(arcs);
        }
        let states = table.into_states();
        let group = group(set, &states);
        job.report(states.memory() + arcs_memory + group.memory(), states.len(), 0)?;
        Ok(Pulled { group, states, arcs: lists })
    }

    /// The group of exact states.
    fn exact_group(&self, board: &Board, set: Set, states: &States) -> Group {
        let mut group = Group::new(set.keys, set.is_own_image);
        let Some(step) = self.model.steps.get(self.step + 1) else {
            add_nodes(&mut group, states, &self.mirror, &[], |_, _| false);
            return group;
        };
        let bits: Vec<(u16, usize)> = (0..step.len)
            .map(|index| (index as u16, board.column(Active(step.first + index))))
            .filter(|&(_, column)| set.keys >> column & 1 == 1)
            .map(|(index, column)| (index, rank(column, set.keys)))
            .collect();
        let is_open = |state: &[u64], bit: usize| state[0] >> bit & 1 == 1;
        add_nodes(&mut group, states, &self.mirror, &bits, is_open);
        group
    }
}

/// The group of states with open variables.
fn open_group(model: &Model, step: usize, set: Set, states: &States, mirror: &Mirror) -> Group {
    let mut group = Group::new(set.keys, set.is_own_image);
    let Some(Step { first, len, must_place }) = model.steps.get(step) else {
        add_nodes(&mut group, states, mirror, &[], |_, _| false);
        return group;
    };
    let mut bits: Vec<(u16, usize)> = (0..*len)
        .map(|index| (index as u16, 64 * model.counter_words + model.bit(Active(first + index)).0))
        .collect();
    if !must_place {
        bits.push((NOTHING, 0));
    }
    let is_open = |state: &[u64], bit: usize| state[bit / 64] >> (bit % 64) & 1 == 1;
    add_nodes(&mut group, states, mirror, &bits, is_open);
    group
}

/// The index of a place without a piece.
const NOTHING: u16 = u16::MAX;

/// Adds a node for each state. Its places are the variables whose bits are open.
fn add_nodes(
    group: &mut Group,
    states: &States,
    mirror: &Mirror,
    bits: &[(u16, usize)],
    is_open: impl Fn(&[u64], usize) -> bool,
) {
    let mut image = Vec::new();
    if group.is_own_image {
        for state in states.iter() {
            mirror.reflect(state, &mut image);
            group.palindromes.push(image == state);
        }
    }
    let is_open =
        |state: &[u64], &(index, bit): &(u16, usize)| index == NOTHING || is_open(state, bit);
    let is_used = |bit| states.iter().any(|state| is_open(state, bit));
    let is_used: Vec<bool> = bits.iter().map(is_used).collect();
    // A group that is its own mirror image has the places of mirror images, too.
    let is_used = is_used.iter().zip(is_used.iter().rev());
    let is_used = is_used.map(|(used, image)| *used || group.is_own_image && *image);
    let used: Vec<(u16, usize)> =
        bits.iter().copied().zip(is_used).filter(|(_, used)| *used).map(|(bit, _)| bit).collect();
    group.set_places(used.iter().map(|&(index, _)| Some(index).filter(|&index| index != NOTHING)));
    for state in states.iter() {
        let places = used.iter().enumerate().filter(|(_, bit)| is_open(state, bit));
        group.push(places.map(|(place, _)| place));
    }
    group.finish();
}
