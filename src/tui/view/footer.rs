//! The last line: the recommended action, then the most useful keys. A click on a key presses it.

use itertools::Itertools;
use ratatui::layout::Rect;

use crate::input::{Action, FooterEntry, Scope, command};
use crate::look::Glyphs;
use crate::model::{Hit, Hits, Model, Shading, StagedHint, Surface};
use crate::modes::board::hint::DO_IT;
use crate::parts::Styles;
use crate::parts::footer::{self, Footer, FooterItem};
use crate::parts::keycap::{keycap, named};
use geometry::Cell;
use session::puzzle::Repaint;
use session::{CellState, NearestSize, Restoration, Stage};

/// Minimum width of a window whose footer names the commands for a graph, in columns.
const WITH_COMMANDS: u16 = 110;

pub(super) fn render(surface: &mut Surface<'_>, model: &Model) {
    let first = recommended_action(model).and_then(|(action, word)| {
        let key = match &model.app.hint {
            Some(shown) if shown.is_offered() && action == Action::PLACE => DO_IT,
            _ => model.view.keys.first_key(model.scope(), action)?,
        };
        Some((action, key, keycap(key, model.view.glyphs), word))
    });
    let is_other = |entry: &FooterEntry| {
        first.as_ref().is_none_or(|(action, ..)| entry.actions != [*action])
            && entry.actions.iter().any(|&action| is_of_use(model, action, &surface.hits))
    };
    let what_if = model.app.hint.as_ref().and_then(what_if_entries);
    let has_board_keys = what_if.is_some() || model.scope().has_board_keys();
    let mut entries = what_if.unwrap_or_else(|| model.view.keys.footer(model.scope()));
    if has_board_keys {
        let is_kept = |entry: &FooterEntry| is_last(entry) || entry.actions == [Action::COMMAND];
        entries.extend(model.view.keys.footer(Scope::Board).into_iter().filter(is_kept));
    }
    if model.scope() == Scope::Board && model.has_graph_keys() {
        entries.push(graph_entry(model, &[Action::LARGER, Action::SMALLER], "zoom"));
        let next = model.view.diagram.next().name();
        entries.push(graph_entry(model, &[Action::DIAGRAM], next));
        if let Some(word) = model.cut_word() {
            entries.push(graph_entry(model, &[Action::ONLY_REMAINING], word));
        }
    }
    let is_at_graph = matches!(model.scope(), Scope::Board | Scope::Graph);
    if is_at_graph && model.has_graph_keys() && model.view.window.width >= WITH_COMMANDS {
        let keys = model.graph_commands().map(|(word, _)| format!(":{word}")).join(" ");
        entries.push(FooterEntry {
            actions: &[Action::ORDER_OF_CELLS],
            keys,
            is_usual: false,
            word: "",
        });
    }
    entries.retain(is_other);
    let has_two_searches = model.playback().is_some_and(|it| it.second_search.is_some());
    // When a graph is shown, its own keys are listed first. A search says first how to go on and how to leave it, then
    // how to change it.
    entries.sort_by_key(|entry| match entry.actions {
        [Action::NEXT_NODE] => 0,
        [Action::CANCEL | Action::PREVIOUS_STEP | Action::NEXT_STEP]
            if model.playback().is_some() =>
        {
            0
        }
        [Action::NEXT_WASTED | Action::DIVERGENCE] if has_two_searches => 1,
        [Action::LARGER | Action::ONLY_REMAINING, ..]
        | [Action::DIAGRAM | Action::SEARCH_SETTINGS | Action::CAUSES] => 1,
        [Action::NEXT_REASON | Action::ORDER_OF_CELLS | Action::PLAY | Action::BESIDE] => 2,
        _ => 3,
    });
    for entry in &mut entries {
        entry.keys = shown(entry, model.view.glyphs);
        if entry.actions == [Action::HEAT_MAP] {
            entry.word = heat_map_word(model);
        }
        if let Some(word) = model.cut_word()
            && entry.actions == [Action::ONLY_REMAINING]
        {
            entry.word = word;
        }
        if entry.actions == [Action::BESIDE] && has_two_searches {
            entry.word = "one search";
        }
    }
    let (last, others): (Vec<_>, Vec<_>) = entries.into_iter().partition(is_last);
    let named = first.as_ref().map(|(_, _, key, word)| (&**key, &**word));
    let footer = Footer { first: named, hints: &others, last: &last };
    let area = model.view.layout.footer;
    for (area, entry) in footer::render(surface.buffer, area, &footer, &Styles::of(&model.look())) {
        match entry {
            FooterItem::First => {
                let hit = first.as_ref().map_or(Hit::Notice, |(_, key, ..)| Hit::Key(*key));
                surface.hits.add(area, hit);
            }
            FooterItem::Hint(index) => register_keys(area, &others[index].keys, &mut surface.hits),
            FooterItem::Last(index) => register_keys(area, &last[index].keys, &mut surface.hits),
        }
    }
}

