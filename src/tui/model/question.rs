//! The questions to the workers, and their reports.

use std::path::PathBuf;
use std::time::Duration;

use num_bigint::BigUint;

use crate::input::orders::{PuzzleOrder, Searches};
use crate::model::files::Replaceable;
use crate::model::recording::Recording;
use engine::search::Unsuited;
use engine::{Aim, Amount, Cause, Completion, Interrupted, Optimum, Progress};
use export::Format;
use files::FileVersion;
use geometry::{Cell, CellSet};
use problem::Problem;
use session::puzzle::{Outcome, Wanted};
use session::{
    DrawnDiagram, DrawnGrowth, DrawnOrder, Finding, Hint, NotDrawn, Stamp, TooManyVariables, Wish,
};

/// The workers. Each has a part of the memory budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WorkerKind {
    /// Answers what the board waits for.
    Answering,
    /// Counts the solutions.
    Counting,
    /// Estimates their number.
    Estimating,
}

/// The most memory that estimates get: they need little.
const FOR_ESTIMATES: usize = 64 << 20;

impl WorkerKind {
    /// Its part of a memory budget, in bytes: little for estimates, and half of the rest for the others.
    pub(crate) fn share(self, memory: usize) -> usize {
        let estimating = (memory / 8).min(FOR_ESTIMATES);
        match self {
            Self::Answering | Self::Counting => (memory - estimating) / 2,
            Self::Estimating => estimating,
        }
    }
}

/// What a worker reports about its question.
#[derive(Clone, Debug)]
pub(crate) enum Report {
    /// The progress, and the time since the start.
    Progress(Progress, Duration),
    Finding(Finding),
    /// A completion; `None` if there is no solution.
    Completion(Option<Completion>),
    /// The best solution, as far as it is found and proved.
    Best(Aim, Optimum),
    /// A solution to browse; `None` if there is none.
    Solution(Option<Completion>),
    /// The result of making a puzzle.
    Puzzle(Outcome),
    /// The result of making a puzzle to play, from this seed.
    Game(Wanted, u64, Outcome),
    /// True if a solution remains.
    StillRight(bool),
    /// A hint; `None` if nothing follows from the position.
    Hint(Option<Hint>),
    /// Recorded searches, or why the problem has none.
    Recordings(Result<Vec<Recording>, Unsuited>),
    /// The number of solutions at each of the first nodes of the recorded search of this number, counted
    /// from 0.
    Below(usize, Vec<BigUint>),
    /// A diagram to be drawn as a graph, or why there is none.
    Graph(Result<DrawnDiagram, NotDrawn>),
    /// The diagrams on the way to the position, or why there are none.
    Growth(Result<DrawnGrowth, TooManyVariables>),
    /// The exported file, or why it could not be written.
    Exported(Result<Exported, String>),
    /// A budget ended before the answer.
    Interrupted(Interrupted),
    /// The question is answered completely.
    Done,
    /// The worker panicked. It continues with the next question.
    Panicked(String),
}

/// What a question is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    /// The fast answers: counts and the diagram's size unless that takes long, or the domains of all cells.
    /// Without solutions, also the nearest size with one.
    Position,
    /// All counts, however long they take.
    Counts,
    /// About how many solutions there are, while they are not counted.
    Estimate,
    /// A completion drawn at random.
    Completion,
    /// The cheapest completion, or the dearest.
    Best(Aim),
    /// A remaining solution to browse: the one with this number, or a random one.
    Solution(Option<BigUint>),
    /// A puzzle under the same rules or of the same size.
    Puzzle(PuzzleOrder),
    /// A puzzle to play, from this seed or any.
    Play(Wanted, Option<u64>),
    /// Whether a solution remains.
    StillRight,
    /// The next step with its reason, or what is wrong.
    Hint,
    /// Recorded searches, and then the number of solutions at each of their nodes.
    Search(Searches),
    /// A file to export.
    Export(Export),
    /// Why a wish is impossible.
    Reason(Wish),
    /// How many solutions a wish leaves after each of these sets of decisions is taken back.
    Ways(Wish, Vec<Vec<Cell>>),
    /// All minimal explanations why it cannot.
    Explanations(Wish),
    /// The numbers of positions on the way to this one.
    Trail(Vec<Problem>),
    /// The size of the diagram as BDD.
    Size,
    /// All remaining solutions, so many.
    Remaining(u64),
    /// The counts by a second engine, to be compared with those that are shown.
    SecondOpinion,
    /// The number of solutions by the number of their pieces.
    Pieces,
    /// How many solutions there would be without the decisions on each of these sets of cells.
    Without(Vec<Vec<Cell>>),
    /// The weakest filter that removes each of these cells: all that are impossible.
    Consistency(CellSet),
    /// The diagram to be drawn as a graph, in this order.
    Graph(DrawnOrder),
    /// The diagrams on the way to the position, rule by rule.
    Growth,
}

impl Topic {
    /// The worker that answers.
    pub(crate) const fn worker(&self) -> WorkerKind {
        match self {
            Self::Counts => WorkerKind::Counting,
            Self::Estimate => WorkerKind::Estimating,
            _ => WorkerKind::Answering,
        }
    }

    /// True if the board waits for the answer. What is asked only to say more about what is shown gives
    /// way to every other question.
    pub(crate) const fn is_awaited(&self) -> bool {
        !matches!(
            self,
            Self::Reason(_)
                | Self::Ways(..)
                | Self::Trail(_)
                | Self::Size
                | Self::SecondOpinion
                | Self::Remaining(_)
                | Self::Pieces
                | Self::Without(_)
                | Self::Graph(_)
        )
    }
}

/// The number of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct QuestionNumber(u64);

impl QuestionNumber {
    pub(crate) fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// Identifies a question in reports. Findings are valid for the position, whichever question led to
/// them, but the end of an answer belongs to one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub number: QuestionNumber,
    pub stamp: Stamp,
}

/// A question for the worker.
#[derive(Clone, Debug)]
pub(crate) struct WorkerQuestion {
    pub asked: Asked,
    pub problem: Problem,
    pub topic: Topic,
}

/// A file to export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Export {
    pub path: PathBuf,
    pub content: QuestionContent,
    /// Which content of an existing file is replaced.
    pub replaceable: Replaceable,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum QuestionContent {
    /// The board as it was drawn.
    Picture(String),
    /// The position in this format.
    Position(Format),
}

impl QuestionContent {
    /// What is written, in a word.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::Picture(_) => "picture",
            Self::Position(Format::Dimacs) => "clauses",
            Self::Position(Format::Minizinc) => "model",
            Self::Position(
                Format::Svg | Format::Dot | Format::Json | Format::Bdd | Format::Dddmp,
            ) => "diagram",
        }
    }
}

/// A file that was exported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Exported {
    pub path: PathBuf,
    /// What was written.
    pub version: FileVersion,
    /// [`QuestionContent::word`].
    pub what: &'static str,
}

/// A question that is being answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Work {
    pub question: QuestionNumber,
    pub topic: Topic,
    pub progress: Option<(Progress, Duration)>,
}

impl Work {
    pub(crate) fn new(question: &WorkerQuestion) -> Self {
        Self { question: question.asked.number, topic: question.topic.clone(), progress: None }
    }
}

/// Why a question ended without an answer. Memory limits are named as the user gave them, not as a
/// worker's share.
pub(crate) fn cause(interrupted: Interrupted) -> String {
    match interrupted.cause {
        Cause::Memory(bytes) => {
            format!("half of the memory budget of {} ended", Amount::of(bytes))
        }
        cause => cause.to_string(),
    }
}
