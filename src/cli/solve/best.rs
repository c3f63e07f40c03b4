//! The best solutions: those with the fewest or the most pieces, the cheapest or the dearest.

use std::io::{self, Write};
use std::num::{NonZeroU64, NonZeroUsize};

use anyhow::{Context, anyhow, ensure};
use serde::Serialize;

use super::text::{self, Heading};
use crate::arguments::{SearchArguments, SolutionArguments, SolutionFormat};
use crate::exit::{NoSolution, NotProved};
use crate::format::{self, milliseconds};
use crate::task::Task;
use crate::verify::{self, Verification};
use engine::auto::{self, Question};
use engine::{Aim, Cause, Optimum, PricedSolution, Progress};
use problem::{Rules, Weights};

/// What is best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    Fewest,
    Most,
    Cheapest,
    Dearest,
}

impl Goal {
    /// The goal of the arguments, if there is one.
    pub(super) const fn of(arguments: &SolutionArguments) -> Option<Self> {
        match arguments {
            SolutionArguments { fewest: true, .. } => Some(Self::Fewest),
            SolutionArguments { most: true, .. } => Some(Self::Most),
            SolutionArguments { cheapest: true, .. } => Some(Self::Cheapest),
            SolutionArguments { dearest: true, .. } => Some(Self::Dearest),
            _ => None,
        }
    }

    const fn aim(self) -> Aim {
        match self {
            Self::Fewest | Self::Cheapest => Aim::Cheapest,
            Self::Most | Self::Dearest => Aim::Dearest,
        }
    }

    /// True if costs are meant.
    const fn weighs(self) -> bool {
        matches!(self, Self::Cheapest | Self::Dearest)
    }

    /// What is to be least or most.
    ///
    /// # Errors
    /// When there are no weights, but costs are meant.
    fn weights(self, rules: &Rules) -> anyhow::Result<Weights> {
        let option = match self {
            Self::Fewest | Self::Most => return Ok(Weights::pieces(rules.size())),
            Self::Cheapest => "--cheapest",
            Self::Dearest => "--dearest",
        };
        let weights = rules.weights().cloned();
        weights.ok_or_else(|| anyhow!("{option}: there are no weights (--weights FILE)"))
    }

    /// `5 pieces`, `cost 12`.
    fn measured(self, number: i64) -> String {
        match self {
            Self::Cheapest | Self::Dearest => format!("cost {number}"),
            Self::Fewest | Self::Most if number == 1 => "1 piece".to_owned(),
            Self::Fewest | Self::Most => format!("{number} pieces"),
        }
    }

    /// What is known where the best is not proved, as a sentence.
    fn so_far(self, found: Option<i64>, bound: Option<i64>) -> String {
        let bound = bound.map(|bound| (bound, self.measured(bound)));
        let bound = match (self, bound) {
            (_, None) => String::new(),
            (Self::Fewest, Some((_, bound))) => format!("; it takes at least {bound}"),
            (Self::Most, Some((_, bound))) => format!("; at most {bound} fit"),
            (Self::Cheapest, Some((bound, _))) => format!("; no other one costs less than {bound}"),
            (Self::Dearest, Some((bound, _))) => format!("; no other one costs more than {bound}"),
        };
        match (self, found.map(|found| self.measured(found))) {
            (_, None) => format!("no solution is found{bound}"),
            (Self::Fewest, Some(found)) => format!("{found} are the fewest found{bound}"),
            (Self::Most, Some(found)) => format!("{found} are the most found{bound}"),
            (Self::Cheapest, Some(found)) => format!("{found} is the least found{bound}"),
            (Self::Dearest, Some(found)) => format!("{found} is the most found{bound}"),
        }
    }
}

