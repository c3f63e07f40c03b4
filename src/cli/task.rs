use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use indicatif::{HumanDuration, ProgressBar};

use super::arguments::{EngineArguments, TaskArguments};
use super::problem;
use super::progress;
use super::series::Series;
use ::problem::Problem;
use engine::plan::Question;
use engine::{Budget, EngineKind};
use files::UnfinishedFiles;
use system::{SIGHUP, SIGINT, SIGTERM};

/// The work of a verb: the problem, the budget, and the output format.
pub(super) struct Task {
    pub problem: Problem,
    pub budget: Budget,
    /// The requested engine, if any.
    pub engine: Option<EngineKind>,
    pub json: bool,
    /// True if the answer is to be verified.
    pub verifies: bool,
    bar: ProgressBar,
    series: Series,
}

impl Task {
    /// Validates the arguments of a verb that asks this question. From then on, signals end the program
    /// with their own exit codes.
    ///
    /// # Errors
    /// When the engine cannot answer the question, or the problem is invalid.
    pub(crate) fn new(
        arguments: &TaskArguments,
        question: (&'static str, Question),
        json: bool,
    ) -> anyhow::Result<Self> {
        let build = || Ok(problem::build(&arguments.problem)?.problem);
        let verifies = arguments.verify;
        Ok(Self { verifies, ..Self::for_problem(&arguments.engine, question, json, build)? })
    }

    /// As [`Task::new`], but for the problem that `build` returns, and without verification.
    pub(crate) fn for_problem(
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
        let (bar, series) = (progress::bar(), Series::default());
        end_with_exit_code(&bar, &series)?;
        let budget = progress::observed(budget, &bar);
        Ok(Self { problem, budget, engine: kind, json, verifies: false, bar, series })
    }

    /// Writes a series of files to a folder. If writing fails or a signal ends it after the first file,
    /// prints a note with the number of written files.
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

    /// The same task for another problem, with a new budget of the same limits.
    pub(crate) fn with_problem(&self, problem: Problem) -> Self {
        let (bar, series) = (self.bar.clone(), self.series.clone());
        let Self { engine, json, verifies, .. } = *self;
        Self { problem, budget: self.budget.restarted(), engine, json, verifies, bar, series }
    }

    /// Runs a long computation, then removes the progress bar.
    pub(crate) fn run_and_clear_bar<T>(&self, work: impl FnOnce() -> T) -> T {
        let result = work();
        self.bar.finish_and_clear();
        result
    }

    /// Shows in the progress bar how many of `all` parts are done, and the time that is probably left.
    pub(crate) fn show_parts(&self, done: usize, all: usize, left: Duration) {
        self.bar.set_length(all as u64);
        self.bar.set_position(done as u64);
        let left = HumanDuration(left);
        self.bar.set_message(format!("{done} of {all} parts, about {left} left"));
    }

    /// Hides the progress bar while `print` runs.
    pub(crate) fn with_bar_hidden<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }
}

/// Lets SIGINT, SIGTERM and SIGHUP clear the progress bar, remove unfinished files, print the number of written files of
/// a series, and end the program with exit code 128 plus the signal's number. Only for verbs, because the board must
/// restore the terminal.
fn end_with_exit_code(bar: &ProgressBar, series: &Series) -> io::Result<()> {
    let handled = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&it| !system::is_ignored(it));
    let (bar, series) = (bar.clone(), series.clone());
    let listens = system::listen(&handled.collect::<Vec<_>>(), move |signal| {
        bar.finish_and_clear();
        series.note(UnfinishedFiles::abandon());
        system::exit(signal)
    });
    match listens {
        // Without a thread, signals keep their default action, which ends the program.
        Err(error) if error.kind() == ErrorKind::QuotaExceeded => Ok(()),
        result => result,
    }
}
