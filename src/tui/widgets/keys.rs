//! The list of all keys, in columns: the overlay of `?`.
//!
//! ```text
//! ╭─ keys ───────────── : finds the rest ─╮
//! │ board                ask              │
//! │ space place            m heat map     │
//! │     x exclude          n browse       │
//! ╰───────────────────────────────────────╯
//! ```
//!
//! A single column also has the descriptions of its entries. Further lines stand below the entries if there is room.
//! [`render`] returns the area of each visible entry. Columns that do not fit can be reached by scrolling; the lower line
//! of the frame shows the number of entries that are not visible.

use itertools::Itertools;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::frame::{self, Frame};
use super::print::{print, row_of};
use super::styles::Styles;
use super::wrap;
use crate::input::PaletteEntry;

/// Minimum widths of a column of entries: the preferred one, and one for windows in which only narrower columns show
/// all entries.
const MIN_COLUMN_WIDTHS: [u16; 2] = [26, 22];
/// If not all entries find room, one line is shown below them for every six rows of the window.
const ROWS_PER_NOTE: usize = 6;
/// Number of columns of the window left and right of the frame, taken together.
const SIDE_MARGINS: u16 = 4;

/// The areas of the list's parts, for the mouse.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct KeyHits {
    /// The whole frame.
    pub frame: Rect,
    /// The area of each entry that is shown, with its index.
    pub entries: Vec<(Rect, usize)>,
    /// The area of each further line that is shown, in order.
    pub lines: Vec<Rect>,
    /// Maximum number of columns by which the entries can be scrolled.
    pub scroll: u16,
}

/// The texts around the list of keys.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KeyNotes<'a> {
    /// The text at the right of the frame's upper line.
    pub right_title: &'a str,
    /// Lines below the entries, the most important first. Lines without room are left out.
    pub lines: &'a [Line<'a>],
    /// The text in the frame's lower line.
    pub note: &'a str,
}

/// Draws the entries that have keys in up to three columns, from the column with index `first` on, and the notes.
pub(crate) fn render(
    buffer: &mut Buffer,
    window: Rect,
    entries: &[PaletteEntry],
    first: u16,
    notes: KeyNotes<'_>,
    styles: &Styles,
) -> KeyHits {
    let width = window.width.saturating_sub(SIDE_MARGINS).min(120).max(window.width.min(20));
    // The last row of the window belongs to the footer.
    let room = usize::from(window.height.saturating_sub(frame::ROWS + 1));
    let with_keys = || entries.iter().filter(|entry| !entry.key.is_empty());
    let key_width = entries.iter().map(|entry| Span::raw(&*entry.key).width()).max().unwrap_or(0);
    let name_width = with_keys().map(|entry| entry.name.chars().count()).max().unwrap_or(0);
    // A column ends with a gap.
    let needed = (key_width + name_width) as u16 + 2;
    let (columns, lines, (height, flow)) =
        arrange(&groups(entries), (width.saturating_sub(4), needed), room, notes.lines.len());
    // If there is room, a blank row separates the lines from the entries.
    let blank = usize::from(lines > 0);
    let rows = ((height + blank + lines) as u16 + frame::ROWS).min(window.height.saturating_sub(1));
    let frame = Rect {
        x: window.x + (window.width - width) / 2,
        y: window.y + u16::from(window.height > rows + 1),
        width,
        height: rows.min(window.height),
    };
    let inside = Frame { title: "keys", right_title: notes.right_title.into(), is_overlay: true }
        .render(buffer, frame, styles);
    let fit = |line: &Line<'_>, width| wrap::fit(line, width, styles.ellipsis());
    let last = flow.iter().map(|(column, ..)| *column as u16 + 1).max().unwrap_or(0);
    let columns = columns.min(last.max(1));
    let column_width = inside.width / columns;
    let scroll = last.saturating_sub(columns);
    let first = first.min(scroll);
    let mut areas = Vec::new();
    let rest = inside.height.saturating_sub(lines as u16);
    for (column, y, item) in flow {
        let column = (column as u16).checked_sub(first).filter(|&column| column < columns);
        let Some(column) = column else { continue };
        let area = Rect {
            x: inside.x + column * column_width,
            width: column_width.saturating_sub(1),
            ..row_of(Rect { height: rest, ..inside }, y as u16)
        };
        if area.is_empty() {
            continue;
        }
        let mut line = Line::default();
        match item {
            Item::Heading(group) => line.push_span(Span::styled(group, styles.title)),
            Item::Entry(index) => {
                areas.push((area, index));
                let entry = &entries[index];
                let later = entry.is_later.then_some(styles.dim);
                let key = format!("{:>key_width$} ", entry.key);
                line.push_span(Span::styled(key, later.unwrap_or(styles.key)));
                line.push_span(Span::styled(&*entry.name, later.unwrap_or(styles.text)));
                if columns == 1 && !entry.help.is_empty() {
                    let gap = name_width + 2 - entry.name.chars().count();
                    line.push_span(Span::raw(" ".repeat(gap)));
                    line.push_span(Span::styled(&*entry.help, styles.dim));
                }
            }
        }
        print(buffer, area, fit(&line, area.width));
    }
    let line_areas: Vec<Rect> = (rest..rest + lines as u16).map(|y| row_of(inside, y)).collect();
    for (area, line) in line_areas.iter().zip(notes.lines) {
        print(buffer, *area, fit(line, area.width));
    }
    let note_width = frame.width.saturating_sub(6);
    let short = match with_keys().count() - areas.len() {
        0 => String::new(),
        left => format!("{left} more: PgDn, PgUp"),
    };
    let long = [&*short, notes.note].into_iter().filter(|text| !text.is_empty()).join("; ");
    let has_room = short.is_empty() || long.chars().count() <= note_width.into();
    let note = fit(&Line::raw(if has_room { long } else { short }), note_width);
    frame::render_note(buffer, frame, &note.to_string(), styles);
    KeyHits { frame, entries: areas, lines: line_areas, scroll }
}

