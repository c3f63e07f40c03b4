//! The last line: the recommended action, then the most useful keys. A click on a key presses it.

use itertools::Itertools;
use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use crate::input::{FooterEntry, Scope};
use crate::look::Glyphs;
use crate::model::{Hit, Hits, Model, Surface};
use crate::modes::board::hint::DO_IT;
use crate::modes::watch::SearchPlayback;
use crate::modes::ways::decisions_in_short;
use crate::panel::Context;
use crate::view::panel::next_view_word;
use crate::widgets::footer::{self, Footer, FooterItem};
use crate::widgets::keycap::{keycap, named};
use crate::widgets::without_first_columns;
use app::{Action, Shading, StagedHint, words};
use session::{CellState, NearestSize, Restoration, Stage};

/// Minimum width of a window whose footer names the commands for a graph, in columns.
const MIN_WIDTH_WITH_COMMANDS: u16 = 110;

/// The width of the longest usual recommendation in play, `space take back`, without the blank between its two parts. The
/// recommendation has this width so that the keys after it keep their places.
const RECOMMENDATION_WIDTH: usize = 14;

pub(super) fn render(surface: &mut Surface<'_>, context: &Context<'_>) {
    let model = context.model;
    let glyphs = model.view.glyphs;
    let mut first = recommended_action(model).and_then(|(action, word)| {
        let key = match &model.app.hint {
            Some(shown) if shown.is_offered() && action == Action::PLACE => DO_IT,
            None if model.offered_puzzle().is_some() => DO_IT,
            _ => model.view.keys.first_key(model.scope(), action)?,
        };
        Some((action, key, keycap(key, glyphs), word))
    });
    // In play, the key of a hint always has the same place in the line, so it is not also shown as the recommended key.
    let is_apart = model.scope() == Scope::Play
        && model.app.hint.is_none()
        && first.take_if(|(action, ..)| *action == Action::HINT).is_some();
    let mut entries = entries(model);
    let is_shown = |entry: &FooterEntry| {
        // In play, a click on the same place goes through all stages of a hint.
        let stays = model.scope() == Scope::Play && entry.actions == [Action::HINT];
        let is_first =
            !stays && first.as_ref().is_some_and(|(action, ..)| entry.actions == [*action]);
        let is_of_use = |&action: &Action| is_of_use(model, action, &surface.hits);
        !is_first && entry.actions.iter().any(is_of_use)
    };
    entries.retain(|entry| keeps_its_place(model, entry) || is_shown(entry));
    entries.sort_by_key(|entry| rank(model, entry));
    for entry in &mut entries {
        let is_shown = is_shown(entry);
        entry.keys = shown_text(entry, glyphs);
        entry.word = word(model, entry);
        if !is_shown {
            let width = entry.keys.width() + 1 + entry.word.width();
            (entry.keys, entry.word) = (" ".repeat(width), "");
        }
    }
    if is_apart {
        // The place of the recommendation stays empty.
        entries.insert(0, entry(&[], " ".repeat(RECOMMENDATION_WIDTH + 1), ""));
    }
    let (last, hints): (Vec<_>, Vec<_>) = entries.into_iter().partition(is_last);
    if let Some((_, _, cap, word)) = &mut first
        && model.app.playing().is_some()
    {
        let room = RECOMMENDATION_WIDTH.saturating_sub(cap.as_str().width());
        // The panel says what Enter does.
        if model.app.hint.as_ref().is_some_and(StagedHint::is_offered) && word.width() > room {
            "do it".clone_into(word);
        }
        *word = format!("{word:room$}");
    }
    let named = first.as_ref().map(|(_, _, cap, word)| (&**cap, &**word));
    let footer = Footer { first: named, hints: &hints, last: &last };
    let area = model.view.layout.footer;
    for (area, item) in footer::render(surface.buffer, area, &footer, &context.styles) {
        match item {
            FooterItem::First => {
                let key = first.as_ref().map(|(_, key, ..)| Hit::Key(*key));
                surface.hits.add(area, key.unwrap_or(Hit::Notice));
            }
            FooterItem::Hint(index) => register_keys(area, &hints[index].keys, &mut surface.hits),
            FooterItem::Last(index) => register_keys(area, &last[index].keys, &mut surface.hits),
        }
    }
}

fn entry(actions: &'static [Action], keys: impl Into<String>, word: &'static str) -> FooterEntry {
    FooterEntry { actions, keys: keys.into(), is_usual: false, word }
}

