use crate::bdd::diagram::{Branch, Diagram, OrientedNode};
use crate::bdd::order::Variable;
use geometry::CellSet;

impl Diagram {
    /// Returns all solutions, each once, as sets of cells with a piece. Solutions are sorted: at the first cell where
    /// two solutions differ, the one with a piece on this cell comes first.
    pub fn solutions(&self) -> Solutions<'_> {
        let mut solutions =
            Solutions { diagram: self, branches: Vec::new(), path: Vec::new(), is_done: false };
        solutions.is_done = self.is_false();
        if !self.is_false() {
            solutions.descend(OrientedNode::ROOT);
        }
        solutions
    }

    /// Returns a solution. `indices` has one entry for each step: the index of the variable with a piece, or `None` if
    /// no piece is placed in the step.
    pub(crate) fn solution(&self, indices: impl Iterator<Item = Option<u16>>) -> CellSet {
        let steps = self.steps.iter().zip(indices);
        let placed = steps.filter_map(|(step, index)| Some(step.variables[usize::from(index?)]));
        let cell = |variable: Variable| self.order.cell(variable);
        CellSet::from_cells(self.order.size(), self.fixed.iter().copied().chain(placed).map(cell))
    }
}

/// The solutions of a diagram one after the other.
pub struct Solutions<'a> {
    diagram: &'a Diagram,
    /// The branches of the nodes on the path, from the root downward.
    branches: Vec<Branch>,
    /// For each node on the path, the index in `branches` of the branch that the path takes, and the end of the node's
    /// branches.
    path: Vec<(usize, usize)>,
    is_done: bool,
}

impl Iterator for Solutions<'_> {
    type Item = CellSet;

    fn next(&mut self) -> Option<CellSet> {
        if self.is_done {
            return None;
        }
        let indices = self.path.iter().map(|&(taken, _)| self.branches[taken].index);
        let solution = self.diagram.solution(indices);
        self.advance();
        Some(solution)
    }
}

impl Solutions<'_> {
    /// Extends the path to the last step, always taking the first branch.
    fn descend(&mut self, mut oriented: OrientedNode) {
        while self.path.len() < self.diagram.steps.len() {
            let taken = self.branches.len();
            self.diagram.branches(self.path.len(), oriented, &mut self.branches);
            self.path.push((taken, self.branches.len()));
            oriented = self.branches[taken].to;
        }
    }

    /// Moves the path to the next solution.
    fn advance(&mut self) {
        while let Some((taken, end)) = self.path.pop() {
            if taken + 1 < end {
                self.path.push((taken + 1, end));
                self.descend(self.branches[taken + 1].to);
                return;
            }
            let start = self.path.last().map_or(0, |&(_, end)| end);
            self.branches.truncate(start);
        }
        self.is_done = true;
    }
}