/// Distributes groups over columns of at least `least` columns of characters, in an area of `room` rows: the number of
/// columns, the number of lines that find room below the entries, and the result of [`flow`]. If not all entries find
/// room, the lines still do unless there are few rows.
fn arrange(
    groups: &[Vec<Item>],
    (width, least): (u16, u16),
    room: usize,
    lines: usize,
) -> (u16, usize, Flow) {
    let columns = MIN_COLUMN_WIDTHS.map(|usual| (width / usual.max(least)).clamp(1, 3));
    let arranged = |(columns, lines): (u16, usize)| {
        (columns, lines, flow(groups, columns.into(), room.saturating_sub(lines)))
    };
    let is_whole = |(columns, _, (_, items)): &(u16, usize, Flow)| {
        items.iter().all(|(column, ..)| *column < usize::from(*columns))
    };
    let tries = columns.into_iter().cartesian_product((0..=lines).rev());
    let few_lines = || arranged((columns[0], lines.min(room / ROWS_PER_NOTE)));
    tries.map(arranged).find(is_whole).unwrap_or_else(few_lines)
}

/// The number of rows of the columns, and each item with its column and row.
type Flow = (usize, Vec<(usize, usize, Item)>);

/// A line of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    Heading(&'static str),
    Entry(usize),
}

/// The entries that have keys, group by group. Each group begins with its heading.
fn groups(entries: &[PaletteEntry]) -> Vec<Vec<Item>> {
    let with_keys = entries.iter().enumerate().filter(|(_, entry)| !entry.key.is_empty());
    let groups = with_keys.chunk_by(|(_, entry)| entry.group);
    let items = groups.into_iter().map(|(group, entries)| {
        let entries = entries.map(|(index, _)| Item::Entry(index));
        [Item::Heading(group)].into_iter().chain(entries).collect()
    });
    items.collect()
}

/// Distributes groups over the columns, from top to bottom, with a blank row between groups. Returns the number of
/// rows, and each item with its column and row. The number of rows is the smallest one at which no group is split, but
/// at most `max_rows`.
fn flow(groups: &[Vec<Item>], columns: usize, max_rows: usize) -> Flow {
    let needed = groups.iter().map(|group| group.len() + 1).sum::<usize>();
    let whole = |height| Some((height, pack(groups, 1, (columns, height))?));
    if let Some(whole) = (0..=needed.min(max_rows)).find_map(whole) {
        return whole;
    }
    // Groups that do not fit as a whole continue in the next column, but a heading never ends a column.
    let blocks = groups.iter().flat_map(|group| {
        let (heading, rest) = group.split_at(group.len().min(2));
        [heading].into_iter().chain(rest.chunks(1))
    });
    let blocks: Vec<_> = blocks.collect();
    (max_rows, pack(&blocks, 0, (usize::MAX, max_rows)).unwrap_or_default())
}

