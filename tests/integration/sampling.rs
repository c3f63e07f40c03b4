//! Solutions by number, and uniformly random solutions.

use std::collections::BTreeMap;
use std::sync::Arc;

use configurator::engine::Budget;
use configurator::engine::bdd::{Arrangement, Engine, Ranking, VariableOrder, compile};
use num_bigint::BigUint;
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::cases::{Case, Described, case, mask};

fn ranking(case: &Case, arrangement: Arrangement) -> Ranking {
    let problem = case.problem();
    let order = Arc::new(VariableOrder::new(problem.rules().grid(), arrangement));
    let diagram = compile(&problem, &order, &Budget::default()).unwrap().diagram;
    Ranking::new(Arc::new(diagram), &Budget::default()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn numbers_name_all_solutions_in_their_order(case in case(4), probe in any::<u64>()) {
        let solutions = case.solutions().expect("16 cells have few");
        for arrangement in [Arrangement::RowMajor, Arrangement::InsideOut] {
            let ranking = ranking(&case, arrangement);
            prop_assert_eq!(ranking.total(), solutions.len().into());
            let mut named = Vec::new();
            for (number, listed) in (0_u32..).zip(ranking.diagram().solutions()) {
                let number = BigUint::from(number);
                let solution = ranking.nth(&number).unwrap();
                prop_assert_eq!(&solution, &listed);
                prop_assert_eq!(ranking.rank(&solution), Some(number));
                named.push(mask(&solution));
            }
            named.sort_unstable();
            let mut expected = solutions.clone();
            expected.sort_unstable();
            prop_assert_eq!(named, expected);
            prop_assert_eq!(ranking.nth(&ranking.total()), None);

            let probe = probe & case.all();
            let number = ranking.rank(&case.set(probe));
            prop_assert_eq!(number.is_some(), solutions.contains(&probe));
        }
    }
}

/// Makes 40 draws per solution. For a uniform distribution, Pearson's chi-squared statistic with k degrees of freedom
/// has mean k and variance 2k.
fn check(rows: u16, columns: u16, piece: &'static str, need: &str, arrangement: Arrangement) {
    let case = Case::new(rows, columns, piece, vec![need.parse().unwrap()]);
    let solutions = case.solutions().unwrap();
    let ranking = ranking(&case, arrangement);
    let mut drawn: BTreeMap<u64, f64> = solutions.iter().map(|&solution| (solution, 0.0)).collect();
    let mut random = ChaCha8Rng::seed_from_u64(1850);
    for _ in 0..40 * solutions.len() {
        let solution = ranking.random(&mut random).unwrap();
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

/// Problems whose solutions have different numbers of pieces.
#[test]
fn solutions_of_different_length_are_drawn_evenly() {
    check(3, 3, "knight", "rows", Arrangement::RowMajor);
    check(3, 4, "bishop", "rows", Arrangement::Diagonal);
    check(3, 4, "king", "pieces=2", Arrangement::ColumnMajor);
}

#[test]
fn one_seed_always_draws_the_same() {
    let case = Case::new(8, 8, "queen", vec!["rows".parse().unwrap()]);
    let draw = |seed| {
        let ranking = Engine::new().ranking(&case.problem(), &Budget::default()).unwrap();
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let draws = (0..6).map(|_| ranking.rank(&ranking.random(&mut random).unwrap()).unwrap());
        draws.map(|number| number.to_string()).collect::<Vec<_>>()
    };
    // A seed must give the same solutions in later versions.
    assert_eq!(draw(8), ["66", "13", "25", "37", "89", "81"]);
    assert_ne!(draw(8), draw(9));
}
