use std::io;
use std::iter;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use num_traits::Zero;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use strum::VariantArray;

use crate::input::orders::{PuzzleKind, PuzzleOrder, SearchComparison, Searches};
use crate::model::game::Assessment;
use crate::model::question::{
    Measure, QuestionId, Report, SolutionChoice, Topic, WorkerKind, WorkerQuestion,
};
use crate::model::recording::Recording;
use crate::model::{DrawnGraph, SeriesView};
use crate::runtime::{files, threads};
use crate::update::message::Message;
use engine::auto::{self, Engine};
use engine::bdd::{RulesRobdd, SingleRule};
use engine::search::{ColumnModel, ComparedSearch, MeasuredSearch};
use engine::{
    Answer, Budget, Cause, Consistency, Objective, Oracle, PartialAnswer, available_threads, bdd,
};
use geometry::{Cell, TableSize};
use problem::{Problem, Requirement, Rules, Weights};
use session::puzzle::{self, Clues, Outcome, PuzzleSolutions, RepairPart};
use session::steps::Solver;
use session::{
    DrawnDiagram, DrawnOrder, DrawnSeries, Finding, Hint, NearestSize, OrderRequest, Reason,
    SolutionCount, Waypoint, Wish, explanations, restored, size_in_order,
};

/// Minimum time between two reports of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);

/// Maximum number of explanations of one cell.
const MOST_EXPLANATIONS: usize = 32;

/// Maximum time of the search for the nearest size with a solution.
const NEAREST_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum time of the search for the best solution.
const BEST_TIMEOUT: Duration = Duration::from_secs(20);

/// Maximum time for counting the solutions at the nodes of a search tree.
const BELOW_TIMEOUT: Duration = Duration::from_secs(20);

/// Maximum time for counting or estimating the solutions without each decision.
const RETRACTION_COUNTS_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum time for grading a puzzle.
const GRADE_TIMEOUT: Duration = Duration::from_secs(120);

/// Answers the latest question, in a thread of its own.
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
    sender: Sender<Message>,
    diagrams: bdd::Engine,
    responder: QuestionHandler,
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
        sender: Sender<Message>,
        diagrams: bdd::Engine,
    ) -> io::Result<Self> {
        let slot = Arc::new(Slot::default());
        let mut responder = QuestionHandler::new(ChaCha8Rng::from_entropy());
        responder.engine = Engine::sharing(&diagrams);
        let mut task = WorkerTask { slot: Arc::clone(&slot), sender, diagrams, responder };
        threads::start("worker", move || {
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
        let Self { sender, diagrams, responder, .. } = self;
        let say = |report| sender.send(Message::Report(question.id, report)).is_ok();
        let budget = observed(budget, question.id, sender.clone());
        let answered = catch_unwind(AssertUnwindSafe(|| {
            // Sending fails if the user has left the board.
            responder.answer(question, &budget, &mut |report| {
                say(report);
            })
        }));
        let end = answered.unwrap_or_else(|panic| {
            responder.engine = Engine::sharing(diagrams);
            responder.robdd = RulesRobdd::default();
            Report::Panicked(panic_text(panic.as_ref()))
        });
        say(end)
    }
}

/// Returns the budget, extended by an observer that reports progress, at most once per [`PROGRESS_INTERVAL`].
fn observed(budget: Budget, asked: QuestionId, sender: Sender<Message>) -> Budget {
    let begun = Instant::now();
    let reported = Mutex::new(begun);
    budget.with_observer(move |progress| {
        let mut reported = reported.lock().unwrap_or_else(PoisonError::into_inner);
        if reported.elapsed() >= PROGRESS_INTERVAL {
            *reported = Instant::now();
            let report = Report::Progress(progress, begun.elapsed());
            let _ = sender.send(Message::Report(asked, report));
        }
    })
}

/// Answers questions, one at a time.
pub(crate) struct QuestionHandler {
    engine: Engine,
    robdd: RulesRobdd,
    random: ChaCha8Rng,
}

impl QuestionHandler {
    pub(crate) fn new(random: ChaCha8Rng) -> Self {
        Self { engine: Engine::new(), robdd: RulesRobdd::default(), random }
    }

    /// Answers a question and reports each part as soon as it is found. Returns the last report.
    pub(crate) fn answer(
        &mut self,
        question: &WorkerQuestion,
        budget: &Budget,
        report: &mut (dyn FnMut(Report) + Send),
    ) -> Report {
        let Self { engine, robdd, random } = self;
        let (problem, begun) = (&question.problem, Instant::now());
        let answered = AnswerTask { engine, robdd, random, problem, budget, begun, report }
            .answer(&question.topic);
        answered.map_or_else(Report::Interrupted, |()| Report::Done)
    }
}

/// A question that is being answered.
struct AnswerTask<'a> {
    engine: &'a mut Engine,
    robdd: &'a mut RulesRobdd,
    random: &'a mut ChaCha8Rng,
    problem: &'a Problem,
    budget: &'a Budget,
    begun: Instant,
    report: &'a mut (dyn FnMut(Report) + Send),
}

