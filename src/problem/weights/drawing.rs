use std::fmt;
use std::path::Path;

use super::{Weights, WeightsError};
use crate::board_file::BoardFile;
use crate::drawing::{RowError, Rows};
use files::{FileError, read_input};

/// A text that draws no weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct ParseWeightsError {
    /// The line of the error, counted from 1.
    pub line: usize,
    reason: Wrong,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Wrong {
    #[error(
        "no weights are drawn (a whole number for each cell, one line a row, the top row first)"
    )]
    Nothing,
    #[error("{} in place {place} is no weight (a whole number; '.' is 0)", shown(found))]
    Word { found: String, place: usize },
    #[error(transparent)]
    Row(RowError),
    #[error(transparent)]
    Range(WeightsError),
}

/// A word as errors name it.
fn shown(word: &str) -> String {
    const LONGEST: usize = 40;
    match word.chars().count() {
        0..=LONGEST => format!("'{}'", word.escape_default()),
        long => format!("a word of {long} characters"),
    }
}

impl Weights {
    /// Parses a drawing: a whole number for each cell, `.` for 0, separated by spaces, a line for each row,
    /// the top row first. Empty lines and lines that begin with `#` are ignored.
    ///
    /// ```
    /// # use problem::Weights;
    /// let weights = Weights::parse("-1 5\n 3 .")?;
    /// assert_eq!(weights.of("a2".parse().expect("a cell")), -1);
    /// assert_eq!(weights.to_string(), "-1  5\n 3  .\n");
    /// # Ok::<(), problem::ParseWeightsError>(())
    /// ```
    ///
    /// # Errors
    /// When rows differ in length, a word is no number, the grid is too large, or the weights add up to more
    /// than [`Weights::MOST`].
    pub fn parse(text: &str) -> Result<Self, ParseWeightsError> {
        let mut rows = Rows::new("weights");
        let mut last = 1;
        for (line, words) in (1..).zip(text.lines()) {
            let wrong = |reason| ParseWeightsError { line, reason };
            if words.trim_start().starts_with('#') || words.trim().is_empty() {
                continue;
            }
            let number = |(place, word): (usize, &str)| match word {
                "." => Ok(0),
                _ => word.parse().map_err(|_| wrong(Wrong::Word { found: word.to_owned(), place })),
            };
            let row: Vec<i64> =
                (1..).zip(words.split_whitespace()).map(number).collect::<Result<_, _>>()?;
            rows.push(row).map_err(|error| wrong(Wrong::Row(error)))?;
            last = line;
        }
        let Some((size, rows)) = rows.finish() else {
            return Err(ParseWeightsError { line: 1, reason: Wrong::Nothing });
        };
        Self::new(size, rows.into_iter().rev().flatten().collect())
            .map_err(|error| ParseWeightsError { line: last, reason: Wrong::Range(error) })
    }

    /// As [`Weights::parse`]; errors name the text.
    fn parse_named(text: &str, name: &str) -> Result<Self, FileError> {
        Self::parse(text).map_err(|error| FileError::new(name, Some(error.line), &error))
    }

    /// Reads a drawing or the weights of a board file, from a file or from standard input for `-`.
    ///
    /// # Errors
    /// When the file cannot be read, draws no weights, or is a board without weights.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let (text, name) = read_input(path)?;
        // The keys of a board file are followed by '='; a drawing has none.
        if path.extension().is_none_or(|extension| extension != "toml") && !text.contains('=') {
            return Self::parse_named(&text, &name);
        }
        let board = BoardFile::parse(&text, &name)?;
        let weights = board.problem.rules().weights().cloned();
        weights.ok_or_else(|| FileError::new(&name, None, &"this board has no weights"))
    }
}

impl fmt::Display for Weights {
    /// Draws the weights: a line for each row, the top row first, in columns.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |&weight: &i64| if weight == 0 { ".".to_owned() } else { weight.to_string() };
        let width = self.cells.iter().map(|weight| word(weight).len()).max().unwrap_or_default();
        for row in self.cells.chunks(self.size.columns().into()).rev() {
            let words: Vec<String> =
                row.iter().map(|weight| format!("{:>width$}", word(weight))).collect();
            writeln!(f, "{}", words.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use geometry::Size;

    proptest! {
        #[test]
        fn what_is_drawn_reads_back_and_no_text_panics(
            rows in 1..5_u16,
            columns in 1..5_u16,
            numbers in prop::collection::vec(-1000..1000_i64, 16),
            text in "([-0-9.]{1,3} [-0-9.]{1,3}\n){0,3}[ -~\\p{Cc}é漢\n.0#-]{0,20}",
        ) {
            let size = Size::new(rows, columns).unwrap();
            let weights = Weights::new(size, numbers[..size.cells()].to_vec()).unwrap();
            prop_assert_eq!(Weights::parse(&weights.to_string()), Ok(weights));
            match Weights::parse_named(&text, "weights.txt") {
                Ok(weights) => prop_assert_eq!(Weights::parse(&weights.to_string()), Ok(weights)),
                Err(error) => {
                    prop_assert!(!error.to_string().contains(char::is_control), "{}", error);
                }
            }
        }
    }

    #[test]
    fn the_top_row_comes_first() {
        let weights = Weights::parse("# costs\n\n 10 . -3\n4 5 +6\n").unwrap();
        let of = |cell: &str| weights.of(cell.parse().unwrap());
        assert_eq!(["a2", "b2", "c2", "a1", "c1"].map(of), [10, 0, -3, 4, 6]);
        assert_eq!(weights.to_string(), "10  . -3\n 4  5  6\n");
    }

    #[test]
    fn what_draws_none_is_refused_with_its_line() {
        let refused = |text: &str| {
            let error = Weights::parse(text).unwrap_err();
            (error.line, error.to_string())
        };
        let wide = "1 ".repeat(1001);
        for (text, line, reason) in [
            ("", 1, "no weights are drawn"),
            ("1 2\n\n1 2 3", 3, "ragged weights: this row has 3 cells, the first one has 2"),
            ("1 2\n1 x", 2, "'x' in place 2 is no weight (a whole number; '.' is 0)"),
            ("1 1.5", 1, "'1.5' in place 2 is no weight"),
            ("9223372036854775808", 1, "'9223372036854775808' in place 1 is no weight"),
            ("1 \u{1b}", 1, "'\\u{1b}' in place 2 is no weight"),
            (&"9".repeat(99), 1, "a word of 99 characters in place 1 is no weight"),
            ("1\n2\n9223372036854775807", 3, "the weights add up to more than 1152921504606846976"),
            (&wide, 1, "size '1x1001' is out of range"),
        ] {
            let (found, sentence) = refused(text);
            assert_eq!(found, line, "{sentence}");
            assert!(sentence.starts_with(reason), "{sentence}");
        }
    }
}
