//! Passes that give each node of a diagram a number, with the summands of each number.

use num_bigint::BigUint;

use super::{DiagramKind, SmallDiagram, Target};
use problem::{Decisions, Weights};

/// The part of a node's number that one edge contributes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summand {
    /// The number at the other end of the edge.
    pub number: BigUint,
    /// Number of doublings of the number: one for each level that the edge skips, because the level's cell has two
    /// values. Always 0 in a ZDD, and where the number is 0.
    pub doublings: usize,
}

/// The numbers of the two counting passes, as sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountingPasses {
    /// For each node, the solutions below its low and its high edge. A solution below a node assigns the cells of the
    /// node's level and all later levels.
    pub below: Vec<[Summand; 2]>,
    /// For each node, the paths above it by each edge to the node. A path that skips a level counts for both values of the
    /// level's cell. The root has one summand more, the empty path.
    pub above: Vec<Vec<Summand>>,
    /// The solutions of the whole diagram: the number of the root, doubled for each level above the root.
    pub solutions: Summand,
}

impl Summand {
    fn new(number: &BigUint, doublings: usize) -> Self {
        let doublings = if *number == BigUint::ZERO { 0 } else { doublings };
        Self { number: number.clone(), doublings }
    }

    /// The value of the summand.
    pub fn value(&self) -> BigUint {
        &self.number << self.doublings
    }
}

impl CountingPasses {
    /// The solutions below a node.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn solutions_below(&self, node: usize) -> BigUint {
        self.below[node].iter().map(Summand::value).sum()
    }

    /// The paths above a node.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn paths_above(&self, node: usize) -> BigUint {
        self.above[node].iter().map(Summand::value).sum()
    }

    /// The solutions with a piece on the cell of a level: on paths through nodes of the level, which is the sum of the paths
    /// above × the solutions below the high edge, and on paths that skip the level.
    pub fn solutions_with_piece(&self, diagram: &SmallDiagram, level: usize) -> [BigUint; 2] {
        let (mut through, mut with) = (BigUint::ZERO, BigUint::ZERO);
        for node in (0..self.below.len()).filter(|&node| diagram.nodes[node].level == level) {
            through += self.paths_above(node) * self.solutions_below(node);
            with += self.paths_above(node) * self.below[node][1].value();
        }
        let skipping = match diagram.kind {
            DiagramKind::Zdd => BigUint::ZERO,
            // Half of the solutions on these paths have a piece on the cell.
            DiagramKind::Bdd | DiagramKind::Tree => (self.solutions.value() - through) / 2_u32,
        };
        [with, skipping]
    }
}

impl SmallDiagram {
    /// Counts solutions from the last level up, and paths from the root down.
    pub fn counting_passes(&self) -> CountingPasses {
        let none = Decisions::default();
        let before = self.cells_before(&none);
        let free = |level, to| self.free_cells(level, to, &before).unwrap_or(0);
        let solutions = self.solutions_below(&none, &before);
        let below = self.nodes.iter().map(|node| {
            let edge = |to: Target| Summand::new(&solutions[to.number()], free(node.level + 1, to));
            [edge(node.low), edge(node.high)]
        });
        let mut above = vec![Vec::new(); self.nodes.len()];
        if let Target::Node(root) = self.root {
            above[root].push(Summand::new(&BigUint::from(1_u32), free(0, self.root)));
        }
        for (index, node) in self.nodes.iter().enumerate() {
            let paths: BigUint = above[index].iter().map(Summand::value).sum();
            for to in [node.low, node.high] {
                if let Target::Node(child) = to {
                    above[child].push(Summand::new(&paths, free(node.level + 1, to)));
                }
            }
        }
        let root = Summand::new(&solutions[self.root.number()], free(0, self.root));
        CountingPasses { below: below.collect(), above, solutions: root }
    }

    /// For each node, the minimum cost of the solutions below its low and its high edge, and last, the minimum cost of all
    /// solutions of the diagram. Pieces cost their weight from the node's level on. `None` where there is no solution.
    pub fn cost_pass(&self, weights: &Weights) -> (Vec<[Option<i64>; 2]>, Option<i64>) {
        // A cell that an edge skips is left empty, or takes a piece of negative weight.
        let skipped = |level: usize, to: Target| match self.kind {
            DiagramKind::Zdd => 0,
            DiagramKind::Bdd | DiagramKind::Tree => {
                let cells = &self.cells[level..self.level_of(to)];
                cells.iter().map(|&cell| weights.of(cell).min(0)).sum::<i64>()
            }
        };
        let mut least = vec![None; self.nodes.len() + 2];
        least[Target::True.number()] = Some(0);
        let mut by_edge = vec![[None; 2]; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().rev() {
            by_edge[index] = [(node.low, 0), (node.high, weights.of(self.cells[node.level]))]
                .map(|(to, own)| Some(least[to.number()]? + skipped(node.level + 1, to) + own));
            least[Target::Node(index).number()] = by_edge[index].into_iter().flatten().min();
        }
        let all = least[self.root.number()].map(|cost: i64| cost + skipped(0, self.root));
        (by_edge, all)
    }
}

#[cfg(test)]
mod tests;
