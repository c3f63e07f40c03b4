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
    /// The changes that undo performs, the next one last.
    changes: Vec<MarkChange>,
    /// The changes that redo performs, the next one last.
    undone: Vec<MarkChange>,
    /// The position after the last undo or redo. The undone changes can be redone only there.
    redo_at: Option<Stamp>,
}

#[derive(Clone, Debug)]
struct MarkChange {
    /// The cells, each with the mark that this change gives it; `None` if the change removes its mark.
    marks: Vec<(Cell, Option<CandidateMark>)>,
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
        self.change(vec![(cell, mark)], steps);
    }

    /// True if no cell has a mark.
    pub(crate) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Removes all marks in one change, after this number of steps.
    pub(crate) fn clear(&mut self, steps: usize) {
        self.change(self.cells.keys().map(|&cell| (cell, None)).collect(), steps);
    }

    fn change(&mut self, marks: Vec<(Cell, Option<CandidateMark>)>, steps: usize) {
        let change = self.exchange(MarkChange { marks, steps });
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

    /// The marks that redo sets after this number of steps; `None` if redo repeats a step of the history.
    pub(crate) fn redone(
        &self,
        steps: usize,
        at: Stamp,
    ) -> Option<&[(Cell, Option<CandidateMark>)]> {
        let change = self.undone.last().filter(|_| self.redo_at == Some(at))?;
        (change.steps == steps).then_some(&change.marks)
    }

    /// Repeats the change that was undone last.
    pub(crate) fn redo(&mut self) {
        if let Some(undone) = self.undone.pop() {
            let change = self.exchange(undone);
            self.changes.push(change);
        }
    }

    /// Forgets the undone changes if an action other than undo and redo has led to this position.
    pub(crate) fn forget_undone(&mut self, at: Stamp) {
        if self.redo_at != Some(at) {
            self.undone.clear();
        }
    }

    /// Notes the position after an undo or redo.
    pub(crate) fn keep_undone(&mut self, at: Stamp) {
        self.redo_at = Some(at);
    }

    /// Performs a change, and returns the change that reverses it.
    fn exchange(&mut self, mut change: MarkChange) -> MarkChange {
        for (cell, mark) in &mut change.marks {
            *mark = match *mark {
                Some(mark) => self.cells.insert(*cell, mark),
                None => self.cells.remove(cell),
            };
        }
        change
    }
}