/// Distributes blocks of items, with a gap between blocks, over columns of `height` rows; `None` if `columns` columns
/// are not enough.
fn pack(
    blocks: &[impl AsRef<[Item]>],
    gap: usize,
    (columns, height): (usize, usize),
) -> Option<Vec<(usize, usize, Item)>> {
    let (mut column, mut y) = (0, 0);
    let mut items = Vec::new();
    for block in blocks {
        let block = block.as_ref();
        if y > 0 && y + block.len() > height {
            (column, y) = (column + 1, 0);
        }
        if column >= columns || block.len() > height {
            return None;
        }
        items.extend(block.iter().zip(y..).map(|(&item, y)| (column, y, item)));
        y += block.len() + gap;
    }
    Some(items)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Glyphs;
    use crate::widgets::testing::{entries, styles, text};

    fn overlay(width: u16, height: u16) -> (String, Vec<(Rect, usize)>) {
        let window = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(window);
        let notes = KeyNotes {
            right_title: ": finds the rest",
            lines: &[],
            note: "the mouse clicks squares",
        };
        let KeyHits { frame, entries: areas, .. } =
            render(&mut buffer, window, &entries(), 0, notes, &styles(Glyphs::Ascii));
        for (area, _) in &areas {
            assert_eq!(frame.intersection(*area), *area);
        }
        (text(&buffer), areas)
    }

    #[test]
    fn a_small_window_has_all_keys_in_two_columns() {
        let (text, areas) = overlay(80, 24);
        assert_eq!(areas.len(), entries().len(), "{text}");
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[2].split_whitespace().collect::<Vec<_>>(), ["|", "board", "change", "|"]);
        assert!(lines[3].contains("space place or take back"));
        assert!(text.contains("the mouse clicks squares") && !text.contains("more"));
    }

    #[test]
    fn a_wide_window_has_three_columns() {
        let (text, areas) = overlay(120, 24);
        assert_eq!(areas.len(), entries().len());
        let mut columns: Vec<_> = areas.iter().map(|(area, _)| area.x).collect();
        columns.sort_unstable();
        columns.dedup();
        assert_eq!(columns.len(), 3, "{text}");
    }

    #[test]
    fn columns_move_together_but_shorten_no_name() {
        assert_eq!(overlay(80, 20).1.len(), entries().len());
        assert_eq!(overlay(84, 16).1.len(), entries().len());
        let (text, areas) = overlay(80, 16);
        assert!(areas.len() < entries().len() && !text.contains("..."), "{text}");
    }

    #[test]
    fn no_heading_ends_a_column() {
        let groups = groups(&entries());
        for max_rows in 2..20 {
            let (_, items) = flow(&groups, 3, max_rows);
            for (column, y, item) in &items {
                let is_last = !items.iter().any(|(c, below, _)| c == column && below > y);
                assert!(
                    *y < max_rows && !(is_last && matches!(item, Item::Heading(_))),
                    "{max_rows} rows"
                );
            }
        }
    }

    #[test]
    fn what_finds_no_room_is_counted() {
        let (text, areas) = overlay(80, 12);
        let left = entries().len() - areas.len();
        assert!(left > 0 && text.contains(&format!("{left} more: PgDn")), "{text}");
        for (width, height) in (0..40).flat_map(|width| (0..8).map(move |height| (width, height))) {
            overlay(width, height);
        }
    }

    #[test]
    fn each_area_shows_its_entry() {
        let (text, areas) = overlay(80, 24);
        let lines: Vec<_> = text.lines().collect();
        for (area, index) in areas {
            let line: String = lines[usize::from(area.y)]
                .chars()
                .skip(area.x.into())
                .take(area.width.into())
                .collect();
            assert!(line.trim_end().ends_with(&entries()[index].name), "{line}");
        }
    }
}