impl AnswerTask<'_> {
    /// Reports all parts of the answer.
    ///
    /// # Errors
    /// When the budget ends first.
    fn answer(&mut self, topic: &Topic) -> Answer<()> {
        let (problem, budget) = (self.problem, self.budget);
        let engine = &mut *self.engine;
        let report = match topic {
            Topic::Completion => {
                Report::Completion(engine.complete(problem, self.random, budget)?)
            }
            Topic::Solution(SolutionChoice::Number(number)) => {
                Report::Solution(engine.complete_with(problem, number, self.random, budget)?)
            }
            Topic::Solution(SolutionChoice::Random(Some(seed))) => {
                let random = &mut ChaCha8Rng::seed_from_u64(*seed);
                Report::Solution(engine.complete(problem, random, budget)?)
            }
            Topic::Solution(SolutionChoice::Random(None)) => {
                Report::Solution(engine.complete(problem, self.random, budget)?)
            }
            Topic::Steps => {
                let solver = Solver::new(problem.rules(), budget)?;
                Report::Steps(solver.solve(engine, problem, budget)?)
            }
            Topic::Puzzle(order) => {
                let seed = order.seed.unwrap_or_else(|| self.random.next_u64());
                Report::Puzzle(puzzle(problem.rules(), *order, seed, budget)?)
            }
            Topic::Play(wanted, seed) => {
                let seed = seed.unwrap_or_else(|| self.random.next_u32().into());
                Report::Game(*wanted, seed, wanted.make(seed, budget)?)
            }
            Topic::Ahead(wanted, seed) => {
                let seed = seed.unwrap_or_else(|| self.random.next_u32().into());
                Report::Ahead(*wanted, seed, wanted.make(seed, budget)?)
            }
            Topic::Assess => return self.assess(),
            Topic::Recognise(drawn) => {
                let fitting = puzzle::fitting_stars(&drawn.regions, budget)?;
                Report::Recognised(drawn.clone(), fitting)
            }
            Topic::StillRight => Report::StillRight(engine.is_satisfiable(problem, budget)?),
            Topic::Hint => Report::Hint(Hint::find(engine, problem, budget)?),
            Topic::Supposition(cell) => {
                Report::Supposition(*cell, Hint::suppose(engine, problem, *cell, budget)?)
            }
            Topic::Export(export) => Report::Exported(files::export(export, problem, budget)?),
            Topic::Graph(request) => {
                let drawn = DrawnDiagram::find(engine, problem, request, budget)?;
                Report::Graph(match drawn {
                    Ok(drawn) => Ok(Arc::new(DrawnGraph::new(drawn, budget)?)),
                    Err(reason) => Err(reason),
                })
            }
            Topic::Claim(claim) => Report::Judged(claim.clone(), claim.judge(problem, budget)?),
            Topic::OrderSizes(problem, rule) => return self.order_sizes(problem, *rule),
            Topic::Series(request) => {
                Report::Series(match DrawnSeries::find(engine, request, problem, budget)? {
                    Ok(series) => Ok(SeriesView::new(series, budget)?),
                    Err(reason) => Err(reason),
                })
            }
            Topic::Reason(wish) => {
                let reason = Reason::find_for_board(engine, problem, *wish, budget)?;
                Report::Finding(Finding::Reason(*wish, Some(reason)))
            }
            Topic::Explanations(wish) => {
                let all = explanations(engine, problem, *wish, MOST_EXPLANATIONS, budget)?;
                Report::Finding(Finding::Explanations(*wish, all))
            }
            Topic::Robdd => {
                self.robdd.build(problem.rules(), budget)?;
                let found = self.robdd.position(problem, budget)?;
                Report::Finding(Finding::Robdd(found, self.begun.elapsed()))
            }
            Topic::Consistency(impossible) => {
                let found = Consistency::find(problem, impossible, budget)?;
                Report::Finding(Finding::Consistency(found))
            }
            Topic::Check => return puzzle::check(problem, budget, &mut self.parts()),
            Topic::Repair => return puzzle::repair(problem, budget, &mut self.parts()),
            Topic::Best(aim, measure) => return self.best(*aim, *measure),
            Topic::Search(searches) => return self.search(searches),
            Topic::Compare(comparison, sizes) => return self.compare(comparison, sizes),
            Topic::Ways(wish, ways) => return self.count_restorations(*wish, ways),
            Topic::Trail(positions) => return self.report_waypoints(positions),
            Topic::Size => return self.size(),
            Topic::Remaining(number) => return self.report_remaining_solutions(*number),
            Topic::Pieces => return self.pieces(),
            Topic::Without(lines) => return self.report_retraction_counts(lines),
            Topic::Position => return self.survey(),
            Topic::Estimate => return self.estimate(),
            Topic::Counts => return self.counts(),
        };
        (self.report)(report);
        Ok(())
    }

    fn learn(&mut self, finding: Finding) {
        (self.report)(Report::Finding(finding));
    }

    /// Reports the solutions of a puzzle, then its grade and its difficulty.
    fn assess(&mut self) -> Answer<()> {
        let solutions = PuzzleSolutions::find(self.problem, self.budget)?;
        let can_be_graded = matches!(solutions, PuzzleSolutions::One(_));
        let solutions = Some(solutions);
        let mut found = Assessment { solutions, graded: None, is_complete: !can_be_graded };
        (self.report)(Report::Assessed(found.clone()));
        if can_be_graded {
            found.graded = puzzle::grade_of(self.problem, &self.budget.slice(GRADE_TIMEOUT))
                .or_else(|interrupted| interrupted.unless_cancelled(None))?;
            found.is_complete = true;
            (self.report)(Report::Assessed(found));
        }
        Ok(())
    }

    /// A function that reports the parts of an answer about drawn regions.
    fn parts(&mut self) -> impl FnMut(RepairPart) + Send {
        |part| (self.report)(Report::Finding(Finding::Repair(part)))
    }

    /// Reports, for each set of decisions, how many solutions agree with the wish after the set is taken back.
    fn count_restorations(&mut self, wish: Wish, ways: &[Vec<Cell>]) -> Answer<()> {
        for take_back in ways {
            let position = restored(self.problem, wish, take_back);
            // After the set is taken back, at least one solution agrees with the wish.
            let leaves = SolutionCount::find(self.engine, &position, self.budget)?
                .unwrap_or(SolutionCount::AtLeast(1));
            self.learn(Finding::Leaves(wish, take_back.clone(), leaves));
        }
        Ok(())
    }

    /// Reports the number of solutions of each earlier position.
    fn report_waypoints(&mut self, positions: &[Problem]) -> Answer<()> {
        for position in positions {
            let waypoint = Waypoint::find(self.engine, position, self.budget)?;
            self.learn(Finding::Waypoint(position.clone(), waypoint));
        }
        Ok(())
    }

    /// Reports the size of the diagram as BDD, if the diagram is cached.
    fn size(&mut self) -> Answer<()> {
        if let Some(size) = self.engine.diagram_size(self.problem, self.budget)? {
            self.learn(Finding::Layer(PartialAnswer::Diagram(size), self.begun.elapsed()));
        }
        Ok(())
    }

    /// Reports all solutions, if there is a diagram. Without a diagram, the solutions have no order, and the
    /// same solution could be found twice.
    fn report_remaining_solutions(&mut self, number: u64) -> Answer<()> {
        let mut solution = |number: u64| {
            let found = self.engine.complete_with(
                self.problem,
                &number.into(),
                self.random,
                self.budget,
            )?;
            Ok(found.filter(|solution| solution.rank.is_some()))
        };
        let all = (0..number).map(&mut solution).collect::<Answer<Option<Vec<_>>>>()?;
        if let Some(all) = all {
            self.learn(Finding::Remaining(all));
        }
        Ok(())
    }

    /// Reports the size of a problem's diagram, or of the diagram of a single rule, in each known order.
    fn order_sizes(&mut self, problem: &Problem, rule: Option<SingleRule>) -> Answer<()> {
        for &order in DrawnOrder::VARIANTS {
            let size = size_in_order(problem, rule, &OrderRequest::Known(order), self.budget)?;
            (self.report)(Report::OrderSize(order, size));
        }
        Ok(())
    }

    /// Reports the number of solutions for each number of pieces; empty if the diagram takes long.
    fn pieces(&mut self) -> Answer<()> {
        let pieces = self.engine.by_pieces(self.problem, self.budget)?;
        self.learn(Finding::Pieces(pieces.unwrap_or_default()));
        Ok(())
    }

    /// Reports the number of solutions without the decisions of each line; `None` if [`RETRACTION_COUNTS_TIMEOUT`] ends
    /// first.
    fn report_retraction_counts(&mut self, lines: &[Vec<Cell>]) -> Answer<()> {
        let soon = self.budget.slice(RETRACTION_COUNTS_TIMEOUT);
        for cells in lines {
            let position = restored(self.problem, None, cells);
            let found = SolutionCount::find(self.engine, &position, &soon)
                .or_else(|interrupted| interrupted.unless_cancelled(None))?;
            self.learn(Finding::Without(cells.clone(), found));
        }
        Ok(())
    }

    /// Records searches, and then counts the solutions at the nodes of each tree, unless the diagram takes long.
    fn search(&mut self, searches: &Searches) -> Answer<()> {
        let model = match ColumnModel::new(self.problem) {
            Ok(model) => model,
            Err(unsuited) => {
                (self.report)(Report::Recordings(Err(unsuited)));
                return Ok(());
            }
        };
        let all = iter::once(searches.first).chain(searches.second_search);
        let recordings: Vec<_> = all
            .map(|options| Recording::record(&model, options, self.budget))
            .collect::<Result<_, _>>()?;
        (self.report)(Report::Recordings(Ok(recordings.clone())));
        for (number, recording) in recordings.iter().enumerate() {
            let budget = self.budget.slice(BELOW_TIMEOUT);
            if let Some(counts) = self.engine.count_below(self.problem, &recording.tree, &budget)? {
                (self.report)(Report::Below(number, counts));
            }
        }
        Ok(())
    }

    /// Reports the effort of each search for each size. A search that its time limit ends does not end the others.
    fn compare(&mut self, comparison: &SearchComparison, sizes: &[TableSize]) -> Answer<()> {
        let rules = self.problem.rules();
        for &size in sizes {
            let is_own = size.size == rules.size();
            let resized = (!is_own).then(|| Problem::new(rules.resized(size.size)));
            let model = match ColumnModel::new(resized.as_ref().unwrap_or(self.problem)) {
                Ok(model) => model,
                Err(unsuited) => {
                    (self.report)(Report::Compared(Err(unsuited)));
                    return Ok(());
                }
            };
            for (name, options) in &comparison.searches {
                let budget = self.budget.restarted();
                let measured = MeasuredSearch::run(&model, *options, &budget, |_| true);
                if let Err(interrupted) = measured.outcome
                    && interrupted.cause == Cause::Cancelled
                {
                    return Err(interrupted);
                }
                let compared = ComparedSearch { size, name: name.clone(), measured };
                (self.report)(Report::Compared(Ok(compared)));
            }
        }
        Ok(())
    }

    /// Reports what the ROBDD of the rules tells, if it is built. Then reports the counts and the diagram's size, or the
    /// domains. Without solutions, also reports the nearest size with a solution.
    fn survey(&mut self) -> Answer<()> {
        let found = self.robdd.position(self.problem, self.budget)?;
        if found.is_some() {
            self.learn(Finding::Robdd(found, self.begun.elapsed()));
        }
        let (begun, report) = (self.begun, &mut *self.report);
        let mut hopeless = false;
        self.engine.survey(self.problem, self.budget, &mut |layer| {
            hopeless = match &layer {
                PartialAnswer::Census(census, _) => census.solutions.is_zero(),
                PartialAnswer::Domains(domains) => domains.satisfiable == Some(false),
                PartialAnswer::RowNodes(_)
                | PartialAnswer::Diagram(_)
                | PartialAnswer::Estimate(_) => hopeless,
            };
            report(Report::Finding(Finding::Layer(layer, begun.elapsed())));
        })?;
        if !hopeless {
            return self.costs();
        }
        if self.problem.decisions().is_empty() {
            let budget = self.budget.slice(NEAREST_TIMEOUT);
            let nearest = bdd::nearest_size(self.problem.rules(), &budget);
            let nearest = nearest.map_or(NearestSize::Unknown, |size| {
                size.map_or(NearestSize::NoneNearby, NearestSize::Found)
            });
            self.learn(Finding::NearestSize(nearest));
        }
        Ok(())
    }

    /// Reports all counts and the costs of the cheapest solutions. If the number of pieces is not fixed, also
    /// reports the counts for each number of pieces.
    fn counts(&mut self) -> Answer<()> {
        let (begun, report) = (self.begun, &mut *self.report);
        self.engine.census(self.problem, threads_beside(), self.budget, &mut |layer| {
            report(Report::Finding(Finding::Layer(layer, begun.elapsed())));
        })?;
        // The diagram is cached in this worker.
        if !self.problem.rules().fixes_piece_count() {
            self.pieces()?;
        }
        self.costs()
    }

    /// Reports estimates of the number of solutions, each more precise than the previous estimate.
    fn estimate(&mut self) -> Answer<()> {
        let budget = self.budget.clone().with_threads(threads_beside());
        auto::estimate(self.problem, &budget, &mut |census| {
            let layer = PartialAnswer::Estimate(census);
            (self.report)(Report::Finding(Finding::Layer(layer, self.begun.elapsed())));
        })
    }

    /// Reports the best solution; nothing if it is to be the best by cost and there are no weights.
    fn best(&mut self, aim: Objective, measure: Measure) -> Answer<()> {
        let rules = self.problem.rules();
        let weights = match measure {
            Measure::Cost => rules.weights().cloned(),
            Measure::Pieces => Some(Weights::unit(rules.size())),
        };
        let Some(weights) = weights else { return Ok(()) };
        let budget = self.budget.slice(BEST_TIMEOUT);
        let found = self.engine.best(self.problem, &weights, aim, NonZeroUsize::MIN, &budget)?;
        (self.report)(Report::Best(aim, measure, found));
        Ok(())
    }

    /// Reports the cost of the cheapest solution through each cell, if there are weights and the diagram does
    /// not take long.
    fn costs(&mut self) -> Answer<()> {
        let Some(weights) = self.problem.rules().weights() else { return Ok(()) };
        if let Some(costs) =
            self.engine.costs(self.problem, weights, Objective::Cheapest, self.budget)?
        {
            self.learn(Finding::Costs(costs));
        }
        Ok(())
    }
}

