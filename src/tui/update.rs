use crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};

use super::Exit;
use super::action::{self, Action};
use super::command_line;
use super::message::{Effect, Message, Question, Report, Topic};
use super::model::{Model, Work};
use crate::geometry::{Cell, Grid, Piece, Size};
use crate::problem::{Assist, BoardFile, BoardFileError, UnknownAssist, Value};
use crate::session::{Entry, Finding, NearestSize, Stamp};

/// The number of the signal that Ctrl-C stands for.
const SIGINT: i32 = 2;

/// What the board does first: it asks about the position it opens with.
pub(super) fn start(model: &mut Model) -> Vec<Effect> {
    know(model)
}

/// Takes a message in and tells what is to be done outside of the model. What it changes is to be
/// written down first.
pub(super) fn update(model: &mut Model, message: Message) -> Vec<Effect> {
    let assist = model.assist;
    let mut effects = take(model, message);
    let mut entries = model.session.take_entries();
    if model.assist != assist {
        entries.push(Entry::Assist(model.assist));
    }
    if !entries.is_empty() {
        effects.insert(0, Effect::Journal(entries));
    }
    effects
}

fn take(model: &mut Model, message: Message) -> Vec<Effect> {
    let stamp = model.session.stamp();
    let mut effects = match message {
        Message::Key(event) if event.kind == KeyEventKind::Press => key(model, event),
        Message::Mouse(event) => {
            match (event.kind, model.layout.cell_at(event.column, event.row)) {
                (MouseEventKind::Down(MouseButton::Left), Some(cell)) => {
                    click(model, cell, Value::Placed);
                }
                (MouseEventKind::Down(MouseButton::Right), Some(cell)) => {
                    click(model, cell, Value::Excluded);
                }
                _ => {}
            }
            Vec::new()
        }
        Message::Worker(of, report) => worker(model, of, report),
        Message::Opened(result) => return open(model, result),
        Message::Saved(result) => {
            model.notice = Some(match result {
                Ok(path) => format!("saved as {}", path.display()),
                Err(error) => error.to_string(),
            });
            Vec::new()
        }
        Message::Signal(number) => vec![Effect::Exit(Exit::Signal(number))],
        Message::Resumed => vec![Effect::Redraw],
        Message::Key(_) | Message::Resized | Message::Tick => Vec::new(),
    };
    if model.session.stamp() != stamp {
        keep_cursor_on_grid(model);
        effects.extend(know(model));
    }
    effects
}

/// Asks for what the board tells of a new position, which may be nothing.
fn know(model: &mut Model) -> Vec<Effect> {
    if model.tells_all() {
        return ask(model, Topic::Position);
    }
    model.work = None;
    vec![Effect::Cancel]
}

fn ask(model: &mut Model, topic: Topic) -> Vec<Effect> {
    model.work = Some(Work { topic, progress: None });
    let (stamp, problem) = (model.session.stamp(), model.session.problem().clone());
    vec![Effect::Ask(Question { stamp, problem, topic })]
}

fn worker(model: &mut Model, of: Stamp, report: Report) -> Vec<Effect> {
    if of != model.session.stamp() {
        return Vec::new();
    }
    match report {
        Report::Progress(progress, elapsed) => {
            if let Some(work) = &mut model.work {
                work.progress = Some((progress, elapsed));
            }
        }
        Report::Finding(finding) => {
            if matches!(finding, Finding::Interrupted(_)) {
                model.work = None;
            }
            model.session.learn(of, finding);
        }
        Report::Completion(None) => model.notice = Some("no solution: nothing to complete".into()),
        Report::Completion(Some(completion)) => {
            if !model.session.complete(&completion) {
                model.notice = Some("the board is complete already".into());
            }
        }
        Report::Done => {
            model.work = None;
            // Completing may have been asked for before the counts had come.
            if model.tells_all() && model.session.solutions().is_none() {
                return ask(model, Topic::Position);
            }
        }
        Report::Panicked(text) => {
            model.work = None;
            model.notice = Some(format!("this should not have happened: {text}"));
        }
    }
    Vec::new()
}

fn key(model: &mut Model, mut event: KeyEvent) -> Vec<Effect> {
    model.notice = None;
    // Enter arrives as Ctrl-J if it was typed before the board took the terminal over.
    if event.code == KeyCode::Char('j') && event.modifiers == KeyModifiers::CONTROL {
        event = KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE);
    }
    let action = action::action(event);
    // These work everywhere.
    match action {
        Some(Action::Interrupt) => return vec![Effect::Exit(Exit::Signal(SIGINT))],
        Some(Action::Suspend) => return vec![Effect::Suspend, Effect::Redraw],
        _ => {}
    }
    if model.command.is_some() {
        return edit_command(model, event);
    }
    if model.help {
        model.help = false;
        return match action {
            Some(Action::Quit) => vec![Effect::Exit(Exit::Quit)],
            _ => Vec::new(),
        };
    }
    action.map_or_else(Vec::new, |action| perform(model, action))
}

