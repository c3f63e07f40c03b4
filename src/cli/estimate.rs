//! The verbs with an estimate instead of a count: `count --estimate` and `domains --engine estimate`.

use std::io::Write;
use std::num::NonZeroUsize;
use std::time::Duration;

use anyhow::ensure;
use rand::RngCore;
use rand::rngs::OsRng;
use serde::{Serialize, Serializer};

use super::arguments::{CountArguments, EstimateArguments};
use super::exit::{ExitCode, Failure};
use super::format;
use super::report::{self, AnswerFacts};
use super::task::Task;
use engine::estimate::{Estimate, Estimator, FEWEST_RUNS, Share};
use engine::{EngineKind, Interrupted, available_threads};
use geometry::Cell;
use session::{CellState, Finding, Session};

/// The time for an estimate if the options limit neither time nor precision.
const USUAL_TIME: Duration = Duration::from_secs(1);

#[derive(Default, Serialize)]
struct EstimateReport<'a> {
    /// Always null, because the number is unknown.
    solutions: Option<()>,
    /// The number of distinct solutions that were found.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<String>,
    estimate: Option<Interval>,
    #[serde(skip_serializing_if = "Option::is_none")]
    probably_at_least: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence_of_bound: Option<f64>,
    runs: usize,
    /// `None` if there are no runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<&'a Cells<'a>>,
}

/// An estimated number with its confidence interval.
#[derive(Serialize)]
pub(super) struct Interval {
    value: String,
    low: String,
    high: String,
    confidence: f64,
}

impl From<&Estimate> for Interval {
    fn from(&Estimate { value, low, high, .. }: &Estimate) -> Self {
        let [value, low, high] = [value, low, high].map(|number| number.to_string());
        Self { value, low, high, confidence: Estimate::CONFIDENCE }
    }
}

/// All cells by name, in row-major order.
struct Cells<'a> {
    session: &'a Session,
    shares: Option<Vec<Share>>,
}

impl Cells<'_> {
    fn share(&self, cell: Cell) -> Option<Share> {
        let index = self.session.rules().size().index(cell);
        self.shares.as_ref().map(|shares| shares[index])
    }
}

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let cells = self.session.rules().size().iter();
        serializer.collect_map(cells.map(|cell| {
            let state = self.session.state(cell);
            let share = self.share(cell).filter(|_| state != CellState::Hole);
            let facts = CellFacts {
                state: state.into(),
                share: share.map(|share| rounded(share.value)),
                share_low: share.map(|share| rounded(share.low)),
                share_high: share.map(|share| rounded(share.high)),
            };
            (cell.to_string(), facts)
        }))
    }
}

#[derive(Serialize)]
struct CellFacts {
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    share: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    share_low: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    share_high: Option<f64>,
}

/// An estimator with its latest estimate, possibly interrupted.
struct Estimating {
    estimator: Estimator,
    estimate: Option<Estimate>,
    seed: u64,
    /// Why the estimate ended before it was precise enough.
    end: Result<(), Interrupted>,
}

impl Estimating {
    fn new(
        task: &Task,
        arguments: &EstimateArguments,
        threads: NonZeroUsize,
    ) -> anyhow::Result<Self> {
        ensure!(
            task.problem.rules().max_cost().is_none(),
            "an estimate keeps no limit of cost: use --engine bdd, which counts, or --max-cost none"
        );
        let seed = arguments.seed.unwrap_or_else(|| OsRng.next_u64());
        let is_limited = arguments.precision.is_some() || task.budget.time_left().is_some();
        let budget = task.budget.clone();
        let budget = if is_limited { budget } else { budget.with_timeout(USUAL_TIME) };
        let budget = budget.with_threads(threads);
        let estimating = task.run_and_clear_bar(|| {
            let mut estimator = Estimator::new(&task.problem, seed, &budget)?;
            let precision = arguments.precision.unwrap_or(0.0) / 100.0;
            let end = estimator.refine(precision, &budget, &mut |_| ());
            Ok::<_, Interrupted>(Self { estimate: estimator.estimate(), estimator, seed, end })
        })?;
        Ok(estimating)
    }

    fn report<'a>(&self, cells: Option<&'a Cells<'a>>) -> EstimateReport<'a> {
        let (estimate, found) = (self.estimate.as_ref(), self.estimator.solutions().len());
        EstimateReport {
            at_least: (found > 0).then(|| found.to_string()),
            estimate: estimate.map(Interval::from),
            probably_at_least: estimate.map(|it| it.probably_at_least.to_string()),
            confidence_of_bound: estimate.map(|_| Estimate::CONFIDENCE_OF_BOUND),
            runs: self.estimator.runs(),
            seed: Some(self.seed.to_string()),
            cells,
            ..EstimateReport::default()
        }
    }

