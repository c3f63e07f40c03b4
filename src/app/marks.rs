//! The player's own marks of open cells, with undo.

use std::collections::BTreeMap;

use export::face::CandidateMark;
use geometry::Cell;
use session::Stamp;

/// The marks of a puzzle. Marks are no decisions, so the history of the session does not know them. Each change of a
/// mark notes how many steps the history had, so that undo takes back marks and decisions in their order.
#[derive(Clone, Debug, Default)]
pub struct CandidateMarks {
    cells: BTreeMap<Cell, CandidateMark>,
    changes: Vec<MarkChange>,
    undone: Vec<MarkChange>,
    /// The position after the last undo or redo. The undone changes can be redone only there.
    redo_at: Option<Stamp>,
}

#[derive(Clone, Copy, Debug)]
struct MarkChange {
    cell: Cell,
    /// The mark before the change or, if the change is undone, after it.
    other: Option<CandidateMark>,
    /// Number of steps in the history at the change.
    steps: usize,
}

impl CandidateMarks {
    /// The mark of a cell.
    pub fn get(&self, cell: Cell) -> Option<CandidateMark> {
        self.cells.get(&cell).copied()
    }

    /// All marks with their cells.
    pub(crate) fn all(&self) -> impl Iterator<Item = (Cell, CandidateMark)> + '_ {
        self.cells.iter().map(|(&cell, &mark)| (cell, mark))
    }

    /// Sets or removes the mark of a cell, after this number of steps.
    pub(crate) fn set(&mut self, cell: Cell, mark: Option<CandidateMark>, steps: usize) {
        let change = self.exchange(MarkChange { cell, other: mark, steps });
        self.changes.push(change);
        self.undone.clear();
    }

    /// True if undo takes back a mark, not the last one of these steps.
    pub(crate) fn can_undo(&self, steps: usize) -> bool {
        self.changes.last().is_some_and(|change| change.steps >= steps)
    }

    /// Takes back the last change.
    pub(crate) fn undo(&mut self) {
        if let Some(change) = self.changes.pop() {
            let undone = self.exchange(change);
            self.undone.push(undone);
        }
    }

    /// The mark that redo sets after this number of steps, and its cell; `None` if redo repeats a step of the history.
    pub(crate) fn redone(&self, steps: usize, at: Stamp) -> Option<(Cell, Option<CandidateMark>)> {
        let change = self.undone.last().filter(|_| self.redo_at == Some(at))?;
        (change.steps == steps).then_some((change.cell, change.other))
    }

    /// Repeats the change that was undone last.
    pub(crate) fn redo(&mut self) {
        if let Some(undone) = self.undone.pop() {
            let change = self.exchange(undone);
            self.changes.push(change);
        }
    }

    /// Notes an undo or redo that led from one position to another. What was undone before another action is forgotten.
    pub(crate) fn keep_undone(&mut self, from: Stamp, to: Stamp) {
        if self.redo_at != Some(from) {
            self.undone.clear();
        }
        self.redo_at = Some(to);
    }

    /// Performs a change, and returns the change that reverses it.
    fn exchange(&mut self, change: MarkChange) -> MarkChange {
        let other = match change.other {
            Some(mark) => self.cells.insert(change.cell, mark),
            None => self.cells.remove(&change.cell),
        };
        MarkChange { other, ..change }
    }
}
