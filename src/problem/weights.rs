use std::fmt;
use std::str::FromStr;

use itertools::Itertools;

use super::drawing::{DrawingError, DrawnRows, draw};
use files::FileError;
use geometry::{Cell, CellSet, Size, UnknownWord};

/// Maximum length of a word that an error message repeats, in characters.
const MAX_REPEATED: usize = 40;

/// The cost of a piece on each cell of a grid: whole numbers, which may be negative. The *cost* of a
/// solution is the sum of the weights of its pieces.
///
/// ```
/// # use geometry::{Cell, CellSet, Size};
/// # use problem::Weights;
/// // Row 1 first: a1 costs 3, b1 nothing, a2 -1, b2 5.
/// let size = Size::square(2)?;
/// let weights = Weights::new(size, vec![3, 0, -1, 5])?;
/// assert_eq!(weights.of("a2".parse()?), -1);
/// let corners = CellSet::from_cells(size, [Cell::new(0, 0), Cell::new(1, 1)]);
/// assert_eq!(weights.cost(&corners), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    size: Size,
    /// The weight of each cell in row-major order.
    cells: Vec<i64>,
}

/// The error for numbers that are not valid weights of a grid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// The number of weights differs from the number of cells.
    #[error("{found} weights for {cells} cells: give one for each cell")]
    Number {
        /// The number of weights.
        found: usize,
        /// The number of cells.
        cells: usize,
    },
    /// The sum of the absolute values is too large, so that the cost of a set of cells could overflow.
    #[error("the weights add up to more than {} (their signs left out)", Weights::MAX_TOTAL)]
    Range,
}

impl Weights {
    /// Maximum sum of the absolute values of all weights of a grid: 2⁶⁰.
    pub const MAX_TOTAL: u64 = 1 << 60;

    /// Weights for all cells in row-major order, row 1 first. The weight of a hole is ignored.
    ///
    /// # Errors
    /// When the number of weights differs from the number of cells, or the absolute values add up to
    /// more than [`Weights::MAX_TOTAL`].
    pub fn new(size: Size, cells: Vec<i64>) -> Result<Self, WeightsError> {
        if cells.len() != size.cells() {
            return Err(WeightsError::Number { found: cells.len(), cells: size.cells() });
        }
        let mut absolute = cells.iter().map(|weight| weight.unsigned_abs());
        let sum = absolute.try_fold(0_u64, u64::checked_add);
        if sum.is_none_or(|sum| sum > Self::MAX_TOTAL) {
            return Err(WeightsError::Range);
        }
        Ok(Self { size, cells })
    }

    /// Weight 1 for each cell, so that the cost of a solution is its number of pieces.
    pub fn unit(size: Size) -> Self {
        Self { size, cells: vec![1; size.cells()] }
    }

    /// The size of the grid.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The weight of each cell in row-major order.
    pub fn cells(&self) -> &[i64] {
        &self.cells
    }

    /// The cost of a piece on a cell.
    ///
    /// # Panics
    /// When the cell lies outside of the grid.
    pub fn of(&self, cell: Cell) -> i64 {
        self.cells[self.size.index(cell)]
    }

    /// The total cost of pieces on these cells.
    ///
    /// # Panics
    /// When a cell lies outside of the grid.
    pub fn cost(&self, cells: &CellSet) -> i64 {
        cells.iter().map(|cell| self.of(cell)).sum()
    }

    /// Parses a drawing: one line for each row, the top row first. Each line has one whole number for
    /// each cell, or `.` for 0, separated by spaces. Empty lines and lines that begin with `#` are
    /// ignored.
    ///
    /// ```
    /// # use problem::Weights;
    /// let weights = Weights::parse("-1 5\n 3 .")?;
    /// assert_eq!(weights.of("a2".parse().expect("a cell")), -1);
    /// assert_eq!(weights.to_string(), "-1  5\n 3  .\n");
    /// # Ok::<(), problem::DrawingError>(())
    /// ```
    ///
    /// # Errors
    /// When rows differ in length, a word is not a number, the grid is too large, or the absolute
    /// values add up to more than [`Weights::MAX_TOTAL`].
    pub fn parse(text: &str) -> Result<Self, DrawingError> {
        let form = "a whole number for each cell";
        let drawn = DrawnRows::parse(text, "weights", form, |line| {
            let weight = |(place, word): (usize, &str)| match word {
                "." => Ok(0),
                _ => word.parse().map_err(|_| {
                    let found = match word.chars().count() {
                        0..=MAX_REPEATED => format!("'{}'", word.escape_default()),
                        long => format!("a word of {long} characters"),
                    };
                    format!("{found} in place {place} is no weight (a whole number; '.' is 0)")
                }),
            };
            (1..).zip(line.split_whitespace()).map(weight)
        })?;
        let (size, line) = (drawn.size, drawn.last_line);
        Self::new(size, drawn.into_cells())
            .map_err(|error| DrawingError { line, reason: error.to_string() })
    }

    /// Like [`Weights::parse`], but errors contain the name of the text.
    pub(super) fn parse_named(text: &str, name: &str) -> Result<Self, FileError> {
        Self::parse(text).map_err(|error| FileError::new(name, Some(error.line), &error))
    }
}

impl fmt::Display for Weights {
    /// Draws the weights in aligned columns: one line for each row, the top row first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |&weight: &i64| if weight == 0 { ".".to_owned() } else { weight.to_string() };
        let width = self.cells.iter().map(|weight| word(weight).len()).max().unwrap_or_default();
        draw(f, self.size, &self.cells, |row| {
            row.iter().map(|weight| format!("{:>width$}", word(weight))).join(" ")
        })
    }
}

/// The error for a cost limit without weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a limit of cost needs weights: nothing says what a piece costs")]
pub struct NoWeights;

/// The cost limit of a solution: a whole number, or `none` for no limit.
///
/// ```
/// # use problem::MaxCost;
/// assert_eq!("-3".parse(), Ok(MaxCost(Some(-3))));
/// assert_eq!("none".parse(), Ok(MaxCost(None)));
/// assert!("3.5".parse::<MaxCost>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaxCost(pub Option<i64>);

impl FromStr for MaxCost {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        if text == "none" {
            return Ok(Self(None));
        }
        let limit = text.parse().map(|limit| Self(Some(limit)));
        limit.map_err(|_| UnknownWord::new(text, "is no limit of cost (a whole number, or none)"))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn weights_whose_sums_may_not_fit_are_refused() {
        let size = Size::square(2).unwrap();
        let most = Weights::MAX_TOTAL.cast_signed();
        assert!(Weights::new(size, vec![most, 0, 0, 0]).is_ok());
        assert_eq!(Weights::new(size, vec![most, 0, 0, -1]), Err(WeightsError::Range));
        assert_eq!(Weights::new(size, vec![i64::MIN; 4]), Err(WeightsError::Range));
        let few = WeightsError::Number { found: 3, cells: 4 };
        assert_eq!(Weights::new(size, vec![1; 3]), Err(few));
    }

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
        assert_eq!(weights.cells(), [4, 5, 6, 10, 0, -3]);
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

    #[test]
    fn a_limit_is_a_number_or_none() {
        let read = |text: &str| text.parse::<MaxCost>().ok();
        assert_eq!(["none", "-3"].map(read), [Some(MaxCost(None)), Some(MaxCost(Some(-3)))]);
        assert_eq!(["", "3.5", "None"].map(read), [None; 3]);
    }
}
