use biodivine_lib_bdd::Bdd;
use num_bigint::BigUint;
use num_traits::One;

use super::bdd::{DiagramKind, NodeArena};
use geometry::Cell;
use problem::{Decisions, Value};

mod access;
mod folding;
mod kinds;
mod passes;
mod reader;
mod rewriting;

pub use access::NodeAccess;
pub use folding::{Chip, ChipDiagram, Surroundings};
pub use passes::{CountingPasses, Summand};
pub use reader::NodeReader;
pub use rewriting::{NodeStep, StepObserver};

/// A decision diagram that is small enough to draw every node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallDiagram {
    /// The cells of the variables, in variable order: one cell for each level, even if the level has no node.
    pub cells: Vec<Cell>,
    /// The inner nodes, level by level, beginning with the root.
    pub nodes: Vec<SmallNode>,
    /// The root, from which all paths begin.
    pub root: Target,
    /// The kind, which determines the meaning of edges that skip cells.
    pub kind: DiagramKind,
}

/// An inner node of a [`SmallDiagram`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// Numbers at an inner node of a [`SmallDiagram`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeCounts {
    /// Number of assignments of the cells from the node's level on that lead to the terminal 1.
    pub solutions_below: BigUint,
    /// Number of paths from the root to the node.
    pub paths_above: BigUint,
}

/// For each level, how many cells of earlier levels are open, and how many have a piece.
struct CellsBefore {
    open: Vec<usize>,
    placed: Vec<usize>,
}

/// The part of a [`SmallDiagram`] on the paths of the remaining solutions.
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
    /// True if the node has no choice: exactly one of its edges does not lead to the terminal 0.
    pub fn is_forced(&self) -> bool {
        (self.low == Target::False) != (self.high == Target::False)
    }

    /// The target of the high edge if `high` is true, otherwise of the low edge.
    pub const fn target(&self, high: bool) -> Target {
        if high { self.high } else { self.low }
    }
}

impl Target {
    /// The number of the node or terminal in texts. As in the library, 0 and 1 are the terminals.
    pub const fn number(self) -> usize {
        match self {
            Self::False => 0,
            Self::True => 1,
            Self::Node(node) => node + 2,
        }
    }

    /// The inverse of [`Target::number`].
    fn of_number(number: u32) -> Self {
        match number {
            0 => Self::False,
            1 => Self::True,
            node => Self::Node(node as usize - 2),
        }
    }

    /// The index of the inner node; `None` for terminals.
    pub const fn node(self) -> Option<usize> {
        match self {
            Self::Node(node) => Some(node),
            Self::True | Self::False => None,
        }
    }
}

impl SmallDiagram {
    /// Maximum number of nodes, terminals included.
    pub const MAX_NODES: usize = 3_000;
    /// Maximum number of levels of a diagram whose nodes are all drawn.
    pub const MAX_LEVELS: usize = 400;

    /// True if a diagram with these numbers of inner nodes per level is small enough to draw every node.
    pub fn is_small_enough(levels: &[usize]) -> bool {
        levels.len() <= Self::MAX_LEVELS && levels.iter().sum::<usize>() + 2 <= Self::MAX_NODES
    }

    /// The diagram of a reduced BDD with the cells of its variables, in variable order. The BDD should be small enough for
    /// [`SmallDiagram::is_small_enough`].
    pub fn of_bdd(bdd: &Bdd, cells: &[Cell]) -> Self {
        let (arena, root) = NodeArena::of_bdd(bdd);
        Self::of_arena(&arena, root, cells.to_vec()).without_unreached_nodes()
    }

    /// The diagram with all nodes of an arena, in the order in which they were added.
    fn of_arena(arena: &NodeArena, root: u32, cells: Vec<Cell>) -> Self {
        let nodes = arena.inner_nodes().map(|node| SmallNode {
            level: node.variable.index(),
            low: Target::of_number(node.low),
            high: Target::of_number(node.high),
        });
        let (nodes, root) = (nodes.collect(), Target::of_number(root));
        Self { cells, nodes, root, kind: arena.kind }
    }

