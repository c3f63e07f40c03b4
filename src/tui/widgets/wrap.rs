//! Styled text in lines of a given width.
//!
//! [`wrap`] breaks a line at its spaces; [`fit`] keeps a line to one row and ends it with `…` if text is left out. A
//! no-break space keeps two words on one line and is drawn as a space.

use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthChar;

/// A space at which lines are not broken.
pub(crate) const NO_BREAK_SPACE: char = '\u{a0}';

/// A character with its style and the columns it takes.
#[derive(Clone, Copy)]
struct Letter {
    character: char,
    style: Style,
    width: usize,
}

/// Breaks a line into lines of at most `width` columns; all but the first begin with `indent` spaces.
/// A word that is wider than a line is broken between its letters.
pub(crate) fn wrap(line: &Line<'_>, width: u16, indent: u16) -> Vec<Line<'static>> {
    let width = usize::from(width).max(1);
    let indent = usize::from(indent).min(width - 1);
    let mut rows: Vec<Vec<Letter>> = vec![Vec::new()];
    let mut used = 0;
    for word in words(&letters(line)) {
        let blanks = word.iter().take_while(|letter| letter.character == ' ').count();
        if used + columns(word) > width && used > indent && blanks < word.len() {
            begin(&mut rows, &mut used, indent);
        } else if used + columns(word) <= width {
            rows.last_mut().expect("there is a row").extend(word);
            used += columns(word);
            continue;
        }
        // Blanks before the first word of a row are dropped, unless they indent the whole line.
        let skipped = if rows.len() > 1 { blanks } else { 0 };
        for letter in &word[skipped..] {
            if used + letter.width > width && used > indent {
                begin(&mut rows, &mut used, indent);
            }
            rows.last_mut().expect("there is a row").push(*letter);
            used += letter.width;
        }
    }
    rows.iter().map(|row| joined(row, line)).collect()
}

/// The line if it has at most `width` columns, or else its beginning followed by `ellipsis`.
pub(crate) fn fit(line: &Line<'_>, width: u16, ellipsis: &str) -> Line<'static> {
    if line.width() <= usize::from(width) {
        return joined(&letters(line), line);
    }
    let sign = letters(&Line::raw(ellipsis));
    let room = usize::from(width).saturating_sub(columns(&sign));
    let mut used = 0;
    let has_room = |letter: &Letter| {
        used += letter.width;
        used <= room
    };
    let mut kept: Vec<Letter> = letters(line).into_iter().take_while(has_room).collect();
    while kept.pop_if(|letter| letter.character == ' ').is_some() {}
    let style = kept.last().map(|letter| letter.style).unwrap_or_default();
    let sign = sign.into_iter().map(|letter| Letter { style, ..letter });
    kept.extend(sign.take(usize::from(width)));
    joined(&kept, line)
}

fn begin(rows: &mut Vec<Vec<Letter>>, used: &mut usize, indent: usize) {
    rows.push(vec![Letter { character: ' ', style: Style::new(), width: 1 }; indent]);
    *used = indent;
}

fn letters(line: &Line<'_>) -> Vec<Letter> {
    let span_words = |span: &Span<'_>| {
        let style = span.style;
        let letter = move |character: char| Letter {
            character,
            style,
            width: character.width().unwrap_or_default(),
        };
        span.content.chars().map(letter).collect::<Vec<_>>()
    };
    line.spans.iter().flat_map(span_words).collect()
}

/// The words of a text, each with the spaces before it. Spaces at the end are a separate word.
fn words(letters: &[Letter]) -> impl Iterator<Item = &[Letter]> {
    letters.chunk_by(|a, b| a.character == ' ' || b.character != ' ')
}

fn columns(letters: &[Letter]) -> usize {
    letters.iter().map(|letter| letter.width).sum()
}

/// Joins letters to a line. Consecutive letters of one style become one span.
fn joined(letters: &[Letter], like: &Line<'_>) -> Line<'static> {
    let span = |run: &[Letter]| {
        let plain = |letter: &Letter| match letter.character {
            NO_BREAK_SPACE => ' ',
            character => character,
        };
        Span::styled(run.iter().map(plain).collect::<String>(), run[0].style)
    };
    let spans: Vec<_> = letters.chunk_by(|a, b| a.style == b.style).map(span).collect();
    Line { style: like.style, alignment: like.alignment, spans }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ratatui::style::{Modifier, Stylize};

    use super::*;

    fn wrapped(text: &str, width: u16, indent: u16) -> Vec<String> {
        wrap(&Line::raw(text), width, indent).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_line_breaks_at_spaces() {
        let text = "places it all the same, taking back a1";
        assert_eq!(wrapped(text, 24, 0), ["places it all the same,", "taking back a1"]);
        assert_eq!(wrapped(text, 24, 2), ["places it all the same,", "  taking back a1"]);
        assert_eq!(wrapped("  a bc", 4, 0), ["  a", "bc"]);
        assert_eq!(wrapped("", 4, 0), [""]);
    }

    #[test]
    fn a_word_wider_than_a_line_breaks_between_letters() {
        assert_eq!(wrapped("abcdefgh ij", 3, 0), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrapped("abcd", 3, 1), ["abc", " d"]);
    }

    #[test]
    fn a_no_break_space_holds_words_together() {
        assert_eq!(wrapped("aa b\u{a0}c", 4, 0), ["aa", "b c"]);
    }

    #[test]
    fn what_is_cut_ends_with_an_ellipsis() {
        let line = Line::from(vec!["because of ".into(), "a1".bold(), " and g2".into()]);
        assert_eq!(fit(&line, 20, "…").to_string(), "because of a1 and g2");
        let short = fit(&line, 14, "…");
        assert_eq!(short.to_string(), "because of a1…");
        assert!(short.spans.last().unwrap().style.add_modifier.contains(Modifier::BOLD));
        assert_eq!(fit(&line, 14, "...").to_string(), "because of...");
    }

    #[test]
    fn a_line_as_long_as_a_board_has_cells_is_cut_letter_by_letter() {
        let squares = "■".repeat(1_000_000);
        assert_eq!(fit(&Line::raw(squares), 5, "…").to_string(), "■■■■…");
    }

    proptest! {
        #[test]
        fn no_letter_is_lost_and_no_line_too_wide(
            text in "[a-c×… ]{0,60}", width in 1_u16..20, indent in 0_u16..8,
        ) {
            let lines = wrapped(&text, width, indent);
            for line in &lines {
                prop_assert!(Line::raw(line).width() <= usize::from(width));
            }
            let letters = |text: &str| text.replace(' ', "");
            prop_assert_eq!(letters(&lines.concat()), letters(&text));
            let short = fit(&Line::raw(text), width, "…");
            prop_assert!(short.width() <= usize::from(width));
        }
    }
}
