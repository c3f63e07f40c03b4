use super::groups::BoundedGroup;
use super::model::RowModel;
use super::position::Position;
use super::{BudgetCheck, Kernel};
use crate::bits::bits;
use crate::budget::Answer;
use geometry::SymmetryGroup;

/// Number of pieces placed between two checks of the budget.
const PIECES_BETWEEN_CHECKS: u32 = 1 << 10;

/// The search for boards without a [`Shape`](super::shift::Shape). A table gives the cells that a piece attacks in each
/// row. The row with the fewest free cells is filled first.
pub(super) struct General<'a> {
    model: &'a RowModel,
    /// The symmetries under which the counted solutions are invariant.
    symmetries: SymmetryGroup,
    /// Number of pieces placed since the last check of the budget.
    placed: u32,
}

impl<'a> General<'a> {
    /// A search for the solutions that are invariant under a group of symmetries.
    pub(super) fn new(model: &'a RowModel, symmetries: SymmetryGroup) -> Self {
        Self { model, symmetries, placed: 0 }
    }

    fn search(
        &mut self,
        position: &Position,
        check: BudgetCheck<'_>,
        cells: &mut [u64],
    ) -> Answer<u64> {
        let few = position.undecided().min_by_key(|&row| position.free[row].count_ones());
        let Some(row) = few else {
            for (row, column) in position.pieces() {
                cells[row * self.model.grid.columns + column] += 1;
            }
            return Ok(1);
        };
        let mut solutions = 0;
        for column in bits(position.free[row]) {
            self.placed += 1;
            if self.placed >= PIECES_BETWEEN_CHECKS {
                self.placed = 0;
                check()?;
            }
            if let Some(next) = self.placed(position, row, column) {
                solutions += self.search(&next, check, cells)?;
            }
        }
        Ok(solutions)
    }

    /// The position after a piece and its images are placed; `None` if they clash or no solution can follow.
    fn placed(&self, position: &Position, row: usize, column: usize) -> Option<Position> {
        let (mut next, grid) = (position.clone(), &self.model.grid);
        if self.symmetries == SymmetryGroup::IDENTITY {
            next.place(grid, row, column);
        } else if !next.place_all(grid, grid.orbit(self.symmetries, (row, column))) {
            return None;
        }
        self.is_open(&next).then_some(next)
    }

    /// True if each row has a free cell left, and each group can still get its pieces.
    fn is_open(&self, position: &Position) -> bool {
        position.is_open() && self.model.groups.iter().all(|group| keeps(group, position))
    }
}

/// True if the undecided rows can still bring a group within its bounds.
fn keeps(group: &BoundedGroup, position: &Position) -> bool {
    let (mut pieces, mut possible) = (0, 0);
    for (row, (&cells, &free)) in group.cells.iter().zip(&position.free).enumerate() {
        // If all free cells of a row are in the group, the row certainly gives the group a piece.
        if free & !cells == 0 {
            pieces += 1;
        } else if !position.is_decided(row) && free & cells != 0 {
            possible += 1;
        }
    }
    !group.bounds.for_open_cells(pieces, possible).is_conflict()
}

impl Kernel for General<'_> {
    fn count(
        &mut self,
        position: &Position,
        check: BudgetCheck<'_>,
        cells: &mut [u64],
    ) -> Answer<u64> {
        if !self.is_open(position) {
            return Ok(0);
        }
        check()?;
        self.search(position, check, cells)
    }
}
