use std::io;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use num_traits::Zero;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

use crate::input::orders::{PuzzleKind, PuzzleOrder, Searches};
use crate::model::question::{Asked, Report, Topic, WorkerKind, WorkerQuestion};
use crate::model::recording::Recording;
use crate::runtime::files;
use crate::update::message::Message;
use engine::auto::{self, Engine};
use engine::bdd::SecondOpinion;
use engine::search::ColumnModel;
use engine::{
    Aim, Budget, Cause, Completion, Consistency, Interrupted, Layer, Oracle, available_threads, bdd,
};
use geometry::Cell;
use problem::{Problem, Requirement, Rules};
use session::puzzle::{self, Outcome};
use session::{
    DrawnDiagram, DrawnGrowth, Finding, Hint, NearestSize, Reason, SolutionCount, Waypoint,
    explanations, restored,
};

/// The shortest time between two reports of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);

/// The most explanations of one cell that are looked for.
const MOST_EXPLANATIONS: usize = 32;

/// How long the nearest size with a solution is looked for.
const NEAREST_TIMEOUT: Duration = Duration::from_secs(10);

/// How long the best solution is looked for where the diagram is not quick.
const BEST_TIMEOUT: Duration = Duration::from_secs(20);

/// How long the solutions at the nodes of a search tree are counted.
const BELOW_TIMEOUT: Duration = Duration::from_secs(20);

/// How long the solutions without each decision are counted or estimated.
const WITHOUT_TIMEOUT: Duration = Duration::from_secs(10);

/// A thread that answers the latest question.
pub(crate) struct Worker {
    slot: Arc<Slot>,
    kind: WorkerKind,
    /// The memory of all workers, in bytes.
    memory: usize,
    timeout: Option<Duration>,
}

/// Room for one question: a new one replaces one that has not started.
#[derive(Default)]
struct Slot {
    content: Mutex<Content>,
    filled: Condvar,
}

#[derive(Default)]
struct Content {
    waiting: Option<(WorkerQuestion, Budget)>,
    /// The budget of the current question.
    current: Option<Budget>,
}

/// Turns a report into a message.
type Say = fn(Asked, Report) -> Message;

impl Worker {
    pub(crate) fn spawn(
        kind: WorkerKind,
        memory: usize,
        timeout: Option<Duration>,
        sender: Sender<Message>,
        diagrams: bdd::Engine,
    ) -> io::Result<Self> {
        let slot = Arc::new(Slot::default());
        let worker = Self { slot: Arc::clone(&slot), kind, memory, timeout };
        let say = Message::of(kind);
        thread::Builder::new()
            .name("worker".to_owned())
            .spawn(move || work(&slot, &sender, say, &diagrams))?;
        Ok(worker)
    }

    /// Asks a question. Cancels the current one, and drops one that has not started.
    pub(crate) fn ask(&self, question: WorkerQuestion) {
        let mut budget = Budget::new(self.kind.share(self.memory)).part_of(self.memory);
        if let Some(timeout) = self.timeout {
            budget = budget.with_timeout(timeout);
        }
        let mut content = self.slot.content.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(current) = &content.current {
            current.cancel();
        }
        content.waiting = Some((question, budget));
        drop(content);
        self.slot.filled.notify_one();
    }

    /// Cancels the current question. One that has not started stays, so that its end is reported
    /// too.
    pub(crate) fn cancel(&self) {
        let content = self.slot.content.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = content.waiting.iter().map(|(_, budget)| budget);
        content.current.iter().chain(waiting).for_each(Budget::cancel);
    }
}

