mod answer;
mod command;
mod complete;
mod mouse;
mod paint;
mod replay;

use std::mem;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent, MouseEventKind};

use num_bigint::BigUint;
use num_traits::Zero;

use super::Exit;
use super::action::Action;
use super::command_line;
use super::message::{Effect, Message, Topic};
use super::model::{Heat, Model, Work};
use super::prompt::Prompt;
use super::view::{help, panel};
use crate::engine::{Completion, Rank};
use crate::geometry::{Cell, Grid, Size};
use crate::problem::{Assist, Value};
use crate::session::{NearestSize, Refusal};

/// The number of the signal that Ctrl-C stands for.
const SIGINT: i32 = 2;

/// What is said of what the board is not to tell.
const TOO_MUCH: &str = "that would tell too much; ':assist full' allows it";

/// What the board does first: it asks about the position it opens with.
pub(super) fn start(model: &mut Model) -> Vec<Effect> {
    know(model)
}

/// Takes a message in and tells what is to be done outside of the model. What it changes is to be
/// written down first.
pub(super) fn update(model: &mut Model, message: Message) -> Vec<Effect> {
    let mut effects = take(model, message);
    let entries = model.session.take_entries();
    if !entries.is_empty() {
        effects.insert(0, Effect::Journal(entries));
    }
    effects
}

/// Does a message change nothing that is seen? Of a mouse that is moved most are of that kind.
pub(super) fn is_idle(model: &Model, message: &Message) -> bool {
    let Message::Mouse(MouseEvent { kind: MouseEventKind::Moved, column, row, .. }) = *message
    else {
        return false;
    };
    model.hovered() == model.hovered_at((column, row))
}

fn take(model: &mut Model, message: Message) -> Vec<Effect> {
    let stamp = model.session.stamp();
    let mut effects = match message {
        Message::Key(event) if event.kind == KeyEventKind::Press => key(model, event),
        Message::Mouse(event) => mouse::take(model, event),
        Message::Pasted(text) => {
            command::paste(model, &text);
            Vec::new()
        }
        Message::Worker(asked, report) => answer::worker(model, asked, report),
        Message::Counter(asked, report) => answer::counter(model, asked, report),
        Message::Opened(path, result) => {
            model.notice = Some(match result {
                Ok(board) => {
                    model.session.open(board);
                    let told = format!("opened {}", path.display());
                    model.files.keep(path, model.session.rules());
                    told
                }
                Err(error) => error.to_string(),
            });
            Vec::new()
        }
        Message::Saved(result) => {
            let quits = mem::take(&mut model.quits_when_saved) && result.is_ok();
            model.notice = Some(match result {
                Ok(path) => {
                    let told = format!("saved as {}", path.display());
                    model.files.keep(path, model.session.rules());
                    told
                }
                Err(error) => error.to_string(),
            });
            if quits { vec![Effect::Exit(Exit::Quit)] } else { Vec::new() }
        }
        Message::Signal(number) => vec![Effect::Exit(Exit::Signal(number))],
        Message::Resumed => vec![Effect::Redraw],
        Message::Tick => {
            replay::tick(model);
            Vec::new()
        }
        Message::Key(_) | Message::Resized => Vec::new(),
    };
    if model.session.stamp() == stamp {
        effects.extend(wonder(model));
    } else {
        keep_cursor_on_grid(model);
        model.solution = None;
        model.replay = None;
        effects.extend(know(model));
    }
    effects
}

/// Asks why the cell under the cursor cannot be otherwise, as soon as the worker is free for it.
fn wonder(model: &mut Model) -> Vec<Effect> {
    if !model.tells_all() || model.replay.is_some() {
        return Vec::new();
    }
    let Some(wish) = model.session.wish(model.cursor) else { return Vec::new() };
    let known = model.session.knowledge().reason(wish).is_some();
    let free = match &model.work {
        None => true,
        Some(Work { topic: Topic::Reason(other), .. }) => *other != wish,
        Some(_) => false,
    };
    if known || !free { Vec::new() } else { ask(model, Topic::Reason(wish)) }
}

/// Asks for what the board tells of a new position, which may be nothing.
fn know(model: &mut Model) -> Vec<Effect> {
    // What was being painted belongs to the position before.
    if let Some(painting) = &mut model.painting {
        painting.stroke = None;
    }
    // Asking about the position anew cancels the counting, too.
    model.counting = None;
    if model.tells_all() {
        return ask(model, Topic::Position);
    }
    give_up_export(model);
    model.work = None;
    vec![Effect::Cancel]
}

/// Says so where an export ends because something else is wanted.
fn give_up_export(model: &mut Model) {
    if let Some(Work { topic: Topic::Export(export), .. }) = &model.work {
        model.notice = Some(format!("the export of {} was given up", export.path.display()));
    }
}

