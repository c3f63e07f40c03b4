//! The frame of the very first run: five lines that introduce the board.
//!
//! The view draws it on top of the panel until the first decision, in [`rows`] rows.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::frame::{self, Frame};
use super::styles::{Styles, print_all};
use super::wrap;

/// The contents of the welcome: keys as they are bound, and the number of solutions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Welcome<'a> {
    /// The key that places a piece.
    pub place: &'a str,
    /// The key of the overview of keys.
    pub keys: &'a str,
    /// The key of the palette.
    pub palette: &'a str,
    /// The number of solutions, if it is known.
    pub solutions: Option<&'a str>,
    /// The style of the word `forced`.
    pub forced: Style,
}

/// Number of rows that the frame needs in a panel of this width.
pub(crate) fn rows(width: u16, welcome: &Welcome<'_>, styles: &Styles) -> u16 {
    lines(width.saturating_sub(4), welcome, styles).len() as u16 + frame::ROWS
}

/// Draws the frame over an area.
pub(crate) fn render(buffer: &mut Buffer, area: Rect, welcome: &Welcome<'_>, styles: &Styles) {
    let inside = Frame { title: "welcome", ..Frame::default() }.render(buffer, area, styles);
    print_all(buffer, inside, lines(inside.width, welcome, styles));
}

fn lines(width: u16, welcome: &Welcome<'_>, styles: &Styles) -> Vec<Line<'static>> {
    let text = |text: &'static str| Span::styled(text, styles.text);
    let key = |key: &str| Span::styled(key.to_owned(), styles.key);
    let mut spans = vec![
        text("Click a square, or move there and press "),
        key(welcome.place),
        text(". At once you see what is "),
        Span::styled("forced", welcome.forced),
        text(", what has become "),
        Span::styled("impossible", styles.dim),
        text(" and why, and how many "),
    ];
    match welcome.solutions {
        Some(solutions) => spans.extend([
            text("of "),
            Span::styled(solutions.to_owned(), styles.strong),
            text(" solutions stay."),
        ]),
        None => spans.push(text("solutions stay.")),
    }
    let mut lines = wrap::wrap(&Line::from(spans), width, 0);
    let word = |text: &'static str| Span::styled(text, styles.dim);
    let keys = Line::from(vec![
        key(welcome.keys),
        word(" keys   "),
        key(welcome.palette),
        word(" everything"),
    ]);
    lines.push(Line::default());
    lines.extend(wrap::wrap(&keys, width, 0));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Glyphs;
    use crate::parts::testing::{drawn, styles};

    const WELCOME: Welcome<'_> = Welcome {
        place: "space",
        keys: "?",
        palette: ":",
        solutions: Some("92"),
        forced: Style::new(),
    };

    #[test]
    fn five_lines_say_what_the_board_is_for() {
        let styles = styles(Glyphs::Ascii);
        let rows = rows(34, &WELCOME, &styles);
        let text = drawn(34, rows, |buffer, area| render(buffer, area, &WELCOME, &styles));
        assert_eq!(
            text,
            "+- welcome ----------------------+\n\
             | Click a square, or move there  |\n\
             | and press space. At once you   |\n\
             | see what is forced, what has   |\n\
             | become impossible and why, and |\n\
             | how many of 92 solutions stay. |\n\
             |                                |\n\
             | ? keys   : everything          |\n\
             +--------------------------------+"
        );
    }

    #[test]
    fn an_unknown_number_is_not_named() {
        let welcome = Welcome { solutions: None, ..WELCOME };
        let styles = styles(Glyphs::Ascii);
        let draw = |buffer: &mut Buffer, area| render(buffer, area, &welcome, &styles);
        assert!(drawn(60, 8, draw).contains("how many solutions stay."));
    }
}
