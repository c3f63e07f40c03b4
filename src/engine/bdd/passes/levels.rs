//! The values of a diagram's nodes, and their layout in memory.

use std::fmt::Debug;
use std::ops::Range;

use crate::bdd::diagram::group::{ArcReading, NodeGroup, StepChoice, WORD};
use crate::bdd::diagram::list;
use crate::bdd::diagram::monitor::{Job, Monitor};
use crate::bdd::diagram::selection::Selection;
use crate::bdd::diagram::{Diagram, OrientedNode};
use crate::budget::Answer;
use crate::heap::Heap;

/// A table of the sums below nodes.
pub(crate) trait SumTable<T>: Debug + Send + Sync {
    /// Returns the sum below a node of the level before `step`. The node must be reached.
    fn below(&self, step: usize, oriented: OrientedNode) -> T;
}

/// The positions of node values in the value lists of the levels. Only *reached* nodes have values: nodes on a path
/// from the root that agrees with the decisions.
#[derive(Clone, Debug)]
pub(crate) struct ValueLayout {
    /// The groups of all levels. After the groups of each level, one entry marks the end of the level.
    groups: Vec<GroupLayout>,
    /// The index in `groups` of the first group of each level, followed by the length of `groups`.
    levels: Vec<usize>,
    /// The choices of all reached groups, group by group.
    choices: Vec<AllowedChoice>,
    /// The reached nodes, if few nodes are reached. If `None`, all nodes of reached groups have values.
    sparse: Option<SparseNodes>,
}

/// The positions of a group in the lists of the layout.
#[derive(Clone, Copy, Debug, Default)]
struct GroupLayout {
    /// The index of the group's first value among the values of its level. A group that is not reached has no values.
    start: usize,
    /// The index of the group's first choice in `ValueLayout::choices`.
    first_choice: usize,
    /// The index of the group's first word in `SparseNodes::marks`.
    first_word: usize,
    /// True for each orientation in which a node of the group is reached. If nodes have one value for both
    /// orientations, only the first entry is used.
    orientations: [bool; 2],
}

/// The allowed arcs of a choice.
#[derive(Clone, Copy, Debug)]
struct AllowedChoice {
    /// True for each orientation of the nodes in which the choice is allowed.
    orientations: [bool; 2],
    /// The index of the choice's first edge in `SparseNodes::edges`; 0 if all nodes have values.
    first_edge: usize,
}

/// The reached nodes among 64 consecutive nodes of a group.
#[derive(Clone, Copy, Debug, Default)]
struct RankedBits {
    /// One bit per node, set if the node is reached.
    nodes: u64,
    /// Number of reached nodes in the previous words of the group.
    before: u32,
}

impl RankedBits {
    /// Number of reached nodes of the group before the node of a bit.
    fn index(self, bit: usize) -> usize {
        self.before as usize + (self.nodes & ((1 << bit) - 1)).count_ones() as usize
    }

    /// Number of reached nodes in this word and the previous words of the group.
    fn all(self) -> usize {
        (self.before + self.nodes.count_ones()) as usize
    }
}

/// The reached nodes, and the arcs between them.
#[derive(Clone, Debug)]
struct SparseNodes {
    marks: Vec<RankedBits>,
    edges: Vec<Edge>,
}

heap_of_fields!(SparseNodes: marks, edges);

/// An arc between values of nodes.
#[derive(Clone, Copy, Debug)]
struct Edge {
    /// The index of the source's value among the values of the source's group.
    from: u32,
    /// Twice the index of the target's value among the values of the target's group, plus 1 if the edge leads to the
    /// target's mirror image.
    encoded_target: u32,
}

impl Edge {
    /// Returns the index of the target's value in its group, and 1 if the edge leads to the target's mirror image, else
    /// 0.
    #[inline]
    fn decode_target(self) -> (usize, usize) {
        (self.encoded_target as usize >> 1, self.encoded_target as usize & 1)
    }
}