/// Number of available cores without the core for the board, at least 1.
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
fn puzzle(rules: &Arc<Rules>, order: PuzzleOrder, seed: u64, budget: &Budget) -> Answer<Outcome> {
    let needs_regions = rules.requirements().iter().any(Requirement::needs_regions);
    let is_coloured = order.difficulty.is_some() && needs_regions;
    let usual = if is_coloured { PuzzleKind::Coloured } else { PuzzleKind::Givens(None) };
    let kind = order.kind.unwrap_or(usual);
    let grid = rules.grid().clone();
    let (rules, clues) = match kind {
        PuzzleKind::Givens(number) => (Arc::clone(rules), Clues::Givens(number)),
        // The search for regions does not support a limit of cost.
        PuzzleKind::Coloured if needs_regions => (Arc::new(rules.without_limit()), Clues::Regions),
        PuzzleKind::Coloured => (Arc::new(puzzle::coloured_rules(grid)), Clues::Regions),
        PuzzleKind::StarBattle(stars) => {
            let stars = stars.unwrap_or_else(|| puzzle::usual_stars(grid.size()));
            (Arc::new(Rules::star_battle(grid, stars)), Clues::Regions)
        }
    };
    puzzle::make(&Problem::new(rules), clues, order.difficulty, seed, budget)
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

    /// Time limit of the tests, far longer than any answer takes.
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
        let asked = QuestionId { number: QuestionNumber::default(), stamp: session.stamp() };
        WorkerQuestion { id: asked, problem: session.problem().clone(), topic }
    }

    fn next(receiver: &Receiver<Message>) -> (QuestionId, Report) {
        match receiver.recv_timeout(PATIENCE).unwrap() {
            Message::Report(asked, report) => (asked, report),
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
        let (kind, difficulty) = (Some(PuzzleKind::Coloured), Some(Grade::Easy.into()));
        let order = PuzzleOrder { kind, difficulty, seed: None };
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
        // The first question takes far too long. The second question has the same stamp.
        let first = question(20, Topic::Counts);
        let mut second = question(4, Topic::Completion);
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
        // The engine shows at once that there is no solution. Finding the nearest size with a solution takes seconds.
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
