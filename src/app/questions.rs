//! Questions that the application asks its workers by itself.
//!
//! A single list has all questions for the first worker, the most urgent one first. A question replaces a less urgent one
//! that is being answered, but never a question that the person waits for.

use std::sync::Arc;

use num_traits::{ToPrimitive, Zero};

use crate::App;
use crate::effect::Effect;
use crate::game::{Game, NextPuzzle};
use crate::job::AnyJob;
use crate::jobs::{self, FindReason, MakeGame, Purpose, Recognise};
use engine::bdd::RulesRobdd;
use engine::plan::ProblemKind;
use export::OrderRequest;
use geometry::Cell;

/// The information that the front end shows. It determines the questions to ask.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Wants {
    /// The cell of which the reason is shown.
    pub cell: Option<Cell>,
    /// The listed ways of which it is not known how many solutions they leave.
    pub ways: Option<jobs::Ways>,
    /// True if the marks of filters are shown.
    pub filters: bool,
    /// True if the diagram is shown as a graph.
    pub graph: bool,
    /// The node whose surroundings are shown, if they are not known.
    pub around: Option<jobs::Around>,
    /// The diagram whose sizes in all orders are shown, if some of them are unknown.
    pub sizes: Option<jobs::OrderSizes>,
    /// True if regions are drawn. Their maker sees how many solutions they leave.
    pub check: bool,
    /// True if the list of repaints is open.
    pub repairs: bool,
    /// True if cells of full rows, columns and regions look like attacked cells. Hints need not name them.
    pub marks_full_groups: bool,
}

/// Returns a question if it is needed.
type Wanted = fn(&App, &Wants) -> Option<AnyJob>;

/// The questions for the first worker, the most urgent one first. Questions about visible contents come before
/// additional information. Within each, cheaper questions come first.
const WANTED: [Wanted; 15] = [
    |app, wants| (wants.repairs && app.wants_repairs()).then(|| jobs::Repair.into()),
    position,
    |app, wants| (wants.check && app.wants_check()).then(|| jobs::Check.into()),
    graph,
    around,
    filters,
    reason,
    sizes,
    |_, wants| wants.ways.clone().map(AnyJob::from),
    trail,
    remaining,
    pieces,
    without,
    size,
    robdd,
];

/// The questions about a given diagram, which has no rules.
const WANTED_IN_VIEW: [Wanted; 4] = [viewed, graph, around, sizes];

/// Maximum number of decisions for which counts are requested. Nobody reads a longer list.
const MAX_TRAIL_DECISIONS: usize = 100;

/// Maximum number of remaining solutions that are shown next to the board.
const MAX_SHOWN_SOLUTIONS: u64 = 4;

impl App {
    /// Asks about a new position if the assist is full; otherwise cancels the work on the previous position.
    pub fn ask_position(&mut self) {
        // The facts about a puzzle, and the next puzzle, do not depend on the decisions.
        let is_played = !self.has_full_assist() && self.playing().is_some();
        let is_assessing = is_played && (self.jobs.is_assessing() || self.jobs.ahead().is_some());
        if !is_assessing {
            // A question about the position also cancels the counting.
            self.jobs.counting = None;
        }
        // A change of the board does not stop the making of a puzzle.
        let jobs = &mut self.jobs;
        if jobs.answering::<MakeGame>().is_some() || jobs.answering::<Recognise>().is_some() {
            return;
        }
        jobs.unanswered.clear();
        if let Some(given) = self.viewed().cloned() {
            self.ask(jobs::Robdd(Some(given)));
        } else if is_assessing {
            self.drop_question();
            self.emit(Effect::CancelWork);
        } else if self.has_full_assist() {
            self.ask(jobs::ExaminePosition);
            self.ask_estimate();
        } else {
            self.drop_question();
            self.jobs.estimating = None;
            self.emit(Effect::Cancel);
        }
    }

    /// Asks the third worker for an estimate if counting takes more than a moment.
    fn ask_estimate(&mut self) {
        if ProblemKind::WorthEstimating.includes(self.session.problem()) {
            self.ask(jobs::Estimate);
        } else if self.jobs.estimating.take().is_some() {
            self.emit(Effect::CancelEstimate);
        }
    }

    /// Cancels the question of the first worker, and asks about the position if it is not known yet.
    pub fn cancel_question(&mut self) {
        if self.session.knows_all_cells() {
            self.jobs.answering = None;
            self.emit(Effect::CancelWork);
        } else {
            self.ask_position();
        }
    }