    /// The number of nodes, terminals included, as the library counts them.
    pub fn size(&self) -> usize {
        self.nodes.len() + if self.root == Target::False { 1 } else { 2 }
    }

    /// The number of inner nodes on each level.
    pub fn level_sizes(&self) -> Vec<usize> {
        let mut sizes = vec![0; self.cells.len()];
        self.nodes.iter().for_each(|node| sizes[node.level] += 1);
        sizes
    }

    /// The cell of a node.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn cell(&self, node: usize) -> Cell {
        self.cells[self.nodes[node].level]
    }

    fn cells_before(&self, decisions: &Decisions) -> CellsBefore {
        let mut before = CellsBefore { open: vec![0], placed: vec![0] };
        let (mut open, mut placed) = (0, 0);
        for &cell in &self.cells {
            match decisions.get(cell) {
                None => open += 1,
                Some(Value::Placed) => placed += 1,
                Some(Value::Excluded) => {}
            }
            before.open.push(open);
            before.placed.push(placed);
        }
        before
    }

    /// The level of a target; for terminals, the number of levels.
    fn level_of(&self, target: Target) -> usize {
        target.node().map_or(self.cells.len(), |node| self.nodes[node].level)
    }

    /// The number of undecided cells with two values on the way from `level` to a target; `None` if the decisions
    /// contradict the way.
    fn free_cells(&self, level: usize, target: Target, before: &CellsBefore) -> Option<usize> {
        let end = self.level_of(target);
        match self.kind {
            DiagramKind::Bdd | DiagramKind::Tree => Some(before.open[end] - before.open[level]),
            DiagramKind::Zdd => (before.placed[end] == before.placed[level]).then_some(0),
        }
    }

    /// For an edge of a node that agrees with the decisions, the number of undecided cells with two values that the edge
    /// skips; `None` if the edge contradicts the decisions.
    fn free_cells_of_edge(
        &self,
        node: usize,
        high: bool,
        (decisions, before): (&Decisions, &CellsBefore),
    ) -> Option<usize> {
        let agrees =
            decisions.get(self.cell(node)).is_none_or(|value| (value == Value::Placed) == high);
        let SmallNode { level, .. } = self.nodes[node];
        let target = self.nodes[node].target(high);
        self.free_cells(level + 1, target, before).filter(|_| agrees)
    }

    /// For each terminal and node, by number, the number of solutions below it that keep the decisions.
    fn solutions_below(&self, decisions: &Decisions, before: &CellsBefore) -> Vec<BigUint> {
        let mut below = vec![BigUint::ZERO; self.nodes.len() + 2];
        below[Target::True.number()] = BigUint::one();
        for index in (0..self.nodes.len()).rev() {
            for high in [false, true] {
                if let Some(free) = self.free_cells_of_edge(index, high, (decisions, before)) {
                    let more = &below[self.nodes[index].target(high).number()] << free;
                    below[Target::Node(index).number()] += more;
                }
            }
        }
        below
    }

    /// For each node, the number of solutions below it and the number of paths above it that keep the decisions.
    /// Solutions below a node assign the cells of the node's level and all later levels.
    pub fn node_counts(&self, decisions: &Decisions) -> Vec<NodeCounts> {
        let before = self.cells_before(decisions);
        let below = self.solutions_below(decisions, &before);
        let mut above = vec![BigUint::ZERO; below.len()];
        if self.free_cells(0, self.root, &before).is_some() {
            above[self.root.number()] = BigUint::one();
        }
        for index in 0..self.nodes.len() {
            for high in [false, true] {
                if self.free_cells_of_edge(index, high, (decisions, &before)).is_some() {
                    let more = above[Target::Node(index).number()].clone();
                    above[self.nodes[index].target(high).number()] += more;
                }
            }
        }
        let both = below.into_iter().zip(above).skip(2);
        let counts = |(solutions_below, paths_above)| NodeCounts { solutions_below, paths_above };
        both.map(counts).collect()
    }

    /// The number of solutions that keep the decisions.
    pub fn solutions(&self, decisions: &Decisions) -> BigUint {
        let before = self.cells_before(decisions);
        let below = self.solutions_below(decisions, &before);
        let free = self.free_cells(0, self.root, &before);
        free.map_or(BigUint::ZERO, |free| &below[self.root.number()] << free)
    }

    /// The nodes and edges on the paths of the solutions that keep the decisions.
    pub fn remaining(&self, decisions: &Decisions) -> RemainingPart {
        self.part(decisions, true)
    }

    /// The reduced diagram of the same kind under the decisions. It has no levels for decided cells. Also returns for each
    /// of its nodes the index of a node that stands for it in this diagram, ascending.
    pub fn restricted(&self, decisions: &Decisions) -> (Self, Vec<usize>) {
        let before = self.cells_before(decisions);
        let is_open = |cell: &Cell| decisions.get(*cell).is_none();
        let cells: Vec<Cell> = self.cells.iter().copied().filter(is_open).collect();
        let mut arena = NodeArena::new(cells.len(), self.kind);
        // For each terminal and old node its new node, from the last level upward, and for each new node the first old node
        // that is mapped to it.
        let mut images: Vec<u32> = (0..self.nodes.len() as u32 + 2).collect();
        let mut origins = Vec::new();
        for index in (0..self.nodes.len()).rev() {
            let child = |high: bool| {
                let edge = self.free_cells_of_edge(index, high, (decisions, &before));
                edge.map_or(NodeArena::FALSE, |_| images[self.nodes[index].target(high).number()])
            };
            let (low, high) = (child(false), child(true));
            images[Target::Node(index).number()] = match decisions.get(self.cell(index)) {
                Some(Value::Placed) => high,
                Some(Value::Excluded) => low,
                // The number of open cells before a level is the level's new index.
                None => arena.node(before.open[self.nodes[index].level], low, high),
            };
            origins.resize(arena.inner_nodes().len(), index);
        }
        let root = self.free_cells(0, self.root, &before);
        let root = root.map_or(NodeArena::FALSE, |_| images[self.root.number()]);
        let (diagram, made) =
            Self::of_arena(&arena, root, cells).with_reached_nodes(|node| origins[node]);
        (diagram, made.into_iter().map(|node| origins[node]).collect())
    }

    /// The edges of a path from the root to a node: their nodes, and true for high edges. If the node is in `part`, so is
    /// the path.
    pub fn path_within(&self, node: usize, part: &RemainingPart) -> Vec<(usize, bool)> {
        let (mut path, mut at) = (Vec::new(), node);
        let is_within = |from: usize, high: bool| !part.nodes[node] || part.edge(from, high);
        // Parents come before their children.
        for from in (0..node).rev() {
            let leads = |high: bool| self.nodes[from].target(high) == Target::Node(at);
            if let Some(high) =
                [false, true].into_iter().find(|&high| leads(high) && is_within(from, high))
            {
                path.push((from, high));
                at = from;
            }
        }
        path.reverse();
        path
    }

    /// The nodes and edges on the paths of all assignments that keep the decisions, including paths to the
    /// terminal 0.
    pub fn reached(&self, decisions: &Decisions) -> RemainingPart {
        let is_satisfiable = self.remaining(decisions).is_satisfiable;
        RemainingPart { is_satisfiable, ..self.part(decisions, false) }
    }

    /// The nodes and edges on the paths of the assignments that keep the decisions; only of solutions if
    /// `needs_solution` is true.
    fn part(&self, decisions: &Decisions, needs_solution: bool) -> RemainingPart {
        let count = self.nodes.len();
        let before = self.cells_before(decisions);
        let agrees = |node: usize, high: bool| {
            self.free_cells_of_edge(node, high, (decisions, &before)).is_some()
        };
        // From the last level upward: for each terminal and node, by number, true if the path of a remaining solution
        // continues below it.
        let mut leads = vec![!needs_solution; count + 2];
        leads[Target::True.number()] = true;
        for node in (0..count).rev() {
            let on = |high| agrees(node, high) && leads[self.nodes[node].target(high).number()];
            let continues = on(false) || on(true);
            leads[Target::Node(node).number()] |= continues;
        }
        let is_root_reached = self.free_cells(0, self.root, &before).is_some();
        let is_satisfiable = is_root_reached && leads[self.root.number()];
        let (mut reached, mut edges) = (vec![false; count + 2], vec![[false; 2]; count]);
        reached[self.root.number()] = is_satisfiable;
        for node in 0..count {
            for high in [false, true] {
                let target = self.nodes[node].target(high).number();
                let is_reached = reached[Target::Node(node).number()];
                edges[node][usize::from(high)] = is_reached && agrees(node, high) && leads[target];
                reached[target] |= edges[node][usize::from(high)];
            }
        }
        RemainingPart { nodes: reached.split_off(2), edges, is_satisfiable }
    }
}

