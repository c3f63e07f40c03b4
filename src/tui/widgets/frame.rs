//! A frame with a title at the left and a fact at the right of its upper line.
//!
//! ```text
//! ╭─ c4 ────────── row 4, level 27 ─╮
//! │ × impossible                    │
//! ╰─────────────────────────────────╯
//! ```
//!
//! [`Frame::render`] draws it and returns the area inside, one column away from the lines.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;
use ratatui::symbols::border;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Widget};

use super::print::{fill, print, row_of, without_first_columns};
use super::styles::Styles;
use super::wrap;

/// Number of border rows of a frame: top and bottom.
pub(crate) const ROWS: u16 = 2;

/// Number of columns of a frame that hold no text: the lines at its sides and a blank beside each.
pub(crate) const COLUMNS: u16 = 4;

/// A frame, described by the texts of its upper line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frame<'a> {
    /// The title.
    pub title: &'a str,
    /// The text at the right, left out if it does not fit.
    pub right_title: Line<'a>,
    /// True for frames over the board, whose background and lines have a separate style.
    pub is_overlay: bool,
}

impl Frame<'_> {
    /// Draws the frame and returns the area inside. In an area of one row only the title is drawn.
    pub(crate) fn render(&self, buffer: &mut Buffer, area: Rect, styles: &Styles) -> Rect {
        let area = area.intersection(buffer.area);
        if area.is_empty() {
            return Rect::ZERO;
        }
        let (line_style, title_style) = if self.is_overlay {
            fill(buffer, area, styles.bar);
            (styles.title_lines(), styles.key)
        } else {
            (styles.frame, styles.title)
        };
        if area.height > 1 && area.width > 1 {
            let set = styles.glyphs.or(border::ROUNDED, PLAIN);
            Block::bordered().border_set(set).border_style(line_style).render(area, buffer);
        }
        let room = area.width.saturating_sub(6);
        if !self.title.is_empty() && room > 0 {
            let title = wrap::fit(&Line::raw(self.title), room, styles.ellipsis());
            let place = without_first_columns(area, 2);
            print(buffer, place, padded(title, title_style));
        }
        if self.right_title.width() > 0 && has_room(area.width, self.title, &self.right_title) {
            print_before_corner(buffer, area, padded(self.right_title.clone(), styles.dim));
        }
        area.inner(Margin::new(2, 1))
    }
}

/// True if a frame of `width` columns has room for both titles. A part of the border stays visible between them.
pub(crate) fn has_room(width: u16, title: &str, right_title: &Line<'_>) -> bool {
    Line::raw(title).width() + right_title.width() + 9 <= usize::from(width)
}

/// Writes a note into the lower line of a frame, at the right, if the note fits.
pub(crate) fn render_note(buffer: &mut Buffer, area: Rect, note: &str, styles: &Styles) {
    let note = padded(Line::raw(note), styles.dim);
    if area.height >= ROWS && note.width() + 4 <= area.width.into() {
        print_before_corner(buffer, row_of(area, area.height - 1), note);
    }
}

/// Prints a text that ends before the line at the right corner.
fn print_before_corner(buffer: &mut Buffer, row: Rect, text: Line<'_>) {
    let place = Rect { width: row.width - 2, ..row };
    print(buffer, place, text.right_aligned());
}

/// Adds a space on either side of a text, and applies `style` below the text's own styles.
fn padded(text: Line<'_>, style: Style) -> Line<'_> {
    let text = on_style(text, style);
    [Span::raw(" ")].into_iter().chain(text).chain([Span::raw(" ")]).collect()
}

/// Applies a base style to the spans of a line. Styles of the spans and the line take precedence.
pub(super) fn on_style(line: Line<'_>, style: Style) -> Line<'_> {
    let base = |span: &Span<'_>| line.style.patch(style.patch(span.style));
    line.spans.into_iter().map(|span| Span { style: base(&span), ..span }).collect()
}

/// The border of a frame in ASCII characters.
const PLAIN: border::Set<'_> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Glyphs;
    use crate::widgets::testing::{drawn, styles};

    fn framed(width: u16, height: u16, glyphs: Glyphs) -> String {
        let frame = Frame { title: "c4", right_title: "row 4, level 27".into(), is_overlay: false };
        drawn(width, height, |buffer, area| {
            frame.render(buffer, area, &styles(glyphs));
        })
    }

    #[test]
    fn a_frame_has_its_title_left_and_its_fact_right() {
        assert_eq!(
            framed(30, 3, Glyphs::Unicode),
            "╭─ c4 ───── row 4, level 27 ─╮\n\
             │                            │\n\
             ╰────────────────────────────╯"
        );
        assert_eq!(
            framed(30, 2, Glyphs::Ascii),
            "+- c4 ----- row 4, level 27 -+\n+----------------------------+"
        );
    }

    #[test]
    fn the_fact_goes_before_the_title() {
        assert_eq!(framed(23, 1, Glyphs::Unicode), "   c4");
        assert_eq!(framed(23, 2, Glyphs::Unicode).lines().next(), Some("╭─ c4 ────────────────╮"));
        assert_eq!(framed(7, 2, Glyphs::Unicode).lines().next(), Some("╭─ … ─╮"));
    }

    #[test]
    fn the_inside_is_a_column_away_from_the_lines() {
        let area = Rect::new(3, 2, 20, 6);
        let inside =
            Frame::default().render(&mut Buffer::empty(area), area, &styles(Glyphs::Ascii));
        assert_eq!(inside, Rect::new(5, 3, 16, 4));
    }

    #[test]
    fn no_area_is_too_small() {
        for (width, height) in (0..8).flat_map(|width| (0..4).map(move |height| (width, height))) {
            framed(width, height, Glyphs::Unicode);
        }
    }
}