fn ask(model: &mut Model, topic: Topic) -> Vec<Effect> {
    give_up_export(model);
    let question = model.question(topic);
    model.work = Some(Work::on(&question));
    vec![Effect::Ask(question)]
}

fn key(model: &mut Model, mut event: KeyEvent) -> Vec<Effect> {
    model.notice = None;
    // Who types does not look at where the mouse lies.
    model.pointer = None;
    // Whatever became of the button: what was painted so far stands.
    paint::finish(model);
    // Enter arrives as Ctrl-J if it was typed before the board took the terminal over.
    if event.code == KeyCode::Char('j') && event.modifiers == KeyModifiers::CONTROL {
        event = KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE);
    }
    let action = model.keys.action(event);
    // These work everywhere, unless their keys are letters that are wanted as such.
    let is_letter =
        matches!(event.code, KeyCode::Char(_)) && !event.modifiers.contains(KeyModifiers::CONTROL);
    let is_typed = is_letter && (model.command.is_some() || model.painting.is_some());
    if let Some(action @ (Action::Interrupt | Action::Suspend)) = action.filter(|_| !is_typed) {
        return perform(model, action);
    }
    if model.command.is_some() {
        return command::edit(model, event);
    }
    if let Some(first) = model.help {
        return key_in_help(model, first, action);
    }
    if model.painting.is_some() {
        return paint::key(model, event);
    }
    if model.replay.is_some() {
        return replay::key(model, event, action);
    }
    if model.solution.is_some() && event.code == KeyCode::Enter {
        adopt(model);
        return Vec::new();
    }
    action.map_or_else(Vec::new, |action| perform(model, action))
}

/// Arrows and the like scroll help where it is longer than the window, any other key closes it.
fn key_in_help(model: &mut Model, first: u16, action: Option<Action>) -> Vec<Effect> {
    let page = i32::from(model.layout.help.height.max(2)) - 1;
    match action {
        Some(Action::Up) => scroll_help(model, first, -1),
        Some(Action::Down) => scroll_help(model, first, 1),
        Some(Action::PageUp) => scroll_help(model, first, -page),
        Some(Action::PageDown) => scroll_help(model, first, page),
        Some(Action::FirstColumn) => scroll_help(model, first, i32::MIN),
        Some(Action::LastColumn) => scroll_help(model, first, i32::MAX),
        Some(Action::Quit) => return vec![Effect::Exit(Exit::Quit)],
        _ => model.help = None,
    }
    Vec::new()
}

fn scroll_help(model: &mut Model, first: u16, by: i32) {
    let last = help::last_first(model);
    let moved = i32::from(first.min(last)).saturating_add(by).clamp(0, last.into());
    model.help = Some(u16::try_from(moved).expect("a line of help"));
}

