//! Watching searches: single steps forward and backward, jumps, and playback.

use num_bigint::BigUint;

use crate::input::orders::difference;
use crate::input::{Action, SearchComparison, SearchOrder, Searches, WatchAction};
use crate::model::question::{RunningQuestion, Topic};
use crate::model::{Mode, Model, Overlay, Recording, Replay, SearchPlayback};
use crate::update::board::cancel_awaited;
use crate::update::message::Effect;
use crate::update::palette;
use crate::update::question::{ask, ask_graph};
use engine::search::{ComparedSearch, Event, NodeId, Propagation, SearchOptions, Unsuited};
use geometry::{Cell, Sizes, TableSize};
use problem::Value;

/// Asks for searches to watch or to compare.
///
/// # Errors
/// A sentence for the user if the board fits no other size.
pub(super) fn begin(model: &mut Model, order: SearchOrder) -> Result<Vec<Effect>, String> {
    match order {
        SearchOrder::Watch(searches) => Ok(ask(model, Topic::Search(searches))),
        SearchOrder::Compare(comparison) => compare(model, comparison),
    }
}

/// Starts watching searches, or shows why there are none.
pub(super) fn open(model: &mut Model, result: Result<Vec<Recording>, Unsuited>) {
    let recordings = match result {
        Ok(recordings) => recordings,
        Err(unsuited) => return model.refuse(unsuited.to_string()),
    };
    let problem = model.app.session.problem().clone();
    let mut replays =
        recordings.into_iter().map(|recording| Replay::new(recording, problem.clone()));
    if let Some(first) = replays.next() {
        let mut watching = SearchPlayback::new(first, replays.next());
        if let Some(before) = model.playback() {
            (watching.hides_causes, watching.shows_graph) =
                (before.hides_causes, before.shows_graph);
        }
        model.mode = Mode::Watch(Box::new(watching));
    }
}

/// The usual smallest and largest size of a comparison.
const COMPARED_SIZES: &str = "4..12";

/// Compares searches in a table over the board.
///
/// # Errors
/// A sentence for the user if the board fits no other size.
fn compare(model: &mut Model, comparison: SearchComparison) -> Result<Vec<Effect>, String> {
    let (rules, decisions) = (model.app.session.rules(), model.app.session.decisions());
    let fits_other_sizes =
        decisions.is_empty() && rules.regions().is_none() && rules.weights().is_none();
    let sizes = match &comparison.sizes {
        Some(_) if !fits_other_sizes => {
            return Err("decisions, regions and weights fit only this board: without 'sizes', \
                        the searches are compared on it"
                .to_owned());
        }
        Some(sizes) => sizes.iter().collect(),
        None if fits_other_sizes => COMPARED_SIZES.parse::<Sizes>()?.iter().collect(),
        None => vec![TableSize::single(rules.size())],
    };
    let all = sizes.len() * comparison.searches.len();
    model.overlay = Overlay::Comparison { searches: Vec::new(), all, first: 0 };
    Ok(ask(model, Topic::Compare(comparison, sizes)))
}

/// Adds a compared search to the table, or shows why there is none.
pub(super) fn compared(model: &mut Model, result: Result<ComparedSearch, Unsuited>) {
    match (result, &mut model.overlay) {
        (Ok(search), Overlay::Comparison { searches, .. }) => searches.push(search),
        (Ok(_), _) => {}
        (Err(unsuited), _) => {
            model.overlay = Overlay::None;
            model.refuse(unsuited.to_string());
        }
    }
}

/// Cancels a comparison whose table was closed.
pub(super) fn drop_hidden_comparison(model: &mut Model) -> Vec<Effect> {
    if matches!(model.overlay, Overlay::Comparison { .. }) {
        return Vec::new();
    }
    match &model.app.jobs.answering {
        Some(RunningQuestion { topic: Topic::Compare(..), .. }) => cancel_awaited(model),
        _ => Vec::new(),
    }
}

/// Stores the number of solutions at each of the first nodes of a search.
pub(super) fn learn(model: &mut Model, number: usize, counts: Vec<BigUint>) {
    if let Some(search) = model.playback_mut().and_then(|watching| watching.search_mut(number)) {
        search.learn(counts);
    }
}

/// Advances the playback by one tick.
pub(super) fn tick(model: &mut Model) {
    if let Some(watching) = model.playback_mut().filter(|watching| watching.is_playing) {
        watching.tick();
        move_cursor_to_step(model);
    }
}

/// Performs an action of watch mode.
pub(super) fn perform(model: &mut Model, action: WatchAction) -> Vec<Effect> {
    let Some(watching) = model.playback_mut() else { return Vec::new() };
    match action {
        WatchAction::Play => {
            watching.is_playing = !watching.is_playing && watching.steps_done() < watching.len();
        }
        WatchAction::Faster => watching.faster(),
        WatchAction::Slower => watching.slower(),
        WatchAction::Fold => watching.fold(),
        WatchAction::Causes => watching.hides_causes = !watching.hides_causes,
        WatchAction::Graph => return toggle_graph(model),
        WatchAction::LookLeft => model.move_cursor_by(0, -1),
        WatchAction::LookRight => model.move_cursor_by(0, 1),
        WatchAction::Beside => return toggle_second_search(model),
        WatchAction::Settings => return palette::open(model, "search "),
        action => {
            let found = watching.found(action);
            if let Some(to) = watching.target(action) {
                let told = found.map(|(number, id)| {
                    let search = watching.searches().nth(number);
                    let decision = search.and_then(|search| search.tree().node(id).decision);
                    (found_message(watching, action, number, id), decision)
                });
                go_to_step(model, to);
                if let Some((Some(told), decision)) = told {
                    model.view.cursor = decision.map_or(model.view.cursor, |(cell, _)| cell);
                    model.say(told);
                }
            } else {
                watching.is_playing = false;
                let told = no_target_message(action, watching);
                model.say(told);
            }
        }
    }
    Vec::new()
}

