use std::path::Path;

use super::arguments::{EngineArguments, ProblemArguments, VerifyArguments};
use super::progress::Bar;
use super::series::Series;
use super::{problem, signals};
use ::problem::Problem;
use engine::{Budget, EngineKind};
use files::UnfinishedFiles;

/// The question of a verb: the problem, the budget, and the output format.
pub(super) struct Task {
    pub problem: Problem,
    pub budget: Budget,
    /// The engine that was asked for, if one was.
    pub engine: Option<EngineKind>,
    pub json: bool,
    /// True if the answer is verified.
    pub verifies: bool,
    bar: Bar,
    series: Series,
}

impl Task {
    /// Validates the arguments. From here on a signal ends the program with its own exit code.
    pub(crate) fn new(
        problem: &ProblemArguments,
        engine: &EngineArguments,
        json: bool,
    ) -> anyhow::Result<Self> {
        Self::about(|| Ok(problem::build(problem)?.problem), engine, json)
    }

    /// As [`Task::new`], for the problem that `build` makes.
    pub(crate) fn about(
        build: impl FnOnce() -> anyhow::Result<Problem>,
        engine: &EngineArguments,
        json: bool,
    ) -> anyhow::Result<Self> {
        let budget = engine.budget();
        let problem = build()?;
        let bar = Bar::new();
        let series = Series::default();
        signals::end_with_exit_code(&bar, &series)?;
        let engine = engine.engine.kind();
        Ok(Self {
            problem,
            budget: bar.observe(budget),
            engine,
            json,
            verifies: false,
            bar,
            series,
        })
    }

    /// The same task, whose answer is verified if that is asked for.
    pub(crate) fn verifying(self, arguments: &VerifyArguments) -> Self {
        Self { verifies: arguments.verify, ..self }
    }

    /// Writes a series of files to a folder. If that fails after the first of them, or a signal ends it, a note
    /// says how many are written.
    pub(crate) fn series(
        &self,
        folder: &Path,
        write: impl FnOnce() -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        self.series.begin(folder);
        let result = write();
        let files = UnfinishedFiles::finished();
        if result.is_err() && files > 0 {
            self.series.note(files);
        }
        result
    }

    /// Runs a long computation, and removes the progress bar at its end.
    pub(crate) fn work<T, E>(&self, work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        let result = work();
        self.bar.clear();
        result
    }

    /// As [`Task::work`], for what cannot fail.
    pub(crate) fn aside_work<T>(&self, work: impl FnOnce() -> T) -> T {
        let result = work();
        self.bar.clear();
        result
    }

    /// Prints while the progress bar is hidden.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.aside(print)
    }
}
