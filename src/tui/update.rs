//! `update` changes the model by a message and returns the effects to perform. It is pure, so that
//! tests can drive the whole board.
//!
//! A key is looked up in the tables of the mode or of the open overlay, a line after `:` is parsed. Both name a row of
//! the [`table`] of operations, whose gate is asked in `run` before its function runs. Over a page or the palette, other
//! keys are handled by `pages` or `palette`. A click is looked up among the areas of the
//! last frame. If [`reads_frame`] is true for a message, these areas must match the present model. The layout is
//! computed again after every change. The handlers of keys, clicks and lines return a [`Reaction`]: a key
//! or an operation to perform, or nothing. The reactions are performed here. What follows from every message is one list,
//! `follow`.

pub(crate) mod board;
pub(crate) mod choices;
mod complete;
mod idle;
pub(crate) mod lesson;
pub(crate) mod message;
pub(crate) mod mouse;
mod pages;
pub(crate) mod palette;
pub(crate) mod reaction;
mod replies;
pub(crate) mod row;
mod saving;
pub(crate) mod table;
mod wants;

use std::mem;
use std::sync::Arc;

use crossterm::event::{KeyEvent, KeyEventKind, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

use crate::input::{Key, Scope};
use crate::model::{Model, Overlay};
use crate::modes::Mode;
use crate::modes::board::hint::DO_IT;
use crate::modes::{graph, paint, watch};
use crate::update::row::ScreenRow;
use crate::update::table::TABLE;
use app::game::Play;
use app::jobs::DrawnPuzzle;
use app::lesson::Lesson;
use app::operations::table::Row as _;
use app::operations::{Asks, Command, Phrase, play, position};
use app::{Action, AppEvent, Shading, playing, report};
use message::{Effect, Exit, Message};
use problem::Rules;
use reaction::Reaction;
use session::Stamp;

/// Asks about the first position, and returns the effects to perform.
pub(super) fn start(model: &mut Model) -> Vec<Effect> {
    model.app.ask_position();
    playing::ask_score(&mut model.app);
    ask_wanted(model);
    model.app.take_effects()
}

/// Begins a puzzle, if the program was started to play one, and returns the effects to perform.
pub(super) fn start_game(model: &mut Model, play: Play) -> Vec<Effect> {
    model.app.starts_with_game = true;
    match play {
        Play::Made(wanted, seed) => play::begin(&mut model.app, Some(wanted), seed),
        Play::Regions(regions, name) => {
            play::recognise(&mut model.app, DrawnPuzzle { regions, name });
        }
        Play::Board(name) => {
            playing::play_board(&mut model.app, name);
            ask_wanted(model);
        }
    }
    model.app.take_effects()
}

/// Begins a lesson, if the program was started with one, and returns the effects to perform.
pub(super) fn start_lesson(model: &mut Model, lesson: Lesson) -> Vec<Effect> {
    lesson::begin(model, lesson);
    start(model)
}

/// Reports the shown information to the application, which asks for unknown facts.
fn ask_wanted(model: &mut Model) {
    let wants = wants::of_screen(model);
    model.app.ask_wanted(wants);
}

/// Handles a message and returns the effects to perform. The first effect writes the changes of the session to
/// the journal.
pub(super) fn update(model: &mut Model, message: Message) -> Vec<Effect> {
    handle_message(model, message);
    model.app.is_first_run &= model.app.session.decisions().is_empty();
    model.app.note_changes(model.view.cursor);
    model.app.take_effects()
}

/// True if a message changes nothing on the screen, like most mouse motions.
pub(super) fn changes_nothing(model: &Model, message: &Message) -> bool {
    match message {
        Message::Mouse(MouseEvent { kind: MouseEventKind::Moved, column, row, .. }) => {
            model.hovered() == model.hovered_at((*column, *row))
        }
        Message::App(event) => match **event {
            AppEvent::Clock(now) => playing::shows_same_time(&model.app, now),
            _ => false,
        },
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
            // Over the board, the wheel moves the cursor, which needs no areas.
            _ => model.scope() == Scope::Keys || model.view.layout.cell_at(*column, *row).is_none(),
        },
        // The maximum scroll offset of lists and pages is computed with the frame.
        Message::Key(_) => model.scope() == Scope::Keys,
        _ => false,
    }
}

fn handle_message(model: &mut Model, message: Message) {
    let (stamp, rules) = (model.app.session.stamp(), Arc::clone(model.app.session.rules()));
    let reaction: Reaction = match message {
        Message::Key(event) => Reaction::Press(event),
        Message::Mouse(event) => mouse::handle_mouse(model, event),
        Message::Pasted(text) => palette::paste(model, &text).into(),
        Message::App(event) => report::handle(&mut model.app, *event).into(),
        Message::Background(background) => {
            model.view.background = Some(background);
            Reaction::Done
        }
        Message::Signal(number) => model.app.emit(Effect::Exit(Exit::Signal(number))).into(),
        Message::Unreadable(reason) => {
            model.app.emit(Effect::Exit(Exit::Unreadable(reason))).into()
        }
        Message::Suspended => position::suspend(&mut model.app).into(),
        Message::Resumed => {
            playing::stop_clock(&mut model.app);
            model.app.emit(Effect::Redraw).into()
        }
        Message::Focus(is_focused) => {
            model.app.is_focused = is_focused;
            playing::stop_clock(&mut model.app).into()
        }
        Message::Tick => watch::tick(model).into(),
        Message::Resized(columns, rows) => {
            model.view.window = Rect::new(0, 0, columns, rows);
            Reaction::Done
        }
    };
    perform_reactions(model, reaction);
    follow(model, stamp, &rules);
}

