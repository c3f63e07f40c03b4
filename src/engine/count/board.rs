use geometry::{Cell, Offset, Size, Symmetry, SymmetryGroup};
use problem::Rules;

/// A grid in the form that the search uses: each of its *rows* has one piece. If only the columns of the grid must have
/// one piece each, the grid is transposed: its columns are the rows here.
pub(super) struct RowGrid {
    pub rows: usize,
    pub columns: usize,
    size: Size,
    transposed: bool,
    /// The attacked columns as bits, by row distance and column; see [`RowGrid::attacked`].
    attacked: Vec<u64>,
}

/// Row and column of a cell of a [`RowGrid`], counted from 0.
pub(super) type Coordinates = (usize, usize);

impl RowGrid {
    pub(super) fn new(rules: &Rules, transposed: bool, rows: usize, columns: usize) -> Self {
        let attacked = attack_table(rules, transposed, rows, columns);
        Self { rows, columns, size: rules.size(), transposed, attacked }
    }

    /// The columns of row `to`, as bits, that a piece in row `from` and `column` excludes.
    pub(super) fn attacked(&self, from: usize, to: usize, column: usize) -> u64 {
        self.attacked[(to + self.rows - 1 - from) * self.columns + column]
    }

    /// The row and column of a cell.
    pub(super) fn coordinates(&self, cell: Cell) -> Coordinates {
        let (row, column) = (cell.row().into(), cell.column().into());
        if self.transposed { (column, row) } else { (row, column) }
    }

    /// The cell at a row and column.
    pub(super) fn cell(&self, (row, column): Coordinates) -> Cell {
        let (row, column) = (row as u16, column as u16);
        if self.transposed { Cell::new(column, row) } else { Cell::new(row, column) }
    }

    /// The image of a cell under a symmetry.
    pub(super) fn image(&self, symmetry: Symmetry, coordinates: Coordinates) -> Coordinates {
        self.coordinates(symmetry.map(self.cell(coordinates), self.size))
    }

    /// The orbit of a cell under a group of symmetries. Each cell comes once.
    pub(super) fn orbit(
        &self,
        symmetries: SymmetryGroup,
        coordinates: Coordinates,
    ) -> impl Iterator<Item = Coordinates> + '_ {
        let orbit = symmetries.orbit(self.cell(coordinates), self.size);
        orbit.map(|cell| self.coordinates(cell))
    }
}

fn attack_table(rules: &Rules, transposed: bool, rows: usize, columns: usize) -> Vec<u64> {
    let mut table = vec![0; (2 * rows - 1) * columns];
    let torus = rules.grid().is_torus();
    let side = |length: usize| i32::try_from(length).unwrap_or(i32::MAX);
    for &Offset { rows: up, columns: right } in rules.exclusions().offsets() {
        let (up, right) = if transposed { (right, up) } else { (up, right) };
        // On a torus, the row `up` rows upward is also the row `rows - up` rows downward.
        let around = (torus && up > 0).then_some(up - side(rows));
        for distance in std::iter::once(up).chain(around) {
            let Some(distance) = (rows - 1).checked_add_signed(distance as isize) else {
                continue;
            };
            for column in 0..columns {
                let to = column.checked_add_signed(right as isize);
                let to = if torus { to.map(|to| to % columns) } else { to };
                if let Some(to) = to.filter(|&to| to < columns) {
                    table[distance * columns + column] |= 1 << to;
                }
            }
        }
    }
    table
}
