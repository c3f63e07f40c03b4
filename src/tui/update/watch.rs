//! Watching searches: single steps forward and backward, jumps, and playback.

use num_bigint::BigUint;

use crate::input::{Action, Searches, WatchAction};
use crate::model::question::Topic;
use crate::model::{Mode, Model, Recording, Replay, Watching};
use crate::update::message::Effect;
use crate::update::question::ask;
use engine::search::{Event, NodeId, NodeOutcome, Propagation, SearchOptions, Unsuited};

/// Starts watching searches, or shows why there are none.
pub(super) fn open(model: &mut Model, result: Result<Vec<Recording>, Unsuited>) {
    let recordings = match result {
        Ok(recordings) => recordings,
        Err(unsuited) => return model.say(unsuited.to_string()),
    };
    let problem = model.session.problem().clone();
    let mut replays =
        recordings.into_iter().map(|recording| Replay::new(recording, problem.clone()));
    if let Some(first) = replays.next() {
        model.mode = Mode::Watch(Box::new(Watching::new(first, replays.next())));
    }
}

/// Stores the number of solutions at each of the first nodes of a search.
pub(super) fn learn(model: &mut Model, number: usize, counts: Vec<BigUint>) {
    if let Some(search) = model.watched_mut().and_then(|watching| watching.search_mut(number)) {
        search.learn(counts);
    }
}

/// Advances the playback by one tick.
pub(super) fn tick(model: &mut Model) {
    if let Some(watching) = model.watched_mut().filter(|watching| watching.is_playing) {
        watching.tick();
        follow(model);
    }
}

/// Performs an action of watch mode.
pub(super) fn perform(model: &mut Model, action: WatchAction) -> Vec<Effect> {
    let Some(watching) = model.watched_mut() else { return Vec::new() };
    let at = watching.at();
    let to = match action {
        WatchAction::Next => Some(at + 1),
        WatchAction::Previous => Some(at.saturating_sub(1)),
        WatchAction::First => Some(0),
        WatchAction::Last => Some(watching.len()),
        WatchAction::NextBranch => Some(watching.next_branch()),
        WatchAction::PreviousBranch => Some(watching.previous_branch()),
        WatchAction::NextFailure => watching.next(NodeOutcome::Failure),
        WatchAction::PreviousFailure => watching.previous(NodeOutcome::Failure),
        WatchAction::NextSolution => watching.next(NodeOutcome::Solution),
        WatchAction::PreviousSolution => watching.previous(NodeOutcome::Solution),
        WatchAction::Play => {
            watching.is_playing = !watching.is_playing && at < watching.len();
            return Vec::new();
        }
        WatchAction::Faster => {
            watching.faster();
            return Vec::new();
        }
        WatchAction::Slower => {
            watching.slower();
            return Vec::new();
        }
        WatchAction::Fold => {
            watching.fold();
            return Vec::new();
        }
        WatchAction::LookLeft | WatchAction::LookRight => {
            model.walk(0, if action == WatchAction::LookLeft { -1 } else { 1 });
            return Vec::new();
        }
        WatchAction::Beside => return beside(model),
    };
    watching.is_playing = false;
    match to {
        Some(to) => {
            watching.go_to(to);
            follow(model);
        }
        None => model.say(none_there(action).to_owned()),
    }
    Vec::new()
}

/// The message for a jump without a target.
const fn none_there(action: WatchAction) -> &'static str {
    match action {
        WatchAction::NextFailure => "no failure comes after this",
        WatchAction::PreviousFailure => "no failure comes before this",
        WatchAction::NextSolution => "no solution comes after this",
        _ => "no solution comes before this",
    }
}

/// Goes to the step with this number.
///
/// # Errors
/// When no search is watched, or the search has fewer steps. The error is a sentence for the user.
pub(super) fn jump(model: &mut Model, steps: usize) -> Result<(), String> {
    let key = model.keys.key(Action::Search);
    let Some(watching) = model.watched_mut() else {
        return Err(format!("':step' is for a search that is watched, which {key} begins"));
    };
    if steps > watching.len() {
        return Err(format!("the last step is {}", watching.len()));
    }
    go_to_step(model, steps);
    Ok(())
}

/// Goes to the state after `steps` steps.
pub(super) fn go_to_step(model: &mut Model, steps: usize) {
    if let Some(watching) = model.watched_mut() {
        watching.is_playing = false;
        watching.go_to(steps);
        follow(model);
    }
}

/// Goes to a node of the search tree, at the end of the propagation of its decision.
pub(super) fn go_to_node(model: &mut Model, id: NodeId) {
    if let Some(watching) = model.watched() {
        let step = watching.step_of(id);
        go_to_step(model, step);
    }
}

/// Adds a second search with the other propagation next to the present search. With two searches, keeps only
/// the first.
fn beside(model: &mut Model) -> Vec<Effect> {
    let Some(watching) = model.watched() else { return Vec::new() };
    let first = watching.first.recording.options;
    let beside = watching.beside.is_none().then_some(SearchOptions {
        propagation: match first.propagation {
            Propagation::Strong => Propagation::Weak,
            _ => Propagation::Strong,
        },
        ..first
    });
    ask(model, Topic::Search(Searches { first, beside }))
}

/// Moves the cursor to the cell of the last step.
fn follow(model: &mut Model) {
    let event = model.watched().and_then(|watching| watching.first.event());
    model.cursor = event.and_then(Event::cell).unwrap_or(model.cursor);
}
