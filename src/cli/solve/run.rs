use super::statistics::RunStatistics;
use crate::arguments::SolutionArguments;
use crate::exit::Failure;
use crate::report::AnswerFacts;
use crate::task::Task;
use engine::{Answer, Budget, EngineKind, Interrupted, search};
use geometry::CellSet;

/// The selection of the solutions to print.
#[derive(Clone, Copy)]
pub(super) struct SolutionSelection {
    /// True if only one solution of each class is printed.
    pub up_to_symmetry: bool,
    /// True if solutions are drawn at random and may repeat.
    pub draws: bool,
    /// The seed of random choices; `None` if nothing is random.
    pub seed: Option<u64>,
}

/// The settings of a run that prints solutions.
pub(super) struct SolutionRun<'a> {
    pub task: &'a Task,
    pub arguments: &'a SolutionArguments,
    pub selection: SolutionSelection,
    /// Maximum number of solutions.
    pub limit: u64,
    pub engine: EngineKind,
}

impl SolutionRun<'_> {
    /// True if solutions are drawn at random, but not all with the same probability.
    pub(super) fn is_biased(&self) -> bool {
        self.selection.draws && self.engine != EngineKind::Bdd
    }

    /// The statistics of the run, which took `elapsed_ms`.
    pub(super) fn statistics(&self, printed: &PrintResult, elapsed_ms: f64) -> RunStatistics {
        RunStatistics {
            engine: self.engine.into(),
            printed: printed.solutions,
            seed: self.selection.seed.map(|seed| seed.to_string()),
            elapsed_ms,
            interrupted: printed.interrupted.as_ref().map(Interrupted::to_string),
            ..RunStatistics::default()
        }
    }

    /// The entries that the answers of all verbs have.
    pub(super) fn facts(&self, printed: &PrintResult) -> AnswerFacts {
        let interrupted = printed.interrupted.as_ref().map(Interrupted::to_string);
        AnswerFacts::new(self.task, Some(self.engine), interrupted).exact_if(!self.is_biased())
    }
}

/// The result of printing solutions.
#[derive(Default)]
pub(super) struct PrintResult {
    /// The number of printed solutions.
    pub solutions: u64,
    /// True if all solutions were printed.
    pub complete: bool,
    /// Set if a budget ended before the next solution was found.
    pub interrupted: Option<Interrupted>,
}

impl PrintResult {
    pub(super) fn result(self) -> anyhow::Result<()> {
        match self {
            Self { interrupted: Some(interrupted), .. } => Err(interrupted.into()),
            Self { solutions: 0, .. } => Err(Failure::no_solution().into()),
            Self { .. } => Ok(()),
        }
    }
}

/// A source of solutions.
pub(super) trait SolutionSource {
    /// Returns the next solution, or `None` when there are no more.
    fn next(&mut self, budget: &Budget) -> Answer<Option<CellSet>>;

    /// True if a short check proves that there are no more solutions.
    fn is_exhausted(&mut self, budget: &Budget) -> bool;

    /// The engine that answered, if it may differ from the chosen one.
    fn engine(&self) -> Option<EngineKind> {
        None
    }

    /// The effort of the search so far; `None` for other engines.
    fn effort(&self) -> Option<search::Statistics> {
        None
    }

    /// Adds numbers about the source to the statistics.
    fn describe(&self, statistics: &mut RunStatistics, budget: &Budget);
}
