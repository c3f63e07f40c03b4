//! Deductions from the room for pieces that must not attack each other.

use super::finder::Finder;
use geometry::CellSet;

impl Finder<'_> {
    /// Returns the cells that need a piece and the cells that must stay empty, given that `cells` hold at least
    /// `number` pieces.
    pub(super) fn must_hold(&self, cells: &CellSet, number: usize) -> (CellSet, CellSet) {
        let (mut place, mut exclude) = (self.none(), self.none());
        if number == 0 {
            return (place, exclude);
        }
        let Some(packed) = self.packings.packing(self.board, cells, number) else {
            return (place, exclude);
        };
        if packed.len() < number {
            // The cells cannot hold `number` pieces, so the position has no solution.
            return (place, cells.clone());
        }
        // Only cells that attack a piece of the packing, and the packing itself, can be settled.
        let mut near = packed.clone();
        packed.iter().for_each(|cell| near.insert_all(self.board.peers(cell)));
        near.retain_all(&self.candidates.open);
        for cell in near.iter() {
            let is_own = cells.contains(cell);
            let peers = self.board.peers(cell);
            let needed = number - usize::from(is_own);
            // The packing that was found shows for most cells that they leave enough room.
            let left = packed.len() - packed.overlap(peers) - usize::from(packed.contains(cell));
            if left < needed {
                let mut rest = cells - peers;
                rest.remove(cell);
                if !self.has_room(&rest, needed) {
                    exclude.insert(cell);
                    continue;
                }
            }
            if packed.contains(cell) {
                let mut rest = cells.clone();
                rest.remove(cell);
                if !self.has_room(&rest, number) {
                    place.insert(cell);
                }
            }
        }
        (place, exclude)
    }

    /// Maximum number of pieces, up to `limit`, that fit on the cells without attacking each other. An upper
    /// bound if there are too many cases.
    pub(super) fn most(&self, cells: &CellSet, limit: usize) -> usize {
        let limit = limit.min(cells.len());
        if self.fit_one_by_one(cells, limit) {
            return limit;
        }
        self.packings.packing(self.board, cells, limit).map_or(limit, |packed| packed.len())
    }

    /// True if pieces that are placed on the first free cell of `cells`, one after the other, are `number` in the end.
    /// Much cheaper than a packing, and most of the time enough.
    fn fit_one_by_one(&self, cells: &CellSet, number: usize) -> bool {
        let mut free = cells.clone();
        (0..number).all(|_| {
            let first = free.iter().next();
            first.is_some_and(|cell| {
                free.remove_all(self.board.peers(cell));
                free.remove(cell)
            })
        })
    }

    /// True if `number` pieces fit on the cells without attacking each other, or if there are too many cases.
    fn has_room(&self, cells: &CellSet, number: usize) -> bool {
        self.most(cells, number) >= number
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::steps::board::Board;
    use crate::steps::candidates::Candidates;
    use crate::steps::packing::Packings;
    use engine::Budget;
    use geometry::{Cell, Grid};
    use itertools::Itertools;
    use problem::Rules;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn pieces_on_few_cells_settle_what_all_sets_of_cells_tell() {
        let mut random = ChaCha8Rng::seed_from_u64(33);
        let size = "4x5".parse().unwrap();
        let (mut placed, mut excluded) = (0, 0);
        for (piece, _) in ["king", "knight", "wazir", "bishop"].into_iter().cartesian_product(0..25)
        {
            let rules = Rules::new(Grid::new(size), piece.parse().unwrap(), []);
            let (budget, packings) = (Budget::default(), Packings::default());
            let board = Board::new(&Arc::new(rules), &budget).unwrap();
            let open: Vec<Cell> = size.iter().filter(|_| random.gen_bool(0.7)).collect();
            let cells: Vec<Cell> =
                open.iter().copied().filter(|_| random.gen_bool(0.6)).take(9).collect();
            let candidates =
                Candidates { placed: CellSet::empty(size), open: CellSet::from_cells(size, open) };
            let finder = Finder::new(&board, &candidates, &packings, &budget);
            let set = CellSet::from_cells(size, cells.iter().copied());
            // The subsets of `cells` in which no cell attacks another, as masks with one bit for each of `cells`.
            let attacked = |cell: Cell| {
                let is_attacked = cells.iter().map(|&other| board.peers(cell).contains(other));
                is_attacked.enumerate().fold(0_u32, |mask, (bit, it)| mask | u32::from(it) << bit)
            };
            let mut free_sets: Vec<u32> = (0..1 << cells.len()).collect();
            free_sets.retain(|set| {
                let is_in = |&(bit, _): &(usize, &Cell)| set >> bit & 1 == 1;
                cells.iter().enumerate().filter(is_in).all(|(_, &cell)| attacked(cell) & set == 0)
            });
            let fits = |without: u32, number: usize| {
                free_sets
                    .iter()
                    .any(|set| set & without == 0 && set.count_ones() as usize >= number)
            };
            let most = (0..=cells.len()).filter(|&number| fits(0, number)).max().unwrap();
            assert_eq!(finder.most(&set, cells.len()), most);
            for number in 0..=most {
                let (place, exclude) = finder.must_hold(&set, number);
                for cell in size.iter() {
                    let own = cells.iter().position(|&other| other == cell);
                    let own = own.map_or(0, |bit| 1 << bit);
                    let needed = number.saturating_sub(usize::from(own != 0));
                    let can_hold = fits(own | attacked(cell), needed);
                    let is_excluded = candidates.open.contains(cell) && !can_hold;
                    assert_eq!(exclude.contains(cell), is_excluded, "{cell} {number} {set:?}");
                    let is_needed = can_hold && !fits(own, number);
                    assert_eq!(place.contains(cell), is_needed, "{cell} {number} {set:?}");
                }
                placed += place.len();
                excluded += exclude.len();
            }
            assert_eq!(finder.must_hold(&set, most + 1), (CellSet::empty(size), set));
        }
        assert!(placed > 50 && excluded > 100, "{placed} {excluded}");
    }
}
