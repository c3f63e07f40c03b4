//! Estimates for problems whose exact counts take more than a moment.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use rand::RngCore;

use crate::budget::{Answer, Budget, Cause, Progress};
use crate::estimate::{EstimatedCensus, Estimator};
use crate::plan::ProblemKind;
use geometry::CellSet;
use problem::Problem;

/// The seed of estimates made without being asked. It is fixed, so that a position always has the same estimate.
const SEED: u64 = 0;

/// Minimum time between two estimates that are passed to `learn`.
const INTERVAL: Duration = Duration::from_millis(100);

/// Precision and maximum time of an estimate before an exact count. Precision 0.02 means that half of the interval is 2
/// % of the estimate.
const LIMITS_BEFORE_COUNT: (f64, Duration) = (0.02, Duration::from_secs(1));

/// Precision and maximum time of an estimate without an exact count after it.
const LIMITS_WITHOUT_COUNT: (f64, Duration) = (0.005, Duration::from_secs(60));

/// Maximum time of [`first_estimate`].
const FIRST_ESTIMATE_TIME: Duration = Duration::from_secs(10);

/// Estimates the number of solutions and the share of each cell. Passes a first estimate to `learn` as soon as
/// possible, and better estimates from time to time. If no particle survives, there is no estimate.
///
/// # Errors
/// When the budget ends first.
pub fn estimate(
    problem: &Problem,
    budget: &Budget,
    learn: &mut dyn FnMut(EstimatedCensus),
) -> Answer<()> {
    let is_countable = ProblemKind::Countable.includes(problem);
    let (precision, time) = if is_countable { LIMITS_BEFORE_COUNT } else { LIMITS_WITHOUT_COUNT };
    let mut estimator = Estimator::new(problem, SEED, budget)?.with_small_batches();
    // The time of the first estimate is not limited separately.
    estimator.add_runs(budget)?;
    estimator.census().into_iter().for_each(&mut *learn);
    let mut reported = Instant::now();
    let ended = within(time, budget, |budget| {
        estimator.refine(precision, budget, &mut |estimator| {
            if reported.elapsed() >= INTERVAL {
                estimator.census().into_iter().for_each(&mut *learn);
                reported = Instant::now();
            }
        })
    });
    estimator.census().into_iter().for_each(learn);
    ended.map(|_| ())
}

/// The first estimate that [`estimate`] would report; `None` if the board is large, if the cost is limited, or if no
/// particle survives.
///
/// # Errors
/// When the budget ends first.
pub fn first_estimate(problem: &Problem, budget: &Budget) -> Answer<Option<EstimatedCensus>> {
    if !ProblemKind::Estimable.includes(problem) {
        return Ok(None);
    }
    let alone = budget.clone().with_threads(NonZeroUsize::MIN);
    let estimated = within(FIRST_ESTIMATE_TIME, &alone, |budget| {
        let mut estimator = Estimator::new(problem, SEED, budget)?.with_small_batches();
        estimator.add_runs(budget)?;
        Ok(estimator.census())
    });
    estimated.map(Option::flatten)
}

/// A solution drawn by particles in at most `time`: nearly, not exactly, uniformly. `None` if no solution is found in time.
pub(super) fn draw(
    problem: &Problem,
    random: &mut impl RngCore,
    time: Option<Duration>,
    budget: &Budget,
) -> Answer<Option<CellSet>> {
    let mut work =
        |budget: &Budget| Estimator::new(problem, random.next_u64(), budget)?.draw(random, budget);
    match time {
        Some(time) => within(time, budget, work).map(Option::flatten),
        None => work(budget),
    }
}

/// Calls `work` with a budget of at most `time`; `None` if `time` ends first, which is not an error.
fn within<T>(
    time: Duration,
    budget: &Budget,
    work: impl FnOnce(&Budget) -> Answer<T>,
) -> Answer<Option<T>> {
    match work(&budget.slice(time)) {
        Ok(done) => Ok(Some(done)),
        Err(interrupted) if matches!(interrupted.cause, Cause::Time(_)) => {
            budget.check(Progress::default()).map(|()| None)
        }
        Err(interrupted) => Err(interrupted),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auto;
    use problem::{Rules, Value};

    fn queens(size: u16) -> Problem {
        Problem::new(Rules::queens(size).unwrap())
    }

    #[test]
    fn an_estimate_comes_at_once_and_narrows() {
        let budget = Budget::default();
        let mut all: Vec<EstimatedCensus> = Vec::new();
        let alone = budget.clone().with_threads(NonZeroUsize::MIN);
        let ended = estimate(&queens(20), &alone, &mut |census| {
            all.push(census);
            if all.len() == 3 {
                budget.cancel();
            }
        });
        // The last estimate uses the runs that were completed before the cancellation.
        assert_eq!((ended.unwrap_err().cause, all.len()), (Cause::Cancelled, 4));
        let [first, .., last] = &all[..] else { panic!("{all:?}") };
        assert_eq!(first.solutions.runs, 4);
        assert!(last.solutions.precision < first.solutions.precision);
        assert!(last.solutions.is_plausible(&39_029_188_884_u64.into()), "{:?}", last.solutions);
        // Each row has one piece, so its shares add up to 1.
        let row: f64 = last.shares[..20].iter().map(|share| share.value).sum();
        assert!((row - 1.0).abs() < 1e-9, "{row}");
    }

    #[test]
    fn it_is_worth_it_where_the_diagram_takes_long() {
        let is_worth_it = |size| ProblemKind::WorthEstimating.includes(&queens(size));
        assert!(is_worth_it(14) && is_worth_it(100) && !is_worth_it(8) && !is_worth_it(101));
    }

    #[test]
    fn solutions_of_large_boards_are_drawn_by_particles() {
        let problem = queens(30).with("a1".parse().unwrap(), Value::Placed).unwrap();
        let mut random = rand::rngs::mock::StepRng::new(7, 1);
        let budget = Budget::default();
        let drawn = auto::Engine::new().complete(&problem, &mut random, &budget).unwrap().unwrap();
        assert!(drawn.is_nearly_uniform && drawn.placed.contains("a1".parse().unwrap()));
        assert_eq!(drawn.placed.len(), 30);
        let large = Problem::new(Rules::queens(101).unwrap());
        let drawn = auto::Engine::new().complete(&large, &mut random, &budget).unwrap().unwrap();
        assert!(!drawn.is_nearly_uniform);
    }
}