/// An entry for keys that act on the graph beside the board.
fn graph_entry(model: &Model, actions: &'static [Action], word: &'static str) -> FooterEntry {
    let key = |&action: &Action| {
        let scopes = [Scope::Board, Scope::Graph];
        scopes.into_iter().find_map(|scope| model.view.keys.first_key(scope, action))
    };
    let keys = actions.iter().filter_map(key);
    let keys = keys.map(|key| key.to_string()).join(" ");
    FooterEntry { actions, keys, is_usual: false, word }
}

/// The entries while a contradiction is shown or can be shown; `None` at other times.
fn what_if_entries(shown: &StagedHint) -> Option<Vec<FooterEntry>> {
    let entry = |actions, keys: &str, word| FooterEntry {
        actions,
        keys: keys.to_owned(),
        is_usual: false,
        word,
    };
    let Some(index) = shown.picture else {
        let first = entry(&[Action::RIGHT], "right", "step by step");
        return (shown.pictures() > 0)
            .then(|| vec![first, entry(&[Action::CANCEL], "esc", "close")]);
    };
    let back = entry(&[Action::CANCEL], "esc", "back");
    let before = entry(&[Action::LEFT], "left", "before");
    let next = entry(&[Action::RIGHT], "right", "next step");
    let is_last = index + 1 == shown.pictures();
    Some([back, before].into_iter().chain((!is_last).then_some(next)).collect())
}

/// What the key of the heat map does next. While the heat map is on, the word says so.
fn heat_map_word(model: &Model) -> &'static str {
    let has_weights = model.app.session.rules().weights().is_some();
    match model.view.shading.next(has_weights) {
        Shading::Heat | Shading::Consistency => "heat map",
        Shading::Percent => "heat map: numbers",
        Shading::Costs => "heat map: costs",
        Shading::Weights => "heat map: weights",
        Shading::Off => "heat map off",
    }
}

/// True for entries that are always shown at the right: help and quit.
fn is_last(entry: &FooterEntry) -> bool {
    matches!(entry.actions, [Action::HELP | Action::QUIT])
}

/// The displayed form of keys: arrows are shown as arrows if the terminal can show them.
fn shown(entry: &FooterEntry, glyphs: Glyphs) -> String {
    if entry.is_usual && matches!(entry.actions, [Action::LEFT, _, ..]) {
        return glyphs.or("↑↓←→", "arrows").to_owned();
    }
    let cap = |name: &str| name.parse().map_or_else(|_| name.to_owned(), |key| keycap(key, glyphs));
    entry.keys.split(' ').map(cap).join(" ")
}

/// True if an action is possible and useful now. An action is not useful if it shows what the board shows already,
/// gives up a puzzle, or scrolls a page that is visible as a whole.
fn is_of_use(model: &Model, action: Action, hits: &Hits) -> bool {
    use CellState::{Possible, Unknown};
    let is_worth_it = match action {
        Action::COMPLETE => model.has_full_assist(),
        Action::STILL_RIGHT => !model.has_full_assist(),
        // The words of these actions in the footer fit open cells only.
        Action::PLACE | Action::EXCLUDE => {
            matches!(model.shown_state(model.view.cursor), None | Some(Possible | Unknown))
        }
        _ if model.scope() == Scope::Keys => action == Action::CANCEL || hits.max_scroll > 0,
        _ => true,
    };
    is_worth_it && model.can(action)
}

/// The recommended action and its word: the first candidate that is possible.
fn recommended_action(model: &Model) -> Option<(Action, String)> {
    // Enter applies the hint, even if the cursor is on another cell.
    if matches!(model.scope(), Scope::Board | Scope::Play)
        && let Some(shown) = model.app.hint.as_ref().filter(|shown| shown.is_offered())
    {
        return Some((Action::PLACE, shown.deed("")));
    }
    candidates(model).into_iter().find(|(action, _)| model.can(*action))
}

/// Candidates for the recommended action, best first.
fn candidates(model: &Model) -> Vec<(Action, String)> {
    let named = |entries: &[(Action, &str)]| {
        entries.iter().map(|&(action, word)| (action, word.to_owned())).collect()
    };
    let has_two = model.playback().is_some_and(|it| it.second_search.is_some());
    let next = if has_two { "next branch" } else { "next step" };
    match model.scope() {
        Scope::Keys => named(&[(Action::CANCEL, "close")]),
        Scope::Palette => named(&[(Action::RUN, "do it")]),
        Scope::Browse => named(&[(Action::ADOPT, "adopt")]),
        Scope::Making => named(&[(Action::CANCEL, "cancel")]),
        Scope::Solved => named(&[(Action::NEXT_PUZZLE, "next puzzle")]),
        Scope::Paint | Scope::Weigh => named(&[(Action::PAINT_CELL, "paint")]),
        Scope::Repair => {
            let marked = model.repaints().and_then(|(repaints, marked)| repaints.get(marked));
            let repaint = Action::REPAINT;
            let say = |it: &Repaint| (repaint, format!("paint {} {}", it.cell, it.region));
            marked.map(say).into_iter().chain([(Action::CANCEL, "leave".to_owned())]).collect()
        }
        Scope::Watch => named(&[
            (Action::ADOPT, "adopt the solution"),
            (Action::NEXT_STEP, next),
            (Action::CANCEL, "leave"),
        ]),
        Scope::Graph => named(&[(Action::NEXT_NODE, "next node")]),
        Scope::Series => named(&[(Action::NEXT_RULE, "next"), (Action::CANCEL, "leave")]),
        Scope::Prove => named(&[
            (Action::NAME_DECISION, "name it"),
            (Action::NAME_ROW, "name the row"),
            (Action::CANCEL, "leave"),
        ]),
        Scope::Ways => {
            let way = model.restoration_list().and_then(|(found, marked)| found.sets.get(marked));
            let marked = Action::MARKED_WAY;
            way.map(|way| (marked, format!("take back {}", list(&way.take_back))))
                .into_iter()
                .collect()
        }
        Scope::Paused => named(&[(Action::PAUSE, "go on")]),
        Scope::Board | Scope::Play | Scope::Hint => on_board(model),
    }
}

