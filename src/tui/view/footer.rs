//! The last line: the one thing to do here, then the keys most needed. A click on one presses it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::keycap::{keycap, named};
use super::panel::hint::DO_IT;
use crate::geometry::Cell;
use crate::session::{CellState, NearestSize, Restoration, Stage};
use crate::tui::Glyphs;
use crate::tui::input::action::{
    Action, GraphAction, GrowAction, PaintAction, TypingAction, WatchAction, WayAction,
};
use crate::tui::input::bindings::Scope;
use crate::tui::input::keymap::FooterEntry;
use crate::tui::model::Model;
use crate::tui::model::hits::{Hit, Hits};
use crate::tui::parts::footer::{self, Entry, Footer, Hint};
use crate::tui::parts::styles::Styles;

pub(super) fn render(buffer: &mut Buffer, model: &Model, hits: &mut Hits) {
    let first = first(model).and_then(|(action, word)| {
        let key = match &model.hint {
            Some(shown) if shown.is_offered() && action == Action::Place => DO_IT,
            _ => model.keys.first_key(model.scope(), action)?,
        };
        Some((action, key, keycap(key, model.glyphs), word))
    });
    let is_other = |entry: &FooterEntry| {
        first.as_ref().is_none_or(|(action, ..)| entry.actions != [*action])
            && is_of_use(model, entry.actions[0], hits)
    };
    let mut entries = model.keys.footer(model.scope());
    if model.scope().has_board_keys() {
        let is_kept = |entry: &FooterEntry| is_last(entry) || entry.actions == [Action::Command];
        entries.extend(model.keys.footer(Scope::Board).into_iter().filter(is_kept));
    }
    entries.retain(is_other);
    // Only where there is a graph: what it is good for comes first.
    entries.sort_by_key(|entry| entry.actions != [Action::Graphing(GraphAction::Next)]);
    for entry in &mut entries {
        entry.keys = shown(&entry.keys, model.glyphs);
    }
    let (last, others): (Vec<_>, Vec<_>) = entries.into_iter().partition(is_last);
    let [last_hints, other_hints] = [&last, &others].map(|entries| {
        let hint = |entry| {
            let FooterEntry { keys: key, word, .. }: &FooterEntry = entry;
            Hint { key, word }
        };
        entries.iter().map(hint).collect::<Vec<_>>()
    });
    let footer = Footer {
        first: first.as_ref().map(|(_, _, key, word)| Hint { key, word }),
        hints: &other_hints,
        last: &last_hints,
    };
    let area = model.layout.footer;
    for (area, entry) in footer::render(buffer, area, &footer, &Styles::of(&model.look())) {
        match entry {
            Entry::First => {
                hits.add(area, first.as_ref().map_or(Hit::Notice, |(_, key, ..)| Hit::Key(*key)));
            }
            Entry::Hint(index) => note(area, &others[index].keys, hits),
            Entry::Last(index) => note(area, &last[index].keys, hits),
        }
    }
}

/// True for what is always at the right.
fn is_last(entry: &FooterEntry) -> bool {
    matches!(entry.actions, [Action::Help | Action::Quit])
}

/// Keys as they are shown: arrows as such where the font has them.
fn shown(keys: &str, glyphs: Glyphs) -> String {
    if keys == "arrows hjkl" {
        return if glyphs == Glyphs::Unicode { "↑↓←→" } else { "arrows" }.to_owned();
    }
    let cap = |name: &str| name.parse().map_or_else(|_| name.to_owned(), |key| keycap(key, glyphs));
    keys.split(' ').map(cap).collect::<Vec<_>>().join(" ")
}

/// False for what would tell more than the board is to tell, for what does nothing in this position, and
/// for scrolling where all is seen.
fn is_of_use(model: &Model, action: Action, hits: &Hits) -> bool {
    let is_board = model.scope() == Scope::Board;
    let is_lost = model.tells_all() && model.session.is_satisfiable() == Some(false);
    match action {
        Action::HeatMap | Action::Informative | Action::NextSolution | Action::Complete
            if is_board && is_lost =>
        {
            false
        }
        // They need counts.
        Action::HeatMap | Action::Informative if is_board => {
            let session = &model.session;
            model.tells_all() && (session.solutions().is_some() || session.estimate().is_some())
        }
        Action::NextSolution => model.tells_all() || !is_board,
        // It would give a puzzle up.
        Action::Complete => model.tells_all(),
        Action::Best(_) => model.session.rules().weights().is_some(),
        Action::Undo => model.session.can_undo(),
        Action::Graphing(GraphAction::Next) => model.drawn().is_some(),
        Action::StillRight => !model.tells_all(),
        Action::Place | Action::Exclude => {
            use CellState::{Possible, Unknown};
            matches!(model.shown_state(model.cursor), None | Some(Possible | Unknown))
        }
        _ if model.scope() == Scope::Keys => action == Action::Cancel || hits.scroll > 0,
        _ => true,
    }
}

