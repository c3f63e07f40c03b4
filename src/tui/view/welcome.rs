//! The introduction at the top of the panel, on the first run.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::model::Model;
use crate::modes::Mode;
use crate::widgets::{Frame, Styles, frame, grouped, print_lines, without_first_rows, wrap};
use app::Action;

/// Minimum width of a panel with an introduction, in columns.
const NARROWEST: u16 = 24;

/// Number of rows that the introduction leaves to the section about the cell.
const MIN_REMAINING_ROWS: u16 = 6;

/// The words after `:lesson`.
pub(super) const LESSON: &str = " ten minutes, step by step";

/// The contents of the welcome: keys as they are bound, and the number of solutions.
#[derive(Clone, Copy, Debug)]
struct Welcome<'a> {
    /// The key that places a piece.
    place: &'a str,
    /// The key of the overview of keys.
    keys: &'a str,
    /// The key of the palette.
    palette: &'a str,
    /// The key of puzzles.
    puzzle: &'a str,
    /// The number of solutions, if it is known.
    solutions: Option<&'a str>,
    /// The style of the word `forced`.
    forced: Style,
}

/// Draws the introduction if there is room, and returns the remaining area of the panel.
pub(super) fn render(buffer: &mut Buffer, model: &Model) -> Rect {
    let panel = model.view.layout.panel;
    // The text describes the display with full assist.
    let is_welcome = model.app.is_first_run
        && model.app.has_full_assist()
        && model.app.open_lesson().is_none()
        && matches!(model.mode(), Mode::Board);
    if !is_welcome || panel.width < NARROWEST {
        return panel;
    }
    let (look, keys) = (model.look(), &model.view.keys);
    let actions = [Action::PLACE, Action::HELP, Action::COMMAND, Action::PUZZLE];
    let [place, help, palette, puzzle] = actions.map(|action| keys.key(action).to_lowercase());
    let solutions =
        model.app.session.knowledge().solutions().filter(|all| all.bits() > 0).map(grouped);
    let welcome = Welcome {
        place: &place,
        keys: &help,
        palette: &palette,
        puzzle: &puzzle,
        solutions: solutions.as_deref(),
        forced: look.text(look.palette.good),
    };
    let styles = Styles::of(&look);
    let lines = lines(panel.width - 4, &welcome, &styles);
    let height = lines.len() as u16 + frame::ROWS;
    if panel.height < height + MIN_REMAINING_ROWS {
        return panel;
    }
    draw(buffer, Rect { height, ..panel }, lines, &styles);
    without_first_rows(panel, height)
}

/// Draws the frame around the lines.
fn draw(buffer: &mut Buffer, area: Rect, lines: Vec<Line<'_>>, styles: &Styles) {
    let inside = Frame { title: "welcome", ..Frame::default() }.render(buffer, area, styles);
    print_lines(buffer, inside, lines);
}

fn lines(width: u16, welcome: &Welcome<'_>, styles: &Styles) -> Vec<Line<'static>> {
    let text = |text: &'static str| Span::styled(text, styles.text);
    let key = |key: &str| Span::styled(key.to_owned(), styles.key);
    let word = |text: &'static str| Span::styled(text, styles.dim);
    let mut sentence = Line::from(vec![
        text("Click a square, or move there and press "),
        key(welcome.place),
        text(". At once you see what is "),
        Span::styled("forced", welcome.forced),
        text(", what has become "),
        word("impossible"),
        text(" and why, and how many "),
    ]);
    if let Some(solutions) = welcome.solutions {
        let solutions = Span::styled(solutions.to_owned(), styles.strong);
        sentence.extend([text("of "), solutions, text(" ")]);
    }
    sentence.push_span(text("solutions stay."));
    let keys = [key(welcome.keys), word(" keys   "), key(welcome.palette), word(" everything")];
    let puzzles = [key(welcome.puzzle), word(" puzzles: queens, star battle")];
    let lesson = Line::from_iter([key(":lesson"), word(LESSON)]);
    let mut lines = wrap::wrap(&sentence, width, 0);
    lines.push(Line::default());
    lines.extend(wrap::wrap(&Line::from_iter(keys), width, 0));
    lines.extend(wrap::wrap(&Line::from_iter(puzzles), width, 2));
    lines.extend(wrap::wrap(&lesson, width, 2));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Glyphs;
    use crate::widgets::testing::{drawn, styles};

    const WELCOME: Welcome<'_> = Welcome {
        place: "space",
        keys: "?",
        palette: ":",
        puzzle: "e",
        solutions: Some("92"),
        forced: Style::new(),
    };

    #[test]
    fn six_lines_say_what_the_board_is_for() {
        let styles = styles(Glyphs::Ascii);
        let lines = lines(30, &WELCOME, &styles);
        let rows = lines.len() as u16 + frame::ROWS;
        let text = drawn(34, rows, |buffer, area| draw(buffer, area, lines, &styles));
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
             | e puzzles: queens, star battle |\n\
             | :lesson ten minutes, step by   |\n\
             |   step                         |\n\
             +--------------------------------+"
        );
    }

    #[test]
    fn an_unknown_number_is_not_named() {
        let welcome = Welcome { solutions: None, ..WELCOME };
        let styles = styles(Glyphs::Ascii);
        let lines = lines(56, &welcome, &styles);
        let draw = |buffer: &mut Buffer, area| draw(buffer, area, lines, &styles);
        assert!(drawn(60, 8, draw).contains("how many solutions stay."));
    }
}
