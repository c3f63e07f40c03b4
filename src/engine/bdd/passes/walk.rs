//! The two passes over a diagram, in any semiring. The pass up, from the last step to the first, computes the sums
//! below each node. The pass down computes the sums through each variable.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::levels::{AllowedArcs, Levels, NodeValues, SumTable, ValueLayout};
use super::semiring::Semiring;
use crate::bdd::diagram::group::{ArcReading, StepChoice};
use crate::bdd::diagram::monitor::Monitor;
use crate::bdd::diagram::parallel::{parallel, threads_for};
use crate::bdd::diagram::selection::{Selection, oriented};
use crate::bdd::diagram::{Diagram, incoming_arcs};
use crate::bdd::order::Variable;
use crate::bdd::robdd::sizes::is_redundant;
use crate::budget::{Answer, Budget};
use crate::heap::Heap;

/// Which sums over paths are to be computed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WantedSums {
    /// The sum over all paths.
    Total,
    /// The sum over all paths of the reduced ordered BDD, where a path skips a variable if both its arcs lead to the
    /// same node. Decisions and orientations are ignored.
    Skipping,
    /// The sum over all paths, and the sums below each node.
    Below,
    /// The sum over all paths, the sums below each node, and the sums through each cell.
    Cells,
}

/// The computed sums over paths.
pub(crate) struct Sums<T> {
    /// The sum over all paths.
    pub total: T,
    /// The sums below nodes: of all nodes if they were requested, otherwise of the root only.
    pub below: Box<dyn SumTable<T>>,
    /// For each cell in row-major order, the sum over the paths with a piece on this cell. Empty if not requested.
    pub cells: Vec<T>,
}

impl Diagram {
    /// Computes the sums over the paths that agree with the decisions. This takes one pass up, and for the sums of
    /// cells one pass down, each in time linear in the size of the diagram. In a folded diagram, a node has one sum for
    /// both orientations if the two sums cannot differ.
    pub(crate) fn sums<S: Semiring>(
        &self,
        selection: &Selection,
        semiring: &S,
        wanted: WantedSums,
        budget: &Budget,
    ) -> Answer<Sums<S::Answer>> {
        let is_split = self.is_folded && !(S::IS_SYMMETRIC && selection.is_symmetric);
        let monitor = Monitor::new(budget);
        monitor.begin_question(0, self.steps.len(), self.memory())?;
        let layout = ValueLayout::new(self, selection, if is_split { 2 } else { 1 }, &monitor)?;
        let held = self.memory() + layout.heap();
        let walk = Walk { diagram: self, selection, layout, monitor: &monitor, held, wanted };
        if is_split {
            walk.sums::<S, 2>(semiring, Vec::new())
        } else {
            walk.sums::<S, 1>(semiring, Vec::new())
        }
    }
}

/// The values of nodes. `O` is 2 if a node and its mirror image have separate values, otherwise 1.
type ValueSlice<S, const O: usize> = [[<S as Semiring>::Value; O]];

/// Computes the values of a group, given by its number, and adds to the sums of the step.
type FillGroup<'a, S, const O: usize> =
    dyn Fn(usize, &mut ValueSlice<S, O>, &mut [<S as Semiring>::Value]) -> Answer<()> + Sync + 'a;

/// An element of the next wider type.
type Wide<S> = <<S as Semiring>::Wider as Semiring>::Value;

/// Approximate number of values per page of memory.
const VALUES_PER_PAGE: usize = 1 << 9;

/// Minimum work between two checks of the budget, in words.
const WORK_BETWEEN_CHECKS: usize = 1 << 12;

/// Passes over the arcs that agree with decisions.
struct Walk<'a> {
    diagram: &'a Diagram,
    selection: &'a Selection,
    layout: ValueLayout,
    monitor: &'a Monitor<'a>,
    /// The memory of the diagram and of the layout, in bytes.
    held: usize,
    wanted: WantedSums,
}

/// The memory of some values, in bytes.
fn memory<V: Heap, const O: usize>(values: &[[V; O]]) -> usize {
    values.as_flattened().iter().map(Heap::memory).sum()
}

/// Average memory of a value in words, rounded up.
fn words_per_value<V: Heap, const O: usize>(values: &[[V; O]]) -> usize {
    memory(values).div_ceil(size_of::<u64>()).div_ceil(values.len().max(1)).max(1)
}

