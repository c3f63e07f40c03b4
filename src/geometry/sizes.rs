use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use crate::{MAX_SIDE, ParseSizeError, Size};

/// The sizes of a table, in the order of the option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes(Vec<Span>);

/// A range of sizes, in which both sides grow by one from size to size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    first: Size,
    /// Number of sizes after the first size.
    further_sizes: u16,
    /// True if both sides were given, as in `3x3..6x6`.
    has_two_sides: bool,
}

/// A size of a table. It is displayed as it was given: `8`, `6x8`, or `8x8` if both sides were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSize {
    /// The size.
    pub size: Size,
    has_two_sides: bool,
}

impl Sizes {
    /// All sizes.
    pub fn iter(&self) -> impl Iterator<Item = TableSize> {
        self.0.iter().flat_map(|span| (0..=span.further_sizes).map(|by| span.size_after(by)))
    }

    /// The ends of ranges, and the sizes outside of ranges. They include the smallest and the largest
    /// size.
    pub fn ends(&self) -> impl Iterator<Item = TableSize> {
        self.0.iter().flat_map(|span| [span.size_after(0), span.size_after(span.further_sizes)])
    }
}

impl Span {
    fn size_after(self, by: u16) -> TableSize {
        let size = Size::new(self.first.rows() + by, self.first.columns() + by);
        TableSize { size: size.expect("within the span"), has_two_sides: self.has_two_sides }
    }
}

impl TableSize {
    /// The only size of a table without `--sizes`.
    pub fn single(size: Size) -> Self {
        Self { size, has_two_sides: false }
    }

    /// The side of a square; `None` for a rectangle.
    pub fn side(self) -> Option<u16> {
        self.size.is_square().then(|| self.size.rows())
    }

    /// The side if the size is displayed as a single number.
    pub fn number(self) -> Option<u16> {
        self.side().filter(|_| !self.has_two_sides)
    }
}

impl fmt::Display for TableSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number() {
            Some(side) => write!(f, "{side}"),
            None => write!(f, "{}x{}", self.size.rows(), self.size.columns()),
        }
    }
}

impl FromStr for Sizes {
    type Err = String;

    /// Parses ranges and sizes separated by commas, as in `4..12` or `4,8,3x5`.
    fn from_str(text: &str) -> Result<Self, String> {
        let sizes = Self(text.split(',').map(span).collect::<Result<_, _>>()?);
        let mut known = HashSet::new();
        let twice = sizes.iter().find(|size| !known.insert(size.size));
        let error = twice.map(|twice| format!("size {twice} is named twice in '{text}'"));
        error.map_or(Ok(sizes), Err)
    }
}

fn span(text: &str) -> Result<Span, String> {
    let has_two_sides = text.contains(['x', 'X', '×']);
    let Some((from, to)) = text.split_once("..") else {
        let first = text.parse().map_err(|error: ParseSizeError| error.to_string())?;
        return Ok(Span { first, further_sizes: 0, has_two_sides });
    };
    let no_range = || {
        format!(
            "'{text}' is no range of sizes (A..B from 1 to {MAX_SIDE}, as in '1..12' or '3x3..6x6')"
        )
    };
    let (Ok(first), Ok(last)) = (from.parse::<Size>(), to.parse::<Size>()) else {
        return Err(no_range());
    };
    let growth = |first: u16, last: u16| i32::from(last) - i32::from(first);
    let rows = growth(first.rows(), last.rows());
    let columns = growth(first.columns(), last.columns());
    if rows != columns {
        return Err(format!(
            "'{text}' does not grow evenly: both sides grow together, but here rows by {rows} and \
             columns by {columns}"
        ));
    }
    let more = u16::try_from(rows).map_err(|_| no_range())?;
    Ok(Span { first, further_sizes: more, has_two_sides })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> String {
        let sizes: Sizes = text.parse().unwrap();
        sizes.iter().map(|size| size.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn ranges_lists_and_rectangles_are_read() {
        assert_eq!(names("3"), "3");
        assert_eq!(names("1..4"), "1 2 3 4");
        assert_eq!(names("12,4,8"), "12 4 8");
        assert_eq!(names("3x3..6x6"), "3x3 4x4 5x5 6x6");
        assert_eq!(names("2x4..4x6"), "2x4 3x5 4x6");
        assert_eq!(names("4,6x8"), "4 6x8");
        assert_eq!(names("1..2,6x8,5..6"), "1 2 6x8 5 6");
        let ends: Sizes = "2..5,6x8".parse().unwrap();
        let ends: Vec<String> = ends.ends().map(|size| size.to_string()).collect();
        assert_eq!(ends, ["2", "5", "6x8", "6x8"]);
    }

    #[test]
    fn what_is_no_list_of_sizes_says_why() {
        for (text, start) in [
            ("", "'' is not a size"),
            ("4,", "'' is not a size"),
            ("4, 5", "' 5' is not a size"),
            ("queen", "'queen' is not a size"),
            ("0", "size '0' is out of range"),
            ("4..", "'4..' is no range of sizes"),
            ("..4", "'..4' is no range of sizes"),
            ("5..4", "'5..4' is no range of sizes"),
            ("0..4", "'0..4' is no range of sizes"),
            ("1..1001", "'1..1001' is no range of sizes"),
            ("1...4", "'1...4' is no range of sizes"),
            ("1..2..3", "'1..2..3' is no range of sizes"),
            (
                "3x3..6x7",
                "'3x3..6x7' does not grow evenly: both sides grow together, but here rows",
            ),
            ("3x4..6", "'3x4..6' does not grow evenly"),
            ("4,8,4", "size 4 is named twice in '4,8,4'"),
            ("1..5,4x4", "size 4x4 is named twice in '1..5,4x4'"),
        ] {
            let error = text.parse::<Sizes>().unwrap_err();
            assert!(error.starts_with(start), "{text}: {error}");
        }
    }
}
