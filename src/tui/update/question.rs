//! The questions that the board asks, and when.

use num_traits::{ToPrimitive, Zero};

use crate::input::settings::Setting;
use crate::model::Model;
use crate::model::mode::LISTED_WAYS;
use crate::model::question::{Topic, Work};
use crate::update::message::Effect;
use engine::auto;

/// Asks the worker. Its current question ends.
pub(super) fn ask(model: &mut Model, topic: Topic) -> Vec<Effect> {
    give_up_export(model);
    let question = model.question(topic);
    model.work = Some(Work::new(&question));
    vec![Effect::Ask(question)]
}

/// Asks about a new position what the assist shows, which may be nothing.
pub(super) fn ask_position(model: &mut Model) -> Vec<Effect> {
    // A question about the position also cancels the counting.
    model.counting = None;
    // What changes meanwhile does not stop the making of a puzzle.
    if matches!(model.work, Some(Work { topic: Topic::Play(..), .. })) {
        return Vec::new();
    }
    if model.tells_all() {
        let mut effects = ask(model, Topic::Position);
        effects.extend(ask_estimate(model));
        return effects;
    }
    give_up_export(model);
    (model.work, model.estimating) = (None, None);
    vec![Effect::Cancel]
}

/// Asks the third worker for an estimate where counts take more than a moment.
fn ask_estimate(model: &mut Model) -> Option<Effect> {
    let is_wanted = auto::is_worth_estimating(model.session.problem());
    let question = is_wanted.then(|| model.question(Topic::Estimate));
    let was_asked = model.estimating.is_some();
    model.estimating = question.as_ref().map(Work::new);
    question.map(Effect::Ask).or(was_asked.then_some(Effect::CancelEstimate))
}

/// Asks why there is no solution, or why the cell under the cursor is impossible or forced, once the
/// worker is free.
pub(super) fn ask_reason(model: &mut Model) -> Vec<Effect> {
    if !model.tells_all() || model.watched().is_some() || model.growing().is_some() {
        return Vec::new();
    }
    let is_lost = model.session.is_satisfiable() == Some(false);
    let is_open = model.session.knowledge().reason(None).is_none();
    let lost = (is_lost && is_open).then_some(None);
    let Some(wish) = lost.or_else(|| model.session.wish(model.cursor)) else { return Vec::new() };
    let is_answered = model.session.knowledge().reason(wish).is_some();
    let is_free = match &model.work {
        None
        | Some(Work {
            topic:
                Topic::Ways(..)
                | Topic::Trail(_)
                | Topic::Size
                | Topic::SecondOpinion
                | Topic::Remaining(_)
                | Topic::Pieces
                | Topic::Without(_),
            ..
        }) => true,
        Some(Work { topic: Topic::Reason(other), .. }) => *other != wish,
        Some(_) => false,
    };
    if is_answered || !is_free { Vec::new() } else { ask(model, Topic::Reason(wish)) }
}

/// Asks how many solutions the ways that are listed leave, where that is not known.
pub(super) fn ask_ways(model: &mut Model) -> Vec<Effect> {
    let is_free = match &model.work {
        None => true,
        Some(Work { topic: Topic::Ways(..), .. }) => false,
        Some(work) => !work.topic.is_awaited(),
    };
    let Some((restoration, _)) = model.ways().filter(|_| is_free) else { return Vec::new() };
    let listed = restoration.first(LISTED_WAYS).iter();
    let unknown = listed.filter(|way| way.leaves.is_none()).map(|way| way.take_back.clone());
    let unknown: Vec<_> = unknown.collect();
    match model.session.wish(model.cursor) {
        Some(wish) if !unknown.is_empty() => ask(model, Topic::Ways(wish, unknown)),
        _ => Vec::new(),
    }
}

/// The most decisions whose counts are asked for. A list this long is not read.
const TRAIL: usize = 100;

/// Asks how many solutions each earlier decision left, where the board tells and it is not known.
pub(super) fn ask_trail(model: &mut Model) -> Vec<Effect> {
    let session = &model.session;
    let is_wanted = model.tells_all() && model.work.is_none() && session.decisions().len() <= TRAIL;
    if !is_wanted {
        return Vec::new();
    }
    let unknown: Vec<_> = session.unknown_waypoints().collect();
    if unknown.is_empty() { Vec::new() } else { ask(model, Topic::Trail(unknown)) }
}

/// The most remaining solutions that are shown beside the board.
const SHOWN: u64 = 4;

