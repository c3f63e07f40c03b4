use itertools::Itertools;

use super::model::RowModel;
use super::position::Position;
use crate::bits::bits;
use crate::budget::{Answer, Budget, Phase, Progress};
use crate::row_grid::Coordinates;

/// Minimum number of prefixes, if enough rows remain, so that threads have work to share.
const ENOUGH: usize = 4096;

/// Minimum number of rows that prefixes leave to the search.
const LEFT: usize = 8;

/// A position at which a search begins.
pub(super) struct Prefix {
    pub position: Position,
    /// The number of images of the position under the symmetries. Only one of these images is searched.
    pub weight: usize,
}

impl Prefix {
    pub(super) fn memory(&self) -> usize {
        size_of::<Self>() + size_of_val(self.position.free.as_slice())
    }
}

/// The prefixes of a model, always in the same order. Prefixes with much and with little work are mixed.
///
/// The symmetries map each cell of the first row to up to eight cells on the border of a square: its orbit. The orbits
/// are those of `a1`, `b1`, and so on. Each solution has a first orbit with pieces on it. An image of the solution has
/// the images of these pieces on the same orbit. So it suffices to search one of all placements on an orbit that are
/// images of each other, with empty cells on the orbits before it.
///
/// ```text
/// . 2 3 3 2 .    the corners empty, one piece on a cell 2, and no other cell 2:
/// 2 . . . . 2    a prefix with seven images
/// 3 . . . . 3
/// 3 . . . . 3
/// 2 . . . . 2
/// . ♛ 3 3 2 .
/// ```
pub(super) fn prefixes(model: &RowModel, budget: &Budget) -> Answer<Vec<Prefix>> {
    let mut prefixes = Vec::new();
    let mut rest = model.start.clone();
    for column in 0..model.board.columns {
        let border = model.symmetries.iter();
        let border = border.map(|&symmetry| model.board.image(symmetry, (0, column)));
        let border = border.filter(|&(row, column)| rest.is_free(row, column));
        let border: Vec<Coordinates> = border.sorted_unstable().dedup().collect();
        look(&prefixes, budget)?;
        for set in 1_u64..1 << border.len() {
            let chosen: Vec<Coordinates> = bits(set).map(|index| border[index]).collect();
            let (Some(weight), mut position) = (weight(model, &chosen), rest.clone()) else {
                continue;
            };
            for cell in border.iter().filter(|cell| !chosen.contains(cell)) {
                position.exclude(*cell);
            }
            if position.place_all(&model.board, chosen.into_iter()) && position.is_open() {
                prefixes.push(Prefix { position, weight });
            }
        }
        for &cell in &border {
            rest.exclude(cell);
        }
        if !rest.is_open() {
            break;
        }
    }
    while prefixes.len() < ENOUGH {
        let mut longer = Vec::new();
        let mut placed = false;
        for prefix in prefixes {
            look(&longer, budget)?;
            let mut undecided = prefix.position.undecided();
            let next = undecided.next();
            let Some(row) = next.filter(|_| undecided.count() >= LEFT) else {
                longer.push(prefix);
                continue;
            };
            placed = true;
            for column in bits(prefix.position.free[row]) {
                let mut position = prefix.position.clone();
                position.place(&model.board, row, column);
                if position.is_open() {
                    longer.push(Prefix { position, weight: prefix.weight });
                }
            }
        }
        prefixes = longer;
        if !placed {
            break;
        }
    }
    look(&prefixes, budget)?;
    Ok(dealt(prefixes))
}

fn look(prefixes: &[Prefix], budget: &Budget) -> Answer<()> {
    let memory = prefixes.first().map_or(0, Prefix::memory) * prefixes.len();
    budget.check(Progress { phase: Phase::Counting, memory, ..Progress::default() })
}

/// The number of images of a set of cells under the symmetries; `None` if another image comes before the set in
/// lexicographic order.
fn weight(model: &RowModel, cells: &[Coordinates]) -> Option<usize> {
    let mut keepers = 0;
    for &symmetry in &model.symmetries {
        let image = cells.iter().map(|&cell| model.board.image(symmetry, cell));
        match image.sorted_unstable().cmp(cells.iter().copied()) {
            std::cmp::Ordering::Less => return None,
            std::cmp::Ordering::Equal => keepers += 1,
            std::cmp::Ordering::Greater => {}
        }
    }
    Some(model.symmetries.len() / keepers)
}

/// The same prefixes in a scattered order, so that neighbours are mixed.
fn dealt(prefixes: Vec<Prefix>) -> Vec<Prefix> {
    let scattered = |index: usize| (index as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let numbered = prefixes.into_iter().enumerate();
    let numbered = numbered.sorted_unstable_by_key(|&(index, _)| scattered(index));
    numbered.map(|(_, prefix)| prefix).collect()
}
