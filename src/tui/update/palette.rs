//! The palette: keys, the wheel and clicks, its history, and pasted text.

use crossterm::event::{KeyCode, KeyEvent};

use crate::app::notice::Source;
use crate::input::{Action, EntryEffect, TypingAction, ValueSources, command};
use crate::model::{CommandPalette, EnterEffect, Model, Overlay, Prompt};
use crate::update::command_line;
use crate::update::complete::complete;
use crate::update::message::Effect;
use crate::update::reaction::Reaction;
use crate::update::{play, replace};
use problem::{BoardSource, Regions, is_link};

/// Maximum number of lines in the history.
const KEPT: usize = 100;

/// Number of entries by which `PageUp` and `PageDown` move the selection.
const PAGE: isize = 10;

/// Opens the palette with an initial text, and requests the list of board files.
pub(crate) fn open(model: &mut Model, text: &str) -> Vec<Effect> {
    let prompt = Prompt::beginning_with(text);
    model.overlay =
        Overlay::Palette(Box::new(CommandPalette { prompt, ..CommandPalette::default() }));
    find(model);
    vec![Effect::List]
}

/// Updates the matching entries after a change of the text.
pub(super) fn find(model: &mut Model) {
    let (facts, entries) = (facts(model), model.entries());
    if let Overlay::Palette(palette) = &mut model.overlay {
        palette.find(entries, &facts);
    }
}

/// Performs the action bound to a key. A key without an action edits the line.
pub(super) fn key(model: &mut Model, action: Option<Action>, event: KeyEvent) -> Reaction {
    let Overlay::Palette(palette) = &mut model.overlay else { return Reaction::NONE };
    let prompt = &mut palette.prompt;
    match action {
        Some(Action::Cancel) => model.overlay = Overlay::None,
        Some(Action::Typing(TypingAction::Run)) => return enter(model),
        Some(Action::Typing(TypingAction::Complete)) => {
            let was = prompt.text();
            complete(prompt);
            if prompt.text() == was
                && let Some(line) = palette.completed()
            {
                palette.prompt = Prompt::beginning_with(&line);
            }
            find(model);
        }
        // While a line of the history is shown, arrows move through the history.
        Some(Action::Typing(TypingAction::Up)) if prompt.is_empty() || prompt.is_recalled() => {
            if prompt.is_recalled() || !palette.move_selection(-1) {
                recall(model, 1);
            }
        }
        Some(Action::Typing(TypingAction::Down)) if prompt.is_recalled() => {
            recall(model, -1);
        }
        Some(Action::Typing(TypingAction::Earlier)) => recall(model, 1),
        Some(Action::Typing(TypingAction::Later)) => recall(model, -1),
        Some(Action::Typing(TypingAction::Up)) => drop(palette.move_selection(-1)),
        Some(Action::Typing(TypingAction::Down)) => drop(palette.move_selection(1)),
        Some(Action::Typing(TypingAction::PageUp)) => drop(palette.move_selection(-PAGE)),
        Some(Action::Typing(TypingAction::PageDown)) => drop(palette.move_selection(PAGE)),
        _ if event.code == KeyCode::Backspace && prompt.is_empty() => model.overlay = Overlay::None,
        _ => {
            let was = prompt.text();
            prompt.edit(event);
            if prompt.text() != was {
                find(model);
            }
        }
    }
    Reaction::NONE
}

/// Moves the selection with the wheel.
pub(super) fn scroll(model: &mut Model, by: isize) {
    if let Overlay::Palette(palette) = &mut model.overlay {
        palette.move_selection(by);
    }
}

/// Chooses the matching entry with this index.
pub(super) fn click(model: &mut Model, index: usize) -> Reaction {
    let Overlay::Palette(palette) = &mut model.overlay else { return Reaction::NONE };
    palette.chosen = Some(index);
    enter(model)
}

/// Recalls another line of the history.
fn recall(model: &mut Model, by: isize) {
    if let Overlay::Palette(palette) = &mut model.overlay {
        palette.prompt.recall(&model.view.command_history, by);
        find(model);
    }
}

/// Handles Enter: performs the selected entry, or else runs the typed line.
fn enter(model: &mut Model) -> Reaction {
    let Overlay::Palette(palette) = &model.overlay else { return Reaction::NONE };
    let line = palette.prompt.text();
    let choice = match palette.enter_effect() {
        EnterEffect::Line => EntryEffect::Run(line),
        EnterEffect::Choose(entry) => entry.choice.clone(),
    };
    model.overlay = Overlay::None;
    match choice {
        EntryEffect::Begin(text) => open(model, &text).into(),
        EntryEffect::Run(line) => {
            add_to_history(&mut model.view.command_history, line.trim());
            command::parse(&line).map_or_else(|sentence| model.say(sentence).into(), Reaction::Run)
        }
        EntryEffect::Do(action) => Reaction::chosen(action),
    }
}

