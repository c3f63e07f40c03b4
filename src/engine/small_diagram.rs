use biodivine_lib_bdd::{Bdd, BddPointer};

use super::bdd::VariableOrder;
use geometry::Cell;
use problem::{Decisions, Value};

/// A reduced ordered BDD that is small enough to draw every node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallDiagram {
    /// The cells of the variables, in variable order: one cell for each level, even if the level has no node.
    pub cells: Vec<Cell>,
    /// The inner nodes, level by level from the root on.
    pub nodes: Vec<SmallNode>,
    /// The root, from which all paths begin.
    pub root: Target,
}

/// An inner node of a [`SmallDiagram`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmallNode {
    /// The level of the node, from 0.
    pub level: usize,
    /// The target of the low edge: no piece on the cell.
    pub low: Target,
    /// The target of the high edge: a piece on the cell.
    pub high: Target,
}

/// The target of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// The terminal 0: the path is no solution.
    False,
    /// The terminal 1: the path is a solution.
    True,
    /// The inner node with this index.
    Node(usize),
}

/// The part of a [`SmallDiagram`] on the paths of the remaining solutions: those that keep the decisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemainingPart {
    /// For each node, true if the path of a remaining solution contains the node.
    pub nodes: Vec<bool>,
    /// For each node, true if the path of a remaining solution contains its low edge, and its high edge.
    edges: Vec<[bool; 2]>,
    /// True if a solution remains.
    pub is_satisfiable: bool,
}

impl SmallNode {
    /// The target of the high edge if `high` is true, otherwise of the low edge.
    pub const fn target(&self, high: bool) -> Target {
        if high { self.high } else { self.low }
    }
}

impl SmallDiagram {
    /// Maximum number of inner nodes: the length of one path through the 64 cells of a chess board.
    pub const MOST_NODES: usize = 64;
    /// Maximum number of nodes on a level.
    pub const MOST_ON_LEVEL: usize = 10;
    /// Maximum number of levels.
    const MOST_LEVELS: usize = 144;

    /// True if a diagram with these numbers of nodes per level is small enough to draw every node.
    pub fn is_small_enough(levels: &[usize]) -> bool {
        levels.len() <= Self::MOST_LEVELS
            && levels.iter().sum::<usize>() <= Self::MOST_NODES
            && levels.iter().all(|&nodes| nodes <= Self::MOST_ON_LEVEL)
    }

    /// The diagram of a BDD whose variables are in `order`. The BDD should be small enough for
    /// [`SmallDiagram::is_small_enough`].
    pub fn of_bdd(bdd: &Bdd, order: &VariableOrder) -> Self {
        let mut pointers: Vec<BddPointer> = (2..bdd.size()).map(BddPointer::from_index).collect();
        pointers.sort_by_key(|&pointer| (bdd.var_of(pointer), pointer));
        let target = |pointer: BddPointer| match pointer.as_bool() {
            Some(true) => Target::True,
            Some(false) => Target::False,
            None => {
                let key = (bdd.var_of(pointer), pointer);
                let index = pointers.partition_point(|&other| (bdd.var_of(other), other) < key);
                Target::Node(index)
            }
        };
        let node = |&pointer: &BddPointer| SmallNode {
            level: bdd.var_of(pointer).to_index(),
            low: target(bdd.low_link_of(pointer)),
            high: target(bdd.high_link_of(pointer)),
        };
        Self {
            cells: order.variables().map(|variable| order.cell(variable)).collect(),
            nodes: pointers.iter().map(node).collect(),
            root: target(bdd.root_pointer()),
        }
    }

    /// The number of nodes, terminals included, as the library counts them.
    pub fn size(&self) -> usize {
        self.nodes.len() + if self.root == Target::False { 1 } else { 2 }
    }

    /// The cell of a node.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn cell(&self, node: usize) -> Cell {
        self.cells[self.nodes[node].level]
    }

    /// The nodes and edges on the paths of the solutions that keep the decisions.
    pub fn remaining(&self, decisions: &Decisions) -> RemainingPart {
        let count = self.nodes.len();
        let agrees = |node: usize, high: bool| match decisions.get(self.cell(node)) {
            Some(value) => (value == Value::Placed) == high,
            None => true,
        };
        // From the last level upward: for each node, true if the path of a remaining solution continues below it.
        let mut leads = vec![false; count];
        let leads_on = |target: Target, leads: &[bool]| match target {
            Target::False => false,
            Target::True => true,
            Target::Node(node) => leads[node],
        };
        for node in (0..count).rev() {
            let on = |high| agrees(node, high) && leads_on(self.nodes[node].target(high), &leads);
            leads[node] = on(false) || on(true);
        }
        let mut remaining = RemainingPart {
            nodes: vec![false; count],
            edges: vec![[false; 2]; count],
            is_satisfiable: leads_on(self.root, &leads),
        };
        if let Target::Node(root) = self.root {
            remaining.nodes[root] = leads[root];
        }
        for node in 0..count {
            for high in [false, true] {
                let target = self.nodes[node].target(high);
                let passes =
                    remaining.nodes[node] && agrees(node, high) && leads_on(target, &leads);
                if passes {
                    remaining.edges[node][usize::from(high)] = true;
                    if let Target::Node(below) = target {
                        remaining.nodes[below] = true;
                    }
                }
            }
        }
        remaining
    }
}