fn perform(model: &mut Model, action: Action) -> Vec<Effect> {
    match action {
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
        Action::Anyway => go_to_nearest_size(model),
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
        Action::Larger => grow(model, 1),
        Action::Smaller => grow(model, -1),
        Action::Piece => model.command = Some("piece ".into()),
        Action::Copy => return copy(model),
        Action::Mouse => return vec![Effect::Mouse(!model.mouse)],
        Action::Command => model.command = Some(String::new()),
        Action::Help => model.help = true,
        Action::Cancel if model.is_working() => return vec![Effect::Cancel],
        Action::Cancel => {}
        Action::Quit => return vec![Effect::Exit(Exit::Quit)],
        Action::Suspend | Action::Interrupt => unreachable!("taken before"),
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

fn click(model: &mut Model, cell: Cell, value: Value) {
    model.notice = None;
    model.help = false;
    model.command = None;
    model.cursor = cell;
    toggle(model, value);
}

/// Decides the cell under the cursor; takes the decision back where there is one.
fn toggle(model: &mut Model, value: Value) {
    let cell = model.cursor;
    let refused = if model.session.decisions().get(cell).is_some() {
        model.session.retract(cell).err()
    } else {
        model.session.decide_told(cell, value, model.assist).err()
    };
    if let Some(refusal) = refused {
        model.notice = Some(refusal.to_string());
    }
}

fn complete(model: &mut Model) -> Vec<Effect> {
    if model.tells_all() && model.session.solutions().is_some_and(|all| all.bits() == 0) {
        model.notice = Some("no solution: nothing to complete".into());
        return Vec::new();
    }
    ask(model, Topic::Completion)
}

fn go_to_nearest_size(model: &mut Model) {
    match model.session.knowledge().nearest_size() {
        Some(NearestSize::Found(size)) => set_size(model, size),
        _ => model.notice = Some("nothing stands in the way here".into()),
    }
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
    let text = command_line::of(model.session.problem(), model.assist);
    model.notice = Some(format!("copied: {text}"));
    vec![Effect::Copy(text)]
}

/// Goes on with the board of a file, as one step.
fn open(model: &mut Model, result: Result<BoardFile, BoardFileError>) -> Vec<Effect> {
    match result {
        Ok(BoardFile { problem, assist }) => {
            model.session.set_problem(problem);
            model.assist = assist;
            keep_cursor_on_grid(model);
            know(model)
        }
        Err(error) => {
            model.notice = Some(error.to_string());
            Vec::new()
        }
    }
}

fn set_assist(model: &mut Model, assist: Assist) -> Vec<Effect> {
    model.assist = assist;
    know(model)
}

fn edit_command(model: &mut Model, event: KeyEvent) -> Vec<Effect> {
    let Some(command) = &mut model.command else { return Vec::new() };
    match event.code {
        KeyCode::Esc => model.command = None,
        KeyCode::Enter => {
            let command = std::mem::take(command);
            model.command = None;
            return run_command(model, command.trim());
        }
        KeyCode::Backspace => {
            let was_empty = command.pop().is_none();
            model.command.take_if(|_| was_empty);
        }
        KeyCode::Char(character) if !event.modifiers.contains(KeyModifiers::CONTROL) => {
            command.push(character);
        }
        _ => {}
    }
    Vec::new()
}

fn run_command(model: &mut Model, command: &str) -> Vec<Effect> {
    let (word, argument) = command.split_once(' ').unwrap_or((command, ""));
    let argument = argument.trim();
    let result = match word {
        "" => Ok(()),
        "q" | "quit" => return vec![Effect::Exit(Exit::Quit)],
        "w" | "o" if argument.is_empty() => {
            Err(format!("'{word}' needs a file, as in ':{word} board.toml'"))
        }
        "w" => {
            let (problem, assist) = (model.session.problem().clone(), model.assist);
            return vec![Effect::Save(argument.into(), BoardFile { problem, assist })];
        }
        "o" => return vec![Effect::Open(argument.into())],
        "assist" => match argument.parse() {
            Ok(assist) => return set_assist(model, assist),
            Err(error) => Err(UnknownAssist::to_string(&error)),
        },
        "size" => {
            argument.parse().map(|size| set_size(model, size)).map_err(|error| error.to_string())
        }
        "piece" => argument.parse::<Piece>().map_err(|error| error.to_string()).map(|piece| {
            let rules = model.session.rules().of(piece);
            model.session.set_rules(rules);
        }),
        _ => jump(model, command),
    };
    model.notice = result.err();
    Vec::new()
}

fn jump(model: &mut Model, name: &str) -> Result<(), String> {
    let Ok(cell) = name.parse::<Cell>() else {
        return Err(format!(
            "'{name}' is neither a cell nor a command (w FILE, o FILE, size N, piece NAME, \
             assist LEVEL, q)"
        ));
    };
    model.session.rules().grid().check(cell).map_err(|error| error.to_string())?;
    model.cursor = cell;
    Ok(())
}

#[cfg(test)]
mod file_tests;
#[cfg(test)]
mod tests;
