//! Known counts from `OEIS` and the literature.

use std::num::NonZeroUsize;
use std::sync::Arc;

use configurator::engine::bdd::{
    Arrangement, Diagram, Methods, Policy, VariableOrder, compile, compile_with, nearest_size,
};
use configurator::engine::{Budget, Cause};
use configurator::geometry::{Cell, Grid, Piece, Size};
use configurator::problem::{Problem, Requirement, Rules, Value};
use num_bigint::BigUint;

fn compiled(problem: &Problem) -> Diagram {
    let order = VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor);
    compile(problem, &Arc::new(order), &Budget::default()).unwrap().diagram
}

fn count(size: u16, piece: &str, torus: bool, need: &str) -> BigUint {
    let grid = Grid::new(Size::square(size).unwrap()).with_torus(torus);
    let piece: Piece = piece.parse().unwrap();
    let need: Requirement = need.parse().unwrap();
    compiled(&Problem::new(Rules::new(grid, piece, [need]))).count(&Budget::default()).unwrap()
}

/// Compares the counts on n×n boards, from n = 1, with the known terms.
fn check(piece: &str, torus: bool, terms: &[u64]) {
    for (size, &term) in (1..).zip(terms) {
        assert_eq!(count(size, piece, torus, "rows"), term.into(), "{piece} {size} {torus}");
    }
}

#[test]
fn queens_are_a000170() {
    check("queen", false, &[1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200]);
}

#[test]
fn amazons_are_a051223() {
    check("amazon", false, &[1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 44, 156]);
}

#[test]
fn toroidal_queens_are_a051906() {
    check("queen", true, &[1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88, 0]);
}

#[test]
fn empresses_are_a137774() {
    check("empress", false, &[1, 2, 2, 8, 20, 94, 438, 2766, 19480]);
}

#[test]
fn rooks_and_ferzes_are_a002464() {
    check("RF", false, &[1, 0, 0, 2, 14, 90, 646, 5242]);
}

#[test]
fn queens_and_nightriders_are_a102388() {
    check("QNN", false, &[1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 44, 6]);
}

#[test]
fn rooks_and_nightriders_are_a189837() {
    check("RNN", false, &[1, 2, 2, 8, 12, 22, 58, 276, 648]);
}

/// Names and notations of the same piece give the same counts.
#[test]
fn notations_count_as_names_do() {
    check("RN", false, &[1, 2, 2, 8, 20, 94, 438, 2766, 19480]);
    check("WWFF0", false, &[1, 0, 0, 2, 10, 4, 40, 92]);
}

#[test]
fn rooks_are_the_factorials() {
    let factorials: Vec<u64> = (1..=11)
        .scan(1, |product, n| {
            *product *= n;
            Some(*product)
        })
        .collect();
    check("rook", false, &factorials);
}

/// Without the rook move three problems differ: at least one in each row, exactly one in each row,
/// and n pieces.
#[test]
fn without_the_rook_move_three_problems_differ() {
    for (piece, counts) in [
        ("knight", [755_372_u32, 4_898, 257_318]),
        ("bishop", [4_814, 796, 53_744]),
        ("king", [13_962, 2_642, 62_266]),
        ("princess", [692, 154, 9_556]),
    ] {
        for (need, expected) in ["rows", "rows=1", "pieces=6"].into_iter().zip(counts) {
            assert_eq!(count(6, piece, false, need), expected.into(), "{piece} {need}");
        }
    }
}

/// With the rook move, all three problems are the same.
#[test]
fn with_the_rook_move_all_readings_agree() {
    for need in ["rows", "columns", "rows=1", "columns=1", "pieces=8"] {
        assert_eq!(count(8, "queen", false, need), 92_u8.into(), "{need}");
    }
}