/// Handles the consequences of a message, in this order. `stamp` and `rules` belong to the position before the message.
///
/// 1. What the application gives to show is shown, which may enter a mode.
/// 2. What belongs to another position is dropped: in the modes first, because the application asks about the new one.
/// 3. The lesson looks at what is shown by then. It may open a board, which is again another position.
/// 4. The application asks what is shown and not known, after all changes of what is shown.
/// 5. The palette and the layout, which depend on everything else.
fn follow(model: &mut Model, stamp: Stamp, rules: &Arc<Rules>) {
    for reply in mem::take(&mut model.app.replies) {
        replies::show(model, reply);
    }
    if model.app.shown.is_board {
        model.enter(Mode::Board);
    }
    if let Some(cell) = model.app.lead.take() {
        let left = mem::replace(&mut model.view.cursor, cell);
        if let Some(shown) = &mut model.app.hint {
            shown.left = Some(left);
        }
    }
    for line in mem::take(&mut model.view.lesson.lines) {
        if let Ok(command) = TABLE.parse(&line, model.view.cursor) {
            run(model, command);
        }
    }
    if model.app.session.stamp() != stamp {
        drop_position_state(model);
        drop_filters(model, rules);
        model.app.follow_change();
    }
    if lesson::observe(model) {
        drop_position_state(model);
        model.app.follow_change();
    }
    watch::drop_hidden_comparison(model);
    ask_wanted(model);
    palette::find(model);
    model.arrange(model.view.window);
    graph::mark_cursor_node(model);
    graph::keep_path(model);
    // The layout determines which surroundings of a node fit.
    if model.unknown_surroundings().is_some() {
        ask_wanted(model);
    }
}

/// Drops the mode and the stroke of the previous position, and the list of repaints without regions. Paint mode and the
/// graph's mode continue.
fn drop_position_state(model: &mut Model) {
    model.move_cursor_by(0, 0);
    model.mode().behavior().leave_position(model);
}

/// Removes the marks of filters if they belong to another board. In paint mode the board stays the same.
fn drop_filters(model: &mut Model, before: &Arc<Rules>) {
    let is_other = !Arc::ptr_eq(before, model.app.session.rules());
    if is_other && model.app.shading == Shading::Consistency && model.painting().is_none() {
        model.app.shading = Shading::Off;
    }
}

/// Performs reactions until there are none.
fn perform_reactions(model: &mut Model, mut reaction: Reaction) {
    loop {
        reaction = match reaction {
            Reaction::Done => return,
            Reaction::Press(event) => press(model, event),
            Reaction::Choose(action, typed) => choose(model, action, typed),
            Reaction::Run(command) => run(model, command).into(),
        }
    }
}

/// Looks up a key, and runs its operation. Over a page or the palette, keys without an operation have another effect.
fn press(model: &mut Model, event: KeyEvent) -> Reaction {
    if event.kind != KeyEventKind::Press {
        return Reaction::Done;
    }
    model.app.begin_action();
    model.view.asks_to_quit = false;
    model.view.exclusion_drag = None;
    // The mouse is not in use.
    model.view.pointer = None;
    // The program may have missed the release of the mouse button. The cells painted so far are kept.
    paint::finish(model);
    if Key::pressed(event) == Some(DO_IT)
        && let Some((_, word)) = model.offered_puzzle()
    {
        return palette::run_word(model, word);
    }
    let action = look_up(model, event);
    let is_board = matches!(model.overlay, Overlay::None);
    if is_board && !matches!(action, Some(Action::COMPLETE | Action::COMMAND)) {
        playing::forget_question(&mut model.app);
    }
    let is_kept = action.and_then(|id| TABLE.operation(id)).is_some_and(|row| row.keeps_hint);
    model.app.hint.take_if(|_| is_board && !is_kept);
    let is_typed = Key::pressed(event).is_some_and(|key| model.scope().typed(key).is_some());
    let typed = event.code.as_char().filter(|_| is_typed);
    match (&model.overlay, action) {
        (_, Some(action @ (Action::INTERRUPT | Action::SUSPEND)))
        | (Overlay::None, Some(action)) => Reaction::Choose(action, typed),
        (Overlay::None, None) => idle::report_unused_key(model, event).into(),
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

/// The operation of a key: in the shown hint, in the mode or overlay, or in the graph beside the board.
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

/// Runs an operation that was chosen without a value, or opens the palette for the value.
fn choose(model: &mut Model, action: Action, typed: Option<char>) -> Reaction {
    let Some(row) = TABLE.operation(action) else { return Reaction::Done };
    if row.parameter().asks != Asks::Not {
        return model.open_palette(&format!("{} ", row.word)).into();
    }
    let text = typed.map_or_else(String::new, String::from);
    let phrase = Phrase { word: row.word, text: &text, here: model.view.cursor };
    row.parse(phrase).map_or_else(|error| model.refuse(error).into(), Reaction::Run)
}

/// Runs an operation, unless its gate is closed or it names a cell off the grid. A screen moves its cursor to the named cell.
fn run(model: &mut Model, command: Command<ScreenRow>) {
    if let Some(reason) = command.refusal(&model.app) {
        return model.refuse(reason);
    }
    if let Some(&cell) = command.cells.last().filter(|_| command.row.parameter().leads) {
        model.view.cursor = cell;
    }
    let done = command.row.run(model, command.argument);
    model.app.settle(done);
}

#[cfg(test)]
mod answer_tests;
#[cfg(test)]
mod assist_tests;
#[cfg(test)]
mod command_tests;
#[cfg(test)]
mod compare_tests;
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
mod idle_tests;
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
mod view_tests;
#[cfg(test)]
mod watch_frame_tests;
#[cfg(test)]
mod watch_jump_tests;
#[cfg(test)]
mod watch_tests;
#[cfg(test)]
mod way_tests;
#[cfg(test)]
mod word_tests;
