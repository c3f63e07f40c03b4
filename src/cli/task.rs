use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use anyhow::Context;
use indicatif::ProgressBar;

use super::arguments::{EngineArguments, TaskArguments};
use super::console;
use super::format;
use super::problem;
use super::progress;
use ::problem::Problem;
use engine::plan::Question;
use engine::{Budget, Cause, EngineKind, Interrupted};
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
    end_note: EndNote,
}

/// The note about the files that is printed if the work ends early; unset for work without files.
#[derive(Clone, Default)]
struct EndNote(Arc<OnceLock<Box<NoteText>>>);

/// The text of an [`EndNote`], for a number of written files.
type NoteText = dyn Fn(usize) -> String + Send + Sync;

impl EndNote {
    /// Prints the note. `files` is the number of files that were written.
    fn print(&self, files: usize) {
        self.0.get().into_iter().for_each(|note| format::print_note(note(files)));
    }
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

    /// Like [`Task::new`], but for the problem that `build` returns, and without verification.
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
        let (bar, end_note) = (progress::bar(), EndNote::default());
        // Signals are for the whole process.
        if !console::is_kept() {
            end_with_exit_code(&bar, &end_note)?;
        }
        let budget = progress::observed(budget, &bar);
        Ok(Self { problem, budget, engine: kind, json, verifies: false, bar, end_note })
    }

    /// Writes a series of files to a folder. If writing fails or a signal ends it after the first file,
    /// prints a note with the number of written files.
    pub(crate) fn series(
        &self,
        folder: &Path,
        write: impl FnOnce() -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let folder = folder.display().to_string();
        self.note_at_end(move |files| match files {
            0 => format!("no file is written to {folder}"),
            1 => format!("1 file is written to {folder}"),
            files => format!("{files} files are written to {folder}"),
        });
        let result = write();
        let files = UnfinishedFiles::finished();
        if result.is_err() && files > 0 {
            self.end_note.print(files);
        }
        result
    }

    /// Sets the note that is printed if a signal ends the program. `note` takes the number of written files.
    fn note_at_end(&self, note: impl Fn(usize) -> String + Send + Sync + 'static) {
        if !console::is_quiet() {
            let _ = self.end_note.0.set(Box::new(note));
        }
    }

    /// Runs work that keeps parts of the answer in a file. Prints `note` if a signal or the time limit ends it.
    pub(crate) fn continuable<T>(
        &self,
        note: impl Fn() -> String + Send + Sync + 'static,
        work: impl FnOnce() -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        self.note_at_end(move |_| note());
        let result = self.run_and_clear_bar(work);
        let interrupted = result.as_ref().err().and_then(|error| error.downcast_ref());
        if interrupted.is_some_and(|it: &Interrupted| matches!(it.cause, Cause::Time(_))) {
            self.end_note.print(0);
        }
        result
    }

    /// The same task for another problem, with a new budget of the same limits.
    pub(crate) fn with_problem(&self, problem: Problem) -> Self {
        let (bar, end_note) = (self.bar.clone(), self.end_note.clone());
        let Self { engine, json, verifies, .. } = *self;
        Self { problem, budget: self.budget.restarted(), engine, json, verifies, bar, end_note }
    }

    /// Runs a long computation, then removes the progress bar.
    pub(crate) fn run_and_clear_bar<T>(&self, work: impl FnOnce() -> T) -> T {
        let result = work();
        self.bar.finish_and_clear();
        result
    }

    /// Shows a name of the present work before the progress.
    pub(crate) fn name_work(&self, name: String) {
        self.bar.set_prefix(name);
    }

    /// Hides the progress bar while `print` runs.
    pub(crate) fn with_bar_hidden<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }
}

/// Lets SIGINT, SIGTERM and SIGHUP clear the progress bar, remove unfinished files, print what is written, and end the
/// program with exit code 128 plus the signal's number. Only for verbs, because the board must
/// restore the terminal.
fn end_with_exit_code(bar: &ProgressBar, end_note: &EndNote) -> io::Result<()> {
    let handled = system::without_ignored(&[SIGINT, SIGTERM, SIGHUP]);
    let (bar, end_note) = (bar.clone(), end_note.clone());
    let listens = system::listen(&handled, move |signal| {
        bar.finish_and_clear();
        end_note.print(UnfinishedFiles::abandon());
        system::exit(signal)
    });
    match listens {
        // Without a thread, signals keep their default action, which ends the program.
        Err(error) if error.kind() == ErrorKind::QuotaExceeded => Ok(()),
        result => result,
    }
}
