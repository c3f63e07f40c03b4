use std::sync::Arc;

use super::group::{ArcReading, NodeGroup};
use super::monitor::Monitor;
use super::order::{Variable, VariableOrder};
use crate::budget::Interrupted;
use geometry::SymmetryGroup;

/// All solutions of a problem, as a reduced ordered decision diagram over *steps*: a node decides all
/// cells of its step, a row of the board or a single cell, and has an arc for each cell that can have
/// the step's piece. A step at which all solutions are the same leaves the diagram, if it is not folded.
///
/// The nodes before a step are in groups, by the columns that lack their piece: nodes of different
/// groups are never equal, so an arc is a number within the group that it leads to, which follows from
/// the group and the cell that it comes from. If the rules and decisions are symmetric, nodes that
/// are mirror images of each other are one: a *folded* diagram. It is then read in two orientations,
/// and an arc may lead to a node's mirror image.
#[derive(Clone, Debug)]
pub struct Diagram {
    pub(super) order: Arc<VariableOrder>,
    /// The variables that are true in every solution, in their order. Those of no step are false.
    pub(super) fixed: Vec<Variable>,
    pub(super) steps: Vec<DiagramStep>,
    /// The groups before each step and after the last; no group at all without a solution.
    pub(super) levels: Vec<Vec<NodeGroup>>,
    /// True if mirror images are one.
    pub(super) is_folded: bool,
    /// Symmetries that map each of its solutions to itself. A variable stands for all cells that these take
    /// its cell to.
    pub(super) symmetries: SymmetryGroup,
    /// The number of nodes, and the memory of all groups, in bytes.
    pub(super) nodes: usize,
    pub(super) memory: usize,
}

/// Variables that are decided together.
#[derive(Clone, Debug)]
pub(super) struct DiagramStep {
    /// In their order.
    pub variables: Vec<Variable>,
    /// True if one of them must be true. Otherwise there is one only.
    pub must_place: bool,
}

/// A node's arc, in one of the node's orientations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Branch {
    /// The index in the step of the variable with a piece, if one has.
    pub index: Option<u16>,
    pub to: Visit,
}

/// A node of the next level and how it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Visit {
    pub group: u32,
    pub node: u32,
    pub is_mirrored: bool,
}

impl Visit {
    /// The first node of a level with one, as it is.
    pub(super) const ROOT: Self = Self { group: 0, node: 0, is_mirrored: false };
}

impl DiagramStep {
    /// The index of a variable in one orientation, if its index in the other is given.
    #[inline]
    pub(super) fn oriented(&self, index: usize, is_mirrored: bool) -> usize {
        if is_mirrored { self.variables.len() - 1 - index } else { index }
    }
}

impl Diagram {
    /// The diagram of no solution.
    pub(super) fn without_solutions(order: &Arc<VariableOrder>) -> Self {
        Self {
            order: Arc::clone(order),
            fixed: Vec::new(),
            steps: Vec::new(),
            levels: Vec::new(),
            is_folded: false,
            symmetries: SymmetryGroup::IDENTITY,
            nodes: 0,
            memory: 0,
        }
    }

    /// The order of its variables.
    #[must_use]
    pub fn order(&self) -> &Arc<VariableOrder> {
        &self.order
    }

    /// True if it has no solution.
    #[must_use]
    pub fn is_false(&self) -> bool {
        self.levels.is_empty()
    }

    /// The number of its nodes, the one after the last step included.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// The number of arcs between its nodes.
    #[must_use]
    pub fn arcs(&self) -> usize {
        let places = self.levels.iter().flatten().flat_map(|group| &group.places);
        places.map(|place| place.arcs.len()).sum()
    }

    /// True if nodes that are mirror images of each other are stored once.
    #[must_use]
    pub fn is_folded(&self) -> bool {
        self.is_folded
    }

    /// The memory it takes, in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// The number of cells that a variable stands for.
    pub(super) fn weight(&self, variable: Variable) -> u32 {
        self.symmetries.orbit(self.order.cell(variable), self.order.size()).count() as u32
    }

    /// The number of orientations that nodes are read in.
    pub(super) fn orientations(&self) -> usize {
        if self.is_folded { 2 } else { 1 }
    }

    /// The step that decides a variable, and the variable's index in it.
    pub(super) fn position(&self, variable: Variable) -> Option<(usize, usize)> {
        let step = self.steps.partition_point(|step| step.variables.last() < Some(&variable));
        let variables = &self.steps.get(step)?.variables;
        variables.binary_search(&variable).ok().map(|index| (step, index))
    }

