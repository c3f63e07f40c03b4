//! The best solutions by what they cost.

use std::collections::VecDeque;
use std::fmt;

use anyhow::{Context, anyhow};
use serde::Serialize;

use super::{Choice, Source, Statistics, write};
use crate::cli::arguments::SolutionArguments;
use crate::cli::exit::{NoSolution, NotProved};
use crate::cli::task::Task;
use crate::engine::auto::{Engine, Question};
use crate::engine::{Aim, Budget, EngineKind, Interrupted, Optimum, PricedSolution};
use crate::geometry::CellSet;
use crate::problem::Weights;

/// By which costs a solution is the best.
pub(super) struct Wish {
    weights: Weights,
    aim: Aim,
}

impl Wish {
    /// The wish that the arguments name, if they name one.
    pub fn new(task: &Task, arguments: &SolutionArguments) -> anyhow::Result<Option<Self>> {
        let (option, aim) = match arguments {
            SolutionArguments { cheapest: true, .. } => ("--cheapest", Aim::Cheapest),
            SolutionArguments { dearest: true, .. } => ("--dearest", Aim::Dearest),
            _ => return Ok(None),
        };
        if let Some(engine) = task.engine {
            Question::Best.check(engine, "solve by costs").context(option)?;
        }
        let weights = task.problem.rules().weights().cloned();
        let weights =
            weights.ok_or_else(|| anyhow!("{option}: there are no weights (--weights FILE)"))?;
        Ok(Some(Self { weights, aim }))
    }
}

/// What is proved, for text and JSON.
#[derive(Serialize)]
pub(super) struct Facts {
    /// The number of solutions that are proved to be the best.
    proved: usize,
    /// No other solution is better than this; null if there is no other one.
    bound: Option<String>,
}

impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "proved to be the best: {}", self.proved)?;
        match &self.bound {
            Some(bound) => write!(f, " (bound of all others: {bound})"),
            None => Ok(()),
        }
    }
}

/// Prints the best solutions, at most `limit` of them.
pub(super) fn run(
    task: &Task,
    arguments: &SolutionArguments,
    limit: u64,
    wish: &Wish,
) -> anyhow::Result<()> {
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let found = task.work(|| {
        let mut engine = Engine::keeping_to(task.engine, &task.problem)?;
        let Wish { weights, aim } = wish;
        anyhow::Ok(engine.best(&task.problem, weights, *aim, most, &task.budget))
    })?;
    let optimum = match found {
        Ok(optimum) => optimum,
        Err(mut none) => {
            let engine = task.engine.unwrap_or(EngineKind::Sat);
            return write(task, arguments, Choice::InOrder, limit, engine, &mut none);
        }
    };
    let not_proved = not_proved(&optimum, wish.aim, most);
    let engine = optimum.engine;
    let limit = optimum.solutions.len() as u64;
    let mut source = BestSolutions::new(optimum, wish.aim);
    let written = write(task, arguments, Choice::InOrder, limit, engine, &mut source);
    match not_proved {
        Some(not_proved) if written.as_ref().err().is_none_or(|error| error.is::<NoSolution>()) => {
            Err(not_proved.into())
        }
        _ => written,
    }
}

/// What a budget kept from being proved, if one did.
fn not_proved(optimum: &Optimum, aim: Aim, most: usize) -> Option<NotProved> {
    let (found, proved) = (optimum.solutions.len(), optimum.proved(aim));
    let bound = optimum.bound.filter(|_| proved < found || found < most)?;
    Some(NotProved { aim, found, proved, bound })
}

/// Solutions that were found beforehand.
struct BestSolutions {
    left: VecDeque<PricedSolution>,
    proved: usize,
    bound: Option<i64>,
}

impl BestSolutions {
    fn new(optimum: Optimum, aim: Aim) -> Self {
        let (proved, bound) = (optimum.proved(aim), optimum.bound);
        Self { left: optimum.solutions.into(), proved, bound }
    }
}

impl Source for BestSolutions {
    fn next(&mut self, _budget: &Budget) -> Result<Option<CellSet>, Interrupted> {
        Ok(self.left.pop_front().map(|solution| solution.cells))
    }

    fn is_exhausted(&mut self, _budget: &Budget) -> bool {
        self.left.is_empty() && self.bound.is_none()
    }

    fn describe(&self, statistics: &mut Statistics) {
        let bound = self.bound.map(|bound| bound.to_string());
        statistics.best = Some(Facts { proved: self.proved, bound });
    }
}
