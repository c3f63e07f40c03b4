use super::arguments::{EngineArguments, ProblemArguments};
use super::progress::Bar;
use super::{problem, signals};
use crate::engine::{Budget, EngineKind};
use crate::problem::Problem;

/// The question of a verb: the problem, the budget, and the output format.
pub(super) struct Task {
    pub problem: Problem,
    pub budget: Budget,
    /// The engine that was asked for, if one was.
    pub engine: Option<EngineKind>,
    pub json: bool,
    bar: Bar,
}

impl Task {
    /// Validates the arguments. From here on a signal ends the program with its own exit code.
    pub fn new(
        problem: &ProblemArguments,
        engine: &EngineArguments,
        json: bool,
    ) -> anyhow::Result<Self> {
        Self::about(|| Ok(problem::build(problem)?.problem), engine, json)
    }

    /// As [`Task::new`], for the problem that `build` makes.
    pub fn about(
        build: impl FnOnce() -> anyhow::Result<Problem>,
        engine: &EngineArguments,
        json: bool,
    ) -> anyhow::Result<Self> {
        let budget = engine.budget();
        let problem = build()?;
        let bar = Bar::new();
        signals::end_with_exit_code(&bar)?;
        let engine = engine.engine.kind();
        Ok(Self { problem, budget: bar.observe(budget), engine, json, bar })
    }

    /// Runs a long computation, and removes the progress bar at its end.
    pub fn work<T, E>(&self, work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        let result = work();
        self.bar.clear();
        result
    }

    /// Prints while the progress bar is hidden.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.aside(print)
    }
}
