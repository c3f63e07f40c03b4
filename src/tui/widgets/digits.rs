//! A number in large digits, three columns wide and five half rows high.
//!
//! ```text
//! ▀▀█
//! █▀▀
//! ▀▀▀
//! ```
//!
//! [`render`] draws a text and returns its width. If a character has no large form or the text does not fit, it draws
//! nothing, and the caller prints the text normally. [`grouped`] puts commas between groups of three digits.

use std::fmt::Display;

use itertools::Itertools;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::print::put;
use super::styles::Styles;
use crate::look::Glyphs;
use export::face::blocks::quadrant;

/// Writes a number with a comma before each group of three digits.
pub(crate) fn grouped(number: impl Display) -> String {
    geometry::group_digits(&number.to_string())
}

/// Height of a large digit, in rows.
pub(crate) const ROWS: u16 = 3;

/// Draws a text in large digits at the left of an area, in the style `cursor_label`, and returns its width in columns.
/// Draws nothing and returns `None` if the text does not fit, a character has no large form, or the font has no half
/// blocks.
pub(crate) fn render(buffer: &mut Buffer, area: Rect, text: &str, styles: &Styles) -> Option<u16> {
    let width = width(text, styles)?;
    if width > area.width || area.height < ROWS {
        return None;
    }
    let mut x = area.x;
    for shape in text.chars().filter_map(shape) {
        for (column, row) in (0..shape[0].len()).cartesian_product(0..ROWS) {
            let is_set =
                |half: usize| shape.get(half).is_some_and(|line| line.as_bytes()[column] == b'#');
            let symbol = quadrant(|_, down| is_set(usize::from(2 * row + down)));
            if symbol != ' ' {
                put(buffer, (x + column as u16, area.y + row), symbol, styles.cursor_label);
            }
        }
        x += shape[0].len() as u16 + 1;
    }
    Some(width)
}

/// Width of a text in large digits, in columns; `None` if a character has no large form or the font has no half blocks.
pub(crate) fn width(text: &str, styles: &Styles) -> Option<u16> {
    let shapes: Vec<_> = text.chars().map(shape).collect::<Option<_>>()?;
    let width = shapes.iter().map(|shape| shape[0].len() + 1).sum::<usize>().checked_sub(1)?;
    u16::try_from(width).ok().filter(|_| styles.glyphs == Glyphs::Unicode)
}

/// The half rows of a character's large form, from the top. A comma has one half row more than other characters.
const fn shape(character: char) -> Option<&'static [&'static str]> {
    Some(match character {
        '0' => &["###", "#.#", "#.#", "#.#", "###"],
        '1' => &["##.", ".#.", ".#.", ".#.", "###"],
        '2' => &["###", "..#", "###", "#..", "###"],
        '3' => &["###", "..#", "###", "..#", "###"],
        '4' => &["#.#", "#.#", "###", "..#", "..#"],
        '5' => &["###", "#..", "###", "..#", "###"],
        '6' => &["###", "#..", "###", "#.#", "###"],
        '7' => &["###", "..#", "..#", "..#", "..#"],
        '8' => &["###", "#.#", "###", "#.#", "###"],
        '9' => &["###", "#.#", "###", "..#", "###"],
        'e' => &["...", "###", "###", "#..", "###"],
        '≥' => &["#..", ".##", "#..", "...", "###"],
        '≈' => &["##.", ".##", "...", "##.", ".##"],
        '.' => &[".", ".", ".", ".", "#"],
        ',' => &[".", ".", ".", ".", "#", "#"],
        ' ' => &[".", ".", ".", ".", "."],
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::testing::{drawn, styles};

    fn large(text: &str, width: u16, glyphs: Glyphs) -> (Option<u16>, String) {
        let mut columns = None;
        let draw = |buffer: &mut Buffer, area| {
            columns = render(buffer, area, text, &styles(glyphs));
        };
        let text = drawn(width, ROWS, draw);
        (columns, text)
    }

    #[test]
    fn two_is_three_columns_and_five_half_rows() {
        assert_eq!(large("2", 10, Glyphs::Unicode), (Some(3), "▀▀█\n█▀▀\n▀▀▀".to_owned()));
    }

    #[test]
    fn a_comma_hangs_below_the_line() {
        let (columns, text) = large("1,2", 10, Glyphs::Unicode);
        assert_eq!(columns, Some(9));
        assert_eq!(text, "▀█    ▀▀█\n █    █▀▀\n▀▀▀ █ ▀▀▀");
    }

    #[test]
    fn what_cannot_be_drawn_is_left_to_plain_text() {
        for (text, width, glyphs) in [
            ("92", 6, Glyphs::Unicode),
            ("4 %", 20, Glyphs::Unicode),
            ("", 20, Glyphs::Unicode),
            ("92", 20, Glyphs::Ascii),
        ] {
            let (columns, drawn) = large(text, width, glyphs);
            assert_eq!((columns, drawn.trim()), (None, ""), "{text} in {width}");
        }
        assert_eq!(large("92", 7, Glyphs::Unicode).0, Some(7));
    }

    #[test]
    fn thousands_are_grouped() {
        for (digits, text) in [
            ("0", "0"),
            ("92", "92"),
            ("999", "999"),
            ("2453", "2,453"),
            ("39029188884", "39,029,188,884"),
            ("2.44e44", "2.44e44"),
        ] {
            assert_eq!(grouped(digits), text);
        }
    }
}
