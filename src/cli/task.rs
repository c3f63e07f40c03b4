use std::time::Duration;

use anyhow::ensure;

use super::arguments::{EngineArguments, EngineChoice, ProblemArguments};
use super::progress::Bar;
use super::{problem, signals};
use crate::engine::{Budget, Interrupted, auto};
use crate::problem::Problem;

/// The names of the engines.
pub(super) const BDD: &str = "bdd";
pub(super) const COUNT: &str = "count";

/// Why the engine 'count' is refused.
pub(super) const ONLY_COUNTS: &str =
    "--engine: the engine 'count' answers the verbs count and domains only; 'bdd' answers all";

/// A verb's question: the problem, what answering may take, and how to print.
pub(super) struct Task {
    pub problem: Problem,
    pub budget: Budget,
    /// The time limit, where one was set.
    pub timeout: Option<Duration>,
    /// The engine that was asked for.
    pub choice: EngineChoice,
    /// The name of the engine that answers where no verb says otherwise.
    pub engine: &'static str,
    pub json: bool,
    bar: Bar,
}

impl Task {
    /// As [`Task::counting`], for a question that is not about numbers alone.
    pub fn new(
        problem: &ProblemArguments,
        engine: &EngineArguments,
        json: bool,
    ) -> anyhow::Result<Self> {
        ensure!(engine.engine != EngineChoice::Count, ONLY_COUNTS);
        Self::counting(problem, engine, json)
    }

    /// Validates the arguments, and makes ready for work that takes its time: from here on a signal
    /// ends the program with its own exit code.
    pub fn counting(
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
        let timeout = problem::timeout(engine)?;
        let budget = problem::budget(engine, timeout)?;
        let problem = build()?;
        let bar = Bar::new();
        signals::end_with_exit_code(&bar)?;
        Ok(Self {
            problem,
            budget: bar.observe(budget),
            timeout,
            choice: engine.engine,
            engine: match engine.engine {
                EngineChoice::Auto | EngineChoice::Bdd => BDD,
                EngineChoice::Sat => "sat",
                EngineChoice::Count => COUNT,
            },
            json,
            bar,
        })
    }

    /// Makes sure that the engine asked for is not the one of satisfiability.
    pub fn refuse_sat(&self, why: &str) -> anyhow::Result<()> {
        ensure!(self.choice != EngineChoice::Sat, "--engine: 'sat' {why}");
        Ok(())
    }

    /// Is the question about domains one for the engine of satisfiability? If it was not said, where
    /// the diagram is not quick.
    pub fn prefers_sat(&self) -> bool {
        match self.choice {
            EngineChoice::Sat => true,
            EngineChoice::Bdd | EngineChoice::Count => false,
            EngineChoice::Auto => !auto::diagram_is_quick(&self.problem),
        }
    }

    /// Another budget for the same task, as much memory and a time limit of its own.
    pub fn budget_of(&self, timeout: Duration) -> Budget {
        self.bar.observe(Budget::new(self.budget.memory()).with_timeout(timeout))
    }

    /// Does the long part of the work, with a progress bar that is gone afterwards.
    pub fn work<T>(&self, work: impl FnOnce() -> Result<T, Interrupted>) -> Result<T, Interrupted> {
        let result = work();
        self.bar.clear();
        result
    }

    /// Prints something while work goes on, out of the progress bar's way.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.aside(print)
    }
}
