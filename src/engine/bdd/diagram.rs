//! The row diagram: all solutions as a multi-valued decision diagram (MDD). A node has an arc for each cell of its row that
//! can have the row's piece, where a node of a BDD has two.
//!
//! | file | contents |
//! | --- | --- |
//! | `group`, `arcs` | groups of nodes, and compact lists of their arcs |
//! | `selection` | the arcs that agree with decisions |
//! | `unfolded` | the nodes as plain lists of arcs, for other members |
//! | `list`, `unique` | lists whose memory is counted, tables of distinct entries |
//! | `monitor`, `parallel` | the budget of a computation on several threads |

pub(super) mod arcs;
pub(super) mod group;
pub(super) mod list;
pub(super) mod monitor;
pub(super) mod parallel;
pub(super) mod selection;
pub(super) mod unfolded;
pub(super) mod unique;

use std::sync::Arc;

use super::order::{Variable, VariableOrder};
use crate::budget::Answer;
use crate::lists::Lists;
use geometry::SymmetryGroup;
use group::{ArcReading, NodeGroup};
use monitor::Monitor;

/// All solutions of a problem, as a reduced ordered decision diagram over *steps*. A step is a row of the board or a
/// single cell. A node decides all cells of its step, and has an arc for each cell that can have the step's piece. In
/// an unfolded diagram, no step has the same values in all solutions.
///
/// The nodes before a step form groups, by the columns that lack their piece. Nodes of different groups are never
/// equal. The source group and the cell of an arc determine its target group, so the arc itself is only the index of a
/// node in the target group. If the rules and decisions are symmetric, the diagram is *folded*: a node represents its
/// mirror image as well. The nodes of a folded diagram are read in two orientations, and an arc may lead to a node's
/// mirror image.
#[derive(Clone, Debug)]
pub struct Diagram {
    pub(crate) order: Arc<VariableOrder>,
    /// The variables that are true in every solution, in variable order. All other variables that belong to no step are
    /// false.
    pub(crate) fixed: Vec<Variable>,
    pub(crate) steps: Vec<DiagramStep>,
    /// The groups before each step and after the last step; no levels without a solution.
    pub(crate) levels: Vec<Vec<NodeGroup>>,
    /// True if a node represents its mirror image as well.
    pub(crate) is_folded: bool,
    /// Symmetries under which each solution is invariant. A variable represents all cells of its orbit.
    pub(crate) symmetries: SymmetryGroup,
    /// The number of nodes.
    pub(crate) nodes: usize,
    /// Memory of all groups, in bytes.
    pub(crate) memory: usize,
}

/// Variables that are decided together.
#[derive(Clone, Debug)]
pub(crate) struct DiagramStep {
    /// The variables in variable order, top first.
    pub variables: Vec<Variable>,
    /// True if exactly one variable of the step must be true. If it is false, the step has a single variable.
    pub must_place: bool,
}

/// An arc of a node in one orientation of the node: as stored or mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Branch {
    /// The index in the step of the variable with a piece; `None` without a piece.
    pub index: Option<u16>,
    pub to: OrientedNode,
}

/// A node of a level in one orientation: as stored or mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct OrientedNode {
    pub group: u32,
    pub node: u32,
    pub is_mirrored: bool,
}

impl OrientedNode {
    /// The only node before the first step.
    pub(crate) const ROOT: Self = Self { group: 0, node: 0, is_mirrored: false };
}

impl DiagramStep {
    /// Mirrors the index of a variable in the step if the node is read mirrored. Otherwise returns the index.
    #[inline]
    pub(crate) fn oriented(&self, index: usize, is_mirrored: bool) -> usize {
        if is_mirrored { self.variables.len() - 1 - index } else { index }
    }
}

