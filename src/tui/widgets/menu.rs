//! The palette: a frame over the board with an input line and the entries found.
//!
//! The view fades the board with [`darken`], then calls [`Menu::render`], which returns the areas of the menu's parts.
//! If nothing is typed, the entries are listed under the headings of their groups:
//!
//! ```text
//! ╭─ do ───────────────── type to find, 41 entries ─╮
//! │ › a name, a cell, a file                        │
//! │                                                 │
//! │ ask ─────────────────────────────────────────── │
//! │     m  heat map            where they stand     │
//! │     n  browse solutions    one by one           │
//! ╰─────────────────────────────────────────────────╯
//! ```
//!
//! If something is typed, the entries found are listed in the order of the search result. Values to choose from
//! (themes, pieces, files) are entries as well.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthChar;

use super::frame::{self, Frame, on_style};
use super::print::{print, row_of, without_first_columns, without_first_rows};
use super::styles::Styles;
use super::wrap;
use crate::input::{EntryMatch, PaletteEntry};

/// Maximum number of columns of the frame.
const MAX_WIDTH: u16 = 110;
/// Minimum number of columns of the window left and right of the frame, taken together.
const SIDE_MARGINS: u16 = 6;
/// Percentage by which the screen behind a menu is faded to the background colour.
const DARKNESS: u16 = 62;

/// The contents of the palette.
#[derive(Clone, Debug)]
pub(crate) struct Menu<'a> {
    /// The title: `do`, or the name of the value to choose.
    pub title: &'a str,
    /// The typed text.
    pub input: &'a str,
    /// Number of typed characters before the cursor.
    pub cursor: usize,
    /// All entries.
    pub entries: &'a [PaletteEntry],
    /// The entries found, the best first.
    pub found: &'a [EntryMatch],
    /// The index of the selected entry in `found`.
    pub selected: Option<usize>,
    /// The text below the entries: the effect of the typed line, or its error.
    pub hint: &'a [Line<'a>],
}

/// The areas of the menu's parts, for the mouse.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MenuHits {
    /// The whole frame: a click outside it closes the palette.
    pub frame: Rect,
    /// The areas of the visible entries, with their indices in [`Menu::found`].
    pub lines: Vec<(Rect, usize)>,
    /// The position of the text cursor.
    pub cursor: (u16, u16),
}

/// A row of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    Heading(&'static str),
    Line(usize),
}

