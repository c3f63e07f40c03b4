//! The best solutions: those with the fewest or the most pieces.

use std::io::{self, Write};
use std::num::NonZeroU64;

use anyhow::ensure;
use serde::Serialize;

use super::text;
use crate::cli::arguments::{SearchArguments, SolutionArguments, SolutionFormat};
use crate::cli::exit::{NoSolution, NotProved};
use crate::cli::format::{self, milliseconds};
use crate::cli::task::Task;
use crate::engine::{Aim, Cause, Optimum, PricedSolution, Progress, auto};
use crate::problem::Weights;

/// What is best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    Fewest,
    Most,
}

impl Goal {
    /// The goal of the arguments, if there is one.
    pub(super) const fn of(arguments: &SolutionArguments) -> Option<Self> {
        match arguments {
            SolutionArguments { fewest: true, .. } => Some(Self::Fewest),
            SolutionArguments { most: true, .. } => Some(Self::Most),
            _ => None,
        }
    }

    const fn aim(self) -> Aim {
        match self {
            Self::Fewest => Aim::Cheapest,
            Self::Most => Aim::Dearest,
        }
    }

    /// `5 pieces`.
    fn measured(number: i64) -> String {
        if number == 1 { "1 piece".to_owned() } else { format!("{number} pieces") }
    }

    /// What is known where the best is not proved, as a sentence.
    fn so_far(self, found: Option<i64>, bound: Option<i64>) -> String {
        let bound = bound.map(Self::measured);
        let bound = match (self, bound) {
            (_, None) => String::new(),
            (Self::Fewest, Some(bound)) => format!("; it takes at least {bound}"),
            (Self::Most, Some(bound)) => format!("; at most {bound} fit"),
        };
        match (self, found.map(Self::measured)) {
            (_, None) => format!("no solution is found{bound}"),
            (Self::Fewest, Some(found)) => format!("{found} are the fewest found{bound}"),
            (Self::Most, Some(found)) => format!("{found} are the most found{bound}"),
        }
    }
}

/// The answer as JSON.
#[derive(Serialize)]
struct Answer {
    solutions: Vec<Vec<String>>,
    /// The number of pieces of each solution.
    pieces: Vec<i64>,
    /// How many of them, from the first on, are proved to be the best.
    proved: usize,
    /// No other solution has fewer pieces, or more; `null` if there is no other one.
    bound: Option<i64>,
    /// True if these are all solutions.
    complete: bool,
    statistics: Statistics,
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
    let is_searched = search.labeling.is_some() || search.values.is_some();
    ensure!(
        !is_searched && search.propagation.is_none() && !search.trace,
        "--fewest and --most are not for the search engine: leave out its options"
    );
    let limit = arguments.limit.map_or(1, NonZeroU64::get);
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let weights = Weights::pieces(task.problem.rules().size());
    let mut engine = auto::Engine::keeping_to(task.engine, &task.problem)?;
    let found =
        task.work(|| engine.best(&task.problem, &weights, goal.aim(), most, &task.budget))?;
    let proved = found.proved(goal.aim());
    if task.json {
        let solutions = found.solutions.iter();
        format::print_json(&Answer {
            solutions: solutions.clone().map(|one| format::names(&one.cells)).collect(),
            pieces: solutions.map(|one| one.cost).collect(),
            proved,
            bound: found.bound,
            complete: found.bound.is_none(),
            statistics: Statistics {
                engine: found.engine.into(),
                printed: found.solutions.len(),
                elapsed_ms: milliseconds(task.budget.elapsed()),
            },
        })?;
    } else {
        print(task, arguments, &found)?;
    }
    if arguments.stats {
        let (engine, time): (&str, _) = (found.engine.into(), milliseconds(task.budget.elapsed()));
        let printed = found.solutions.len();
        writeln!(
            io::stderr(),
            "solutions printed: {printed}, proved: {proved}, engine: {engine}, time: {time:.1} ms"
        )?;
    }
    let is_open =
        proved < found.solutions.len() || found.solutions.len() < most && found.bound.is_some();
    if is_open {
        let best = found.solutions.first().map(|best| best.cost);
        return Err(NotProved { cause: cause(task), known: goal.so_far(best, found.bound) }.into());
    }
    ensure!(!found.solutions.is_empty(), NoSolution);
    Ok(())
}

/// Which part of the budget ended.
fn cause(task: &Task) -> Cause {
    match task.budget.check(Progress::default()) {
        Err(interrupted) => interrupted.cause,
        Ok(()) => Cause::Memory(task.budget.memory()),
    }
}

fn print(task: &Task, arguments: &SolutionArguments, found: &Optimum) -> anyhow::Result<()> {
    let mut out = format::stdout();
    let format = arguments.format.unwrap_or_default();
    for (number, PricedSolution { cost, cells }) in (1..).zip(&found.solutions) {
        if format == SolutionFormat::Board {
            match number {
                _ if arguments.limit.is_none() => {}
                1 => write!(out, "solution 1, ")?,
                _ => write!(out, "\nsolution {number}, ")?,
            }
            writeln!(out, "{}", Goal::measured(*cost))?;
        }
        text::write(&mut out, task, format, None, cells)?;
    }
    Ok(out.flush()?)
}
