//! Estimates, compared with exact counts and the reference. Also: the same digits on any number of threads, and
//! budgets.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use configurator::engine::estimate::{Estimate, Estimator, Magnitude, Share};
use configurator::engine::{Budget, Cause, Census, bdd};
use configurator::geometry::{Cell, Grid, Piece, Size};
use configurator::problem::{Problem, Regions, Requirement, Rules, Value};
use num_bigint::BigUint;
use proptest::prelude::*;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::cases::{Described, MOST, bits, case, mask};

fn threads(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).unwrap()
}

fn queens(size: u16) -> Problem {
    Problem::new(Rules::queens(size).unwrap())
}

fn estimator(problem: &Problem, seed: u64) -> Estimator {
    Estimator::new(problem, seed, &Budget::default()).unwrap()
}

fn ln(number: &BigUint) -> f64 {
    let digits = number.to_string();
    let (head, rest) = digits.split_at(digits.len().min(15));
    head.parse::<f64>().unwrap().ln() + rest.len() as f64 * std::f64::consts::LN_10
}

fn contains(estimate: &Estimate, truth: &BigUint) -> bool {
    let truth = ln(truth);
    estimate.low.ln() <= truth + 1e-9 && truth <= estimate.high.ln() + 1e-9
}

proptest! {
#![proptest_config(ProptestConfig::with_cases(100))]

#[test]
fn small_problems_are_estimated_as_the_reference_counts_them(case in case(6)) {
    let problem = case.problem();
    let Some(solutions) = case.description().solutions(MOST) else { return Ok(()) };
    let mut estimator = estimator(&problem, 3);
    estimator.add_runs(&Budget::default().with_threads(threads(2))).unwrap();
    let Some(estimate) = estimator.estimate() else {
        // If there are few solutions, a thousand particles should still find one.
        prop_assert!(solutions.is_empty(), "{} solutions", solutions.len());
        return Ok(());
    };
    // The tolerance: four standard errors of the mean of 16 runs, or the solutions that a run of a thousand particles
    // misses.
    let truth = solutions.len() as f64;
    let off = (estimate.value.value() - truth).abs();
    let allowed = 2.0 * estimate.precision.max(0.01) * truth;
    prop_assert!(off <= allowed, "{} instead of {truth}: {estimate:?}", estimate.value);
    prop_assert!(f64::from(estimate.at_least) <= truth);
    prop_assert!(estimate.probably_at_least.value() <= truth * (1.0 + 1e-9));
    for solution in estimator.solutions() {
        prop_assert!(solutions.contains(&mask(solution)));
    }
    let domains = estimator.domains();
    let union = solutions.iter().fold(0, |all, solution| all | solution);
    prop_assert_eq!(mask(&domains.can_hold) & !union, 0);
    prop_assert_eq!(mask(&domains.cannot_hold) & union, 0);
    let shares = estimator.shares().unwrap();
    for (bit, share) in shares.iter().enumerate() {
        let with = solutions.iter().filter(|&&solution| bits(solution).any(|cell| cell == bit));
        let (exact, half) = (with.count() as f64 / truth, (share.high - share.low) / 2.0);
        let off = (share.value - exact).abs();
        prop_assert!(off <= 3.0 * half + 0.02, "cell {bit}: {exact}, {share:?}");
    }
}
}

/// The result is the same on any number of threads, also in several batches.
#[test]
fn a_seed_gives_the_same_digits_on_any_number_of_threads() {
    let knights = Rules::new(
        Grid::new("7".parse().unwrap()),
        "knight".parse().unwrap(),
        [Requirement::QUEENS_RULE],
    );
    for problem in [queens(14), Problem::new(knights)] {
        let digits = |number: usize, seed: u64| {
            let mut estimator = estimator(&problem, seed);
            let budget = Budget::default();
            estimator
                .refine(0.04, &budget.clone().with_threads(threads(number)), &mut |_| ())
                .unwrap();
            estimator.add_runs(&budget.clone().with_threads(threads(number))).unwrap();
            let first = estimator.solutions().first().cloned();
            (estimator.estimate(), estimator.shares(), first)
        };
        let one = digits(1, 5);
        assert!(one.0.is_some());
        assert_eq!(digits(2, 5), one);
        assert_eq!(digits(7, 5), one);
        assert_ne!(digits(1, 6), one);
    }
}

#[test]
fn where_no_particle_survives_there_is_no_estimate() {
    for problem in [queens(3), queens(2), {
        // The two queens attack each other.
        let problem = queens(8).with("a1".parse().unwrap(), Value::Placed).unwrap();
        problem.with("b2".parse().unwrap(), Value::Placed).unwrap()
    }] {
        let mut estimator = estimator(&problem, 1);
        let budget = Budget::default();
        estimator
            .refine(0.1, &budget.clone().with_threads(threads(2)), &mut |_| panic!("an estimate"))
            .unwrap();
        assert_eq!((estimator.estimate(), estimator.shares()), (None, None));
        assert_ne!(estimator.domains().satisfiable, Some(true));
    }
}

