//! Watching searches: single steps forward and backward, jumps, and playback.

use num_bigint::BigUint;

use crate::input::{Action, Searches, WatchAction};
use crate::model::question::Topic;
use crate::model::{Mode, Model, Recording, Replay, Watching};
use crate::update::message::Effect;
use crate::update::question::ask;
use engine::search::{Event, NodeId, Propagation, SearchOptions, Unsuited};

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
    match action {
        WatchAction::Play => {
            watching.is_playing = !watching.is_playing && watching.at() < watching.len();
        }
        WatchAction::Faster => watching.faster(),
        WatchAction::Slower => watching.slower(),
        WatchAction::Fold => watching.fold(),
        WatchAction::LookLeft => model.walk(0, -1),
        WatchAction::LookRight => model.walk(0, 1),
        WatchAction::Beside => return beside(model),
        action => {
            if let Some(to) = watching.target(action) {
                go_to_step(model, to);
            } else {
                watching.is_playing = false;
                model.say(none_there(action));
            }
        }
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
