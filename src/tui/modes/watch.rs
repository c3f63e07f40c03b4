//! Watching searches: single steps forward and backward, jumps, and playback.

pub(crate) mod panel;
mod playback;

pub(crate) use playback::SearchPlayback;

use num_bigint::BigUint;
use ratatui::text::Span;

use super::board::leave_to_board;
use super::{Mode, ModeBehavior};
use crate::input::{Scope, WatchAction};
use crate::model::{Hit, Model, Overlay};
use crate::panel::{Context, Sections};
use crate::update::board::complete_by;
use crate::update::mouse::{self, MouseInput};
use app::notice::{Notice, SearchNotice};
use app::operations::parameters::STEP;
use app::operations::{Operation, Plain, Takes, With};
use app::{Action, Searches, Setting, jobs};
use engine::Completion;
use engine::search::{Event, NodeId, Propagation, Recording, SearchOptions};
use export::PictureKind;
use geometry::CellSet;
use session::Replay;

pub(crate) struct WatchMode;

impl ModeBehavior for WatchMode {
    fn names(&self, _: &Model) -> (Scope, &'static str) {
        (Scope::Watch, "search")
    }

    fn cancel(&self, model: &mut Model) {
        leave_to_board::<jobs::Search>(model);
    }

    fn adopt(&self, model: &mut Model) {
        let Some(placed) = model.playback().and_then(SearchPlayback::solution) else {
            return model.say(SearchNotice::NoSolutionHere);
        };
        // A solution of a search has a rook-like piece in each row, so no other cell is open.
        let excluded = CellSet::empty(placed.size());
        let solution = Completion { placed, excluded, rank: None, is_nearly_uniform: false };
        complete_by(model, &solution);
    }

    fn turn_wheel(&self, model: &mut Model, rows: i32) -> bool {
        let action = if rows > 0 { WatchAction::PreviousBranch } else { WatchAction::NextBranch };
        step(model, action);
        true
    }

    fn handle_mouse(&self, model: &mut Model, mouse: MouseInput) {
        if let (Some(Hit::Step(steps)), Some(_)) = (mouse.hit, mouse.value) {
            go_to_step(model, steps);
        } else {
            mouse::point(model, mouse);
        }
    }

    fn picture_kind(&self, _: &Model) -> PictureKind {
        PictureKind::Search
    }

    fn picture_note(&self, model: &Model, solutions: String) -> String {
        model.playback().map_or(solutions, |playback| {
            let (place, of) = playback.place(model.shows_totals());
            format!("{place}{of} of a search")
        })
    }

    fn followed_node(&self, model: &Model) -> Option<usize> {
        model.playback()?.first.node_in(model.small_diagram()?)
    }

    fn progress(&self, model: &Model) -> Option<(String, String)> {
        Some(model.playback()?.place(model.shows_totals()))
    }

    /// Without a header, only this text can show the last step.
    fn text(&self, model: &Model) -> String {
        let playback = model.playback().filter(|_| model.view.layout.header.is_empty());
        playback.map_or_else(String::new, |playback| panel::sentence(&playback.first))
    }

    fn recommended(&self, model: &Model) -> Vec<(Action, String)> {
        let next = model.playback().map_or("step", |playback| playback.units()[0]);
        vec![
            (Action::ADOPT, "adopt the solution".to_owned()),
            (Action::NEXT_STEP, format!("next {next}")),
            (Action::CANCEL, "leave".to_owned()),
        ]
    }

    fn note(&self, _: &Model) -> &'static str {
        "right and left step; a click on a node or on the timeline goes there"
    }

    fn add_sections(&self, sections: &mut Sections<'_>) -> bool {
        if let Some(playback) = sections.context.model.playback() {
            panel::add_sections(playback, sections);
        }
        false
    }

    fn summary(&self, context: &Context<'_>) -> Option<Vec<Span<'static>>> {
        let playback = context.model.playback()?;
        Some(vec![context.strong(panel::sentence(&playback.first))])
    }
}

impl Model {
    /// The watched searches; `None` outside watch mode.
    pub(crate) fn playback(&self) -> Option<&SearchPlayback> {
        self.mode().try_as_watch_ref().map(Box::as_ref)
    }

    /// The watched searches; `None` outside watch mode.
    pub(crate) fn playback_mut(&mut self) -> Option<&mut SearchPlayback> {
        self.mode_mut().try_as_watch_mut().map(Box::as_mut)
    }

    /// True if the totals of whole searches are shown: by the setting, or because all watched searches are at their ends.
    pub(crate) fn shows_totals(&self) -> bool {
        let is_over = |search: &Replay| search.steps_done == search.len();
        self.app.settings.has(Setting::Totals)
            || self.playback().is_some_and(|playback| playback.searches().all(is_over))
    }
}

/// The row of an operation that jumps to another step.
macro_rules! steps {
    ($name:literal, $action:ident) => {
        Operation::new($name, "", &With(step, WatchAction::$action))
            .here(|it, _| can_step(it, WatchAction::$action))
    };
}

