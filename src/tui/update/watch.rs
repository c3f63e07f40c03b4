//! Watching a search: step by step, forward and back, or played.

use crate::engine::search::{Event, Unsuited};
use crate::tui::input::action::WatchAction;
use crate::tui::model::Model;
use crate::tui::model::mode::Mode;
use crate::tui::model::recording::Recording;
use crate::tui::model::replay::Replay;

/// Begins to watch a search, or says why there is none.
pub(super) fn open(model: &mut Model, result: Result<Recording, Unsuited>) {
    match result {
        Ok(recording) => {
            let problem = model.session.problem().clone();
            model.mode = Mode::Watch(Replay::new(recording, problem));
        }
        Err(unsuited) => model.notice = Some(unsuited.to_string()),
    }
}

/// Time has passed.
pub(super) fn tick(model: &mut Model) {
    if let Some(replay) = model.watched_mut() {
        replay.tick();
        follow(model);
    }
}

/// Performs an action of a search that is watched.
pub(super) fn perform(model: &mut Model, action: WatchAction) {
    let Some(replay) = model.watched_mut() else { return };
    let at = replay.at();
    let to = match action {
        WatchAction::Next => at + 1,
        WatchAction::Previous => at.saturating_sub(1),
        WatchAction::First => 0,
        WatchAction::NextSolution => replay.next_solution(),
        WatchAction::Play => return replay.is_playing = !replay.is_playing && at < replay.len(),
        WatchAction::Faster => return replay.faster(),
        WatchAction::Slower => return replay.slower(),
        WatchAction::LookLeft => return model.walk(0, -1),
        WatchAction::LookRight => return model.walk(0, 1),
    };
    replay.is_playing = false;
    replay.go_to(to);
    follow(model);
}

/// Moves the cursor to where the last step was.
fn follow(model: &mut Model) {
    if let Some(
        Event::Assign { cell, .. }
        | Event::Force { cell }
        | Event::Prune { cell }
        | Event::Backtrack { cell, .. },
    ) = model.watched().and_then(Replay::event)
    {
        model.cursor = cell;
    }
}
