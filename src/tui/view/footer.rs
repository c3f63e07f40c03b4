use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Span;

use super::print;
use crate::tui::input::bindings::Scope;
use crate::tui::input::key::Key;
use crate::tui::model::Model;
use crate::tui::model::hits::{Hit, Hits};

/// The last line: the keys most needed. A click on one presses it.
pub(super) fn render(buffer: &mut Buffer, model: &Model, hits: &mut Hits) {
    let area = model.layout.footer;
    let entries = entries(model, hits);
    note(area, &entries, hits);
    let spans = entries.into_iter().flat_map(|(keys, word)| {
        [
            Span::raw(" "),
            Span::styled(keys, model.look().key()),
            Span::raw(" "),
            Span::raw(word),
            Span::raw(" "),
        ]
    });
    print(buffer, area, spans.collect());
}

/// Keys and words, as many as fit.
fn entries(model: &Model, hits: &Hits) -> Vec<(String, &'static str)> {
    let mut entries = model.keys.footer(model.scope());
    if model.scope() == Scope::Keys && hits.scroll == 0 {
        // Nothing is left to scroll: the last entry closes.
        entries.drain(..entries.len() - 1);
    }
    // What does not fit goes, but for the last two, as help and quit.
    let wide = |(keys, word): &(String, &str)| keys.chars().count() + word.len() + 3;
    while entries.len() > 2
        && entries.iter().map(wide).sum::<usize>() > usize::from(model.layout.footer.width)
    {
        entries.remove(entries.len() - 3);
    }
    entries
}

/// Notes where each key stands, with the blank after it; a word belongs to the last key before it.
fn note(area: Rect, entries: &[(String, &'static str)], hits: &mut Hits) {
    let mut x = area.x + 1;
    for (keys, word) in entries {
        let mut last = None;
        for name in keys.split(' ') {
            let width = name.chars().count() as u16 + 1;
            last = name.parse::<Key>().ok();
            if let Some(key) = last {
                let part = Rect { x, width, ..area };
                hits.add(part.intersection(area), Hit::Key(key));
            }
            x += width;
        }
        let width = word.len() as u16;
        if let Some(key) = last {
            let part = Rect { x, width, ..area };
            hits.add(part.intersection(area), Hit::Key(key));
        }
        x += width + 2;
    }
}
