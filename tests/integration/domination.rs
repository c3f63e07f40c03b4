//! Domination, independence, and both together: known numbers, and engine against engine.

use std::num::NonZeroUsize;

use configurator::engine::auto::Engine as Auto;
use configurator::engine::bdd::Engine;
use configurator::engine::{Budget, EngineKind, Objective, Optimum, sat};
use configurator::geometry::{Grid, Size};
use configurator::problem::{Problem, Requirement, Rules, Weights};

/// Pieces on a square board, with the board rule or without it.
fn problem(size: u16, piece: &str, rules: &str, board_rule: bool) -> Problem {
    let needs = rules.split(',').filter(|rule| !rule.is_empty());
    let needs: Vec<Requirement> = needs.map(|rule| rule.parse().unwrap()).collect();
    let grid = Grid::new(Size::square(size).unwrap());
    Problem::new(Rules::new(grid, piece.parse().unwrap(), needs).with_board_rule(board_rule))
}

fn count(size: u16, pieces: u16, board_rule: bool) -> u64 {
    let rules = format!("dominate,pieces={pieces}");
    let problem = problem(size, "queen", &rules, board_rule);
    let diagram = Engine::new().diagram(&problem, &Budget::default()).unwrap();
    diagram.count(&Budget::default()).unwrap().try_into().unwrap()
}

/// Returns the number of pieces of the best solution, checked with both engines that can prove it.
fn best(problem: &Problem, aim: Objective) -> i64 {
    let (weights, budget) = (Weights::unit(problem.rules().size()), Budget::default());
    let found = |optimum: Optimum| {
        assert_eq!(optimum.proved(aim), 1);
        optimum.solutions[0].cost
    };
    let mut engine = Auto::keeping_to(Some(EngineKind::Bdd), problem).unwrap();
    let by_diagram =
        found(engine.best(problem, &weights, aim, NonZeroUsize::MIN, &budget).unwrap());
    assert_eq!(
        found(sat::optimum(problem, &weights, aim, NonZeroUsize::MIN, &budget).unwrap()),
        by_diagram
    );
    by_diagram
}

#[test]
fn the_fewest_queens_that_cover_a_board_are_the_known_ones() {
    for (size, pieces, all, independent) in
        [(4, 2, 12, 0), (5, 3, 186, 16), (6, 3, 4, 0), (7, 4, 86, 8)]
    {
        assert_eq!(count(size, pieces, false), all, "{size}");
        assert_eq!(count(size, pieces, true), independent, "{size}");
        assert_eq!(count(size, pieces - 1, false), 0, "{size}");
    }
}

#[test]
fn five_queens_cover_the_chess_board_in_4860_ways() {
    assert_eq!(count(8, 5, false), 4860);
    assert_eq!(count(8, 5, true), 728);
}

/// Domination numbers with pieces that may attack each other, and independent ones: A075458 and A075324 of
/// queens, A075561 of knights, the textbooks' of the others.
#[test]
fn domination_numbers_are_the_known_ones() {
    for (piece, size, fewest, independent) in [
        ("queen", 5, 3, 3),
        ("queen", 6, 3, 4),
        ("rook", 5, 5, 5),
        ("bishop", 5, 5, 5),
        ("king", 5, 4, 4),
        ("king", 6, 4, 4),
        ("knight", 4, 4, 4),
        ("knight", 5, 5, 5),
    ] {
        let covered = |board_rule| problem(size, piece, "dominate", board_rule);
        assert_eq!(best(&covered(false), Objective::Cheapest), fewest, "{piece} {size}");
        assert_eq!(best(&covered(true), Objective::Cheapest), independent, "{piece} {size}");
    }
}

#[test]
fn the_largest_independent_sets_are_the_known_ones() {
    for size in 4..=6_u16 {
        let n = i64::from(size);
        for (piece, most) in [
            ("queen", n),
            ("king", ((n + 1) / 2).pow(2)),
            ("knight", (n * n + 1) / 2),
            ("bishop", 2 * n - 2),
            ("rook", n),
        ] {
            let independent = problem(size, piece, "", true);
            assert_eq!(best(&independent, Objective::Dearest), most, "{piece} {size}");
            // The largest independent sets cover the board, because there is no place for another piece.
            let both = problem(size, piece, "dominate", true);
            assert_eq!(best(&both, Objective::Dearest), most, "{piece} {size}");
        }
    }
}

#[test]
fn without_the_board_rule_pieces_stand_anywhere() {
    let budget = Budget::default();
    let all = problem(3, "queen", "", false);
    let solutions = Engine::new().diagram(&all, &budget).unwrap().count(&budget).unwrap();
    assert_eq!(solutions, 512_u32.into());
    assert_eq!(best(&all, Objective::Dearest), 9);
    let rows = problem(3, "queen", "rows=1,columns=1", false);
    let solutions = Engine::new().diagram(&rows, &budget).unwrap().count(&budget).unwrap();
    assert_eq!(solutions, 6_u32.into());
}
