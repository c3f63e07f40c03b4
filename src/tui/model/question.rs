//! The questions to the workers, and their reports.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use num_bigint::BigUint;

use crate::input::orders::{PuzzleOrder, SearchComparison, Searches};
use crate::model::files::Replaceable;
use crate::model::game::Assessment;
use crate::model::graph_view::DrawnGraph;
use crate::model::recording::Recording;
use crate::model::series::SeriesView;
use engine::bdd::SingleRule;
use engine::search::{ComparedSearch, Unsuited};
use engine::{
    Budget, Cause, Completion, DiagramSize, Interrupted, MemoryAmount, Objective, Optimum, Progress,
};
use export::Format;
use files::FileVersion;
use geometry::{Cell, CellSet, TableSize};
use problem::{Assist, Problem, Regions};
use session::puzzle::{Outcome, PuzzleSpec};
use session::steps::SolvingPath;
use session::{
    Claim, DiagramRequest, DrawnOrder, Finding, Hint, NoSeries, NotDrawn, SeriesRequest, Stamp,
    Supposition, Verdict, Wish,
};

/// The workers. Each gets a part of the memory budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WorkerKind {
    /// Answers all questions except counts and estimates.
    Answering,
    /// Counts the solutions.
    Counting,
    /// Estimates the number of solutions. While a puzzle is played, makes the next puzzle.
    Estimating,
}

/// Maximum memory of estimates, in bytes.
const MAX_ESTIMATE_MEMORY: usize = 64 << 20;

impl WorkerKind {
    pub(crate) const ALL: [Self; 3] = [Self::Answering, Self::Counting, Self::Estimating];

    /// The budget of a question. `memory` is the memory of all workers, in bytes. Estimates get an eighth of
    /// it, up to 64 MiB. Each other worker gets half of the remaining memory.
    pub(crate) fn budget(self, memory: usize, timeout: Option<Duration>) -> Budget {
        let estimating = (memory / 8).min(MAX_ESTIMATE_MEMORY);
        let share = match self {
            Self::Answering | Self::Counting => (memory - estimating) / 2,
            Self::Estimating => estimating,
        };
        let budget = Budget::new(share).with_total_memory(memory);
        timeout.map_or(budget.clone(), |timeout| budget.with_timeout(timeout))
    }
}

/// A report of a worker about its question.
#[derive(Clone, Debug)]
pub(crate) enum Report {
    /// The progress, and the time since the start of the question.
    Progress(Progress, Duration),
    Finding(Finding),
    /// A completion; `None` if there is no solution.
    Completion(Option<Completion>),
    /// The best solution found, and the proved bound of its measure.
    Best(Objective, Measure, Optimum),
    /// The solution step by step, possibly incomplete.
    Steps(SolvingPath),
    /// A solution to browse; `None` if there is none.
    Solution(Option<Completion>),
    /// The result of making a puzzle.
    Puzzle(Outcome),
    /// The result of making a puzzle to play, with its specification and its seed.
    Game(PuzzleSpec, u64, Outcome),
    /// The result of making the next puzzle, with its specification and its seed.
    Ahead(PuzzleSpec, u64, Outcome),
    /// What is known about the puzzle that is played.
    Assessed(Assessment),
    /// The recognised regions of a puzzle, and the numbers of stars for which it has exactly one solution.
    Recognised(DrawnPuzzle, Vec<u32>),
    /// True if a solution remains.
    StillRight(bool),
    /// A hint; `None` if nothing follows from the position.
    Hint(Option<Hint>),
    /// What comes of a piece that is supposed on a cell.
    Supposition(Cell, Supposition),
    /// Recorded searches, or why the problem cannot be searched.
    Recordings(Result<Vec<Recording>, Unsuited>),
    /// The index of a recorded search, and the numbers of solutions below the first nodes of its tree.
    Below(usize, Vec<BigUint>),
    /// A compared search, or why the problem cannot be searched.
    Compared(Result<ComparedSearch, Unsuited>),
    /// A diagram to be drawn as a graph, or why there is none.
    Graph(Result<Arc<DrawnGraph>, NotDrawn>),
    /// The size of a problem's diagram in an order; `None` if building the diagram takes too long.
    OrderSize(DrawnOrder, Option<DiagramSize>),
    /// A series of diagrams, or why there is none; `None` if there are neither rules nor decisions.
    Series(Result<Option<SeriesView>, NoSeries>),
    /// The exported file, or why it could not be written.
    Exported(Result<WrittenFile, String>),
    /// The judgement of a claim.
    Judged(Claim, Verdict),
    /// A budget ended before the answer.
    Interrupted(Interrupted),
    /// The answer is complete.
    Done,
    /// The worker panicked. It continues with the next question.
    Panicked(String),
}

/// What the best solution has least or most of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// Cost by the weights.
    Cost,
    Pieces,
}

/// A remaining solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SolutionChoice {
    /// The solution with this number, counted from 0.
    Number(BigUint),
    /// A random solution, from this seed if there is one.
    Random(Option<u64>),
}