/// Shows the diagram in place of the search tree, or the tree again.
fn toggle_graph(model: &mut Model) -> Vec<Effect> {
    let Some(watching) = model.playback_mut() else { return Vec::new() };
    watching.shows_graph = !watching.shows_graph;
    if !watching.shows_graph {
        return Vec::new();
    }
    let effects = ask_graph(model);
    model.arrange(model.view.window);
    if model.drawn().is_none() {
        model.say("the diagram is drawn as soon as it is built, if it is small enough");
    } else if model.view.layout.graph.is_empty() {
        model.say("a larger window has room for the diagram");
    }
    effects
}

/// What a jump has found, in words; `None` for jumps that look for no kind of node.
fn found_message(
    watching: &SearchPlayback,
    action: WatchAction,
    number: usize,
    id: NodeId,
) -> Option<String> {
    let searches: Vec<&Replay> = watching.searches().collect();
    let name = |number: usize| match &searches[..] {
        [first, second] => {
            let [own, other] = if number == 0 { [first, second] } else { [second, first] };
            format!("{}: ", difference(own.recording.options, other.recording.options))
        }
        _ => String::new(),
    };
    let tree = searches[number].tree();
    Some(match action {
        WatchAction::Divergence => {
            let taken = |number: usize| {
                let tree = searches[number].tree();
                let decision = (id.index() <= tree.branches()).then(|| tree.node(id).decision);
                format!("{}{}", name(number), decision_in_words(decision.flatten()))
            };
            format!("the searches part at branch {}: {}; {}", id.index(), taken(0), taken(1))
        }
        WatchAction::DeepestFailure => {
            let depth = tree.node(id).depth;
            let pieces = if depth == 1 { "piece" } else { "pieces" };
            format!("{}the deepest failure: {depth} {pieces} tried", name(number))
        }
        WatchAction::NextWasted => {
            let decided = decision_in_words(tree.node(id).decision);
            let below = match tree.node(id).last_descendant.index() - id.index() {
                0 => "the search fails at once".to_owned(),
                1 => "the branch below finds nothing".to_owned(),
                number => format!("the {number} branches below find nothing"),
            };
            format!("{}wasted: {decided}; {below}", name(number))
        }
        _ => return None,
    })
}

fn decision_in_words(decision: Option<(Cell, Value)>) -> String {
    match decision {
        Some((cell, Value::Placed)) => format!("{cell} is tried"),
        Some((cell, Value::Excluded)) => format!("{cell} is explored"),
        None => "the search is over".to_owned(),
    }
}

/// The message for a jump without a target.
fn no_target_message(action: WatchAction, watching: &SearchPlayback) -> &'static str {
    match action {
        WatchAction::NextWasted if watching.searches().any(Replay::has_no_solution) => {
            "there is no solution: every branch is wasted"
        }
        WatchAction::NextWasted => "no wasted branch after this",
        WatchAction::Divergence if watching.second_search.is_none() => {
            "one search has no other to part from: v adds one"
        }
        WatchAction::Divergence => "both searches take the same branches",
        WatchAction::DeepestFailure => "there is no failure",
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
    let key = model.view.keys.key(Action::Search);
    let Some(watching) = model.playback_mut() else {
        return Err(format!("':step' is for a search that is watched, which {key} begins"));
    };
    if steps > watching.len() {
        return Err(format!("the last {} is {}", watching.unit(), watching.len()));
    }
    go_to_step(model, steps);
    Ok(())
}

/// Goes to the state after `steps` steps.
pub(super) fn go_to_step(model: &mut Model, steps: usize) {
    if let Some(watching) = model.playback_mut() {
        watching.is_playing = false;
        watching.go_to(steps);
        move_cursor_to_step(model);
    }
}

/// Goes to a node of the search tree, at the end of the propagation of its decision.
pub(super) fn go_to_node(model: &mut Model, id: NodeId) {
    if let Some(watching) = model.playback() {
        let step = watching.step_of(id);
        go_to_step(model, step);
    }
}

/// Adds a second search with the other propagation next to the present search. With two searches, keeps only
/// the first, at the same branch.
fn toggle_second_search(model: &mut Model) -> Vec<Effect> {
    let beside = model.view.keys.key(Action::Watching(WatchAction::Beside));
    let Some(watching) = model.playback_mut() else { return Vec::new() };
    if watching.second_search.is_some() {
        watching.is_playing = false;
        watching.drop_second_search();
        model.say(format!("one search again, at the same branch; {beside} puts another beside it"));
        return Vec::new();
    }
    let first = watching.first.recording.options;
    let second = SearchOptions {
        propagation: match first.propagation {
            Propagation::Strong => Propagation::Weak,
            _ => Propagation::Strong,
        },
        ..first
    };
    ask(model, Topic::Search(Searches { first, second_search: Some(second) }))
}

/// Moves the cursor to the cell of the last step.
fn move_cursor_to_step(model: &mut Model) {
    let event = model.playback().and_then(|watching| watching.first.event());
    model.view.cursor = event.and_then(Event::cell).unwrap_or(model.view.cursor);
}