fn on_board(model: &Model) -> Vec<(Action, String)> {
    let say = |action, word: &str| (action, word.to_owned());
    if let Some(shown) = &model.app.hint {
        return vec![match shown.stage {
            Stage::Where => say(Action::HINT, "why"),
            Stage::Why => say(Action::HINT, "what to do"),
            Stage::What if shown.picture.is_some() => say(Action::CANCEL, "leave"),
            Stage::What => say(Action::CANCEL, "close"),
        }];
    }
    let elsewhere = if model.has_full_assist() {
        say(Action::INFORMATIVE, "best cell")
    } else {
        say(Action::HINT, "hint")
    };
    let anywhere =
        [elsewhere, say(Action::RESET, "begin again"), say(Action::COMMAND, "everything")];
    on_cell(model).into_iter().chain(anywhere).collect()
}

/// Candidates that act on the cell under the cursor.
fn on_cell(model: &Model) -> Vec<(Action, String)> {
    let (session, cell) = (&model.app.session, model.view.cursor);
    let say = |action, word: &str| vec![(action, word.to_owned())];
    let anyway = |what: &str| {
        let found = session.restoration(cell).filter(|_| model.has_full_assist());
        found.map(|found| (Action::ANYWAY, format!("{what} {}", restoration_text(found))))
    };
    if model.has_full_assist()
        && let Some(NearestSize::Found(size)) = session.knowledge().nearest_size
    {
        return say(Action::ANYWAY, &format!("open {size}"));
    }
    if model.has_full_assist() && session.wish(cell) == Some(None) {
        return anyway("take back").into_iter().chain(say(Action::UNDO, "undo")).collect();
    }
    match model.shown_state(cell) {
        _ if model.awaits_answer() => say(Action::PLACE, "answer"),
        Some(CellState::Placed) => say(Action::PLACE, "take back"),
        Some(CellState::Excluded) => say(Action::EXCLUDE, "take back"),
        // On a solved board, taking back pieces is not recommended.
        Some(CellState::Attacked | CellState::Impossible) if model.is_finished() => Vec::new(),
        Some(CellState::Attacked | CellState::Impossible) if model.has_full_assist() => {
            anyway("place it, taking back").into_iter().collect()
        }
        Some(CellState::Forced) if model.completed().contains(cell) => {
            say(Action::PLACE, "make it yours")
        }
        _ => say(Action::PLACE, "place"),
    }
}

/// The decisions to take back, or their number if there are several smallest sets.
fn restoration_text(found: &Restoration) -> String {
    let best = &found.best().take_back;
    match found.alternatives() {
        Some(cells) => cells.iter().join(" or "),
        None if found.sets.len() == 1 => list(best),
        None if best.len() == 1 => format!("one decision ({})", found.number()),
        None => format!("{} decisions ({})", best.len(), found.number()),
    }
}

/// Maximum number of cells listed by name.
const MAX_NAMED_CELLS: usize = 3;

/// The names of cells, or the number of decisions if there are more than [`MAX_NAMED_CELLS`].
fn list(cells: &[Cell]) -> String {
    if cells.len() > MAX_NAMED_CELLS {
        format!("{} decisions", cells.len())
    } else {
        cells.iter().join(", ")
    }
}

/// Registers the area of each key of an entry, including the following blank; the area of the word belongs to the last
/// key.
fn register_keys(area: Rect, keys: &str, hits: &mut Hits) {
    let mut x = area.x;
    let mut last = None;
    for name in keys.split(' ') {
        let width = name.chars().count() as u16 + 1;
        last = named(name);
        let command = name.strip_prefix(':').and_then(command::named);
        let command = command.map(|definition| Hit::Command(definition.word()));
        if let Some(hit) = command.or(last.map(Hit::Key)) {
            hits.add(Rect { x, width, ..area }.intersection(area), hit);
        }
        x += width;
    }
    if let Some(key) = last {
        let rest = Rect { x, width: area.right().saturating_sub(x), ..area };
        hits.add(rest, Hit::Key(key));
    }
}
