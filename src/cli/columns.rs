//! Tables in text: columns two spaces apart.

use itertools::{Itertools, Position};

use geometry::Size;

/// A column of a table.
pub(super) struct Column {
    pub heading: String,
    /// Minimum width of the texts.
    width: usize,
    is_right_aligned: bool,
}

impl Column {
    /// A column of names, at least as wide as its heading.
    pub(crate) fn left(heading: impl Into<String>, width: usize) -> Self {
        let heading = heading.into();
        let width = width.max(heading.chars().count());
        Self { heading, width, is_right_aligned: false }
    }

    /// A column with the names of a board's cells. The last cell has the longest name.
    pub(crate) fn cells(size: Size) -> Self {
        Self::left("cell", size.cell(size.cells() - 1).to_string().len())
    }

    /// A column of numbers, aligned to the right and at least as wide as its heading.
    pub(crate) fn right(heading: impl Into<String>, width: usize) -> Self {
        Self { is_right_aligned: true, ..Self::left(heading, width) }
    }
}

/// The line with the headings.
pub(super) fn header(columns: &[Column]) -> String {
    line(columns, columns.iter().map(|column| column.heading.clone()))
}

/// A line of the table. A text without a column is appended unchanged.
pub(super) fn line(columns: &[Column], texts: impl IntoIterator<Item = String>) -> String {
    let columns = columns.iter().map(Some).chain(std::iter::repeat(None));
    let padded =
        texts.into_iter().zip(columns).with_position().map(|(position, (text, column))| {
            let is_last = matches!(position, Position::Last | Position::Only);
            match column {
                Some(&Column { width, is_right_aligned: true, .. }) => format!("{text:>width$}"),
                // The heading may have thousands of digits, and the table a million lines.
                Some(&Column { width, .. }) if !is_last => format!("{text:width$}"),
                Some(_) | None => text,
            }
        });
    padded.collect_vec().join("  ")
}
