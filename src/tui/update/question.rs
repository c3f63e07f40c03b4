//! Decides which questions the board asks.

use num_traits::{ToPrimitive, Zero};

use crate::app::job::{AnyJob, Urgency, WorkerKind};
use crate::app::jobs::{self, FindReason, MakeGame, Purpose, Recognise};
use crate::app::{DiagramView, Game, NextPuzzle};
use crate::model::Model;
use crate::modes::ways::MAX_LISTED_RESTORATIONS;
use crate::update::message::Effect;
use engine::auto;
use engine::bdd::RulesRobdd;
use session::{DrawnOrder, OrderRequest};
use strum::VariantArray;

/// Asks about a new position if the assist is full; otherwise cancels the work on the previous position.
pub(super) fn ask_position(model: &mut Model) {
    // What is known about a puzzle, and the next puzzle, do not depend on the decisions.
    let is_played = !model.app.has_full_assist() && model.app.playing().is_some();
    let is_assessing =
        is_played && (model.app.jobs.is_assessing() || model.app.jobs.ahead().is_some());
    if !is_assessing {
        // A question about the position also cancels the counting.
        model.app.jobs.counting = None;
    }
    // A change of the board does not stop the making of a puzzle.
    let jobs = &model.app.jobs;
    if jobs.answering::<MakeGame>().is_some() || jobs.answering::<Recognise>().is_some() {
        return;
    }
    if is_assessing {
        model.app.drop_question();
        return model.app.emit(Effect::CancelWork);
    }
    // The list of repaints is answered before all else.
    if model.repaints().is_some() && ask_repairs(model) {
        return;
    }
    if model.app.has_full_assist() {
        model.app.ask(jobs::Position);
        return ask_estimate(model);
    }
    model.app.drop_question();
    model.app.jobs.estimating = None;
    if !ask_repairs(model) {
        model.app.emit(Effect::Cancel);
    }
}

/// Asks the third worker for an estimate if counting takes more than a moment.
fn ask_estimate(model: &mut Model) {
    if auto::is_worth_estimating(model.app.session.problem()) {
        model.app.ask(jobs::Estimate);
    } else if model.app.jobs.estimating.take().is_some() {
        model.app.emit(Effect::CancelEstimate);
    }
}

/// Asks why there is no solution, or why the cell under the cursor is impossible or forced. Asks nothing while
/// the worker has a more urgent question.
pub(super) fn ask_reason(model: &mut Model) {
    if !model.app.has_full_assist() || model.playback().is_some() || model.series_view().is_some() {
        return;
    }
    let is_lost = model.app.session.is_satisfiable() == Some(false);
    let is_open = model.app.session.knowledge().reason(None).is_none();
    let lost = (is_lost && is_open).then_some(None);
    let Some(wish) = lost.or_else(|| model.app.session.wish(model.view.cursor)) else {
        return;
    };
    let is_answered = model.app.session.knowledge().reason(wish).is_some();
    let jobs = &mut model.app.jobs;
    let is_asked = jobs.answering().is_some_and(|job: &FindReason| job.wish == wish);
    if is_answered || is_asked || !jobs.is_free(Urgency::Drawing) {
        return;
    }
    let wanted = jobs.waiting.take_if(|job| job.wish == wish);
    model.app.ask(wanted.unwrap_or(FindReason { wish, purpose: Purpose::Knowledge }))
}

/// Asks how many solutions each listed way leaves, if some of these numbers are unknown.
pub(crate) fn ask_restoration_counts(model: &mut Model) {
    let is_asked = model.app.jobs.answering::<jobs::Ways>().is_some();
    let is_free = !is_asked && model.app.jobs.is_free(Urgency::Awaited);
    let Some((restoration, _)) = model.restoration_list().filter(|_| is_free) else {
        return;
    };
    let listed = restoration.first(MAX_LISTED_RESTORATIONS).iter();
    let unknown =
        listed.filter(|way| way.solutions_left.is_none()).map(|way| way.take_back.clone());
    let unknown: Vec<_> = unknown.collect();
    match model.app.session.wish(model.view.cursor) {
        Some(wish) if !unknown.is_empty() => model.app.ask(jobs::Ways { wish, ways: unknown }),
        Some(_) | None => {}
    }
}