    /// Asks the questions whose answers are wanted but unknown.
    pub fn ask_wanted(&mut self, wants: Wants) {
        self.wants = wants;
        let grid = self.session.rules().grid();
        self.wants.cell.take_if(|cell| grid.check(*cell).is_err());
        self.fit_graph_request();
        if let Some((ended, is_cancelled)) = self.jobs.ended.take() {
            let wanted = self.wanted();
            let unanswered: Vec<_> = wanted.filter(|job| is_cancelled || *job == ended).collect();
            self.jobs.unanswered.extend(unanswered);
        }
        let wanted = self.wanted().find(|job| !self.jobs.unanswered.contains(job));
        let next = match self.jobs.answering.as_ref().map(|work| &work.job) {
            // The list of repaints is answered before all else.
            Some(running) if running.is_awaited() => {
                wanted.filter(|job| job.is::<jobs::Repair>() && !running.is::<jobs::Repair>())
            }
            Some(running) => wanted.filter(|job| !running.asks_the_same(job)),
            None => wanted,
        };
        if let Some(job) = next {
            self.jobs.waiting.take_if(|waiting| job == *waiting);
            self.ask_unbidden(job);
        }
        self.ask_counts();
        self.ask_assessment();
        self.ask_ahead();
    }

    /// The questions whose answers are wanted but unknown, the most urgent first.
    fn wanted(&self) -> impl Iterator<Item = AnyJob> + '_ {
        let wanted: &[Wanted] = if self.viewed().is_some() { &WANTED_IN_VIEW } else { &WANTED };
        wanted.iter().filter_map(|wanted| wanted(self, &self.wants))
    }

    /// Takes back an order and a rule of the requested graph that do not suit the board.
    fn fit_graph_request(&mut self) {
        let (request, rules) = (&mut self.graph.request, self.session.rules());
        if !request.order.fits(rules) {
            request.order = OrderRequest::default();
        }
        request.alone.take_if(|rule| !rule.fits(rules));
    }

    fn wants_repairs(&self) -> bool {
        self.can_repair() && !self.session.knowledge().repairs.is_complete
    }

    fn wants_check(&self) -> bool {
        self.can_repair() && !self.session.knowledge().repairs.is_checked()
    }

    /// Asks the second worker to count the solutions, if a solution exists and the number of solutions is unknown.
    fn ask_counts(&mut self) {
        let session = &self.session;
        let is_wanted = self.has_full_assist()
            && self.viewed().is_none()
            && session.knowledge().solutions().is_none()
            && session.knowledge().is_satisfiable() == Some(true)
            && session.knowledge().interrupted.is_none();
        let is_awaiting = self.jobs.answering.as_ref().is_some_and(|work| work.job.is_awaited());
        if is_wanted && self.jobs.counting.is_none() && !is_awaiting && self.is_countable() {
            self.ask_unbidden(jobs::Counts);
        }
    }

    /// True if the position can be counted. The result is stored for each position, because the check takes a
    /// millisecond on a large board.
    fn is_countable(&mut self) -> bool {
        let session = &self.session;
        let known = self.jobs.countable.filter(|(stamp, _)| *stamp == session.stamp());
        let found = known.unwrap_or_else(|| {
            (session.stamp(), ProblemKind::Countable.includes(session.problem()))
        });
        self.jobs.countable = Some(found);
        found.1
    }

    /// Asks the second worker about the puzzle that is played, if it is not known yet.
    fn ask_assessment(&mut self) {
        let is_wanted = |game: &Game| !game.assessment.is_complete;
        let is_free = !self.has_full_assist() && self.jobs.counting.is_none();
        if is_free && self.playing().is_some_and(is_wanted) {
            self.ask_unbidden(jobs::Assess);
        }
    }

    /// Asks the third worker to make the next puzzle while a puzzle is played, and cancels that while another question is
    /// answered.
    fn ask_ahead(&mut self) {
        let is_free = self.jobs.answering.is_none()
            && self.jobs.counting.is_none()
            && !self.has_full_assist();
        let is_wanted = |game: &&Game| {
            game.next == NextPuzzle::Unmade && game.assessment.is_complete && is_free
        };
        let wanted = self.playing().filter(is_wanted).map(|game| {
            let (wanted, seed) = game.following();
            jobs::MakeAhead { wanted, seed }
        });
        let asked = self.jobs.ahead();
        let was_asked = asked.is_some();
        if was_asked && wanted.as_ref() == asked {
            return;
        }
        if let Some(job) = wanted {
            self.ask_unbidden(job);
        } else if was_asked {
            self.jobs.estimating = None;
            self.emit(Effect::CancelEstimate);
        }
    }
}

/// The question about the position, if another question has replaced it.
fn position(app: &App, _: &Wants) -> Option<AnyJob> {
    (app.has_full_assist() && !app.session.knows_all_cells()).then(|| jobs::ExaminePosition.into())
}

fn graph(app: &App, wants: &Wants) -> Option<AnyJob> {
    let is_wanted = wants.graph && app.has_full_assist() && !app.is_graph_known();
    is_wanted.then(|| jobs::Graph(app.graph.request.clone()).into())
}

