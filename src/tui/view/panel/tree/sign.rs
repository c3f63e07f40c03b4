use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::super::context::Context;
use crate::look::Glyphs;
use crate::model::Replay;
use crate::view::print::print;

/// The sign of a node in the search tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Path,
    /// No solution below.
    Lost,
    Failure,
    Solution,
    Folded,
}

impl Sign {
    pub(super) const fn character(self, glyphs: Glyphs) -> char {
        match self {
            Self::Path => glyphs.or('●', '@'),
            Self::Lost => glyphs.or('○', 'o'),
            Self::Failure => glyphs.or('×', 'x'),
            Self::Solution => glyphs.or('◆', '*'),
            Self::Folded => glyphs.or('■', '#'),
        }
    }
}

/// Draws the legend of the signs.
pub(super) fn legend(buffer: &mut Buffer, area: Rect, context: &Context<'_>, replay: &Replay) {
    let (styles, glyphs) = (&context.styles, context.look.glyphs);
    let dashed = glyphs.or("┄", ":");
    let lit = styles.inks.map_or(styles.strong, |inks| styles.text.fg(inks.lit));
    let sign = |sign: Sign| sign.character(glyphs).to_string();
    let mut entries = vec![
        (sign(Sign::Path), lit, "path"),
        (sign(Sign::Failure), styles.wrong, "failure"),
        (sign(Sign::Solution), styles.good, "solution"),
    ];
    if replay.waste().is_some() {
        entries.push((sign(Sign::Lost), styles.wrong, "wasted"));
    }
    if replay.shape.dots.iter().any(|dot| dot.is_folded) {
        entries.push((sign(Sign::Folded), styles.title, "folded"));
    }
    entries.push((dashed.to_owned(), styles.text, "ruled out"));
    if replay.waste().is_some() {
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
