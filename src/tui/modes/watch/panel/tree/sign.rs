use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::panel::Context;
use crate::widgets::print;
use session::Replay;

/// The sign of a node in the search tree: its character, and the one for fonts without it.
pub(crate) type Sign = (char, char);

pub(crate) const PATH: Sign = ('●', '@');
/// No solution below.
pub(crate) const LOST: Sign = ('○', 'o');
pub(crate) const FAILURE: Sign = ('×', 'x');
pub(crate) const SOLUTION: Sign = ('◆', '*');
pub(crate) const FOLDED: Sign = ('■', '#');

/// Draws the legend of the signs.
pub(crate) fn legend(buffer: &mut Buffer, area: Rect, context: &Context<'_>, replay: &Replay) {
    let (styles, glyphs) = (&context.styles, context.look.glyphs);
    let dashed = glyphs.or("┄", ":");
    let lit = styles.chart_colors.map_or(styles.strong, |inks| styles.text.fg(inks.highlighted));
    let sign = |(sign, plain): Sign| glyphs.or(sign, plain).to_string();
    let mut entries = vec![
        (sign(PATH), lit, "path"),
        (sign(FAILURE), styles.wrong, "failure"),
        (sign(SOLUTION), styles.good, "solution"),
    ];
    if replay.wasted_branches().is_some() {
        entries.push((sign(LOST), styles.wrong, "wasted"));
    }
    if replay.shape.dots.iter().any(|dot| dot.is_folded) {
        entries.push((sign(FOLDED), styles.title, "folded"));
    }
    entries.push((dashed.to_owned(), styles.text, "explored"));
    if replay.wasted_branches().is_some() {
        entries.push(("1".to_owned(), styles.dim, "number of solutions"));
    }
    let mut line = Line::default();
    for (sign, style, word) in entries {
        if line.width() + word.len() + 2 <= area.width.into() {
            line.push_span(Span::styled(sign, style));
            line.push_span(Span::styled(format!(" {word}  "), styles.dim));
        }
    }
    print(buffer, area, line);
}
