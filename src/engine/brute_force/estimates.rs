//! Estimates, compared with all solutions.

use std::num::NonZeroUsize;

use super::cases::{SolvedCase, bits, board, cases, mask, rook_cases};
use crate::estimate::Estimator;
use crate::{Budget, Cause};
use geometry::Cell;
use problem::Value;

fn budget(threads: usize) -> Budget {
    Budget::default().with_threads(NonZeroUsize::new(threads).unwrap())
}

/// Checks the estimate of one batch of runs: the number of solutions, the bounds, the shares and the domains.
fn check(case: &SolvedCase) {
    let mut estimator = Estimator::new(&case.problem, 3, &budget(1)).unwrap();
    estimator.add_runs(&budget(2)).unwrap();
    let union = case.solutions.iter().fold(0, |union, set| union | set);
    let domains = estimator.domains();
    assert_eq!(mask(&domains.can_hold) & !union, 0, "{case:?}");
    assert_eq!(mask(&domains.cannot_hold) & union, 0, "{case:?}");
    assert!(estimator.solutions().iter().all(|it| case.solutions.contains(&mask(it))), "{case:?}");
    assert!(!estimator.is_refuted() || case.solutions.is_empty(), "{case:?}");
    let Some(estimate) = estimator.estimate() else {
        assert!(case.solutions.is_empty(), "{case:?}");
        return;
    };
    // Four standard errors of the mean, or the solutions that a run of a thousand particles misses.
    let truth = case.solutions.len() as f64;
    let off = (estimate.value.value() - truth).abs();
    assert!(off <= 2.0 * estimate.precision.max(0.01) * truth, "{estimate:?} of {case:?}");
    assert!(estimate.precision < 0.25, "{estimate:?} of {case:?}");
    assert!(f64::from(estimate.at_least) <= truth);
    assert!(estimate.probably_at_least.value() <= truth * (1.0 + 1e-9), "{estimate:?} {case:?}");
    assert!(estimate.is_plausible(&case.solutions.len().into()), "{estimate:?} of {case:?}");
    for (bit, share) in estimator.shares().unwrap().iter().enumerate() {
        let with = case.solutions.iter().filter(|&&set| bits(set).any(|cell| cell == bit)).count();
        let (exact, half) = (with as f64 / truth, (share.high - share.low) / 2.0);
        let off = (share.value - exact).abs();
        assert!(off <= 3.0 * half + 0.02, "cell {bit}: {exact}, {share:?} of {case:?}");
        assert!(half < 0.25, "{share:?} of {case:?}");
    }
}

#[test]
fn small_problems_are_estimated_as_they_are_counted() {
    cases(24, 60).chain(rook_cases(25, 60)).for_each(|case| check(&case));
}

#[test]
fn the_digits_depend_on_the_seed_only() {
    for problem in [board("9", "queen", "rows"), board("5", "knight", "rows")] {
        let told = |threads, seed| {
            let mut estimator = Estimator::new(&problem, seed, &budget(1)).unwrap();
            estimator.refine(0.05, &budget(threads), &mut |_| ()).unwrap();
            estimator.add_runs(&budget(threads)).unwrap();
            let first = estimator.solutions().first().cloned();
            (estimator.estimate(), estimator.shares(), first)
        };
        let one = told(1, 5);
        assert!(one.0.is_some());
        assert!(told(3, 5) == one && told(1, 6) != one);
    }
}

/// Pieces that attack each other, and rows without an open cell.
#[test]
fn positions_without_solutions_are_not_estimated() {
    for (piece, placed, excluded) in [
        ("queen", "a1,c3", ""),
        ("queen", "a1,a5", ""),
        ("queen", "", "a1,b1,c1,d1,e1,f1"),
        ("knight", "a1,c2", ""),
        ("knight", "", "a6,b6,c6,d6,e6,f6"),
    ] {
        let cells = |names| Cell::parse_list(names).unwrap_or_default().into_iter();
        let placed = cells(placed).map(|cell| (cell, Value::Placed));
        let excluded = cells(excluded).map(|cell| (cell, Value::Excluded));
        let problem = board("6", piece, "rows").with_only(placed.chain(excluded));
        let mut estimator = Estimator::new(&problem, 1, &budget(1)).unwrap();
        assert!(estimator.is_refuted());
        estimator.refine(0.1, &budget(1), &mut |_| panic!("an estimate")).unwrap();
        assert_eq!((estimator.estimate(), estimator.shares()), (None, None));
        assert_eq!(estimator.domains().satisfiable, Some(false));
    }
}

#[test]
fn estimates_keep_to_the_memory() {
    for (size, piece) in [("30", "queen"), ("20", "knight")] {
        let memory = 20_000;
        let small = Budget::new(memory).with_threads(NonZeroUsize::MIN);
        let estimator = Estimator::new(&board(size, piece, "rows"), 1, &small);
        let ended = estimator.and_then(|mut estimator| estimator.add_runs(&small)).unwrap_err();
        assert_eq!(ended.cause, Cause::Memory(memory), "{piece}");
    }
}

/// OEIS A000170.
#[test]
fn large_boards_are_estimated() {
    for (size, solutions) in [("10", 724_u32), ("13", 73_712)] {
        let mut estimator = Estimator::new(&board(size, "queen", "rows"), 1, &budget(1)).unwrap();
        estimator.refine(0.05, &budget(2), &mut |_| ()).unwrap();
        let estimate = estimator.estimate().unwrap();
        assert!(estimate.precision <= 0.05 && estimate.is_plausible(&solutions.into()));
        assert!(!estimate.is_plausible(&(2 * solutions).into()));
    }
}
