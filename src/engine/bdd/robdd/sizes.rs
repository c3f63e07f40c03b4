//! Counts the nodes of the reduced ordered BDD and of the zero-suppressed BDD, row by row, without building either of
//! them.

use crate::answers::DiagramSize;
use crate::bdd::diagram::group::{self, ArcReading, NodeGroup};
use crate::bdd::diagram::monitor::{Job, Monitor};
use crate::bdd::diagram::parallel::{parallel, threads_for};
use crate::bdd::diagram::selection::oriented;
use crate::bdd::diagram::{Branch, Diagram, incoming_arcs};
use crate::budget::{Answer, Budget};

/// The number of nodes of each variable.
struct NodeCounts {
    /// For each variable, the number of its nodes in the BDD minus the number of nodes of the previous variable.
    changes: Vec<isize>,
    /// For each variable, the number of its nodes in the zero-suppressed BDD. Unlike the BDD, this one has no nodes
    /// whose variable must be false, but has nodes with two equal children.
    zdd: Vec<usize>,
}

impl NodeCounts {
    fn new(variables: usize) -> Self {
        Self { changes: vec![0; variables + 1], zdd: vec![0; variables] }
    }

    /// Adds `nodes` BDD nodes to each variable from `first` to `end` - 1.
    fn add(&mut self, first: usize, end: usize, nodes: usize) {
        self.changes[first] += nodes.cast_signed();
        self.changes[end] -= nodes.cast_signed();
    }

    /// Adds the counts of `other`, whose first variable is the variable `start` of `self`.
    fn add_all(&mut self, start: usize, other: &Self) {
        for (change, more) in self.changes[start..].iter_mut().zip(&other.changes) {
            *change += more;
        }
        for (nodes, more) in self.zdd[start..].iter_mut().zip(&other.zdd) {
            *nodes += more;
        }
    }

    /// The number of nodes of the BDD for each variable.
    fn bdd(&self) -> Vec<usize> {
        let mut nodes = 0;
        let variables = &self.changes[..self.zdd.len()];
        let level = |change| {
            nodes += change;
            usize::try_from(nodes).expect("runs end after they begin")
        };
        variables.iter().map(level).collect()
    }
}

/// Number of nodes read between two reports of work.
const NODES_BETWEEN_CHECKS: usize = 1 << 10;

/// Maximum number of jobs per level.
const JOBS: usize = 64;

impl Diagram {
    /// Returns the number of nodes of the reduced ordered BDD, terminals included, as the library counts them: 1 if
    /// there is no solution, 2 if every assignment is a solution.
    ///
    /// # Panics
    /// Never: the count has no limits.
    pub fn bdd_nodes(&self) -> usize {
        self.bdd_size(&Budget::new(usize::MAX)).expect("the count has no limits").nodes
    }

