//! The size of the reduced ordered BDD, without building it.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::diagram::{Branch, Diagram, Visit};
use super::group::Group;
use super::monitor::{Job, Monitor};
use super::parallel::{parallel, threads_for};
use super::robdd::first_uses;
use crate::engine::{Budget, DiagramSize, Interrupted, Phase, Progress};

/// Nodes on consecutive variables: +1 at the first of them, -1 after the last.
#[derive(Clone)]
struct Changes(Vec<isize>);

impl Changes {
    /// Adds a node on each variable of a range.
    fn add(&mut self, first: usize, end: usize, nodes: usize) {
        self.0[first] += nodes.cast_signed();
        self.0[end] -= nodes.cast_signed();
    }
}

impl Diagram {
    /// The number of nodes of the reduced ordered BDD per variable, without the terminals. Does not build
    /// the BDD.
    ///
    /// # Panics
    /// Never: the count has no limits.
    #[must_use]
    pub fn bdd_nodes_by_variable(&self) -> Vec<usize> {
        self.nodes_by_variable(&Budget::new(usize::MAX)).expect("the count has no limits")
    }

    fn nodes_by_variable(&self, budget: &Budget) -> Result<Vec<usize>, Interrupted> {
        let monitor = Monitor::new(budget);
        let memory = self.memory();
        if self.is_false() {
            return Ok(vec![0; self.order.len()]);
        }
        let mut changes = Changes(vec![0; self.order.len() + 1]);
        let end = self.span(self.steps.len());
        changes.add(end.start, end.end, 1);
        for (step, variables) in self.steps.iter().enumerate() {
            let next = self.levels[step + 1].iter().map(|group| group.len).sum::<usize>();
            monitor.begin(Progress {
                phase: Phase::Asking,
                done: step,
                steps: self.steps.len(),
                memory: memory + next * size_of::<[u32; 2]>(),
                ..Progress::default()
            })?;
            if variables.must_place {
                self.add_row(step, &monitor, &mut changes)?;
            } else {
                self.add_cell(step, &mut changes);
            }
        }
        let mut nodes = 0;
        changes.0.truncate(self.order.len());
        let level = |change| {
            nodes += change;
            usize::try_from(nodes).expect("runs end after they begin")
        };
        Ok(changes.0.into_iter().map(level).collect())
    }

    /// The number of nodes of the reduced ordered BDD, terminals included, as the library counts
    /// them: 1 without a solution, 2 if every assignment is one.
    #[must_use]
    pub fn bdd_nodes(&self) -> usize {
        let terminals = if self.is_false() { 1 } else { 2 };
        terminals + self.bdd_nodes_by_variable().iter().sum::<usize>()
    }

    /// The number of nodes of the reduced ordered BDD, in all and by row of the board.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn bdd_size(&self, budget: &Budget) -> Result<DiagramSize, Interrupted> {
        let order = self.order();
        let levels = self.nodes_by_variable(budget)?;
        let mut rows = vec![0; order.size().rows().into()];
        for (variable, nodes) in order.variables().zip(&levels) {
            rows[usize::from(order.cell(variable).row())] += nodes;
        }
        let terminals = if self.is_false() { 1 } else { 2 };
        Ok(DiagramSize { nodes: terminals + levels.iter().sum::<usize>(), rows, levels })
    }

    /// Adds the nodes of a step with a single variable.
    fn add_cell(&self, step: usize, changes: &mut Changes) {
        let span = self.span(step);
        let own = span.end - 1;
        for group in &self.levels[step] {
            changes.add(span.start, own, group.len);
            group.for_each(|_, arcs| changes.add(own, own + 1, usize::from(!is_free(group, arcs))));
        }
    }

    /// Adds the nodes of a step that has a piece.
    fn add_row(
        &self,
        step: usize,
        monitor: &Monitor<'_>,
        changes: &mut Changes,
    ) -> Result<(), Interrupted> {
        let span = self.span(step);
        let groups = &self.levels[step];
        let nodes = groups.iter().map(|group| group.len).sum();
        let threads = threads_for(nodes, monitor.budget.threads());
        for part in parallel(threads, groups.len(), |group| self.rests(step, group, monitor)) {
            for (change, more) in changes.0[span.start..].iter_mut().zip(part?.0) {
                *change += more;
            }
        }
        // After the row's piece there is a node for each later variable.
        for &first in first_uses(self, step).iter().flatten().flatten() {
            let first = first as usize + 1;
            if first < span.end {
                changes.add(first, span.end, 1);
            }
        }
        Ok(())
    }

    /// The nodes before the row's piece, of one group. Numbers of variables count from the row's first.
    fn rests(
        &self,
        step: usize,
        group: usize,
        monitor: &Monitor<'_>,
    ) -> Result<Changes, Interrupted> {
        Job::new(monitor).report(0, 0, 16 * self.levels[step][group].len)?;
        let span = self.span(step);
        let variables = &self.steps[step].variables;
        let mut changes = Changes(vec![0; span.len() + 1]);
        // A rest is a branch and the rest after it. For each one the range of variables that it begins at.
        let mut numbers: HashMap<(u64, u64), u32, FxBuildHasher> = HashMap::default();
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        let is_own_image = self.levels[step][group].is_own_image;
        for orientation in 0..self.orientations() {
            self.for_each_list(step, group, orientation == 1, |branches| {
                let mut rest = u32::MAX;
                for (index, branch) in branches.iter().enumerate().rev() {
                    let variable = |branch: &Branch| {
                        let index = branch.index.expect("a row has a piece");
                        variables[usize::from(index)].index() - span.start
                    };
                    let before = index.checked_sub(1).map(|before| &branches[before]);
                    let begin = before.map_or(0, |before| variable(before) + 1);
                    let number = ranges.len() as u32;
                    rest = *numbers.entry(key(rest, branch)).or_insert(number);
                    if rest == number {
                        ranges.push((begin, variable(branch)));
                    }
                    let range = &mut ranges[rest as usize];
                    range.0 = range.0.min(begin);
                }
            });
            if !is_own_image || orientation + 1 == self.orientations() {
                ranges.drain(..).for_each(|(begin, end)| changes.add(begin, end + 1, 1));
                numbers.clear();
            }
        }
        Ok(changes)
    }
}

/// True if a variable does not matter to a node of a group, whose arcs are given: both lead to the same node.
pub(super) fn is_free(group: &Group, arcs: &[(usize, u32)]) -> bool {
    let target = |place: usize| group.places[place].target;
    matches!(*arcs, [with, without] if with.1 == without.1 && target(with.0) == target(without.0))
}

/// A branch and the number of the rest after it, in two words.
fn key(rest: u32, branch: &Branch) -> (u64, u64) {
    let Visit { group, node, is_mirrored } = branch.to;
    let index = branch.index.unwrap_or(u16::MAX);
    let arc = u64::from(node) << 1 | u64::from(is_mirrored);
    (u64::from(rest) << 32 | u64::from(group), arc << 16 | u64::from(index))
}
