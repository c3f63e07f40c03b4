use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::panel::Context;
use crate::widgets::print;
use session::Replay;

/// The sign of a node in the search tree: its character, and a replacement for fonts without it.
pub(crate) type Sign = (char, char);

pub(crate) const PATH: Sign = ('◇', '@');
/// No solution below.
pub(crate) const LOST: Sign = ('□', 'o');
pub(crate) const FAILURE: Sign = ('×', 'x');
pub(crate) const SOLUTION: Sign = ('◆', '*');
pub(crate) const FOLDED: Sign = ('■', '#');

/// Width of a frame whose legend has short words, in columns.
const NARROW: u16 = 33;

/// The sign as text.
pub(crate) fn symbol((sign, plain): Sign, context: &Context<'_>) -> String {
    context.look.glyphs.or(sign, plain).to_string()
}

/// Draws the legend of the signs.
pub(crate) fn legend(buffer: &mut Buffer, area: Rect, context: &Context<'_>, replay: &Replay) {
    let (styles, glyphs) = (&context.styles, context.look.glyphs);
    let dashed = glyphs.or("┄", ":");
    let lit = styles.chart_colors.map_or(styles.strong, |inks| styles.text.fg(inks.highlighted));
    let sign = |sign: Sign| symbol(sign, context);
    let is_counted = replay.wasted_branches().is_some() && context.model.shows_totals();
    let is_narrow = area.width < NARROW;
    let [failure, solution] = if is_narrow { ["fail", "sol."] } else { ["failure", "solution"] };
    let mut entries =
        vec![(sign(FAILURE), styles.wrong, failure), (sign(SOLUTION), styles.good, solution)];
    if is_counted {
        entries.push((sign(LOST), styles.wrong, "wasted"));
    }
    entries.push((sign(PATH), lit, "path"));
    if replay.shape.dots.iter().any(|dot| dot.is_folded) {
        entries.push((sign(FOLDED), styles.title, "folded"));
    }
    entries.push((dashed.to_owned(), styles.text, "explored"));
    if is_counted {
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
