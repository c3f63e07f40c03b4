//! Reduces a diagram from the last level to the first: merges nodes with equal arcs, and drops nodes without a
//! completion.

use hashbrown::HashTable;
use smallvec::SmallVec;

use super::methods::Policy;
use crate::bdd::diagram::Diagram;
use crate::bdd::diagram::arcs::DEAD;
use crate::bdd::diagram::group::{self, ArcReading, NodeGroup, StepChoice};
use crate::bdd::diagram::monitor::{Job, Monitor};
use crate::bdd::diagram::parallel::{parallel, threads_for};
use crate::bdd::diagram::unique::{find_or_insert, hash};
use crate::budget::{Answer, Phase, Progress};
use crate::heap::Heap;
use geometry::SymmetryGroup;

impl Diagram {
    /// Drops steps at which all solutions are the same. Merges the groups of each level if groups are not worthwhile.
    fn finish(mut self, groups: Policy, kept: usize, monitor: &Monitor<'_>) -> Answer<Self> {
        /// Minimum average number of nodes per group. Smaller groups do not pay, because each pass over the diagram
        /// reads the groups one by one.
        const MIN_NODES_PER_GROUP: usize = 64;
        if !self.is_folded && self.symmetries == SymmetryGroup::IDENTITY && !self.is_false() {
            self.drop_fixed(monitor)?;
        }
        let count: usize = self.levels.iter().map(Vec::len).sum();
        self.nodes = group::nodes(self.levels.iter().flatten());
        let has_groups = count > self.levels.len();
        if has_groups && !groups.choose(true, false, || self.nodes >= MIN_NODES_PER_GROUP * count) {
            merge(&mut self.levels, self.is_folded, kept, monitor)?;
        }
        self.memory = self.levels.iter().map(Heap::heap).sum();
        Ok(self)
    }

    /// Drops the steps at which all solutions are the same.
    fn drop_fixed(&mut self, monitor: &Monitor<'_>) -> Answer<()> {
        let levels = &mut self.levels;
        for step in (0..self.steps.len()).rev() {
            let mut choices = levels[step].iter().flat_map(|group| &group.choices);
            let Some(index) = choices.next().map(|choice| choice.index) else { continue };
            if choices.any(|choice| choice.index != index) {
                continue;
            }
            let (dropped, variables) = (levels.remove(step), self.steps.remove(step).variables);
            self.fixed.extend(index.map(|index| variables[usize::from(index)]));
            let before = step.checked_sub(1).map(|before| &mut levels[before]);
            for choice in before.into_iter().flatten().flat_map(|group| &mut group.choices) {
                monitor.spend(choice.arcs.len())?;
                // Each node of a dropped step has this choice, and no other.
                choice.bypass(&dropped[choice.target as usize].choices[0]);
            }
        }
        self.fixed.sort_unstable();
        Ok(())
    }

