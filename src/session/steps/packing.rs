//! Sets of cells that do not attack each other.

use std::cell::RefCell;

use super::board::Board;
use engine::{Answer, Budget, Phase, Progress};
use geometry::CellSet;
use rustc_hash::FxHashMap;

/// Maximum number of cases in a search for places of pieces that do not attack each other.
const MAX_CASES: usize = 200;

/// Maximum memory of the packings that are kept, in bytes.
const MAX_KEPT_BYTES: usize = 16 << 20;

/// Packings found before, for sets of cells and numbers of pieces. They depend on the attacks only, so one
/// collection serves all positions on a board.
#[derive(Default)]
pub(super) struct Packings(RefCell<FxHashMap<(CellSet, usize), Option<CellSet>>>);

impl Packings {
    /// Memory of the packings, in bytes. All sets have the size of the same board.
    fn memory(&self) -> usize {
        let kept = self.0.borrow();
        let sets = kept.keys().next().map_or(0, |(cells, _)| 2 * cells.size().cells().div_ceil(8));
        kept.len() * (sets + size_of::<((CellSet, usize), Option<CellSet>)>())
    }

    /// Checks the budget of a search for steps, which holds the board and the packings.
    pub(super) fn check(&self, board: &Board, budget: &Budget) -> Answer<()> {
        let memory = board.memory() + self.memory();
        budget.check(Progress { phase: Phase::Searching, memory, ..Progress::default() })
    }

    /// Finds a maximum set of up to `limit` cells that do not attack each other; `None` if there are too many
    /// cases.
    pub(super) fn packing(&self, board: &Board, cells: &CellSet, limit: usize) -> Option<CellSet> {
        let key = (cells.clone(), limit);
        if let Some(kept) = self.0.borrow().get(&key) {
            return kept.clone();
        }
        let mut cases = MAX_CASES;
        let packed = packing_of(board, cells.clone(), limit, &mut cases);
        let is_full = self.memory() >= MAX_KEPT_BYTES;
        let mut kept = self.0.borrow_mut();
        if is_full {
            kept.clear();
        }
        kept.insert(key, packed.clone());
        packed
    }
}

/// Like [`Packings::packing`], with up to `cases` further cases and nothing kept.
fn packing_of(
    board: &Board,
    mut cells: CellSet,
    limit: usize,
    cases: &mut usize,
) -> Option<CellSet> {
    *cases = cases.checked_sub(1)?;
    let mut packed = CellSet::empty(cells.size());
    let mut number = 0;
    while number < limit && !cells.is_empty() {
        let mut busiest = None;
        // If all cells around a cell attack each other, at most one piece stands on all these cells. Then
        // the cell itself is as good a place as any.
        let simple = cells.iter().find(|&cell| {
            let around = board.peers(cell) & &cells;
            let degree = around.len();
            if busiest.is_none_or(|(most, _)| degree > most) {
                busiest = Some((degree, cell));
            }
            around.iter().all(|other| board.peers(other).overlap(&around) + 1 == degree)
        });
        if let Some(cell) = simple {
            cells.remove_all(board.peers(cell));
            cells.remove(cell);
            packed.insert(cell);
            number += 1;
            continue;
        }
        let Some((_, cell)) = busiest else { break };
        let mut rest = &cells - board.peers(cell);
        rest.remove(cell);
        let mut with = packing_of(board, rest, limit - number - 1, cases)?;
        with.insert(cell);
        if number + with.len() < limit {
            cells.remove(cell);
            let without = packing_of(board, cells, limit - number, cases)?;
            if without.len() > with.len() {
                with = without;
            }
        }
        packed.insert_all(&with);
        break;
    }
    Some(packed)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use geometry::{Cell, Grid};
    use itertools::Itertools;
    use problem::Rules;

    /// On a large board each set of cells takes a kilobyte.
    #[test]
    fn packings_of_a_large_board_count_as_memory_and_are_bounded() {
        let size = "90".parse().unwrap();
        let rules = Rules::new(Grid::new(size), "wazir".parse().unwrap(), []);
        let (budget, packings) = (Budget::default(), Packings::default());
        let board = Board::new(&Arc::new(rules), &budget).unwrap();
        let cells: Vec<Cell> = size.iter().collect();
        let mut kept = 0;
        for pair in cells.iter().tuple_combinations::<(_, _)>().take(10_000) {
            packings.packing(&board, &CellSet::from_cells(size, [*pair.0, *pair.1]), 2);
            kept = kept.max(packings.memory());
        }
        assert!((15 << 20..17 << 20).contains(&kept), "{kept}");
        let small = Budget::new(board.memory() + packings.memory() - 1);
        assert!(packings.check(&board, &small).is_err());
    }
}
