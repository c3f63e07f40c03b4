mod list;

use strum::{IntoStaticStr, VariantArray};

use crate::numbered_cells::NumberedCells;
use geometry::{Cell, Grid, Size};
use problem::Rules;

pub use list::OrderError;

/// A rule that orders the cells of a grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Arrangement {
    /// Row by row from the bottom: a1, b1, ….
    #[default]
    RowMajor,
    /// Column by column from the left: a1, a2, ….
    ColumnMajor,
    /// Diagonal by diagonal, from the bottom left corner.
    Diagonal,
    /// From the middle of the grid outward.
    InsideOut,
}

/// A variable of a diagram, identified by its index in the variable order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable(u32);

impl Variable {
    /// The variable with an index, counted from 0.
    ///
    /// # Panics
    /// When the index is 2³² or more.
    pub fn from_index(index: usize) -> Self {
        Self(u32::try_from(index).expect("no grid has so many cells"))
    }

    /// The variable's index in the order, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The map between cells and variables: one variable per cell that is not a hole.
///
/// ```
/// use engine::bdd::{Arrangement, Variable, VariableOrder};
/// use geometry::{Cell, Grid, Size};
///
/// let order = VariableOrder::new(&Grid::new(Size::square(3)?), Arrangement::ColumnMajor);
/// assert_eq!(order.cell(Variable::from_index(1)), Cell::new(1, 0));
/// assert_eq!(order.variable(Cell::new(0, 1)), Some(Variable::from_index(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableOrder(NumberedCells);

impl VariableOrder {
    /// The order of a grid's cells by an arrangement.
    pub fn new(grid: &Grid, arrangement: Arrangement) -> Self {
        let mut cells: Vec<Cell> = grid.standing_cells().collect();
        let (rows, columns) = (grid.size().rows(), grid.size().columns());
        match arrangement {
            Arrangement::RowMajor => {}
            Arrangement::ColumnMajor => cells.sort_by_key(|cell| (cell.column(), cell.row())),
            Arrangement::Diagonal => {
                cells.sort_by_key(|cell| (cell.row() + cell.column(), cell.row()));
            }
            Arrangement::InsideOut => cells.sort_by_key(|&cell| {
                let off =
                    |index: u16, side: u16| (2 * i32::from(index) + 1 - i32::from(side)).abs();
                let (rows, columns) = (off(cell.row(), rows), off(cell.column(), columns));
                (rows.max(columns), rows + columns, cell)
            }),
        }
        Self(NumberedCells::new(grid.size(), cells))
    }

    /// The default order for the diagram of `rules` ([`Arrangement::suiting`]).
    pub fn suiting(rules: &Rules) -> Self {
        Self::new(rules.grid(), Arrangement::suiting(rules))
    }

    /// An order of the same variables with `cells` as the new sequence.
    pub(super) fn rearranged(&self, cells: Vec<Cell>) -> Self {
        debug_assert_eq!(cells.len(), self.len());
        Self(NumberedCells::new(self.size(), cells))
    }

    /// The size of the grid.
    pub fn size(&self) -> Size {
        self.0.size
    }

    /// The number of variables.
    pub fn len(&self) -> usize {
        self.0.cells.len()
    }

    /// True if there is no variable, because all cells of the grid are holes.
    pub fn is_empty(&self) -> bool {
        self.0.cells.is_empty()
    }

    /// The cells of all variables, from first to last.
    pub fn cells(&self) -> &[Cell] {
        &self.0.cells
    }

    /// All variables, from first to last.
    pub fn variables(
        &self,
    ) -> impl DoubleEndedIterator<Item = Variable> + ExactSizeIterator + use<> {
        (0..self.len() as u32).map(Variable)
    }

    /// The cell of a variable.
    ///
    /// # Panics
    /// When the order has no such variable.
    pub fn cell(&self, variable: Variable) -> Cell {
        self.0.cells[variable.index()]
    }

    /// The variable of a cell; `None` for holes.
    ///
    /// # Panics
    /// When the cell is off the grid.
    pub fn variable(&self, cell: Cell) -> Option<Variable> {
        self.0.number(cell).map(Variable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_arrangement_is_a_permutation_of_the_standing_cells() {
        use Arrangement::{ColumnMajor, Diagonal, InsideOut, RowMajor};
        let grid = Grid::new("4x5".parse().unwrap()).with_holes(["b2".parse().unwrap()]).unwrap();
        for arrangement in [RowMajor, ColumnMajor, Diagonal, InsideOut] {
            let order = VariableOrder::new(&grid, arrangement);
            assert_eq!(order.len(), 19);
            for variable in order.variables() {
                assert_eq!(order.variable(order.cell(variable)), Some(variable));
            }
            assert_eq!(order.variable("b2".parse().unwrap()), None);
        }
    }

    #[test]
    fn arrangements_begin_where_they_say() {
        let grid = Grid::new("5".parse().unwrap());
        let first = |arrangement| {
            let order = VariableOrder::new(&grid, arrangement);
            order
                .variables()
                .take(3)
                .map(|variable| order.cell(variable).to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(first(Arrangement::RowMajor), ["a1", "b1", "c1"]);
        assert_eq!(first(Arrangement::ColumnMajor), ["a1", "a2", "a3"]);
        assert_eq!(first(Arrangement::Diagonal), ["a1", "b1", "a2"]);
        assert_eq!(first(Arrangement::InsideOut), ["c3", "c2", "b3"]);
    }
}