/// The one thing to do here.
fn first(model: &Model) -> Option<(Action, String)> {
    let say = |action, word: &str| Some((action, word.to_owned()));
    match model.scope() {
        Scope::Keys => say(Action::Cancel, "close"),
        Scope::Palette => say(Action::Typing(TypingAction::Run), "do it"),
        Scope::Browse => say(Action::Adopt, "adopt"),
        Scope::Solved => say(Action::NextPuzzle, "next puzzle"),
        Scope::Paint => say(Action::Painting(PaintAction::Cell), "paint"),
        Scope::Watch if model.watched().is_some_and(|watching| watching.solution().is_some()) => {
            say(Action::Adopt, "adopt the solution")
        }
        Scope::Watch => say(Action::Watching(WatchAction::Next), "next step"),
        Scope::Graph => say(Action::Graphing(GraphAction::Next), "next node"),
        Scope::Grow => say(Action::Growing(GrowAction::Next), "next rule"),
        Scope::Ways => {
            let (found, marked) = model.ways()?;
            let cells = list(&found.ways.get(marked)?.take_back);
            Some((Action::Choosing(WayAction::Marked), format!("take back {cells}")))
        }
        Scope::Board => on_board(model),
    }
}

fn on_board(model: &Model) -> Option<(Action, String)> {
    let (session, cell) = (&model.session, model.cursor);
    let say = |action, word: &str| Some((action, word.to_owned()));
    if let Some(shown) = &model.hint {
        return match shown.stage {
            _ if shown.is_offered() => say(Action::Place, "do it"),
            Stage::Where => say(Action::Hint, "why"),
            Stage::Why => say(Action::Hint, "what to do"),
            Stage::What => say(Action::Cancel, "close"),
        };
    }
    if model.tells_all()
        && let Some(NearestSize::Found(size)) = session.knowledge().nearest_size()
    {
        return Some((Action::Anyway, format!("open {size}")));
    }
    match model.shown_state(cell) {
        _ if model.tells_all() && session.wish(cell) == Some(None) => {
            let found = session.restoration(cell);
            let word = found.map(|found| format!("take back {}", ways(found)));
            word.map(|word| (Action::Anyway, word)).or_else(|| say(Action::Undo, "undo"))
        }
        Some(CellState::Placed) if session.decisions().is_given(cell) => {
            if model.tells_all() {
                say(Action::Informative, "best cell")
            } else {
                say(Action::Hint, "hint")
            }
        }
        Some(CellState::Placed) => say(Action::Place, "take back"),
        Some(CellState::Excluded) => say(Action::Exclude, "take back"),
        None | Some(CellState::Possible | CellState::Unknown | CellState::Forced) => {
            say(Action::Place, "place")
        }
        // Without the board rule an attack rules nothing out.
        Some(CellState::Attacked) if !model.tells_all() && session.attacker(cell).is_none() => {
            say(Action::Place, "place")
        }
        Some(CellState::Attacked | CellState::Impossible) if model.tells_all() => {
            match session.restoration(cell) {
                Some(found) => {
                    Some((Action::Anyway, format!("place it, taking back {}", ways(found))))
                }
                None => say(Action::Informative, "best cell"),
            }
        }
        Some(CellState::Attacked | CellState::Impossible | CellState::Hole) => {
            if model.tells_all() {
                say(Action::Informative, "best cell")
            } else {
                say(Action::Hint, "hint")
            }
        }
    }
}

/// What the smallest ways take back.
fn ways(found: &Restoration) -> String {
    let best = &found.best().take_back;
    match found.alternatives() {
        Some(cells) => {
            let names: Vec<_> = cells.iter().map(ToString::to_string).collect();
            names.join(" or ")
        }
        None if found.ways.len() == 1 => list(best),
        None if best.len() == 1 => format!("one decision ({})", found.number()),
        None => format!("{} decisions ({})", best.len(), found.number()),
    }
}

/// The most cells that are named.
const NAMED: usize = 3;

/// Cells by name, or how many where they are many.
fn list(cells: &[Cell]) -> String {
    if cells.len() > NAMED {
        return format!("{} decisions", cells.len());
    }
    cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Notes where each key of an entry stands, with the blank after it; the word belongs to the last key
/// before it.
fn note(area: Rect, keys: &str, hits: &mut Hits) {
    let mut x = area.x;
    let mut last = None;
    for name in keys.split(' ') {
        let width = name.chars().count() as u16 + 1;
        last = named(name);
        if let Some(key) = last {
            hits.add(Rect { x, width, ..area }.intersection(area), Hit::Key(key));
        }
        x += width;
    }
    if let Some(key) = last {
        let rest = Rect { x, width: area.right().saturating_sub(x), ..area };
        hits.add(rest, Hit::Key(key));
    }
}
