use crate::row_grid::{Coordinates, RowGrid};

/// The pieces placed so far, and the cells that are still free.
#[derive(Clone, Default)]
pub(super) struct Position {
    /// For each row, the columns where its piece can be, as bits. If the row has its piece, only the column of that
    /// piece.
    pub free: Vec<u64>,
    /// The rows that have their piece, as bits.
    decided: u64,
}

heap_of_fields!(Position: free);

impl Position {
    /// A position without pieces.
    pub(super) fn new(free: Vec<u64>) -> Self {
        Self { free, decided: 0 }
    }

    /// True if the cell has a piece or may still get one.
    pub(super) fn is_free(&self, row: usize, column: usize) -> bool {
        self.free[row] >> column & 1 == 1
    }

    pub(super) fn is_decided(&self, row: usize) -> bool {
        self.decided >> row & 1 == 1
    }

    /// True if each row has its piece or a free cell left.
    pub(super) fn is_open(&self) -> bool {
        self.free.iter().all(|&free| free != 0)
    }

    /// The rows without their piece.
    pub(super) fn undecided(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.free.len()).filter(|&row| !self.is_decided(row))
    }

    /// The cells with a piece.
    pub(super) fn pieces(&self) -> impl Iterator<Item = Coordinates> + '_ {
        let decided = (0..self.free.len()).filter(|&row| self.is_decided(row));
        decided.map(|row| (row, self.free[row].trailing_zeros() as usize))
    }

    /// Places pieces. Returns false if they exclude each other.
    pub(super) fn place_all(
        &mut self,
        grid: &RowGrid,
        mut cells: impl Iterator<Item = Coordinates>,
    ) -> bool {
        cells.all(|(row, column)| {
            let is_free = self.is_free(row, column);
            if is_free {
                self.place(grid, row, column);
            }
            is_free
        })
    }

    /// Closes a cell.
    pub(super) fn exclude(&mut self, (row, column): Coordinates) {
        self.free[row] &= !(1 << column);
    }

    /// Places a piece on a free cell.
    pub(super) fn place(&mut self, grid: &RowGrid, row: usize, column: usize) {
        for (free, attacked) in self.free.iter_mut().zip(grid.attacked(row, column)) {
            *free &= !attacked;
        }
        self.decided |= 1 << row;
    }
}
