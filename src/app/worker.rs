//! A worker: a thread that answers the latest question, and the slot in which that question waits.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::AppEvent;
use crate::job::{Desk, QuestionId, Report, WorkerKind, WorkerQuestion};
use engine::Budget;
use engine::auto::Engine;
use engine::bdd::{self, RulesRobdd};
use system::start_thread;

/// Minimum time between two reports of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);

/// Sends an event to the front end; returns false if the front end has ended.
pub type EventSender = Arc<dyn Fn(AppEvent) -> bool + Send + Sync>;

/// Answers the latest question, in a separate thread.
pub(crate) struct Worker {
    slot: Arc<Slot>,
    kind: WorkerKind,
    /// The memory of all workers, in bytes.
    memory: usize,
    timeout: Option<Duration>,
}

/// The work of a worker.
struct WorkerTask {
    slot: Arc<Slot>,
    sender: EventSender,
    diagrams: bdd::Engine,
    handler: QuestionHandler,
}

/// A slot for one waiting question. A new question replaces a question that has not started.
#[derive(Default)]
struct Slot {
    content: Mutex<SlotState>,
    filled: Condvar,
}

#[derive(Default)]
struct SlotState {
    waiting: Option<(WorkerQuestion, Budget)>,
    /// The budget of the current question.
    current: Option<Budget>,
}

impl Worker {
    /// Starts a worker, which sends its reports to `sender`.
    ///
    /// # Errors
    /// When the system creates no thread.
    pub(crate) fn spawn(
        kind: WorkerKind,
        memory: usize,
        timeout: Option<Duration>,
        sender: EventSender,
        diagrams: bdd::Engine,
    ) -> io::Result<Self> {
        let slot = Arc::new(Slot::default());
        let mut handler = QuestionHandler::new(ChaCha8Rng::from_entropy());
        handler.engine = Engine::sharing(&diagrams);
        let mut task = WorkerTask { slot: Arc::clone(&slot), sender, diagrams, handler };
        start_thread("worker", move || {
            while {
                let (question, budget) = task.slot.next();
                task.answer(&question, budget)
            } {}
        })?;
        Ok(Self { slot, kind, memory, timeout })
    }

    /// Asks a question. Cancels the current question, and drops a question that has not started.
    pub(crate) fn ask(&self, question: WorkerQuestion) {
        let budget = self.kind.budget(self.memory, self.timeout);
        let mut content = self.slot.lock();
        if let Some(current) = &content.current {
            current.cancel();
        }
        content.waiting = Some((question, budget));
        drop(content);
        self.slot.filled.notify_one();
    }

    /// Cancels the current question and the waiting question. The waiting question still starts, so that its
    /// end is reported.
    pub(crate) fn cancel(&self) {
        let content = self.slot.lock();
        let waiting = content.waiting.iter().map(|(_, budget)| budget);
        content.current.iter().chain(waiting).for_each(Budget::cancel);
    }
}

impl SlotState {
    /// Takes the waiting question, which becomes the current one, with its budget.
    fn take(&mut self) -> Option<(WorkerQuestion, Budget)> {
        let waiting = self.waiting.take();
        self.current = waiting.as_ref().map(|(_, budget)| budget.clone());
        waiting
    }
}