    /// Returns the reduced diagram. The levels from `reduced_from` on are reduced already. The first level has one
    /// group with one node, or no group. `groups` decides whether nodes stay in groups. `kept` is the memory in use in
    /// addition to the levels, in bytes.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(crate) fn reduce(
        mut self,
        groups: Policy,
        reduced_from: usize,
        kept: usize,
        monitor: &Monitor<'_>,
    ) -> Answer<Self> {
        let levels = &mut self.levels;
        let mut memory = kept + levels.iter().map(Heap::heap).sum::<usize>();
        let states = group::nodes(levels.iter().flatten());
        let mut done = group::nodes(levels.iter().skip(reduced_from).flatten());
        // For each group of the next level, the new arcs to its old nodes; empty if the numbers of nodes are unchanged.
        let mut images: Vec<Vec<u32>> = Vec::new();
        // The new number of each group of the next level; empty before the first reduced level.
        let mut numbers_of_groups: Vec<u32> = Vec::new();
        for level in (0..reduced_from.min(levels.len())).rev() {
            let images_memory: usize = images.iter().map(Heap::heap).sum();
            monitor.begin(Progress {
                phase: Phase::Reducing,
                done: levels.len() - 1 - level,
                steps: levels.len(),
                states,
                nodes: done,
                memory: memory + images_memory,
                ..Progress::default()
            })?;
            let is_last = level + 1 == levels.len();
            let (before, after) = levels.split_at_mut(level + 1);
            let (groups, next) = (&mut before[level], after.first().map_or(&[][..], Vec::as_slice));
            if !numbers_of_groups.is_empty() {
                for group in &mut *groups {
                    monitor.spend(group.choices.len())?;
                    for choice in &mut group.choices {
                        choice.target = numbers_of_groups[choice.target as usize];
                    }
                }
            }
            let before = groups.heap();
            let reduction = Reduction { next, is_last, new_arcs: &images, monitor };
            let threads = threads_for(group::nodes(&*groups), monitor.budget.threads());
            let mut reduced: Vec<(NodeGroup, Vec<u32>)> =
                parallel(threads, groups.len(), |index| reduction.reduce(&groups[index]))?;
            // Groups without nodes are dropped.
            let mut free = 0..NONE;
            let mut number = |group: &NodeGroup| if group.len > 0 { free.next() } else { None };
            let numbers = reduced.iter().map(|(group, _)| number(group).unwrap_or(NONE));
            numbers_of_groups = numbers.collect();
            reduced.retain(|(group, _)| group.len > 0);
            (*groups, images) = reduced.into_iter().unzip();
            done += group::nodes(&*groups);
            memory = memory - before + groups.heap();
        }
        if levels.first().is_none_or(|level| group::nodes(level) == 0) {
            levels.clear();
        }
        self.finish(groups, kept, monitor)
    }
}

/// Merges all groups of each level into one. In a folded diagram the merged group is its own mirror image. `kept` is
/// the memory in use in addition to the levels, in bytes.
fn merge(
    levels: &mut [Vec<NodeGroup>],
    is_folded: bool,
    kept: usize,
    monitor: &Monitor<'_>,
) -> Answer<()> {
    let starts = |level: &[NodeGroup]| -> Vec<usize> {
        let mut end = 0;
        let start = |group: &NodeGroup| {
            end += group.len;
            end - group.len
        };
        level.iter().map(start).collect()
    };
    let nodes = group::nodes(levels.iter().flatten());
    let mut memory = kept + levels.iter().map(Heap::heap).sum::<usize>();
    let (mut from, steps) = (vec![0], levels.len());
    for step in 0..steps {
        let (level, after) = levels[step..].split_first_mut().expect("this level");
        let before = level.heap();
        let arcs = level.iter().flat_map(|group| &group.choices).map(|choice| choice.arcs.len());
        monitor.begin(Progress {
            phase: Phase::Reducing,
            done: steps,
            steps,
            nodes,
            memory: memory + 2 * arcs.sum::<usize>() * size_of::<u32>(),
            ..Progress::default()
        })?;
        let next = after.first().map_or(&[][..], Vec::as_slice);
        let to = starts(next);
        let nodes = group::nodes(&*level);
        let mut merged = NodeGroup::new(0, is_folded, nodes);
        let choices = level.iter().flat_map(|group| &group.choices);
        let mut indices: Vec<Option<u16>> = choices.map(|choice| choice.index).collect();
        // The choice without a piece comes last.
        indices.sort_unstable_by_key(|index| index.map_or(u32::MAX, u32::from));
        indices.dedup();
        for index in indices {
            let mut choice = StepChoice::new(index);
            for (group, start) in level.iter().zip(&from) {
                for old in group.choices.iter().filter(|old| old.index == index) {
                    monitor.spend(old.arcs.len())?;
                    let target = ArcReading::new(old, next);
                    old.for_each(|node, arc| {
                        let (child, flip) = target.decode(arc);
                        let child = (to[target.group] + child) as u32;
                        let arc = if is_folded { child << 1 | u32::from(flip) } else { child };
                        choice.push(start + node, arc);
                    });
                }
            }
            merged.choices.push(choice);
        }
        if is_folded {
            for group in &*level {
                let is_palindrome = |node| group.is_own_image && group.palindromes[node];
                merged.palindromes.extend((0..group.len).map(is_palindrome));
            }
        }
        merged.finish();
        *level = vec![merged];
        memory = memory - before + level.heap();
        from = to;
    }
    Ok(())
}