pub(crate) static ROWS: &[Operation<Model>] = &[
    Operation::new("", "step", &Takes(&STEP, jump)).ever(|it| it.playback().is_some()),
    steps!("next-step", Next),
    steps!("previous-step", Previous),
    steps!("first-step", First),
    steps!("last-step", Last),
    steps!("next-branch", NextBranch),
    steps!("previous-branch", PreviousBranch),
    steps!("next-failure", NextFailure),
    steps!("previous-failure", PreviousFailure),
    steps!("solution-step", NextSolution),
    steps!("solution-before", PreviousSolution),
    steps!("next-wasted", NextWasted),
    steps!("divergence", Divergence),
    steps!("deepest-failure", DeepestFailure),
    Operation::new("play", "", &With(change, play)).here(|it, _| {
        let can_play = |it: &SearchPlayback| it.is_playing || it.steps_done() < it.len();
        it.playback().is_some_and(can_play)
    }),
    Operation::new("faster", "", &With(change, SearchPlayback::faster)),
    Operation::new("slower", "", &With(change, SearchPlayback::slower)),
    Operation::new("look-left", "", &With(pan, -1)),
    Operation::new("look-right", "", &With(pan, 1)),
    Operation::new("fold", "", &With(change, SearchPlayback::fold)),
    Operation::new("causes", "", &With(change, show_causes)),
    Operation::new("search-graph", "", &Plain(toggle_graph)),
    Operation::new("beside", "", &Plain(toggle_second_search)),
    Operation::new("by-failures", "", &Plain(change_pace))
        .here(|it, _| it.playback().is_some_and(|it| it.second_search.is_some())),
    Operation::new("search-settings", "", &Plain(|it: &mut Model| it.open_palette("search "))),
];

fn can_step(model: &Model, action: WatchAction) -> bool {
    let goes = |it: &SearchPlayback| it.target(action).is_some_and(|to| to != it.steps_done());
    model.playback().is_some_and(goes)
}

/// Starts watching searches, or shows why there are none.
pub(crate) fn open(model: &mut Model, recordings: Vec<Recording>) {
    let problem = model.app.session.problem().clone();
    let mut replays =
        recordings.into_iter().map(|recording| Replay::new(recording, problem.clone()));
    if let Some(first) = replays.next() {
        let mut playback = SearchPlayback::new(first, replays.next());
        if let Some(before) = model.playback() {
            (playback.hides_causes, playback.shows_graph) =
                (before.hides_causes, before.shows_graph);
        }
        model.enter(Mode::Watch(Box::new(playback)));
    }
}

/// Cancels a comparison whose table was closed.
pub(crate) fn drop_hidden_comparison(model: &mut Model) {
    if matches!(model.overlay, Overlay::Comparison { .. }) {
        return;
    }
    if model.app.jobs.answering::<jobs::Compare>().is_some() {
        model.app.cancel_question();
    }
}

/// Stores the number of solutions at each of the first nodes of a search.
pub(crate) fn learn(model: &mut Model, number: usize, counts: Vec<BigUint>) {
    if let Some(search) = model.playback_mut().and_then(|playback| playback.search_mut(number)) {
        search.learn(counts);
    }
}

/// Advances the playback by one tick.
pub(crate) fn tick(model: &mut Model) {
    if let Some(playback) = model.playback_mut().filter(|playback| playback.is_playing) {
        playback.tick();
        move_cursor_to_step(model);
    }
}

/// Plays the search, or stops it.
fn play(playback: &mut SearchPlayback) {
    playback.is_playing = !playback.is_playing && playback.steps_done() < playback.len();
}

/// Shows or hides why cells were removed.
fn show_causes(playback: &mut SearchPlayback) {
    playback.hides_causes = !playback.hides_causes;
}

fn change(model: &mut Model, change: fn(&mut SearchPlayback)) {
    if let Some(playback) = model.playback_mut() {
        change(playback);
    }
}

/// Moves the cursor by columns, where arrows step through the search.
fn pan(model: &mut Model, columns: i32) {
    model.move_cursor_by(0, columns);
}

/// Jumps to another step, and reports what was found there.
pub(crate) fn step(model: &mut Model, action: WatchAction) {
    let Some(playback) = model.playback_mut() else { return };
    let found = playback.found(action);
    let Some(to) = playback.target(action) else {
        playback.is_playing = false;
        let notice = no_target_notice(action, playback);
        return model.say(notice);
    };
    let notice = found.map(|(number, id)| {
        let search = playback.searches().nth(number);
        let decision = search.and_then(|search| search.tree().node(id).decision);
        (found_notice(playback, action, number, id), decision)
    });
    go_to_step(model, to);
    if let Some((Some(notice), decision)) = notice {
        model.view.cursor = decision.map_or(model.view.cursor, |(cell, _)| cell);
        model.say(notice);
    }
}

