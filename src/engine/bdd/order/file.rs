//! Orders that people wrote.

use std::path::Path;

use super::VariableOrder;
use files::{FileError, read_input};
use geometry::{Cell, CellSet, Grid, GridError, ParseCellError};

/// Why cells are not an order of a grid's variables.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OrderError {
    /// A word is not the name of a cell.
    #[error(transparent)]
    Name(#[from] ParseCellError),
    /// A cell is off the grid.
    #[error(transparent)]
    OffGrid(#[from] GridError),
    /// Holes have no variable.
    #[error("{0} is a hole: it has no variable")]
    Hole(Cell),
    /// A variable has one place in the order.
    #[error("{0} is named twice")]
    Twice(Cell),
    /// Every variable has a place in the order.
    #[error("{first} is not named ({missing} of {all} cells missing)")]
    Missing {
        /// The first cell that is missing, in row-major order.
        first: Cell,
        /// The number of cells that are missing.
        missing: usize,
        /// The number of cells that are no holes.
        all: usize,
    },
}

/// Collects the cells of an order.
struct Reader<'a> {
    grid: &'a Grid,
    cells: Vec<Cell>,
    named: CellSet,
}

impl<'a> Reader<'a> {
    fn new(grid: &'a Grid) -> Self {
        Self { grid, cells: Vec::new(), named: CellSet::empty(grid.size()) }
    }

    fn add(&mut self, cell: Cell) -> Result<(), OrderError> {
        self.grid.check(cell)?;
        if self.grid.is_hole(cell) {
            return Err(OrderError::Hole(cell));
        }
        if self.named.contains(cell) {
            return Err(OrderError::Twice(cell));
        }
        self.named.insert(cell);
        self.cells.push(cell);
        Ok(())
    }

    fn finish(self) -> Result<VariableOrder, OrderError> {
        let mut missing = self.grid.standing().filter(|&cell| !self.named.contains(cell));
        let Some(first) = missing.next() else {
            return Ok(VariableOrder::numbered(self.grid.size(), self.cells));
        };
        let missing = 1 + missing.count();
        Err(OrderError::Missing { first, missing, all: self.cells.len() + missing })
    }
}

impl VariableOrder {
    /// The order of these cells: all of the grid's that are no holes, each once.
    ///
    /// # Errors
    /// When a cell is missing, named twice, a hole, or off the grid.
    ///
    /// ```
    /// # use engine::bdd::VariableOrder;
    /// # use geometry::{Cell, Grid, Size};
    /// let cells = Cell::parse_list("b1, a1, b2, a2")?;
    /// let order = VariableOrder::from_cells(&Grid::new(Size::square(2)?), cells)?;
    /// assert_eq!(order.variables().next().map(|first| order.cell(first)), Some(Cell::new(0, 1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_cells(
        grid: &Grid,
        cells: impl IntoIterator<Item = Cell>,
    ) -> Result<Self, OrderError> {
        let mut reader = Reader::new(grid);
        cells.into_iter().try_for_each(|cell| reader.add(cell))?;
        reader.finish()
    }

    /// Reads an order from a file, or from standard input for `-`: the names of the cells, with spaces, commas or line ends between them.
    /// What follows `#` on a line is a comment.
    ///
    /// # Errors
    /// When the file cannot be read, or does not name every cell that is no hole once.
    pub fn read(grid: &Grid, path: &Path) -> Result<Self, FileError> {
        let (text, name) = read_input(path)?;
        Self::parse(grid, &text).map_err(|(line, reason)| FileError::new(&name, line, &reason))
    }

    /// Parses the text of a file. An error comes with its line, counted from 1.
    fn parse(grid: &Grid, text: &str) -> Result<Self, (Option<usize>, OrderError)> {
        let mut reader = Reader::new(grid);
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default();
            let words = line.split(|c: char| c == ',' || c.is_whitespace());
            for word in words.filter(|word| !word.is_empty()) {
                let added = word.parse().map_err(OrderError::from);
                added.and_then(|cell| reader.add(cell)).map_err(|error| (Some(number), error))?;
            }
        }
        reader.finish().map_err(|error| (None, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        Grid::new("2x3".parse().unwrap()).with_holes(["b1".parse().unwrap()]).unwrap()
    }

    #[test]
    fn names_may_stand_anyhow() {
        let order =
            VariableOrder::parse(&grid(), "# mine\nc2, a1\r\n\n  B2 c1,a2 # done, d9").unwrap();
        let cells: Vec<String> =
            order.variables().map(|variable| order.cell(variable).to_string()).collect();
        assert_eq!(cells, ["c2", "a1", "b2", "c1", "a2"]);
        for variable in order.variables() {
            assert_eq!(order.variable(order.cell(variable)), Some(variable));
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (text, line, message) in [
            (
                "a1\nx",
                Some(2),
                "'x' is not a cell name (column letters, then a row number from 1, as in 'c4')",
            ),
            ("a1\n\nd1", Some(3), "d1 is off the 2×3 grid (its cells go from a1 to c2)"),
            ("a1 b1", Some(1), "b1 is a hole: it has no variable"),
            ("a1 a2\nc1 a1", Some(2), "a1 is named twice"),
            ("a1 c1\n b2", None, "a2 is not named (2 of 5 cells missing)"),
            ("", None, "a1 is not named (5 of 5 cells missing)"),
        ] {
            let (found, error) = VariableOrder::parse(&grid(), text).unwrap_err();
            assert_eq!((found, error.to_string().as_str()), (line, message), "{text}");
        }
    }
}