impl Menu<'_> {
    /// Draws the palette in a window and returns the areas of its parts. The list scrolls so that the selected line is
    /// visible.
    pub(crate) fn render(&self, buffer: &mut Buffer, window: Rect, styles: &Styles) -> MenuHits {
        let rows = self.rows();
        let hint_rows = if self.hint.is_empty() { 0 } else { self.hint.len() as u16 + 1 };
        let frame = frame_area(window, rows.len() as u16 + 2 + hint_rows);
        let all = self.entries.len();
        let fact = if self.is_searching() {
            format!("{} of {all}", self.found.len())
        } else {
            format!("type to find, {all} entries")
        };
        let inside = Frame { title: self.title, right_title: fact.into(), is_overlay: true }
            .render(buffer, frame, styles);
        let cursor = self.render_input(buffer, row_of(inside, 0), styles);
        // Up to three entries have priority over the text below them.
        let room = inside.height.saturating_sub(2);
        let height = room.saturating_sub(hint_rows).max(room.min(3).min(rows.len() as u16));
        let list = Rect { y: inside.y + 2, height, ..inside };
        if !self.input.is_empty() && !rows.is_empty() {
            render_rule(buffer, row_of(inside, 1), styles);
        }
        let lines = self.render_list(buffer, list, &rows, styles);
        let seen = lines.last().map_or(0, |(_, index)| index + 1);
        if let more @ 1.. = self.found.len() - seen {
            frame::render_note(buffer, frame, &format!("{more} more below"), styles);
        }
        if hint_rows > 0 && inside.height > 3 {
            let below = without_first_rows(inside, height + 2);
            render_rule(buffer, row_of(below, 0), styles);
            for (place, line) in below.rows().skip(1).zip(self.hint) {
                let line = wrap::fit(line, inside.width, styles.ellipsis());
                print(buffer, place, on_style(line, styles.dim));
            }
        }
        MenuHits { frame, lines, cursor }
    }

    /// True if something is typed.
    fn is_searching(&self) -> bool {
        !self.input.trim().is_empty()
    }

    /// The rows of the list. If nothing is typed, there is a heading before each group that has a name.
    fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut group = "";
        for (index, found) in self.found.iter().enumerate() {
            let its_group = self.entries[found.index].group;
            if !self.is_searching() && its_group != group {
                group = its_group;
                rows.push(Row::Heading(group));
            }
            rows.push(Row::Line(index));
        }
        rows
    }

    fn render_input(&self, buffer: &mut Buffer, area: Rect, styles: &Styles) -> (u16, u16) {
        let prompt = styles.glyphs.or("› ", "> ");
        // A long text scrolls so that the cursor stays visible.
        let room = usize::from(area.width).saturating_sub(3).max(1);
        let typed: Vec<char> = self.input.chars().collect();
        let (before, after) = typed.split_at(self.cursor.min(typed.len()));
        let mut width = 0;
        let is_shown = |letter: &&char| {
            width += letter.width().unwrap_or_default();
            width <= room
        };
        let hidden = before.len() - before.iter().rev().take_while(is_shown).count();
        let before: String = before[hidden..].iter().collect();
        let x = 2 + Span::raw(&*before).width() as u16;
        let shown: String = before.chars().chain(after.iter().copied().take(room)).collect();
        let hint = if self.input.is_empty() { "  a name, a cell, a file" } else { "" };
        let line = Line::from(vec![
            Span::styled(prompt, styles.key),
            Span::styled(shown, styles.strong),
            Span::styled(hint, styles.dim),
        ]);
        print(buffer, area, line);
        let cursor = (area.x + x.min(area.width.saturating_sub(1)), area.y);
        if let Some(cell) = buffer.cell_mut(cursor).filter(|_| !area.is_empty()) {
            cell.set_style(styles.cursor_label.reversed());
        }
        cursor
    }

    fn render_list(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        rows: &[Row],
        styles: &Styles,
    ) -> Vec<(Rect, usize)> {
        let selected = self.selected.map(Row::Line);
        let selected = rows.iter().position(|&row| Some(row) == selected).unwrap_or(0);
        let first = first_row(selected, rows, area.height.into());
        let widths = Widths::new(self, area.width);
        let mut lines = Vec::new();
        for (place, row) in area.rows().zip(&rows[first..]) {
            match *row {
                Row::Heading(group) => render_heading(buffer, place, group, styles),
                Row::Line(index) => {
                    // The line reaches into the margins of the frame.
                    let whole = Rect { x: place.x - 1, width: place.width + 2, ..place };
                    print(buffer, place, widths.line(self, index, styles));
                    if Some(index) == self.selected {
                        select(buffer, whole, styles);
                    }
                    lines.push((whole, index));
                }
            }
        }
        lines
    }
}

/// The area of the frame: horizontally centred in the window. Its upper edge is at a fixed height, so that it does not
/// move while a list shrinks.
fn frame_area(window: Rect, rows: u16) -> Rect {
    let width = MAX_WIDTH.min(window.width.saturating_sub(SIDE_MARGINS)).max(window.width.min(20));
    // If possible, the first and the last row of the window stay free.
    let most = if window.height < 8 { window.height } else { window.height - 2 };
    let height = (rows + frame::ROWS).min(most);
    let y = window.y + (window.height - height).min(if window.height >= 30 { 2 } else { 1 });
    let y = if y + height + 1 > window.bottom() { y.saturating_sub(1).max(window.y) } else { y };
    Rect { x: window.x + (window.width - width) / 2, y, width, height }
}

