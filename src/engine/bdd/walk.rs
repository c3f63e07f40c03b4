//! The two passes over a diagram, in any semiring: up from the last step to the first for the sums below each
//! node, and down again for those through each variable.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::diagram::{Diagram, Incoming};
use super::group::{Place, Target};
use super::levels::{Layout, Levels, Reach, Table, Values};
use super::monitor::Monitor;
use super::parallel::{parallel, threads_for};
use super::selection::{Selection, oriented};
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
    /// For each variable of each step over those with a piece on it, if they are wanted.
    pub variables: Vec<T>,
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
        let is_split = self.is_folded && !(S::IS_SYMMETRIC && selection.is_symmetric());
        let monitor = Monitor::new(budget);
        let walk = Walk {
            diagram: self,
            selection,
            layout: Layout::new(self, selection, if is_split { 2 } else { 1 }),
            monitor: &monitor,
            held: self.memory(),
            wanted,
        };
        if is_split {
            walk.sums::<S, 2>(semiring, Vec::new())
        } else {
            walk.sums::<S, 1>(semiring, Vec::new())
        }
    }
}

/// An element of the next wider type.
type Wide<S> = <<S as Semiring>::Wider as Semiring>::Value;

/// From so many arcs on it pays to check the budget.
const MANY: usize = 1 << 12;

/// Passes over the arcs that agree with decisions.
struct Walk<'a> {
    diagram: &'a Diagram,
    selection: &'a Selection,
    layout: Layout,
    monitor: &'a Monitor<'a>,
    /// The memory of the diagram, in bytes.
    held: usize,
    wanted: Wanted,
}

/// The memory of some values, in bytes.
fn memory<S: Semiring, const O: usize>(semiring: &S, values: &[[S::Value; O]]) -> usize {
    let heap = values.as_flattened().iter().map(|value| semiring.heap(value));
    size_of_val(values) + heap.sum::<usize>()
}