/// If there is a single solution, every surviving run finds it, and the interval contains only the number 1.
#[test]
fn a_single_solution_is_found() {
    let names = ["a1", "b5", "c8", "d6"];
    let problem = names.iter().fold(queens(8), |problem, name| {
        problem.with(name.parse().unwrap(), Value::Placed).unwrap()
    });
    let mut estimator = estimator(&problem, 1);
    estimator.add_runs(&Budget::default().with_threads(threads(1))).unwrap();
    let estimate = estimator.estimate().unwrap();
    assert_eq!((estimate.at_least, estimate.value.to_string().as_str()), (1, "1"));
    let shares = estimator.shares().unwrap();
    assert!((shares.iter().map(|share| share.value).sum::<f64>() - 8.0).abs() < 1e-9);
    assert_eq!(shares[0], Share::ALL);
}

#[test]
fn budgets_end_it_at_once_and_keep_the_runs_that_are_done() {
    let cause = |problem: &Problem, budget: &Budget| {
        let ended = Estimator::new(problem, 1, budget).and_then(|mut it| {
            it.refine(0.0, &budget.clone().with_threads(threads(2)), &mut |_| ())
        });
        ended.unwrap_err().cause
    };
    let memory = 100_000;
    assert_eq!(cause(&queens(30), &Budget::new(memory)), Cause::Memory(memory));
    let knights = Rules::new(
        Grid::new("300".parse().unwrap()),
        "queen".parse().unwrap(),
        ["rows=2".parse().unwrap()],
    );
    assert_eq!(cause(&Problem::new(knights), &Budget::new(memory)), Cause::Memory(memory));
    let cancelled = Budget::default();
    cancelled.cancel();
    assert_eq!(cause(&queens(8), &cancelled), Cause::Cancelled);

    let mut estimator = estimator(&queens(10), 1);
    estimator.add_runs(&Budget::default().with_threads(threads(2))).unwrap();
    let timeout = Duration::from_millis(500);
    let begun = Instant::now();
    let budget = Budget::default().with_timeout(timeout);
    let ended = estimator.refine(0.0, &budget.clone().with_threads(threads(2)), &mut |_| ());
    assert_eq!(ended.unwrap_err().cause, Cause::Time(timeout));
    assert!(begun.elapsed() < 6 * timeout, "{:?}", begun.elapsed());
    assert!(estimator.estimate().is_some() && estimator.runs() >= 16);
}

/// Numbers of n queens solutions that are too large to count here (OEIS A000170), and a board larger than any bit mask.
#[test]
fn large_boards_are_estimated() {
    let estimate = |problem: &Problem| {
        let mut estimator = estimator(problem, 1);
        estimator.refine(0.1, &Budget::default().with_threads(threads(2)), &mut |_| ()).unwrap();
        estimator.estimate().unwrap()
    };
    let twenty = estimate(&queens(20));
    assert!(contains(&twenty, &39_029_188_884_u64.into()), "{twenty:?}");
    assert!(twenty.probably_at_least < Magnitude::from_ln(39_029_188_884_f64.ln()));
    let twenty_seven = estimate(&queens(27));
    assert!(contains(&twenty_seven, &234_907_967_154_122_528_u64.into()), "{twenty_seven:?}");
}

