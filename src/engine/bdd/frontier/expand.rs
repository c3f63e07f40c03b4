//! The states before each step, from those before the step before, group by group.

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

        impl Stage<'_> {
            /// Builds groups of states with open variables.
            fn expand_open(&self, targets: &[usize]) -> Result<Vec<Pulled>, Interrupted> {
                match padded(self.model.open_words(self.step)) {
                    $($width => self.expand_wide::<$width>(targets),)*
                    _ => unreachable!("one of the widths"),
                }
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
    // No step's states are exact until exactness pays.
    let mut first_exact = model.steps.len() + 1;
    let mut first = Table::new(model.key_words(0));
    first.insert(&model.first_state());
    let mut states = vec![first.into_states()];
    let mut keys = model.first_keys();
    let set = Set { keys, is_own_image: model.is_foldable };
    let mirror = Mirror::of_open(model, 0);
    let mut levels = vec![vec![open_group(model, 0, set, &states[0], &mirror)]];
    let mut kept = Progress { memory: model.memory(), ..Progress::default() };
    for step in 0..model.steps.len() {
        let sources = levels.last_mut().expect("the first level");
        let count = states.iter().map(States::len).sum::<usize>();
        if step < first_exact {
            keys = model.fewer_keys(keys, step, sources.len(), count);
        }
        let sets = link(model, step, keys, sources);
        let incoming = Incoming::new(sources, sets.len());
        let memory = states.iter().map(States::memory).sum::<usize>()
            + sources.iter().map(Group::memory).sum::<usize>();
        let progress = Progress {
            phase: Phase::Building,
            done: model.steps[step].first,
            steps: model.active(),
            memory: kept.memory + memory + sets.len() * size_of::<Pulled>(),
            ..kept
        };
        monitor.begin(progress)?;
        let stage = Stage {
            model,
            from_exact: step >= first_exact,
            step,
            keys,
            sources,
            states: &states,
            sets: &sets,
            incoming: &incoming,
            monitor,
        };
        if let Some(board) = board.as_ref().filter(|board| step + 1 == board.first_exact())
            && keys == model.all_keys()
            && stage.exactness_pays(board)?
        {
            first_exact = step + 1;
            monitor.begin(progress)?;
        }
        let every_group: Vec<usize> = (0..sets.len()).collect();
        let pulled = match board.as_ref().filter(|_| step + 1 >= first_exact) {
            Some(board) => stage.expand_exact(board, &every_group)?,
            None => stage.expand_open(&every_group)?,
        };
        kept.states += count;
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

/// Finds the groups that the places of a level lead to, in their order. They are told apart by some keys.
fn link(model: &Model, step: usize, keys: u64, level: &mut [Group]) -> Vec<Set> {
    let first = model.steps[step].first;
    let child = |set: u64, index: Option<u16>| {
        let placed = index.map_or(0, |index| model.keys[first + usize::from(index)]);
        let keys = set & !placed & keys;
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
    /// True if the states of the level before are exact.
    pub from_exact: bool,
    /// The step before the level.
    pub step: usize,
    /// The keys that tell groups apart.
    keys: u64,
    sources: &'a [Group],
    states: &'a [States],
    sets: &'a [Set],
    incoming: &'a Incoming,
    monitor: &'a Monitor<'a>,
}

impl Stage<'_> {
    // Not inlined: the stack frame of the widest would burden all.
    #[inline(never)]
    fn expand_wide<const W: usize>(&self, targets: &[usize]) -> Result<Vec<Pulled>, Interrupted> {
        let expander = Expander::<W>::new(self.model, self.step);
        let mirror = Mirror::of_open(self.model, self.step + 1);
        let words = self.model.key_words(self.step + 1);
        self.expand(targets, |target| {
            let set = self.sets[target].keys;
            let sets = [set, self.model.reversed_set(set)];
            let expansions = sets.map(|set| expander.towards(set, self.keys));
            let successors = OpenSuccessors::new(expansions, &mirror);
            let (states, arcs) = self.pull(target, successors, words, 0, &mirror)?;
            let group = open_group(self.model, self.step + 1, self.sets[target], &states, &mirror);
            Ok(Pulled { group, states, arcs })
        })
    }

    /// Builds groups of exact states.
    fn expand_exact(&self, board: &Board, targets: &[usize]) -> Result<Vec<Pulled>, Interrupted> {
        let rows = self.model.steps.len() - self.step - 1;
        let mirror = Mirror::of_rows(rows);
        let words = (rows * rows).div_ceil(64);
        self.expand(targets, |target| {
            let tails = Tails::new(board, self.step + 1, self.sets[target].keys);
            let memory = tails.memory();
            let successors = ExactSuccessors::new(self, board, tails);
            let (states, arcs) = self.pull(target, successors, words, memory, &mirror)?;
            let group = self.exact_group(board, self.sets[target], &states, &mirror);
            Ok(Pulled { group, states, arcs })
        })
    }

    fn expand(
        &self,
        targets: &[usize],
        pull: impl Fn(usize) -> Result<Pulled, Interrupted> + Sync,
    ) -> Result<Vec<Pulled>, Interrupted> {
        let work = self.states.iter().map(States::len).sum();
        let threads = threads_for(work, self.monitor.budget.threads());
        parallel(threads, targets.len(), |index| pull(targets[index])).into_iter().collect()
    }

    /// True if exact states are probably far fewer, and tails not too many: finds out for a sample of the
    /// groups. Where groups are small, finding their tails takes longer than it saves.
    fn exactness_pays(&self, board: &Board) -> Result<bool, Interrupted> {
        /// The most groups of the sample.
        const SAMPLE: usize = 8;
        /// The most tails of a group.
        const MOST_TAILS: usize = 1 << 13;
        /// The fewest states of a group, on average.
        const FEWEST: usize = 40;
        let states: usize = self.states.iter().map(States::len).sum();
        if states < FEWEST * self.sources.len() {
            return Ok(false);
        }
        let every = self.sets.len().div_ceil(SAMPLE).max(1);
        let sample: Vec<usize> = (0..self.sets.len()).skip(every / 2).step_by(every).collect();
        let tails = |&target: &usize| Tails::new(board, self.step + 1, self.sets[target].keys);
        if sample.iter().map(tails).any(|tails| tails.len() > MOST_TAILS) {
            return Ok(false);
        }
        let states = |pulled: Vec<Pulled>| -> usize {
            pulled.iter().map(|pulled| pulled.states.len()).sum()
        };
        let exact = states(self.expand_exact(board, &sample)?);
        let open = states(self.expand_open(&sample)?);
        Ok(4 * exact <= 3 * open)
    }

    /// The states of a group, from all places that lead to it, and the arcs of these places. Beside them
    /// `held` bytes are held.
    fn pull(
        &self,
        target: usize,
        mut successors: impl Successors,
        words: usize,
        held: usize,
        mirror: &Mirror,
    ) -> Result<(States, Vec<Arcs>), Interrupted> {
        /// States between two reports, and the work for each.
        const CHUNK: usize = 1 << 10;
        const WORK: usize = 32;
        let set = self.sets[target];
        let mut job = Job::new(self.monitor);
        let mut table = Table::new(words);
        let (mut lists, mut nodes, mut image) = (Vec::new(), Vec::new(), Vec::new());
        let (mut arcs_memory, mut work) = (0, 0);
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
                            mirror.reflect(child, &mut image);
                            let is_mirrored = image.as_slice() < child;
                            let least = if is_mirrored { &image } else { child };
                            table.insert(least) << 1 | u32::from(is_mirrored)
                        }
                        Some(child) => table.insert(child),
                    });
                }
                work += WORK * nodes.len();
                if work >= WORK * CHUNK {
                    let memory = held
                        + table.memory()
                        + arcs_memory
                        + arcs.memory()
                        + from.len * size_of::<u32>();
                    job.report(memory, table.len(), std::mem::take(&mut work))?;
                }
            }
            arcs_memory += arcs.memory();
            lists.push(arcs);
        }
        let states = table.into_states();
        job.report(states.memory() + arcs_memory, states.len(), work)?;
        Ok((states, lists))
    }

    /// The group of exact states.
    fn exact_group(&self, board: &Board, set: Set, states: &States, mirror: &Mirror) -> Group {
        let mut group = Group::new(set.keys, set.is_own_image);
        let Some(step) = self.model.steps.get(self.step + 1) else {
            add_nodes(&mut group, states, mirror, &[], |_, _| false);
            return group;
        };
        let bits: Vec<(u16, usize)> = (0..step.len)
            .map(|index| (index as u16, board.column(Active(step.first + index))))
            .filter(|&(_, column)| set.keys >> column & 1 == 1)
            .map(|(index, column)| (index, rank(column, set.keys)))
            .collect();
        let is_open = |state: &[u64], bit: usize| state[0] >> bit & 1 == 1;
        add_nodes(&mut group, states, mirror, &bits, is_open);
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