    /// The error if there is no estimate, or if the estimate did not reach `precision` (in percent).
    fn failure(&self, precision: Option<f64>) -> Option<anyhow::Error> {
        let Some(estimate) = &self.estimate else {
            let runs = self.estimator.runs();
            let why = match self.end {
                _ if self.estimator.is_refuted() => {
                    "no estimate: there is no solution; 'explain' says why".to_owned()
                }
                Err(interrupted) if runs < FEWEST_RUNS => return Some(interrupted.into()),
                _ => format!(
                    "no estimate: no particle survived in {runs} runs; solutions are rare, or there is none"
                ),
            };
            return Some(Failure::new(ExitCode::Budget, why).into());
        };
        let (wanted, reached) = (precision?, 100.0 * estimate.precision);
        let why = format!("the estimate is precise to {reached:.1} %, not to {wanted} %");
        (reached > wanted).then(|| Failure::new(ExitCode::Budget, why).into())
    }
}

/// Prints an estimate of the number of solutions: one line, or JSON.
pub(super) fn count(task: &Task, arguments: &CountArguments) -> anyhow::Result<()> {
    let threads = arguments.threads.unwrap_or_else(available_threads);
    let estimating = match Estimating::new(task, &arguments.estimate_options, threads) {
        Ok(estimating) => estimating,
        Err(error) => return print_without_runs(task, error, None),
    };
    let failure = estimating.failure(arguments.estimate_options.precision);
    let facts = facts(task, failure.as_ref());
    report::print(task, &estimating.report(None), facts, None, |out| match &estimating.estimate {
        Some(estimate) => Ok(writeln!(out, "{}", sentence(estimate))?),
        None => Ok(()),
    })?;
    failure.map_or(Ok(()), Err)
}

/// The entries that all verbs have. An estimate is never exact.
fn facts(task: &Task, failure: Option<&anyhow::Error>) -> AnswerFacts {
    let interrupted = failure.map(ToString::to_string);
    AnswerFacts::new(task, Some(EngineKind::Estimate), interrupted).exact_if(false)
}

/// Prints in JSON that a budget ended before the first run. Returns the error.
fn print_without_runs(
    task: &Task,
    error: anyhow::Error,
    cells: Option<&Cells<'_>>,
) -> anyhow::Result<()> {
    if error.is::<Interrupted>() {
        let report = EstimateReport { cells, ..EstimateReport::default() };
        report::print_interrupted(task, &report, facts(task, Some(&error)))?;
    }
    Err(error)
}

/// Prints every cell's share of the solutions, and its state if the state is proved.
pub(super) fn domains(task: &Task, arguments: &EstimateArguments) -> anyhow::Result<()> {
    let mut session = Session::new(task.problem.clone());
    let estimating = match Estimating::new(task, arguments, available_threads()) {
        Ok(estimating) => estimating,
        Err(error) => {
            let cells = Cells { session: &session, shares: None };
            return print_without_runs(task, error, Some(&cells));
        }
    };
    let domains = estimating.estimator.domains().clone();
    session.learn(
        session.stamp(),
        Finding::Layer(engine::PartialAnswer::Domains(domains), task.budget.elapsed()),
    );
    let cells = Cells { session: &session, shares: estimating.estimator.shares() };
    let failure = estimating.failure(arguments.precision);
    let facts = facts(task, failure.as_ref());
    report::print(task, &estimating.report(Some(&cells)), facts, None, |out| {
        write_table(out, &cells, estimating.estimate.as_ref())
    })?;
    failure.map_or(Ok(()), Err)
}

fn write_table(
    out: &mut impl Write,
    cells: &Cells<'_>,
    estimate: Option<&Estimate>,
) -> anyhow::Result<()> {
    let total = estimate.map_or_else(|| "?".to_owned(), sentence);
    let heading = format!("share in percent (of {total})");
    format::write_states(out, cells.session, vec![heading], |cell| {
        let share = cells.share(cell).map(|Share { value, low, high }| {
            let [value, low, high] = [value, low, high].map(|share| 100.0 * share);
            format!("{value:.1} ({low:.1} to {high:.1})")
        });
        vec![share.unwrap_or_else(|| "?".to_owned())]
    })
}

/// The estimate in words.
fn sentence(estimate: &Estimate) -> String {
    let Estimate { value, low, high, .. } = estimate;
    let (bound, sure) = (estimate.probably_at_least, Estimate::CONFIDENCE_OF_BOUND);
    format!(
        "≈ {value}, with {} % confidence from {low} to {high}, with {} % at least {bound}",
        percent(Estimate::CONFIDENCE),
        percent(sure)
    )
}

/// A fraction rounded to six decimal places, because further digits are not significant.
fn rounded(fraction: f64) -> f64 {
    (fraction * 1e6).round() / 1e6
}

/// A fraction as a percentage, rounded to one decimal place.
fn percent(fraction: f64) -> f64 {
    (fraction * 1000.0).round() / 10.0
}