/// Runs a command without an argument, or opens the palette if the command needs one.
pub(super) fn run_word(model: &mut Model, word: &str) -> Reaction {
    model.overlay = Overlay::None;
    model.app.notice = None;
    model.app.awaits_reason = None;
    match command::parse(word) {
        Ok(command) => Reaction::Run(command),
        Err(_) => open(model, &format!("{word} ")).into(),
    }
}

/// Inserts the first line of a pasted text into the open palette, without running the line. Without an open
/// palette, only puzzles are accepted, because the letters of another text would act as keys.
pub(super) fn paste(model: &mut Model, text: &str) -> Vec<Effect> {
    let Overlay::Palette(palette) = &mut model.overlay else {
        return paste_over_board(model, text);
    };
    // In pasted text, lines end with the character of the Enter key, `\r`.
    let line = text.trim_start().split(['\r', '\n']).next().unwrap_or_default();
    let line: String = line.chars().filter(|character| !character.is_control()).collect();
    palette.prompt.insert(&line);
    find(model);
    Vec::new()
}

/// The facts about the board on which the offered values depend.
fn facts(model: &Model) -> ValueSources {
    let (session, rules) = (&model.app.session, model.app.session.rules());
    let size = rules.size();
    let sides = command_line::sides(size);
    let own = model.app.files.default_path(session.board_number()).ok();
    let name = rules.name().replace(", ", "-").replace(' ', "-");
    let file = own.map_or_else(|| format!("{sides}-{name}.toml"), |own| own.display().to_string());
    let is_on = |is_on: bool| if is_on { "on" } else { "off" }.to_owned();
    ValueSources {
        boards: model.app.boards.clone(),
        file,
        regions: model.region_letters().into_iter().collect(),
        current_values: vec![
            ("size", sides),
            ("piece", rules.piece().name().to_owned()),
            ("torus", is_on(rules.grid().is_torus())),
            ("board-rule", is_on(rules.has_board_rule())),
            ("rules", command_line::requirements(rules)),
            ("assist", session.assist().to_string()),
            ("theme", model.view.theme.to_string()),
        ],
    }
}

/// Handles a text pasted without an open palette: a link to a puzzle or a drawing of regions, which opens as a
/// puzzle. If a puzzle is played, the new one is played as well. In paint mode, a drawing replaces the regions.
fn paste_over_board(model: &mut Model, text: &str) -> Vec<Effect> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let is_painting = model.painting().is_some();
    if is_link(&text) {
        match BoardSource::parse(&text, "what is pasted") {
            Err(error) => model.say(error.to_string()),
            Ok(source) if model.playing().is_some() => {
                return play::play_pasted(model, &text, source);
            }
            Ok(BoardSource::Board(board)) => replace::open_puzzle(model, Source::Paste, board),
            Ok(BoardSource::Linked(regions)) => {
                replace::link_puzzle(model, Source::Paste, &regions);
            }
            Ok(BoardSource::Regions(regions)) => {
                replace::draw_puzzle(model, Source::Paste, &regions);
            }
        }
        return Vec::new();
    }
    match Regions::parse(&text) {
        Ok(regions) if is_painting => replace::replace_regions(model, Source::Paste, &regions),
        Err(error) if is_painting => {
            model.say(format!("line {} of what is pasted: {error}", error.line));
        }
        Ok(regions) if regions.size().rows() > 1 && model.playing().is_some() => {
            return play::play_pasted(model, &text, BoardSource::Regions(regions));
        }
        Ok(regions) if regions.size().rows() > 1 => {
            replace::draw_puzzle(model, Source::Paste, &regions);
        }
        _ => {
            let line = model.view.keys.key(Action::Command);
            model.say(format!("what is pasted goes into the line after '{line}'"));
        }
    }
    Vec::new()
}

/// Adds a line to the history, unless it is empty or equal to the latest line.
fn add_to_history(past: &mut Vec<String>, line: &str) {
    if line.is_empty() || past.last().is_some_and(|last| last == line) {
        return;
    }
    if past.len() == KEPT {
        past.remove(0);
    }
    past.push(line.to_owned());
}
