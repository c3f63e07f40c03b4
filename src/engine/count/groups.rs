use super::model::Model;
use crate::problem::{Bounds, Rules};

/// A group whose bounds do not follow from one piece in each row and at most one in each column.
pub(super) struct Counted {
    /// For each row, the columns of its cells.
    pub cells: Vec<u64>,
    pub bounds: Bounds,
}

/// The groups that the search must count; `None` if one of them cannot be satisfied.
pub(super) fn counted(model: &Model, rules: &Rules) -> Option<Vec<Counted>> {
    let mut counted: Vec<Counted> = Vec::new();
    for group in rules.groups() {
        let mut cells = vec![0; model.rows];
        for &cell in group.cells() {
            let (row, column) = model.place(cell);
            cells[row] |= 1_u64 << column;
        }
        let within: Vec<u64> = zip(&model.start.free, &cells, |free, cells| free & cells);
        let outside = zip(&model.start.free, &cells, |free, cells| free & !cells);
        let pieces = model.rows as u32;
        let (least, most) = (pieces.saturating_sub(room(&outside)), room(&within));
        let Bounds { lower, upper } = group.bounds();
        if lower > most || upper.is_some_and(|upper| upper < least) {
            return None;
        }
        if lower > least || upper.is_some_and(|upper| upper < most) {
            counted.push(Counted { cells, bounds: group.bounds() });
        }
    }
    tighten(model, counted)
}

fn zip(a: &[u64], b: &[u64], operator: impl Fn(u64, u64) -> u64) -> Vec<u64> {
    a.iter().zip(b).map(|(&a, &b)| operator(a, b)).collect()
}

/// No more pieces can stand on these cells than they have rows, or columns.
fn room(cells: &[u64]) -> u32 {
    let rows = cells.iter().filter(|&&row| row != 0).count() as u32;
    rows.min(cells.iter().fold(0, |all, row| all | row).count_ones())
}

/// Where groups that share no cell need all pieces, none of them holds more than it needs.
fn tighten(model: &Model, mut counted: Vec<Counted>) -> Option<Vec<Counted>> {
    let mut together = vec![0; model.rows];
    let mut needed = 0_u32;
    for group in &counted {
        if group.cells.iter().zip(&together).any(|(&cells, &taken)| cells & taken != 0) {
            return Some(counted);
        }
        together = zip(&together, &group.cells, |a, b| a | b);
        needed = needed.saturating_add(group.bounds.lower);
    }
    let pieces = model.rows as u32;
    if needed == pieces {
        for group in &mut counted {
            group.bounds.upper = Some(group.bounds.lower);
        }
    }
    (needed <= pieces).then_some(counted)
}
