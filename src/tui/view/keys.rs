//! The overview of the keys of a mode, over the board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::palette::over;
use crate::input::Scope;
use crate::model::{Hit, Hits, Model};
use crate::parts::{keys, menu};

/// Draws the overview, starting with the column of entries with index `first`. A click on a key presses it.
pub(super) fn render(buffer: &mut Buffer, model: &Model, first: u16, hits: &mut Hits) {
    let look = model.look();
    let window = Rect { height: buffer.area.height.saturating_sub(1), ..buffer.area };
    menu::darken(buffer, window, look.color(look.palette.win));
    let scope = model.scope_below();
    let entries = model.entries();
    let note = match scope {
        Scope::Paint => "a letter or digit chooses a region; arrows move",
        Scope::Repair => "the best repaint comes first; the board shows the cell of the marked one",
        Scope::Watch => "right and left step; a click on a node or on the timeline goes there",
        Scope::Graph => "arrows go from node to node; what the board does works, too",
        Scope::Grow => "arrows, [ and ] step",
        Scope::Making => "what is decided waits until the puzzle is made",
        Scope::Ways => "1 to 9 take that way; the board shows what the marked one takes back",
        _ => "arrows or hjkl move, with Shift by ten; 1 to 9 take that decision back",
    };
    let title = match scope {
        Scope::Ways | Scope::Making | Scope::Repair => "a key does it",
        _ => "a letter does it; : finds the rest",
    };
    let drawn = keys::render(buffer, buffer.area, &entries, first, (title, note), &over(&look));
    hits.scroll = drawn.scroll;
    hits.add(drawn.frame, Hit::Notice);
    for (area, index) in drawn.entries {
        // A click on one of several keys presses that key. A click on the description presses the first key.
        let keys = entries[index].key.split(' ').filter_map(|key| key.parse().ok());
        let keys: Vec<_> = keys.collect();
        if let Some(&first) = keys.first() {
            hits.add(area, Hit::Explained(first));
        }
        let widest = entries.iter().map(|entry| entry.key.chars().count()).max().unwrap_or(0);
        let mut x = area.x + (widest - entries[index].key.chars().count()) as u16;
        for (name, key) in entries[index].key.split(' ').zip(keys) {
            let width = name.chars().count() as u16;
            hits.add(Rect { x, width, ..area }.intersection(area), Hit::Explained(key));
            x += width + 1;
        }
    }
}