impl RemainingPart {
    /// True if an edge of a node is on the path of a remaining solution: the high edge if `high` is true, otherwise the
    /// low edge.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn edge(&self, node: usize, high: bool) -> bool {
        self.edges[node][usize::from(high)]
    }

    /// The number of nodes that remain, terminals included.
    pub fn size(&self) -> usize {
        let terminals = if self.is_satisfiable { 2 } else { 1 };
        terminals + self.nodes.iter().filter(|&&remains| remains).count()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::bdd::{Arrangement, compile};
    use crate::budget::Budget;
    use geometry::{Grid, Size};
    use problem::{Problem, Rules};

    fn diagram(rules: &Arc<Rules>, arrangement: Arrangement) -> SmallDiagram {
        let order = Arc::new(VariableOrder::new(rules.grid(), arrangement));
        let problem = Problem::new(Arc::clone(rules));
        let compiled = compile(&problem, &order, &Budget::default()).unwrap().diagram;
        SmallDiagram::of_bdd(&compiled.to_bdd().unwrap(), &order)
    }

    /// Follows the path of every assignment that keeps the decisions. If the path ends at the terminal 1, its nodes and
    /// edges remain.
    fn walked(diagram: &SmallDiagram, decisions: &Decisions) -> RemainingPart {
        let count = diagram.nodes.len();
        let mut walked = RemainingPart {
            nodes: vec![false; count],
            edges: vec![[false; 2]; count],
            is_satisfiable: false,
        };
        for assignment in 0_u32..1 << diagram.cells.len() {
            let value = |level: usize| assignment >> level & 1 == 1;
            let keeps = |(level, cell): (usize, &Cell)| {
                decisions.get(*cell).is_none_or(|kept| (kept == Value::Placed) == value(level))
            };
            if !diagram.cells.iter().enumerate().all(keeps) {
                continue;
            }
            let (mut path, mut at) = (Vec::new(), diagram.root);
            while let Target::Node(node) = at {
                let high = value(diagram.nodes[node].level);
                path.push((node, high));
                at = diagram.nodes[node].target(high);
            }
            if at == Target::True {
                walked.is_satisfiable = true;
                for (node, high) in path {
                    walked.nodes[node] = true;
                    walked.edges[node][usize::from(high)] = true;
                }
            }
        }
        walked
    }

    #[test]
    fn four_queens_have_two_strands_of_which_a_click_leaves_one() {
        let rules = Arc::new(Rules::queens(4).unwrap());
        let diagram = diagram(&rules, Arrangement::RowMajor);
        assert_eq!(diagram.size(), 31);
        assert_eq!(diagram.remaining(&Decisions::default()).size(), 31);
        let decided: Decisions = [("b1".parse().unwrap(), Value::Placed)].into_iter().collect();
        let left = diagram.remaining(&decided);
        assert_eq!(left.size(), 18);
        let problem = Problem::with_decisions(rules, decided).unwrap();
        let order = Arc::new(VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor));
        let position = compile(&problem, &order, &Budget::default()).unwrap().diagram;
        assert_eq!(position.bdd_nodes(), 18);
    }

    #[test]
    fn what_remains_is_what_solutions_pass() {
        let boards = [("queen", "4"), ("knight", "3x4"), ("king", "3x4"), ("rook", "3")];
        for (piece, size) in boards {
            let grid = Grid::new(size.parse::<Size>().unwrap());
            let rules = Rules::queens(4).unwrap().with_grid(grid);
            let rules = Arc::new(rules.with_piece(piece.parse().unwrap()));
            for arrangement in [Arrangement::RowMajor, Arrangement::InsideOut] {
                let diagram = diagram(&rules, arrangement);
                let cells: Vec<Cell> = rules.size().iter().collect();
                for (number, &first) in cells.iter().enumerate().step_by(5) {
                    let second = cells[(5 * number + 3) % cells.len()];
                    let values = [Value::Placed, Value::Excluded];
                    let decided: Decisions =
                        [(first, values[number % 2]), (second, values[number / 2 % 2])]
                            .into_iter()
                            .take(1 + number % 2)
                            .collect();
                    assert_eq!(diagram.remaining(&decided), walked(&diagram, &decided));
                }
            }
        }
    }

    #[test]
    fn without_nodes_there_is_a_terminal() {
        let rules = Arc::new(Rules::queens(2).unwrap());
        let none = diagram(&rules, Arrangement::RowMajor);
        assert_eq!((none.root, none.size()), (Target::False, 1));
        assert!(!none.remaining(&Decisions::default()).is_satisfiable);
        let free = Arc::new(
            Rules::queens(2).unwrap().with_piece("knight".parse().unwrap()).with_requirements([]),
        );
        let all = diagram(&free, Arrangement::RowMajor);
        assert_eq!((all.root, all.size()), (Target::True, 2));
        assert!(all.remaining(&Decisions::default()).is_satisfiable);
    }
}