impl Slot {
    /// Waits for a question.
    fn next(&self) -> (WorkerQuestion, Budget) {
        let mut content = self.content.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some((question, budget)) = content.waiting.take() {
                content.current = Some(budget.clone());
                return (question, budget);
            }
            content.current = None;
            content = self.filled.wait(content).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn work(slot: &Slot, sender: &Sender<Message>, say: Say, diagrams: &bdd::Engine) {
    let engine = || Engine::sharing(diagrams);
    let mut respondent =
        Respondent { engine: engine(), ..Respondent::new(ChaCha8Rng::from_entropy()) };
    loop {
        let (question, budget) = slot.next();
        let asked = question.asked;
        let budget = observed(budget, &question, sender, say);
        let answered = catch_unwind(AssertUnwindSafe(|| {
            respondent.answer(&question, &budget, &mut |report| {
                // The board may have been left.
                let _ = sender.send(say(asked, report));
            })
        }));
        let end = answered.map_or_else(
            |panic| {
                respondent.engine = engine();
                respondent.second_opinion = SecondOpinion::default();
                Report::Panicked(panic_text(panic.as_ref()))
            },
            end,
        );
        if sender.send(say(asked, end)).is_err() {
            return;
        }
    }
}

/// A budget that reports its progress from time to time.
fn observed(
    budget: Budget,
    question: &WorkerQuestion,
    sender: &Sender<Message>,
    say: Say,
) -> Budget {
    let (asked, sender) = (question.asked, sender.clone());
    let begun = Instant::now();
    let reported = Mutex::new(begun);
    budget.with_observer(move |progress| {
        let mut reported = reported.lock().unwrap_or_else(PoisonError::into_inner);
        if reported.elapsed() >= PROGRESS_INTERVAL {
            *reported = Instant::now();
            let _ = sender.send(say(asked, Report::Progress(progress, begun.elapsed())));
        }
    })
}

/// Answers questions, one at a time.
pub(crate) struct Respondent {
    engine: Engine,
    second_opinion: SecondOpinion,
    random: ChaCha8Rng,
}

impl Respondent {
    pub(crate) fn new(random: ChaCha8Rng) -> Self {
        Self { engine: Engine::new(), second_opinion: SecondOpinion::default(), random }
    }

    /// Answers a question and reports each part as soon as it is found.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(crate) fn answer(
        &mut self,
        question: &WorkerQuestion,
        budget: &Budget,
        report: &mut dyn FnMut(Report),
    ) -> Result<(), Interrupted> {
        let Self { engine, second_opinion, random } = self;
        let problem = &question.problem;
        match question.topic.clone() {
            Topic::Completion => {
                report(Report::Completion(engine.complete(problem, random, budget)?));
            }
            Topic::Best(aim) => best(engine, problem, aim, budget, report)?,
            Topic::Solution(number) => {
                let solution = match number {
                    Some(number) => engine.complete_with(problem, &number, random, budget)?,
                    None => engine.complete(problem, random, budget)?,
                };
                report(Report::Solution(solution));
            }
            Topic::Puzzle(order) => {
                let seed = order.seed.unwrap_or_else(|| random.next_u64());
                let made = puzzle(problem.rules(), order, seed, budget)?;
                report(Report::Puzzle(made));
            }
            Topic::Play(wanted, seed) => {
                let seed = seed.unwrap_or_else(|| random.next_u32().into());
                report(Report::Game(wanted, seed, wanted.make(seed, budget)?));
            }
            Topic::StillRight => {
                report(Report::StillRight(engine.is_satisfiable(problem, budget)?));
            }
            Topic::Hint => {
                report(Report::Hint(Hint::find(engine, problem, budget)?));
            }
            Topic::Search(searches) => search(engine, problem, searches, budget, report)?,
            Topic::Export(export) => {
                report(Report::Exported(files::export(&export, problem, budget)?));
            }
            Topic::Reason(wish) => {
                let reason = Reason::find_for_board(engine, problem, wish, budget)?;
                report(Report::Finding(Finding::Reason(wish, Some(reason))));
            }
            Topic::Ways(wish, ways) => {
                for take_back in ways {
                    let position = restored(problem, wish, &take_back);
                    // A way to a solution leaves one.
                    let leaves = SolutionCount::find(engine, &position, budget)?
                        .unwrap_or(SolutionCount::AtLeast(1));
                    report(Report::Finding(Finding::Leaves(wish, take_back, leaves)));
                }
            }
            Topic::Explanations(wish) => {
                let found = explanations(engine, problem, wish, MOST_EXPLANATIONS, budget)?;
                report(Report::Finding(Finding::Explanations(wish, found)));
            }
            Topic::Trail(positions) => {
                for position in positions {
                    let waypoint = Waypoint::find(engine, &position, budget)?;
                    report(Report::Finding(Finding::Waypoint(position, waypoint)));
                }
            }
            Topic::Size => {
                if let Some(size) = engine.diagram_size(problem, budget)? {
                    report(Report::Finding(Finding::Diagram(size)));
                }
            }
            Topic::SecondOpinion => {
                let census = second_opinion.census(problem, budget)?;
                report(Report::Finding(Finding::SecondOpinion(census)));
            }
            Topic::Remaining(number) => {
                if let Some(all) = remaining(engine, random, problem, number, budget)? {
                    report(Report::Finding(Finding::Remaining(all)));
                }
            }
            Topic::Pieces => pieces(engine, problem, budget, report)?,
            Topic::Without(lines) => without(engine, problem, lines, budget, report)?,
            Topic::Consistency(impossible) => {
                let found = Consistency::find(problem, &impossible, budget)?;
                report(Report::Finding(Finding::Consistency(found)));
            }
            Topic::Graph(order) => {
                report(Report::Graph(DrawnDiagram::find(engine, problem, order, budget)?));
            }
            Topic::Growth => report(Report::Growth(DrawnGrowth::find(problem, budget)?)),
            Topic::Position => survey(engine, problem, budget, report)?,
            Topic::Estimate => {
                auto::estimate(problem, threads_beside(), budget, &mut |census| {
                    report(Report::Finding(Finding::Estimate(census)));
                })?;
            }
            Topic::Counts => counts(engine, problem, budget, report)?,
        }
        Ok(())
    }
}

/// The number of solutions by the number of their pieces; of none where the diagram is not quick.
fn pieces(
    engine: &mut Engine,
    problem: &Problem,
    budget: &Budget,
    report: &mut dyn FnMut(Report),
) -> Result<(), Interrupted> {
    let pieces = engine.by_pieces(problem, budget)?.unwrap_or_default();
    report(Report::Finding(Finding::Pieces(pieces)));
    Ok(())
}

/// The number of solutions without the decisions of each line, as far as they are counted soon.
fn without(
    engine: &mut Engine,
    problem: &Problem,
    lines: Vec<Vec<Cell>>,
    budget: &Budget,
    report: &mut dyn FnMut(Report),
) -> Result<(), Interrupted> {
    let soon = budget.slice(WITHOUT_TIMEOUT);
    for cells in lines {
        let position = restored(problem, None, &cells);
        let found = match SolutionCount::find(engine, &position, &soon) {
            Err(interrupted) if interrupted.cause == Cause::Cancelled => return Err(interrupted),
            found => found.ok().flatten(),
        };
        report(Report::Finding(Finding::Without(cells, found)));
    }
    Ok(())
}

/// Records searches, and then counts the solutions at their nodes where the diagram is quick.
fn search(
    engine: &mut Engine,
    problem: &Problem,
    searches: Searches,
    budget: &Budget,
    report: &mut dyn FnMut(Report),
) -> Result<(), Interrupted> {
    let model = match ColumnModel::new(problem) {
        Ok(model) => model,
        Err(unsuited) => {
            report(Report::Recordings(Err(unsuited)));
            return Ok(());
        }
    };
    let mut recordings = Vec::new();
    for options in std::iter::once(searches.first).chain(searches.beside) {
        recordings.push(Recording::record(&model, options, budget)?);
    }
    report(Report::Recordings(Ok(recordings.clone())));
    for (number, recording) in recordings.iter().enumerate() {
        let budget = budget.slice(BELOW_TIMEOUT);
        if let Some(counts) = engine.count_below(problem, &recording.tree, &budget)? {
            report(Report::Below(number, counts));
        }
    }
    Ok(())
}

/// The counts and the diagram's size, or the domains; without solutions, also the nearest size with one.
fn survey(
    engine: &mut Engine,
    problem: &Problem,
    budget: &Budget,
    report: &mut dyn FnMut(Report),
) -> Result<(), Interrupted> {
    let begun = Instant::now();
    let mut hopeless = false;
    engine.survey(problem, budget, &mut |layer| {
        hopeless = match &layer {
            Layer::Census(census, _) => census.solutions.is_zero(),
            Layer::Domains(domains) => domains.satisfiable == Some(false),
            Layer::RowNodes(_) | Layer::Diagram(_) | Layer::Estimate(_) => hopeless,
        };
        report(Report::Finding(Finding::from_layer(layer, begun.elapsed())));
    })?;
    if !hopeless {
        costs(engine, problem, budget, report)?;
    }
    if hopeless && problem.decisions().is_empty() {
        let budget = budget.slice(NEAREST_TIMEOUT);
        let nearest = match engine.nearest_size(problem.rules(), &budget) {
            Ok(Some(size)) => NearestSize::Found(size),
            Ok(None) => NearestSize::NoneNearby,
            Err(_) => NearestSize::Unknown,
        };
        report(Report::Finding(Finding::NearestSize(nearest)));
    }
    Ok(())
}

/// All counts, also by pieces where these are not fixed, and what the cheapest solutions cost.
fn counts(
    engine: &mut Engine,
    problem: &Problem,
    budget: &Budget,
    report: &mut dyn FnMut(Report),
) -> Result<(), Interrupted> {
    let begun = Instant::now();
    engine.census(problem, threads_beside(), budget, &mut |layer| {
        report(Report::Finding(Finding::from_layer(layer, begun.elapsed())));
    })?;
    // This worker has the diagram.
    if !problem.rules().fixes_pieces() {
        pieces(engine, problem, budget, report)?;
    }
    costs(engine, problem, budget, report)
}

/// The best solution, if there are weights.
fn best(
    engine: &mut Engine,
    problem: &Problem,
    aim: Aim,
    budget: &Budget,
    report: &mut dyn FnMut(Report),
) -> Result<(), Interrupted> {
    let Some(weights) = problem.rules().weights() else { return Ok(()) };
    let budget = budget.slice(BEST_TIMEOUT);
    let found = engine.best(problem, weights, aim, NonZeroUsize::MIN, &budget)?;
    report(Report::Best(aim, found));
    Ok(())
}

/// What the cheapest solution through each cell costs, with weights and where the diagram is quick.
fn costs(
    engine: &mut Engine,
    problem: &Problem,
    budget: &Budget,
    report: &mut dyn FnMut(Report),
) -> Result<(), Interrupted> {
    let Some(weights) = problem.rules().weights() else { return Ok(()) };
    if let Some(costs) = engine.costs(problem, weights, Aim::Cheapest, budget)? {
        report(Report::Finding(Finding::Costs(costs)));
    }
    Ok(())
}

/// All solutions, so many; `None` without the diagram: they have no order then, and the same one could
/// come twice.
fn remaining(
    engine: &mut Engine,
    random: &mut ChaCha8Rng,
    problem: &Problem,
    number: u64,
    budget: &Budget,
) -> Result<Option<Vec<Completion>>, Interrupted> {
    let mut all = Vec::new();
    for number in 0..number {
        let solution = engine.complete_with(problem, &number.into(), random, budget)?;
        let Some(solution) = solution.filter(|solution| solution.rank.is_some()) else {
            return Ok(None);
        };
        all.push(solution);
    }
    Ok(Some(all))
}

/// The last report of an answer.
pub(crate) fn end(answered: Result<(), Interrupted>) -> Report {
    answered.map_or_else(Report::Interrupted, |()| Report::Done)
}

/// All cores but one, which is left for the board.
fn threads_beside() -> NonZeroUsize {
    NonZeroUsize::new(available_threads().get() - 1).unwrap_or(NonZeroUsize::MIN)
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no reason given")
        .to_owned()
}

/// Makes a puzzle under these rules or of the same size.
fn puzzle(
    rules: &Arc<Rules>,
    order: PuzzleOrder,
    seed: u64,
    budget: &Budget,
) -> Result<Outcome, Interrupted> {
    let needs_regions = rules.requirements().iter().any(Requirement::needs_regions);
    let usual = match order.grade {
        Some(_) if needs_regions => PuzzleKind::Coloured,
        _ => PuzzleKind::Givens(None),
    };
    let kind = order.kind.unwrap_or(usual);
    let grid = rules.grid().clone();
    let like = Problem::new(match kind {
        PuzzleKind::Coloured if !needs_regions => Arc::new(puzzle::coloured_rules(grid)),
        // The makers of colour regions do not add up costs.
        PuzzleKind::Coloured => Arc::new(rules.without_limit()),
        PuzzleKind::Givens(_) => Arc::clone(rules),
        PuzzleKind::StarBattle(stars) => {
            let stars = stars.unwrap_or_else(|| puzzle::usual_stars(grid.size()));
            Arc::new(Rules::star_battle(grid, stars))
        }
    });
    match (kind, order.grade) {
        (PuzzleKind::Givens(number), None) => puzzle::make(&like, number, seed, budget),
        (PuzzleKind::Givens(number), Some(grade)) => {
            puzzle::make_graded(&like, number, grade, seed, budget)
        }
        (_, None) => puzzle::make_coloured(&like, seed, budget),
        (_, Some(grade)) => puzzle::make_coloured_graded(&like, grade, seed, budget),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{self, Receiver};

    use super::*;
    use crate::model::question::QuestionNumber;
    use geometry::{Grid, Piece, Size};
    use problem::Value;
    use session::Session;
    use session::steps::Grade;

    /// Far longer than any answer takes.
    const PATIENCE: Duration = Duration::from_secs(60);

    fn spawned(timeout: Option<Duration>, sender: Sender<Message>) -> Worker {
        let diagrams = bdd::Engine::new();
        Worker::spawn(WorkerKind::Answering, 1 << 30, timeout, sender, diagrams).unwrap()
    }

    fn worker() -> (Worker, Receiver<Message>) {
        let (sender, receiver) = mpsc::channel();
        (spawned(None, sender), receiver)
    }

    fn question(size: u16, topic: Topic) -> WorkerQuestion {
        let session = Session::new(Problem::new(Rules::queens(size).unwrap()));
        asked(&session, topic)
    }

    fn asked(session: &Session, topic: Topic) -> WorkerQuestion {
        let asked = Asked { number: QuestionNumber::default(), stamp: session.stamp() };
        WorkerQuestion { asked, problem: session.problem().clone(), topic }
    }

    fn next(receiver: &Receiver<Message>) -> (Asked, Report) {
        match receiver.recv_timeout(PATIENCE).unwrap() {
            Message::Worker(asked, report) => (asked, report),
            message => panic!("{message:?}"),
        }
    }

    fn wait_for_progress(receiver: &Receiver<Message>) {
        while !matches!(next(receiver).1, Report::Progress(..)) {}
    }

    #[test]
    fn a_question_is_answered_in_full() {
        let (worker, receiver) = worker();
        worker.ask(question(6, Topic::Position));
        let Report::Finding(Finding::Census(census, _)) = next(&receiver).1 else { panic!() };
        assert_eq!(census.solutions, 4_u8.into());
        assert!(matches!(next(&receiver).1, Report::Finding(Finding::RowNodes(12))));
        assert!(matches!(next(&receiver).1, Report::Finding(Finding::Diagram(_))));
        assert!(matches!(next(&receiver).1, Report::Done));
    }

    #[test]
    fn a_coloured_puzzle_has_the_size_of_the_board() {
        let (worker, receiver) = worker();
        let (kind, grade) = (Some(PuzzleKind::Coloured), Some(Grade::Easy));
        let order = PuzzleOrder { kind, grade, seed: None };
        worker.ask(question(6, Topic::Puzzle(order)));
        loop {
            match next(&receiver).1 {
                Report::Progress(..) => {}
                Report::Puzzle(Outcome::Puzzle(made)) => {
                    break assert_eq!(made.rules().regions().unwrap().cells().len(), 6);
                }
                report => panic!("{report:?}"),
            }
        }
    }

    #[test]
    fn a_question_that_gives_way_to_another_ends_under_its_own_number() {
        let (worker, receiver) = worker();
        // Hopelessly large, and the other is about the same position as far as the stamp tells.
        let first = question(20, Topic::Counts);
        let mut second = question(4, Topic::Completion);
        second.asked.number = first.asked.number.next();
        let (first_asked, second_asked) = (first.asked, second.asked);
        worker.ask(first);
        wait_for_progress(&receiver);
        worker.ask(second);
        loop {
            match next(&receiver) {
                (asked, Report::Progress(..) | Report::Interrupted(_)) => {
                    assert_eq!(asked, first_asked);
                }
                (asked, Report::Completion(completion)) => {
                    break assert_eq!((asked, completion.is_some()), (second_asked, true));
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
        worker.ask(question(20, Topic::Counts));
        wait_for_progress(&receiver);
        let problem = Problem::new(Rules::queens(20).unwrap());
        let mut session = Session::new(problem);
        session.decide("a1".parse().unwrap(), Value::Placed).unwrap();
        let second = asked(&session, Topic::Counts);
        let stamp = second.asked.stamp;
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
        // The worker is there for the next one.
        worker.ask(question(4, Topic::Completion));
        while !matches!(next(&receiver).1, Report::Done) {}
    }

    #[test]
    fn a_time_limit_ends_a_question() {
        let (sender, receiver) = mpsc::channel();
        let limit = Duration::from_millis(200);
        let worker = spawned(Some(limit), sender);
        worker.ask(question(20, Topic::Counts));
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
        // At once without a solution; the nearest size with one takes seconds.
        let pieces = "pieces=13".parse().unwrap();
        let grid = Grid::new(Size::square(12).unwrap());
        let rules = Rules::new(grid, Piece::default(), [pieces]);
        worker.ask(asked(&Session::new(Problem::new(rules)), Topic::Position));
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
