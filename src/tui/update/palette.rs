//! The line that is typed after `:`.

use crossterm::event::{KeyCode, KeyEvent};

use crate::problem::Regions;
use crate::tui::input::action::{Action, TypingAction};
use crate::tui::input::command;
use crate::tui::model::Model;
use crate::tui::model::mode::{Mode, Overlay};
use crate::tui::update::complete::complete;
use crate::tui::update::message::Effect;
use crate::tui::update::replace;

/// The length of the history.
const KEPT: usize = 100;

/// Handles a key: performs its action, or edits the line.
pub(super) fn key(model: &mut Model, action: Option<Action>, event: KeyEvent) -> Vec<Effect> {
    let Overlay::Palette(prompt) = &mut model.overlay else { return Vec::new() };
    match action {
        Some(Action::Cancel) => model.overlay = Overlay::None,
        Some(Action::Typing(TypingAction::Run)) => {
            let line = prompt.text();
            model.overlay = Overlay::None;
            keep(&mut model.past, line.trim());
            return run(model, &line);
        }
        Some(Action::Typing(TypingAction::Complete)) => complete(prompt),
        Some(Action::Typing(TypingAction::Earlier)) => prompt.earlier(&model.past),
        Some(Action::Typing(TypingAction::Later)) => prompt.later(&model.past),
        _ if event.code == KeyCode::Backspace && prompt.is_empty() => model.overlay = Overlay::None,
        _ => prompt.edit(event),
    }
    Vec::new()
}

fn run(model: &mut Model, line: &str) -> Vec<Effect> {
    let done = command::parse(line).and_then(|command| super::command::run(model, command));
    done.unwrap_or_else(|sentence| {
        model.notice = Some(sentence);
        Vec::new()
    })
}

/// Inserts the first line of a pasted text, without running it. Without an open line the text is refused,
/// because its letters would act as keys.
pub(super) fn paste(model: &mut Model, text: &str) {
    let Overlay::Palette(prompt) = &mut model.overlay else {
        return paste_over_board(model, text);
    };
    // Terminals end pasted lines as the Enter key does.
    let line = text.trim_start().split(['\r', '\n']).next().unwrap_or_default();
    let line: String = line.chars().filter(|character| !character.is_control()).collect();
    prompt.candidates.clear();
    prompt.insert(&line);
}

/// What is pasted over the board: while painting, a drawing of regions.
fn paste_over_board(model: &mut Model, text: &str) {
    let drawn = Regions::parse(&text.replace("\r\n", "\n").replace('\r', "\n"));
    let is_painting = matches!(model.mode, Mode::Paint(_));
    match drawn {
        Ok(regions) if is_painting => replace::draw(model, "pasted", &regions),
        Err(error) if is_painting => {
            model.notice = Some(format!("line {} of what is pasted: {error}", error.line));
        }
        Ok(regions) if regions.size().rows() > 1 => {
            let paint = model.keys.key(Action::Paint);
            model.notice = Some(format!("this draws regions: {paint} paints, then paste it again"));
        }
        _ => {
            let line = model.keys.key(Action::Command);
            model.notice = Some(format!("what is pasted goes into the line after '{line}'"));
        }
    }
}

/// Adds a line to the history, unless it is the latest one already.
fn keep(past: &mut Vec<String>, line: &str) {
    if line.is_empty() || past.last().is_some_and(|last| last == line) {
        return;
    }
    if past.len() == KEPT {
        past.remove(0);
    }
    past.push(line.to_owned());
}
