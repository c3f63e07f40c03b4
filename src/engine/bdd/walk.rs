//! The two passes over a diagram, in any semiring: up from the last step to the first for the sums below each
//! node, and down again for those through each variable.

use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::diagram::{Diagram, Incoming, Visit};
use super::group::{Group, Place, Target};
use super::monitor::{Job, Monitor};
use super::parallel::{parallel, threads_for};
use super::selection::Selection;
use super::semiring::Semiring;
use super::sizes::is_free;
use crate::engine::{Budget, Interrupted, Phase, Progress};

/// What is wanted of the sums over paths.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The sum over all.
    Total,
    /// The same, where the arcs of a single variable count once if both lead to the same node. Decisions and
    /// orientations are ignored.
    Skipping,
    /// The sums below each node, too.
    Below,
    /// Those through each variable, too.
    Variables,
}

/// Sums over paths.
pub(super) struct Sums<T> {
    /// Over all of them.
    pub total: T,
    /// Over those below each node, if they are wanted, or of the first nodes.
    pub below: Box<dyn Table<T>>,
    /// For each step over those with a piece on each of its variables, if they are wanted.
    pub variables: Vec<Vec<T>>,
}

/// Sums below nodes.
pub(super) trait Table<T>: Debug + Send + Sync {
    /// The sum below a node before a step.
    fn below(&self, step: usize, visit: Visit) -> T;
}

impl Diagram {
    /// The sums over the paths that agree with decisions: one pass up, and one down for those of variables, in
    /// time linear in the diagram. A folded diagram's nodes have one sum where nothing tells their orientations
    /// apart.
    pub(super) fn sums<S: Semiring>(
        &self,
        selection: &Selection,
        semiring: &S,
        wanted: Wanted,
        budget: &Budget,
    ) -> Result<Sums<S::Answer>, Interrupted> {
        let monitor = Monitor::new(budget);
        let walk =
            Walk { diagram: self, selection, monitor: &monitor, held: self.memory(), wanted };
        if self.is_folded && !(S::IS_SYMMETRIC && selection.is_symmetric()) {
            walk.sums::<S, 2>(semiring, Vec::new())
        } else {
            walk.sums::<S, 1>(semiring, Vec::new())
        }
    }
}

/// The values of a level's nodes, group by group, and of a node one for each orientation that is told apart.
#[derive(Clone, Debug)]
struct Level<V, const O: usize> {
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
type Levels<V, const O: usize> = Vec<Level<V, O>>;

/// An element of the next wider type.
type Wide<S> = <<S as Semiring>::Wider as Semiring>::Value;

/// The memory of some levels, in bytes.
fn memory<S: Semiring, const O: usize>(semiring: &S, levels: &[Level<S::Value, O>]) -> usize {
    levels.iter().map(|level| level.memory(semiring)).sum()
}

impl<V, T, const O: usize> Table<T> for Levels<V, O>
where
    V: Clone + Debug + Into<T> + Send + Sync,
{
    fn below(&self, step: usize, visit: Visit) -> T {
        let level = &self[self.len() - 1 - step];
        let node = &level.of(visit.group as usize)[visit.node as usize];
        node[usize::from(visit.is_mirrored) % O].clone().into()
    }
}

/// From so many arcs on it pays to check the budget.
const MANY: usize = 1 << 12;

/// Passes over the arcs that agree with decisions.
struct Walk<'a> {
    diagram: &'a Diagram,
    selection: &'a Selection,
    monitor: &'a Monitor<'a>,
    /// The memory of the diagram, in bytes.
    held: usize,
    wanted: Wanted,
}

/// What a job works with.
struct Scratch<V> {
    nodes: Vec<u32>,
    /// The sums of the step's variables so far.
    variables: Vec<V>,
}

