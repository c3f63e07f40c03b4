//! The overview of the keys of a mode, over the board.

use itertools::Itertools;
use ratatui::text::{Line, Span};

use super::palette::begin_overlay;
use crate::input::{LEARN, PaletteEntry, Scope};
use crate::model::{Hit, Surface};
use crate::modes::watch::panel::WASTED;
use crate::panel::Context;
use crate::widgets::keys::{self, KeyNotes};
use crate::widgets::without_first_columns;
use app::orders::meaning;
use app::{Action, Click, words};

/// The group of the entries of a puzzle.
const PLAY: &str = "play";

/// Draws the overview, starting with the column of entries with index `first`. A click on a key presses it.
pub(super) fn render(surface: &mut Surface<'_>, context: &Context<'_>, first: u16) {
    let Context { model, styles, .. } = context;
    begin_overlay(surface.buffer, context);
    let scope = model.scope_below();
    let mut entries = model.entries();
    // In a puzzle, other keys of the board would leave the puzzle or reveal too much.
    if scope == Scope::Play {
        entries.retain(|entry| entry.group == PLAY);
    }
    let lines = lines(context, scope, &entries);
    entries.retain(|entry| entry.actions != [Action::HELP]);
    let rules = model.problem().rules().in_two_lines().join("; ");
    let note = match scope {
        Scope::Play => &rules,
        Scope::Paused => "the clock is stopped",
        Scope::Making => "what is decided waits until the puzzle is made",
        _ => model.mode().behavior().note(model),
    };
    let title = match scope {
        Scope::Ways | Scope::Making | Scope::Repair | Scope::Play | Scope::Paused => {
            "a key does it"
        }
        _ => "a letter does it; : finds the rest",
    };
    let notes = KeyNotes { right_title: title, lines: &lines, note };
    let drawn = keys::render(surface.buffer, surface.buffer.area, &entries, first, notes, styles);
    surface.hits.max_scroll = drawn.scroll;
    surface.hits.add(drawn.frame, Hit::Notice);
    for (area, line) in drawn.lines.into_iter().zip(&lines) {
        surface.hits.add_spans(area, line, |_, text| {
            let command = words::named(text.strip_prefix(':')?)?;
            Some(Hit::Command(command.word()))
        });
    }
    let widest = entries.iter().map(|entry| Span::raw(&*entry.key).width()).max().unwrap_or(0);
    for (area, index) in drawn.entries {
        // A click on one of several keys presses that key. A click on the description presses the first key.
        let names = || entries[index].key.split(' ');
        let target = |name: &str| name.parse().ok().map(Hit::Explained);
        if let Some(first) = names().find_map(target) {
            surface.hits.add(area, first);
        }
        let keys: Line<'_> = Itertools::intersperse(names(), " ").collect();
        let keys_area = without_first_columns(area, (widest - keys.width()) as u16);
        surface.hits.add_spans(keys_area, &keys, |_, name| target(name).filter(|_| name != " "));
    }
}

/// The settings of searches that the overview of keys explains.
const GLOSSARY: [&str; 4] = ["weak", "strong", "bounds", "first-fail"];

/// The meaning of a cell without support.
const SUPPORT: &str = "no support: a piece there would attack all cells left in a row";

/// Minimum height of a window in which the mouse is explained at length, in rows.
const MIN_ROWS_WITH_MOUSE: u16 = 30;

/// The lines below the keys: the commands that teach, how to choose the settings of a search, and the mouse.
fn lines(context: &Context<'_>, scope: Scope, entries: &[PaletteEntry]) -> Vec<Line<'static>> {
    let Context { model, styles, .. } = context;
    let titled = |title: &'static str, text: &str| {
        let text = context.marked(text, styles.text);
        [Span::styled(title, styles.title)].into_iter().chain(text).collect::<Line<'static>>()
    };
    let has_board_keys = scope == Scope::Board || scope.has_board_keys();
    let mut lines = Vec::new();
    let words = entries.iter().filter(|entry| entry.group == LEARN && has_board_keys);
    let words = words.map(|entry| format!("`:{}`", entry.word)).join(" ");
    if !words.is_empty() {
        lines.push(titled("learn", &format!(" {words}")));
    }
    if scope == Scope::Watch {
        let example = "`:search first-fail strong vs weak`, or one search alone";
        lines.push(titled("settings ", example));
        let glossary = GLOSSARY.into_iter().filter_map(meaning).map(|[text, _]| text);
        let glossary = glossary.chain([SUPPORT.to_owned(), format!("wasted: {WASTED}")]);
        lines.extend(glossary.map(|entry| Line::styled(entry, styles.text)));
    }
    if !model.view.mouse {
        return lines;
    }
    let is_high = model.view.window.height >= MIN_ROWS_WITH_MOUSE;
    let mouse: &[&str] = match scope {
        Scope::Play | Scope::Solved if model.app.settings.click == Click::Cycle => {
            &["a click: cross, piece, empty; right click or drag: crosses"]
        }
        Scope::Play | Scope::Solved => &["a click places, right click or drag crosses out"],
        Scope::Board | Scope::Browse | Scope::Graph if is_high => &[
            "a click places, right click or drag excludes, the wheel moves;",
            "in the graph, drag and wheel scroll, Ctrl-wheel zooms; lines and keys are clicked",
        ],
        Scope::Board | Scope::Browse | Scope::Graph => {
            &["click places, right drag excludes; Ctrl-wheel zooms the graph"]
        }
        _ => &[],
    };
    let heads = ["mouse ", "      "];
    lines.extend(heads.iter().zip(mouse).map(|(head, line)| titled(head, line)));
    lines
}