#[test]
fn reduced_diagrams_of_queens_have_the_known_sizes() {
    let sizes = [31, 169, 131, 1_101, 2_453, 9_559, 25_947, 94_824];
    let zero_suppressed = [10, 42, 26, 188, 375, 1_311, 3_122, 10_505];
    for (size, (nodes, zdd_nodes)) in (4..).zip(sizes.into_iter().zip(zero_suppressed)) {
        let diagram = compiled(&Problem::new(Rules::queens(size).unwrap()));
        let found = diagram.bdd_size(&Budget::default()).unwrap();
        assert_eq!((found.nodes, found.zdd_nodes), (nodes, zdd_nodes), "{size}");
        assert_eq!(diagram.to_bdd().unwrap().size(), nodes, "{size}");
    }
}

/// Sizes are counted group by group, in less memory than the 24 MB for the nodes of the BDD.
#[test]
fn sizes_are_counted_without_memory_for_nodes() {
    let problem = Problem::new(Rules::queens(13).unwrap());
    let order = Arc::new(VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor));
    let methods = Methods { groups: Policy::Always, ..Methods::default() };
    let built = compile_with(&problem, &order, methods, &Budget::default()).unwrap();
    let diagram = built.diagram;
    for threads in 1..=3 {
        let budget = Budget::new(diagram.memory() + (4 << 20));
        let budget = budget.with_threads(NonZeroUsize::new(threads).unwrap());
        let size = diagram.bdd_size(&budget).unwrap();
        assert_eq!((size.nodes, size.zdd_nodes), (2_044_396, 204_783));
        assert_eq!(size.zdd_levels.iter().sum::<usize>() + 2, size.zdd_nodes);
    }
    let cancelled = Budget::default();
    cancelled.cancel();
    assert_eq!(diagram.bdd_size(&cancelled).unwrap_err().cause, Cause::Cancelled);
}

fn queens(placed: &[&str]) -> Problem {
    let place = |problem: Problem, name: &&str| {
        problem.with(name.parse::<Cell>().unwrap(), Value::Placed).unwrap()
    };
    placed.iter().fold(Problem::new(Rules::queens(8).unwrap()), place)
}

/// F. Nauck, 1850.
#[test]
fn the_first_completion_puzzle_has_two_solutions() {
    let mut solutions: Vec<String> = compiled(&queens(&["b4", "d5"]))
        .solutions()
        .map(|cells| cells.iter().map(|cell| cell.to_string()).collect::<Vec<_>>().join(" "))
        .collect();
    solutions.sort_unstable();
    assert_eq!(solutions, ["c1 f2 h3 b4 d5 a6 g7 e8", "f1 c2 g3 b4 d5 h6 a7 e8"]);
}

#[test]
fn the_board_in_the_readme_has_a_diagram_of_a_hundred_nodes() {
    let diagram = compiled(&queens(&["a1", "g2"]));
    assert_eq!(diagram.bdd_nodes(), 100);
    assert_eq!(diagram.count(&Budget::default()).unwrap(), 2_u8.into());
}

/// The nearest size is the smallest larger one, or else the largest smaller one.
#[test]
fn the_nearest_size_with_a_solution_is_the_known_one() {
    let nearest = |piece: &str, needs: &[&str], size: u16| {
        let needs = needs.iter().map(|need| need.parse::<Requirement>().unwrap());
        let grid = Grid::new(Size::square(size).unwrap());
        let rules = Rules::new(grid, piece.parse().unwrap(), needs);
        let found = nearest_size(&rules, &Budget::default()).unwrap();
        found.map(|size| size.to_string())
    };
    for (piece, size, expected) in [
        ("queen", 2, "4×4"),
        ("queen", 3, "4×4"),
        ("amazon", 2, "10×10"),
        ("amazon", 5, "10×10"),
        ("amazon", 8, "10×10"),
    ] {
        assert_eq!(nearest(piece, &["rows"], size).as_deref(), Some(expected), "{piece} {size}");
    }
    assert_eq!(nearest("rook", &["rows=1", "pieces=3"], 5).as_deref(), Some("3×3"));
    assert_eq!(nearest("rook", &["rows", "pieces=0"], 5), None);
}