/// The entries of the present mode, possible or not.
fn entries(model: &Model) -> Vec<FooterEntry> {
    let (scope, keys) = (model.scope(), &model.view.keys);
    let what_if = model.app.hint.as_ref().and_then(|shown| what_if_entries(shown, scope));
    let has_board_keys = what_if.is_some() || scope.has_board_keys();
    let mut entries = what_if.unwrap_or_else(|| keys.footer(scope));
    if has_board_keys {
        let is_kept = |entry: &FooterEntry| is_last(entry) || entry.actions == [Action::COMMAND];
        entries.extend(keys.footer(Scope::Board).into_iter().filter(is_kept));
    }
    if !model.has_graph_keys() || !matches!(scope, Scope::Board | Scope::Graph) {
        return entries;
    }
    if scope == Scope::Board {
        let graph_entry = |actions: &'static [Action], word| {
            let scopes = [Scope::Board, Scope::Graph];
            let key = |&action| scopes.iter().find_map(|&scope| keys.first_key(scope, action));
            entry(actions, actions.iter().filter_map(key).join(" "), word)
        };
        entries.push(graph_entry(&[Action::LARGER, Action::SMALLER], "zoom"));
        entries.push(graph_entry(&[Action::DIAGRAM], next_view_word(model)));
        let cut = model.cut_word();
        entries.extend(cut.map(|word| graph_entry(&[Action::ONLY_REMAINING], word)));
    }
    if model.view.window.width >= MIN_WIDTH_WITH_COMMANDS {
        let commands = model.graph_commands().map(|(word, _)| format!(":{word}")).join(" ");
        entries.push(entry(&[Action::ORDER_OF_CELLS], commands, ""));
    }
    entries
}

/// True for keys of play whose place is left empty while they have no use or are recommended.
fn keeps_its_place(model: &Model, entry: &FooterEntry) -> bool {
    model.scope() == Scope::Play
        && matches!(entry.actions, [Action::EXCLUDE | Action::MARK | Action::UNDO | Action::HINT])
}

/// The order of entries. When a graph is shown, its own keys are listed first. A search says first how to go on and how
/// to leave it, then how to change it.
fn rank(model: &Model, entry: &FooterEntry) -> u8 {
    if model.app.playing().is_some() {
        // The keys of play come first. Other keys come and go after them.
        return match entry.actions {
            [Action::EXCLUDE] => 0,
            [Action::MARK] => 1,
            [Action::PAUSE] => 2,
            [Action::UNDO] => 3,
            [Action::HINT] => 4,
            [Action::PLACE] => 6,
            _ => 5,
        };
    }
    let is_watching = model.playback().is_some();
    match entry.actions {
        [Action::NEXT_NODE] => 0,
        [Action::CANCEL | Action::PREVIOUS_STEP | Action::NEXT_STEP] if is_watching => 0,
        [Action::NEXT_WASTED | Action::DIVERGENCE | Action::BY_FAILURES]
            if has_two_searches(model) =>
        {
            1
        }
        [Action::LARGER | Action::ONLY_REMAINING, ..]
        | [Action::DIAGRAM | Action::SEARCH_SETTINGS | Action::CAUSES] => 1,
        [
            Action::NEXT_REASON
            | Action::ORDER_OF_CELLS
            | Action::PLAY
            | Action::BESIDE
            | Action::PUZZLE,
        ] => 2,
        _ => 3,
    }
}

/// The word of an entry. For some entries, it depends on the next effect of the key.
fn word(model: &Model, entry: &FooterEntry) -> &'static str {
    match entry.actions {
        [Action::HEAT_MAP] => heat_map_word(model),
        [Action::EXCLUDE] if model.app.is_puzzle() => "cross out",
        [Action::ONLY_REMAINING] => model.cut_word().unwrap_or(entry.word),
        [Action::BESIDE] if has_two_searches(model) => "one search",
        [Action::BY_FAILURES] if model.playback().is_some_and(SearchPlayback::by_failures) => {
            "branches"
        }
        _ => entry.word,
    }
}

fn has_two_searches(model: &Model) -> bool {
    model.playback().is_some_and(|it| it.second_search.is_some())
}

/// The keys while the pictures of a contradiction are shown.
const PICTURE_KEYS: [(&[Action], &str, &str); 3] = [
    (&[Action::CANCEL], "esc", "back"),
    (&[Action::LEFT], "left", "before"),
    (&[Action::RIGHT], "right", "next step"),
];

/// The keys while the pictures of a contradiction can be shown.
const PICTURE_OFFER: [(&[Action], &str, &str); 2] =
    [(&[Action::RIGHT], "right", "step by step"), (&[Action::CANCEL], "esc", "close")];

/// The entries while a contradiction is shown or can be shown; `None` at other times. In play, only the panel offers to show it.
fn what_if_entries(shown: &StagedHint, scope: Scope) -> Option<Vec<FooterEntry>> {
    let keys = match shown.picture {
        None if shown.pictures() == 0 || scope == Scope::Play => return None,
        None => &PICTURE_OFFER[..],
        Some(index) if index + 1 == shown.pictures() => &PICTURE_KEYS[..2],
        Some(_) => &PICTURE_KEYS,
    };
    Some(keys.iter().map(|&(actions, keys, word)| entry(actions, keys, word)).collect())
}