impl RemainingPart {
    /// All nodes of a diagram, and their edges except those to the terminal 0.
    pub fn all_of(diagram: &SmallDiagram) -> Self {
        let edges = |node: &SmallNode| [node.low, node.high].map(|to| to != Target::False);
        Self {
            nodes: vec![true; diagram.nodes.len()],
            edges: diagram.nodes.iter().map(edges).collect(),
            is_satisfiable: diagram.root != Target::False,
        }
    }

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
    use crate::bdd::{Arrangement, VariableOrder, compile};
    use crate::budget::Budget;
    use geometry::{Grid, Size};
    use problem::{Problem, Rules};

    pub(super) fn diagram(rules: &Arc<Rules>, arrangement: Arrangement) -> SmallDiagram {
        let order = Arc::new(VariableOrder::new(rules.grid(), arrangement));
        let problem = Problem::new(Arc::clone(rules));
        let compiled = compile(&problem, &order, &Budget::default()).unwrap().diagram;
        SmallDiagram::of_bdd(&compiled.to_bdd().unwrap(), order.cells())
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
    fn a_restricted_diagram_is_that_of_the_open_cells() {
        let boards = [("queen", "5", "rows"), ("knight", "3x4", "rows"), ("king", "3", "pieces=2")];
        for (piece, size, needs) in boards {
            let grid = Grid::new(size.parse::<Size>().unwrap());
            let rules = Rules::new(grid, piece.parse().unwrap(), [needs.parse().unwrap()]);
            let whole = diagram(&Arc::new(rules), Arrangement::RowMajor);
            let tree = whole.to_tree(1 << 12);
            for kind in [whole.clone(), whole.to_zdd()].into_iter().chain(tree) {
                for decided in
                    [&[("b1", true)][..], &[("c3", false)], &[("c1", true), ("a3", false)]]
                {
                    let value = |placed| if placed { Value::Placed } else { Value::Excluded };
                    let decisions = decided
                        .iter()
                        .map(|&(cell, placed)| (cell.parse().unwrap(), value(placed)));
                    let decisions: Decisions = decisions.collect();
                    let (restricted, kept) = kind.restricted(&decisions);
                    assert_eq!(restricted.cells.len() + decided.len(), kind.cells.len());
                    assert_eq!(restricted.solutions(&decisions), kind.solutions(&decisions));
                    assert_eq!(restricted.remaining(&decisions).size(), restricted.size());
                    assert!(restricted.size() < kind.size() && kept.is_sorted());
                    assert!(restricted.nodes.is_sorted_by_key(|node| node.level));
                    for (node, &before) in kept.iter().enumerate() {
                        assert_eq!(restricted.cell(node), kind.cell(before));
                    }
                    // The result equals the result of the step-by-step restriction of the BDD.
                    let mut expected = whole.clone();
                    for (cell, value) in decisions.iter() {
                        expected.restrict(cell, value, &mut |_, _| {});
                    }
                    let bdd = expected.without_unreached_nodes();
                    let sizes: Vec<usize> = bdd
                        .cells
                        .iter()
                        .zip(bdd.level_sizes())
                        .filter(|(cell, _)| decisions.get(**cell).is_none())
                        .map(|(_, nodes)| nodes)
                        .collect();
                    if kind.kind == DiagramKind::Bdd {
                        assert_eq!(restricted.level_sizes(), sizes);
                    } else {
                        let (open, _) = whole.restricted(&decisions);
                        let of_open = if kind.kind == DiagramKind::Zdd {
                            Some(open.to_zdd())
                        } else {
                            open.to_tree(1 << 12)
                        };
                        assert_eq!(restricted.level_sizes(), of_open.unwrap().level_sizes());
                    }
                }
            }
        }
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
        // The node of b1 disappears.
        assert_eq!(diagram.restricted(&decided).0.size(), 17);
        let problem = Problem::with_decisions(rules, decided.clone()).unwrap();
        let order = Arc::new(VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor));
        let position = compile(&problem, &order, &Budget::default()).unwrap().diagram;
        assert_eq!(position.bdd_at(&problem).unwrap().size(), 17);
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

    /// The nodes that a partial assignment reaches are those on the paths of all assignments that extend it.
    #[test]
    fn reached_nodes_are_those_that_evaluation_visits() {
        let rules = Arc::new(Rules::queens(3).unwrap().with_piece("knight".parse().unwrap()));
        let bdd = diagram(&rules, Arrangement::RowMajor);
        for diagram in [bdd.to_zdd(), bdd] {
            let cells = diagram.cells.clone();
            // Each cell is open, placed or excluded: every eleventh of the 3^9 partial assignments.
            for number in (0..3_usize.pow(9)).step_by(11) {
                let digit = |index: usize| number / 3_usize.pow(index as u32) % 3;
                let value =
                    |index: usize| [None, Some(Value::Placed), Some(Value::Excluded)][digit(index)];
                let settled = (0..9).filter_map(|index| Some((cells[index], value(index)?)));
                let decisions: Decisions = settled.collect();
                let mut visited = vec![false; diagram.nodes.len()];
                let mut solutions = 0_u32;
                for bits in 0..1_u32 << 9 {
                    let has_piece = |index: usize| bits >> index & 1 == 1;
                    let keeps = (0..9).all(|index| {
                        value(index)
                            .is_none_or(|value| (value == Value::Placed) == has_piece(index))
                    });
                    if keeps {
                        solutions += u32::from(visit(&diagram, &has_piece, &mut visited));
                    }
                }
                let reached = diagram.reached(&decisions);
                assert_eq!(reached.nodes, visited, "{number}");
                assert_eq!(reached.is_satisfiable, solutions > 0);
                assert_eq!(diagram.solutions(&decisions), solutions.into());
            }
        }
    }

    /// Evaluates a diagram and marks the visited nodes. Returns the value.
    fn visit(
        diagram: &SmallDiagram,
        has_piece: &dyn Fn(usize) -> bool,
        visited: &mut [bool],
    ) -> bool {
        let (mut level, mut target) = (0, diagram.root);
        loop {
            let next = target.node().map_or(diagram.cells.len(), |node| diagram.nodes[node].level);
            let skips_piece = (level..next).any(has_piece);
            if target == Target::False || diagram.kind == DiagramKind::Zdd && skips_piece {
                return false;
            }
            let Target::Node(node) = target else { return true };
            visited[node] = true;
            level = diagram.nodes[node].level + 1;
            target = diagram.nodes[node].target(has_piece(level - 1));
        }
    }
}
