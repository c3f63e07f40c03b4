//! The last line: first the recommended action, then keys in order of usefulness; help and quit are always at the
//! right.
//!
//! ```text
//!  ! place it, taking back a1  ↑↓←→ move  u undo  a complete           ? help  q quit
//! ```
//!
//! [`render`] leaves out whole entries from the end of the list until the remaining entries fit, and returns the area
//! of each entry. The recommended action is shortened rather than left out.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::print::{fill, print, row_of};
use super::styles::Styles;
use super::wrap;
use crate::input::FooterEntry;

/// The content of the footer.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Footer<'a> {
    /// The recommended action: its key and a word.
    pub first: Option<(&'a str, &'a str)>,
    /// Other keys, the most useful first.
    pub hints: &'a [FooterEntry],
    /// Entries that are always shown, at the right.
    pub last: &'a [FooterEntry],
}

/// An entry of the footer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FooterItem {
    /// The recommended action.
    First,
    /// An entry of [`Footer::hints`], by its index.
    Hint(usize),
    /// An entry of [`Footer::last`], by its index.
    Last(usize),
}

/// Number of blanks between entries.
const BETWEEN: u16 = 2;

fn line<'a>(entry: &'a FooterEntry, styles: &Styles) -> Line<'a> {
    let blank = if entry.word.is_empty() { "" } else { " " };
    let word = Span::styled(format!("{blank}{}", entry.word), styles.text);
    Line::from(vec![Span::styled(&*entry.keys, styles.key), word])
}

/// Draws the footer in a row and returns the area of each entry that fits.
pub(crate) fn render(
    buffer: &mut Buffer,
    area: Rect,
    footer: &Footer<'_>,
    styles: &Styles,
) -> Vec<(Rect, FooterItem)> {
    let area = row_of(area, 0).intersection(buffer.area);
    if area.is_empty() {
        return Vec::new();
    }
    fill(buffer, area, styles.bar);
    let mut areas = Vec::new();
    let mut put = |x: u16, line: &Line<'_>, item| {
        let place = Rect { x, width: line.width() as u16, ..area };
        print(buffer, place, line);
        areas.push((place, item));
        place.right()
    };
    let mut end = area.right();
    for (index, entry) in footer.last.iter().enumerate().rev() {
        let line = line(entry, styles);
        // The rightmost entry has a blank after it, at the right edge.
        let taken = line.width() as u16 + if end == area.right() { 1 } else { BETWEEN };
        if end < area.x + taken {
            break;
        }
        end -= taken;
        put(end, &line, FooterItem::Last(index));
    }
    let mut x = area.x;
    if let Some((key, word)) = footer.first {
        let chip = Line::styled(format!(" {key} {word} "), styles.chip);
        let chip = wrap::fit(&chip, end.saturating_sub(area.x + 1), styles.ellipsis());
        if chip.width() > 3 {
            x = put(x, &chip, FooterItem::First);
        }
    }
    x += 1;
    for (index, entry) in footer.hints.iter().enumerate() {
        let line = line(entry, styles);
        if x + line.width() as u16 + BETWEEN > end {
            break;
        }
        x = put(x, &line, FooterItem::Hint(index)) + BETWEEN;
    }
    areas
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Glyphs;
    use crate::widgets::testing::{drawn, styles};

    fn entries<const N: usize>(entries: [(&str, &'static str); N]) -> [FooterEntry; N] {
        entries.map(|(keys, word)| FooterEntry {
            actions: &[],
            keys: keys.to_owned(),
            is_usual: false,
            word,
        })
    }

    fn footer(width: u16) -> (String, Vec<(Rect, FooterItem)>) {
        let hints = entries([("u", "undo"), ("a", "complete"), ("m", "heat map")]);
        let last = entries([("?", "help"), ("q", "quit")]);
        let footer = Footer { first: Some(("space", "place")), hints: &hints, last: &last };
        let mut areas = Vec::new();
        let text = drawn(width, 1, |buffer, area| {
            areas = render(buffer, area, &footer, &styles(Glyphs::Ascii));
        });
        (text, areas)
    }

    #[test]
    fn whole_entries_are_left_out_and_help_and_quit_stay() {
        for (width, expected) in [
            (62, " space place  u undo  a complete  m heat map   ? help  q quit"),
            (58, " space place  u undo  a complete           ? help  q quit"),
            (48, " space place  u undo             ? help  q quit"),
            (29, " space place  ? help  q quit"),
            (27, " space p... ? help  q quit"),
            (14, " sp... q quit"),
            (8, " q quit"),
        ] {
            let line = footer(width).0;
            assert_eq!(line, expected, "{width} columns");
        }
    }

    #[test]
    fn every_entry_can_be_found_where_it_stands() {
        let (text, areas) = footer(80);
        let shown = |area: &Rect| &text[area.x.into()..area.right().into()];
        let entries: Vec<_> = areas.iter().map(|(area, entry)| (*entry, shown(area))).collect();
        assert_eq!(
            entries,
            [
                (FooterItem::Last(1), "q quit"),
                (FooterItem::Last(0), "? help"),
                (FooterItem::First, " space place "),
                (FooterItem::Hint(0), "u undo"),
                (FooterItem::Hint(1), "a complete"),
                (FooterItem::Hint(2), "m heat map"),
            ]
        );
    }

    proptest! {
        #[test]
        fn entries_never_overlap(width in 0_u16..100) {
            let (_, areas) = footer(width);
            for (index, (area, _)) in areas.iter().enumerate() {
                prop_assert!(area.right() <= width);
                prop_assert!(areas[..index].iter().all(|(other, _)| !other.intersects(*area)));
            }
        }
    }
}
