//! Merges nodes with equal arcs and drops those without a completion, from the last level to the first.

use hashbrown::HashTable;
use smallvec::SmallVec;

use super::arcs::DEAD;
use super::diagram::Diagram;
use super::group::{self, ArcReading, NodeGroup, Place};
use super::methods::Use;
use super::monitor::{Job, Monitor};
use super::parallel::{parallel, threads_for};
use super::unique::{hash, number};
use crate::budget::{Interrupted, Phase, Progress};
use geometry::SymmetryGroup;

impl Diagram {
    /// Drops fixed steps, and merges groups where they do not pay.
    fn finish(
        mut self,
        groups: Use,
        kept: usize,
        monitor: &Monitor<'_>,
    ) -> Result<Self, Interrupted> {
        /// Minimum number of nodes of a group, on average, with which groups pay: questions read them one by one.
        const FEWEST: usize = 64;
        if !self.is_folded && self.symmetries == SymmetryGroup::IDENTITY && !self.is_false() {
            self.drop_fixed(monitor)?;
        }
        let count: usize = self.levels.iter().map(Vec::len).sum();
        self.nodes = group::nodes(self.levels.iter().flatten());
        let has_groups = count > self.levels.len();
        if has_groups && !groups.choose(true, false, || self.nodes >= FEWEST * count) {
            merge(&mut self.levels, self.is_folded, kept, monitor)?;
        }
        self.memory = group::memory(self.levels.iter().flatten());
        Ok(self)
    }

    /// Drops the steps at which all solutions are the same.
    fn drop_fixed(&mut self, monitor: &Monitor<'_>) -> Result<(), Interrupted> {
        let levels = &mut self.levels;
        for step in (0..self.steps.len()).rev() {
            let mut places = levels[step].iter().flat_map(|group| &group.places);
            let Some(index) = places.next().map(|place| place.index) else { continue };
            if places.any(|place| place.index != index) {
                continue;
            }
            let (dropped, variables) = (levels.remove(step), self.steps.remove(step).variables);
            self.fixed.extend(index.map(|index| variables[usize::from(index)]));
            let before = step.checked_sub(1).map(|before| &mut levels[before]);
            for place in before.into_iter().flatten().flat_map(|group| &mut group.places) {
                monitor.spend(place.arcs.len())?;
                // Each node has this place, and no other.
                place.lead_on(&dropped[place.target as usize].places[0]);
            }
        }
        self.fixed.sort_unstable();
        Ok(())
    }

    /// The reduced diagram. The levels from `reduced_from` on are reduced already; the first one has one group with one
    /// node, or none. `groups` says whether nodes stay in groups, and `kept` bytes are held beside the levels.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(super) fn reduce(
        mut self,
        groups: Use,
        reduced_from: usize,
        kept: usize,
        monitor: &Monitor<'_>,
    ) -> Result<Self, Interrupted> {
        let levels = &mut self.levels;
        let mut memory = kept + group::memory(levels.iter().flatten());
        let states = group::nodes(levels.iter().flatten());
        let mut done = group::nodes(levels.iter().skip(reduced_from).flatten());
        // For each node of the next level its number after the reduction; empty if the numbers are unchanged.
        let mut images: Vec<Vec<u32>> = Vec::new();
        // For each group of the next level its number after the reduction; empty before the first one.
        let mut numbers_of_groups: Vec<u32> = Vec::new();
        for level in (0..reduced_from.min(levels.len())).rev() {
            let images_memory: usize =
                images.iter().map(|images| images.capacity() * size_of::<u32>()).sum();
            monitor.begin(Progress {
                phase: Phase::Reducing,
                done: levels.len() - 1 - level,
                steps: levels.len(),
                states,
                nodes: done,
                memory: memory + images_memory,
            })?;
            let is_last = level + 1 == levels.len();
            let (before, after) = levels.split_at_mut(level + 1);
            let (groups, next) = (&mut before[level], after.first().map_or(&[][..], Vec::as_slice));
            if !numbers_of_groups.is_empty() {
                for group in &mut *groups {
                    monitor.spend(group.places.len())?;
                    for place in &mut group.places {
                        place.target = numbers_of_groups[place.target as usize];
                    }
                }
            }
            let before = group::memory(&*groups);
            let reduction = Reduction { next, is_last, images: &images, monitor };
            let threads = threads_for(group::nodes(&*groups), monitor.budget.threads());
            let mut reduced: Vec<(NodeGroup, Vec<u32>)> =
                parallel(threads, groups.len(), |index| reduction.reduce(&groups[index]))?;
            // Groups without nodes are dropped.
            let mut next_number = 0;
            let numbers = reduced.iter().map(|(group, _)| {
                let is_kept = group.len > 0;
                next_number += u32::from(is_kept);
                if is_kept { next_number - 1 } else { NONE }
            });
            numbers_of_groups = numbers.collect();
            reduced.retain(|(group, _)| group.len > 0);
            (*groups, images) = reduced.into_iter().unzip();
            done += group::nodes(&*groups);
            memory = memory - before + group::memory(&*groups);
        }
        if levels.first().is_none_or(|level| group::nodes(level) == 0) {
            levels.clear();
        }
        self.finish(groups, kept, monitor)
    }
}