/// Shows the diagram in place of the search tree, or the tree again.
fn toggle_graph(model: &mut Model) {
    let Some(playback) = model.playback_mut() else { return };
    playback.shows_graph = !playback.shows_graph;
    if !playback.shows_graph {
        return;
    }
    model.arrange(model.view.window);
    if model.drawn().is_none() {
        model.say(SearchNotice::DiagramLater);
    } else if model.view.layout.graph.is_empty() {
        model.say(Notice::NoRoomForDiagram);
    }
}

/// The result of a jump; `None` for jumps that do not look for a kind of node.
fn found_notice(
    playback: &SearchPlayback,
    action: WatchAction,
    number: usize,
    id: NodeId,
) -> Option<SearchNotice> {
    let searches: Vec<&Replay> = playback.searches().collect();
    let options = match &searches[..] {
        [first, second] => {
            let (first, second) = (first.recording.options, second.recording.options);
            Some(if number == 0 { [first, second] } else { [second, first] })
        }
        _ => None,
    };
    let node = searches[number].tree().node(id);
    Some(match action {
        WatchAction::Divergence => {
            let taken = |number: usize| {
                let tree = searches.get(number)?.tree();
                (id.index() <= tree.branches()).then(|| tree.node(id).decision)?
            };
            let taken = [taken(0), taken(1)];
            SearchNotice::Parted { branch: id.index(), searches: options?, taken }
        }
        WatchAction::DeepestFailure => {
            SearchNotice::Deepest { searches: options, depth: node.depth as usize }
        }
        WatchAction::NextWasted => {
            let branches = node.last_descendant.index() - id.index();
            SearchNotice::Wasted { searches: options, decision: node.decision, branches }
        }
        _ => return None,
    })
}

/// The notice of a jump without a target.
fn no_target_notice(action: WatchAction, playback: &SearchPlayback) -> SearchNotice {
    match action {
        WatchAction::NextWasted if playback.searches().any(Replay::has_no_solution) => {
            SearchNotice::AllWasted
        }
        WatchAction::NextWasted => SearchNotice::NoneWasted,
        WatchAction::Divergence if playback.second_search.is_none() => {
            SearchNotice::NothingToPartFrom
        }
        WatchAction::Divergence => SearchNotice::NeverParted,
        WatchAction::NextFailure => SearchNotice::NoFailureAfter,
        WatchAction::PreviousFailure => SearchNotice::NoFailureBefore,
        WatchAction::NextSolution => SearchNotice::NoSolutionAfter,
        WatchAction::PreviousSolution => SearchNotice::NoSolutionBefore,
        // The other steps are always there.
        WatchAction::DeepestFailure
        | WatchAction::Next
        | WatchAction::Previous
        | WatchAction::First
        | WatchAction::Last
        | WatchAction::NextBranch
        | WatchAction::PreviousBranch => SearchNotice::NoFailure,
    }
}

/// Goes to the step with this number.
///
/// # Errors
/// When no search is watched, or the search has fewer steps.
fn jump(model: &mut Model, steps: usize) -> Result<(), Notice> {
    let playback = model.playback().ok_or(SearchNotice::NotWatched)?;
    if steps > playback.len() {
        let (unit, step) = (playback.units()[0], playback.len());
        return Err(SearchNotice::LastStep { unit, step }.into());
    }
    go_to_step(model, steps);
    Ok(())
}

/// Goes to the state after `steps` steps.
pub(crate) fn go_to_step(model: &mut Model, steps: usize) {
    if let Some(playback) = model.playback_mut() {
        playback.is_playing = false;
        playback.go_to(steps);
        move_cursor_to_step(model);
    }
}

/// Two searches go on to the next failure of each, or by branches again.
fn change_pace(model: &mut Model) -> Result<(), Notice> {
    let playback = model.playback_mut().filter(|it| it.second_search.is_some());
    let playback = playback.ok_or(SearchNotice::NothingBeside)?;
    playback.change_pace();
    let by_failures = playback.by_failures();
    move_cursor_to_step(model);
    model.say(SearchNotice::Pace { by_failures });
    Ok(())
}

/// Adds a second search with the other propagation next to the present search. With two searches, keeps only
/// the first, at the same branch.
fn toggle_second_search(model: &mut Model) {
    let Some(playback) = model.playback_mut() else { return };
    if playback.second_search.is_some() {
        playback.is_playing = false;
        playback.drop_second_search();
        model.say(SearchNotice::Single);
        return;
    }
    let first = playback.first.recording.options;
    let second = SearchOptions {
        propagation: match first.propagation {
            Propagation::Strong => Propagation::Weak,
            _ => Propagation::Strong,
        },
        ..first
    };
    model.app.ask(jobs::Search(Searches { first, second_search: Some(second) }));
}

/// Moves the cursor to the cell of the last step.
fn move_cursor_to_step(model: &mut Model) {
    let event = model.playback().and_then(|playback| playback.first.event());
    model.view.cursor = event.and_then(Event::cell).unwrap_or(model.view.cursor);
}