/// The allowed arcs of a choice.
pub(crate) struct AllowedArcs<'a> {
    pub choice: &'a StepChoice,
    /// True for each orientation of the nodes in which the choice is allowed.
    pub orientations: [bool; 2],
    /// The arcs between reached nodes, if only reached nodes have values.
    edges: Option<&'a [Edge]>,
}

impl AllowedArcs<'_> {
    /// Calls `each` for each arc, with the index of the source's value, the index of the target's value, and 1 if the
    /// arc leads to the target's mirror image, else 0.
    #[inline]
    pub(crate) fn for_each(&self, target: ArcReading, mut each: impl FnMut(usize, usize, usize)) {
        if let Some(edges) = self.edges {
            for edge in edges {
                let (child, flip) = edge.decode_target();
                each(edge.from as usize, child, flip);
            }
        } else {
            self.choice.for_each(|node, arc| {
                let (child, flip) = target.decode(arc);
                each(node, child, usize::from(flip));
            });
        }
    }
}

/// Minimum number of nodes of a diagram with which storing the values of reached nodes only saves time.
const MIN_SPARSE_NODES: usize = 1 << 9;

impl ValueLayout {
    /// Finds the reached nodes, level by level from the root. Each node has `orientations` values.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(crate) fn new(
        diagram: &Diagram,
        selection: &Selection,
        orientations: usize,
        monitor: &Monitor<'_>,
    ) -> Answer<Self> {
        let mut groups = Vec::with_capacity(diagram.levels.iter().map(|it| it.len() + 1).sum());
        let mut levels = Vec::with_capacity(diagram.levels.len() + 1);
        let mut word = 0;
        for level in &diagram.levels {
            levels.push(groups.len());
            for group in level {
                groups.push(GroupLayout { first_word: word, ..GroupLayout::default() });
                word += group.len.div_ceil(WORD);
            }
            groups.push(GroupLayout { first_word: word, ..GroupLayout::default() });
        }
        levels.push(groups.len());
        // An edge has 31 bits for the number of its target in the next level.
        let fits = |ends: &[usize]| {
            (groups[ends[1] - 1].first_word - groups[ends[0]].first_word) * WORD < 1 << 31
        };
        let is_few = selection.places_early()
            && diagram.nodes >= MIN_SPARSE_NODES
            && levels.windows(2).all(fits);
        let mut job = Job::new(monitor);
        if is_few {
            job.report(word * size_of::<RankedBits>(), 0, word)?;
        }
        let sparse = is_few
            .then(|| SparseNodes { marks: vec![RankedBits::default(); word], edges: Vec::new() });
        let choices = Vec::with_capacity(selection.len());
        let mut layout = Self { groups, levels, choices, sparse };
        // Without a solution there is no root.
        if let Some(root) = layout.groups.first_mut() {
            root.orientations[0] = true;
            layout.sparse.iter_mut().for_each(|sparse| sparse.marks[0].nodes = 1);
        }
        let mut edges = 0;
        for level in 0..diagram.levels.len() {
            edges = layout.number_nodes(level, edges);
            layout.add(diagram, selection, orientations, level, &mut job)?;
        }
        Ok(layout)
    }

    /// Numbers the reached nodes of a level, and rewrites the edges that lead to the level: all edges from the index
    /// `edges` on. Returns the number of edges.
    fn number_nodes(&mut self, level: usize, edges: usize) -> usize {
        let Some(SparseNodes { marks, edges: all }) = &mut self.sparse else { return 0 };
        let groups = &self.groups[self.levels[level]..self.levels[level + 1]];
        for ends in groups.windows(2) {
            let mut number = 0;
            for marks in &mut marks[ends[0].first_word..ends[1].first_word] {
                marks.before = number;
                number = marks.all() as u32;
            }
        }
        let marks = &marks[groups[0].first_word..];
        for edge in &mut all[edges..] {
            let (node, flip) = edge.decode_target();
            edge.encoded_target = (marks[node / WORD].index(node % WORD) << 1 | flip) as u32;
        }
        all.len()
    }

    /// Adds a level to the layout, after all previous levels.
    fn add(
        &mut self,
        diagram: &Diagram,
        selection: &Selection,
        orientations: usize,
        level: usize,
        job: &mut Job<'_>,
    ) -> Answer<()> {
        /// Number of edges that are found between two checks of the budget.
        const EDGES_BETWEEN_CHECKS: usize = 1 << 12;
        /// Work per edge, in words.
        const WORK_PER_EDGE: usize = 4;
        let mut reported = self.sparse.as_ref().map_or(0, |sparse| sparse.edges.len());
        let groups = &diagram.levels[level];
        let (here, later) = self.groups[self.levels[level]..].split_at_mut(groups.len() + 1);
        let next_word = here[groups.len()].first_word;
        let mut end = 0;
        for (number, group) in groups.iter().enumerate() {
            let words = here[number].first_word..here[number + 1].first_word;
            let reach = &mut here[number];
            (reach.start, reach.first_choice) = (end, self.choices.len());
            if reach.orientations == [false; 2] {
                continue;
            }
            job.spend(group.choices.len())?;
            end += match &self.sparse {
                Some(SparseNodes { marks, .. }) => {
                    job.spend(words.len())?;
                    marks[words.end - 1].all()
                }
                None => group.len,
            };
            for choice in &group.choices {
                let allowed = selection.of(level);
                let index =
                    |index: u16| [index.into(), diagram.steps[level].oriented(index.into(), true)];
                let [one, other] = choice.index.map_or([allowed.len() - 1; 2], index);
                let is_taken = [
                    reach.orientations[0] && allowed[one],
                    reach.orientations[1] && allowed[other],
                ];
                let edge = self.sparse.as_ref().map_or(0, |sparse| sparse.edges.len());
                self.choices.push(AllowedChoice { orientations: is_taken, first_edge: edge });
                if is_taken == [false; 2] {
                    continue;
                }
                let target = ArcReading::new(choice, &diagram.levels[level + 1]);
                let to = &mut later[target.group];
                if orientations == 1 {
                    to.orientations[0] = true;
                } else if target.is_own_image() {
                    to.orientations = [true; 2];
                } else {
                    to.orientations[usize::from(choice.flip)] |= is_taken[0];
                    to.orientations[usize::from(!choice.flip)] |= is_taken[1];
                }
                if let Some(sparse) = &mut self.sparse {
                    let SparseNodes { marks, edges } = sparse;
                    let (before, after) = marks.split_at_mut(to.first_word);
                    let own = &before[words.clone()];
                    let first = (to.first_word - next_word) * WORD;
                    choice.for_each_among(own.iter().map(|marks| marks.nodes), |node, arc| {
                        let (child, flip) = target.decode(arc);
                        after[child / WORD].nodes |= 1 << (child % WORD);
                        let from = own[node / WORD].index(node % WORD) as u32;
                        let to = (first + child) << 1 | usize::from(flip);
                        list::push(edges, Edge { from, encoded_target: to as u32 });
                    });
                    let new = sparse.edges.len() - reported;
                    if new >= EDGES_BETWEEN_CHECKS {
                        job.report(sparse.heap(), 0, WORK_PER_EDGE * new)?;
                        reported += new;
                    }
                }
            }
        }
        (here[groups.len()].start, here[groups.len()].first_choice) = (end, self.choices.len());
        Ok(())
    }

    /// The positions of a group in the lists of the layout.
    #[inline]
    fn group_layout(&self, level: usize, group: usize) -> GroupLayout {
        self.groups[self.levels[level] + group]
    }

    /// True if a group is reached.
    pub(crate) fn is_reached(&self, level: usize, group: usize) -> bool {
        self.group_layout(level, group).orientations != [false; 2]
    }

    /// Returns the allowed arcs of a choice of the group `[level, number]`; `None` if no arc is allowed.
    #[inline]
    pub(crate) fn allowed<'a>(
        &'a self,
        [level, number]: [usize; 2],
        group: &'a NodeGroup,
        choice: usize,
    ) -> Option<AllowedArcs<'a>> {
        let reach = self.group_layout(level, number);
        let AllowedChoice { orientations, first_edge: edge } =
            *self.choices.get(reach.first_choice + choice)?;
        if reach.orientations == [false; 2] || orientations == [false; 2] {
            return None;
        }
        let edges = self.sparse.as_ref().map(|sparse| {
            let next = self.choices.get(reach.first_choice + choice + 1);
            &sparse.edges[edge..next.map_or(sparse.edges.len(), |next| next.first_edge)]
        });
        Some(AllowedArcs { choice: &group.choices[choice], orientations, edges })
    }

    /// Returns the allowed arcs of all choices of the group `group_of`: its level and its number.
    #[inline]
    pub(crate) fn all_allowed<'a>(
        &'a self,
        group_of: [usize; 2],
        group: &'a NodeGroup,
    ) -> impl Iterator<Item = AllowedArcs<'a>> {
        (0..group.choices.len()).filter_map(move |choice| self.allowed(group_of, group, choice))
    }

    /// The index of a node's value in its group.
    fn index(&self, level: usize, group: usize, node: usize) -> usize {
        let Some(sparse) = &self.sparse else { return node };
        sparse.marks[self.group_layout(level, group).first_word + node / WORD].index(node % WORD)
    }

    /// The number of values of a level.
    pub(crate) fn len(&self, level: usize) -> usize {
        self.groups[self.levels[level + 1] - 1].start
    }

    /// The range of a group's values in its level.
    #[inline]
    pub(crate) fn range(&self, level: usize, group: usize) -> Range<usize> {
        let first = self.levels[level] + group;
        self.groups[first].start..self.groups[first + 1].start
    }

    /// Splits the values of a level by group.
    pub(crate) fn parts<'a, V>(
        &self,
        level: usize,
        values: &'a mut [V],
    ) -> impl Iterator<Item = &'a mut [V]> {
        let mut rest = values;
        self.groups[self.levels[level]..self.levels[level + 1]].windows(2).map(move |ends| {
            let len = ends[1].start - ends[0].start;
            let (group, later) = std::mem::take(&mut rest).split_at_mut(len);
            rest = later;
            group
        })
    }
}

