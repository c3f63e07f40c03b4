//! Values for all nodes of a diagram.

use std::fmt::Debug;

use smallvec::SmallVec;

use super::diagram::{Diagram, Visit};
use super::group::{Place, Target, WORD};
use super::selection::{Selection, oriented};

/// Sums below nodes.
pub(super) trait Table<T>: Debug + Send + Sync {
    /// The sum below a node before a step.
    fn below(&self, step: usize, visit: Visit) -> T;
}

/// The groups of a diagram that paths which agree with decisions may lead to, and where the values of their
/// nodes are.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The groups of all levels; after those of each level one more, where the level ends.
    groups: Vec<Reach>,
    /// Where the groups of each level begin.
    levels: Vec<usize>,
    /// Of each group of each level the nodes that paths lead to, as bits, where these are few; empty where
    /// no path leads to the group.
    nodes: Option<Vec<Vec<Nodes>>>,
}

type Nodes = SmallVec<[u64; 2]>;

/// A group, as far as paths lead to it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reach {
    /// The index in the level of its first node's value. It has none if no path leads to it.
    start: usize,
    /// The orientations in which paths lead to its nodes, as far as orientations are told apart: their arcs are
    /// looked at only together.
    pub orientations: [bool; 2],
}

impl Reach {
    /// True if no path leads to it.
    pub(super) fn is_empty(self) -> bool {
        self.orientations == [false; 2]
    }
}

impl Layout {
    pub(super) fn new(diagram: &Diagram, selection: &Selection, orientations: usize) -> Self {
        let mut count = 0;
        let levels = diagram.levels.iter().map(|level| {
            count += level.len() + 1;
            count - level.len() - 1
        });
        let levels = levels.collect();
        let mut layout = Self { groups: vec![Reach::default(); count], levels, nodes: None };
        if let Some(root) = layout.groups.first_mut() {
            root.orientations[0] = true;
        }
        for (level, groups) in diagram.levels.iter().enumerate() {
            let start = layout.levels[level];
            let (here, later) = layout.groups[start..].split_at_mut(groups.len() + 1);
            let mut end = 0;
            for (group, reach) in groups.iter().zip(&mut *here) {
                reach.start = end;
                if reach.is_empty() {
                    continue;
                }
                end += group.len;
                let Some(next) = diagram.levels.get(level + 1) else { continue };
                for place in &group.places {
                    let target = Target::new(place, next);
                    let to = &mut later[target.group].orientations[..orientations];
                    for orientation in (0..orientations).filter(|&it| reach.orientations[it]) {
                        let index = oriented(&diagram.steps[level], place, orientation);
                        if !selection.allows(level, index) {
                            continue;
                        }
                        if target.is_own_image() {
                            to.fill(true);
                        } else {
                            to[(orientation ^ usize::from(place.flip)) % orientations] = true;
                        }
                    }
                }
            }
            here[groups.len()].start = end;
        }
        if selection.places_early() {
            layout.nodes = Some(layout.reached(diagram, selection, orientations));
        }
        layout
    }

    /// The nodes that paths lead to.
    fn reached(
        &self,
        diagram: &Diagram,
        selection: &Selection,
        orientations: usize,
    ) -> Vec<Vec<Nodes>> {
        let words = |level: usize| {
            let groups = diagram.levels[level].iter().enumerate().map(|(group, to)| {
                let is_reached = !self.reach(level, group).is_empty();
                SmallVec::from_elem(0, if is_reached { to.len.div_ceil(WORD) } else { 0 })
            });
            groups.collect::<Vec<Nodes>>()
        };
        let mut levels: Vec<_> = (0..diagram.levels.len()).map(words).collect();
        // Without a solution there is no root.
        let Some(root) = levels.first_mut() else { return levels };
        root[0][0] = 1;
        for (step, variables) in diagram.steps.iter().enumerate() {
            let (here, later) = levels.split_at_mut(step + 1);
            for (number, group) in diagram.levels[step].iter().enumerate() {
                let reach = self.reach(step, number);
                for place in &group.places {
                    let is_taken = |orientation: usize| {
                        reach.orientations[orientation]
                            && selection.allows(step, oriented(variables, place, orientation))
                    };
                    if !(0..orientations).any(is_taken) {
                        continue;
                    }
                    let target = Target::new(place, &diagram.levels[step + 1]);
                    let to = &mut later[0][target.group];
                    place.for_each_among(&here[step][number], |_, arc| {
                        let (child, _) = target.decode(arc);
                        to[child / WORD] |= 1 << (child % WORD);
                    });
                }
            }
        }
        levels
    }

    /// Calls `each` with the nodes of a group that have a place and that paths may lead to, and with their arcs.
    #[inline]
    pub(super) fn for_each(
        &self,
        level: usize,
        group: usize,
        place: &Place,
        each: impl FnMut(usize, u32),
    ) {
        match &self.nodes {
            Some(nodes) => place.for_each_among(&nodes[level][group], each),
            None => place.for_each(each),
        }
    }

    /// How paths lead to a group.
    #[inline]
    pub(super) fn reach(&self, level: usize, group: usize) -> Reach {
        self.groups[self.levels[level] + group]
    }

    /// The number of values of a level.
    pub(super) fn len(&self, level: usize) -> usize {
        let next = self.levels.get(level + 1).copied().unwrap_or(self.groups.len());
        self.groups[next - 1].start
    }

    /// The values of a group among those of its level.
    #[inline]
    pub(super) fn of<'a, V>(&self, level: usize, group: usize, values: &'a [V]) -> &'a [V] {
        let first = self.levels[level] + group;
        &values[self.groups[first].start..self.groups[first + 1].start]
    }

    /// The values of each group of a level, to be changed.
    pub(super) fn parts<'a, V>(
        &self,
        level: usize,
        values: &'a mut [V],
    ) -> impl Iterator<Item = &'a mut [V]> {
        let next = self.levels.get(level + 1).copied().unwrap_or(self.groups.len());
        let mut rest = values;
        self.groups[self.levels[level]..next].windows(2).map(move |ends| {
            let len = ends[1].start - ends[0].start;
            let (group, later) = std::mem::take(&mut rest).split_at_mut(len);
            rest = later;
            group
        })
    }
}

/// The values of all nodes, the last level first: of a node one for each orientation that is told apart.
pub(super) type Levels<V, const O: usize> = Vec<Vec<[V; O]>>;

/// The values of all nodes, and where they are.
#[derive(Clone, Debug)]
pub(super) struct Values<V, const O: usize> {
    pub layout: Layout,
    pub levels: Levels<V, O>,
}

impl<V, T, const O: usize> Table<T> for Values<V, O>
where
    V: Clone + Debug + Into<T> + Send + Sync,
{
    fn below(&self, step: usize, visit: Visit) -> T {
        let values = &self.levels[self.levels.len() - 1 - step];
        let group = self.layout.of(step, visit.group as usize, values);
        group[visit.node as usize][usize::from(visit.is_mirrored) % O].clone().into()
    }
}
