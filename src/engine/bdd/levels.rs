//! Values for all nodes of a diagram.

use std::fmt::Debug;
use std::ops::Range;

use super::diagram::{Diagram, Visit};
use super::group::{ArcReading, NodeGroup, Place, WORD};
use super::monitor::Monitor;
use super::selection::Selection;
use crate::budget::Interrupted;

/// Sums below nodes.
pub(super) trait SumTable<T>: Debug + Send + Sync {
    /// The sum below a node before a step that paths lead to.
    fn below(&self, step: usize, visit: Visit) -> T;
}

/// The groups of a diagram that paths which agree with decisions may lead to, and where the values of their
/// nodes are.
#[derive(Clone, Debug)]
pub(super) struct ValueLayout {
    /// The groups of all levels; after those of each level one more, where the level ends.
    groups: Vec<Reach>,
    /// Where the groups of each level begin.
    levels: Vec<usize>,
    /// The places of the groups that paths lead to.
    taken: Vec<Taken>,
    /// The nodes that paths lead to, where these are few: the others have no values.
    few: Option<Few>,
}

/// A group, as far as paths lead to it.
#[derive(Clone, Copy, Debug, Default)]
struct Reach {
    /// The index in the level of its first value. It has none if no path leads to it.
    start: usize,
    /// The index of its first place among those of all levels.
    place: usize,
    /// The index of its first word of marks.
    word: usize,
    /// The orientations in which paths lead to its nodes, as far as orientations are told apart: their arcs are
    /// looked at only together.
    orientations: [bool; 2],
}

/// A place of a group.
#[derive(Clone, Copy, Debug)]
struct Taken {
    /// The orientations of the group's nodes in which paths may take its arcs.
    orientations: [bool; 2],
    /// The index of the first of its edges, if nodes are few.
    edge: usize,
}

/// Some of a word of a group's nodes.
#[derive(Clone, Copy, Debug, Default)]
struct Marks {
    /// They as bits.
    nodes: u64,
    /// The number of those in words before.
    before: u32,
}

impl Marks {
    /// The number of marked nodes before one of the word.
    fn index(self, bit: usize) -> usize {
        self.before as usize + (self.nodes & ((1 << bit) - 1)).count_ones() as usize
    }

    /// The number of those of the word and of all words before.
    fn all(self) -> usize {
        (self.before + self.nodes.count_ones()) as usize
    }
}

/// The nodes that paths lead to, and the arcs between them.
#[derive(Clone, Debug)]
struct Few {
    marks: Vec<Marks>,
    edges: Vec<Edge>,
}

/// An arc between values of nodes.
#[derive(Clone, Copy, Debug)]
struct Edge {
    /// The index of the node's value in its group.
    from: u32,
    /// Twice the index of the value of the node that it leads to, and one more if its mirror image is meant.
    to: u32,
}

impl Edge {
    /// The index of the value of the node that it leads to, and 1 if its mirror image is meant, else 0.
    #[inline]
    fn to(self) -> (usize, usize) {
        (self.to as usize >> 1, self.to as usize & 1)
    }
}

/// Arcs that paths may take.
pub(super) struct AllowedArcs<'a> {
    pub place: &'a Place,
    /// In which orientations of their nodes.
    pub orientations: [bool; 2],
    /// Those between nodes with values, if not all have some.
    edges: Option<&'a [Edge]>,
}

impl AllowedArcs<'_> {
    /// Calls `each` for the arcs, with the indices of the values of the node and of the node that the arc leads to,
    /// and with 1 if the mirror image of the latter is meant, else 0.
    #[inline]
    pub(super) fn for_each(&self, target: ArcReading, mut each: impl FnMut(usize, usize, usize)) {
        if let Some(edges) = self.edges {
            for edge in edges {
                let (child, flip) = edge.to();
                each(edge.from as usize, child, flip);
            }
        } else {
            self.place.for_each(|node, arc| {
                let (child, flip) = target.decode(arc);
                each(node, child, usize::from(flip));
            });
        }
    }
}

/// From so many nodes on it pays to leave out those that no path leads to.
const MANY: usize = 1 << 9;

