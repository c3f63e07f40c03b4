use std::path::Path;

use anyhow::Context;

use super::arguments::{EngineArguments, TaskArguments};
use super::progress::Bar;
use super::series::Series;
use super::{problem, signals};
use ::problem::Problem;
use engine::auto::Question;
use engine::{Budget, EngineKind};
use files::UnfinishedFiles;

/// The question of a verb: the problem, the budget, and the output format.
pub(super) struct Task {
    pub problem: Problem,
    pub budget: Budget,
    /// The engine that was asked for, if one was.
    pub engine: Option<EngineKind>,
    pub json: bool,
    /// True if the answer is to be verified.
    pub verifies: bool,
    bar: Bar,
    series: Series,
}

impl Task {
    /// Validates the arguments of a verb that asks this question. From here on a signal ends the program with its
    /// own exit code.
    ///
    /// # Errors
    /// When the engine does not answer the question, or the problem is invalid.
    pub(crate) fn new(
        arguments: &TaskArguments,
        question: (&'static str, Question),
        json: bool,
    ) -> anyhow::Result<Self> {
        let build = || Ok(problem::build(&arguments.problem)?.problem);
        let verifies = arguments.verify;
        Ok(Self { verifies, ..Self::about(&arguments.engine, question, json, build)? })
    }

    /// As [`Task::new`], for the problem that `build` makes, and without verification.
    pub(crate) fn about(
        engine: &EngineArguments,
        (verb, question): (&'static str, Question),
        json: bool,
        build: impl FnOnce() -> anyhow::Result<Problem>,
    ) -> anyhow::Result<Self> {
        let kind = engine.engine.kind();
        if let Some(kind) = kind {
            question.check(kind, verb).context("--engine")?;
        }
        let budget = engine.budget();
        let problem = build()?;
        let (bar, series) = (Bar::new(), Series::default());
        signals::end_with_exit_code(&bar, &series)?;
        let budget = bar.observe(budget);
        Ok(Self { problem, budget, engine: kind, json, verifies: false, bar, series })
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
    pub(crate) fn work<T>(&self, work: impl FnOnce() -> T) -> T {
        let result = work();
        self.bar.clear();
        result
    }

    /// Prints while the progress bar is hidden.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.aside(print)
    }
}