fn perform(model: &mut Model, action: Action) -> Vec<Effect> {
    match action {
        Action::Anyway
        | Action::HeatMap
        | Action::Informative
        | Action::NextSolution
        | Action::PreviousSolution
        | Action::RandomSolution
        | Action::Growth
            if !model.tells_all() =>
        {
            model.notice = Some(TOO_MUCH.into());
        }
        Action::Left => walk(model, 0, -1),
        Action::Right => walk(model, 0, 1),
        Action::Down => walk(model, -1, 0),
        Action::Up => walk(model, 1, 0),
        Action::FirstColumn => walk(model, 0, i32::MIN),
        Action::LastColumn => walk(model, 0, i32::MAX),
        Action::PageUp => walk(model, model.layout.rows_in_view().into(), 0),
        Action::PageDown => walk(model, -i32::from(model.layout.rows_in_view()), 0),
        Action::Place => toggle(model, Value::Placed),
        Action::Exclude => toggle(model, Value::Excluded),
        Action::Anyway => do_anyway(model),
        Action::Complete => return complete(model),
        Action::Undo => {
            if !model.session.undo() {
                model.notice = Some("nothing to undo".into());
            }
        }
        Action::Redo => {
            if !model.session.redo() {
                model.notice = Some("nothing to redo".into());
            }
        }
        Action::Reset => {
            if !model.session.reset() {
                let only_givens = !model.session.decisions().is_empty();
                let text = if only_givens { "only givens remain" } else { "nothing is decided" };
                model.notice = Some(text.into());
            }
        }
        Action::Retract(number) => match model.session.decisions().at(usize::from(number) - 1) {
            Some((cell, _)) => retract_at(model, number, cell),
            None => model.notice = Some(format!("there is no decision {number}")),
        },
        Action::HeatMap => {
            model.heat = match model.heat {
                Heat::Off => Heat::Shaded,
                Heat::Shaded => Heat::Numbers,
                Heat::Numbers => Heat::Off,
            };
            model.notice = model.heat.legend().map(|legend| match model.session.solutions() {
                Some(_) => legend.into(),
                // It is there as soon as they are.
                None => "the heat map needs counts, which are not known".into(),
            });
        }
        Action::Informative => match model.session.most_informative() {
            Some(cell) => model.cursor = cell,
            None if model.session.solutions().is_none() => {
                model.notice = Some("that needs counts, which are not known".into());
            }
            None => model.notice = Some("no cell is open: all is settled".into()),
        },
        Action::NextSolution => return look_at(model, 1),
        Action::PreviousSolution => return look_at(model, -1),
        Action::RandomSolution => return ask(model, Topic::Solution(None)),
        Action::StillRight => return ask(model, Topic::StillRight),
        Action::Hint => return ask(model, Topic::Hint),
        Action::Larger => grow(model, 1),
        Action::Smaller => grow(model, -1),
        Action::Piece => model.command = Some(Prompt::of("piece ")),
        Action::Copy => return copy(model),
        Action::Mouse => return switch_mouse(model),
        Action::Command => model.command = Some(Prompt::default()),
        Action::Help => model.help = Some(0),
        Action::Paint => paint::toggle(model),
        Action::Growth => {
            model.growth.is_shown = !model.growth.is_shown;
            if model.growth.is_shown && model.layout.panel.is_empty() {
                model.notice = Some("a larger window has room for the diagram".into());
            }
        }
        Action::Cancel if model.solution.is_some() => return stop_looking(model),
        Action::Cancel if model.work.is_some() => return vec![Effect::CancelWork],
        Action::Cancel if model.counting.is_some() => return vec![Effect::Cancel],
        Action::Cancel if model.session.knowledge().interrupted().is_some() => {
            return ask(model, Topic::Position);
        }
        Action::Cancel => {}
        Action::Quit => return vec![Effect::Exit(Exit::Quit)],
        Action::Suspend => return vec![Effect::Suspend, Effect::Redraw],
        Action::Interrupt => return vec![Effect::Exit(Exit::Signal(SIGINT))],
    }
    Vec::new()
}

/// Moves the cursor, to the edge of the grid at the furthest.
fn walk(model: &mut Model, rows: i32, columns: i32) {
    let size = model.session.rules().size();
    let to = |place: u16, by: i32, side: u16| {
        let moved = i32::from(place).saturating_add(by).clamp(0, i32::from(side) - 1);
        u16::try_from(moved).expect("within the grid")
    };
    model.cursor = Cell::new(
        to(model.cursor.row(), rows, size.rows()),
        to(model.cursor.column(), columns, size.columns()),
    );
}

fn keep_cursor_on_grid(model: &mut Model) {
    walk(model, 0, 0);
}

/// Decides the cell under the cursor; takes the decision back where there is one.
fn toggle(model: &mut Model, value: Value) {
    let cell = model.cursor;
    let refused = if model.session.decisions().get(cell).is_some() {
        model.session.retract(cell).err()
    } else {
        model.session.decide_told(cell, value, model.session.assist()).err()
    };
    if let Some(refusal) = refused {
        let reason = model.session.reason(cell);
        model.notice = Some(match (&refusal, reason) {
            (Refusal::Impossible(_) | Refusal::Forced(_), Some(reason)) => {
                format!("{cell} is {} {}", model.session.state(cell), reason.explanation)
            }
            _ => refusal.to_string(),
        });
    }
}

/// Looks at the solution so many further on than the one looked at, or at the first.
fn look_at(model: &mut Model, by: i8) -> Vec<Effect> {
    let number = match &model.solution {
        None if by > 0 => BigUint::ZERO,
        None => match model.session.solutions() {
            Some(total) if !total.is_zero() => total - 1_u8,
            _ => BigUint::ZERO,
        },
        // Where solutions have no numbers, any other one.
        Some(Completion { rank: None, .. }) if by > 0 => return ask(model, Topic::Solution(None)),
        Some(Completion { rank: None, .. }) => {
            let next = model.keys.key(Action::NextSolution);
            let sentence = "these solutions have no order, for they are not counted";
            model.notice = Some(format!("{sentence}; {next} looks for another"));
            return Vec::new();
        }
        Some(Completion { rank: Some(Rank { number, .. }), .. }) if by > 0 => number + 1_u8,
        Some(Completion { rank: Some(Rank { number, total }), .. }) => number + total - 1_u8,
    };
    ask(model, Topic::Solution(Some(number)))
}