/// The first visible row of a list of `height` visible rows. The selected row is visible, and so is a heading right
/// above it.
fn first_row(selected: usize, rows: &[Row], height: usize) -> usize {
    if rows.len() <= height {
        return 0;
    }
    // Half of the visible rows are below the selected row, if the list has enough rows there.
    let first = (selected + height.div_ceil(2)).saturating_sub(height).min(rows.len() - height);
    let heading = height > 1
        && selected > 0
        && first == selected
        && matches!(rows[selected - 1], Row::Heading(_));
    first - usize::from(heading)
}

/// A faint line between the parts of the frame.
pub(crate) fn render_rule(buffer: &mut Buffer, area: Rect, styles: &Styles) {
    print(buffer, area, Span::styled(styles.dash().repeat(area.width.into()), styles.frame));
}

fn render_heading(buffer: &mut Buffer, area: Rect, group: &str, styles: &Styles) {
    print(buffer, area, Span::styled(group, styles.title));
    let entry_area = without_first_columns(area, Span::raw(group).width() as u16 + 1);
    let line = styles.dash().repeat(entry_area.width.into());
    print(buffer, entry_area, Span::styled(line, styles.title_lines()));
}

/// Draws a line as selected: with the background of selected lines and a mark at its start.
pub(crate) fn select(buffer: &mut Buffer, area: Rect, styles: &Styles) {
    let is_reversed = styles.selected.add_modifier.contains(Modifier::REVERSED);
    // In reverse video, every text colour would become a background colour.
    let style = if is_reversed { styles.selected.fg(Color::Reset) } else { styles.selected };
    buffer.set_style(area.intersection(buffer.area), style);
    if let Some(cell) = buffer.cell_mut((area.x, area.y)) {
        cell.set_symbol(styles.glyphs.or("▌", ">"));
        if !is_reversed {
            cell.set_style(styles.key);
        }
    }
}

/// Widths of the columns of an entry's line, in characters.
struct Widths {
    /// True if the key is the first column, which is the case below headings.
    keys_first: bool,
    key: usize,
    name: usize,
    help: usize,
    /// Width of the group's name, which entries found show instead of headings; 0 if there is no room.
    group: usize,
}

impl Widths {
    fn new(menu: &Menu<'_>, width: u16) -> Self {
        let widest = |text: fn(&PaletteEntry) -> &str| {
            let found = menu.found.iter().map(|found| &menu.entries[found.index]);
            found.map(|entry| Span::raw(text(entry)).width()).max().unwrap_or(0)
        };
        let key = widest(|entry| &entry.key);
        let keys_first = !menu.is_searching() && key > 0;
        let key = key.max(if keys_first { 6 } else { 0 });
        let room = usize::from(width).saturating_sub(1 + key + if key > 0 { 3 } else { 0 });
        let name = widest(|entry| &entry.name).max(if room > 50 { 20 } else { 0 }).min(room);
        let group = widest(|entry| entry.group);
        let group = if !keys_first && room > 70 && group > 0 { group + 3 } else { 0 };
        Self { keys_first, key, name, help: room.saturating_sub(name + 3 + group), group }
    }

