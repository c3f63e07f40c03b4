use geometry::{Cell, Size};

/// Some cells of a grid, numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NumberedCells {
    pub size: Size,
    /// The cells, by number.
    pub cells: Vec<Cell>,
    /// The number of each cell in row-major order, if it has one.
    numbers: Vec<Option<u32>>,
}

impl NumberedCells {
    pub(crate) fn new(size: Size, cells: Vec<Cell>) -> Self {
        let mut numbers = vec![None; size.cells()];
        for (number, &cell) in (0..).zip(&cells) {
            numbers[size.index(cell)] = Some(number);
        }
        Self { size, cells, numbers }
    }

    /// The number of a cell, if it has one.
    pub(crate) fn number(&self, cell: Cell) -> Option<u32> {
        self.numbers[self.size.index(cell)]
    }
}
