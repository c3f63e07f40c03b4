//! Time of an estimate of the number of n queens solutions, on two threads. The estimate ends when half the width of
//! the interval is at most the given percentage of the number. Each benchmark checks that the interval contains the
//! known number (OEIS A000170), or for 50 and 100 queens the estimate of long runs.

use std::num::NonZeroUsize;

use configurator::engine::Budget;
use configurator::engine::estimate::{Estimate, Estimator};
use configurator::problem::{Problem, Rules};
use divan::{Bencher, black_box};

/// Board size, precision in percent, and decimal logarithm of the number of solutions.
const BOARDS: [(u16, u32, f64); 5] = [
    (20, 5, 10.591_39),
    (27, 5, 17.370_90),
    (50, 5, 44.389),
    (100, 10, 117.382),
    (100, 5, 117.382),
];

fn estimate(size: u16, percent: u32) -> Estimate {
    let problem = Problem::new(Rules::queens(size).expect("a size"));
    let budget = Budget::default();
    let threads = NonZeroUsize::new(2).expect("threads");
    let mut estimator = Estimator::new(&problem, 1, &budget).expect("no limit");
    let precision = f64::from(percent) / 100.0;
    estimator
        .refine(precision, &budget.clone().with_threads(threads), &mut |_| ())
        .expect("no limit");
    estimator.estimate().expect("particles survive")
}

#[divan::bench(args = BOARDS.map(|board| (board.0, board.1)), sample_count = 3)]
fn queens(bencher: Bencher, (size, percent): (u16, u32)) {
    let board = BOARDS.into_iter().find(|board| (board.0, board.1) == (size, percent));
    let (_, _, known) = board.expect("a board of the table");
    bencher.bench(|| {
        let estimate = estimate(black_box(size), black_box(percent));
        let log = |ln: f64| ln / std::f64::consts::LN_10;
        let (low, high) = (log(estimate.low.ln()), log(estimate.high.ln()));
        assert!(low <= known && known <= high, "{estimate:?}");
        assert!(estimate.precision <= f64::from(percent) / 100.0);
    });
}