    /// Returns the sizes of the reduced ordered BDD and of the zero-suppressed BDD, in all and by variable. Memory grows with the largest group.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn bdd_size(&self, budget: &Budget) -> Answer<DiagramSize> {
        let counts = self.counts(budget)?;
        let levels = counts.bdd();
        let terminals = if self.is_false() { 1 } else { 2 };
        let all = |levels: &[usize]| terminals + levels.iter().sum::<usize>();
        Ok(DiagramSize {
            nodes: all(&levels),
            zdd_nodes: all(&counts.zdd),
            levels,
            zdd_levels: counts.zdd,
        })
    }

    fn counts(&self, budget: &Budget) -> Answer<NodeCounts> {
        let monitor = Monitor::new(budget);
        let mut counts = NodeCounts::new(self.order.len());
        if self.is_false() {
            return Ok(counts);
        }
        let end = self.span(self.steps.len());
        counts.add(end.start, end.end, 1);
        for (step, variables) in self.steps.iter().enumerate() {
            monitor.begin_question(step, self.steps.len(), self.memory())?;
            if variables.must_place {
                self.add_row(step, &monitor, &mut counts)?;
            } else {
                self.add_cell(step, &monitor, &mut counts)?;
            }
        }
        // A variable that is true in every solution has the same number of nodes in both diagrams.
        let bdd = counts.bdd();
        for variable in &self.fixed {
            counts.zdd[variable.index()] = bdd[variable.index()];
        }
        Ok(counts)
    }

    /// Adds the nodes of a step with a single variable.
    fn add_cell(&self, step: usize, monitor: &Monitor<'_>, counts: &mut NodeCounts) -> Answer<()> {
        let span = self.span(step);
        let own = span.end - 1;
        for group in &self.levels[step] {
            counts.add(span.start, own, group.len);
            group.for_each(|node, arcs| {
                counts.add(own, own + 1, usize::from(!is_redundant(group, arcs)));
                let can_place =
                    arcs.first().is_some_and(|&(choice, _)| group.choices[choice].index.is_some());
                counts.zdd[own] += usize::from(can_place);
                if node % NODES_BETWEEN_CHECKS == 0 {
                    monitor.spend(NODES_BETWEEN_CHECKS)?;
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Adds the nodes of a step that must have a piece.
    fn add_row(&self, step: usize, monitor: &Monitor<'_>, counts: &mut NodeCounts) -> Answer<()> {
        let (span, level, next) = (self.span(step), &self.levels[step], &self.levels[step + 1]);
        let incoming = incoming_arcs(level, next.len(), monitor)?;
        let threads =
            |level: &Vec<NodeGroup>| threads_for(group::nodes(level), monitor.budget.threads());
        let before = count_groups(threads(level), level.len(), span.len(), |group, counts| {
            self.count_before_piece(step, group, monitor, counts)
        })?;
        let after = count_groups(threads(next), next.len(), span.len(), |group, counts| {
            self.count_after_piece(step, group, incoming.of(group), monitor, counts)
        })?;
        for part in before.iter().chain(&after) {
            counts.add_all(span.start, part);
        }
        Ok(())
    }

    /// Adds the nodes that a group has before the row's piece is placed. Variables are numbered from the first variable
    /// of the row's span.
    fn count_before_piece(
        &self,
        step: usize,
        group: usize,
        monitor: &Monitor<'_>,
        counts: &mut NodeCounts,
    ) -> Answer<()> {
        let span = self.span(step);
        let variables = &self.steps[step].variables;
        let variable = |branch: &Branch| {
            let index = branch.index.expect("a row has a piece");
            (variables[usize::from(index)].index() - span.start) as u32
        };
        // For each rest, the first and the last variable on which the BDD has a node of this rest.
        let mut ranges: Vec<[u32; 2]> = Vec::new();
        self.for_each_suffix(step, group, monitor, |rest| {
            let begin = rest.before.map_or(0, |before| variable(before) + 1);
            if rest.is_new {
                ranges.push([begin, variable(rest.branch)]);
            }
            let range = &mut ranges[rest.number as usize];
            range[0] = range[0].min(begin);
        })?;
        for [begin, end] in ranges {
            counts.add(begin as usize, end as usize + 1, 1);
            counts.zdd[end as usize] += 1;
        }
        Ok(())
    }

    /// Adds the nodes between the row's piece and a group of the next level. For each node of this group in each
    /// orientation, let v be the first variable whose piece leads to the node. The BDD has one node on each variable of
    /// the row after v.
    fn count_after_piece(
        &self,
        step: usize,
        group: usize,
        sources: &[(u32, u16)],
        monitor: &Monitor<'_>,
        counts: &mut NodeCounts,
    ) -> Answer<()> {
        let (span, variables) = (self.span(step), &self.steps[step]);
        let (level, next) = (&self.levels[step], &self.levels[step + 1]);
        let mut job = Job::new(monitor);
        let to = &next[group];
        let memory = to.len * size_of::<[u16; 2]>();
        job.report(memory, 0, to.len)?;
        let mut first = vec![[u16::MAX; 2]; to.len];
        for &(source, index) in sources {
            let choice = &level[source as usize].choices[usize::from(index)];
            let target = ArcReading::new(choice, next);
            for orientation in 0..self.orientations() {
                let index = oriented(variables, choice, orientation).expect("a row has a piece");
                choice.arcs.for_each(|arc| {
                    let (node, flip) = target.decode(arc);
                    let is_palindrome = to.is_own_image && to.palindromes[node];
                    let is_mirrored = ((orientation == 1) ^ flip) && !is_palindrome;
                    let first = &mut first[node][usize::from(is_mirrored)];
                    *first = (*first).min(index);
                });
            }
            job.report(memory, 0, self.orientations() * choice.arcs.len())?;
        }
        for &index in first.as_flattened().iter().filter(|&&index| index != u16::MAX) {
            let after = variables.variables[usize::from(index)].index() + 1 - span.start;
            counts.add(after, span.len(), 1);
        }
        job.report(0, 0, 0)
    }
}

/// Calls `count` for all groups of a level, in up to [`JOBS`] parallel jobs. Returns the counts of each job.
fn count_groups(
    threads: usize,
    groups: usize,
    variables: usize,
    count: impl Fn(usize, &mut NodeCounts) -> Answer<()> + Sync,
) -> Answer<Vec<NodeCounts>> {
    let each = groups.div_ceil(JOBS).max(1);
    parallel(threads, groups.div_ceil(each), |job| {
        let mut counts = NodeCounts::new(variables);
        for group in job * each..groups.min((job + 1) * each) {
            count(group, &mut counts)?;
        }
        Ok(counts)
    })
}

/// True if both arcs of a node lead to the same node, so that the function does not depend on the variable.
pub(crate) fn is_redundant(group: &NodeGroup, arcs: &[(usize, u32)]) -> bool {
    let target = |choice: usize| group.choices[choice].target;
    matches!(*arcs, [with, without] if with.1 == without.1 && target(with.0) == target(without.0))
}
