//! The palette: keys, the wheel and clicks, its history, and pasted text.

use crossterm::event::{KeyCode, KeyEvent};

use crate::input::EntryEffect;
use crate::model::{Model, Overlay, Prompt};
use crate::update::choices;
use crate::update::complete::complete;
use crate::update::reaction::Reaction;
use crate::update::table::TABLE;
use app::notice::{BoardNotice, DecisionNotice, Notice, Source};
use app::operations::play;
use app::{Action, ValueSources, command_line, replace};
use problem::{BoardSource, Regions, is_link};

/// Maximum number of lines in the history.
const MAX_HISTORY: usize = 100;

/// Number of entries by which `PageUp` and `PageDown` move the selection.
const PAGE: isize = 10;

/// Finds the entries for the typed text, if it has changed.
pub(super) fn find(model: &mut Model) {
    let Overlay::Palette(palette) = &model.overlay else { return };
    let text = palette.prompt.text();
    if palette.searched.as_ref() == Some(&text) {
        return;
    }
    let operation = choices::split_command(&text).map(|(operation, ..)| operation);
    let current = operation.and_then(|operation| operation.current(model));
    let (sources, entries) = (sources(model), model.entries());
    if let Overlay::Palette(palette) = &mut model.overlay {
        palette.find(entries, &sources, current);
    }
}

/// Performs the action bound to a key. A key without an action edits the line.
pub(super) fn key(model: &mut Model, action: Option<Action>, event: KeyEvent) -> Reaction {
    let Overlay::Palette(palette) = &mut model.overlay else { return Reaction::Done };
    let (prompt, history) = (&mut palette.prompt, &model.view.command_history);
    match action {
        None if event.code == KeyCode::Backspace && prompt.is_empty() => {
            model.overlay = Overlay::None;
        }
        None | Some(Action::INSERT) => prompt.edit(event),
        Some(Action::CANCEL) => match palette.parents.pop() {
            Some(line) => palette.prompt = Prompt::beginning_with(&line),
            None => model.overlay = Overlay::None,
        },
        Some(Action::RUN) => return enter(model),
        Some(Action::COMPLETE_WORD) => {
            let was = prompt.text();
            complete(prompt);
            if prompt.text() == was
                && let Some(line) = palette.completed()
            {
                palette.prompt = Prompt::beginning_with(&line);
            }
        }
        // While a line of the history is shown, arrows move through the history.
        Some(Action::ENTRY_UP) if prompt.is_empty() || prompt.is_recalled() => {
            if prompt.is_recalled() || !palette.move_selection(-1) {
                palette.prompt.recall(history, 1);
            }
        }
        Some(Action::ENTRY_DOWN) if prompt.is_recalled() => prompt.recall(history, -1),
        Some(Action::EARLIER) => prompt.recall(history, 1),
        Some(Action::LATER) => prompt.recall(history, -1),
        Some(Action::ENTRY_UP) => drop(palette.move_selection(-1)),
        Some(Action::ENTRY_DOWN) => drop(palette.move_selection(1)),
        Some(Action::ENTRY_PAGE_UP) => drop(palette.move_selection(-PAGE)),
        Some(Action::ENTRY_PAGE_DOWN) => drop(palette.move_selection(PAGE)),
        Some(_) => {}
    }
    Reaction::Done
}

/// Handles Enter or a click: performs the selected entry, or else runs the typed line.
pub(super) fn enter(model: &mut Model) -> Reaction {
    let Overlay::Palette(palette) = &model.overlay else { return Reaction::Done };
    let line = palette.prompt.text();
    let answer = model.app.typed_answer(&line).filter(|_| palette.chosen.is_none());
    if let (Some(_), Some(lesson)) = (&answer, &mut model.app.lesson) {
        (lesson.answered, model.overlay) = (answer, Overlay::None);
        return Reaction::Done;
    }
    let chosen = palette.chosen_entry().map(|entry| entry.choice.clone());
    let choice = chosen.unwrap_or_else(|| EntryEffect::Run(line.clone()));
    let parents = palette.parents.iter().cloned().chain([line]).collect();
    model.overlay = Overlay::None;
    match choice {
        EntryEffect::Begin(text) => {
            model.open_palette(&text);
            if let Overlay::Palette(palette) = &mut model.overlay {
                palette.parents = parents;
            }
            Reaction::Done
        }
        EntryEffect::Run(line) => {
            add_to_history(&mut model.view.command_history, line.trim());
            let command = TABLE.parse(&line, model.view.cursor);
            command.map_or_else(|error| model.say(error).into(), Reaction::Run)
        }
        EntryEffect::Do(action) => Reaction::Choose(action, None),
    }
}