impl Diagram {
    /// A diagram without solutions.
    pub(crate) fn without_solutions(order: &Arc<VariableOrder>) -> Self {
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

    /// The order of the diagram's variables.
    pub fn order(&self) -> &Arc<VariableOrder> {
        &self.order
    }

    /// True if the diagram has no solution.
    pub fn is_false(&self) -> bool {
        self.levels.is_empty()
    }

    /// The number of nodes, including the node after the last step.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// The number of arcs between nodes.
    pub fn arcs(&self) -> usize {
        let choices = self.levels.iter().flatten().flat_map(|group| &group.choices);
        choices.map(|choice| choice.arcs.len()).sum()
    }

    /// True if nodes that are mirror images of each other are stored once.
    pub fn is_folded(&self) -> bool {
        self.is_folded
    }

    /// Memory in bytes.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// The number of cells that a variable represents.
    pub(crate) fn orbit_size(&self, variable: Variable) -> u32 {
        self.symmetries.orbit(self.order.cell(variable), self.order.size()).count() as u32
    }

    /// The number of orientations in which nodes are read.
    pub(crate) fn orientations(&self) -> usize {
        if self.is_folded { 2 } else { 1 }
    }

    /// The index of the step that decides a variable, and the variable's index in the step; `None` if the variable
    /// belongs to no step.
    pub(crate) fn position(&self, variable: Variable) -> Option<(usize, usize)> {
        let step = self.steps.partition_point(|step| step.variables.last() < Some(&variable));
        let variables = &self.steps.get(step)?.variables;
        variables.binary_search(&variable).ok().map(|index| (step, index))
    }

    /// The range of variables that starts after the last variable of the previous step and ends with the last variable
    /// of this step.
    pub(crate) fn span(&self, step: usize) -> std::ops::Range<usize> {
        let end =
            |step: &DiagramStep| step.variables.last().map_or(0, |variable| variable.index() + 1);
        let first = step.checked_sub(1).map_or(0, |before| end(&self.steps[before]));
        first..self.steps.get(step).map_or(self.order.len(), end)
    }

    /// Returns the function that reads an arc of a group of a level, given its choice, in one orientation.
    fn reader(
        &self,
        level: usize,
        group: usize,
        is_mirrored: bool,
    ) -> impl Fn((usize, u32)) -> Branch {
        let (step, next) = (&self.steps[level], &self.levels[level + 1]);
        let choices = &self.levels[level][group].choices;
        move |(choice, arc)| {
            let choice = &choices[choice];
            let target = ArcReading::new(choice, next);
            let (node, flip) = target.decode(arc);
            let group = &next[target.group];
            // A node that is its own mirror image is read in only one orientation.
            let is_palindrome = group.is_own_image && group.palindromes[node];
            let index = |index: u16| step.oriented(index.into(), is_mirrored) as u16;
            let is_mirrored = (is_mirrored ^ flip) && !is_palindrome;
            Branch {
                index: choice.index.map(index),
                to: OrientedNode { group: choice.target, node: node as u32, is_mirrored },
            }
        }
    }

    /// Appends the branches of a node in the orientation of `oriented`. Variables are ascending, and the branch
    /// without a piece comes last.
    pub(crate) fn branches(
        &self,
        level: usize,
        oriented: OrientedNode,
        branches: &mut Vec<Branch>,
    ) {
        let group = oriented.group as usize;
        let first = branches.len();
        let arcs = self.levels[level][group].arcs_of(oriented.node as usize);
        branches.extend(arcs.map(self.reader(level, group, oriented.is_mirrored)));
        if oriented.is_mirrored {
            branches[first..].reverse();
        }
    }

    /// Calls `each` for the branches of each node of a group in one orientation, in the order of
    /// [`Diagram::branches`].
    ///
    /// # Errors
    /// When `each` returns an error: the first error.
    pub(crate) fn for_each_list(
        &self,
        level: usize,
        group: usize,
        is_mirrored: bool,
        mut each: impl FnMut(&[Branch]) -> Answer<()>,
    ) -> Answer<()> {
        let reader = self.reader(level, group, is_mirrored);
        let mut branches = Vec::new();
        self.levels[level][group].for_each(|_, arcs| {
            branches.clear();
            branches.extend(arcs.iter().copied().map(&reader));
            if is_mirrored {
                branches.reverse();
            }
            each(&branches)
        })
    }
}

/// For each group of the next level, the choices that lead to it, ascending: groups of `level`, and choices of these
/// groups. The next level has `groups` groups.
///
/// # Errors
/// When the budget ends before the choices are collected.
pub(crate) fn incoming_arcs(
    level: &[NodeGroup],
    groups: usize,
    monitor: &Monitor<'_>,
) -> Answer<Lists<(u32, u16)>> {
    level.iter().try_for_each(|group| monitor.spend(2 * group.choices.len()))?;
    let choices = (0..).zip(level).flat_map(|(index, group)| {
        (0..)
            .zip(&group.choices)
            .map(move |(number, choice)| (choice.target as usize, (index, number)))
    });
    Ok(Lists::grouped(groups, choices))
}
