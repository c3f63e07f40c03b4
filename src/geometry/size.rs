use std::fmt;
use std::str::FromStr;

use super::cell::{Cell, MAX_SIDE};

/// Rows × columns, each from 1 to [`MAX_SIDE`].
///
/// ```
/// # use geometry::Size;
/// let size: Size = "8".parse().expect("a size");
/// assert_eq!(size, Size::square(8).expect("a size"));
/// assert_eq!("3x5".parse::<Size>().expect("a size").cells(), 15);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    rows: u16,
    columns: u16,
}

impl Size {
    /// A size of `rows` × `columns`.
    ///
    /// # Errors
    /// When `rows` or `columns` is 0 or above [`MAX_SIDE`].
    pub fn new(rows: u16, columns: u16) -> Result<Self, ParseSizeError> {
        let within = 1..=MAX_SIDE;
        if within.contains(&rows) && within.contains(&columns) {
            Ok(Self { rows, columns })
        } else {
            Err(ParseSizeError::OutOfRange(format!("{rows}x{columns}")))
        }
    }

    /// A square size.
    ///
    /// # Errors
    /// When `side` is 0 or above [`MAX_SIDE`].
    pub fn square(side: u16) -> Result<Self, ParseSizeError> {
        Self::new(side, side).map_err(|_| ParseSizeError::OutOfRange(side.to_string()))
    }

    /// The number of rows.
    pub const fn rows(self) -> u16 {
        self.rows
    }

    /// The number of columns.
    pub const fn columns(self) -> u16 {
        self.columns
    }

    /// The number of cells.
    pub const fn cells(self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// True if there are as many rows as columns.
    pub const fn is_square(self) -> bool {
        self.rows == self.columns
    }

    /// True if the cell is within the grid.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        cell.row() < self.rows && cell.column() < self.columns
    }

    /// The index of a cell in row-major order: `a1`, `b1`, … upward.
    ///
    /// # Panics
    /// When the cell lies outside of the grid.
    #[inline]
    pub fn index(self, cell: Cell) -> usize {
        assert!(self.contains(cell), "{cell} lies outside of {self}");
        usize::from(cell.row()) * usize::from(self.columns) + usize::from(cell.column())
    }

    /// The cell at an index in row-major order, the inverse of [`Size::index`].
    ///
    /// # Panics
    /// When `index` is not below [`Size::cells`].
    #[inline]
    pub fn cell(self, index: usize) -> Cell {
        assert!(index < self.cells(), "no cell {index} in {self}");
        let columns = usize::from(self.columns);
        Cell::new((index / columns) as u16, (index % columns) as u16)
    }

    /// The cells of the grid directly above, below, left and right of a cell.
    pub fn neighbours(self, cell: Cell) -> impl Iterator<Item = Cell> {
        [(1, 0), (-1, 0), (0, -1), (0, 1)].into_iter().filter_map(move |(up, right)| {
            let row = cell.row().checked_add_signed(up)?;
            let beside = Cell::new(row, cell.column().checked_add_signed(right)?);
            self.contains(beside).then_some(beside)
        })
    }

    /// All cells in row-major order.
    pub fn iter(self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.rows)
            .flat_map(move |row| (0..self.columns).map(move |column| Cell::new(row, column)))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.rows, self.columns)
    }
}

/// The error for a text that is not a size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseSizeError {
    /// The text is neither a number nor two numbers with an `x` in between.
    #[error("'{0}' is not a size (N or ROWSxCOLUMNS, as in '8' or '6x10')")]
    Form(String),
    /// A side is 0 or above [`MAX_SIDE`].
    #[error("size '{0}' is out of range: rows and columns go from 1 to {MAX_SIDE}")]
    OutOfRange(String),
}

impl FromStr for Size {
    type Err = ParseSizeError;

    /// Parses `N` or `ROWSxCOLUMNS`.
    fn from_str(text: &str) -> Result<Self, ParseSizeError> {
        let (rows, columns) = text.split_once(['x', 'X', '×']).unwrap_or((text, text));
        let side = |digits: &str| -> Result<u16, ParseSizeError> {
            let unsigned = digits.strip_prefix('-').unwrap_or(digits);
            if unsigned.is_empty() || !unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(ParseSizeError::Form(text.to_owned()));
            }
            digits.parse().map_err(|_| ParseSizeError::OutOfRange(text.to_owned()))
        };
        Self::new(side(rows)?, side(columns)?)
            .map_err(|_| ParseSizeError::OutOfRange(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_in_both_forms() {
        assert_eq!("8".parse(), Size::square(8));
        assert_eq!("6x10".parse(), Size::new(6, 10));
        assert_eq!("1000".parse(), Size::square(1000));
    }

    #[test]
    fn what_is_no_size_says_whether_form_or_range_is_wrong() {
        for text in ["", "x", "8x", "x8", "eight", "8x8x8", "8.5", " 8"] {
            assert!(matches!(text.parse::<Size>(), Err(ParseSizeError::Form(_))), "{text}");
        }
        for text in ["0", "-3", "1001", "8x0", "99999999999999999999"] {
            assert!(matches!(text.parse::<Size>(), Err(ParseSizeError::OutOfRange(_))), "{text}");
        }
    }

    #[test]
    fn index_and_cell_are_inverse_and_follow_the_order_of_cells() {
        let size = Size::new(3, 5).unwrap();
        let cells: Vec<_> = size.iter().collect();
        assert!(cells.is_sorted());
        for (index, &cell) in cells.iter().enumerate() {
            assert_eq!(size.index(cell), index);
            assert_eq!(size.cell(index), cell);
        }
    }

    #[test]
    fn a_size_has_sides_and_neighbours() {
        let size = Size::new(2, 3).unwrap();
        assert_eq!((size.rows(), size.columns(), size.cells()), (2, 3, 6));
        assert!(!size.is_square() && Size::square(4).unwrap().is_square());
        assert_eq!(size.to_string(), "2×3");
        assert_eq!(
            Size::square(0).unwrap_err().to_string().split(':').next(),
            Some("size '0' is out of range")
        );
        assert!(Size::new(1, 1001).is_err() && Size::new(1001, 1).is_err());
        assert!(Size::new(1000, 1000).is_ok());
        let beside =
            |a: Cell, b: Cell| a.row().abs_diff(b.row()) + a.column().abs_diff(b.column()) == 1;
        for cell in size.iter() {
            let mut found: Vec<Cell> = size.neighbours(cell).collect();
            found.sort_unstable();
            assert!(found.into_iter().eq(size.iter().filter(|&other| beside(cell, other))));
            assert!(size.contains(cell));
        }
        assert!(!size.contains(Cell::new(2, 0)) && !size.contains(Cell::new(0, 3)));
    }
}
