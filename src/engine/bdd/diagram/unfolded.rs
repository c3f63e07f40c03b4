//! The nodes of a diagram as plain lists of arcs, for readers outside this module.

use rustc_hash::FxHashMap;

use super::{Branch, Diagram, OrientedNode};
use crate::{Answer, Budget, Phase, Progress};
use geometry::Cell;

/// The nodes of one step of a diagram. A node that paths reach in both orientations is two nodes here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnfoldedLevel {
    /// The cells of the step. At most one of the cells has a piece.
    pub cells: Vec<Cell>,
    /// The arcs of each node. The root is the first node of the first level.
    pub nodes: Vec<Vec<UnfoldedArc>>,
}

/// An arc: the index of the cell with a piece among the cells of the step (`None` without a piece), and the index of
/// the node in the next level.
pub type UnfoldedArc = (Option<u16>, u32);

/// Approximate memory of a node with its lists, in bytes.
const NODE_BYTES: usize = 512;

impl Diagram {
    /// The cells that have a piece in every solution and belong to no step.
    pub fn fixed_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.fixed.iter().map(|&variable| self.order.cell(variable))
    }

    /// Returns the levels of all steps, the first step first. Cells that belong to no step and are not fixed have no
    /// piece. The list is empty if there is no step or no solution.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn unfolded(&self, budget: &Budget) -> Answer<Vec<UnfoldedLevel>> {
        let mut progress =
            Progress { phase: Phase::Writing, memory: self.memory(), ..Progress::default() };
        let mut levels = Vec::new();
        let mut oriented_nodes = vec![OrientedNode::ROOT];
        let steps = if self.is_false() { 0 } else { self.steps.len() };
        for level in 0..steps {
            let mut next = Vec::new();
            let mut numbers = FxHashMap::default();
            let mut nodes = Vec::with_capacity(oriented_nodes.len());
            for &oriented in &oriented_nodes {
                let mut branches = Vec::new();
                self.branches(level, oriented, &mut branches);
                let numbered = branches.into_iter().map(|Branch { index, to }| {
                    let number = *numbers.entry(to).or_insert_with(|| {
                        next.push(to);
                        next.len() as u32 - 1
                    });
                    (index, number)
                });
                nodes.push(numbered.collect());
            }
            let variables = self.steps[level].variables.iter();
            let cells = variables.map(|&variable| self.order.cell(variable)).collect();
            progress.memory += nodes.len() * NODE_BYTES;
            budget.check(progress)?;
            levels.push(UnfoldedLevel { cells, nodes });
            oriented_nodes = next;
        }
        Ok(levels)
    }
}