heap_of_fields!(ValueLayout: sparse);

/// The values of all nodes, the last level first. Each node has `O` values: one per orientation, or one for both.
pub(crate) type Levels<V, const O: usize> = Vec<Vec<[V; O]>>;

/// The values of all nodes with their layout.
#[derive(Clone, Debug)]
pub(crate) struct NodeValues<V, const O: usize> {
    pub layout: ValueLayout,
    pub levels: Levels<V, O>,
}

impl<V, T, const O: usize> SumTable<T> for NodeValues<V, O>
where
    V: Clone + Debug + Into<T> + Send + Sync,
{
    fn below(&self, step: usize, oriented: OrientedNode) -> T {
        let values = &self.levels[self.levels.len() - 1 - step];
        let (group, node) = (oriented.group as usize, oriented.node as usize);
        let index = self.layout.index(step, group, node);
        values[self.layout.range(step, group)][index][usize::from(oriented.is_mirrored) % O]
            .clone()
            .into()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::bdd::{Arrangement, VariableOrder, compile};
    use crate::budget::{Budget, Cause};
    use problem::{Problem, Rules, Value};

    #[test]
    fn edges_count_as_memory_while_they_are_found() {
        let problem = Problem::new(Rules::queens(14).unwrap());
        let order = VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor);
        let diagram = compile(&problem, &Arc::new(order), &Budget::default()).unwrap().diagram;
        let placed = problem.with("a1".parse().unwrap(), Value::Placed).unwrap();
        let selection = Selection::new(&diagram, placed.decisions());
        let layout = |budget: &Budget| {
            ValueLayout::new(&diagram, &selection, 2, &Monitor::new(budget))
                .map(|layout| layout.heap())
        };
        let whole = layout(&Budget::default()).unwrap();
        let part = whole / 2;
        assert_eq!(layout(&Budget::new(part)).unwrap_err().cause, Cause::Memory(part));
    }
}
