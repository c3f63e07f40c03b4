//! The palette: the line that is typed, the entries that it finds, and what choosing one does.

use std::collections::BTreeSet;

use crossterm::event::{KeyCode, KeyEvent};

use crate::input::{Action, EntryEffect, Facts, TypingAction, command};
use crate::model::{CommandPalette, Enter, Mode, Model, Overlay, Prompt};
use crate::update::complete::complete;
use crate::update::message::Effect;
use crate::update::reaction::Reaction;
use crate::update::replace;
use problem::{Regions, Requirement, Source, is_link};

/// The length of the history.
const KEPT: usize = 100;

/// Entries on a page.
const PAGE: isize = 10;

/// Opens the palette with a text typed already, and has board files listed.
pub(super) fn open(model: &mut Model, text: &str) -> Vec<Effect> {
    let prompt = Prompt::beginning_with(text);
    model.overlay =
        Overlay::Palette(Box::new(CommandPalette { prompt, ..CommandPalette::default() }));
    find(model);
    vec![Effect::List]
}

/// Finds anew what is typed, and what may have become of it.
pub(super) fn find(model: &mut Model) {
    let (facts, entries) = (facts(model), model.entries());
    if let Overlay::Palette(palette) = &mut model.overlay {
        palette.find(entries, &facts);
    }
}

/// A key: what it is bound to, or else it edits the line.
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
        // While earlier lines are called back, arrows go on with that.
        Some(Action::Typing(TypingAction::Up)) if prompt.is_empty() || prompt.is_recalled() => {
            if prompt.is_recalled() || !palette.go(-1) {
                recall(model, Prompt::earlier);
            }
        }
        Some(Action::Typing(TypingAction::Down)) if prompt.is_recalled() => {
            recall(model, Prompt::later);
        }
        Some(Action::Typing(TypingAction::Earlier)) => recall(model, Prompt::earlier),
        Some(Action::Typing(TypingAction::Later)) => recall(model, Prompt::later),
        Some(Action::Typing(TypingAction::Up)) => drop(palette.go(-1)),
        Some(Action::Typing(TypingAction::Down)) => drop(palette.go(1)),
        Some(Action::Typing(TypingAction::PageUp)) => drop(palette.go(-PAGE)),
        Some(Action::Typing(TypingAction::PageDown)) => drop(palette.go(PAGE)),
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

/// The wheel chooses, too.
pub(super) fn scroll(model: &mut Model, by: isize) {
    if let Overlay::Palette(palette) = &mut model.overlay {
        palette.go(by);
    }
}

/// Chooses the entry of this index among those found.
pub(super) fn click(model: &mut Model, index: usize) -> Reaction {
    let Overlay::Palette(palette) = &mut model.overlay else { return Reaction::NONE };
    palette.chosen = Some(index);
    enter(model)
}

/// Shows another of the lines that were run.
fn recall(model: &mut Model, step: fn(&mut Prompt, &[String])) {
    if let Overlay::Palette(palette) = &mut model.overlay {
        step(&mut palette.prompt, &model.past);
        find(model);
    }
}

/// Does what Enter does: what is selected, or else the line.
fn enter(model: &mut Model) -> Reaction {
    let Overlay::Palette(palette) = &model.overlay else { return Reaction::NONE };
    let line = palette.prompt.text();
    let choice = match palette.enter() {
        Enter::Line => EntryEffect::Run(line),
        Enter::Choose(entry) => entry.choice.clone(),
    };
    model.overlay = Overlay::None;
    match choice {
        EntryEffect::Begin(text) => open(model, &text).into(),
        EntryEffect::Run(line) => {
            keep(&mut model.past, line.trim());
            match command::parse(&line) {
                Ok(command) => Reaction::Run(command),
                Err(sentence) => {
                    model.say(sentence);
                    Reaction::NONE
                }
            }
        }
        EntryEffect::Do(action) => Reaction::chosen(action),
    }
}

/// Inserts the first line of a pasted text, without running it. Without an open line, only a puzzle is
/// taken: the letters of another text would act as keys.
pub(super) fn paste(model: &mut Model, text: &str) {
    let Overlay::Palette(palette) = &mut model.overlay else {
        return paste_over_board(model, text);
    };
    // Terminals end pasted lines as the Enter key does.
    let line = text.trim_start().split(['\r', '\n']).next().unwrap_or_default();
    let line: String = line.chars().filter(|character| !character.is_control()).collect();
    palette.prompt.insert(&line);
    find(model);
}

/// What the values that are offered depend on.
fn facts(model: &Model) -> Facts {
    let (session, rules) = (&model.session, model.session.rules());
    let size = rules.size();
    let sides = if size.is_square() {
        size.rows().to_string()
    } else {
        format!("{}x{}", size.rows(), size.columns())
    };
    let own = model.files.board(session.board()).ok();
    let name = rules.name().replace(", ", "-").replace(' ', "-");
    let file = own.map_or_else(|| format!("{sides}-{name}.toml"), |own| own.display().to_string());
    let letters =
        rules.regions().map(|regions| size.iter().filter_map(|cell| regions.region(cell)));
    let mut letters: BTreeSet<char> = letters.into_iter().flatten().collect();
    letters.extend(('a'..='z').find(|letter| !letters.contains(letter)));
    let requirements = rules.requirements().iter().map(Requirement::to_string);
    let requirements = match rules.requirements() {
        [] => "none".to_owned(),
        _ => requirements.collect::<Vec<_>>().join(","),
    };
    let is_on = |is_on: bool| if is_on { "on" } else { "off" }.to_owned();
    Facts {
        boards: model.boards.clone(),
        file,
        regions: letters.into_iter().collect(),
        present: vec![
            ("size", sides),
            ("piece", rules.piece().name().to_owned()),
            ("torus", is_on(rules.grid().is_torus())),
            ("board-rule", is_on(rules.has_board_rule())),
            ("rules", requirements),
            ("assist", session.assist().to_string()),
            ("theme", model.theme.to_string()),
        ],
    }
}

/// What is pasted over the board: a link to a puzzle or a drawing of one; while painting, its regions.
fn paste_over_board(model: &mut Model, text: &str) {
    if is_link(text) {
        return match Source::parse(text, "what is pasted") {
            Ok(Source::Board(board)) => replace::open_puzzle(model, "pasted", board),
            Ok(Source::Linked(regions)) => replace::link_puzzle(model, "pasted", &regions),
            Ok(Source::Regions(regions)) => replace::draw_puzzle(model, "pasted", &regions),
            Err(error) => model.say(error.to_string()),
        };
    }
    let drawn = Regions::parse(&text.replace("\r\n", "\n").replace('\r', "\n"));
    let is_painting = matches!(model.mode, Mode::Paint(_));
    match drawn {
        Ok(regions) if is_painting => replace::draw(model, "pasted", &regions),
        Err(error) if is_painting => {
            model.say(format!("line {} of what is pasted: {error}", error.line));
        }
        Ok(regions) if regions.size().rows() > 1 => {
            replace::draw_puzzle(model, "pasted", &regions);
        }
        _ => {
            let line = model.keys.key(Action::Command);
            model.say(format!("what is pasted goes into the line after '{line}'"));
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
