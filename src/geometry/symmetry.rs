use super::cell::Cell;
use super::cell_set::CellSet;
use super::offset::Offset;
use super::size::Size;

/// A reflection or rotation of a grid: an optional transposition, followed by optional flips of rows
/// and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    transpose: bool,
    flip_rows: bool,
    flip_columns: bool,
}

impl Symmetry {
    /// The identity.
    pub const IDENTITY: Self = Self { transpose: false, flip_rows: false, flip_columns: false };

    /// The rotation by 180 degrees.
    pub(crate) const HALF_TURN: Self =
        Self { transpose: false, flip_rows: true, flip_columns: true };

    /// The symmetries of an empty grid, the identity first: 8 on a square, 4 on a rectangle.
    pub fn all(size: Size) -> impl Iterator<Item = Self> {
        Self::of_square().take(if size.is_square() { 8 } else { 4 })
    }

    /// The 8 symmetries of a square. The first 4 are symmetries of every rectangle.
    pub(super) fn of_square() -> impl Iterator<Item = Self> {
        (0..8_u8).map(|number| Self {
            transpose: number & 4 != 0,
            flip_rows: number & 2 != 0,
            flip_columns: number & 1 != 0,
        })
    }

    /// The bit of this symmetry in a [`super::SymmetryGroup`].
    pub(super) const fn bit(self) -> u8 {
        1 << (4 * self.transpose as u8 + 2 * self.flip_rows as u8 + self.flip_columns as u8)
    }

    /// True if the symmetry maps rows to columns.
    pub(crate) const fn transposes(self) -> bool {
        self.transpose
    }

    /// The inverse symmetry, which maps every image back to its cell.
    pub const fn inverse(self) -> Self {
        if self.transpose {
            Self { flip_rows: self.flip_columns, flip_columns: self.flip_rows, ..self }
        } else {
            self
        }
    }

    /// The image of a cell.
    ///
    /// # Panics
    /// When the cell lies outside of the grid, or the symmetry transposes a rectangle.
    pub fn map(self, cell: Cell, size: Size) -> Cell {
        assert!(size.contains(cell) && (size.is_square() || !self.transpose), "{cell} of {size}");
        let (row, column) =
            if self.transpose { (cell.column(), cell.row()) } else { (cell.row(), cell.column()) };
        Cell::new(
            if self.flip_rows { size.rows() - 1 - row } else { row },
            if self.flip_columns { size.columns() - 1 - column } else { column },
        )
    }

    /// This symmetry followed by another.
    pub const fn then(self, next: Self) -> Self {
        let (flip_rows, flip_columns) = if next.transpose {
            (self.flip_columns, self.flip_rows)
        } else {
            (self.flip_rows, self.flip_columns)
        };
        Self {
            transpose: self.transpose ^ next.transpose,
            flip_rows: flip_rows ^ next.flip_rows,
            flip_columns: flip_columns ^ next.flip_columns,
        }
    }

    /// The image of a set of cells.
    ///
    /// # Panics
    /// When the symmetry transposes a rectangle.
    pub fn image(self, cells: &CellSet) -> CellSet {
        let size = cells.size();
        CellSet::from_cells(size, cells.iter().map(|cell| self.map(cell, size)))
    }

    /// The image of a step.
    pub fn map_offset(self, offset: Offset) -> Offset {
        let Offset { rows, columns } = offset;
        let (rows, columns) = if self.transpose { (columns, rows) } else { (rows, columns) };
        Offset::new(
            if self.flip_rows { -rows } else { rows },
            if self.flip_columns { -columns } else { columns },
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_symmetry_permutes_the_cells_and_all_differ() {
        for (text, number) in [("3", 8), ("2x3", 4)] {
            let size: Size = text.parse().unwrap();
            let images: BTreeSet<Vec<Cell>> = Symmetry::all(size)
                .map(|symmetry| size.iter().map(|cell| symmetry.map(cell, size)).collect())
                .collect();
            assert_eq!(images.len(), number);
            for image in images {
                assert_eq!(image.iter().copied().collect::<BTreeSet<_>>(), size.iter().collect());
            }
        }
    }

    #[test]
    fn one_after_the_other_is_a_symmetry() {
        let size = Size::square(3).unwrap();
        for (first, second) in
            Symmetry::all(size).flat_map(|a| Symmetry::all(size).map(move |b| (a, b)))
        {
            for cell in size.iter() {
                let both = second.map(first.map(cell, size), size);
                assert_eq!(first.then(second).map(cell, size), both, "{first:?} {second:?}");
            }
        }
    }

    #[test]
    fn the_inverse_takes_back() {
        for symmetry in Symmetry::of_square() {
            assert_eq!(symmetry.then(symmetry.inverse()), Symmetry::IDENTITY, "{symmetry:?}");
        }
    }

    #[test]
    fn offsets_move_with_the_cells() {
        let size = Size::square(5).unwrap();
        let (from, to) = (Cell::new(1, 1), Cell::new(3, 2));
        for symmetry in Symmetry::all(size) {
            let (from, to) = (symmetry.map(from, size), symmetry.map(to, size));
            assert_eq!(Offset::between(from, to), symmetry.map_offset(Offset::new(2, 1)));
        }
    }
}
