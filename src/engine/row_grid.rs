//! Grids for searches that place one piece in each row.

use geometry::{Cell, Offset, Size, Symmetry, SymmetryGroup};
use problem::{Problem, Rules, Value};

/// A grid each of whose *rows* has one piece. If only the columns of a board must have one piece each, the grid is the
/// transposed board: its rows are the columns of the board.
pub(crate) struct RowGrid {
    pub rows: usize,
    pub columns: usize,
    /// Number of 64-bit words for the cells of a row.
    pub words: usize,
    /// The size of the board.
    pub size: Size,
    transposed: bool,
    /// Bit masks of attacked cells, of `words` words each: by the column of the piece, then by the distance in rows,
    /// from `1 - rows` to `rows - 1`.
    attacked: Vec<u64>,
}

heap_of_fields!(RowGrid: attacked);

/// Row and column of a cell of a [`RowGrid`], counted from 0.
pub(crate) type Coordinates = (usize, usize);

/// The number of rows and columns of a board, or of the transposed board.
pub(crate) fn sides(size: Size, transposed: bool) -> (usize, usize) {
    let (rows, columns) = (size.rows().into(), size.columns().into());
    if transposed { (columns, rows) } else { (rows, columns) }
}

impl RowGrid {
    /// The grid of a board. Calls `check` now and then.
    ///
    /// # Errors
    /// The first error of `check`.
    pub(crate) fn new<E>(
        rules: &Rules,
        transposed: bool,
        check: impl Fn() -> Result<(), E>,
    ) -> Result<Self, E> {
        let (rows, columns) = sides(rules.size(), transposed);
        let words = columns.div_ceil(64);
        let attacked = vec![0; columns * (2 * rows - 1) * words];
        let mut grid = Self { rows, columns, words, size: rules.size(), transposed, attacked };
        let torus = rules.grid().is_torus();
        for (number, &offset) in rules.exclusions().offsets().iter().enumerate() {
            if number.is_multiple_of(64) {
                check()?;
            }
            let Offset { rows: up, columns: right } = offset;
            let (up, right) = if transposed { (right, up) } else { (up, right) };
            let up = up as isize;
            // On a torus, the row `up` rows upward is also the row `rows - up` rows downward.
            let around = (torus && up > 0).then_some(up - rows.cast_signed());
            for distance in std::iter::once(up).chain(around) {
                let Some(distance) = (rows - 1).checked_add_signed(distance) else { continue };
                for column in 0..columns {
                    let to = column.checked_add_signed(right as isize);
                    let to = if torus { to.map(|to| to % columns) } else { to };
                    if let Some(to) = to.filter(|&to| to < columns) {
                        grid.attack(distance, column, to);
                    }
                }
            }
        }
        Ok(grid)
    }

    /// Adds the attacks along the columns, as if each piece had them.
    pub(crate) fn attack_columns(&mut self) {
        for column in 0..self.columns {
            (0..2 * self.rows - 1).for_each(|distance| self.attack(distance, column, column));
        }
    }

    /// Adds an attack on the column `to`. `distance` is the distance in rows, plus `rows - 1`.
    fn attack(&mut self, distance: usize, column: usize, to: usize) {
        let row = (column * (2 * self.rows - 1) + distance) * self.words;
        self.attacked[row + to / 64] |= 1 << (to % 64);
    }

    /// The cells that a piece excludes, as bits: `words` words for each row.
    pub(crate) fn attacked(&self, row: usize, column: usize) -> &[u64] {
        let first = column * (2 * self.rows - 1) + self.rows - 1 - row;
        &self.attacked[first * self.words..][..self.rows * self.words]
    }

    /// For each row, the cells that are neither holes nor excluded by a decision, as bits: `words` words for each row.
    pub(crate) fn open(&self, problem: &Problem) -> Vec<u64> {
        let mut open = vec![0; self.rows * self.words];
        for cell in problem.rules().grid().standing_cells() {
            if problem.decisions().get(cell) != Some(Value::Excluded) {
                let (row, column) = self.coordinates(cell);
                open[row * self.words + column / 64] |= 1 << (column % 64);
            }
        }
        open
    }

    /// The row and column of a cell.
    pub(crate) fn coordinates(&self, cell: Cell) -> Coordinates {
        let (row, column) = (cell.row().into(), cell.column().into());
        if self.transposed { (column, row) } else { (row, column) }
    }

    /// The cell at a row and column.
    pub(crate) fn cell(&self, (row, column): Coordinates) -> Cell {
        let (row, column) = (row as u16, column as u16);
        if self.transposed { Cell::new(column, row) } else { Cell::new(row, column) }
    }

    /// The image of a cell under a symmetry.
    pub(crate) fn image(&self, symmetry: Symmetry, coordinates: Coordinates) -> Coordinates {
        self.coordinates(symmetry.map(self.cell(coordinates), self.size))
    }

    /// The orbit of a cell under a group of symmetries. Each cell comes once.
    pub(crate) fn orbit(
        &self,
        symmetries: SymmetryGroup,
        coordinates: Coordinates,
    ) -> impl Iterator<Item = Coordinates> + '_ {
        let orbit = symmetries.orbit(self.cell(coordinates), self.size);
        orbit.map(|cell| self.coordinates(cell))
    }
}
