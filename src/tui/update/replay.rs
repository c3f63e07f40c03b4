//! Watching a search: step by step, forward and back, or played.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{TOO_MUCH, perform, walk};
use crate::engine::Completion;
use crate::engine::search::{Event, Labeling, Options, Propagation, Unsuited, Values};
use crate::geometry::{CellSet, digits};
use crate::tui::action::Action;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::replay::{Recording, Replay};

/// The options that `:search` takes, as in `labeling=leftmost values=min`.
pub(super) fn options(model: &Model, argument: &str) -> Result<Options, String> {
    if !model.tells_all() {
        return Err(TOO_MUCH.to_owned());
    }
    let mut options = Options::default();
    let mut seed = None;
    for word in argument.split_whitespace() {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let known = match name {
            "labeling" => choose(&mut options.labeling, value, &LABELINGS),
            "values" => choose(&mut options.values, value, &VALUES),
            "propagation" => choose(&mut options.propagation, value, &PROPAGATIONS),
            "seed" => digits(value).map(|number| seed = Some(number)).is_some(),
            _ => false,
        };
        if !known {
            let expected = match choices(name) {
                _ if name == "seed" => format!("a whole number from 0 to {}", u64::MAX),
                unknown if unknown.is_empty() => NAMES.map(|name| format!("{name}…")).join(", "),
                choices => choices.join(", "),
            };
            return Err(format!("'{word}' is no option of the search ({expected})"));
        }
    }
    if seed.is_some() && options.values != Values::Random {
        return Err("'seed' is for 'values=random'".to_owned());
    }
    options.seed = seed.unwrap_or_default();
    Ok(options)
}

/// The names of the options.
pub(super) const NAMES: [&str; 4] = ["labeling=", "values=", "propagation=", "seed="];

/// The words that an option can have.
pub(super) fn choices(name: &str) -> Vec<&'static str> {
    fn words<T>(choices: &[(&'static str, T)]) -> Vec<&'static str> {
        choices.iter().map(|(word, _)| *word).collect()
    }
    match name {
        "labeling" => words(&LABELINGS),
        "values" => words(&VALUES),
        "propagation" => words(&PROPAGATIONS),
        _ => Vec::new(),
    }
}

const LABELINGS: [(&str, Labeling); 3] = [
    ("first-fail", Labeling::FirstFail),
    ("leftmost", Labeling::Leftmost),
    ("dual", Labeling::Dual),
];

const VALUES: [(&str, Values); 4] = [
    ("middle", Values::Middle),
    ("min", Values::Min),
    ("max", Values::Max),
    ("random", Values::Random),
];

const PROPAGATIONS: [(&str, Propagation); 4] = [
    ("weak", Propagation::Weak),
    ("strong", Propagation::Strong),
    ("bounded", Propagation::Bounded),
    ("alldifferent", Propagation::AllDifferent),
];

/// Sets an option by its word, if there is such a one.
fn choose<T: Copy>(option: &mut T, word: &str, choices: &[(&str, T)]) -> bool {
    let found = choices.iter().find(|(name, _)| *name == word);
    if let Some((_, choice)) = found {
        *option = *choice;
    }
    found.is_some()
}

/// Begins to watch a search, or says why there is none.
pub(super) fn open(model: &mut Model, result: Result<Recording, Unsuited>) {
    match result {
        Ok(recording) => {
            model.solution = None;
            model.painting = None;
            model.replay = Some(Replay::new(recording, model.session.problem().clone()));
        }
        Err(unsuited) => model.notice = Some(unsuited.to_string()),
    }
}

/// Time has passed.
pub(super) fn tick(model: &mut Model) {
    if let Some(replay) = &mut model.replay {
        replay.tick();
        follow(model);
    }
}

/// A key while a search is watched.
pub(super) fn key(model: &mut Model, event: KeyEvent, action: Option<Action>) -> Vec<Effect> {
    let Some(replay) = &mut model.replay else { return Vec::new() };
    let at = replay.at();
    if event.modifiers.contains(KeyModifiers::CONTROL) {
        return Vec::new();
    }
    let to = match event.code {
        KeyCode::Right | KeyCode::Char(' ' | 'l') => at + 1,
        KeyCode::Left | KeyCode::Char('h') => at.saturating_sub(1),
        KeyCode::Home => 0,
        KeyCode::End => replay.next_solution(),
        KeyCode::Esc => {
            model.replay = None;
            return Vec::new();
        }
        KeyCode::Enter => {
            adopt(model);
            return Vec::new();
        }
        code => {
            match code {
                KeyCode::Char('p') if at < replay.len() => replay.is_playing = !replay.is_playing,
                KeyCode::Char('+' | '=') => replay.faster(),
                KeyCode::Char('-' | '_') => replay.slower(),
                KeyCode::Char('H') => walk(model, 0, -1),
                KeyCode::Char('L') => walk(model, 0, 1),
                _ => return elsewhere(model, action),
            }
            return Vec::new();
        }
    };
    replay.is_playing = false;
    replay.go_to(to);
    follow(model);
    Vec::new()
}

/// What else can be done meanwhile.
fn elsewhere(model: &mut Model, action: Option<Action>) -> Vec<Effect> {
    let allowed = |action: &Action| {
        use Action::{Command, Down, Help, Mouse, PageDown, PageUp, Quit, Up};
        matches!(action, Command | Down | Help | Mouse | PageDown | PageUp | Quit | Up)
    };
    action.filter(allowed).map_or_else(Vec::new, |action| perform(model, action))
}

/// Moves the cursor to where the last step was.
fn follow(model: &mut Model) {
    if let Some(
        Event::Assign { cell, .. }
        | Event::Force { cell }
        | Event::Prune { cell }
        | Event::Backtrack { cell, .. },
    ) = model.replay.as_ref().and_then(Replay::event)
    {
        model.cursor = cell;
    }
}

/// A click moves the cursor, so that the cell tells what became of it.
pub(super) fn click(model: &mut Model, column: u16, row: u16) {
    if let Some(cell) = model.layout.cell_at(column, row) {
        model.cursor = cell;
    }
}

/// Makes the solution that is shown the user's own decisions.
fn adopt(model: &mut Model) {
    let Some(place) = model.replay.as_ref().and_then(Replay::solution) else {
        model.notice = Some("no solution yet: End goes to the next one".into());
        return;
    };
    model.replay = None;
    // A piece in each row that moves as a rook leaves no other cell open.
    let exclude = CellSet::empty(place.size());
    if !model.session.complete(&Completion { place, exclude, rank: None }) {
        model.notice = Some("it is decided already".into());
    }
}