/// Placeholder number of a group that was dropped because it has no nodes.
const NONE: u32 = u32::MAX;

struct Reduction<'a> {
    /// The next level.
    next: &'a [NodeGroup],
    /// True if there is no next level.
    is_last: bool,
    new_arcs: &'a [Vec<u32>],
    monitor: &'a Monitor<'a>,
}

/// The arcs of a node for the two choices of its group; [`DEAD`] if the node lacks the choice.
type Pair = [u32; 2];

fn hash_of([one, other]: Pair) -> u64 {
    hash([u64::from(one) << 32 | u64::from(other)])
}

/// Maximum number of distinct nodes for which memory is reserved. Often there are far fewer distinct nodes than nodes.
const MAX_RESERVED_NODES: usize = 1 << 12;

/// Work per arc, in words.
const WORK_PER_ARC: usize = 4;

/// Number of nodes between two reports of a job.
const NODES_BETWEEN_REPORTS: usize = 1 << 10;

/// The arcs of a node, each with the index of its choice.
type ArcList = Vec<(usize, u32)>;

/// The arcs of all distinct nodes: the list of each node follows that of the previous node.
struct DistinctNodes {
    ends: Vec<u32>,
    choices: Vec<u16>,
    arcs: Vec<u32>,
}

impl DistinctNodes {
    fn get(&self, node: u32) -> impl Iterator<Item = (usize, u32)> {
        let node = node as usize;
        let start = node.checked_sub(1).map_or(0, |before| self.ends[before]) as usize;
        let range = start..self.ends[node] as usize;
        let choices = self.choices[range.clone()].iter().map(|&choice| usize::from(choice));
        choices.zip(self.arcs[range].iter().copied())
    }

    fn hash(list: impl Iterator<Item = (usize, u32)>) -> u64 {
        hash(list.map(|(choice, arc)| (choice as u64) << 32 | u64::from(arc)))
    }
}

/// Assigns numbers to distinct nodes, that is to distinct lists of arcs.
struct NodeTable {
    distinct: DistinctNodes,
    table: HashTable<u32>,
}

impl NodeTable {
    /// An empty table with capacity for `nodes` distinct nodes, but for at most [`MAX_RESERVED_NODES`].
    fn with_capacity(nodes: usize) -> Self {
        let nodes = nodes.min(MAX_RESERVED_NODES);
        let distinct = DistinctNodes {
            ends: Vec::with_capacity(nodes),
            choices: Vec::with_capacity(nodes),
            arcs: Vec::with_capacity(nodes),
        };
        Self { distinct, table: HashTable::with_capacity(nodes) }
    }

    /// Returns the number of the node with a list of arcs, and true if the node is new. Adds a new node to the table.
    fn insert(&mut self, list: &[(usize, u32)]) -> (u32, bool) {
        let Self { distinct, table } = self;
        let (node, is_new) = find_or_insert(
            table,
            DistinctNodes::hash(list.iter().copied()),
            distinct.ends.len() as u32,
            |node| distinct.get(node).eq(list.iter().copied()),
            |node| DistinctNodes::hash(distinct.get(node)),
        );
        if is_new {
            distinct.choices.extend(list.iter().map(|&(choice, _)| choice as u16));
            distinct.arcs.extend(list.iter().map(|&(_, arc)| arc));
            distinct.ends.push(distinct.arcs.len() as u32);
        }
        (node, is_new)
    }

    /// The number of distinct nodes.
    fn len(&self) -> usize {
        self.distinct.ends.len()
    }
}

heap_of_fields!(DistinctNodes: ends, choices, arcs);
heap_of_fields!(NodeTable: distinct, table);