impl ValueLayout {
    /// Follows the paths from the root, level by level. Nodes have values in so many orientations.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(super) fn new(
        diagram: &Diagram,
        selection: &Selection,
        orientations: usize,
        monitor: &Monitor<'_>,
    ) -> Result<Self, Interrupted> {
        let mut groups = Vec::with_capacity(diagram.levels.iter().map(|it| it.len() + 1).sum());
        let mut levels = Vec::with_capacity(diagram.levels.len());
        let mut word = 0;
        for level in &diagram.levels {
            levels.push(groups.len());
            for group in level {
                groups.push(Reach { word, ..Reach::default() });
                word += group.len.div_ceil(WORD);
            }
            groups.push(Reach { word, ..Reach::default() });
        }
        let is_few = selection.places_early() && diagram.nodes >= MANY;
        let few = is_few.then(|| Few { marks: vec![Marks::default(); word], edges: Vec::new() });
        let taken = Vec::with_capacity(selection.len());
        let mut layout = Self { groups, levels, taken, few };
        // Without a solution there is no root.
        if let Some(root) = layout.groups.first_mut() {
            root.orientations[0] = true;
            layout.few.iter_mut().for_each(|few| few.marks[0].nodes = 1);
        }
        let mut edges = 0;
        for level in 0..diagram.levels.len() {
            edges = layout.number(level, edges);
            layout.add(diagram, selection, orientations, level, monitor)?;
        }
        Ok(layout)
    }

    /// Numbers the marked nodes of a level, where the edges from the one given on lead. Returns the number of edges.
    fn number(&mut self, level: usize, edges: usize) -> usize {
        let Some(Few { marks, edges: all }) = &mut self.few else { return 0 };
        let end = self.levels.get(level + 1).copied().unwrap_or(self.groups.len());
        let groups = &self.groups[self.levels[level]..end];
        for ends in groups.windows(2) {
            let mut number = 0;
            for marks in &mut marks[ends[0].word..ends[1].word] {
                marks.before = number;
                number = marks.all() as u32;
            }
        }
        let marks = &marks[groups[0].word..];
        for edge in &mut all[edges..] {
            let (node, flip) = edge.to();
            edge.to = (marks[node / WORD].index(node % WORD) << 1 | flip) as u32;
        }
        all.len()
    }

    /// Adds a level to those before.
    fn add(
        &mut self,
        diagram: &Diagram,
        selection: &Selection,
        orientations: usize,
        level: usize,
        monitor: &Monitor<'_>,
    ) -> Result<(), Interrupted> {
        let groups = &diagram.levels[level];
        let (here, later) = self.groups[self.levels[level]..].split_at_mut(groups.len() + 1);
        let next_word = here[groups.len()].word;
        let mut end = 0;
        for (number, group) in groups.iter().enumerate() {
            let words = here[number].word..here[number + 1].word;
            let reach = &mut here[number];
            (reach.start, reach.place) = (end, self.taken.len());
            if reach.orientations == [false; 2] {
                continue;
            }
            monitor.spend(group.places.len())?;
            end += match &self.few {
                Some(Few { marks, .. }) => {
                    monitor.spend(words.len())?;
                    marks[words.end - 1].all()
                }
                None => group.len,
            };
            for place in &group.places {
                let allowed = selection.of(level);
                let index =
                    |index: u16| [index.into(), diagram.steps[level].oriented(index.into(), true)];
                let [one, other] = place.index.map_or([allowed.len() - 1; 2], index);
                let is_taken = [
                    reach.orientations[0] && allowed[one],
                    reach.orientations[1] && allowed[other],
                ];
                let edge = self.few.as_ref().map_or(0, |few| few.edges.len());
                self.taken.push(Taken { orientations: is_taken, edge });
                if is_taken == [false; 2] {
                    continue;
                }
                let target = ArcReading::new(place, &diagram.levels[level + 1]);
                let to = &mut later[target.group];
                if orientations == 1 {
                    to.orientations[0] = true;
                } else if target.is_own_image() {
                    to.orientations = [true; 2];
                } else {
                    to.orientations[usize::from(place.flip)] |= is_taken[0];
                    to.orientations[usize::from(!place.flip)] |= is_taken[1];
                }
                if let Some(Few { marks, edges }) = &mut self.few {
                    let (before, after) = marks.split_at_mut(to.word);
                    let own = &before[words.clone()];
                    let first = (to.word - next_word) * WORD;
                    place.for_each_among(own.iter().map(|marks| marks.nodes), |node, arc| {
                        let (child, flip) = target.decode(arc);
                        after[child / WORD].nodes |= 1 << (child % WORD);
                        let from = own[node / WORD].index(node % WORD) as u32;
                        let to = (first + child) << 1 | usize::from(flip);
                        edges.push(Edge { from, to: to as u32 });
                    });
                }
            }
        }
        (here[groups.len()].start, here[groups.len()].place) = (end, self.taken.len());
        Ok(())
    }

    /// The memory of what is kept of nodes, in bytes.
    pub(super) fn memory(&self) -> usize {
        self.few.as_ref().map_or(0, |few| {
            few.marks.capacity() * size_of::<Marks>() + few.edges.capacity() * size_of::<Edge>()
        })
    }

    /// How paths lead to a group.
    #[inline]
    fn reach(&self, level: usize, group: usize) -> Reach {
        self.groups[self.levels[level] + group]
    }

    /// True if paths may lead to a group.
    pub(super) fn is_reached(&self, level: usize, group: usize) -> bool {
        self.reach(level, group).orientations != [false; 2]
    }

    /// The arcs of a place of a group, given with its number, if paths may take some.
    #[inline]
    pub(super) fn way<'a>(
        &'a self,
        [level, number]: [usize; 2],
        group: &'a NodeGroup,
        place: usize,
    ) -> Option<AllowedArcs<'a>> {
        let reach = self.reach(level, number);
        let Taken { orientations, edge } = *self.taken.get(reach.place + place)?;
        if reach.orientations == [false; 2] || orientations == [false; 2] {
            return None;
        }
        let edges = self.few.as_ref().map(|few| {
            let next = self.taken.get(reach.place + place + 1);
            &few.edges[edge..next.map_or(few.edges.len(), |next| next.edge)]
        });
        Some(AllowedArcs { place: &group.places[place], orientations, edges })
    }

    /// The arcs of a group, given with its number, that paths may take.
    #[inline]
    pub(super) fn ways<'a>(
        &'a self,
        group_of: [usize; 2],
        group: &'a NodeGroup,
    ) -> impl Iterator<Item = AllowedArcs<'a>> {
        (0..group.places.len()).filter_map(move |place| self.way(group_of, group, place))
    }

    /// The index in its group of a node's value.
    fn index(&self, level: usize, group: usize, node: usize) -> usize {
        let Some(few) = &self.few else { return node };
        few.marks[self.reach(level, group).word + node / WORD].index(node % WORD)
    }

    /// The number of values of a level.
    pub(super) fn len(&self, level: usize) -> usize {
        let next = self.levels.get(level + 1).copied().unwrap_or(self.groups.len());
        self.groups[next - 1].start
    }

    /// Where the values of a group are among those of its level.
    #[inline]
    pub(super) fn range(&self, level: usize, group: usize) -> Range<usize> {
        let first = self.levels[level] + group;
        self.groups[first].start..self.groups[first + 1].start
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
pub(super) struct NodeValues<V, const O: usize> {
    pub layout: ValueLayout,
    pub levels: Levels<V, O>,
}

impl<V, T, const O: usize> SumTable<T> for NodeValues<V, O>
where
    V: Clone + Debug + Into<T> + Send + Sync,
{
    fn below(&self, step: usize, visit: Visit) -> T {
        let values = &self.levels[self.levels.len() - 1 - step];
        let (group, node) = (visit.group as usize, visit.node as usize);
        let index = self.layout.index(step, group, node);
        values[self.layout.range(step, group)][index][usize::from(visit.is_mirrored) % O]
            .clone()
            .into()
    }
}