/// Makes all groups of each level one. In a folded diagram it is its own image. `kept` bytes are held beside the
/// levels.
fn merge(
    levels: &mut [Vec<NodeGroup>],
    is_folded: bool,
    kept: usize,
    monitor: &Monitor<'_>,
) -> Result<(), Interrupted> {
    let starts = |level: &[NodeGroup]| -> Vec<usize> {
        let mut end = 0;
        let start = |group: &NodeGroup| {
            end += group.len;
            end - group.len
        };
        level.iter().map(start).collect()
    };
    let nodes = group::nodes(levels.iter().flatten());
    let mut memory = kept + group::memory(levels.iter().flatten());
    let (mut from, steps) = (vec![0], levels.len());
    for step in 0..steps {
        let (level, after) = levels[step..].split_first_mut().expect("this level");
        let before = group::memory(&*level);
        let arcs = level.iter().flat_map(|group| &group.places).map(|place| place.arcs.len());
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
        let places = level.iter().flat_map(|group| &group.places);
        let mut indices: Vec<Option<u16>> = places.map(|place| place.index).collect();
        // Without a piece comes last.
        indices.sort_unstable_by_key(|index| index.map_or(u32::MAX, u32::from));
        indices.dedup();
        for index in indices {
            let mut place = Place::new(index);
            for (group, start) in level.iter().zip(&from) {
                for old in group.places.iter().filter(|old| old.index == index) {
                    monitor.spend(old.arcs.len())?;
                    let target = ArcReading::new(old, next);
                    old.for_each(|node, arc| {
                        let (child, flip) = target.decode(arc);
                        let child = (to[target.group] + child) as u32;
                        let arc = if is_folded { child << 1 | u32::from(flip) } else { child };
                        place.push(start + node, arc);
                    });
                }
            }
            merged.places.push(place);
        }
        if is_folded {
            for group in &*level {
                let is_palindrome = |node| group.is_own_image && group.palindromes[node];
                merged.palindromes.extend((0..group.len).map(is_palindrome));
            }
        }
        merged.finish();
        *level = vec![merged];
        memory = memory - before + group::memory(&*level);
        from = to;
    }
    Ok(())
}

/// No group: it has no nodes.
const NONE: u32 = u32::MAX;

struct Reduction<'a> {
    /// The next level.
    next: &'a [NodeGroup],
    /// True if there is no next level.
    is_last: bool,
    images: &'a [Vec<u32>],
    monitor: &'a Monitor<'a>,
}

/// A node's arcs at two places; dead where it has none.
type Pair = [u32; 2];

fn hash_of([one, other]: Pair) -> u64 {
    hash([u64::from(one) << 32 | u64::from(other)])
}

/// More room for distinct nodes is not reserved: it would be too much where nodes are far fewer.
const MOST_RESERVED: usize = 1 << 12;

/// The work for an arc, in words.
const WORK: usize = 4;

/// The number of nodes between two reports of a job.
const NODES_BETWEEN_REPORTS: usize = 1 << 10;

