//! The two passes over a diagram, in any semiring: up from the last step to the first for the values below each
//! node, and down again for those of each variable.

use std::fmt::Debug;
use std::sync::{Mutex, PoisonError};

use super::diagram::{Diagram, Incoming, Visit};
use super::group::{Group, Place, Target};
use super::monitor::{Job, Monitor};
use super::parallel::{parallel, threads_for};
use super::selection::Selection;
use super::semiring::Semiring;
use super::sizes::is_free;
use crate::engine::{Interrupted, Phase, Progress};

/// The values of a level's nodes, group by group, and of a node one for each orientation that is told apart.
#[derive(Clone, Debug)]
pub(super) struct Level<V, const O: usize> {
    /// Where the values of each group begin, and where the last ones end.
    starts: Vec<usize>,
    values: Vec<[V; O]>,
}

impl<V: Clone, const O: usize> Level<V, O> {
    /// The same value for all nodes.
    fn new(groups: &[Group], value: &V) -> Self {
        let mut end = 0;
        let ends = groups.iter().map(|group| {
            end += group.len;
            end
        });
        let starts = std::iter::once(0).chain(ends).collect();
        Self { starts, values: vec![std::array::from_fn(|_| value.clone()); end] }
    }

    #[inline]
    fn of(&self, group: usize) -> &[[V; O]] {
        &self.values[self.starts[group]..self.starts[group + 1]]
    }

    /// The values of each group, to be changed.
    fn groups(&mut self) -> impl Iterator<Item = &mut [[V; O]]> {
        let mut rest = self.values.as_mut_slice();
        self.starts.windows(2).map(move |ends| {
            let (group, later) = std::mem::take(&mut rest).split_at_mut(ends[1] - ends[0]);
            rest = later;
            group
        })
    }

    /// Its memory, in bytes.
    fn memory<S: Semiring<Value = V>>(&self, semiring: &S) -> usize {
        let heap = self.values.as_flattened().iter().map(|value| semiring.heap(value));
        self.values.len() * size_of::<[V; O]>() + heap.sum::<usize>()
    }
}

/// The values of all nodes, the last level first.
#[derive(Clone, Debug)]
pub(super) struct Levels<V, const O: usize>(Vec<Level<V, O>>);

impl<V, const O: usize> Default for Levels<V, O> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<V: Clone, const O: usize> Levels<V, O> {
    /// The values before a step.
    fn before(&self, step: usize) -> &Level<V, O> {
        &self.0[self.0.len() - 1 - step]
    }

    /// The value of the first node, if there is one.
    pub(super) fn root(&self) -> Option<V> {
        Some(self.0.last()?.values.first()?[0].clone())
    }

    fn memory<S: Semiring<Value = V>>(&self, semiring: &S) -> usize {
        self.0.iter().map(|level| level.memory(semiring)).sum()
    }
}

/// The values below nodes.
pub(super) trait Table<T>: Debug + Send + Sync {
    /// The value below a node before a step.
    fn below(&self, step: usize, visit: Visit) -> T;
}

impl<V, T, const O: usize> Table<T> for Levels<V, O>
where
    V: Clone + Debug + Into<T> + Send + Sync,
{
    fn below(&self, step: usize, visit: Visit) -> T {
        let node = &self.before(step).of(visit.group as usize)[visit.node as usize];
        node[usize::from(visit.is_mirrored) % O].clone().into()
    }
}

/// Why a pass ended early.
enum Stopped {
    /// A value does not fit its type.
    Overflow,
    Interrupted(Interrupted),
}

impl From<Interrupted> for Stopped {
    fn from(interrupted: Interrupted) -> Self {
        Self::Interrupted(interrupted)
    }
}

/// From so many arcs on it pays to check the budget.
const MANY: usize = 1 << 12;

