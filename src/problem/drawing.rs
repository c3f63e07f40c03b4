//! Drawings of regions and weights: one line for each row of the grid, the top row first.

use std::fmt;

use geometry::{MAX_SIDE, Size};

/// The error for a text that is not a valid drawing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct DrawingError {
    /// The line of the error, counted from 1.
    pub line: usize,
    pub(super) reason: String,
}

/// The values in a drawing.
#[derive(Debug)]
pub(super) struct DrawnRows<T> {
    pub size: Size,
    /// The values of each row, the top row first.
    pub rows: Vec<Vec<T>>,
    /// The line of the last row, counted from 1.
    pub last_line: usize,
}

impl<T> DrawnRows<T> {
    /// Parses a drawing, with `row` as the parser of a line: an iterator over its values. Lines without values and
    /// lines that begin with `#` are ignored. Error messages use `subject`, the name of the drawn values in the plural, and `form`,
    /// which says how a cell is written.
    ///
    /// # Errors
    /// When no row is drawn, rows differ in length, the grid is too large, or `row` fails.
    pub(super) fn parse<'a, I: Iterator<Item = Result<T, String>>>(
        text: &'a str,
        subject: &str,
        form: &str,
        row: impl Fn(&'a str) -> I,
    ) -> Result<Self, DrawingError> {
        let mut drawn: Option<Self> = None;
        let lines = (1..).zip(text.lines());
        for (line, text) in lines.filter(|(_, text)| !text.trim_start().starts_with('#')) {
            let wrong = |reason| DrawingError { line, reason };
            let mut values = row(text);
            let row: Vec<T> =
                values.by_ref().take(MAX_SIDE.into()).collect::<Result<_, _>>().map_err(wrong)?;
            if row.is_empty() {
                continue;
            }
            let mut rows = drawn.map_or_else(Vec::new, |drawn| drawn.rows);
            // Values that no grid has room for are only counted.
            let found = row.len() + values.count();
            let first = rows.first().map_or(found, Vec::len);
            if found != first {
                return Err(wrong(format!(
                    "ragged {subject}: this row has {found} cells, the first one has {first}"
                )));
            }
            rows.push(row);
            let clamped = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
            let size = Size::new(clamped(rows.len()), clamped(first));
            let size = size.map_err(|error| wrong(error.to_string()))?;
            drawn = Some(Self { size, rows, last_line: line });
        }
        drawn.ok_or_else(|| DrawingError {
            line: 1,
            reason: format!("no {subject} are drawn ({form}, one line a row, the top row first)"),
        })
    }

    /// The values of the cells in row-major order.
    pub(super) fn into_cells(self) -> Vec<T> {
        self.rows.into_iter().rev().flatten().collect()
    }
}

/// Draws the values of the cells, given in row-major order, with `line` as the writer of a row.
pub(super) fn draw<T>(
    f: &mut fmt::Formatter<'_>,
    size: Size,
    cells: &[T],
    line: impl Fn(&[T]) -> String,
) -> fmt::Result {
    cells.chunks(size.columns().into()).rev().try_for_each(|row| writeln!(f, "{}", line(row)))
}
