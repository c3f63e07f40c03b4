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
    /// The puzzle must have exactly one solution. The cells of the step are the second piece, if there is one, followed by
    /// the cells of the other pieces.
    pub(crate) fn exchange(&self, candidates: &Candidates, fixed: &CellSet) -> Option<Step> {
        if self.rules().limit().is_some() {
            return None;
        }
        candidates.open.iter().find_map(|cell| {
            let after = self.with_piece(candidates, cell);
            let single = self.rules().grid().standing_cells().map(|it| (vec![cell], vec![it]));
            let second = after.placed.iter().filter(|it| *it != cell && !fixed.contains(*it));
            let pairs = second.map(|second| {
                let corner = |row: Cell, column: Cell| Cell::new(row.row(), column.column());
                (vec![cell, second], vec![corner(cell, second), corner(second, cell)])
            });
            let mut exchanges = single.chain(pairs);
            let (old, new) =
                exchanges.find(|(old, new)| self.can_be_exchanged(&after, old, new))?;
            let cells = old[1..].iter().chain(&new).copied().collect();
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
                    for cell in (&group.cells & &after.open).iter() {
                        after.settle(self, cell, Value::Placed);
                    }
                }
            }
        }
        after
    }

    /// True if pieces can be exchanged for pieces on other cells.
    fn can_be_exchanged(&self, after: &Candidates, old: &[Cell], new: &[Cell]) -> bool {
        let set = |cells: &[Cell]| CellSet::from_cells(after.open.size(), cells.iter().copied());
        let (old, new) = (set(old), set(new));
        let occupied = &after.placed | &after.open;
        let beside = &(&occupied | &new) - &old;
        let can_stand = |cell| {
            let is_free = !self.rules().grid().is_hole(cell) && !occupied.contains(cell);
            is_free && self.peers(cell).overlap(&beside) == 0
        };
        new.len() == old.len()
            && new.iter().all(can_stand)
            && self.groups().iter().all(|it| it.cells.overlap(&old) == it.cells.overlap(&new))
    }
}
