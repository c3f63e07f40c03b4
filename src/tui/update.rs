//! `update` changes the model by a message and returns the effects to perform. It is pure, so that
//! tests can drive the whole board.
//!
//! A key is looked up in the tables of the mode or of the open overlay, a line after `:` is parsed. Both name a row of
//! the [`table`] of operations, whose gate is asked in `run` before its function runs. Over a page or the palette, other
//! keys are handled by `pages` or `palette`. A click is looked up among the areas of the
//! last frame. If [`reads_frame`] is true for a message, these areas must match the present model. The layout is
//! computed again after every change. The handlers of keys, clicks and lines return a [`Reaction`]: an outcome, or a key
//! or an operation to perform. The reactions are performed here.

mod answer;
pub(crate) mod board;
pub(crate) mod choices;
mod complete;
mod hint;
pub(crate) mod lesson;
pub(crate) mod message;
pub(crate) mod mouse;
mod pages;
pub(crate) mod palette;
mod play;
pub(crate) mod question;
pub(crate) mod reaction;
mod saving;
pub(crate) mod table;

use std::mem;
use std::path::PathBuf;
use std::sync::Arc;

use crossterm::event::{KeyEvent, KeyEventKind, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

use crate::app::jobs::DrawnPuzzle;
use crate::app::notice::{AnswerNotice, BoardNotice, Notice, OpenedContent, Source};
use crate::input::{Action, Key, Scope};
use crate::model::game::Play;
use crate::model::lesson::Lesson;
use crate::model::{Model, Overlay, Shading};
use crate::modes::{graph, paint, watch};
use crate::operations::{Asks, Command, Outcome, Phrase, replace};
use files::{FileError, FileVersion};
use message::{Effect, Exit, Message};
use problem::{BoardFile, Rules, Value};
use reaction::Reaction;
use session::{OrderRequest, Session};

/// Returns the first effects: questions about the first position.
pub(super) fn start(model: &mut Model) -> Vec<Effect> {
    let mut effects = question::ask_position(model);
    effects.extend(play::ask_score(model));
    effects.extend(question::ask_assessment(model));
    with_journal(model, effects)
}

/// Asks about the position again, after an interruption or after other questions took precedence.
pub(super) fn survey_again(model: &mut Model) -> Vec<Effect> {
    question::ask_position(model)
}

/// Returns the first effects if the program was started to play a puzzle.
pub(super) fn start_game(model: &mut Model, play: Play) -> Vec<Effect> {
    model.app.starts_with_game = true;
    let effects = match play {
        Play::Made(wanted, seed) => play::begin(model, Some(wanted), seed),
        Play::Regions(regions, name) => play::recognise(model, DrawnPuzzle { regions, name }),
        Play::Board(name) => {
            play::play_board(model, name);
            question::ask_assessment(model)
        }
    };
    with_journal(model, effects)
}

/// Returns the first effects if the program was started with a lesson.
pub(super) fn start_lesson(model: &mut Model, lesson: Lesson) -> Vec<Effect> {
    lesson::begin(model, lesson);
    start(model)
}

/// Handles a message and returns the effects to perform. The first effect writes the changes of the session to
/// the journal.
pub(super) fn update(model: &mut Model, message: Message) -> Vec<Effect> {
    let effects = handle_message(model, message);
    model.app.is_first_run &= model.app.session.decisions().is_empty();
    model.note_changes();
    with_journal(model, effects)
}

/// Inserts the effect that writes new journal entries before all other effects.
fn with_journal(model: &mut Model, mut effects: Vec<Effect>) -> Vec<Effect> {
    let is_held = model.app.is_deciding_several;
    let entries = if is_held { Vec::new() } else { model.app.session.take_entries() };
    if !entries.is_empty() {
        effects.insert(0, Effect::Journal(entries));
    }
    effects
}

/// Returns the effects at the end of a line that has decided one cell after the other. `before` is the session before
/// the line if a cell was refused: none of the decisions is made then.
pub(super) fn end_decisions(model: &mut Model, before: Option<Session>) -> Vec<Effect> {
    model.app.is_deciding_several = false;
    let effects = if let Some(before) = before {
        model.app.session.go_back_to(before);
        question::ask_position(model)
    } else {
        play::note_solved(model)
    };
    with_journal(model, effects)
}

/// True if a message changes nothing on the screen, like most mouse motions.
pub(super) fn changes_nothing(model: &Model, message: &Message) -> bool {
    match *message {
        Message::Mouse(MouseEvent { kind: MouseEventKind::Moved, column, row, .. }) => {
            model.hovered() == model.hovered_at((column, row))
        }
        Message::Clock(now) => play::shows_same_time(model, now),
        Message::Focus(_) => true,
        _ => false,
    }
}

/// True if the effect of a message depends on the areas of the last frame.
pub(super) fn reads_frame(model: &Model, message: &Message) -> bool {
    match message {
        Message::Mouse(MouseEvent { kind, column, row, .. }) => match kind {
            MouseEventKind::Down(_) | MouseEventKind::Drag(_) => true,
            MouseEventKind::Up(_) | MouseEventKind::Moved => false,
            // Over the board, the wheel moves the cursor and needs no areas.
            _ => model.scope() == Scope::Keys || model.view.layout.cell_at(*column, *row).is_none(),
        },
        // The maximum scroll offset of lists and pages is computed with the frame.
        Message::Key(_) => model.scope() == Scope::Keys,
        _ => false,
    }
}

fn handle_message(model: &mut Model, message: Message) -> Vec<Effect> {
    let (stamp, rules) = (model.app.session.stamp(), Arc::clone(model.app.session.rules()));
    let reaction: Reaction = match message {
        Message::Key(event) => Reaction::Press(event),
        Message::Mouse(event) => mouse::handle_mouse(model, event),
        Message::Pasted(text) => palette::paste(model, &text).into(),
        Message::Run(command) => {
            model.app.notice = None;
            model.app.jobs.drop_wanted_reason();
            Reaction::Run(*command)
        }
        Message::Report(asked, report) => answer::handle(model, asked, report).into(),
        Message::Opened(path, Some(version), Ok(board)) => {
            open_board(model, path, version, board).into()
        }
        // A board from a link has no file to save it to.
        Message::Opened(_, None, Ok(board)) => {
            replace::open_puzzle(&mut model.app, Source::Link, board).into()
        }
        Message::Opened(_, _, Err(error))
        | Message::Drawn(_, Err(error))
        | Message::Lesson(Err(error))
        | Message::Weighed(_, Err(error))
        | Message::Ordered(Err(error)) => model.refuse(error).into(),
        Message::Linked(regions) => {
            replace::link_puzzle(&mut model.app, Source::Link, &regions).into()
        }
        Message::Drawn(path, Ok(regions)) => {
            replace::replace_regions(&mut model.app, Source::File(path), &regions).into()
        }
        Message::Weighed(path, Ok(weights)) => {
            replace::weigh_file(&mut model.app, path, weights).into()
        }
        Message::Ordered(Ok(order)) => {
            graph::show_in_order(model, OrderRequest::Own(Arc::new(order))).into()
        }
        Message::Listed(boards) => palette::list(model, boards).into(),
        Message::Saved(result) => {
            let quits = mem::take(&mut model.app.quits_when_saved) && result.is_ok();
            confirm_saved(model, result);
            if quits { vec![Effect::Exit(Exit::Quit)].into() } else { Reaction::none() }
        }
        Message::DisagreementSaved(disagreement, saved) => {
            let disagreement = Box::new(disagreement);
            model.say(AnswerNotice::DisagreementSaved { disagreement, saved }).into()
        }
        Message::JournalLost(reason) => model.say(Notice::JournalLost { reason }).into(),
        Message::Background(background) => {
            model.view.background = background;
            Reaction::none()
        }
        Message::Signal(number) => vec![Effect::Exit(Exit::Signal(number))].into(),
        Message::Unreadable(reason) => vec![Effect::Exit(Exit::Unreadable(reason))].into(),
        Message::Suspended => board::suspend(model).into(),
        Message::Resumed => {
            play::stop_clock(model);
            vec![Effect::Redraw].into()
        }
        Message::Clock(now) => play::advance_clock(model, now).into(),
        Message::Focus(is_focused) => {
            model.view.is_focused = is_focused;
            play::stop_clock(model).into()
        }
        Message::Recorded(result) => play::recorded(model, result).into(),
        Message::Results(result) => play::show_results(model, result).into(),
        Message::Lesson(Ok(lesson)) => lesson::begin(model, lesson).into(),
        Message::Tick => watch::tick(model).into(),
        Message::Resized(columns, rows) => {
            model.view.window = Rect::new(0, 0, columns, rows);
            Reaction::none()
        }
    };
    let mut effects = perform_reactions(model, reaction);
    if model.app.session.stamp() == stamp {
        effects.extend(question::ask_reason(model));
    } else {
        drop_position_state(model);
        drop_filters(model, &rules);
        effects.extend(play::note_solved(model));
        effects.extend(question::ask_position(model));
    }
    if lesson::observe(model) {
        drop_position_state(model);
        effects.extend(question::ask_position(model));
    }
    effects.extend(watch::drop_hidden_comparison(model));
    effects.extend(question::ask_assessment(model));
    effects.extend(question::ask_ahead(model));
    palette::find(model);
    model.arrange(model.view.window);
    graph::mark_cursor_node(model);
    effects
}

/// Opens a board from a file, and names its size and its pieces.
fn open_board(model: &mut Model, path: PathBuf, version: FileVersion, board: BoardFile) {
    let rules = Arc::clone(board.problem.rules());
    let pieces = board.problem.decisions().cells(Value::Placed).count();
    model.app.session.open(board);
    let content = OpenedContent::Board { rules, pieces };
    model.say(BoardNotice::Opened { source: Source::File(path.clone()), content });
    model.keep_file(path, version);
}

/// Says where a board was saved, or why it was not.
fn confirm_saved(model: &mut Model, result: Result<(PathBuf, FileVersion), FileError>) {
    match result {
        Ok((path, version)) => {
            model.say(BoardNotice::Saved { path: path.clone() });
            model.keep_file(path, version);
        }
        Err(error) => model.refuse(error),
    }
}

/// Drops the hint, the mode and the stroke of the previous position, and the list of repaints without regions. Paint mode and the graph's mode continue.
fn drop_position_state(model: &mut Model) {
    model.app.jobs.waiting = None;
    model.move_cursor_by(0, 0);
    model.app.hint = None;
    model.mode.behavior().leave_position(model);
}

/// Takes the marks of filters away if they belong to another board. In paint mode the board stays the same.
fn drop_filters(model: &mut Model, before: &Arc<Rules>) {
    let is_other = !Arc::ptr_eq(before, model.app.session.rules());
    if is_other && model.view.shading == Shading::Consistency && model.painting().is_none() {
        model.view.shading = Shading::Off;
    }
}

/// Performs reactions until only effects are left.
fn perform_reactions(model: &mut Model, mut reaction: Reaction) -> Vec<Effect> {
    loop {
        reaction = match reaction {
            Reaction::Done(outcome) => return end(model, outcome),
            Reaction::Press(event) => press(model, event),
            Reaction::Choose(action, typed) => choose(model, action, typed),
            Reaction::Run(command) => run(model, command),
        }
    }
}

/// Shows what an operation has led to, and returns its effects.
fn end(model: &mut Model, outcome: Outcome) -> Vec<Effect> {
    model.view.cursor = outcome.cell.unwrap_or(model.view.cursor);
    if let Some(reason) = outcome.refusal {
        model.refuse(reason);
    }
    outcome.effects
}

/// Looks a key up, and does its operation. Over a page or the palette, keys without an operation have another effect.
fn press(model: &mut Model, event: KeyEvent) -> Reaction {
    if event.kind != KeyEventKind::Press {
        return Reaction::none();
    }
    model.app.notice = None;
    model.app.jobs.drop_wanted_reason();
    model.view.asks_to_quit = false;
    model.view.exclusion_drag = None;
    // The mouse is not in use.
    model.view.pointer = None;
    // The release of the mouse button may have been missed. The cells painted so far are kept.
    paint::finish(model);
    let action = look_up(model, event);
    let is_board = matches!(model.overlay, Overlay::None);
    let is_kept = action.and_then(table::operation).is_some_and(|operation| operation.keeps_hint);
    model.app.hint.take_if(|_| is_board && !is_kept);
    let is_typed = Key::pressed(event).is_some_and(|key| model.scope().typed(key).is_some());
    let typed = event.code.as_char().filter(|_| is_typed);
    match (&model.overlay, action) {
        (_, Some(action @ (Action::INTERRUPT | Action::SUSPEND)))
        | (Overlay::None, Some(action)) => Reaction::Choose(action, typed),
        (Overlay::None, None) => Reaction::none(),
        (Overlay::Palette(_), action) => palette::key(model, action, event),
        (
            Overlay::Keys { .. }
            | Overlay::Results { .. }
            | Overlay::Comparison { .. }
            | Overlay::Manual { .. },
            action,
        ) => pages::key(model, action, event),
    }
}

/// The operation of a key: of the hint that is shown, of the mode or overlay, or of the graph beside the board.
fn look_up(model: &Model, event: KeyEvent) -> Option<Action> {
    let scope = model.scope();
    let has_board_keys = scope == Scope::Board || scope.has_board_keys();
    let has_hint = model.app.hint.is_some() && matches!(model.overlay, Overlay::None);
    let of_hint = model.view.keys.action(Scope::Hint, event);
    let of_hint = of_hint.filter(|&action| has_hint && model.can(action));
    let of_graph = || model.view.keys.action(Scope::Graph, event);
    of_hint
        .or_else(|| model.view.keys.action(scope, event))
        .or_else(|| of_graph().filter(|&key| has_board_keys && model.has_graph_key(key)))
}

/// Does an operation that was chosen without a value, or opens the palette for the value.
fn choose(model: &mut Model, action: Action, typed: Option<char>) -> Reaction {
    let Some(operation) = table::operation(action) else { return Reaction::none() };
    if operation.run.facts().asks != Asks::Not {
        return model.open_palette(&format!("{} ", operation.word)).into();
    }
    let text = typed.map_or_else(String::new, String::from);
    let phrase = Phrase { word: operation.word, text: &text, here: model.view.cursor };
    operation.parse(phrase).map_or_else(|error| model.refuse(error).into(), Reaction::Run)
}

/// Runs an operation, unless its gate is closed or it names a cell off the grid. A screen goes to the named cell.
fn run(model: &mut Model, command: Command) -> Reaction {
    if let Some(reason) = command.operation.refusal(model) {
        return model.refuse(reason).into();
    }
    let grid = model.app.session.rules().grid();
    if let Some(error) = command.cells.iter().find_map(|&cell| grid.check(cell).err()) {
        return model.refuse(error).into();
    }
    if let Some(&cell) = command.cells.last().filter(|_| command.operation.run.facts().leads) {
        model.view.cursor = cell;
    }
    command.run(model).into()
}

#[cfg(test)]
mod answer_tests;
#[cfg(test)]
mod assist_tests;
#[cfg(test)]
mod command_tests;
#[cfg(test)]
mod completion_tests;
#[cfg(test)]
mod consistency_tests;
#[cfg(test)]
mod cost_tests;
#[cfg(test)]
mod domination_tests;
#[cfg(test)]
mod file_tests;
#[cfg(test)]
mod graph_order_tests;
#[cfg(test)]
mod graph_tests;
#[cfg(test)]
mod hint_tests;
#[cfg(test)]
mod lesson_play_tests;
#[cfg(test)]
mod lesson_tests;
#[cfg(test)]
mod manual_tests;
#[cfg(test)]
mod mouse_tests;
#[cfg(test)]
mod notice_tests;
#[cfg(test)]
mod opinion_tests;
#[cfg(test)]
mod paint_tests;
#[cfg(test)]
mod pieces_tests;
#[cfg(test)]
mod play_tests;
#[cfg(test)]
mod prove_tests;
#[cfg(test)]
mod question_tests;
#[cfg(test)]
mod repair_tests;
#[cfg(test)]
mod replace_tests;
#[cfg(test)]
mod series_tests;
#[cfg(test)]
mod step_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tree_tests;
#[cfg(test)]
mod watch_jump_tests;
#[cfg(test)]
mod watch_tests;
#[cfg(test)]
mod way_tests;
#[cfg(test)]
mod word_tests;