/// The counts of a given diagram at the position, if another question has replaced it.
fn viewed(app: &App, _: &Wants) -> Option<AnyJob> {
    let given = app.viewed().filter(|_| !app.session.knows_all_cells())?;
    Some(jobs::Robdd(Some(Arc::clone(given))).into())
}

fn around(_: &App, wants: &Wants) -> Option<AnyJob> {
    wants.around.clone().map(AnyJob::from)
}

fn sizes(app: &App, wants: &Wants) -> Option<AnyJob> {
    wants.sizes.clone().filter(|_| app.has_full_assist()).map(AnyJob::from)
}

/// The weakest filter of each impossible cell.
fn filters(app: &App, wants: &Wants) -> Option<AnyJob> {
    let is_wanted = wants.filters && app.session.knowledge().consistency.is_none();
    let impossible = if is_wanted { app.session.ruled_out() } else { None };
    impossible.map(|impossible| jobs::FindConsistency(impossible).into())
}

/// The question why there is no solution, otherwise why the shown cell is impossible or forced.
fn reason(app: &App, wants: &Wants) -> Option<AnyJob> {
    let (session, cell) = (&app.session, wants.cell.filter(|_| app.has_full_assist())?);
    let is_open = |wish| session.knowledge().reason(wish).is_none();
    let lost =
        (session.knowledge().is_satisfiable() == Some(false) && is_open(None)).then_some(None);
    let wish = lost.or_else(|| session.wish(cell)).filter(|wish| is_open(*wish))?;
    let waiting = app.jobs.waiting.filter(|job| job.wish == wish);
    Some(waiting.unwrap_or(FindReason { wish, purpose: Purpose::Knowledge }).into())
}

/// The number of solutions after each earlier decision.
fn trail(app: &App, _: &Wants) -> Option<AnyJob> {
    let session = &app.session;
    if session.decisions().len() > MAX_TRAIL_DECISIONS || !app.has_full_assist() {
        return None;
    }
    let unknown: Vec<_> = session.unknown_waypoints().collect();
    (!unknown.is_empty()).then(|| jobs::Trail(unknown).into())
}

/// All remaining solutions, if there are 2 to [`MAX_SHOWN_SOLUTIONS`].
fn remaining(app: &App, _: &Wants) -> Option<AnyJob> {
    let number = app.session.knowledge().solutions()?.to_u64()?;
    let is_open = app.session.knowledge().remaining.is_none() && app.has_full_assist();
    (is_open && (2..=MAX_SHOWN_SOLUTIONS).contains(&number)).then(|| jobs::Remaining(number).into())
}

/// The number of solutions for each number of pieces, if the solutions are counted and the rules do not fix the number
/// of pieces.
fn pieces(app: &App, _: &Wants) -> Option<AnyJob> {
    let session = &app.session;
    let is_wanted = app.has_full_assist()
        && app.jobs.counting.is_none()
        && session.knowledge().solutions().is_some_and(|solutions| !solutions.is_zero())
        && session.knowledge().counts_by_pieces.is_none()
        && !session.rules().fixes_piece_count();
    is_wanted.then(|| jobs::Pieces.into())
}

/// The number of solutions without each line of decisions, if the present number of solutions is known.
fn without(app: &App, _: &Wants) -> Option<AnyJob> {
    let session = &app.session;
    let decided = session.decisions().len();
    let is_wanted = app.has_full_assist()
        && (1..=MAX_TRAIL_DECISIONS).contains(&decided)
        && session.waypoint(decided).is_some();
    let lines = if is_wanted { session.uncounted_retractions() } else { Vec::new() };
    (!lines.is_empty()).then(|| jobs::Without(lines).into())
}

/// The size of the diagram as BDD, if the diagram is cached and the counts came without the size.
fn size(app: &App, _: &Wants) -> Option<AnyJob> {
    let knowledge = app.session.knowledge();
    let is_wanted = app.has_full_assist()
        && app.jobs.counting.is_none()
        && knowledge.row_nodes.is_some()
        && knowledge.diagram.is_none();
    is_wanted.then(|| jobs::Size.into())
}

/// The library's ROBDD, once the counts are shown, unless the ROBDD of the rules is known to be too large.
fn robdd(app: &App, _: &Wants) -> Option<AnyJob> {
    let session = &app.session;
    let rules = session.waypoint(0).and_then(|start| start.diagram.as_ref());
    let is_wanted = app.has_full_assist()
        && session.knowledge().solutions().is_some()
        && session.knowledge().robdd.is_none()
        && RulesRobdd::may_fit(session.rules(), rules.map(|rules| rules.nodes));
    is_wanted.then(|| jobs::Robdd(None).into())
}