impl Reduction<'_> {
    /// Returns the group of the distinct nodes with completions, and for each old node the arc to its new node.
    fn reduce(&self, old: &NodeGroup) -> Answer<(NodeGroup, Vec<u32>)> {
        if old.choices.len() <= 2 && !old.is_own_image {
            self.reduce_pairs(old)
        } else {
            self.reduce_lists(old)
        }
    }

    /// Like [`Reduction::reduce`], for groups with at most two choices (such as those of a single cell) that are not
    /// their own mirror images.
    fn reduce_pairs(&self, old: &NodeGroup) -> Answer<(NodeGroup, Vec<u32>)> {
        let mut job = Job::new(self.monitor);
        let mut pairs = vec![[DEAD; 2]; old.len];
        for (number, choice) in old.choices.iter().enumerate() {
            let target = self.target(choice);
            choice.for_each_or_dead(|node, arc| {
                pairs[node][number] = self.translate_arc(target, arc);
            });
        }
        let mut table = HashTable::with_capacity(old.len.min(MAX_RESERVED_NODES));
        let mut images = Vec::with_capacity(old.len);
        // Number of distinct nodes. Their pairs come first in `pairs`.
        let mut len = 0;
        for node in 0..old.len {
            if node % NODES_BETWEEN_REPORTS == NODES_BETWEEN_REPORTS - 1 {
                let memory = pairs.heap() + table.heap();
                let work = WORK_PER_ARC * NODES_BETWEEN_REPORTS;
                job.report(memory + old.len * size_of::<u32>(), len, work)?;
            }
            let pair = pairs[node];
            if pair == [DEAD; 2] && !self.is_last {
                images.push(DEAD);
                continue;
            }
            let pair_of = |node: u32| pairs[node as usize];
            let same = |node| pair_of(node) == pair;
            let (image, is_new) =
                find_or_insert(&mut table, hash_of(pair), len as u32, same, |node| {
                    hash_of(pair_of(node))
                });
            images.push(image);
            if is_new {
                pairs[len] = pair;
                len += 1;
            }
        }
        let mut group = NodeGroup::new(old.missing_keys, false, len);
        for (number, choice) in old.choices.iter().enumerate() {
            let all = || pairs[..len].iter().map(|pair| pair[number]).enumerate();
            let arcs = || all().filter(|&(_, arc)| arc != DEAD);
            let count = arcs().count();
            if count > 0 {
                let mut choice = choice.without_arcs(count);
                arcs().for_each(|(node, arc)| choice.push(node, arc));
                group.choices.push(choice);
            }
        }
        group.finish();
        let held = pairs.heap() + table.heap();
        let made = group.memory() + images.heap();
        job.report(held + made, len, WORK_PER_ARC * (old.len % NODES_BETWEEN_REPORTS))?;
        job.report(made, len, 0)?;
        Ok((group, images))
    }

    /// Returns the reading of a choice's arcs; `None` if all arcs are dead.
    fn target(&self, choice: &StepChoice) -> Option<ArcReading> {
        (choice.target != NONE).then(|| ArcReading::new(choice, self.next))
    }

    /// Like [`Reduction::reduce`], for groups with any number of choices.
    fn reduce_lists(&self, old: &NodeGroup) -> Answer<(NodeGroup, Vec<u32>)> {
        let mut job = Job::new(self.monitor);
        let targets: SmallVec<[Option<ArcReading>; 16]> =
            old.choices.iter().map(|choice| self.target(choice)).collect();
        let mut lists = NodeTable::with_capacity(old.len);
        let (mut list, mut image): (ArcList, ArcList) =
            (Vec::with_capacity(old.choices.len()), Vec::new());
        let mut palindromes = SmallVec::new();
        let mut images = Vec::with_capacity(old.len);
        let mut work = 0;
        old.for_each(|_, arcs| {
            work += WORK_PER_ARC * arcs.len();
            if images.len() % NODES_BETWEEN_REPORTS == NODES_BETWEEN_REPORTS - 1 {
                let memory = lists.heap() + images.heap();
                job.report(memory, lists.len(), std::mem::take(&mut work))?;
            }
            list.clear();
            let mapped = arcs
                .iter()
                .map(|&(choice, arc)| (choice, self.translate_arc(targets[choice], arc)));
            list.extend(mapped.filter(|&(_, arc)| arc != DEAD));
            if list.is_empty() && !self.is_last {
                images.push(DEAD);
                return Ok(());
            }
            if !old.is_own_image {
                images.push(lists.insert(&list).0);
                return Ok(());
            }
            let opposite = |choice: usize| old.choices.len() - 1 - choice;
            image.clear();
            image.extend(list.iter().rev().map(|&(choice, arc)| {
                let target = targets[choice].expect("the arc is not dead");
                (opposite(choice), target.mirror_target(arc, self.next))
            }));
            let is_mirrored = image < list;
            let least = if is_mirrored { &image } else { &list };
            let (node, is_new) = lists.insert(least);
            if is_new {
                palindromes.push(image == list);
            }
            images.push(node << 1 | u32::from(is_mirrored));
            Ok(())
        })?;
        // The lists and the group made from them are in memory at the same time.
        let memory = 2 * lists.heap() + images.heap();
        job.report(memory, lists.len(), work)?;
        let mut group = NodeGroup::new(old.missing_keys, old.is_own_image, lists.len());
        let mut counts: SmallVec<[usize; 16]> = SmallVec::from_elem(0, old.choices.len());
        lists.distinct.choices.iter().for_each(|&choice| counts[usize::from(choice)] += 1);
        let choices = old.choices.iter().zip(counts);
        let mut choices: Vec<StepChoice> =
            choices.map(|(choice, arcs)| choice.without_arcs(arcs)).collect();
        for node in 0..group.len {
            for (choice, arc) in lists.distinct.get(node as u32) {
                choices[choice].push(node, arc);
            }
        }
        choices.retain(|choice| choice.arcs.len() > 0);
        group.choices = choices;
        group.palindromes = palindromes;
        group.finish();
        let memory = group.memory() + images.heap();
        job.report(memory, lists.len(), 0)?;
        Ok((group, images))
    }

    /// Translates an arc to the new numbers of the next level's nodes.
    fn translate_arc(&self, target: Option<ArcReading>, arc: u32) -> u32 {
        let Some(target) = target.filter(|_| arc != DEAD) else { return DEAD };
        if self.new_arcs.is_empty() {
            return arc;
        }
        let (node, flip) = target.decode(arc);
        let image = self.new_arcs[target.group][node];
        if flip && target.is_own_image() { target.mirror_target(image, self.next) } else { image }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::bdd::build::methods::Methods;
    use crate::bdd::{Arrangement, VariableOrder, compile_with};
    use crate::budget::Budget;
    use problem::{Decisions, Problem, Rules};

    /// The boards whose groups are merged are too large for a test. So groups of small boards are merged here.
    #[test]
    fn a_diagram_with_merged_groups_has_the_same_solutions() {
        let budget = Budget::default();
        let methods = Methods { groups: Policy::Always, exact_states: Policy::Never };
        // The mirror image of a board with a hole in a corner is another board.
        for (size, hole) in [(6, None), (7, None), (8, None), (6, Some("a1")), (7, Some("a1"))] {
            let rules = Rules::queens(size).unwrap();
            let hole = hole.map(|name| name.parse().unwrap());
            let grid = rules.grid().clone().with_more_holes(hole);
            let problem = Problem::new(rules.with_grid(grid));
            let order = Arc::new(VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor));
            let grouped = compile_with(&problem, &order, methods, &budget).unwrap().diagram;
            let mut merged = grouped.clone();
            merge(&mut merged.levels, merged.is_folded, 0, &Monitor::new(&budget)).unwrap();
            assert_eq!(merged.is_folded, hole.is_none());
            assert!(grouped.levels.iter().any(|level| level.len() > 1));
            assert!(merged.levels.iter().all(|level| level.len() == 1));
            assert!(merged.to_bdd().unwrap() == grouped.to_bdd().unwrap(), "{size} {hole:?}");
            let census = |diagram: &Diagram| diagram.census(&Decisions::default(), &budget);
            assert_eq!(census(&merged), census(&grouped), "{size} {hole:?}");
        }
    }
}