/// A node's places and arcs.
type List = Vec<(usize, u32)>;

/// The lists of distinct nodes.
struct Distinct {
    ends: Vec<u32>,
    places: Vec<u16>,
    arcs: Vec<u32>,
}

impl Distinct {
    fn get(&self, node: u32) -> impl Iterator<Item = (usize, u32)> {
        let node = node as usize;
        let start = node.checked_sub(1).map_or(0, |before| self.ends[before]) as usize;
        let range = start..self.ends[node] as usize;
        let places = self.places[range.clone()].iter().map(|&place| usize::from(place));
        places.zip(self.arcs[range].iter().copied())
    }

    fn hash(list: impl Iterator<Item = (usize, u32)>) -> u64 {
        hash(list.map(|(place, arc)| (place as u64) << 32 | u64::from(arc)))
    }
}

/// Gives distinct nodes their numbers.
struct Lists {
    distinct: Distinct,
    table: HashTable<u32>,
}

impl Lists {
    /// Has room for so many nodes if they are few.
    fn with_capacity(nodes: usize) -> Self {
        let nodes = nodes.min(MOST_RESERVED);
        let distinct = Distinct {
            ends: Vec::with_capacity(nodes),
            places: Vec::with_capacity(nodes),
            arcs: Vec::with_capacity(nodes),
        };
        Self { distinct, table: HashTable::with_capacity(nodes) }
    }

    /// The index of a list, and whether it is new.
    fn insert(&mut self, list: &[(usize, u32)]) -> (u32, bool) {
        let Self { distinct, table } = self;
        let (node, is_new) = number(
            table,
            Distinct::hash(list.iter().copied()),
            distinct.ends.len() as u32,
            |node| distinct.get(node).eq(list.iter().copied()),
            |node| Distinct::hash(distinct.get(node)),
        );
        if is_new {
            distinct.places.extend(list.iter().map(|&(place, _)| place as u16));
            distinct.arcs.extend(list.iter().map(|&(_, arc)| arc));
            distinct.ends.push(distinct.arcs.len() as u32);
        }
        (node, is_new)
    }

    /// The number of distinct nodes.
    fn len(&self) -> usize {
        self.distinct.ends.len()
    }

    fn memory(&self) -> usize {
        let Distinct { ends, places, arcs } = &self.distinct;
        (ends.capacity() + arcs.capacity()) * size_of::<u32>()
            + places.capacity() * size_of::<u16>()
            + self.table.allocation_size()
    }
}

