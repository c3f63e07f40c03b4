//! The technique of uniqueness: pieces that could be exchanged for others. It holds only in puzzles with exactly one
//! solution, so it never counts for a grade.

use super::board::Board;
use super::candidates::Candidates;
use super::step::Step;
use super::technique::Technique;
use geometry::{Cell, CellSet};
use problem::Value;

impl Board {
    /// Finds a cell on which a piece would leave two solutions or none. The piece, or the piece and another one that
    /// stands already or then follows, could be exchanged for pieces on other cells: each group would keep its number of
    /// pieces, and the others would not attack more than before. `fixed` are the pieces that belong to the puzzle and
    /// cannot be exchanged.
    ///
    /// The puzzle must have exactly one solution. The cells of the step are the second piece, if there is one, and then the
    /// cells of the other pieces.
    pub(crate) fn exchange(&self, candidates: &Candidates, fixed: &CellSet) -> Option<Step> {
        if self.rules().limit().is_some() {
            return None;
        }
        candidates.open.iter().find_map(|cell| {
            let after = self.with_piece(candidates, cell);
            let single = || {
                let others = self.rules().grid().standing_cells().map(|other| vec![other]);
                self.exchanged(&after, &[cell], others, fixed)
            };
            let second = after.placed.iter().filter(|it| *it != cell && !fixed.contains(*it));
            let pair = second.map(|second| {
                let [one, two] = [
                    Cell::new(cell.row(), second.column()),
                    Cell::new(second.row(), cell.column()),
                ];
                self.exchanged(&after, &[cell, second], [vec![one, two]].into_iter(), fixed)
            });
            let cells = single().or_else(|| { pair }.find_map(|found| found))?;
            let step = Step::of_cell(Technique::Uniqueness, (cell, Value::Excluded), Vec::new());
            Some(Step { cells, ..step })
        })
    }

    /// The position after a piece, without the other cells of full groups, and with the pieces of groups that need all of
    /// their open cells.
    fn with_piece(&self, candidates: &Candidates, cell: Cell) -> Candidates {
        let mut after = candidates.clone();
        after.settle(self, cell, Value::Placed);
        for lacks_all in [false, true, false] {
            for group in self.groups() {
                let left = group.left(&after.placed, &after.open);
                if !lacks_all && left.max() == 0 {
                    after.open.remove_all(&group.cells);
                } else if lacks_all && left.min() == left.open_cells() {
                    let forced: Vec<Cell> = (&group.cells & &after.open).iter().collect();
                    forced.into_iter().for_each(|cell| after.settle(self, cell, Value::Placed));
                }
            }
        }
        after
    }

    /// The pieces after the first one, and then the first of `others` for which all pieces can be exchanged.
    fn exchanged(
        &self,
        after: &Candidates,
        pieces: &[Cell],
        mut others: impl Iterator<Item = Vec<Cell>>,
        fixed: &CellSet,
    ) -> Option<Vec<Cell>> {
        let set = |cells: &[Cell]| CellSet::from_cells(fixed.size(), cells.iter().copied());
        let old = set(pieces);
        let mut occupied = after.placed.clone();
        occupied.insert_all(&after.open);
        let rest = &occupied - &old;
        let grid = self.rules().grid();
        let is_free = |cell: &Cell| !grid.is_hole(*cell) && !occupied.contains(*cell);
        let can_be_exchanged = |cells: &Vec<Cell>| {
            let new = set(cells);
            cells.iter().all(is_free)
                && new.len() == old.len()
                && cells.iter().all(|&cell| {
                    self.peers(cell).overlap(&rest) + self.peers(cell).overlap(&new) == 0
                })
                && self.groups().iter().all(|it| it.cells.overlap(&old) == it.cells.overlap(&new))
        };
        let found = others.find(can_be_exchanged)?;
        Some(pieces[1..].iter().copied().chain(found).collect())
    }
}