/// Returns a random problem of size 8 to 14 with a few decisions that leave solutions, and its exact counts.
fn random_problem(random: &mut ChaCha8Rng) -> Option<(String, Problem, Census)> {
    let size = random.gen_range(8..=14_u16);
    let pieces = ["queen", "queen", "amazon", "knight", "king", "bishop", "RF", "QNN", "fsN", "W2"];
    let piece = *pieces.choose(random).unwrap();
    let rows_alone = ["rows", "rows", "rows=1", "rows,columns", "columns=1"];
    let pieces_alone = format!("pieces={}", random.gen_range(3..=size));
    let regions = ["rows,columns,regions", "regions", "rows=1,columns=1,regions=1"];
    let rules = match random.gen_range(0..6) {
        0 => pieces_alone.as_str(),
        1 => regions.choose(random).unwrap(),
        _ => rows_alone.choose(random).unwrap(),
    };
    let width =
        if rules.contains("regions") { size } else { random.gen_range(size.max(9) - 1..=size) };
    let size = Size::new(size, width).unwrap();
    let torus = random.gen_bool(0.2);
    let mut cells: Vec<Cell> = size.iter().collect();
    cells.shuffle(random);
    let holes = random.gen_range(0..=8) * random.gen_range(0..=1);
    let grid = Grid::new(size).with_torus(torus).with_holes(cells.drain(..holes)).unwrap();
    let requirements = rules.split(',').map(|rule| rule.parse().unwrap());
    let mut board = Rules::new(grid, piece.parse::<Piece>().unwrap(), requirements);
    if rules.contains("regions") {
        // Regions are bands of diagonals, which cross rows and columns.
        let regions = Regions::new(&board.grid().clone(), |cell| {
            let (row, column) = (u32::from(cell.row()), u32::from(cell.column()));
            char::from_u32(u32::from('a') + (row / 2 + column / 3))
        });
        board = board.with_regions(&regions).unwrap();
    }
    let name = format!("{size} {piece} {rules} torus {torus} holes {holes}");
    let budget = Budget::new(1 << 30).with_timeout(Duration::from_secs(4));
    let mut problem = Problem::new(board);
    let mut engine = bdd::Engine::new();
    for _ in 0..random.gen_range(0..=4) * random.gen_range(0..=1) {
        let Some(completion) = engine.complete(&problem, random, &budget).ok()? else { break };
        let free: Vec<Cell> = (completion.placed.iter())
            .filter(|&cell| problem.decisions().get(cell).is_none())
            .collect();
        let Some(&cell) = free.choose(random) else { break };
        problem = problem.with(cell, Value::Placed).unwrap();
    }
    let census = engine.census(&problem, &budget).ok()?;
    let name = format!("{name} placed {}", problem.decisions().len());
    (census.solutions > BigUint::ZERO).then_some((name, problem, census))
}

/// Measures how often the intervals and the bound hold, and how wide they are. Prints figures. It takes minutes, so run
/// it with `--release`.
#[test]
#[ignore = "takes minutes"]
fn intervals_hold_as_often_as_they_say() {
    let mut random = ChaCha8Rng::seed_from_u64(15);
    let (mut problems, mut held, mut bounds, mut widths) = (0, 0, 0, Vec::new());
    let (mut shares, mut held_shares, mut share_widths, mut none) = (0_u32, 0_u32, 0.0, 0);
    while problems < 200 {
        let Some((name, problem, census)) = random_problem(&mut random) else { continue };
        problems += 1;
        let mut estimator = estimator(&problem, problems);
        let budget = Budget::default().with_timeout(Duration::from_secs(1));
        let begun = Instant::now();
        // The estimate ends with the budget or earlier.
        let _ = estimator.refine(0.02, &budget.clone().with_threads(threads(2)), &mut |_| ());
        let Some(estimate) = estimator.estimate() else {
            println!("no estimate of {}: {name}", census.solutions);
            none += 1;
            continue;
        };
        let holds = contains(&estimate, &census.solutions);
        held += u32::from(holds);
        widths.push(estimate.precision);
        let bound_holds = estimate.probably_at_least.ln() <= ln(&census.solutions) + 1e-9;
        bounds += u32::from(!bound_holds);
        let missed = if holds { "" } else { "  MISSED" };
        println!(
            "{name}: {} is {} ± {:.1} %, at least {}, {} runs, {:?}{missed}",
            census.solutions,
            estimate.value,
            100.0 * estimate.precision,
            estimate.probably_at_least,
            estimate.runs,
            begun.elapsed(),
        );
        for (share, count) in estimator.shares().unwrap().iter().zip(&census.cells) {
            if share.high > share.low {
                let exact = if *count == BigUint::ZERO {
                    0.0
                } else {
                    (ln(count) - ln(&census.solutions)).exp()
                };
                shares += 1;
                let holds = share.low - 1e-9 <= exact && exact <= share.high + 1e-9;
                held_shares += u32::from(holds);
                share_widths += share.high - share.low;
            }
        }
    }
    widths.sort_by(f64::total_cmp);
    let estimates = widths.len() as f64;
    println!(
        "{held} of {} intervals hold, half of them {:.2} % of the value in the mean, {:.2} % in the \
         median, {:.2} % at most; {none} without estimate; {bounds} bounds fail; \
         {held_shares} of {shares} shares hold, {:.4} wide in the mean",
        widths.len(),
        100.0 * widths.iter().sum::<f64>() / estimates,
        100.0 * widths[widths.len() / 2],
        100.0 * widths[widths.len() - 1],
        share_widths / f64::from(shares),
    );
    assert!(bounds <= 2, "{bounds}");
    assert!(f64::from(held) >= 0.9 * estimates, "{held}");
    assert!(f64::from(held_shares) >= 0.9 * f64::from(shares), "{held_shares}");
}
