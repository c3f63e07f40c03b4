//! The arguments of a count.

use std::num::NonZeroUsize;

use anyhow::{Context, ensure};

use super::arguments::CountArguments;
use super::parts::MergedParts;
use engine::counting::{CountRequest, Counted};
use engine::plan::{self, CounterEngine, Question};
use engine::{Answer, Budget, EngineKind, available_threads};
use problem::Problem;

/// The settings of a count.
pub(super) struct CountMethod {
    /// The requested engine, if any.
    engine: Option<EngineKind>,
    pub request: CountRequest,
    /// The sums of parts that were counted before. They are used instead of counting.
    pub merged: Option<MergedParts>,
    pub threads: NonZeroUsize,
}

impl CountMethod {
    /// The settings that the arguments define.
    pub(crate) fn new(arguments: &CountArguments) -> Self {
        Self {
            engine: arguments.task.engine.engine.kind(),
            request: CountRequest {
                up_to_symmetry: arguments.up_to_symmetry,
                breakdown: arguments.table.breakdown(),
            },
            merged: None,
            threads: arguments.threads.unwrap_or_else(available_threads),
        }
    }

    /// The settings of parts that were counted.
    ///
    /// # Errors
    /// The errors of [`CountMethod::with_merged`].
    pub(crate) fn of_merged(merged: MergedParts) -> anyhow::Result<Self> {
        let question = &merged.divided.question;
        let request =
            CountRequest { up_to_symmetry: question.up_to_symmetry, breakdown: question.by };
        Self { request, ..Self::plain(false) }.with_merged(merged)
    }

    /// The same settings, with the sums of parts that were counted.
    ///
    /// # Errors
    /// When the sums contradict each other.
    pub(crate) fn with_merged(self, merged: MergedParts) -> anyhow::Result<Self> {
        let is_consistent = merged
            .boards()
            .all(|(problem, _, sums)| self.request.is_consistent(problem, sums.clone()));
        ensure!(is_consistent, "the numbers of the parts contradict each other");
        Ok(Self { merged: Some(merged), ..self })
    }

    /// True if the parts that were counted are of a table of sizes.
    pub(crate) fn has_merged_sizes(&self) -> bool {
        self.merged.as_ref().is_some_and(|merged| merged.divided.question.sizes.is_some())
    }

    /// The settings for counting all solutions or their classes, by any engine.
    pub(crate) fn plain(up_to_symmetry: bool) -> Self {
        let request = CountRequest { up_to_symmetry, breakdown: None };
        Self { engine: None, request, merged: None, threads: available_threads() }
    }

    /// The engine that counts the solutions of a problem.
    pub(crate) fn counter(&self, problem: &Problem) -> anyhow::Result<CounterEngine> {
        let merged = self.merged.as_ref().and_then(|merged| merged.board(problem));
        let engine = merged.map_or(self.engine, |(engine, _)| Some(engine));
        plan::counter(problem, Question::ExactCount, engine).context("--engine")
    }

    /// The engine that counts parts of the solutions of a problem.
    pub(crate) fn counter_of_parts(&self, problem: &Problem) -> anyhow::Result<CounterEngine> {
        plan::counter(problem, Question::CountOfPart, self.engine).context("--engine")
    }

    /// Counts the solutions.
    pub(crate) fn count(
        &self,
        problem: &Problem,
        counter: &CounterEngine,
        budget: &Budget,
    ) -> Answer<Counted> {
        if let Some((_, sums)) = self.merged.as_ref().and_then(|merged| merged.board(problem)) {
            return Ok(self.request.counted(problem, sums.clone()));
        }
        self.request.count(problem, counter, &budget.clone().with_threads(self.threads))
    }
}
