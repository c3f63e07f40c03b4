//! Variable orders that are given as lists of cells.

use super::VariableOrder;
use crate::numbered_cells::NumberedCells;
use geometry::{Cell, CellSet, Grid, GridError, ParseCellError};

/// The reason why a list of cells is not an order of a grid's variables.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OrderError {
    /// A word is not the name of a cell.
    #[error(transparent)]
    Name(#[from] ParseCellError),
    /// A cell is off the grid.
    #[error(transparent)]
    OffGrid(#[from] GridError),
    /// A cell is a hole, which has no variable.
    #[error("{0} is a hole: it has no variable")]
    Hole(Cell),
    /// A cell is named twice.
    #[error("{0} is named twice")]
    Twice(Cell),
    /// Cells are missing.
    #[error("{first} is not named ({missing} of {all} cells missing)")]
    Missing {
        /// The first missing cell, in row-major order.
        first: Cell,
        /// The number of missing cells.
        missing: usize,
        /// The number of cells that are not holes.
        all: usize,
    },
}

impl VariableOrder {
    /// The order of a list of cells. The list must contain every cell of the grid that is not a hole, exactly once.
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
        let cells = cells.into_iter().map(|cell| (None, Ok(cell)));
        Self::collect(grid, cells).map_err(|(_, error)| error)
    }

    /// Parses the names of cells, separated by spaces, commas or line ends. A comment goes from `#` to the end of the line.
    ///
    /// # Errors
    /// When the text does not list every cell that is not a hole exactly once. The error has a line number, from 1, if it
    /// concerns a line.
    pub fn parse(grid: &Grid, text: &str) -> Result<Self, (Option<usize>, OrderError)> {
        let cells = (1..).zip(text.lines()).flat_map(|(number, line)| {
            let line = line.split('#').next().unwrap_or_default();
            let words = line.split(|c: char| c == ',' || c.is_whitespace());
            let cell = move |word: &str| (Some(number), word.parse().map_err(OrderError::from));
            words.filter(|word| !word.is_empty()).map(cell)
        });
        Self::collect(grid, cells)
    }

    /// Collects an order from cells with their line numbers. An error has the line number of its cell.
    fn collect(
        grid: &Grid,
        cells: impl Iterator<Item = (Option<usize>, Result<Cell, OrderError>)>,
    ) -> Result<Self, (Option<usize>, OrderError)> {
        let (mut order, mut named) = (Vec::new(), CellSet::empty(grid.size()));
        for (line, cell) in cells {
            let add = || {
                let cell = cell?;
                grid.check(cell)?;
                if grid.is_hole(cell) {
                    return Err(OrderError::Hole(cell));
                }
                order.push(cell);
                if named.insert(cell) { Ok(()) } else { Err(OrderError::Twice(cell)) }
            };
            add().map_err(|error| (line, error))?;
        }
        let mut missing = grid.standing_cells().filter(|&cell| !named.contains(cell));
        let Some(first) = missing.next() else {
            return Ok(Self(NumberedCells::new(grid.size(), order)));
        };
        let missing = 1 + missing.count();
        Err((None, OrderError::Missing { first, missing, all: order.len() + missing }))
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
