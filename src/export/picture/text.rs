use std::borrow::Cow;

use textwrap::{Options, WordSeparator, WordSplitter};

use crate::face::Tint;
use crate::xml::escape;

/// A size and weight of the font, which is monospaced.
#[derive(Clone, Copy, Debug)]
pub(super) struct Font {
    pub size: i32,
    is_bold: bool,
}

/// The width of a character, in hundredths of the font size. It is the maximum of the usual fonts.
const WIDTH: i32 = 62;

impl Font {
    pub(super) const TITLE: Self = Self { size: 17, is_bold: true };
    pub(super) const NOTE: Self = Self { size: 15, is_bold: false };
    pub(super) const LABEL: Self = Self { size: 15, is_bold: false };
    pub(super) const STRONG: Self = Self { size: 15, is_bold: true };
    pub(super) const LEGEND: Self = Self { size: 13, is_bold: false };
    pub(super) const MARK: Self = Self { size: 11, is_bold: false };
    pub(super) const PERCENT: Self = Self { size: 20, is_bold: true };

    /// A bold font of at most size 20, so small that `count` characters fit into `width`.
    pub(super) fn fitting(count: usize, width: i32) -> Self {
        let count = i32::try_from(count).unwrap_or(i32::MAX).max(1);
        Self { size: (100 * width / WIDTH / count).min(20), is_bold: true }
    }

    /// The height of a line.
    pub(super) const fn line(self) -> i32 {
        self.size + 6
    }

    /// An upper bound for the width of a text.
    pub(super) fn width(self, text: &str) -> i32 {
        let count = i32::try_from(text.chars().count()).unwrap_or(i32::MAX / 100);
        (count * self.size * WIDTH + 99) / 100
    }

    /// Splits a text into lines of at most `width`. Longer words are broken.
    pub(super) fn wrap(self, text: &str, width: i32) -> Vec<String> {
        let most = usize::try_from(100 * width / (self.size * WIDTH)).unwrap_or(0).max(1);
        let options = Options::new(most)
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation);
        let lines = textwrap::wrap(text, options).into_iter().map(Cow::into_owned);
        lines.filter(|line| !line.is_empty()).collect()
    }

    /// Draws a text with its base line at this position. `anchor` (start, middle or end) is the part of
    /// the text at `x`.
    pub(super) fn at(self, (x, y): (i32, i32), text: &str, tint: Tint, anchor: &str) -> String {
        let bold = if self.is_bold { " font-weight=\"bold\"" } else { "" };
        let anchor = match anchor {
            "start" => String::new(),
            other => format!(" text-anchor=\"{other}\""),
        };
        format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\"{bold}{anchor} fill=\"{}\">{}</text>\n",
            self.size,
            tint.rgb,
            escape(text)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_no_wider_than_wanted_and_lose_nothing() {
        let text = "8×8, NZWFDRBQ, rows=2, columns=2; placed: a1, b3";
        for width in [1, 20, 60, 100, 300, 10_000] {
            let lines = Font::TITLE.wrap(text, width);
            assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
            let most = width.max(Font::TITLE.width("x"));
            assert!(lines.iter().all(|line| Font::TITLE.width(line) <= most), "{lines:?} {width}");
        }
        assert_eq!(Font::TITLE.wrap(text, 10_000), [text]);
        assert!(Font::TITLE.wrap("", 100).is_empty());
    }
}
