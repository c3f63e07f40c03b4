//! Random positions on small boards, for tests of techniques.

use std::sync::Arc;

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::board::Board;
use super::candidates::Candidates;
use engine::Budget;
use geometry::{CellSet, Grid};
use problem::{Regions, Rules, Value};

/// Requirements on which groups must have pieces.
const NEEDS: [&[&str]; 4] = [
    &["rows=1", "columns=1", "regions=1"],
    &["rows=1", "columns=1"],
    &["rows=2", "columns=2", "regions"],
    &["rows", "columns", "regions=1"],
];

/// Positions with five random regions on a board of 5×5 cells. About half of the cells are open. In each position, every
/// group has room for its pieces.
pub(super) fn random_positions(seed: u64) -> impl Iterator<Item = (Board, Candidates)> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let positions = std::iter::repeat_with(move || {
        let grid = Grid::new("5x5".parse().unwrap());
        let size = grid.size();
        let letters: Vec<char> = size.iter().map(|_| random.gen_range('a'..='e')).collect();
        let regions = Regions::new(&grid, |cell| Some(letters[size.index(cell)]));
        let piece = ["king", "wazir", "RF"].choose(&mut random).unwrap().parse().unwrap();
        let needs = NEEDS.choose(&mut random).unwrap().iter().map(|need| need.parse().unwrap());
        let rules = Rules::new(grid, piece, needs).with_regions(&regions).unwrap();
        let board = Board::new(&Arc::new(rules), &Budget::default()).unwrap();
        let open = CellSet::from_cells(size, size.iter());
        let mut candidates = Candidates { placed: CellSet::empty(size), open };
        for cell in size.iter() {
            match random.gen_range(0..20) {
                0..8 => candidates.settle(&board, cell, Value::Excluded),
                8 => candidates.settle(&board, cell, Value::Placed),
                _ => {}
            }
        }
        (board, candidates)
    });
    positions.filter(|(board, candidates)| board.broken(candidates).is_none())
}