/// Runs a command without an argument, or opens the palette if the command needs one.
pub(super) fn run_word(model: &mut Model, word: &str) -> Reaction {
    model.overlay = Overlay::None;
    model.app.begin_action();
    match TABLE.parse(word, model.view.cursor) {
        Ok(command) => Reaction::Run(command),
        Err(_) => model.open_palette(&format!("{word} ")).into(),
    }
}

/// Inserts the first line of a pasted text into the open palette, without running the line. Without an open
/// palette, only puzzles are accepted, because the letters of another text would act as keys.
pub(super) fn paste(model: &mut Model, text: &str) {
    let Overlay::Palette(palette) = &mut model.overlay else {
        return paste_over_board(model, text);
    };
    // In pasted text, lines end with the character of the Enter key, `\r`.
    let line = text.trim_start().split(['\r', '\n']).next().unwrap_or_default();
    let line: String = line.chars().filter(|character| !character.is_control()).collect();
    palette.prompt.insert(&line);
}

/// The facts about the board on which the offered values depend.
fn sources(model: &Model) -> ValueSources {
    let (session, rules) = (&model.app.session, model.app.session.rules());
    let sides = command_line::sides(rules.size());
    let default_path = model.app.files.default_path(session.history().board_number()).ok();
    let name = rules.name().replace(", ", "-").replace(' ', "-");
    let file = default_path.map_or_else(
        || format!("{sides}-{name}.toml"),
        |default_path| default_path.display().to_string(),
    );
    ValueSources {
        boards: model.app.boards.clone(),
        games: model.app.games_in_words(),
        file,
        regions: model.region_letters().into_iter().collect(),
    }
}

/// Handles a text pasted without an open palette: a link to a puzzle or a drawing of regions, which opens as a
/// puzzle. If a puzzle is played, the new one is played as well. In paint mode, a drawing replaces the regions.
fn paste_over_board(model: &mut Model, text: &str) {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let is_painting = model.painting().is_some();
    let source = if is_link(&text) {
        BoardSource::parse(&text, "what is pasted").map_err(Notice::from)
    } else {
        match Regions::parse(&text) {
            Ok(regions) if is_painting => {
                return replace::replace_regions(&mut model.app, Source::Paste, &regions);
            }
            Err(error) if is_painting => Err(BoardNotice::WrongPaste { error }.into()),
            Ok(regions) if regions.size().rows() > 1 => Ok(BoardSource::Regions(regions)),
            Ok(_) | Err(_) => Err(DecisionNotice::PasteIntoLine.into()),
        }
    };
    match source {
        Err(notice) => model.say(notice),
        Ok(source) if model.app.playing().is_some() => {
            play::play_pasted(&mut model.app, &text, source);
        }
        Ok(BoardSource::Board(board)) => {
            replace::open_puzzle(&mut model.app, Source::Paste, board);
        }
        Ok(BoardSource::Linked(regions)) => {
            replace::link_puzzle(&mut model.app, Source::Paste, &regions);
        }
        Ok(BoardSource::Regions(regions)) => {
            replace::draw_puzzle(&mut model.app, Source::Paste, &regions);
        }
    }
}

/// Adds a line to the history, unless it is empty or equal to the latest line.
fn add_to_history(past: &mut Vec<String>, line: &str) {
    if line.is_empty() || past.last().is_some_and(|last| last == line) {
        return;
    }
    if past.len() == MAX_HISTORY {
        past.remove(0);
    }
    past.push(line.to_owned());
}