impl Walk<'_> {
    /// Computes the requested sums. `levels` contains the values of the last levels if they are known already,
    /// otherwise nothing.
    fn sums<S: Semiring, const O: usize>(
        self,
        semiring: &S,
        mut levels: Levels<S::Value, O>,
    ) -> Answer<Sums<S::Answer>> {
        if !self.pass_up(semiring, &mut levels)? {
            let wider = self.widened::<S, O>(levels)?;
            return self.sums(&semiring.wider(), wider);
        }
        let root = levels.last().map(|values| values[0][0].clone());
        let total = root.unwrap_or_else(|| semiring.zero()).into();
        let cells = match self.wanted {
            WantedSums::Cells => self.pass_down(semiring, &levels, &total)?,
            _ => Vec::new(),
        };
        Ok(Sums { total, below: Box::new(NodeValues { layout: self.layout, levels }), cells })
    }

    /// The pass up: adds the values of the missing levels. If the decisions exclude all solutions, `levels` stays
    /// empty. Returns false if a sum does not fit its type; then some levels are still missing.
    fn pass_up<S: Semiring, const O: usize>(
        &self,
        semiring: &S,
        levels: &mut Levels<S::Value, O>,
    ) -> Answer<bool> {
        let steps = self.diagram.steps.len();
        let keeps_all = matches!(self.wanted, WantedSums::Below | WantedSums::Cells);
        let mut held: usize = levels.iter().map(|values| memory(values)).sum();
        if levels.is_empty() && self.selection.is_possible {
            levels.push(self.values(steps, &semiring.one()));
        }
        let mut unchecked = 0;
        while (1..=steps).contains(&levels.len()) {
            let step = steps - levels.len();
            let new = self.layout.len(step);
            let below = &levels[levels.len() - 1];
            // Long numbers take longer to add.
            let work = words_per_value(below);
            self.begin(step, held + new * size_of::<[S::Value; O]>(), work * new, &mut unchecked)?;
            let mut values = self.values(step, &semiring.zero());
            let fits = AtomicBool::new(true);
            self.run_on_groups(semiring, step, work, &mut values, &mut [], &|group, values, _| {
                // Writing first avoids a second page fault, which would stop all threads.
                if new >= VALUES_PER_PAGE {
                    values.fill_with(|| std::array::from_fn(|_| semiring.zero()));
                }
                let fit = self.add_up(semiring, step, group, below, values)?;
                fits.fetch_and(fit, Ordering::Relaxed);
                Ok(())
            })?;
            if !fits.into_inner() {
                return Ok(false);
            }
            let memory = memory(&values);
            if keeps_all {
                held += memory;
            } else {
                held = memory;
                levels.last_mut().expect("the level below").clear();
            }
            levels.push(values);
        }
        self.begin(steps, held, WORK_BETWEEN_CHECKS, &mut unchecked)?;
        Ok(true)
    }

    /// The pass down: returns for each cell the sum over the paths with a piece on this cell. `below` contains the
    /// values of the pass up.
    fn pass_down<S: Semiring, const O: usize>(
        &self,
        semiring: &S,
        below: &Levels<S::Value, O>,
        total: &S::Answer,
    ) -> Answer<Vec<S::Answer>> {
        let diagram = self.diagram;
        let size = diagram.order.size();
        let index = |&variable: &Variable| size.index(diagram.order.cell(variable));
        let mut cells = vec![semiring.zero().into(); size.cells()];
        if below.is_empty() {
            return Ok(cells);
        }
        diagram.fixed.iter().for_each(|variable| cells[index(variable)] = total.clone());
        let held: usize = below.iter().map(|values| memory(values)).sum();
        let mut above = self.values(0, &semiring.zero());
        above[0][0] = semiring.one();
        let (mut paths, mut sums, mut unchecked) = (Vec::new(), Vec::new(), 0);
        for (step, below) in below.iter().rev().skip(1).enumerate() {
            let next = step + 1;
            let new = (above.len() + self.layout.len(next)) * size_of::<[S::Value; O]>();
            // Long numbers take longer to multiply.
            let work = words_per_value(below) * words_per_value(&above);
            self.begin(step, held + new, work * above.len(), &mut unchecked)?;
            paths.clear();
            paths.resize(self.layout.len(next), std::array::from_fn(|_| semiring.zero()));
            sums.resize(diagram.steps[step].variables.len(), semiring.zero());
            if self.threads(below.len()) == 1 {
                for (source, group) in diagram.levels[step].iter().enumerate() {
                    self.spend(work * group.len, &mut unchecked)?;
                    for allowed in self.layout.all_allowed([step, source], group) {
                        let target = self.layout.range(next, allowed.choice.target as usize);
                        let to = (&below[target.clone()], &mut paths[target]);
                        self.push(semiring, [step, source], &allowed, &above, to, &mut sums)?;
                    }
                }
            } else {
                let incoming =
                    incoming_arcs(&diagram.levels[step], diagram.levels[next].len(), self.monitor)?;
                self.run_on_groups(
                    semiring,
                    next,
                    work,
                    &mut paths,
                    &mut sums,
                    &|target, paths, sums| {
                        let below = &below[self.layout.range(next, target)];
                        for &(source, index) in incoming.of(target) {
                            let (source, index) = (source as usize, usize::from(index));
                            let group = &diagram.levels[step][source];
                            if let Some(allowed) = self.layout.allowed([step, source], group, index)
                            {
                                let to = (below, &mut *paths);
                                self.push(semiring, [step, source], &allowed, &above, to, sums)?;
                            }
                        }
                        Ok(())
                    },
                )?;
            }
            for (variable, sum) in diagram.steps[step].variables.iter().zip(sums.drain(..)) {
                cells[index(variable)] = sum.into();
            }
            std::mem::swap(&mut above, &mut paths);
        }
        Ok(cells)
    }

    /// Returns a list of values for a level, in which every node has the value `value`.
    fn values<V: Clone, const O: usize>(&self, level: usize, value: &V) -> Vec<[V; O]> {
        vec![std::array::from_fn(|_| value.clone()); self.layout.len(level)]
    }

    /// Runs `job` for each group of a level that a path reaches, with the group's values and the sums of the step.
    /// `work` is the number of machine words that each value makes the job read.
    fn run_on_groups<S: Semiring, const O: usize>(
        &self,
        semiring: &S,
        level: usize,
        work: usize,
        values: &mut ValueSlice<S, O>,
        sums: &mut [S::Value],
        job: &FillGroup<'_, S, O>,
    ) -> Answer<()> {
        let threads = self.threads(values.len());
        let groups = self.layout.parts(level, values).enumerate();
        let mut groups = groups.filter(|&(group, _)| self.layout.is_reached(level, group));
        if threads == 1 {
            let mut unchecked = 0;
            return groups.try_for_each(|(group, values)| {
                self.spend(work * values.len(), &mut unchecked)?;
                job(group, values, sums)
            });
        }
        let groups: Vec<_> = groups.map(Mutex::new).collect();
        let done = parallel(threads, groups.len(), |index| {
            let mut added = vec![semiring.zero(); sums.len()];
            let mut group = groups[index].lock().unwrap_or_else(PoisonError::into_inner);
            let (group, values) = &mut *group;
            self.monitor.spend(work * values.len())?;
            job(*group, values, &mut added).map(|()| added)
        })?;
        for added in done {
            for (sum, value) in sums.iter_mut().zip(&added) {
                semiring.add_product(sum, value, &semiring.one());
            }
        }
        Ok(())
    }

    /// Converts values to the next wider type.
    fn widened<S: Semiring, const O: usize>(
        &self,
        levels: Levels<S::Value, O>,
    ) -> Answer<Levels<Wide<S>, O>> {
        let held: usize = levels.iter().map(|values| memory(values)).sum();
        let nodes: usize = levels.iter().map(Vec::len).sum();
        let wider = nodes * size_of::<[Wide<S>; O]>();
        let step = self.diagram.levels.len() - levels.len();
        self.begin(step, held + wider, WORK_BETWEEN_CHECKS, &mut 0)?;
        let widened = |values: Vec<[S::Value; O]>| {
            self.monitor.spend(values.len())?;
            Ok(values.into_iter().map(|node| node.map(Wide::<S>::from)).collect())
        };
        levels.into_iter().map(widened).collect()
    }

    /// Adds `new` words of work, and checks the budget if at least [`WORK_BETWEEN_CHECKS`] words are unchecked. `step`
    /// is reported as the current step. `memory` is the memory of all values, in bytes.
    fn begin(&self, step: usize, memory: usize, new: usize, unchecked: &mut usize) -> Answer<()> {
        *unchecked += new;
        if *unchecked < WORK_BETWEEN_CHECKS {
            return Ok(());
        }
        *unchecked = 0;
        self.monitor.begin_question(step, self.diagram.steps.len(), self.held + memory)
    }

    /// Adds work, in words, and checks the budget if at least [`WORK_BETWEEN_CHECKS`] words are unchecked.
    fn spend(&self, work: usize, unchecked: &mut usize) -> Answer<()> {
        *unchecked += work;
        if *unchecked < WORK_BETWEEN_CHECKS {
            Ok(())
        } else {
            self.monitor.spend(std::mem::take(unchecked))
        }
    }

    /// Adds up the values below each node of the group `number`. Returns false if a sum does not fit its type.
    fn add_up<S: Semiring, const O: usize>(
        &self,
        semiring: &S,
        step: usize,
        number: usize,
        below: &ValueSlice<S, O>,
        sums: &mut ValueSlice<S, O>,
    ) -> Answer<bool> {
        let (group, next) = (&self.diagram.levels[step][number], &self.diagram.levels[step + 1]);
        let mut fits = true;
        if self.wanted == WantedSums::Skipping && !self.diagram.steps[step].must_place {
            group.for_each(|node, arcs| {
                if node % VALUES_PER_PAGE == 0 {
                    self.monitor.spend(VALUES_PER_PAGE)?;
                }
                let arcs = if is_redundant(group, arcs) { &arcs[1..] } else { arcs };
                for &(choice, arc) in arcs {
                    let choice = &group.choices[choice];
                    let target = ArcReading::new(choice, next);
                    let below = &below[self.layout.range(step + 1, target.group)];
                    let label = semiring.label(step, choice.index);
                    fits &=
                        semiring.add(&mut sums[node][0], &below[target.decode(arc).0][0], label);
                }
                Ok(())
            })?;
            return Ok(fits);
        }
        for allowed in self.layout.all_allowed([step, number], group) {
            let below = &below[self.layout.range(step + 1, allowed.choice.target as usize)];
            let labels: [_; O] = self.labels(semiring, step, allowed.choice);
            self.for_each::<O>(step, &allowed, |[node, from], [child, to]| {
                fits &= semiring.add(&mut sums[node][from], &below[child][to], labels[from]);
            })?;
        }
        Ok(fits)
    }

    /// For each arc of a choice, adds the value of its source node to the value of its target node in `paths`. Also
    /// adds the total over all paths through these arcs to the sum of the choice's variable.
    fn push<S: Semiring, const O: usize>(
        &self,
        semiring: &S,
        [step, source]: [usize; 2],
        allowed: &AllowedArcs<'_>,
        above: &ValueSlice<S, O>,
        (below, paths): (&ValueSlice<S, O>, &mut ValueSlice<S, O>),
        sums: &mut [S::Value],
    ) -> Answer<()> {
        let above = &above[self.layout.range(step, source)];
        let labels: [_; O] = self.labels(semiring, step, allowed.choice);
        let mut through: [S::Value; O] = std::array::from_fn(|_| semiring.zero());
        // A path to a dead end belongs to no solution: its sum may overflow, but the value below it is zero. All other
        // paths belong to solutions, so no sum exceeds the total.
        self.for_each::<O>(step, allowed, |[node, from], [child, to]| {
            let value = &above[node][from];
            semiring.add(&mut paths[child][to], value, labels[from]);
            semiring.add_product(&mut through[from], value, &below[child][to]);
        })?;
        for (orientation, (through, &label)) in through.iter().zip(&labels).enumerate() {
            if let Some(index) = oriented(&self.diagram.steps[step], allowed.choice, orientation) {
                semiring.add(&mut sums[usize::from(index)], through, label);
            }
        }
        Ok(())
    }

    /// Calls `each` for each allowed arc of a choice in each orientation. The arguments are the value index and the
    /// orientation of the arc's source, and the value index and the orientation of the arc's target.
    #[inline]
    fn for_each<const O: usize>(
        &self,
        step: usize,
        allowed: &AllowedArcs<'_>,
        mut each: impl FnMut([usize; 2], [usize; 2]),
    ) -> Answer<()> {
        if allowed.choice.arcs.len() >= WORK_BETWEEN_CHECKS {
            self.monitor.spend(allowed.choice.arcs.len())?;
        }
        let target = ArcReading::new(allowed.choice, &self.diagram.levels[step + 1]);
        if O == 1 || allowed.orientations == [true; 2] {
            allowed.for_each(target, |node, child, flip| {
                for orientation in 0..O {
                    each([node, orientation], [child, (orientation ^ flip) % O]);
                }
            });
        } else {
            let orientation = usize::from(allowed.orientations[1]);
            allowed.for_each(target, |node, child, flip| {
                each([node, orientation], [child, (orientation ^ flip) % O]);
            });
        }
        Ok(())
    }

    /// Returns the label of a choice's arcs for each orientation.
    #[inline]
    fn labels<S: Semiring, const O: usize>(
        &self,
        semiring: &S,
        step: usize,
        choice: &StepChoice,
    ) -> [S::Label; O] {
        let step_of = &self.diagram.steps[step];
        std::array::from_fn(|orientation| {
            semiring.label(step, oriented(step_of, choice, orientation))
        })
    }

    /// Number of threads for a level of `values` values.
    fn threads(&self, values: usize) -> usize {
        threads_for(values, self.monitor.budget.threads())
    }
}