impl Reduction<'_> {
    /// The group of distinct nodes with completions, and the node that each old one has become, as an arc
    /// to it.
    fn reduce(&self, old: &NodeGroup) -> Result<(NodeGroup, Vec<u32>), Interrupted> {
        if old.places.len() <= 2 && !old.is_own_image {
            self.reduce_pairs(old)
        } else {
            self.reduce_lists(old)
        }
    }

    /// The same for nodes with at most two arcs, as those of a single cell, and no mirror images.
    fn reduce_pairs(&self, old: &NodeGroup) -> Result<(NodeGroup, Vec<u32>), Interrupted> {
        let mut job = Job::new(self.monitor);
        let mut pairs = vec![[DEAD; 2]; old.len];
        for (number, place) in old.places.iter().enumerate() {
            let target = self.target(place);
            place.for_each_or_dead(|node, arc| pairs[node][number] = self.image(target, arc));
        }
        let mut table = HashTable::with_capacity(old.len.min(MOST_RESERVED));
        let mut images = Vec::with_capacity(old.len);
        // Of the pairs, so many are those of distinct nodes.
        let mut len = 0;
        for node in 0..old.len {
            if node % NODES_BETWEEN_REPORTS == NODES_BETWEEN_REPORTS - 1 {
                let memory = size_of_val(pairs.as_slice()) + table.allocation_size();
                let work = WORK * NODES_BETWEEN_REPORTS;
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
                number(&mut table, hash_of(pair), len as u32, same, |node| hash_of(pair_of(node)));
            images.push(image);
            if is_new {
                pairs[len] = pair;
                len += 1;
            }
        }
        let mut group = NodeGroup::new(old.set, false, len);
        for (number, place) in old.places.iter().enumerate() {
            let all = || pairs[..len].iter().map(|pair| pair[number]).enumerate();
            let arcs = || all().filter(|&(_, arc)| arc != DEAD);
            let count = arcs().count();
            if count > 0 {
                let mut place = place.emptied(count);
                arcs().for_each(|(node, arc)| place.push(node, arc));
                group.places.push(place);
            }
        }
        group.finish();
        let held = size_of_val(pairs.as_slice()) + table.allocation_size();
        let made = group.memory() + images.capacity() * size_of::<u32>();
        job.report(held + made, len, WORK * (old.len % NODES_BETWEEN_REPORTS))?;
        job.report(made, len, 0)?;
        Ok((group, images))
    }

    /// How the arcs of a place are read; `None` if all are dead.
    fn target(&self, place: &Place) -> Option<ArcReading> {
        (place.target != NONE).then(|| ArcReading::new(place, self.next))
    }

    /// The same for nodes with any arcs.
    fn reduce_lists(&self, old: &NodeGroup) -> Result<(NodeGroup, Vec<u32>), Interrupted> {
        let mut job = Job::new(self.monitor);
        let targets: SmallVec<[Option<ArcReading>; 16]> =
            old.places.iter().map(|place| self.target(place)).collect();
        let mut lists = Lists::with_capacity(old.len);
        let (mut list, mut image): (List, List) =
            (Vec::with_capacity(old.places.len()), Vec::new());
        let mut palindromes = SmallVec::new();
        let mut images = Vec::with_capacity(old.len);
        let mut work = 0;
        old.for_each(|_, arcs| {
            work += WORK * arcs.len();
            if images.len() % NODES_BETWEEN_REPORTS == NODES_BETWEEN_REPORTS - 1 {
                let memory = lists.memory() + images.capacity() * size_of::<u32>();
                job.report(memory, lists.len(), std::mem::take(&mut work))?;
            }
            list.clear();
            let mapped = arcs.iter().map(|&(place, arc)| (place, self.image(targets[place], arc)));
            list.extend(mapped.filter(|&(_, arc)| arc != DEAD));
            if list.is_empty() && !self.is_last {
                images.push(DEAD);
                return Ok(());
            }
            if !old.is_own_image {
                images.push(lists.insert(&list).0);
                return Ok(());
            }
            let opposite = |place: usize| old.places.len() - 1 - place;
            image.clear();
            image.extend(list.iter().rev().map(|&(place, arc)| {
                let target = targets[place].expect("the arc is not dead");
                (opposite(place), target.turned(arc, self.next))
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
        // The lists and the group that is made from them.
        let memory = 2 * lists.memory() + images.capacity() * size_of::<u32>();
        job.report(memory, lists.len(), work)?;
        let mut group = NodeGroup::new(old.set, old.is_own_image, lists.len());
        let mut counts: SmallVec<[usize; 16]> = SmallVec::from_elem(0, old.places.len());
        lists.distinct.places.iter().for_each(|&place| counts[usize::from(place)] += 1);
        let places = old.places.iter().zip(counts);
        let mut places: Vec<Place> = places.map(|(place, arcs)| place.emptied(arcs)).collect();
        for node in 0..group.len {
            for (place, arc) in lists.distinct.get(node as u32) {
                places[place].push(node, arc);
            }
        }
        places.retain(|place| place.arcs.len() > 0);
        group.places = places;
        group.palindromes = palindromes;
        group.finish();
        let memory = group.memory() + images.capacity() * size_of::<u32>();
        job.report(memory, lists.len(), 0)?;
        Ok((group, images))
    }

    /// Where an arc leads once the next level is reduced.
    fn image(&self, target: Option<ArcReading>, arc: u32) -> u32 {
        let Some(target) = target.filter(|_| arc != DEAD) else { return DEAD };
        if self.images.is_empty() {
            return arc;
        }
        let (node, flip) = target.decode(arc);
        let image = self.images[target.group][node];
        if flip && target.is_own_image() { target.turned(image, self.next) } else { image }
    }
}