    fn line(&self, menu: &Menu<'_>, index: usize, styles: &Styles) -> Line<'static> {
        let found = &menu.found[index];
        let entry = &menu.entries[found.index];
        let [key_style, usual] =
            if entry.is_later { [styles.dim; 2] } else { [styles.key, styles.text] };
        let is_selected = Some(index) == menu.selected;
        let [name_style, help_style] =
            if is_selected { [styles.strong, styles.text] } else { [usual, styles.dim] };
        let name = marked(&entry.name, &found.name_letters, name_style, styles.key);
        let help = marked(&entry.help, &found.help_letters, help_style, styles.key);
        let key = format!("{:>1$}", entry.key, self.key);
        let mut line = Line::from(if self.keys_first {
            Span::styled(format!("{key}   "), key_style)
        } else {
            Span::raw(" ")
        });
        line.extend(padded_to(&name, self.name, styles));
        line.push_span("   ");
        line.extend(padded_to(&help, self.help, styles));
        if self.group > 0 {
            let group = format!("   {:<1$}", entry.group, self.group - 3);
            line.push_span(Span::styled(group, styles.dim));
        }
        if !self.keys_first && self.key > 0 {
            line.push_span(Span::styled(format!("   {key}"), key_style));
        }
        line
    }
}

/// A text in `style`, with the letters at the indices `letters` in the style `mark`.
fn marked(text: &str, letters: &[usize], style: Style, mark: Style) -> Line<'static> {
    let span = |(index, character): (usize, char)| {
        let is_marked = letters.binary_search(&index).is_ok();
        Span::styled(character.to_string(), if is_marked { style.patch(mark) } else { style })
    };
    text.chars().enumerate().filter(|(_, letter)| !letter.is_control()).map(span).collect()
}

