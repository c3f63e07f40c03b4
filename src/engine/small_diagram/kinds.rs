//! The other diagrams of the function of a reduced ordered BDD.

use super::{DiagramKind, NodeArena, SmallDiagram, SmallNode, Target};
use crate::answers::DiagramSize;
use geometry::Cell;

/// Maximum number of levels of a decision tree: the cells of 4 × 4.
const MAX_TREE_LEVELS: usize = 16;

/// Maximum number of nodes of a zero-suppressed diagram that is made from a BDD.
const MAX_ZDD_NODES: usize = 1_000_000;

impl SmallDiagram {
    /// True if the zero-suppressed diagram of this BDD certainly has at most 1,000,000 nodes: it has at most one additional
    /// node for each level that all edges to a node skip.
    pub fn has_small_zdd(&self) -> bool {
        // For each terminal and node, the level from which the longest edge to it skips levels.
        let mut skipped_from = vec![self.cells.len(); self.nodes.len() + 2];
        skipped_from[self.root.number()] = 0;
        for node in &self.nodes {
            for to in [node.low, node.high] {
                let from = &mut skipped_from[to.number()];
                *from = (*from).min(node.level + 1);
            }
        }
        let nodes = (0..self.nodes.len()).map(Target::Node).chain([Target::True]);
        let skipped = nodes.map(|to| self.level_of(to).saturating_sub(skipped_from[to.number()]));
        self.size() + skipped.sum::<usize>() <= MAX_ZDD_NODES
    }

    /// The zero-suppressed decision diagram of a BDD's function, in the same order of cells.
    pub fn to_zdd(&self) -> Self {
        let mut zdd = NodeArena::new(self.cells.len(), DiagramKind::Zdd);
        // For each terminal and node of the BDD, its function on the cells of its own and later levels.
        let mut own: Vec<u32> = (0..self.nodes.len() as u32 + 2).collect();
        for index in (0..self.nodes.len()).rev() {
            let node = self.nodes[index];
            let [low, high] =
                [node.low, node.high].map(|to| self.extended(&mut zdd, &own, to, node.level + 1));
            own[Target::Node(index).number()] = zdd.node(node.level, low, high);
        }
        let root = self.extended(&mut zdd, &own, self.root, 0);
        Self::of_arena(&zdd, root, self.cells.clone()).without_unreached_nodes()
    }

    /// The function of a BDD's target on the cells from `level` on. Cells that the BDD skips take both values.
    fn extended(&self, zdd: &mut NodeArena, own: &[u32], to: Target, level: usize) -> u32 {
        let skipped = (level..self.level_of(to)).rev();
        skipped.fold(own[to.number()], |at, skipped| zdd.node(skipped, at, at))
    }

    /// The sizes of a BDD, and of the zero-suppressed diagram of its function.
    pub fn sizes(&self) -> DiagramSize {
        let zdd = self.to_zdd();
        DiagramSize {
            nodes: self.size(),
            levels: self.level_sizes(),
            zdd_nodes: zdd.size(),
            zdd_levels: zdd.level_sizes(),
        }
    }

    /// The decision tree of a BDD's function without the branches that have no solution. `None` if the BDD has more
    /// than 16 levels, or the tree more than `most_nodes` inner nodes.
    pub fn to_tree(&self, most_nodes: usize) -> Option<Self> {
        let is_small = self.cells.len() <= MAX_TREE_LEVELS;
        let tree = || Self::conjunction_tree(&self.cells, std::slice::from_ref(self), most_nodes);
        is_small.then(tree).flatten()
    }