/// Asks what the maker of drawn regions wants to know, if it is not known: in paint mode the number of solutions, and
/// for the open list the effect of each repaint. False if there is nothing to ask.
pub(crate) fn ask_repairs(model: &mut Model) -> bool {
    let (repairs, jobs) = (&model.app.session.knowledge().repairs, &model.app.jobs);
    let is_listed = model.repaints().is_some();
    let is_known = if is_listed { repairs.is_complete } else { repairs.solutions.is_some() };
    let is_asked = if is_listed {
        jobs.answering::<jobs::Repair>().is_some()
    } else {
        jobs.answering::<jobs::Check>().is_some()
    };
    let is_wanted = model.painting().is_some() && model.app.can_repair() && !is_asked && !is_known;
    match is_listed {
        true if is_wanted => model.app.ask(jobs::Repair),
        false if is_wanted && jobs.is_free(Urgency::Awaited) => model.app.ask(jobs::Check),
        true | false => return false,
    }
    true
}

/// Asks the next questions after a question is answered.
pub(super) fn ask_next(model: &mut Model, answered: &AnyJob) {
    let (worker, urgency) = (answered.worker(), answered.urgency());
    if worker == WorkerKind::Answering {
        // Another question may have replaced the question about the position.
        if model.app.has_full_assist()
            && !model.app.session.knows_all_cells()
            && !answered.is::<jobs::Position>()
        {
            return model.app.ask(jobs::Position);
        }
        ask_counts(model);
        ask_restoration_counts(model);
        ask_consistency(model);
        ask_graph(model);
        ask_repairs(model);
        ask_order_sizes(model);
    }
    // Questions without an answer are not asked again.
    let rank = if let Urgency::Idle(rank) = urgency { rank } else { 0 };
    ask_idle(model, rank);
}

/// The idle questions about a position, by rank. Each function returns `None` if its question is not needed.
const IDLE: [fn(&Model) -> Option<AnyJob>; 6] =
    [trail, remaining, pieces, retraction_question, size, robdd];

/// Asks the first needed question of rank `rank + 1` or higher, if the assist is full and the worker is idle.
fn ask_idle(model: &mut Model, rank: usize) {
    if !model.app.has_full_assist() || model.app.jobs.answering.is_some() {
        return;
    }
    let wanted = IDLE[rank..].iter().find_map(|wanted| wanted(model));
    if let Some(job) = wanted {
        model.app.ask(job);
    }
}

/// Maximum number of decisions for which counts are requested. Nobody reads a longer list.
const MAX_TRAIL_DECISIONS: usize = 100;

/// Asks for the number of solutions after each earlier decision, if some of these numbers are unknown.
fn trail(model: &Model) -> Option<AnyJob> {
    let session = &model.app.session;
    let is_short = session.decisions().len() <= MAX_TRAIL_DECISIONS;
    let unknown: Vec<_> = session.unknown_waypoints().filter(|_| is_short).collect();
    (!unknown.is_empty()).then(|| jobs::Trail(unknown).into())
}

/// Maximum number of remaining solutions that are shown next to the board.
const MAX_SHOWN_SOLUTIONS: u64 = 4;

/// Asks for all remaining solutions, if there are 2 to [`MAX_SHOWN_SOLUTIONS`].
fn remaining(model: &Model) -> Option<AnyJob> {
    let number = model.app.session.solutions()?.to_u64()?;
    let is_open = model.app.session.knowledge().remaining.is_none();
    (is_open && (2..=MAX_SHOWN_SOLUTIONS).contains(&number)).then(|| jobs::Remaining(number).into())
}

/// Asks for the number of solutions for each number of pieces, if the solutions are counted and the rules do
/// not fix the number of pieces.
fn pieces(model: &Model) -> Option<AnyJob> {
    let session = &model.app.session;
    let is_wanted = model.app.jobs.counting.is_none()
        && session.solutions().is_some_and(|solutions| !solutions.is_zero())
        && session.knowledge().counts_by_pieces.is_none()
        && !session.rules().fixes_piece_count();
    is_wanted.then(|| jobs::Pieces.into())
}

/// Asks for the number of solutions without each line of decisions, if the present number of solutions is known.
fn retraction_question(model: &Model) -> Option<AnyJob> {
    let session = &model.app.session;
    let decided = session.decisions().len();
    let is_wanted =
        (1..=MAX_TRAIL_DECISIONS).contains(&decided) && session.waypoint(decided).is_some();
    let lines = if is_wanted { session.uncounted_retractions() } else { Vec::new() };
    (!lines.is_empty()).then(|| jobs::Without(lines).into())
}

/// Asks for the size of the diagram as BDD, if the diagram is cached and the counts came without the size.
fn size(model: &Model) -> Option<AnyJob> {
    let knowledge = model.app.session.knowledge();
    let is_wanted = model.app.jobs.counting.is_none()
        && knowledge.row_nodes.is_some()
        && knowledge.diagram.is_none();
    is_wanted.then(|| jobs::Size.into())
}

