use num_bigint::BigUint;
use num_traits::Zero;

use super::diagram::{Diagram, Incoming};
use super::group::Target;
use super::monitor::{Job, Monitor};
use super::numbers::{self, Level, MANY, Number, Numbers};
use super::parallel::{parallel, threads_for};
use super::selection::Selection;
use crate::engine::{Budget, Census, Interrupted, Phase, Progress};
use crate::problem::Decisions;

impl Diagram {
    /// The number of solutions that keep the decisions, in all and by cell: one pass up and one pass
    /// down, in time linear in the diagram.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn census(&self, decisions: &Decisions, budget: &Budget) -> Result<Census, Interrupted> {
        let monitor = Monitor::new(budget);
        let selection = Selection::new(self, decisions);
        if !selection.is_possible {
            monitor.begin(Progress { phase: Phase::Asking, memory: 1, ..Progress::default() })?;
            let cells = vec![BigUint::zero(); self.order.size().cells()];
            return Ok(Census { solutions: BigUint::zero(), cells });
        }
        if self.is_folded && !selection.is_symmetric() {
            census::<2>(self, &selection, &monitor)
        } else {
            census::<1>(self, &selection, &monitor)
        }
    }

    /// The number of solutions.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn count(&self, budget: &Budget) -> Result<BigUint, Interrupted> {
        let selection = Selection::new(self, &Decisions::default());
        Numbers::<1>::count(self, &selection, &Monitor::new(budget))
    }

    /// The number of paths to the true terminal of the reduced ordered BDD: a variable that a path
    /// skips there is counted once.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn path_count(&self, budget: &Budget) -> Result<BigUint, Interrupted> {
        let monitor = Monitor::new(budget);
        let held = self.memory();
        let mut below: Vec<Vec<BigUint>> = vec![vec![1_u8.into()]];
        for (step, groups) in self.levels.iter().enumerate().rev().skip(1) {
            let bytes = below.iter().flatten().map(|number| size_of::<BigUint>() + number.heap());
            monitor.begin(Progress {
                phase: Phase::Asking,
                done: step,
                steps: self.steps.len(),
                memory: held + 2 * bytes.sum::<usize>(),
                ..Progress::default()
            })?;
            let mut level = Vec::with_capacity(groups.len());
            for group in groups {
                let mut paths = Vec::with_capacity(group.len);
                let targets =
                    group.places.iter().map(|place| Target::new(place, &self.levels[step + 1]));
                let targets: Vec<Target> = targets.collect();
                group.for_each(|_, arcs| {
                    let mut children: Vec<(usize, (usize, bool))> = arcs
                        .iter()
                        .map(|&(place, arc)| (targets[place].group, targets[place].decode(arc)))
                        .collect();
                    if !self.steps[step].must_place {
                        // The BDD skips a variable that does not matter.
                        children.dedup();
                    }
                    paths
                        .push(children.iter().map(|&(group, (node, _))| &below[group][node]).sum());
                });
                level.push(paths);
            }
            below = level;
        }
        Ok(if self.is_false() { BigUint::zero() } else { below[0][0].clone() })
    }
}

fn census<const O: usize>(
    diagram: &Diagram,
    selection: &Selection,
    monitor: &Monitor<'_>,
) -> Result<Census, Interrupted> {
    let below = Numbers::<O>::below(diagram, selection, monitor)?;
    let solutions = below.total(diagram);
    let descent = Descent { diagram, selection, monitor };
    let mut cells = vec![BigUint::zero(); diagram.order.size().cells()];
    let sums = match &below {
        Numbers::Half(levels) => descent.sums(levels)?,
        Numbers::Word(levels) => descent.sums(levels)?,
        Numbers::DoubleWord(levels) => descent.sums(levels)?,
        Numbers::Big(levels) => descent.sums(levels)?,
    };
    let mut put = |variable, sum| {
        cells[diagram.order.size().index(diagram.order.cell(variable))] = sum;
    };
    for (step, sums) in diagram.steps.iter().zip(sums) {
        for (index, &variable) in step.variables.iter().enumerate() {
            put(
                variable,
                if O == 1 && diagram.is_folded {
                    // The orientations are not told apart, and equally frequent.
                    (&sums[index] + &sums[step.oriented(index, true)]) >> 1_u8
                } else {
                    sums[index].clone()
                },
            );
        }
    }
    diagram.fixed.iter().for_each(|&variable| put(variable, solutions.clone()));
    Ok(Census { solutions, cells })
}