/// A text cut to a width, or filled up with blanks.
fn padded_to(text: &Line<'_>, width: usize, styles: &Styles) -> Line<'static> {
    let mut text = wrap::fit(text, width as u16, styles.ellipsis());
    text.push_span(" ".repeat(width.saturating_sub(text.width())));
    text
}

/// Fades the colours of a window to the background colour `ground`, so that a frame stands out. Only 24-bit colours are
/// faded; other colours stay unchanged.
pub(crate) fn darken(buffer: &mut Buffer, window: Rect, ground: Color) {
    for position in window.intersection(buffer.area).positions() {
        let cell = &mut buffer[position];
        (cell.fg, cell.bg) = (mixed(cell.fg, ground), mixed(cell.bg, ground));
    }
}

fn mixed(color: Color, ground: Color) -> Color {
    let (Color::Rgb(red, green, blue), Color::Rgb(r, g, b)) = (color, ground) else { return color };
    let mix = |part: u8, ground: u8| {
        ((u16::from(part) * (100 - DARKNESS) + u16::from(ground) * DARKNESS) / 100) as u8
    };
    Color::Rgb(mix(red, r), mix(green, g), mix(blue, b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::entries::find;
    use crate::look::glyphs::Glyphs;
    use crate::widgets::testing::{entries, styles, text};

    /// The text of the palette in a window, and the areas of its parts.
    fn palette(input: &str, selected: usize, width: u16, height: u16) -> (String, MenuHits) {
        let entries = entries();
        let found = find(input, &entries);
        let hint = [Line::raw("a cell name jumps there")];
        let menu = Menu {
            title: "do",
            input,
            cursor: input.chars().count(),
            entries: &entries,
            found: &found,
            selected: Some(selected),
            hint: if input.is_empty() { &[] } else { &hint },
        };
        let window = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(window);
        let hits = menu.render(&mut buffer, window, &styles(Glyphs::Ascii));
        (text(&buffer), hits)
    }

    #[test]
    fn entries_below_the_window_are_counted() {
        let (text, hits) = palette("", 0, 80, 20);
        let more = format!(" {} more below -+", 26 - hits.lines.len());
        assert!(hits.lines.len() < 26 && text.contains(&more), "{text}");
        let (text, _) = palette("", 25, 80, 20);
        assert!(!text.contains("more below"), "{text}");
    }

    #[test]
    fn with_nothing_typed_all_stand_under_headings() {
        let (text, hits) = palette("", 0, 80, 50);
        let lines: Vec<_> = text.lines().collect();
        assert!(
            lines[2].starts_with("   +- do ---") && lines[2].contains("type to find, 26 entries")
        );
        assert_eq!(lines[3].trim_matches([' ', '|']), ">   a name, a cell, a file");
        assert!(lines[5].starts_with("   | board ---"));
        assert!(lines[6].contains("> space   place or take back"));
        assert!(lines[7].contains("      x   exclude                nothing will stand there"));
        assert_eq!(hits.lines.len(), 26);
        assert_eq!(hits.cursor, (7, 3));
    }

    #[test]
    fn what_is_typed_leaves_what_is_found_with_its_keys() {
        let (text, hits) = palette("sol", 1, 80, 24);
        let lines: Vec<_> = text.lines().collect();
        assert!(lines[1].contains("+- do -") && lines[1].contains(" 5 of 26 "));
        assert!(lines[2].contains("> sol"));
        assert!(lines[4].contains("browse solutions       those that remain, one by one"));
        assert!(lines[4].trim_end_matches([' ', '|']).ends_with(" n"));
        assert!(
            lines[5].contains("> a random solution"),
            "the selected line is marked: {}",
            lines[5]
        );
        assert!(lines[10].contains("a cell name jumps there"));
        let rows: Vec<_> = hits.lines.iter().map(|(area, index)| (area.y, *index)).collect();
        assert_eq!(rows, [(4, 0), (5, 1), (6, 2), (7, 3), (8, 4)]);
    }

    #[test]
    fn a_long_line_ends_at_the_cursor() {
        let letters: String = ('a'..='z').cycle().take(1_000).collect();
        let room = 80 - SIDE_MARGINS as usize - 4 - 3;
        let (text, hits) = palette(&letters, 0, 80, 24);
        let line = text.lines().nth(2).unwrap();
        let shown = &letters[letters.len() - room..];
        assert!(line.contains(&format!("> {shown} ")), "{line}");
        assert_eq!(hits.cursor.0, 5 + 2 + room as u16);
        // Wide letters leave a column free.
        let (text, _) = palette(&"漢".repeat(500), 0, 80, 24);
        assert_eq!(text.lines().nth(2).unwrap().matches('漢').count(), room / 2, "{text}");
    }

    #[test]
    fn the_letters_found_stand_out() {
        let entries = entries();
        let found = find("heat", &entries);
        let name = &entries[found[0].index].name;
        let line =
            marked(name, &found[0].name_letters, Style::new(), Style::new().fg(Color::Yellow));
        let letters = line.spans.iter().filter(|span| span.style.fg == Some(Color::Yellow));
        assert_eq!(letters.map(|span| &*span.content).collect::<String>(), "heat");
    }

    #[test]
    fn the_selected_line_is_seen_in_any_window() {
        for height in 5..40 {
            for selected in 0..26 {
                let (text, hits) = palette("", selected, 60, height);
                assert!(
                    hits.lines.iter().any(|(_, index)| *index == selected),
                    "{selected} in {height} rows:\n{text}"
                );
                let inside = hits.frame;
                assert!(hits.lines.iter().all(|(area, _)| inside.intersection(*area) == *area));
            }
        }
        for (width, height) in (0..30).flat_map(|width| (0..9).map(move |height| (width, height))) {
            palette("sol", 0, width, height);
        }
    }

    #[test]
    fn only_colours_of_24_bits_are_mixed() {
        let window = Rect::new(0, 0, 2, 1);
        let mut buffer = Buffer::empty(window);
        buffer.cell_mut((0, 0)).unwrap().set_fg(Color::Rgb(200, 100, 0)).set_bg(Color::Blue);
        darken(&mut buffer, window, Color::Rgb(20, 20, 20));
        let cell = buffer.cell((0, 0)).unwrap();
        assert_eq!((cell.fg, cell.bg), (Color::Rgb(88, 50, 12), Color::Blue));
        darken(&mut buffer, window, Color::Reset);
        assert_eq!(buffer.cell((0, 0)).unwrap().fg, Color::Rgb(88, 50, 12));
    }
}