    /// The decision tree of the conjunction of BDDs in the same order of `cells`. A branch ends at the terminal 0 as soon
    /// as one of the BDDs does. `None` if the tree has more than `most_nodes` inner nodes.
    pub fn conjunction_tree(cells: &[Cell], bdds: &[Self], most_nodes: usize) -> Option<Self> {
        let mut nodes: Vec<SmallNode> = Vec::new();
        // For each node of the present level, the target in each BDD from which it continues.
        let roots: Vec<Target> = bdds.iter().map(|bdd| bdd.root).collect();
        let is_false = roots.contains(&Target::False);
        let mut front = if is_false { vec![] } else { vec![roots] };
        for level in 0..cells.len() {
            if nodes.len() + front.len() > most_nodes {
                return None;
            }
            let (mut below, first_below) = (Vec::new(), nodes.len() + front.len());
            for at in front {
                let mut child = |high: bool| {
                    let next = |(bdd, &at): (&Self, &Target)| match at {
                        Target::Node(node) if bdd.nodes[node].level == level => {
                            bdd.nodes[node].target(high)
                        }
                        skipped => skipped,
                    };
                    let to: Vec<Target> = bdds.iter().zip(&at).map(next).collect();
                    if to.contains(&Target::False) {
                        Target::False
                    } else if level + 1 == cells.len() {
                        Target::True
                    } else {
                        below.push(to);
                        Target::Node(first_below + below.len() - 1)
                    }
                };
                let (low, high) = (child(false), child(true));
                nodes.push(SmallNode { level, low, high });
            }
            front = below;
        }
        let root = match (nodes.is_empty(), is_false) {
            (false, _) => Target::Node(0),
            (true, false) => Target::True,
            (true, true) => Target::False,
        };
        Some(Self { cells: cells.to_vec(), nodes, root, kind: DiagramKind::Tree })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::HashSet;
    use std::sync::Arc;

    use super::super::tests::diagram;
    use super::*;
    use crate::bdd::{Arrangement, VariableOrder, compile};
    use crate::budget::Budget;
    use geometry::{Grid, Size};
    use problem::{Decisions, Problem, Rules, Value};

    fn boards() -> Vec<Arc<Rules>> {
        [("queen", "4"), ("knight", "3x4"), ("king", "3x4"), ("rook", "3"), ("queen", "2")]
            .map(|(piece, size)| {
                let grid = Grid::new(size.parse::<Size>().unwrap());
                let rules = Rules::queens(4).unwrap().with_grid(grid);
                Arc::new(rules.with_piece(piece.parse().unwrap()))
            })
            .into()
    }

    /// The value of an assignment, given by the bits of a number.
    pub(in super::super) fn value(diagram: &SmallDiagram, assignment: u32) -> bool {
        let is_placed = |level: usize| assignment >> level & 1 == 1;
        let (mut at, mut level) = (diagram.root, 0);
        loop {
            let end = match at {
                Target::False => return false,
                Target::True => diagram.cells.len(),
                Target::Node(node) => diagram.nodes[node].level,
            };
            if diagram.kind == DiagramKind::Zdd && (level..end).any(is_placed) {
                return false;
            }
            let Target::Node(node) = at else { return true };
            at = diagram.nodes[node].target(is_placed(end));
            level = end + 1;
        }
    }

    #[test]
    fn all_kinds_have_the_same_solutions() {
        for rules in boards() {
            let bdd = diagram(&rules, Arrangement::RowMajor);
            let (zdd, tree) = (bdd.to_zdd(), bdd.to_tree(100_000).unwrap());
            for assignment in 0_u32..1 << bdd.cells.len() {
                let expected = value(&bdd, assignment);
                assert_eq!(value(&zdd, assignment), expected);
                assert_eq!(value(&tree, assignment), expected);
            }
            let solutions = (0_u32..1 << bdd.cells.len()).filter(|&all| value(&bdd, all)).count();
            for kind in [&bdd, &zdd, &tree] {
                let counts = kind.node_counts(&Decisions::default());
                if let Target::Node(root) = kind.root {
                    let skipped =
                        if kind.kind == DiagramKind::Bdd { kind.nodes[root].level } else { 0 };
                    assert_eq!(&counts[root].solutions_below << skipped, solutions.into());
                }
            }
        }
    }

    /// The edges of an assignment's path: a node, and true for its high edge.
    fn path(diagram: &SmallDiagram, assignment: u32) -> Vec<(usize, bool)> {
        let (mut path, mut at) = (Vec::new(), diagram.root);
        while let Target::Node(node) = at {
            let high = assignment >> diagram.nodes[node].level & 1 == 1;
            path.push((node, high));
            at = diagram.nodes[node].target(high);
        }
        path
    }

    /// Compares the remaining part, the solutions below and the paths above each node with all assignments that
    /// keep the decisions.
    #[test]
    fn numbers_of_nodes_are_those_of_all_assignments() {
        for rules in boards().into_iter().filter(|rules| rules.size().cells() <= 12) {
            let bdd = diagram(&rules, Arrangement::RowMajor);
            for kind in [bdd.to_zdd(), bdd.to_tree(100_000).unwrap(), bdd] {
                let count = kind.cells.len();
                for number in 0..count {
                    let decisions: Decisions = [
                        (kind.cells[number], Value::Placed),
                        (kind.cells[(3 * number + 2) % count], Value::Excluded),
                    ]
                    .into_iter()
                    .skip(number % 3 / 2)
                    .take(1 + number % 2)
                    .collect();
                    check_numbers(&kind, &decisions);
                }
            }
        }
    }

    fn check_numbers(kind: &SmallDiagram, decisions: &Decisions) {
        let levels = kind.cells.len();
        let keeps = |assignment: u32| {
            (0..levels).all(|level| {
                let is_placed = assignment >> level & 1 == 1;
                decisions
                    .get(kind.cells[level])
                    .is_none_or(|kept| (kept == Value::Placed) == is_placed)
            })
        };
        // The edges of the paths of solutions, the ends of these paths from each node on, and all ways to each node.
        let mut edges: HashSet<(usize, bool)> = HashSet::new();
        let mut ends: HashSet<(usize, u32)> = HashSet::new();
        let mut ways: HashSet<(usize, Vec<(usize, bool)>)> = HashSet::new();
        for assignment in (0..1_u32 << levels).filter(|&assignment| keeps(assignment)) {
            let path = path(kind, assignment);
            for (step, &(node, _)) in path.iter().enumerate() {
                let level = kind.nodes[node].level;
                // A path of a ZDD ends if the assignment has a piece on a skipped level.
                let before = assignment & ((1 << level) - 1);
                let is_left = kind.kind == DiagramKind::Zdd
                    && path[..step].iter().filter(|(_, high)| *high).count() as u32
                        != before.count_ones();
                if !is_left {
                    ways.insert((node, path[..step].to_vec()));
                }
                let from_here = SmallDiagram { root: Target::Node(node), ..kind.clone() };
                if value(&from_here, assignment & !((1 << level) - 1)) {
                    ends.insert((node, assignment >> level));
                }
            }
            if value(kind, assignment) {
                edges.extend(path);
            }
        }
        let (remaining, counts) = (kind.remaining(decisions), kind.node_counts(decisions));
        for (node, counts) in counts.iter().enumerate() {
            for high in [false, true] {
                assert_eq!(remaining.edge(node, high), edges.contains(&(node, high)));
            }
            let above = ways.iter().filter(|(other, _)| *other == node).count();
            assert_eq!(counts.paths_above, above.into());
            // Nodes that no way reaches have no known ends.
            if above > 0 {
                let below = ends.iter().filter(|(other, _)| *other == node).count();
                assert_eq!(counts.solutions_below, below.into());
            }
        }
    }

    #[test]
    fn a_zdd_is_as_large_as_the_engine_counts() {
        for size in [4, 5, 6] {
            let rules = Arc::new(Rules::queens(size).unwrap());
            let order = Arc::new(VariableOrder::new(rules.grid(), Arrangement::RowMajor));
            let compiled =
                compile(&Problem::new(rules), &order, &Budget::default()).unwrap().diagram;
            let counted = compiled.bdd_size(&Budget::default()).unwrap();
            let zdd = SmallDiagram::of_bdd(&compiled.to_bdd().unwrap(), order.cells()).to_zdd();
            assert_eq!(zdd.size(), counted.zdd_nodes);
            for (level, &nodes) in counted.zdd_levels.iter().enumerate() {
                assert_eq!(zdd.nodes.iter().filter(|node| node.level == level).count(), nodes);
            }
        }
    }

    #[test]
    fn a_tree_has_a_leaf_for_each_solution() {
        let tree = diagram(&Arc::new(Rules::queens(4).unwrap()), Arrangement::RowMajor)
            .to_tree(99)
            .unwrap();
        let leaves = tree.nodes.iter().flat_map(|node| [node.low, node.high]);
        assert_eq!(leaves.filter(|&to| to == Target::True).count(), 2);
        // The two paths share the nodes of a1 and b1.
        assert_eq!(tree.nodes.len(), 2 + 2 * 14);
        let large = diagram(&Arc::new(Rules::queens(5).unwrap()), Arrangement::RowMajor);
        assert_eq!(large.to_tree(1000), None);
    }
}