impl Walk<'_> {
    /// The sums that are wanted, from those of the last levels on.
    fn sums<S: Semiring, const O: usize>(
        self,
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
        let root = levels.last().map(|values| values[0][0].clone());
        let total = root.unwrap_or_else(|| semiring.zero()).into();
        Ok(Sums { total, below: Box::new(Values { layout: self.layout, levels }), variables })
    }

    /// The pass up: adds the levels that are missing. None is there if the decisions agree with no path at all.
    /// False if a sum does not fit its type: then levels are still missing.
    fn up<S: Semiring, const O: usize>(
        &self,
        semiring: &S,
        levels: &mut Levels<S::Value, O>,
    ) -> Result<bool, Interrupted> {
        let steps = self.diagram.steps.len();
        let keeps_all = matches!(self.wanted, Wanted::Below | Wanted::Variables);
        let mut held: usize = levels.iter().map(|values| memory(semiring, values)).sum();
        if levels.is_empty() && self.selection.is_possible {
            levels.push(self.values(steps, &semiring.one()));
        }
        while (1..=steps).contains(&levels.len()) {
            let step = steps - levels.len();
            let mut values = self.values(step, &semiring.zero());
            self.begin(step, held + size_of_val(values.as_slice()))?;
            let below = &levels[levels.len() - 1];
            let fits = AtomicBool::new(true);
            self.fill(semiring, step, &mut values, &mut [], |group, values, _| {
                fits.fetch_and(
                    self.add_up(semiring, step, group, below, values)?,
                    Ordering::Relaxed,
                );
                Ok(())
            })?;
            if !fits.into_inner() {
                return Ok(false);
            }
            let memory = memory(semiring, &values);
            if keeps_all {
                held += memory;
            } else {
                held = memory;
                levels.last_mut().expect("the level below").clear();
            }
            levels.push(values);
        }
        self.begin(steps, held)?;
        Ok(true)
    }

    /// The pass down: the sum over all paths through the arcs with a piece on each variable of each step. The
    /// values below the nodes are those of the pass up.
    fn down<S: Semiring, const O: usize>(
        &self,
        semiring: &S,
        below: &Levels<S::Value, O>,
    ) -> Result<Vec<S::Answer>, Interrupted> {
        let diagram = self.diagram;
        let mut all = Vec::with_capacity(diagram.order.len());
        if below.is_empty() {
            return Ok(all);
        }
        let held: usize = below.iter().map(|values| memory(semiring, values)).sum();
        let mut above = self.values(0, &semiring.zero());
        above[0][0] = semiring.one();
        let (mut paths, mut sums) = (Vec::new(), Vec::new());
        for (step, below) in below.iter().rev().skip(1).enumerate() {
            let next = step + 1;
            let new = self.layout.len(next) * size_of::<[S::Value; O]>();
            self.begin(step, held + memory(semiring, &above) + new)?;
            paths.clear();
            paths.resize(self.layout.len(next), std::array::from_fn(|_| semiring.zero()));
            let incoming = Incoming::new(&diagram.levels[step], diagram.levels[next].len());
            sums.resize(diagram.steps[step].variables.len(), semiring.zero());
            self.fill(semiring, next, &mut paths, &mut sums, |group, paths, sums| {
                let below = self.layout.of(next, group, below);
                self.pull(semiring, [step, group], (&incoming, &above), below, paths, sums)
            })?;
            all.extend(sums.drain(..).map(Into::into));
            std::mem::swap(&mut above, &mut paths);
        }
        Ok(all)
    }

    /// The same value for all nodes of a level.
    fn values<V: Clone, const O: usize>(&self, level: usize, value: &V) -> Vec<[V; O]> {
        vec![std::array::from_fn(|_| value.clone()); self.layout.len(level)]
    }

    /// Runs a job for each group of a level that paths lead to, with the group's values and with sums for all.
    fn fill<S: Semiring, const O: usize>(
        &self,
        semiring: &S,
        level: usize,
        values: &mut [[S::Value; O]],
        sums: &mut [S::Value],
        job: impl Fn(usize, &mut [[S::Value; O]], &mut [S::Value]) -> Result<(), Interrupted> + Sync,
    ) -> Result<(), Interrupted> {
        let threads = threads_for(values.len(), self.monitor.budget.threads());
        let groups = self.layout.parts(level, values).enumerate();
        let mut groups = groups.filter(|&(group, _)| !self.layout.reach(level, group).is_empty());
        if threads == 1 {
            return groups.try_for_each(|(group, values)| job(group, values, sums));
        }
        let groups: Vec<_> = groups.map(Mutex::new).collect();
        let done = parallel(threads, groups.len(), |index| {
            let mut added = vec![semiring.zero(); sums.len()];
            let mut group = groups[index].lock().unwrap_or_else(PoisonError::into_inner);
            let (group, values) = &mut *group;
            job(*group, values, &mut added).map(|()| added)
        });
        for added in done {
            for (sum, value) in sums.iter_mut().zip(&added?) {
                semiring.add_product(sum, value, &semiring.one());
            }
        }
        Ok(())
    }

    /// The same values in the next wider type.
    fn widened<S: Semiring, const O: usize>(
        &self,
        semiring: &S,
        levels: Levels<S::Value, O>,
    ) -> Result<Levels<Wide<S>, O>, Interrupted> {
        let held: usize = levels.iter().map(|values| memory(semiring, values)).sum();
        let nodes: usize = levels.iter().map(Vec::len).sum();
        let wider = nodes * size_of::<[Wide<S>; O]>();
        self.begin(self.diagram.levels.len() - levels.len(), held + wider)?;
        let widened = |values: Vec<[S::Value; O]>| {
            values.into_iter().map(|node| node.map(Wide::<S>::from)).collect()
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
        step: usize,
        number: usize,
        below: &[[S::Value; O]],
        sums: &mut [[S::Value; O]],
    ) -> Result<bool, Interrupted> {
        let (group, next) = (&self.diagram.levels[step][number], &self.diagram.levels[step + 1]);
        self.monitor.spend(group.len)?;
        let mut fits = true;
        if self.wanted == Wanted::Skipping && !self.diagram.steps[step].must_place {
            group.for_each(|node, arcs| {
                let arcs = if is_free(group, arcs) { &arcs[1..] } else { arcs };
                for &(place, arc) in arcs {
                    let place = &group.places[place];
                    let target = Target::new(place, next);
                    let below = self.layout.of(step + 1, target.group, below);
                    let label = semiring.label(step, place.index);
                    fits &=
                        semiring.add(&mut sums[node][0], &below[target.decode(arc).0][0], label);
                }
            });
            return Ok(fits);
        }
        let reach = self.layout.reach(step, number);
        for place in &group.places {
            let labels: [_; O] = self.labels(semiring, step, reach, place);
            if labels.iter().all(Option::is_none) {
                continue;
            }
            if place.arcs.len() >= MANY {
                self.monitor.spend(place.arcs.len())?;
            }
            let target = Target::new(place, next);
            let below = self.layout.of(step + 1, target.group, below);
            self.layout.for_each(step, number, place, |node, arc| {
                let (child, flip) = target.decode(arc);
                for (orientation, label) in labels.iter().enumerate() {
                    if let &Some(label) = label {
                        let value = &below[child][(orientation ^ usize::from(flip)) % O];
                        fits &= semiring.add(&mut sums[node][orientation], value, label);
                    }
                }
            });
        }
        Ok(fits)
    }

    /// Adds up the values of the paths to each node of a group, and of those through each arc to one.
    fn pull<S: Semiring, const O: usize>(
        &self,
        semiring: &S,
        [step, target]: [usize; 2],
        (incoming, above): (&Incoming, &[[S::Value; O]]),
        below: &[[S::Value; O]],
        paths: &mut [[S::Value; O]],
        sums: &mut [S::Value],
    ) -> Result<(), Interrupted> {
        self.monitor.spend(below.len())?;
        for &(source, index) in incoming.of(target) {
            let source = source as usize;
            let place = &self.diagram.levels[step][source].places[usize::from(index)];
            let reach = self.layout.reach(step, source);
            let labels: [_; O] = self.labels(semiring, step, reach, place);
            if labels.iter().all(Option::is_none) {
                continue;
            }
            if place.arcs.len() >= MANY {
                self.monitor.spend(place.arcs.len())?;
            }
            let above = self.layout.of(step, source, above);
            let target = Target::new(place, &self.diagram.levels[step + 1]);
            let mut through: [S::Value; O] = std::array::from_fn(|_| semiring.zero());
            self.layout.for_each(step, source, place, |node, arc| {
                let (child, flip) = target.decode(arc);
                for (orientation, label) in labels.iter().enumerate() {
                    let to = (orientation ^ usize::from(flip)) % O;
                    let (from, below) = (&above[node][orientation], &below[child][to]);
                    // Paths into a dead end are not followed. All others belong to a solution, so that
                    // no sum is more than that of all.
                    if let &Some(label) = label
                        && !semiring.is_zero(from)
                        && !semiring.is_zero(below)
                    {
                        semiring.add(&mut paths[child][to], from, label);
                        semiring.add_product(&mut through[orientation], from, below);
                    }
                }
            });
            for (orientation, (label, through)) in labels.iter().zip(&through).enumerate() {
                let index = oriented(&self.diagram.steps[step], place, orientation);
                if let (&Some(label), Some(index)) = (label, index) {
                    semiring.add(&mut sums[usize::from(index)], through, label);
                }
            }
        }
        Ok(())
    }

    /// The label of a place's arcs in each orientation in which paths may take them.
    #[inline]
    fn labels<S: Semiring, const O: usize>(
        &self,
        semiring: &S,
        step: usize,
        reach: Reach,
        place: &Place,
    ) -> [Option<S::Label>; O] {
        std::array::from_fn(|orientation| {
            let index = oriented(&self.diagram.steps[step], place, orientation);
            let is_taken = reach.orientations[orientation] && self.selection.allows(step, index);
            is_taken.then(|| semiring.label(step, index))
        })
    }
}