/// Looks at solutions no more, nor for another one.
fn stop_looking(model: &mut Model) -> Vec<Effect> {
    model.solution = None;
    match &model.work {
        Some(Work { topic: Topic::Solution(_), .. }) if model.session.is_known() => {
            model.work = None;
            vec![Effect::CancelWork]
        }
        Some(Work { topic: Topic::Solution(_), .. }) => know(model),
        _ => Vec::new(),
    }
}

/// Makes the solution looked at the user's own decisions.
fn adopt(model: &mut Model) {
    let solution = model.solution.take();
    if solution.is_some_and(|solution| !model.session.complete(&solution)) {
        model.notice = Some("it is decided already".into());
    }
}

fn retract(model: &mut Model, cell: Cell) {
    if let Err(refusal) = model.session.retract(cell) {
        model.notice = Some(refusal.to_string());
    }
}

/// Takes back the decision of a number, and says which one that was if it is not in the list.
fn retract_at(model: &mut Model, number: u8, cell: Cell) {
    let is_listed = panel::lists(model, cell);
    retract(model, cell);
    if !is_listed && model.session.decisions().get(cell).is_none() {
        let undo = model.keys.key(Action::Undo);
        model.notice = Some(format!("decision {number}, {cell}, is taken back ({undo} undoes)"));
    }
}

/// Takes mouse clicks or leaves them to the terminal, and says so.
fn switch_mouse(model: &mut Model) -> Vec<Effect> {
    let key = model.keys.key(Action::Mouse);
    model.notice = Some(if model.mouse {
        format!("the mouse is the terminal's now; {key} takes it back")
    } else {
        "the mouse is the board's again".to_owned()
    });
    vec![Effect::Mouse(!model.mouse)]
}

/// However little the board tells: this is to give up, and to be undone, where the other ways to a
/// solution would tell of it on the way.
fn complete(model: &mut Model) -> Vec<Effect> {
    if model.solution.is_some() {
        adopt(model);
        return Vec::new();
    }
    if model.tells_all() && model.session.solutions().is_some_and(|all| all.bits() == 0) {
        model.notice = Some("no solution: nothing to complete".into());
        return Vec::new();
    }
    ask(model, Topic::Completion)
}

/// Does what the cell under the cursor refuses, by taking back what stands in the way; on a board
/// without solutions and decisions, goes to the nearest size that has one.
fn do_anyway(model: &mut Model) {
    if let Some(NearestSize::Found(size)) = model.session.knowledge().nearest_size() {
        return set_size(model, size);
    }
    let Some(wish) = model.session.wish(model.cursor) else {
        model.notice = Some("nothing stands in the way here".into());
        return;
    };
    let way = model.session.reason(model.cursor).map(|reason| reason.restoration.clone());
    let notice = match way {
        Some(Some(restoration)) if model.session.restore(model.cursor) => {
            restoration.to_string().replacen("takes", "took", 1)
        }
        Some(_) => "nothing helps: rules and givens alone decide".to_owned(),
        None if model.session.knowledge().reason(wish).is_some() => {
            "it is not known what to take back".to_owned()
        }
        None => "still looking for what to take back".to_owned(),
    };
    model.notice = Some(notice);
}

fn grow(model: &mut Model, by: i32) {
    let size = model.session.rules().size();
    let changed = |side: u16| u16::try_from(i32::from(side) + by).unwrap_or_default();
    match Size::new(changed(size.rows()), changed(size.columns())) {
        Ok(size) => set_size(model, size),
        Err(error) => model.notice = Some(error.to_string()),
    }
}

/// Goes on with an empty grid of another size.
fn set_size(model: &mut Model, size: Size) {
    let rules = model.session.rules();
    let rules = rules.on(Grid::new(size).with_torus(rules.grid().is_torus()));
    model.session.set_rules(rules);
}

/// The position as a command line, shown and copied.
fn copy(model: &mut Model) -> Vec<Effect> {
    let text = command_line::of(model.session.problem(), model.session.assist());
    model.notice = Some(format!("copied: {text}"));
    vec![Effect::Copy(text)]
}

fn set_assist(model: &mut Model, assist: Assist) -> Vec<Effect> {
    model.session.set_assist(assist);
    know(model)
}

#[cfg(test)]
mod answer_tests;
#[cfg(test)]
mod assist_tests;
#[cfg(test)]
mod command_tests;
#[cfg(test)]
mod file_tests;
#[cfg(test)]
mod hint_tests;
#[cfg(test)]
mod mouse_tests;
#[cfg(test)]
mod notice_tests;
#[cfg(test)]
mod paint_tests;
#[cfg(test)]
mod question_tests;
#[cfg(test)]
mod replay_tests;
#[cfg(test)]
mod step_tests;
#[cfg(test)]
mod tests;
