use super::cell::Cell;
use super::cell_set::CellSet;
use super::size::Size;
use super::symmetry::Symmetry;

/// Rows × columns of cells. Some cells may be holes, where no piece can stand. On a torus, opposite
/// edges are joined.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    size: Size,
    holes: CellSet,
    torus: bool,
}

/// The error for a cell that is not on the grid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{cell} is off the {size} grid (its cells go from a1 to {last})")]
pub struct GridError {
    cell: Cell,
    size: Size,
    /// The grid's last cell.
    last: Cell,
}

impl Grid {
    /// A grid without holes whose opposite edges are not joined.
    pub fn new(size: Size) -> Self {
        Self { size, holes: CellSet::empty(size), torus: false }
    }

    /// The same grid with these cells as its only holes.
    ///
    /// # Errors
    /// When a cell is off the grid.
    pub fn with_holes(self, holes: impl IntoIterator<Item = Cell>) -> Result<Self, GridError> {
        let mut set = CellSet::empty(self.size);
        for cell in holes {
            self.check(cell)?;
            set.insert(cell);
        }
        Ok(Self { holes: set, ..self })
    }

    /// The same grid with these cells as additional holes. Cells off the grid are ignored.
    pub fn with_more_holes(mut self, holes: impl IntoIterator<Item = Cell>) -> Self {
        holes.into_iter().filter(|&hole| self.size.contains(hole)).for_each(|hole| {
            self.holes.insert(hole);
        });
        self
    }

    /// The same grid, with opposite edges joined if `torus` is true.
    pub fn with_torus(self, torus: bool) -> Self {
        Self { torus, ..self }
    }

    /// The size of the grid.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The cells where no piece can stand.
    pub fn holes(&self) -> &CellSet {
        &self.holes
    }

    /// True if opposite edges are joined.
    pub fn is_torus(&self) -> bool {
        self.torus
    }

    /// True if the cell is a hole.
    #[inline]
    pub fn is_hole(&self, cell: Cell) -> bool {
        self.holes.contains(cell)
    }

    /// The cells where a piece can stand, in row-major order.
    pub fn standing_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.size.iter().filter(|&cell| !self.is_hole(cell))
    }

    /// Checks that the grid has the cell. A hole counts as a cell of the grid.
    ///
    /// # Errors
    /// When the cell is off the grid.
    pub fn check(&self, cell: Cell) -> Result<(), GridError> {
        if self.size.contains(cell) {
            Ok(())
        } else {
            let last = self.size.cell(self.size.cells() - 1);
            Err(GridError { cell, size: self.size, last })
        }
    }

    /// The reflections and rotations under which the grid and its holes are invariant: up to 8 on a
    /// square, up to 4 on a rectangle, the identity always first.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::all(self.size)
            .filter(|symmetry| {
                self.holes.iter().all(|hole| self.is_hole(symmetry.map(hole, self.size)))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(text: &str) -> Grid {
        Grid::new(text.parse().unwrap())
    }

    #[test]
    fn holes_shrink_the_symmetries() {
        let cells =
            |names: &[&str]| names.iter().map(|name| name.parse().unwrap()).collect::<Vec<Cell>>();
        assert_eq!(grid("8").symmetries().len(), 8);
        assert_eq!(grid("8x6").symmetries().len(), 4);
        assert_eq!(grid("8").with_holes(cells(&["a1"])).unwrap().symmetries().len(), 2);
        assert_eq!(grid("8").with_holes(cells(&["a1", "h8"])).unwrap().symmetries().len(), 4);
        assert_eq!(grid("8").with_holes(cells(&["a1", "b1"])).unwrap().symmetries().len(), 1);
    }

    #[test]
    fn a_hole_off_the_grid_is_refused() {
        let error = grid("8").with_holes(["i1".parse().unwrap()]).unwrap_err();
        assert_eq!(error.to_string(), "i1 is off the 8×8 grid (its cells go from a1 to h8)");
    }

    #[test]
    fn a_grid_has_holes_and_edges() {
        let cell = |name: &str| name.parse::<Cell>().unwrap();
        let holed = grid("2x3").with_holes([cell("b1")]).unwrap();
        assert!(holed.is_hole(cell("b1")) && !holed.is_hole(cell("b2")));
        let more = holed.clone().with_torus(true).with_more_holes(["c2", "d1"].map(cell));
        assert!(more.is_torus() && !holed.is_torus());
        assert!(more.holes().iter().eq(["b1", "c2"].map(cell)));
        assert!(more.standing_cells().eq(["a1", "c1", "a2", "b2"].map(cell)));
        assert!(more.clone().with_torus(false).holes() == more.holes());
        assert!(more.with_holes([]).unwrap().is_torus());
        assert!(holed.check(cell("c2")).is_ok() && holed.check(cell("c3")).is_err());
        assert!(holed.check(cell("d2")).is_err());
    }
}