/// The next effect of the key of the heat map. While the heat map is on, the word says so.
fn heat_map_word(model: &Model) -> &'static str {
    let has_weights = model.app.session.rules().weights().is_some();
    match model.app.shading.next(has_weights) {
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
fn shown_text(entry: &FooterEntry, glyphs: Glyphs) -> String {
    if entry.is_usual && matches!(entry.actions, [Action::LEFT, _, ..]) {
        return glyphs.or("↑↓←→", "arrows").to_owned();
    }
    let cap = |name: &str| name.parse().map_or_else(|_| name.to_owned(), |key| keycap(key, glyphs));
    entry.keys.split(' ').map(cap).join(" ")
}

/// True if an action is possible and useful now. An action is not useful if its result is already visible, if it
/// gives up a puzzle, or if it scrolls a page that is visible as a whole. Puzzles are offered on an empty board and after a
/// solved puzzle.
fn is_of_use(model: &Model, action: Action, hits: &Hits) -> bool {
    use CellState::{Possible, Unknown};
    let is_worth_it = match action {
        Action::COMPLETE => model.app.has_full_assist(),
        Action::PUZZLE => {
            let is_begun = model.app.is_puzzle() || !model.app.session.decisions().is_empty();
            let is_offered = !is_begun || model.scope() == Scope::Solved;
            is_offered && model.app.open_lesson().is_none()
        }
        Action::STILL_RIGHT => !model.app.has_full_assist(),
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
        return Some((Action::PLACE, shown.deed("", model.app.session.rules())));
    }
    if let Some((puzzle, _)) = model.offered_puzzle() {
        return Some((Action::PLACE, puzzle.to_owned()));
    }
    if model.app.awaits_number() && !matches!(model.scope(), Scope::Palette | Scope::Keys) {
        return Some((Action::COMMAND, "answer with a number".to_owned()));
    }
    candidates(model).into_iter().find(|(action, _)| model.can(*action))
}

/// The recommended actions of overlays, and of puzzles that take no decisions.
const FIXED_RECOMMENDATIONS: [(Scope, Action, &str); 5] = [
    (Scope::Keys, Action::CANCEL, "close"),
    (Scope::Palette, Action::RUN, "do it"),
    (Scope::Making, Action::CANCEL, "cancel"),
    (Scope::Solved, Action::NEXT_PUZZLE, "next puzzle"),
    (Scope::Paused, Action::PAUSE, "go on"),
];

/// Candidates for the recommended action, best first.
fn candidates(model: &Model) -> Vec<(Action, String)> {
    let scope = model.scope();
    if let Some(&(_, action, word)) =
        FIXED_RECOMMENDATIONS.iter().find(|(fixed, ..)| *fixed == scope)
    {
        return vec![(action, word.to_owned())];
    }
    if matches!(scope, Scope::Board | Scope::Play | Scope::Hint) {
        return on_board(model);
    }
    model.mode().behavior().recommended(model)
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
    let elsewhere = if model.app.has_full_assist() {
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
    let (session, cell, tells_all) =
        (&model.app.session, model.view.cursor, model.app.has_full_assist());
    let say = |action, word: &str| vec![(action, word.to_owned())];
    let restoration_item = |what: &str| {
        let found = session.restoration(cell).filter(|_| tells_all);
        found.map(|found| (Action::ANYWAY, format!("{what} {}", restoration_text(found))))
    };
    match (model.shown_state(cell), session.knowledge().nearest_size) {
        (_, Some(NearestSize::Found(size))) if tells_all => {
            say(Action::ANYWAY, &format!("open {size}"))
        }
        _ if tells_all && session.wish(cell) == Some(None) => {
            restoration_item("take back").into_iter().chain(say(Action::UNDO, "undo")).collect()
        }
        _ if model.app.awaits_answer() => say(Action::PLACE, "answer"),
        (Some(CellState::Placed), _) => say(Action::PLACE, "take back"),
        (Some(CellState::Excluded), _) => say(Action::EXCLUDE, "take back"),
        // On a solved board, taking back pieces is not recommended.
        (Some(CellState::Attacked | CellState::Impossible), _) if model.app.is_finished() => {
            Vec::new()
        }
        (Some(CellState::Attacked | CellState::Impossible), _) if tells_all => {
            restoration_item("place it, taking back").into_iter().collect()
        }
        (Some(CellState::Forced), _) if model.app.completed().contains(cell) => {
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
        None if found.sets.len() == 1 => decisions_in_short(best),
        None if best.len() == 1 => format!("one decision ({})", found.number()),
        None => format!("{} decisions ({})", best.len(), found.number()),
    }
}

/// Registers the area of each key of an entry, including the following blank; the area of the word belongs to the last
/// key.
fn register_keys(area: Rect, keys: &str, hits: &mut Hits) {
    let names: Line<'_> = keys.split_inclusive(' ').collect();
    let key = |name: &str| named(name).map(Hit::Key);
    let target = |name: &str| match name.strip_prefix(':').and_then(words::named) {
        Some(command) => Some(Hit::Command(command.word())),
        None => key(name),
    };
    hits.add_spans(area, &names, |_, name| target(name.trim_end()));
    if let Some(hit) = keys.split(' ').next_back().and_then(key) {
        hits.add(without_first_columns(area, names.width() as u16), hit);
    }
}
