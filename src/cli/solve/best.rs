//! Prints the best solutions: with the fewest or the most pieces, or the cheapest or dearest.

use std::io::Write;
use std::num::NonZeroUsize;

use anyhow::{Context, anyhow, ensure};
use serde::Serialize;

use super::text::{self, Heading};
use crate::arguments::{SearchArguments, SolutionArguments, SolutionFormat};
use crate::console;
use crate::exit::{ExitCode, Failure};
use crate::format;
use crate::report::{self, AnswerFacts, Known};
use crate::task::Task;
use crate::verify::{self, Verification};
use engine::Objective::{self, Cheapest, Dearest};
use engine::auto;
use engine::plan::Question;
use engine::{Cause, EngineKind, Optimum, PricedSolution, Progress};
use problem::{Rules, Weights};

/// The objective of the best solutions.
#[derive(Debug)]
pub(super) struct Goal {
    option: &'static str,
    objective: Objective,
    /// True if the objective is cost, false if it is the number of pieces.
    is_cost: bool,
    /// The words after the measure of the best solution found.
    found_words: &'static str,
    /// The words before and after a bound for the other solutions.
    bound_words: (&'static str, &'static str),
}

const fn goal(
    option: &'static str,
    objective: Objective,
    is_cost: bool,
    found: &'static str,
    bound: (&'static str, &'static str),
) -> Goal {
    Goal { option, objective, is_cost, found_words: found, bound_words: bound }
}

const GOALS: [Goal; 4] = [
    goal("--fewest", Cheapest, false, "are the fewest found", ("it takes at least ", "")),
    goal("--most", Dearest, false, "are the most found", ("at most ", " fit")),
    goal("--cheapest", Cheapest, true, "is the least found", ("no other one costs less than ", "")),
    goal("--dearest", Dearest, true, "is the most found", ("no other one costs more than ", "")),
];

impl Goal {
    /// The requested goal, if there is one.
    pub(super) fn of(arguments: &SolutionArguments) -> Option<&'static Self> {
        let SolutionArguments { fewest, most, cheapest, dearest, .. } = *arguments;
        let index = [fewest, most, cheapest, dearest].into_iter().position(|is_given| is_given)?;
        Some(&GOALS[index])
    }

    /// The weights whose sum is to be minimal or maximal.
    ///
    /// # Errors
    /// When the objective is cost, but there are no weights.
    fn weights(&self, rules: &Rules) -> anyhow::Result<Weights> {
        if !self.is_cost {
            return Ok(Weights::unit(rules.size()));
        }
        let weights = rules.weights().cloned();
        weights.ok_or_else(|| anyhow!("{}: there are no weights (--weights FILE)", self.option))
    }

    /// The value of the objective in words: `5 pieces` or `cost 12`.
    fn value_in_words(&self, number: i64) -> String {
        match number {
            _ if self.is_cost => format!("cost {number}"),
            1 => "1 piece".to_owned(),
            _ => format!("{number} pieces"),
        }
    }

    /// A sentence with the best solution found and the bound, for a result that is not proved.
    fn unproved_in_words(&self, found: Option<i64>, bound: Option<i64>) -> String {
        let (before, after) = self.bound_words;
        let bound = bound.map_or_else(String::new, |bound| {
            let bound = if self.is_cost { bound.to_string() } else { self.value_in_words(bound) };
            format!("; {before}{bound}{after}")
        });
        match found {
            None => format!("no solution is found{bound}"),
            Some(found) => format!("{} {}{bound}", self.value_in_words(found), self.found_words),
        }
    }
}