/// The content of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    /// The counts and the diagram's size, or the domains of all cells if counting takes long. If there is no
    /// solution, also the nearest size with a solution.
    Position,
    /// All counts, however long they take.
    Counts,
    /// The estimated number of solutions, until the exact number is known.
    Estimate,
    /// A completion drawn at random.
    Completion,
    /// The best completion.
    Best(Objective, Measure),
    /// A remaining solution to browse.
    Solution(SolutionChoice),
    /// The whole solution, step by step.
    Steps,
    /// A puzzle under the same rules or of the same size.
    Puzzle(PuzzleOrder),
    /// A puzzle to play, from this seed, or from a random seed.
    Play(PuzzleSpec, Option<u64>),
    /// The next puzzle to play, made while another puzzle is played. Specification and seed are as for
    /// [`Topic::Play`].
    Ahead(PuzzleSpec, Option<u64>),
    /// The solutions of the puzzle that is played, its grade and its difficulty.
    Assess,
    /// The number of stars of a puzzle whose regions are drawn.
    Recognise(DrawnPuzzle),
    /// Whether a solution remains.
    StillRight,
    /// A hint: the next step with its reason, or the mistake in the position.
    Hint,
    /// The contradiction that refutes a piece on a cell.
    Supposition(Cell),
    /// Recorded searches, followed by the number of solutions at the nodes of each search tree.
    Search(Searches),
    /// The effort of searches for all solutions, on the boards of these sizes.
    Compare(SearchComparison, Vec<TableSize>),
    /// A file to export.
    Export(ExportOrder),
    /// Why a wish is impossible.
    Reason(Wish),
    /// For each of these sets of decisions, the number of solutions that agree with the wish after the set is
    /// taken back.
    Ways(Wish, Vec<Vec<Cell>>),
    /// All minimal explanations why a wish is impossible.
    Explanations(Wish),
    /// The number of solutions of each of these earlier positions.
    Trail(Vec<Problem>),
    /// The size of the diagram as BDD.
    Size,
    /// All remaining solutions, and their number.
    Remaining(u64),
    /// The counts by the library's ROBDD of the rules, which is built first.
    Robdd,
    /// The number of solutions for each number of pieces.
    Pieces,
    /// The number of solutions without the decisions on each of these sets of cells.
    Without(Vec<Vec<Cell>>),
    /// The weakest filter that removes each of these cells. The set contains all impossible cells.
    Consistency(CellSet),
    /// The number of solutions that the drawn regions leave, and what the puzzle does not need.
    Check,
    /// As [`Topic::Check`], and the effect of each change of the regions by one cell.
    Repair,
    /// The diagram to be drawn as a graph.
    Graph(DiagramRequest),
    /// The sizes of a problem's diagram, or of the diagram of a single rule, in the known orders.
    OrderSizes(Problem, Option<SingleRule>),
    /// A series of diagrams of the position.
    Series(SeriesRequest),
    /// Whether what a claim names suffices.
    Claim(Claim),
}

/// Priority of a question, from lowest to highest. Decides which current questions a new question may replace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Urgency {
    /// Additional information. Gives way to every other question. Idle questions are asked one at a time, in
    /// the order of their ranks. A question of rank 0 is asked at once.
    Idle(usize),
    /// About the cell under the cursor. Gives way to every question that is not idle.
    Cursor,
    /// A drawing of the position. Gives way to awaited questions, and to the counts of listed ways.
    Drawing,
    /// The board waits for the answer.
    Awaited,
}

/// What happens when a question ends without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InterruptPolicy {
    /// The board shows the cause in a notice.
    Notice,
    /// The session records that the answer stays unknown, so that the question is not asked again.
    Unknown,
    /// The question counts as answered.
    Answered,
    /// The board does nothing.
    Silence,
}

/// How the board treats a topic.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TopicHandling {
    /// The worker that answers.
    pub worker: WorkerKind,
    pub urgency: Urgency,
    /// Name of the activity that the panel shows during the computation; empty if the panel shows none.
    pub activity: &'static str,
    pub on_interrupt: InterruptPolicy,
}

