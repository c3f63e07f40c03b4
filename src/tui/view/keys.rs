//! The overview of the keys of a mode, over the board.

use ratatui::layout::Rect;

use super::palette::begin_overlay;
use super::print::Surface;
use crate::input::Scope;
use crate::model::{Hit, Model};
use crate::parts::keys;

/// The group of the entries of a puzzle.
const PLAY: &str = "play";

/// Draws the overview, starting with the column of entries with index `first`. A click on a key presses it.
pub(super) fn render(surface: &mut Surface<'_>, model: &Model, first: u16) {
    let (_, styles) = begin_overlay(surface.buffer, model);
    let scope = model.scope_below();
    let mut entries = model.entries();
    // In a puzzle, other keys of the board would leave the puzzle or tell too much.
    if scope == Scope::Play {
        entries.retain(|entry| entry.group == PLAY);
    }
    let rules = model.problem().rules().in_two_lines().join("; ");
    let note = match scope {
        Scope::Paint => "a letter or digit chooses a region; arrows move",
        Scope::Weigh => "digits set the weight of the cell, the mouse paints the last weight",
        Scope::Repair => "the best repaint comes first; the board shows the cell of the marked one",
        Scope::Watch => "right and left step; a click on a node or on the timeline goes there",
        Scope::Graph => "arrows go from node to node; what the board does works, too",
        Scope::Series => "arrows, [ and ] step; Home and End go to both ends",
        Scope::Prove => "arrows move; the claim is judged after each reason",
        Scope::Play => &rules,
        Scope::Paused => "the clock is stopped",
        Scope::Making => "what is decided waits until the puzzle is made",
        Scope::Ways => "1 to 9 take that way; the board shows what the marked one takes back",
        _ => "arrows or hjkl move, with Shift by ten; 1 to 9 take that decision back",
    };
    let title = match scope {
        Scope::Ways | Scope::Making | Scope::Repair | Scope::Play | Scope::Paused => {
            "a key does it"
        }
        _ => "a letter does it; : finds the rest",
    };
    let drawn =
        keys::render(surface.buffer, surface.buffer.area, &entries, first, (title, note), &styles);
    surface.hits.max_scroll = drawn.scroll;
    surface.hits.add(drawn.frame, Hit::Notice);
    for (area, index) in drawn.entries {
        // A click on one of several keys presses that key. A click on the description presses the first key.
        let keys = entries[index].key.split(' ').filter_map(|key| key.parse().ok());
        let keys: Vec<_> = keys.collect();
        if let Some(&first) = keys.first() {
            surface.hits.add(area, Hit::Explained(first));
        }
        let widest = entries.iter().map(|entry| entry.key.chars().count()).max().unwrap_or(0);
        let mut x = area.x + (widest - entries[index].key.chars().count()) as u16;
        for (name, key) in entries[index].key.split(' ').zip(keys) {
            let width = name.chars().count() as u16;
            surface.hits.add(Rect { x, width, ..area }.intersection(area), Hit::Explained(key));
            x += width + 1;
        }
    }
}
