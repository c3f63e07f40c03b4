//! A search that is watched: its moment on the board, and what the last step did.

use ratatui::style::Style;
use ratatui::text::Line;

use crate::engine::search::{Event, Labeling, Propagation, Values};
use crate::geometry::Cell;
use crate::session::CellState;
use crate::tui::model::Model;
use crate::tui::replay::{End, MOST, Mark, Replay, Why};

/// A cell as the search has it.
pub(super) fn cell(model: &Model, replay: &Replay, cell: Cell) -> (String, Style) {
    let state = replay.state(cell);
    let glyph = model.glyphs.cell(state, model.session.rules().piece());
    let style = if is_failing(model, cell) { model.theme.alert() } else { model.theme.cell(state) };
    (glyph.to_string(), style)
}

/// Is the cell in the row, or column, that has just been left without a candidate?
pub(super) fn is_failing(model: &Model, cell: Cell) -> bool {
    model.replay.as_ref().is_some_and(|replay| {
        replay.failing().is_some_and(|line| replay.recording.line(cell) == line)
    })
}

/// The piece for which the cell under the cursor is no candidate any more.
pub(super) fn culprit(model: &Model) -> Option<Cell> {
    let replay = model.replay.as_ref()?;
    match replay.moment().mark(model.cursor) {
        Some(Mark::Pruned(step)) => match replay.why(step, model.cursor) {
            Why::Piece(cell) => Some(cell),
            Why::Line(_) | Why::Others => None,
        },
        _ => None,
    }
}

/// The last step as a sentence, where the search stands, and the cell under the cursor.
pub(super) fn lines(model: &Model, replay: &Replay) -> Vec<Line<'static>> {
    let moment = replay.moment();
    let mut lines = vec![Line::styled(sentence(replay), model.theme.strong())];
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
    lines.push(Line::styled(options(replay), model.theme.faint()));
    let speed = replay.steps_per_second();
    let steps = if speed == 1 { "step" } else { "steps" };
    let how = if replay.is_playing { "playing" } else { "stopped" };
    lines.push(Line::styled(format!("{how}, {speed} {steps} a second"), model.theme.faint()));
    lines.push(Line::default());
    lines.push(Line::raw(about(model, replay)));
    lines
}

/// What the last step did.
pub(super) fn sentence(replay: &Replay) -> String {
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

fn options(replay: &Replay) -> String {
    let options = replay.recording.options;
    let labeling = match options.labeling {
        Labeling::Leftmost => "leftmost",
        Labeling::FirstFail => "first-fail",
        Labeling::Dual => "dual",
    };
    let values = match options.values {
        Values::Min => "min".to_owned(),
        Values::Middle => "middle".to_owned(),
        Values::Max => "max".to_owned(),
        Values::Random => format!("random from {}", options.seed),
    };
    let propagation = match options.propagation {
        Propagation::Weak => "weak",
        Propagation::Strong => "strong",
        Propagation::Bounded => "bounded",
        Propagation::AllDifferent => "alldifferent",
    };
    format!("{labeling}, {values}, {propagation}")
}