/// The pass down.
struct Descent<'a> {
    diagram: &'a Diagram,
    selection: &'a Selection,
    monitor: &'a Monitor<'a>,
}

impl Descent<'_> {
    /// The number of solutions with a piece on each variable of each step. `below` are those below each
    /// node.
    fn sums<C: Number, const O: usize>(
        &self,
        below: &[Level<C, O>],
    ) -> Result<Vec<Vec<BigUint>>, Interrupted> {
        let Self { diagram, monitor, .. } = *self;
        let held = diagram.memory() + below.iter().map(numbers::memory).sum::<usize>();
        let mut above: Level<C, O> = vec![vec![std::array::from_fn(|_| C::zero())]];
        above[0][0][0] = C::one();
        let mut all = Vec::with_capacity(diagram.steps.len());
        for (step, variables) in diagram.steps.iter().enumerate() {
            let (level, next) = (&diagram.levels[step], &diagram.levels[step + 1]);
            let nodes: usize = next.iter().map(|group| group.len).sum();
            monitor.begin(Progress {
                phase: Phase::Asking,
                done: step,
                steps: diagram.steps.len(),
                memory: held + numbers::memory(&above) + nodes * size_of::<[C; O]>(),
                ..Progress::default()
            })?;
            let incoming = Incoming::new(level, next.len());
            let below = &below[below.len() - 2 - step];
            let threads = threads_for(nodes, monitor.budget.threads());
            let pulled = parallel(threads, next.len(), |target| {
                self.pull(step, target, &incoming, &above, &below[target])
            });
            let mut cells = vec![C::zero(); variables.variables.len()];
            above = Vec::with_capacity(next.len());
            for pulled in pulled {
                let (paths, sums) = pulled?;
                above.push(paths);
                cells.iter_mut().zip(&sums).for_each(|(cell, sum)| *cell += sum);
            }
            all.push(cells.into_iter().map(Into::into).collect());
        }
        Ok(all)
    }

    /// The paths to each node of a group, and the solutions with a piece on each variable of the step
    /// that lead through it.
    #[expect(clippy::needless_range_loop, reason = "an orientation is more than an index")]
    fn pull<C: Number, const O: usize>(
        &self,
        step: usize,
        target: usize,
        incoming: &Incoming,
        above: &Level<C, O>,
        below: &[[C; O]],
    ) -> Result<(Vec<[C; O]>, Vec<C>), Interrupted> {
        let mut job = Job::new(self.monitor);
        job.report(0, 0, below.len())?;
        let level = &self.diagram.levels[step];
        let variables = &self.diagram.steps[step];
        let zero = std::array::from_fn(|_| C::zero());
        let mut paths: Vec<[C; O]> = vec![zero; below.len()];
        let mut cells = vec![C::zero(); variables.variables.len()];
        let mut nodes = Vec::new();
        for &(source, place) in incoming.of(target) {
            let (group, above) = (&level[source as usize], &above[source as usize]);
            group.with(place.into(), &mut nodes);
            let place = &group.places[usize::from(place)];
            let target = Target::new(place, &self.diagram.levels[step + 1]);
            if nodes.len() >= MANY {
                job.report(0, 0, nodes.len())?;
            }
            for orientation in 0..O {
                let oriented =
                    |index: u16| variables.oriented(index.into(), orientation == 1) as u16;
                let index = place.index.map(oriented);
                if !self.selection.allows(step, index) {
                    continue;
                }
                let mut sum = C::zero();
                place.arcs.zip(&nodes, |node, arc| {
                    let (child, flip) = target.decode(arc);
                    let to = (orientation ^ usize::from(flip)) % O;
                    let (from, below) = (&above[node][orientation], &below[child][to]);
                    // Paths into a dead end are not followed. All others belong to a solution, so that no
                    // number exceeds the total.
                    if !from.is_zero() && !below.is_zero() {
                        paths[child][to] += from;
                        sum += &from.times(below);
                    }
                });
                if let Some(index) = index {
                    cells[usize::from(index)] += &sum;
                }
            }
        }
        Ok((paths, cells))
    }
}