#[derive(Serialize)]
struct BestReport {
    solutions: Vec<Vec<String>>,
    /// The number of pieces of each solution, if it is the objective.
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<Vec<i64>>,
    /// The cost of each solution, if there are weights.
    #[serde(skip_serializing_if = "Option::is_none")]
    costs: Option<Vec<String>>,
    /// Number of solutions, from the first on, that are proved to be best.
    proved: usize,
    /// A bound for all other solutions: none is better than this number of pieces or cost. `null` if there is no other
    /// solution; `None` if no bound is known. Costs are texts, as in `costs`.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<Known<serde_json::Value>>,
    /// True if all solutions are listed.
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
    goal: &Goal,
) -> anyhow::Result<()> {
    ensure!(
        search.first_option().is_none(),
        "--fewest, --most, --cheapest and --dearest are not for the search engine: leave out its options"
    );
    let limit = arguments.limit.unwrap_or(1).try_into().unwrap_or(usize::MAX);
    let limit = NonZeroUsize::new(limit).expect("limits are counted from 1");
    let rules = task.problem.rules();
    let weights = goal.weights(rules)?;
    if let Some(engine) = task.engine {
        Question::Best.check(engine, "solve for the best").context("--engine")?;
    }
    let mut engine = auto::Engine::keeping_to(task.engine, &task.problem)?;
    let found = task.run_and_clear_bar(|| {
        engine.best(&task.problem, &weights, goal.objective, limit, &task.budget)
    });
    let ended = found.as_ref().err().copied();
    let found = found.unwrap_or_else(|_| Optimum {
        solutions: Vec::new(),
        bound: None,
        engine: task.engine.unwrap_or(EngineKind::Sat),
    });
    let proved = found.proved(goal.objective);
    let verification = task.verifies.then(|| match ended {
        None => verify::best(task, &weights, goal.objective, &found),
        Some(_) => Verification::default(),
    });
    let failure = match ended {
        None => failure_if_unproved(task, goal, &found, limit),
        Some(interrupted) => Some(interrupted.into()),
    };
    let facts =
        AnswerFacts::new(task, Some(found.engine), failure.as_ref().map(ToString::to_string));
    let solutions = &found.solutions;
    let report = BestReport {
        solutions: solutions.iter().map(|one| format::names(&one.cells)).collect(),
        pieces: (!goal.is_cost).then(|| solutions.iter().map(|one| one.cost).collect()),
        costs: rules.weights().map(|weights| {
            solutions.iter().map(|one| weights.cost(&one.cells).to_string()).collect()
        }),
        proved,
        bound: ended.is_none().then(|| {
            let value = |bound: i64| {
                if goal.is_cost { bound.to_string().into() } else { bound.into() }
            };
            Known(found.bound.map(value))
        }),
        complete: found.bound.is_none() && ended.is_none(),
        statistics: Statistics {
            engine: found.engine.into(),
            printed: solutions.len(),
            elapsed_ms: facts.elapsed_ms,
        },
    };
    let format = arguments.format.unwrap_or_default();
    let is_board = format == SolutionFormat::Board;
    report::write(task, &report, facts, verification.as_ref(), |out| {
        for (number, PricedSolution { cost, cells }) in (1..).zip(solutions) {
            match number {
                _ if !is_board || arguments.limit.is_none() => {}
                1 => write!(out, "solution 1, ")?,
                _ => write!(out, "\nsolution {number}, ")?,
            }
            if is_board {
                writeln!(out, "{}", goal.value_in_words(*cost))?;
            }
            let cost = (!is_board && goal.is_cost).then_some(*cost);
            let is_printer = format == SolutionFormat::Printer;
            let found_ms = is_printer.then_some(report.statistics.elapsed_ms);
            let number = is_printer.then_some(number);
            text::write(out, task, format, Heading { number, found_ms, cost }, cells)?;
        }
        Ok(())
    })?;
    if arguments.stats {
        let Statistics { engine, printed, elapsed_ms } = report.statistics;
        let block = [
            ("wall time", text::seconds(elapsed_ms)),
            ("solutions found", printed.to_string()),
            ("proved", proved.to_string()),
            ("engine", engine.to_string()),
        ];
        text::write_block(&mut console::stderr(), block)?;
    }
    if let Some(verification) = verification {
        verification.finish(task.json)?;
    }
    if let Some(failure) = failure {
        return Err(failure);
    }
    ensure!(!solutions.is_empty(), Failure::no_solution());
    Ok(())
}

/// The failure if a budget ended before up to `limit` best solutions were found and proved.
fn failure_if_unproved(
    task: &Task,
    goal: &Goal,
    found: &Optimum,
    limit: NonZeroUsize,
) -> Option<anyhow::Error> {
    let solutions = &found.solutions;
    let is_proved = found.proved(goal.objective) == solutions.len();
    if is_proved && (solutions.len() == limit.get() || found.bound.is_none()) {
        return None;
    }
    let known = goal.unproved_in_words(solutions.first().map(|best| best.cost), found.bound);
    let out_of_memory = |()| Cause::Memory(task.budget.memory());
    let ended = task.budget.check(Progress::default());
    let cause = ended.map_or_else(|interrupted| interrupted.cause, out_of_memory);
    let sentence = format!("{cause} before the best is proved: {known}");
    Some(Failure::new(ExitCode::Budget, sentence).into())
}