/// Passes over the arcs that agree with decisions.
pub(super) struct Walk<'a> {
    pub diagram: &'a Diagram,
    pub selection: &'a Selection,
    pub monitor: &'a Monitor<'a>,
    /// The memory of the diagram, in bytes.
    held: usize,
    /// True if the arcs of a single variable count once where both lead to the same node. Decisions and
    /// orientations are then ignored.
    pub skips: bool,
}

/// What a job works with.
struct Scratch<V> {
    nodes: Vec<u32>,
    /// The values of the step's variables so far.
    variables: Vec<V>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        diagram: &'a Diagram,
        selection: &'a Selection,
        monitor: &'a Monitor<'a>,
    ) -> Self {
        Self { diagram, selection, monitor, held: diagram.memory(), skips: false }
    }

    /// The pass up: the sum over all paths below each node, of all levels or of the first only. There are no
    /// levels if the decisions agree with no path at all. The values must fit their type.
    pub(super) fn below<S: Semiring, const O: usize>(
        &self,
        semiring: &S,
        keeps_all: bool,
    ) -> Result<Levels<S::Value, O>, Interrupted> {
        let mut levels = Levels::default();
        self.up(semiring, &mut levels, keeps_all)?;
        Ok(levels)
    }

    /// The sum over all paths, if there is one. It must fit its type.
    pub(super) fn total<S: Semiring>(&self, semiring: &S) -> Result<Option<S::Value>, Interrupted> {
        Ok(if self.diagram.is_folded {
            self.below::<S, 2>(semiring, false)?.root()
        } else {
            self.below::<S, 1>(semiring, false)?.root()
        })
    }

    /// As [`Walk::below`], but adds the levels that are missing. False if a value does not fit its type: then
    /// levels are still missing.
    pub(super) fn up<S: Semiring, const O: usize>(
        &self,
        semiring: &S,
        levels: &mut Levels<S::Value, O>,
        keeps_all: bool,
    ) -> Result<bool, Interrupted> {
        let diagram = self.diagram;
        let mut memory = levels.memory(semiring);
        if levels.0.is_empty()
            && let Some(end) = diagram.levels.last().filter(|_| self.selection.is_possible)
        {
            levels.0.push(Level::new(end, &semiring.one()));
        }
        while (1..diagram.levels.len()).contains(&levels.0.len()) {
            let step = diagram.levels.len() - 1 - levels.0.len();
            let mut level = Level::new(&diagram.levels[step], &semiring.zero());
            self.begin(step, memory + size_of_val(level.values.as_slice()))?;
            let below = &levels.0[levels.0.len() - 1];
            let job =
                |scratch: &mut Scratch<S::Value>, group: usize, sums: &mut [[S::Value; O]]| {
                    self.sums(semiring, [step, group], below, sums, &mut scratch.nodes)
                };
            match self.fill(semiring, 0, &mut level, job) {
                Ok(_) => {}
                Err(Stopped::Overflow) => return Ok(false),
                Err(Stopped::Interrupted(interrupted)) => return Err(interrupted),
            }
            memory += level.memory(semiring);
            if !keeps_all {
                memory = level.memory(semiring);
                levels.0.last_mut().expect("the level below").values = Vec::new();
            }
            levels.0.push(level);
        }
        self.begin(diagram.steps.len(), memory)?;
        Ok(true)
    }

    /// The pass down: the sum over all paths through the arcs with a piece on each variable of each step. The
    /// values below the nodes are those of the pass up.
    pub(super) fn down<S: Semiring, const O: usize>(
        &self,
        semiring: &S,
        below: &Levels<S::Value, O>,
    ) -> Result<Vec<Vec<S::Value>>, Interrupted> {
        let diagram = self.diagram;
        let held = below.memory(semiring);
        let mut all = Vec::with_capacity(diagram.steps.len());
        if below.0.is_empty() {
            return Ok(all);
        }
        let mut above = Level::new(&diagram.levels[0], &semiring.zero());
        above.values[0][0] = semiring.one();
        for (step, variables) in diagram.steps.iter().enumerate() {
            let (level, next) = (&diagram.levels[step], &diagram.levels[step + 1]);
            let mut paths = Level::new(next, &semiring.zero());
            let memory = above.memory(semiring) + size_of_val(paths.values.as_slice());
            self.begin(step, held + memory)?;
            let incoming = Incoming::new(level, next.len());
            let below = below.before(step + 1);
            let job =
                |scratch: &mut Scratch<S::Value>, target: usize, paths: &mut [[S::Value; O]]| {
                    let from = (&incoming, &above);
                    self.pull(semiring, [step, target], from, below.of(target), paths, scratch)
                };
            all.push(self.fill(semiring, variables.variables.len(), &mut paths, job)?);
            above = paths;
        }
        Ok(all)
    }

    /// Runs a job for each group of a level. Returns the sums of what they add for so many variables.
    fn fill<S: Semiring, E: Send, const O: usize>(
        &self,
        semiring: &S,
        variables: usize,
        level: &mut Level<S::Value, O>,
        job: impl Fn(&mut Scratch<S::Value>, usize, &mut [[S::Value; O]]) -> Result<(), E> + Sync,
    ) -> Result<Vec<S::Value>, E> {
        let fresh = || Scratch { nodes: Vec::new(), variables: vec![semiring.zero(); variables] };
        let mut scratch = fresh();
        let threads = threads_for(level.values.len(), self.monitor.budget.threads());
        if threads == 1 {
            for (group, values) in level.groups().enumerate() {
                job(&mut scratch, group, values)?;
            }
            return Ok(scratch.variables);
        }
        let groups: Vec<_> = level.groups().map(Mutex::new).collect();
        let done = parallel(threads, groups.len(), |group| {
            let mut scratch = fresh();
            let mut values = groups[group].lock().unwrap_or_else(PoisonError::into_inner);
            job(&mut scratch, group, &mut values).map(|()| scratch.variables)
        });
        for added in done {
            for (sum, value) in scratch.variables.iter_mut().zip(&added?) {
                semiring.add_product(sum, value, &semiring.one());
            }
        }
        Ok(scratch.variables)
    }

    /// The same values in another type.
    pub(super) fn converted<S: Semiring, B, const O: usize>(
        &self,
        semiring: &S,
        levels: Levels<S::Value, O>,
        convert: impl Fn(S::Value) -> B,
    ) -> Result<Levels<B, O>, Interrupted> {
        let nodes: usize = levels.0.iter().map(|level| level.values.len()).sum();
        let memory = levels.memory(semiring) + nodes * size_of::<[B; O]>();
        self.begin(self.diagram.levels.len() - levels.0.len(), memory)?;
        let level = |Level { starts, values }| {
            let node = |node: [S::Value; O]| node.map(&convert);
            Level { starts, values: Vec::into_iter(values).map(node).collect() }
        };
        Ok(Levels(levels.0.into_iter().map(level).collect()))
    }

    /// Reports that the steps before one remain, and the memory of the values.
    fn begin(&self, step: usize, memory: usize) -> Result<(), Interrupted> {
        self.monitor.begin(Progress {
            phase: Phase::Asking,
            done: step,
            steps: self.diagram.steps.len(),
            memory: self.held + memory,
            ..Progress::default()
        })
    }

    /// Adds up the values below a group's nodes.
    fn sums<S: Semiring, const O: usize>(
        &self,
        semiring: &S,
        [step, group]: [usize; 2],
        below: &Level<S::Value, O>,
        sums: &mut [[S::Value; O]],
        nodes: &mut Vec<u32>,
    ) -> Result<(), Stopped> {
        let group = &self.diagram.levels[step][group];
        let mut job = Job::new(self.monitor);
        job.report(0, 0, group.len)?;
        let mut fits = true;
        if self.skips && !self.diagram.steps[step].must_place {
            group.for_each(|node, arcs| {
                let arcs = if is_free(group, arcs) { &arcs[1..] } else { arcs };
                for &(place, arc) in arcs {
                    let place = &group.places[place];
                    let target = Target::new(place, &self.diagram.levels[step + 1]);
                    let value = &below.of(target.group)[target.decode(arc).0][0];
                    let label = semiring.label(step, place.index);
                    fits &= semiring.add(&mut sums[node][0], value, label);
                }
            });
            return if fits { Ok(()) } else { Err(Stopped::Overflow) };
        }
        for index in 0..group.places.len() {
            let (place, target) = self.arcs(step, group, index, nodes);
            let below = below.of(target.group);
            if nodes.len() >= MANY {
                job.report(0, 0, nodes.len())?;
            }
            for orientation in 0..O {
                let Some(label) = self.label(semiring, step, place, orientation) else { continue };
                place.arcs.zip(nodes, |node, arc| {
                    let (child, flip) = target.decode(arc);
                    let value = &below[child][(orientation ^ usize::from(flip)) % O];
                    fits &= semiring.add(&mut sums[node][orientation], value, label);
                });
            }
            if !fits {
                return Err(Stopped::Overflow);
            }
        }
        Ok(())
    }

    /// Adds up the values of the paths to each node of a group, and of those through each arc to one.
    #[expect(clippy::needless_range_loop, reason = "an orientation is more than an index")]
    fn pull<S: Semiring, const O: usize>(
        &self,
        semiring: &S,
        [step, target]: [usize; 2],
        (incoming, above): (&Incoming, &Level<S::Value, O>),
        below: &[[S::Value; O]],
        paths: &mut [[S::Value; O]],
        scratch: &mut Scratch<S::Value>,
    ) -> Result<(), Interrupted> {
        let mut job = Job::new(self.monitor);
        job.report(0, 0, below.len())?;
        for &(source, index) in incoming.of(target) {
            let group = &self.diagram.levels[step][source as usize];
            let above = above.of(source as usize);
            let nodes = &mut scratch.nodes;
            let (place, target) = self.arcs(step, group, index.into(), nodes);
            if nodes.len() >= MANY {
                job.report(0, 0, nodes.len())?;
            }
            for orientation in 0..O {
                let Some(label) = self.label(semiring, step, place, orientation) else { continue };
                let mut through = semiring.zero();
                place.arcs.zip(nodes, |node, arc| {
                    let (child, flip) = target.decode(arc);
                    let to = (orientation ^ usize::from(flip)) % O;
                    let (from, below) = (&above[node][orientation], &below[child][to]);
                    // Paths into a dead end are not followed. All others belong to a solution, so that
                    // no sum is more than that of all.
                    if !semiring.is_zero(from) && !semiring.is_zero(below) {
                        semiring.add(&mut paths[child][to], from, label);
                        semiring.add_product(&mut through, from, below);
                    }
                });
                if let Some(index) = self.index(step, place, orientation) {
                    semiring.add(&mut scratch.variables[usize::from(index)], &through, label);
                }
            }
        }
        Ok(())
    }

    /// A place of a group and where it leads, and the nodes with it.
    #[inline]
    fn arcs<'b>(
        &self,
        step: usize,
        group: &'b Group,
        index: usize,
        nodes: &mut Vec<u32>,
    ) -> (&'b Place, Target) {
        group.with(index, nodes);
        (&group.places[index], Target::new(&group.places[index], &self.diagram.levels[step + 1]))
    }

    /// The index of a place's variable in one orientation of its nodes.
    #[inline]
    fn index(&self, step: usize, place: &Place, orientation: usize) -> Option<u16> {
        let oriented =
            |index: u16| self.diagram.steps[step].oriented(index.into(), orientation == 1) as u16;
        place.index.map(oriented)
    }

    /// The label of a place's arcs in one orientation, if they agree with the decisions.
    #[inline]
    fn label<S: Semiring>(
        &self,
        semiring: &S,
        step: usize,
        place: &Place,
        orientation: usize,
    ) -> Option<S::Label> {
        let index = self.index(step, place, orientation);
        self.selection.allows(step, index).then(|| semiring.label(step, index))
    }
}