/// The answer as JSON.
#[derive(Serialize)]
struct Answer {
    solutions: Vec<Vec<String>>,
    /// The number of pieces of each solution, where that is what counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<Vec<i64>>,
    /// What each solution costs, if there are weights.
    #[serde(skip_serializing_if = "Option::is_none")]
    costs: Option<Vec<String>>,
    /// How many of them, from the first on, are proved to be the best.
    proved: usize,
    /// No other solution is better than this, a number of pieces or a cost; `null` if there is no other one.
    bound: Option<Bound>,
    /// True if these are all solutions.
    complete: bool,
    statistics: Statistics,
    #[serde(flatten)]
    verification: Option<Verification>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Bound {
    Pieces(i64),
    Cost(String),
}

#[derive(Serialize)]
struct Statistics {
    engine: &'static str,
    printed: usize,
    elapsed_ms: f64,
}

/// Prints the best solutions, the best one first.
pub(super) fn run(
    task: &Task,
    arguments: &SolutionArguments,
    search: &SearchArguments,
    goal: Goal,
) -> anyhow::Result<()> {
    let is_searched = search.choices.labeling.is_some() || search.choices.values.is_some();
    ensure!(
        !is_searched && search.choices.propagation.is_none() && !search.trace,
        "--fewest, --most, --cheapest and --dearest are not for the search engine: leave out its options"
    );
    let limit = arguments.limit.unwrap_or(NonZeroU64::MIN);
    let most = NonZeroUsize::try_from(limit).unwrap_or(NonZeroUsize::MAX);
    let rules = task.problem.rules();
    let weights = goal.weights(rules)?;
    if let Some(engine) = task.engine {
        Question::Best.check(engine, "solve for the best").context("--engine")?;
    }
    let mut engine = auto::Engine::keeping_to(task.engine, &task.problem)?;
    let found =
        task.work(|| engine.best(&task.problem, &weights, goal.aim(), most, &task.budget))?;
    let proved = found.proved(goal.aim());
    let verification = task.verifies.then(|| verify::best(task, &weights, goal.aim(), &found));
    if task.json {
        let solutions = found.solutions.iter();
        let cost = |weights: &Weights| {
            solutions.clone().map(|one| weights.cost(&one.cells).to_string()).collect()
        };
        format::print_json(&Answer {
            solutions: solutions.clone().map(|one| format::names(&one.cells)).collect(),
            pieces: (!goal.weighs()).then(|| solutions.clone().map(|one| one.cost).collect()),
            costs: rules.weights().map(cost),
            proved,
            bound: found.bound.map(|bound| {
                if goal.weighs() { Bound::Cost(bound.to_string()) } else { Bound::Pieces(bound) }
            }),
            complete: found.bound.is_none(),
            statistics: Statistics {
                engine: found.engine.into(),
                printed: found.solutions.len(),
                elapsed_ms: milliseconds(task.budget.elapsed()),
            },
            verification: verification.clone(),
        })?;
    } else {
        print(task, arguments, goal, &found)?;
    }
    if arguments.stats {
        let (engine, time): (&str, _) = (found.engine.into(), milliseconds(task.budget.elapsed()));
        let printed = found.solutions.len();
        writeln!(
            io::stderr(),
            "solutions printed: {printed}, proved: {proved}, engine: {engine}, time: {time:.1} ms"
        )?;
    }
    if let Some(verification) = verification {
        verification.finish(task.json)?;
    }
    let is_open = proved < found.solutions.len()
        || found.solutions.len() < most.get() && found.bound.is_some();
    if is_open {
        let best = found.solutions.first().map(|best| best.cost);
        return Err(NotProved { cause: cause(task), known: goal.so_far(best, found.bound) }.into());
    }
    ensure!(!found.solutions.is_empty(), NoSolution::default());
    Ok(())
}

/// Which part of the budget ended.
fn cause(task: &Task) -> Cause {
    match task.budget.check(Progress::default()) {
        Err(interrupted) => interrupted.cause,
        Ok(()) => Cause::Memory(task.budget.memory()),
    }
}

fn print(
    task: &Task,
    arguments: &SolutionArguments,
    goal: Goal,
    found: &Optimum,
) -> anyhow::Result<()> {
    let mut out = format::stdout();
    let format = arguments.format.unwrap_or_default();
    for (number, PricedSolution { cost, cells }) in (1..).zip(&found.solutions) {
        if format == SolutionFormat::Board {
            match number {
                _ if arguments.limit.is_none() => {}
                1 => write!(out, "solution 1, ")?,
                _ => write!(out, "\nsolution {number}, ")?,
            }
            writeln!(out, "{}", goal.measured(*cost))?;
        }
        let is_priced = format != SolutionFormat::Board && goal.weighs();
        let cost = is_priced.then_some(*cost);
        text::write(&mut out, task, format, Heading { cost, ..Heading::default() }, cells)?;
    }
    Ok(out.flush()?)
}