impl Topic {
    /// Looks the topic up in the table of topics.
    pub(crate) const fn handling(&self) -> TopicHandling {
        use InterruptPolicy::{Answered, Notice, Silence, Unknown};
        use Urgency::{Awaited, Cursor, Drawing, Idle};
        use WorkerKind::{Answering, Counting, Estimating};

        let (worker, urgency, activity, budget_end) = match self {
            Self::Position => (Answering, Awaited, "computing", Unknown),
            Self::Counts => (Counting, Idle(3), "counting", Unknown),
            Self::Estimate => (Estimating, Idle(3), "estimating", Answered),
            Self::Completion => (Answering, Awaited, "completing", Notice),
            Self::Best(aim, measure) => {
                let activity = match (aim, measure) {
                    (Objective::Cheapest, Measure::Cost) => "looking for the cheapest",
                    (Objective::Dearest, Measure::Cost) => "looking for the dearest",
                    (Objective::Cheapest, Measure::Pieces) => "looking for the fewest",
                    (Objective::Dearest, Measure::Pieces) => "looking for the most",
                };
                (Answering, Awaited, activity, Notice)
            }
            Self::Steps => (Answering, Awaited, "solving step by step", Notice),
            Self::Solution(_) => (Answering, Awaited, "looking for a solution", Notice),
            Self::Puzzle(_) | Self::Play(..) => (Answering, Awaited, "making a puzzle", Notice),
            Self::Ahead(..) => (Estimating, Idle(3), "", Silence),
            Self::Assess => (Counting, Idle(3), "", Unknown),
            Self::Recognise(_) => (Answering, Awaited, "recognising the puzzle", Notice),
            Self::StillRight | Self::Hint | Self::Supposition(_) => {
                (Answering, Awaited, "looking", Notice)
            }
            Self::Search(_) => (Answering, Awaited, "recording the search", Notice),
            Self::Compare(..) => (Answering, Awaited, "comparing searches", Notice),
            Self::Export(_) => (Answering, Awaited, "exporting", Notice),
            Self::Explanations(_) => (Answering, Awaited, "", Notice),
            Self::Consistency(_) => (Answering, Awaited, "trying filters", Unknown),
            Self::Repair => (Answering, Awaited, "trying each repaint", Notice),
            Self::Series(request) => {
                let activity = match request {
                    SeriesRequest::Growth => "conjoining the rules",
                    SeriesRequest::Reduction(_) => "reducing the decision tree",
                    SeriesRequest::Restriction(..) => "restricting the diagram",
                };
                (Answering, Awaited, activity, Notice)
            }
            Self::Claim(_) => (Answering, Awaited, "judging the claim", Notice),
            Self::Graph(_) => (Answering, Drawing, "", Unknown),
            Self::OrderSizes(..) => (Answering, Cursor, "", Silence),
            Self::Reason(_) => (Answering, Cursor, "", Unknown),
            Self::Ways(..) | Self::Check => (Answering, Idle(0), "", Silence),
            Self::Trail(_) => (Answering, Idle(1), "", Silence),
            Self::Remaining(_) => (Answering, Idle(2), "", Silence),
            Self::Pieces => (Answering, Idle(3), "", Unknown),
            Self::Without(_) => (Answering, Idle(4), "", Silence),
            Self::Size => (Answering, Idle(5), "", Silence),
            Self::Robdd => (Answering, Idle(6), "", Unknown),
        };
        TopicHandling { worker, urgency, activity, on_interrupt: budget_end }
    }

    /// True if the board waits for the answer.
    pub(crate) fn is_awaited(&self) -> bool {
        self.handling().urgency == Urgency::Awaited
    }
}

/// Serial number of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct QuestionNumber(u64);

impl QuestionNumber {
    pub(crate) fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// Identifies a question in reports. A finding is valid for the position with this stamp, whichever question
/// produced the finding. Every other report belongs to the question with this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct QuestionId {
    pub number: QuestionNumber,
    pub stamp: Stamp,
}

/// A question for the worker.
#[derive(Clone, Debug)]
pub(crate) struct WorkerQuestion {
    pub id: QuestionId,
    pub problem: Problem,
    pub topic: Topic,
}

/// A puzzle of which only the regions are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DrawnPuzzle {
    pub regions: Regions,
    /// The name of the puzzle, if it has one.
    pub name: Option<String>,
}

/// A file to export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ExportOrder {
    pub path: PathBuf,
    pub content: ExportContent,
    /// How much help an exported page shows.
    pub assist: Assist,
    /// Which content of an existing file may be replaced.
    pub replaceable: Replaceable,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ExportContent {
    /// The drawn board.
    Picture(String),
    /// The position in this format.
    Position(Format),
}

impl ExportContent {
    /// The kind of content, in one word.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::Picture(_) => "picture",
            Self::Position(Format::Dimacs) => "clauses",
            Self::Position(Format::Minizinc) => "model",
            Self::Position(Format::Html) => "page",
            Self::Position(
                Format::Svg | Format::Dot | Format::Json | Format::Bdd | Format::Dddmp,
            ) => "diagram",
        }
    }
}

/// A file that was exported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WrittenFile {
    pub path: PathBuf,
    /// The version of the written file.
    pub version: FileVersion,
    /// The kind of content, as in "exported the picture".
    pub what: &'static str,
}

/// A question that is being answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RunningQuestion {
    pub question: QuestionNumber,
    pub topic: Topic,
    pub progress: Option<(Progress, Duration)>,
}

impl RunningQuestion {
    pub(crate) fn new(question: &WorkerQuestion) -> Self {
        Self { question: question.id.number, topic: question.topic.clone(), progress: None }
    }
}

/// The cause of an interruption, in words. A memory limit is shown as the user gave it, not as a worker's share.
pub(crate) fn cause(interrupted: Interrupted) -> String {
    match interrupted.cause {
        Cause::Memory(bytes) => {
            format!("half of the memory budget of {} ended", MemoryAmount::of(bytes))
        }
        cause => cause.to_string(),
    }
}