impl Slot {
    fn lock(&self) -> MutexGuard<'_, SlotState> {
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a question and returns it with its budget.
    fn next(&self) -> (WorkerQuestion, Budget) {
        let mut content = self.lock();
        loop {
            if let Some(waiting) = content.take() {
                return waiting;
            }
            content = self.filled.wait(content).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl WorkerTask {
    /// Answers a question; false if the user has left the board.
    fn answer(&mut self, question: &WorkerQuestion, budget: Budget) -> bool {
        let Self { sender, diagrams, handler, .. } = self;
        let say = |report| sender(AppEvent::Report(question.id, report));
        let budget = observed(budget, question.id, sender.clone());
        let answered = catch_unwind(AssertUnwindSafe(|| {
            // Sending fails if the user has left the board.
            handler.answer(question, &budget, &mut |report| {
                say(report);
            })
        }));
        let end = answered.unwrap_or_else(|panic| {
            handler.engine = Engine::sharing(diagrams);
            handler.robdd = RulesRobdd::default();
            Report::Panicked(panic_text(panic.as_ref()))
        });
        say(end)
    }
}

/// Returns the budget, extended by an observer that reports progress, at most once per [`PROGRESS_INTERVAL`].
fn observed(budget: Budget, asked: QuestionId, sender: EventSender) -> Budget {
    let begun = Instant::now();
    let reported = Mutex::new(begun);
    budget.with_observer(move |progress| {
        let mut reported = reported.lock().unwrap_or_else(PoisonError::into_inner);
        if reported.elapsed() >= PROGRESS_INTERVAL {
            *reported = Instant::now();
            let report = Report::Progress(progress, begun.elapsed());
            sender(AppEvent::Report(asked, report));
        }
    })
}

/// Answers questions, one at a time.
pub struct QuestionHandler {
    engine: Engine,
    robdd: RulesRobdd,
    random: ChaCha8Rng,
}

impl QuestionHandler {
    /// A handler with an empty cache. Random choices come from `random`.
    pub fn new(random: ChaCha8Rng) -> Self {
        Self { engine: Engine::new(), robdd: RulesRobdd::default(), random }
    }

    /// Answers a question and reports each part as soon as it is found. Returns the last report.
    pub fn answer(
        &mut self,
        question: &WorkerQuestion,
        budget: &Budget,
        report: &mut (dyn FnMut(Report) + Send),
    ) -> Report {
        let Self { engine, robdd, random } = self;
        let (problem, begun) = (&question.problem, Instant::now());
        let desk = &mut Desk { engine, robdd, random, problem, budget, begun, report };
        question.job.work(desk).map_or_else(Report::Interrupted, |()| Report::Done)
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no reason given")
        .to_owned()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{self, Receiver, Sender};

    use super::*;
    use crate::job::{Job, QuestionNumber};
    use crate::orders::{PuzzleOrder, WantedClues};
    use crate::{App, Settings, jobs};
    use engine::{Cause, PartialAnswer};
    use geometry::{Grid, Piece, Size};
    use problem::{Problem, Rules, Value};
    use session::steps::Grade;
    use session::{Finding, NearestSize, Session};

    /// Time limit of the tests, far longer than any answer takes.
    const PATIENCE: Duration = Duration::from_secs(60);

    fn spawned(timeout: Option<Duration>, sender: Sender<AppEvent>) -> Worker {
        let diagrams = bdd::Engine::new();
        let listener = Arc::new(move |event| sender.send(event).is_ok());
        Worker::spawn(WorkerKind::Answering, 1 << 30, timeout, listener, diagrams).unwrap()
    }

    fn worker() -> (Worker, Receiver<AppEvent>) {
        let (sender, receiver) = mpsc::channel();
        (spawned(None, sender), receiver)
    }

    fn application(size: u16) -> App {
        let session = Session::new(Problem::new(Rules::queens(size).unwrap()));
        App::new(session, Settings::default())
    }

    fn question(size: u16, job: impl Job) -> WorkerQuestion {
        let session = Session::new(Problem::new(Rules::queens(size).unwrap()));
        asked(&session, job)
    }

    fn asked(session: &Session, job: impl Job) -> WorkerQuestion {
        let asked = QuestionId { number: QuestionNumber::default(), stamp: session.stamp() };
        WorkerQuestion { id: asked, problem: session.problem().clone(), job: job.into() }
    }

    fn next(receiver: &Receiver<AppEvent>) -> (QuestionId, Report) {
        match receiver.recv_timeout(PATIENCE).unwrap() {
            AppEvent::Report(asked, report) => (asked, report),
            message => panic!("{message:?}"),
        }
    }

    fn wait_for_progress(receiver: &Receiver<AppEvent>) {
        while !matches!(next(receiver).1, Report::Progress(..)) {}
    }

    #[test]
    fn a_question_is_answered_in_full() {
        let (worker, receiver) = worker();
        worker.ask(question(6, jobs::ExaminePosition));
        let Report::Finding(Finding::Layer(PartialAnswer::Census(census, _), _)) =
            next(&receiver).1
        else {
            panic!()
        };
        assert_eq!(census.solutions, 4_u8.into());
        assert!(matches!(
            next(&receiver).1,
            Report::Finding(Finding::Layer(PartialAnswer::RowNodes(12), _))
        ));
        assert!(matches!(
            next(&receiver).1,
            Report::Finding(Finding::Layer(PartialAnswer::Diagram(_), _))
        ));
        assert!(matches!(next(&receiver).1, Report::Done));
    }

    #[test]
    fn a_coloured_puzzle_has_the_size_of_the_board() {
        let (worker, receiver) = worker();
        let (kind, difficulty) = (Some(WantedClues::Coloured), Some(Grade::Easy.into()));
        let order = PuzzleOrder { kind, difficulty, seed: None };
        worker.ask(question(6, jobs::MakePuzzle { order, locked: Vec::new() }));
        loop {
            match next(&receiver).1 {
                Report::Progress(..) => {}
                Report::Answer(change) => {
                    let mut app = application(6);
                    change.apply(&mut app);
                    break assert_eq!(app.session.rules().regions().unwrap().cells().len(), 6);
                }
                report => panic!("{report:?}"),
            }
        }
    }

    #[test]
    fn a_question_that_gives_way_to_another_ends_under_its_own_number() {
        let (worker, receiver) = worker();
        // The first question takes far too long. The second question has the same stamp.
        let first = question(20, jobs::Counts);
        let mut second = question(4, jobs::Complete);
        second.id.number = first.id.number.next();
        let (first_asked, second_asked) = (first.id, second.id);
        worker.ask(first);
        wait_for_progress(&receiver);
        worker.ask(second);
        loop {
            match next(&receiver) {
                (asked, Report::Progress(..) | Report::Interrupted(_)) => {
                    assert_eq!(asked, first_asked);
                }
                (asked, Report::Answer(change)) => {
                    let mut app = application(4);
                    change.apply(&mut app);
                    break assert_eq!((asked, app.session.is_solved()), (second_asked, true));
                }
                report => panic!("{report:?}"),
            }
        }
        let (asked, end) = next(&receiver);
        assert!(asked == second_asked && matches!(end, Report::Done));
    }

    #[test]
    fn a_question_cancelled_before_it_is_begun_ends_all_the_same() {
        let (worker, receiver) = worker();
        worker.ask(question(20, jobs::Counts));
        wait_for_progress(&receiver);
        let problem = Problem::new(Rules::queens(20).unwrap());
        let mut session = Session::new(problem);
        session.decide("a1".parse().unwrap(), Value::Placed).unwrap();
        let second = asked(&session, jobs::Counts);
        let stamp = second.id.stamp;
        worker.ask(second);
        worker.cancel();
        loop {
            match next(&receiver) {
                (of, Report::Interrupted(error)) if of.stamp == stamp => {
                    break assert_eq!(error.cause, Cause::Cancelled);
                }
                (_, Report::Done) => panic!("answered"),
                _ => {}
            }
        }
        // The worker answers the next question.
        worker.ask(question(4, jobs::Complete));
        while !matches!(next(&receiver).1, Report::Done) {}
    }

    #[test]
    fn a_time_limit_ends_a_question() {
        let (sender, receiver) = mpsc::channel();
        let limit = Duration::from_millis(200);
        let worker = spawned(Some(limit), sender);
        worker.ask(question(20, jobs::Counts));
        loop {
            match next(&receiver).1 {
                Report::Progress(..) => {}
                Report::Interrupted(error) => {
                    break assert_eq!(error.cause, Cause::Time(limit));
                }
                report => panic!("{report:?}"),
            }
        }
    }

    #[test]
    fn a_time_limit_ends_the_search_for_the_nearest_size() {
        let (sender, receiver) = mpsc::channel();
        let limit = Duration::from_millis(1);
        let worker = spawned(Some(limit), sender);
        // The engine shows at once that there is no solution. Finding the nearest size with a solution takes seconds.
        let pieces = "pieces=13".parse().unwrap();
        let grid = Grid::new(Size::square(12).unwrap());
        let rules = Rules::new(grid, Piece::default(), [pieces]);
        worker.ask(asked(&Session::new(Problem::new(rules)), jobs::ExaminePosition));
        loop {
            match next(&receiver).1 {
                Report::Finding(Finding::NearestSize(nearest)) => {
                    break assert_eq!(nearest, NearestSize::Unknown);
                }
                Report::Interrupted(error) => break assert_eq!(error.cause, Cause::Time(limit)),
                Report::Progress(..) | Report::Finding(_) => {}
                report => panic!("{report:?}"),
            }
        }
    }
}
