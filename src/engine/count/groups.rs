use super::position::Position;
use crate::row_grid::RowGrid;
use problem::{Bounds, Rules};

/// A group whose bounds do not follow from one piece in each row and at most one in each column.
pub(super) struct BoundedGroup {
    /// For each row, the columns of its cells in the group, as bits.
    pub cells: Vec<u64>,
    pub bounds: Bounds,
}

/// The groups whose pieces the search must count; `None` if a group cannot be satisfied.
pub(super) fn counted(
    grid: &RowGrid,
    start: &Position,
    rules: &Rules,
) -> Option<Vec<BoundedGroup>> {
    let mut counted: Vec<BoundedGroup> = Vec::new();
    for group in rules.groups() {
        let mut cells = vec![0; grid.rows];
        for &cell in group.cells() {
            let (row, column) = grid.coordinates(cell);
            cells[row] |= 1_u64 << column;
        }
        let within: Vec<u64> = zip(&start.free, &cells, |free, cells| free & cells);
        let outside = zip(&start.free, &cells, |free, cells| free & !cells);
        let pieces = grid.rows as u32;
        let (least, most) = (pieces.saturating_sub(max_pieces(&outside)), max_pieces(&within));
        match group.bounds().allow_range(least, most) {
            Some(false) => return None,
            Some(true) => {}
            None => counted.push(BoundedGroup { cells, bounds: group.bounds() }),
        }
    }
    tighten(grid, counted)
}

fn zip(a: &[u64], b: &[u64], operator: impl Fn(u64, u64) -> u64) -> Vec<u64> {
    a.iter().zip(b).map(|(&a, &b)| operator(a, b)).collect()
}

/// Upper bound on the number of pieces on these cells, with at most one in each row and column.
fn max_pieces(cells: &[u64]) -> u32 {
    let rows = cells.iter().filter(|&&row| row != 0).count() as u32;
    rows.min(cells.iter().fold(0, |all, row| all | row).count_ones())
}

/// If disjoint groups together need all pieces, the upper bound of each group becomes its lower bound. `None` if they
/// need more pieces than there are.
fn tighten(grid: &RowGrid, mut counted: Vec<BoundedGroup>) -> Option<Vec<BoundedGroup>> {
    let mut together = vec![0; grid.rows];
    let mut needed = 0_u32;
    for group in &counted {
        if group.cells.iter().zip(&together).any(|(&cells, &taken)| cells & taken != 0) {
            return Some(counted);
        }
        together = zip(&together, &group.cells, |a, b| a | b);
        needed = needed.saturating_add(group.bounds.lower);
    }
    let pieces = grid.rows as u32;
    if needed == pieces {
        for group in &mut counted {
            group.bounds.upper = Some(group.bounds.lower);
        }
    }
    (needed <= pieces).then_some(counted)
}
