//! Random solutions, each with the same probability.

use std::collections::BTreeMap;
use std::sync::Arc;

use configurator::engine::Budget;
use configurator::engine::bdd::{Arrangement, VariableOrder, compile};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::cases::{Case, mask};

/// Draws 40 times as often as there are solutions. Pearson's chi-squared statistic of an even
/// distribution has a mean of its degrees of freedom k and a variance of 2k.
fn check(rows: u16, columns: u16, piece: &'static str, need: &str, arrangement: Arrangement) {
    let case = Case {
        rows,
        columns,
        holes: 0,
        torus: false,
        piece,
        needs: vec![need.parse().unwrap()],
        placed: 0,
        excluded: 0,
    };
    let solutions = case.solutions().unwrap();
    let problem = case.problem();
    let order = Arc::new(VariableOrder::new(problem.rules().grid(), arrangement));
    let diagram = compile(&problem, &order, &Budget::default()).unwrap().diagram;
    let mut drawn: BTreeMap<u64, f64> = solutions.iter().map(|&solution| (solution, 0.0)).collect();
    let mut random = ChaCha8Rng::seed_from_u64(1850);
    for _ in 0..40 * solutions.len() {
        let solution = diagram.random_solution(&mut random, &Budget::default()).unwrap().unwrap();
        *drawn.get_mut(&mask(&solution)).expect("a solution") += 1.0;
    }
    let statistic: f64 = drawn.values().map(|times| (times - 40.0).powi(2) / 40.0).sum();
    let freedom = (solutions.len() - 1) as f64;
    let limit = freedom + 4.0 * (2.0 * freedom).sqrt() + 4.0;
    assert!(statistic < limit, "{piece} {rows}x{columns} {need}: {statistic} > {limit}");
    assert!(
        solutions.len() < 20 || statistic > freedom - 4.0 * (2.0 * freedom).sqrt(),
        "too even to be random: {statistic}"
    );
}

#[test]
fn queens_are_drawn_evenly() {
    for size in [5, 7, 8] {
        check(size, size, "queen", "rows", Arrangement::RowMajor);
    }
    check(7, 7, "queen", "rows", Arrangement::InsideOut);
}

/// Where the number of pieces differs from solution to solution.
#[test]
fn solutions_of_different_length_are_drawn_evenly() {
    check(3, 3, "knight", "rows", Arrangement::RowMajor);
    check(3, 4, "bishop", "rows", Arrangement::Diagonal);
    check(3, 4, "king", "pieces=2", Arrangement::ColumnMajor);
}

#[test]
fn one_seed_always_draws_the_same() {
    let case = Case {
        rows: 8,
        columns: 8,
        holes: 0,
        torus: false,
        piece: "queen",
        needs: vec!["rows".parse().unwrap()],
        placed: 0,
        excluded: 0,
    };
    let problem = case.problem();
    let order = Arc::new(VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor));
    let draw = || {
        let diagram = compile(&problem, &order, &Budget::default()).unwrap().diagram;
        let mut random = ChaCha8Rng::seed_from_u64(8);
        let draws = (0..20)
            .map(|_| diagram.random_solution(&mut random, &Budget::default()).unwrap().unwrap());
        draws.map(|cells| mask(&cells)).collect::<Vec<_>>()
    };
    assert_eq!(draw(), draw());
}
