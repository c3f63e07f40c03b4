use super::arguments::{EngineArguments, ProblemArguments};
use super::progress::Bar;
use super::{problem, signals};
use crate::engine::{Budget, EngineKind};
use crate::problem::Problem;

/// A verb's question: the problem, what answering may take, and how to print.
pub(super) struct Task {
    pub problem: Problem,
    pub budget: Budget,
    /// The engine that was asked for, if one was.
    pub engine: Option<EngineKind>,
    pub json: bool,
    bar: Bar,
}

impl Task {
    /// Validates the arguments, and makes ready for work that takes its time: from here on a signal
    /// ends the program with its own exit code.
    pub fn new(
        problem: &ProblemArguments,
        engine: &EngineArguments,
        json: bool,
    ) -> anyhow::Result<Self> {
        Self::about(|| Ok(problem::build(problem)?.problem), engine, json)
    }

    /// The same about the problem that `build` makes.
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

    /// Does the long part of the work, with a progress bar that is gone afterwards.
    pub fn work<T, E>(&self, work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        let result = work();
        self.bar.clear();
        result
    }

    /// Prints something while work goes on, out of the progress bar's way.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.aside(print)
    }
}