/// Asks for all remaining solutions where they are few, the board tells and they are not known.
pub(super) fn ask_remaining(model: &mut Model) -> Vec<Effect> {
    let session = &model.session;
    let is_wanted =
        model.tells_all() && model.work.is_none() && session.knowledge().remaining().is_none();
    let number = session.solutions().and_then(ToPrimitive::to_u64);
    match number {
        Some(number @ 2..=SHOWN) if is_wanted => ask(model, Topic::Remaining(number)),
        _ => Vec::new(),
    }
}

/// Asks for the solutions by number of pieces once they are counted, where the rules leave that open, the
/// board tells and it is not known.
pub(super) fn ask_pieces(model: &mut Model) -> Vec<Effect> {
    let session = &model.session;
    let is_wanted = model.tells_all()
        && model.work.is_none()
        && model.counting.is_none()
        && session.solutions().is_some_and(|solutions| !solutions.is_zero())
        && session.knowledge().pieces().is_none()
        && !session.rules().fixes_pieces();
    if is_wanted { ask(model, Topic::Pieces) } else { Vec::new() }
}

/// Asks how many solutions taking back each line of decisions brings back, where the board tells, it is not
/// known, and there is a number to compare with.
pub(super) fn ask_without(model: &mut Model) -> Vec<Effect> {
    let session = &model.session;
    let decided = session.decisions().len();
    let is_wanted = model.tells_all()
        && model.work.is_none()
        && (1..=TRAIL).contains(&decided)
        && session.waypoint(decided).is_some();
    if !is_wanted {
        return Vec::new();
    }
    let lines = session.lines_to_weigh();
    if lines.is_empty() { Vec::new() } else { ask(model, Topic::Without(lines)) }
}

/// Asks how large the diagram is as BDD, where it is kept and that was too much to be told with the counts.
pub(super) fn ask_size(model: &mut Model) -> Vec<Effect> {
    let knowledge = model.session.knowledge();
    let is_wanted = model.tells_all()
        && model.work.is_none()
        && model.counting.is_none()
        && knowledge.row_nodes().is_some()
        && knowledge.diagram().is_none();
    if is_wanted { ask(model, Topic::Size) } else { Vec::new() }
}

/// Asks for a second opinion on the counts, once they are shown and nothing else is asked.
pub(super) fn ask_second_opinion(model: &mut Model) -> Vec<Effect> {
    let session = &model.session;
    let is_wanted = model.settings.has(Setting::Verify)
        && model.tells_all()
        && model.work.is_none()
        && session.solutions().is_some()
        && !session.knowledge().has_second_opinion();
    if is_wanted { ask(model, Topic::SecondOpinion) } else { Vec::new() }
}

/// Asks for a second opinion or cancels it after its setting has changed.
pub(super) fn follow_verify(model: &mut Model) -> Vec<Effect> {
    let is_asked = matches!(model.work, Some(Work { topic: Topic::SecondOpinion, .. }));
    if is_asked && !model.settings.has(Setting::Verify) {
        model.work = None;
        return vec![Effect::CancelWork];
    }
    ask_second_opinion(model)
}

/// Asks for the weakest filters of the impossible cells, where they are shown and not known.
pub(super) fn ask_consistency(model: &mut Model) -> Vec<Effect> {
    let is_free = model.work.as_ref().is_none_or(|work| !work.topic.is_awaited());
    let is_known = model.session.knowledge().consistency().is_some();
    if !model.shows_consistency() || !is_free || is_known {
        return Vec::new();
    }
    let impossible = model.session.ruled_out();
    impossible.map_or_else(Vec::new, |impossible| ask(model, Topic::Consistency(impossible)))
}

/// Asks the second worker to count the solutions, if there are some and their number is not known.
pub(super) fn ask_counts(model: &mut Model) -> Vec<Effect> {
    let session = &model.session;
    let is_wanted = model.tells_all()
        && session.solutions().is_none()
        && session.is_satisfiable() == Some(true)
        && session.knowledge().interrupted().is_none()
        && auto::is_countable(session.problem());
    if !is_wanted || model.counting.is_some() {
        return Vec::new();
    }
    let question = model.question(Topic::Counts);
    model.counting = Some(Work::new(&question));
    vec![Effect::Ask(question)]
}

/// Shows a notice if a new question ends an export.
fn give_up_export(model: &mut Model) {
    if let Some(Work { topic: Topic::Export(export), .. }) = &model.work {
        model.notice = Some(format!("the export of {} was given up", export.path.display()));
    }
}