impl Walk<'_> {
    /// The sums that are wanted, from those of the last levels on.
    fn sums<S: Semiring, const O: usize>(
        &self,
        semiring: &S,
        mut levels: Levels<S::Value, O>,
    ) -> Result<Sums<S::Answer>, Interrupted> {
        if !self.up(semiring, &mut levels)? {
            let wider = self.widened::<S, O>(semiring, levels)?;
            return self.sums(&semiring.wider(), wider);
        }
        let variables = match self.wanted {
            Wanted::Variables => self.down(semiring, &levels)?,
            _ => Vec::new(),
        };
        let root = levels.last().map(|level| level.values[0][0].clone());
        let total = root.unwrap_or_else(|| semiring.zero()).into();
        Ok(Sums { total, below: Box::new(levels), variables })
    }

    /// The pass up: adds the levels that are missing. None is there if the decisions agree with no path at all.
    /// False if a sum does not fit its type: then levels are still missing.
    fn up<S: Semiring, const O: usize>(
        &self,
        semiring: &S,
        levels: &mut Levels<S::Value, O>,
    ) -> Result<bool, Interrupted> {
        let diagram = self.diagram;
        let keeps_all = matches!(self.wanted, Wanted::Below | Wanted::Variables);
        let mut memory = memory(semiring, levels);
        if levels.is_empty()
            && let Some(end) = diagram.levels.last().filter(|_| self.selection.is_possible)
        {
            levels.push(Level::new(end, &semiring.one()));
        }
        while (1..diagram.levels.len()).contains(&levels.len()) {
            let step = diagram.levels.len() - 1 - levels.len();
            let mut level = Level::new(&diagram.levels[step], &semiring.zero());
            self.begin(step, memory + size_of_val(level.values.as_slice()))?;
            let below = &levels[levels.len() - 1];
            let fits = AtomicBool::new(true);
            self.fill(semiring, 0, &mut level, |scratch, group, sums| {
                let fit = self.add_up(semiring, [step, group], below, sums, &mut scratch.nodes)?;
                fits.fetch_and(fit, Ordering::Relaxed);
                Ok(())
            })?;
            if !fits.into_inner() {
                return Ok(false);
            }
            memory += level.memory(semiring);
            if !keeps_all {
                memory = level.memory(semiring);
                levels.last_mut().expect("the level below").values = Vec::new();
            }
            levels.push(level);
        }
        self.begin(diagram.steps.len(), memory)?;
        Ok(true)
    }

    /// The pass down: the sum over all paths through the arcs with a piece on each variable of each step. The
    /// values below the nodes are those of the pass up.
    fn down<S: Semiring, const O: usize>(
        &self,
        semiring: &S,
        below: &Levels<S::Value, O>,
    ) -> Result<Vec<Vec<S::Answer>>, Interrupted> {
        let diagram = self.diagram;
        let held = memory(semiring, below);
        let mut all = Vec::with_capacity(diagram.steps.len());
        if below.is_empty() {
            return Ok(all);
        }
        let mut above = Level::new(&diagram.levels[0], &semiring.zero());
        above.values[0][0] = semiring.one();
        for ((step, variables), below) in
            diagram.steps.iter().enumerate().zip(below.iter().rev().skip(1))
        {
            let (level, next) = (&diagram.levels[step], &diagram.levels[step + 1]);
            let mut paths = Level::new(next, &semiring.zero());
            let memory = above.memory(semiring) + size_of_val(paths.values.as_slice());
            self.begin(step, held + memory)?;
            let incoming = Incoming::new(level, next.len());
            let sums = self.fill(
                semiring,
                variables.variables.len(),
                &mut paths,
                |scratch, target, paths| {
                    let from = (&incoming, &above);
                    self.pull(semiring, [step, target], from, below.of(target), paths, scratch)
                },
            )?;
            all.push(sums.into_iter().map(Into::into).collect());
            above = paths;
        }
        Ok(all)
    }

    /// Runs a job for each group of a level. Returns the sums of what they add for so many variables.
    fn fill<S: Semiring, const O: usize>(
        &self,
        semiring: &S,
        variables: usize,
        level: &mut Level<S::Value, O>,
        job: impl Fn(&mut Scratch<S::Value>, usize, &mut [[S::Value; O]]) -> Result<(), Interrupted>
        + Sync,
    ) -> Result<Vec<S::Value>, Interrupted> {
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

    /// The same values in the next wider type.
    fn widened<S: Semiring, const O: usize>(
        &self,
        semiring: &S,
        levels: Levels<S::Value, O>,
    ) -> Result<Levels<Wide<S>, O>, Interrupted> {
        let nodes: usize = levels.iter().map(|level| level.values.len()).sum();
        let wider = nodes * size_of::<[Wide<S>; O]>();
        self.begin(self.diagram.levels.len() - levels.len(), memory(semiring, &levels) + wider)?;
        let widened = |Level { starts, values }: Level<S::Value, O>| {
            let values = values.into_iter().map(|node| node.map(Wide::<S>::from));
            Level { starts, values: values.collect() }
        };
        Ok(levels.into_iter().map(widened).collect())
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

    /// Adds up the values below a group's nodes. False if a sum does not fit its type.
    fn add_up<S: Semiring, const O: usize>(
        &self,
        semiring: &S,
        [step, group]: [usize; 2],
        below: &Level<S::Value, O>,
        sums: &mut [[S::Value; O]],
        nodes: &mut Vec<u32>,
    ) -> Result<bool, Interrupted> {
        let group = &self.diagram.levels[step][group];
        let mut job = Job::new(self.monitor);
        job.report(0, 0, group.len)?;
        let mut fits = true;
        if self.wanted == Wanted::Skipping && !self.diagram.steps[step].must_place {
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
            return Ok(fits);
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
        }
        Ok(fits)
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
