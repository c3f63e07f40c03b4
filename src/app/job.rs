//! Describes a question to a worker: its parameters, its worker, its urgency, its work, and its result if it ends without
//! an answer.

use std::any::Any;
use std::fmt::{self, Debug};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;

use crate::App;
use engine::auto::Engine;
use engine::bdd::RulesRobdd;
use engine::{Answer, Budget, Interrupted, Progress};
use problem::Problem;
use session::{Finding, Stamp};

/// The workers. Each gets a part of the memory budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerKind {
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
    pub fn budget(self, memory: usize, timeout: Option<Duration>) -> Budget {
        let estimating = (memory / 8).min(MAX_ESTIMATE_MEMORY);
        let share = match self {
            Self::Answering | Self::Counting => (memory - estimating) / 2,
            Self::Estimating => estimating,
        };
        let budget = Budget::new(share).with_total_memory(memory);
        timeout.map_or(budget.clone(), |timeout| budget.with_timeout(timeout))
    }
}

/// The result of a question whose budget ends before the answer.
#[derive(Debug)]
pub enum Ending {
    /// A notice shows the cause.
    Notice,
    /// Nothing happens.
    Silence,
    /// The session stores that the answer stays unknown, so that the question is not asked again.
    Unknown(Box<Finding>),
    /// The application is changed.
    Change(Change),
}

/// A value that can be compared with a value of any type.
pub trait Comparable: Any {
    /// True if both are of the same type and equal.
    fn is_equal(&self, other: &dyn Any) -> bool;
}

impl<T: Any + PartialEq> Comparable for T {
    fn is_equal(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
}

/// A question to a worker.
pub trait Job: Comparable + Debug + Send + Sync {
    /// The worker that answers.
    fn worker(&self) -> WorkerKind {
        WorkerKind::Answering
    }

    /// True if the person waits for the answer. Other questions do not replace such a question. Most are those whose
    /// activity is shown, unless they run beside the first worker.
    fn is_awaited(&self) -> bool {
        self.worker() == WorkerKind::Answering && !self.activity().is_empty()
    }

    /// True if `other` is the same question. Its parameters may differ: as parts of the answer arrive, fewer parts remain
    /// to be asked.
    fn asks_the_same(&self, other: &AnyJob) -> bool {
        Any::type_id(self) == (*other.0).type_id()
    }

    /// Name of the activity that is shown during the computation; empty if none is shown.
    fn activity(&self) -> &'static str {
        ""
    }

    /// Reports all parts of the answer.
    ///
    /// # Errors
    /// When the budget ends first.
    fn work(&self, desk: &mut Desk<'_>) -> Answer<()>;

    /// The result if a budget ends before the answer. By default, an awaited question shows a notice, and other
    /// questions end silently.
    fn interrupted(&self, _: Interrupted) -> Ending {
        if self.is_awaited() { Ending::Notice } else { Ending::Silence }
    }

    /// The change to make if the worker panics, if any.
    fn failed(&self) -> Option<Change> {
        None
    }
}

/// Everything that a worker needs for its work.
pub struct Desk<'a> {
    /// The worker's engine, which keeps its diagrams from one question to the next.
    pub engine: &'a mut Engine,
    /// The library's ROBDD of the rules; empty until a question builds it.
    pub robdd: &'a mut RulesRobdd,
    /// The source of random choices.
    pub random: &'a mut ChaCha8Rng,
    /// The problem of the question.
    pub problem: &'a Problem,
    /// Memory, time and cancellation of the question. Long loops check it.
    pub budget: &'a Budget,
    /// When the work on the question began.
    pub begun: Instant,
    /// Receives each part of the answer as soon as it is found.
    pub report: &'a mut (dyn FnMut(Report) + Send),
}

impl Desk<'_> {
    /// Reports a finding about the position.
    pub(super) fn learn(&mut self, finding: Finding) {
        (self.report)(Report::Finding(finding));
    }

    /// Reports a part of the answer. `take` changes the application by this part.
    pub(super) fn answer<T: Clone + Send + Sync + 'static>(
        &mut self,
        take: fn(&mut App, T),
        part: T,
    ) {
        (self.report)(Report::Answer(Change::of(take, part)));
    }
}

/// A change of the application by a part of an answer.
#[derive(Clone)]
pub struct Change {
    apply: Arc<dyn Fn(&mut App) + Send + Sync>,
    /// True if the change is made even if a newer question was asked.
    pub counts_late: bool,
}

impl Change {
    /// A change that calls `take` with `part`. It is made only while the question is current.
    pub fn of<T: Clone + Send + Sync + 'static>(take: fn(&mut App, T), part: T) -> Self {
        Self { apply: Arc::new(move |app| take(app, part.clone())), counts_late: false }
    }

    /// Makes the change.
    pub(crate) fn apply(&self, app: &mut App) {
        (self.apply)(app);
    }
}

impl Debug for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Change")
    }
}

/// A report of a worker about its question.
#[derive(Clone, Debug)]
pub enum Report {
    /// The progress, and the time since the start of the question.
    Progress(Progress, Duration),
    /// A fact about the position of the question. It stays valid if a newer question was asked.
    Finding(Finding),
    /// A part of the answer.
    Answer(Change),
    /// A budget ended before the answer.
    Interrupted(Interrupted),
    /// The answer is complete.
    Done,
    /// The worker panicked. It continues with the next question.
    Panicked(String),
}

/// A job of any kind, shared by the board and its worker.
#[derive(Clone)]
pub struct AnyJob(Arc<dyn Job>);

impl AnyJob {
    /// The job, if it is of this kind.
    pub fn get<J: Job>(&self) -> Option<&J> {
        let job: &dyn Any = &*self.0;
        job.downcast_ref()
    }

    /// True if the job is of this kind.
    pub fn is<J: Job>(&self) -> bool {
        self.get::<J>().is_some()
    }
}

impl<J: Job> From<J> for AnyJob {
    fn from(job: J) -> Self {
        Self(Arc::new(job))
    }
}

impl std::ops::Deref for AnyJob {
    type Target = dyn Job;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl Debug for AnyJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PartialEq for AnyJob {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_equal(&*other.0)
    }
}

impl<J: Job + PartialEq> PartialEq<J> for AnyJob {
    fn eq(&self, other: &J) -> bool {
        self.get() == Some(other)
    }
}

/// Serial number of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QuestionNumber(u64);

impl QuestionNumber {
    pub(crate) fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// Identifies a question in reports. A finding is valid for the position with this stamp, whichever question
/// produced the finding. Other reports have the number of their question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuestionId {
    /// The number of the question that the report answers.
    pub number: QuestionNumber,
    /// The position when the question was asked.
    pub stamp: Stamp,
}

/// A question for the worker.
#[derive(Clone, Debug)]
pub struct WorkerQuestion {
    /// Identifies the question in reports.
    pub id: QuestionId,
    /// The problem of the question, usually the current position.
    pub problem: Problem,
    /// The job of the question.
    pub job: AnyJob,
}

/// A question that is being answered.
#[derive(Clone, Debug, PartialEq)]
pub struct RunningQuestion {
    /// The number of the question.
    pub question: QuestionNumber,
    /// The job of the question.
    pub job: AnyJob,
    /// The last reported progress, and the time since the start; `None` before the first report.
    pub progress: Option<(Progress, Duration)>,
}

impl RunningQuestion {
    pub(crate) fn new(question: &WorkerQuestion) -> Self {
        Self { question: question.id.number, job: question.job.clone(), progress: None }
    }
}
