//! A search that is watched: its moment on the board, and what the last step did.

use ratatui::text::Line;

use crate::engine::search::Event;
use crate::geometry::Cell;
use crate::session::CellState;
use crate::tui::input::search_options;
use crate::tui::model::Model;
use crate::tui::model::recording::{End, MOST, Mark};
use crate::tui::model::replay::{Replay, Why};

/// The piece for which the cell under the cursor is no candidate any more.
pub(in crate::tui::view) fn culprit(model: &Model) -> Option<Cell> {
    let replay = model.watched()?;
    match replay.moment().mark(model.cursor) {
        Some(Mark::Pruned(step)) => match replay.why(step, model.cursor) {
            Why::Piece(cell) => Some(cell),
            Why::Line(_) | Why::Others => None,
        },
        _ => None,
    }
}

/// The last step as a sentence, where the search stands, and the cell under the cursor.
pub(in crate::tui::view) fn lines(model: &Model, replay: &Replay) -> Vec<Line<'static>> {
    let moment = replay.moment();
    let mut lines = vec![Line::styled(sentence(replay), model.look().strong())];
    if replay.at() == replay.len() {
        lines.push(Line::raw(end(replay)));
    }
    lines.push(Line::default());
    lines.push(Line::raw(format!(
        "depth {}   failures {}   branches {}",
        moment.depth(),
        moment.failures,
        moment.branches
    )));
    lines.push(Line::raw(format!("solutions {}", moment.solutions)));
    lines.push(Line::styled(
        search_options::described(replay.recording.options),
        model.look().faint(),
    ));
    let speed = replay.steps_per_second();
    let steps = if speed == 1 { "step" } else { "steps" };
    let how = if replay.is_playing { "playing" } else { "stopped" };
    lines.push(Line::styled(format!("{how}, {speed} {steps} a second"), model.look().faint()));
    lines.push(Line::default());
    lines.push(Line::raw(about(model, replay)));
    lines
}

/// What the last step did.
pub(in crate::tui::view) fn sentence(replay: &Replay) -> String {
    let line = |cell| replay.recording.line_name(replay.recording.line(cell));
    match replay.event() {
        None => "the search has not begun".to_owned(),
        Some(Event::Assign { cell, .. }) => format!("{cell} is tried in {}", line(cell)),
        Some(Event::Force { cell }) => format!("{cell} is all that is left in {}", line(cell)),
        Some(Event::Prune { cell }) => {
            format!("{cell} goes: {}", why(replay, replay.at() - 1, cell))
        }
        Some(Event::Fail { .. }) => replay.failing().map_or_else(
            || "failure: a rule cannot hold any more".to_owned(),
            |line| format!("failure: {} has nothing left", replay.recording.line_name(line)),
        ),
        Some(Event::Backtrack { cell, .. }) => {
            format!("{cell} is taken back, with all that followed, and given up")
        }
        Some(Event::Restart) => "all is taken back: the search begins anew".to_owned(),
        Some(Event::Solution { .. }) => {
            format!("solution {}; Enter adopts it", replay.moment().solutions)
        }
    }
}

fn why(replay: &Replay, step: usize, cell: Cell) -> String {
    match replay.why(step, cell) {
        Why::Piece(piece) => format!("{piece} attacks it"),
        Why::Line(line) => {
            format!("it attacks all that is left in {}", replay.recording.line_name(line))
        }
        Why::Others => "the other constraints leave it no room".to_owned(),
    }
}

fn end(replay: &Replay) -> String {
    match replay.recording.end {
        End::Whole => "this was the whole search".to_owned(),
        End::Cut => format!("it goes on, but only {MOST} steps are kept"),
        End::Interrupted(interrupted) => {
            format!("the search would go on, but {}", interrupted.cause)
        }
    }
}

fn about(model: &Model, replay: &Replay) -> String {
    let cell = model.cursor;
    let what = match (replay.moment().mark(cell), replay.state(cell)) {
        (Some(Mark::Tried), _) => "a piece is tried there".to_owned(),
        (Some(Mark::Forced), _) => "a piece has to be there".to_owned(),
        (Some(Mark::Pruned(step)), _) => {
            format!("gone at step {}: {}", step + 1, why(replay, step, cell))
        }
        (Some(Mark::GivenUp(step)), _) => format!("given up at step {}", step + 1),
        (None, CellState::Possible) => "a candidate".to_owned(),
        (None, CellState::Attacked) => {
            let line = replay.recording.line_name(replay.recording.line(cell));
            format!("{line} has its piece elsewhere")
        }
        (None, state) => state.to_string(),
    };
    format!("{cell}  {what}")
}
