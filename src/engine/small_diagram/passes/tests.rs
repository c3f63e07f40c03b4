use proptest::prelude::*;

use super::super::kinds::tests::value;
use super::super::rewriting::tests::board;
use super::*;
use crate::bdd::{VariableOrder, conjoin};
use crate::budget::Budget;
use problem::Problem;
use problem::random::in_full;

/// The assignments of the cells from a level on by which a target leads to the terminal 1, as bits by level.
fn solutions_from(diagram: &SmallDiagram, to: Target, level: usize) -> Vec<u32> {
    let below = SmallDiagram { root: to, ..diagram.clone() };
    // The target is evaluated with the cells before the level empty.
    let all = 0..1_u32 << (diagram.cells.len() - level);
    all.map(|assignment| assignment << level).filter(|&it| value(&below, it)).collect()
}

/// The number of assignments of the cells before a node's level whose path ends at the node.
fn paths_to(diagram: &SmallDiagram, node: usize) -> usize {
    let level = diagram.nodes[node].level;
    let leads = |assignment: &u32| {
        let is_placed = |level: usize| assignment >> level & 1 == 1;
        let (mut at, mut passed) = (diagram.root, 0);
        while let Some(index) = at.node().filter(|&index| diagram.nodes[index].level <= level) {
            let here = diagram.nodes[index].level;
            // The path of a ZDD ends where it skips a piece.
            if diagram.kind == DiagramKind::Zdd && (passed..here).any(is_placed) {
                return false;
            }
            if index == node {
                return true;
            }
            at = diagram.nodes[index].target(is_placed(here));
            passed = here + 1;
        }
        false
    };
    (0..1_u32 << level).filter(leads).count()
}

/// Compares the numbers at every node with all assignments.
fn check(diagram: &SmallDiagram, weights: &Weights) {
    let levels = diagram.cells.len();
    let cost = |&assignment: &u32| -> i64 {
        let placed = (0..levels).filter(|level| assignment >> level & 1 == 1);
        placed.map(|level| weights.of(diagram.cells[level])).sum()
    };
    let (passes, (costs, least)) = (diagram.counting_passes(), diagram.cost_pass(weights));
    for (index, node) in diagram.nodes.iter().enumerate() {
        let below = solutions_from(diagram, Target::Node(index), node.level);
        assert_eq!(passes.solutions_below(index), below.len().into());
        assert_eq!(passes.paths_above(index), paths_to(diagram, index).into());
        let is_placed = |assignment: &&u32| *assignment >> node.level & 1 == 1;
        let with = below.iter().filter(is_placed).map(cost).min();
        let without = below.iter().filter(|it| !is_placed(it)).map(cost).min();
        assert_eq!(costs[index], [without, with]);
    }
    let all = solutions_from(diagram, diagram.root, 0);
    assert_eq!(passes.solutions.value(), all.len().into());
    assert_eq!(least, all.iter().map(cost).min());
    for level in 0..levels {
        let with = all.iter().filter(|&assignment| assignment >> level & 1 == 1).count();
        let [through, skipping] = passes.solutions_with_piece(diagram, level);
        assert_eq!(through + skipping, with.into());
    }
}

fn check_all_kinds(problem: &Problem, order: &VariableOrder, weights: &[i64]) {
    let library = conjoin(problem, order, &Budget::default()).unwrap().bdd;
    let bdd = SmallDiagram::of_bdd(&library, order.cells()).restricted(problem.decisions()).0;
    let size = problem.rules().size();
    let weights = Weights::new(size, weights[..size.cells()].to_vec()).unwrap();
    check(&bdd.to_zdd(), &weights);
    check(&bdd.to_tree(1 << 12).unwrap(), &weights);
    check(&bdd, &weights);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(in_full(60, 300)))]
    #[test]
    fn numbers_of_the_passes_are_those_of_all_assignments(
        (problem, order) in board(),
        weights in prop::collection::vec(-9_i64..10, 9),
    ) {
        check_all_kinds(&problem, &order, &weights);
    }
}
