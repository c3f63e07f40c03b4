//! A search that is watched: its moment on the board, and what the last step did.

use ratatui::text::{Line, Span};

use super::context::{Context, counted};
use super::item::Item;
use super::section::{Paragraphs, Rows};
use crate::engine::search::Event;
use crate::geometry::Cell;
use crate::session::CellState;
use crate::tui::input::action::{Action, WatchAction};
use crate::tui::input::search_options;
use crate::tui::model::recording::{End, MOST, Mark};
use crate::tui::model::replay::{Replay, Why};
use crate::tui::parts::digits::grouped;
use crate::tui::parts::stack::Need;

/// What happened at the last step.
pub(super) fn happened<'a>(context: &'a Context<'a>, replay: &Replay) -> Paragraphs<'a> {
    let mut items = vec![Item::from(match replay.event() {
        Some(Event::Fail { .. }) => context.wrong(sentence(replay)),
        Some(Event::Solution { .. }) => Span::styled(sentence(replay), context.styles.good),
        _ => context.strong(sentence(replay)),
    })];
    if replay.at() == replay.len() {
        items.push(context.dim(end(replay)).into());
    }
    Paragraphs {
        context,
        title: "what happened".to_owned(),
        fact: Line::default(),
        items,
        need: Need::Must,
        rows: Rows::Text(2, 3),
    }
}

/// How far the search is, what it has met, and how fast it plays.
pub(super) fn progress<'a>(context: &'a Context<'a>, replay: &Replay) -> Paragraphs<'a> {
    let moment = replay.moment();
    let speed = counted(replay.steps_per_second(), "step", "steps");
    let how = if replay.is_playing { "playing" } else { "stopped" };
    let number = |name: &str, number: usize| {
        [
            context.dim(format!("{name} ")),
            context.strong(format!("{}  ", grouped(&number.to_string()))),
        ]
    };
    let numbers = [
        number("depth", moment.depth()),
        number("branches", moment.branches),
        number("failures", moment.failures),
        number("solutions", moment.solutions),
    ];
    let at = replay.at() as f64 / replay.len().max(1) as f64;
    let bar = Item { bar: Some(at), ..context.dim(how).into() };
    Paragraphs {
        context,
        title: format!(
            "step {} of {}",
            grouped(&replay.at().to_string()),
            grouped(&replay.len().to_string())
        ),
        fact: Line::from(context.dim(format!("{speed} a second"))),
        items: vec![
            bar,
            Item::new(numbers.into_iter().flatten().collect()),
            context.dim(search_options::described(replay.recording.options)).into(),
        ],
        need: Need::First(3),
        rows: Rows::Text(3, 5),
    }
}

/// What the search knows of the cell under the cursor.
pub(super) fn cell<'a>(context: &'a Context<'a>, replay: &Replay) -> Paragraphs<'a> {
    let cell = context.model.cursor;
    let spans = vec![context.chip(cell), Span::raw(" "), context.text(about(cell, replay))];
    Paragraphs {
        context,
        title: cell.to_string(),
        fact: Line::from(context.dim(replay.recording.line_name(replay.recording.line(cell)))),
        items: vec![Item::new(spans)],
        need: Need::Wanted,
        rows: Rows::Text(2, 3),
    }
}

/// What can be done while a search is watched.
pub(super) fn next<'a>(context: &'a Context<'a>) -> Paragraphs<'a> {
    use WatchAction::{Faster, First, Next, NextSolution, Play, Previous};
    let say = |action, text: &str| context.offer(action, vec![context.text(text)]);
    let watch = |action, text: &str| say(Action::Watching(action), text);
    Paragraphs {
        context,
        title: "what next".to_owned(),
        fact: Line::default(),
        items: vec![
            watch(Next, "the next step"),
            watch(Previous, "the step before"),
            watch(Play, "play, or stop"),
            watch(Faster, "faster"),
            watch(NextSolution, "the next solution, or the end"),
            watch(First, "the beginning"),
            say(Action::Adopt, "adopt the solution found"),
            say(Action::Cancel, "back to the board"),
        ],
        need: Need::Wanted,
        rows: Rows::List(3),
    }
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

fn about(cell: Cell, replay: &Replay) -> String {
    match (replay.moment().mark(cell), replay.state(cell)) {
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
    }
}