    /// The variables of a step and those before it that are decided by no step before: from the one after
    /// the last of the step before to its own last.
    pub(super) fn span(&self, step: usize) -> std::ops::Range<usize> {
        let end =
            |step: &DiagramStep| step.variables.last().map_or(0, |variable| variable.index() + 1);
        let first = step.checked_sub(1).map_or(0, |before| end(&self.steps[before]));
        first..self.steps.get(step).map_or(self.order.len(), end)
    }

    /// Reads the arcs of a group of a level.
    fn reader(&self, level: usize, group: usize, is_mirrored: bool) -> Reader<'_> {
        let from = &self.levels[level][group];
        let (step, next) = (&self.steps[level], &self.levels[level + 1]);
        Reader { from, step, next, is_mirrored }
    }

    /// Appends the branches of a node in one orientation, variables ascending, the one without a piece last.
    pub(super) fn branches(&self, level: usize, visit: Visit, branches: &mut Vec<Branch>) {
        let reader = self.reader(level, visit.group as usize, visit.is_mirrored);
        let first = branches.len();
        let arcs = reader.from.arcs_of(visit.node as usize);
        branches.extend(arcs.map(|(place, arc)| reader.branch(place, arc)));
        if visit.is_mirrored {
            branches[first..].reverse();
        }
    }

    /// Calls `each` for the branches of each node of a group in one orientation, as
    /// [`Diagram::branches`].
    pub(super) fn for_each_list(
        &self,
        level: usize,
        group: usize,
        is_mirrored: bool,
        mut each: impl FnMut(&[Branch]) -> Result<(), Interrupted>,
    ) -> Result<(), Interrupted> {
        let reader = self.reader(level, group, is_mirrored);
        let mut branches = Vec::new();
        reader.from.for_each(|_, arcs| {
            branches.clear();
            branches.extend(arcs.iter().map(|&(place, arc)| reader.branch(place, arc)));
            if is_mirrored {
                branches.reverse();
            }
            each(&branches)
        })
    }
}

/// Reads the arcs of a group in one orientation.
struct Reader<'a> {
    from: &'a NodeGroup,
    step: &'a DiagramStep,
    next: &'a [NodeGroup],
    is_mirrored: bool,
}

impl Reader<'_> {
    #[inline]
    fn branch(&self, place: usize, arc: u32) -> Branch {
        let place = &self.from.places[place];
        let target = ArcReading::new(place, self.next);
        let (node, flip) = target.decode(arc);
        let group = &self.next[target.group];
        // A node that is its own mirror image is read as it is.
        let is_palindrome = group.is_own_image && group.palindromes[node];
        let index = |index: u16| self.step.oriented(index.into(), self.is_mirrored) as u16;
        let is_mirrored = (self.is_mirrored ^ flip) && !is_palindrome;
        Branch {
            index: place.index.map(index),
            to: Visit { group: place.target, node: node as u32, is_mirrored },
        }
    }
}

/// The arcs that lead to each group of a level.
pub(super) struct IncomingArcs {
    ends: Vec<u32>,
    /// Groups of the level before, and places in them.
    sources: Vec<(u32, u16)>,
}

impl IncomingArcs {
    /// Those from `level` to the next one, which has `groups` groups.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(super) fn new(
        level: &[NodeGroup],
        groups: usize,
        monitor: &Monitor<'_>,
    ) -> Result<Self, Interrupted> {
        let mut ends = vec![0; groups];
        for group in level {
            monitor.spend(group.places.len())?;
            group.places.iter().for_each(|place| ends[place.target as usize] += 1);
        }
        let mut end = 0;
        for count in &mut ends {
            end += *count;
            *count = end - *count;
        }
        let mut sources = vec![(0, 0); end as usize];
        for (index, group) in level.iter().enumerate() {
            monitor.spend(group.places.len())?;
            for (number, place) in group.places.iter().enumerate() {
                let end = &mut ends[place.target as usize];
                sources[*end as usize] = (index as u32, number as u16);
                *end += 1;
            }
        }
        Ok(Self { ends, sources })
    }

    /// The groups and places whose arcs lead to a group, in their order.
    pub(super) fn of(&self, group: usize) -> &[(u32, u16)] {
        let start = group.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.sources[start as usize..self.ends[group] as usize]
    }
}