/// Asks for the library's ROBDD, once the counts are shown, unless the ROBDD of the rules is known to be too large.
fn robdd(model: &Model) -> Option<AnyJob> {
    let session = &model.app.session;
    let rules = session.waypoint(0).and_then(|start| start.diagram.as_ref());
    let is_wanted = session.solutions().is_some()
        && session.knowledge().robdd.is_none()
        && RulesRobdd::may_fit(session.rules(), rules.map(|rules| rules.nodes));
    is_wanted.then(|| jobs::Robdd.into())
}

/// Asks for the weakest filter of each impossible cell, if filters are shown and not known.
pub(super) fn ask_consistency(model: &mut Model) {
    let is_known = model.app.session.knowledge().consistency.is_some();
    if !model.shows_consistency() || !model.app.jobs.is_free(Urgency::Awaited) || is_known {
        return;
    }
    if let Some(impossible) = model.app.session.ruled_out() {
        model.app.ask(jobs::FindConsistency(impossible));
    }
}

/// Asks for the diagram as a graph, if the graph is shown and not known.
pub(crate) fn ask_graph(model: &mut Model) {
    // An own order belongs to the board for which it was given.
    if !model.app.graph.request.order.fits(model.app.session.rules()) {
        model.app.graph.request.order = OrderRequest::default();
    }
    let rule = &mut model.app.graph.request.rule;
    *rule = rule.filter(|rule| rule.fits(model.app.session.rules()));
    let is_asked = model.app.jobs.answering::<jobs::Graph>().is_some();
    let is_shown = match model.playback() {
        Some(watching) => watching.shows_graph,
        None => model.app.diagram == DiagramView::Graph,
    };
    let is_wanted = is_shown && model.app.has_full_assist();
    if is_wanted && model.app.jobs.is_free(Urgency::Awaited) && !is_asked && !model.app.is_graph_known()
    {
        model.app.ask(jobs::Graph(model.app.graph.request.clone()));
    }
}

/// Asks for the sizes of the diagram in all orders while the graph is walked, if some are not known.
pub(crate) fn ask_order_sizes(model: &mut Model) {
    let is_wanted = model.walked_node().is_some()
        && model.app.is_graph_known()
        && model.app.jobs.is_free(Urgency::Cursor);
    let known = model.order_sizes().map_or(0, |sizes| sizes.sizes.len());
    if let Some(drawn) = model.drawn().filter(|_| is_wanted && known < DrawnOrder::VARIANTS.len()) {
        let (problem, rule) = (drawn.problem.clone(), drawn.request.rule);
        model.app.graph.sizes = None;
        model.app.ask(jobs::OrderSizes { problem, rule });
    }
}

/// Asks the second worker about the puzzle that is played, if it is not known yet.
pub(super) fn ask_assessment(model: &mut Model) {
    let is_wanted = |game: &Game| !game.assessment.is_complete && !game.is_given_up;
    let is_free = !model.app.has_full_assist() && model.app.jobs.counting.is_none();
    if !is_free || !model.app.playing().is_some_and(is_wanted) {
        return;
    }
    model.app.ask(jobs::Assess);
}

/// Asks the third worker to make the next puzzle while a puzzle is played, and cancels that while another question is
/// answered.
pub(super) fn ask_ahead(model: &mut Model) {
    let is_free = model.app.jobs.answering.is_none()
        && model.app.jobs.counting.is_none()
        && !model.app.has_full_assist();
    let is_wanted =
        |game: &&Game| game.next == NextPuzzle::Unmade && game.assessment.is_complete && is_free;
    let wanted = model.app.playing().filter(is_wanted).map(|game| {
        let (wanted, seed) = game.following();
        jobs::MakeAhead { wanted, seed }
    });
    let asked = model.app.jobs.ahead();
    let was_asked = asked.is_some();
    if was_asked && wanted.as_ref() == asked {
        return;
    }
    if let Some(job) = wanted {
        model.app.ask(job);
    } else if was_asked {
        model.app.jobs.estimating = None;
        model.app.emit(Effect::CancelEstimate);
    }
}

/// Asks the second worker to count the solutions, if a solution exists and the number of solutions is unknown.
pub(super) fn ask_counts(model: &mut Model) {
    let session = &model.app.session;
    let is_wanted = model.app.has_full_assist()
        && session.solutions().is_none()
        && session.is_satisfiable() == Some(true)
        && session.knowledge().interrupted.is_none()
        && auto::is_countable(session.problem());
    if !is_wanted || model.app.jobs.counting.is_some() {
        return;
    }
    model.app.ask(jobs::Counts);
}
