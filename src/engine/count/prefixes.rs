use std::num::NonZeroU32;

use itertools::Itertools;

use super::model::RowModel;
use super::position::Position;
use super::shard::Shard;
use crate::bits::bits;
use crate::budget::{Answer, Budget, Phase, Progress};
use crate::heap::Heap;
use crate::row_grid::Coordinates;

/// Minimum number of prefixes of all parts, if enough rows remain, so that threads have work to share.
const MIN_PREFIXES: usize = 2048;

/// Minimum number of prefixes for each part of a count, if enough rows remain, so that parts take about the same time.
const PREFIXES_PER_PART: f64 = 16.0;

/// Minimum number of rows that prefixes leave to the search.
const LEFT: usize = 8;

/// A position at which a search begins.
pub(super) struct Prefix {
    pub position: Position,
    /// The number of images of the position under the symmetries. Only one of these images is searched.
    pub weight: usize,
}

heap_of_fields!(Prefix: position);

impl Prefix {
    /// The row by which the prefix can be extended; `None` if too few rows remain.
    fn next_row(&self) -> Option<usize> {
        let mut undecided = self.position.undecided();
        let next = undecided.next();
        next.filter(|_| undecided.count() >= LEFT)
    }

    /// Number of free cells in the next row; 1 if so few rows remain that prefixes are not extended.
    fn next_cells(&self) -> usize {
        self.next_row().map_or(1, |row| self.position.free[row].count_ones() as usize)
    }

    /// The prefix with one more piece, on this free cell; `None` if that closes a row.
    fn with_piece(&self, model: &RowModel, row: usize, column: usize) -> Option<Self> {
        let mut position = self.position.clone();
        position.place(&model.grid, row, column);
        position.is_open().then_some(Self { position, weight: self.weight })
    }

    /// The prefixes with one more piece, in this row.
    fn longer<'a>(&'a self, model: &'a RowModel, row: usize) -> impl Iterator<Item = Self> + 'a {
        bits(self.position.free[row]).filter_map(move |column| self.with_piece(model, row, column))
    }

    /// An estimate of the work of the search from here, in any unit: the product of the numbers of free cells of the
    /// rows without a piece.
    fn work(&self) -> f64 {
        let free = self.position.undecided().map(|row| self.position.free[row].count_ones());
        free.map(f64::from).product()
    }
}

/// The prefixes of a part of a model's solutions, always in the same order. Prefixes with much and with little work are
/// mixed.
pub(super) fn prefixes(model: &RowModel, shard: Shard, budget: &Budget) -> Answer<Vec<Prefix>> {
    let mut prefixes = Vec::new();
    let is_own = |part| shard.has(part);
    deal(model, shard.of(), is_own, budget, |_, prefix| {
        prefixes.push(prefix);
        prefixes.first().map_or(0, Prefix::memory) * prefixes.len()
    })?;
    Ok(scattered(prefixes))
}

/// For each of `parts` parts, an estimate of its work in any unit.
pub(super) fn work(model: &RowModel, parts: NonZeroU32, budget: &Budget) -> Answer<Vec<f64>> {
    let mut work = vec![0.0; parts.get() as usize];
    let is_any = |_| true;
    deal(model, parts, is_any, budget, |part, prefix| {
        work[part] += prefix.work();
        work.heap()
    })?;
    Ok(work)
}

/// Deals all prefixes to `parts` parts, always in the same order. Calls `take` with the index of the part and the
/// prefix, for each prefix of a part for which `is_wanted` returns true. `take` returns the memory that the prefixes
/// kept so far need, in bytes.
///
/// The free cells of the last row are distributed instead of the prefixes with a piece there. So no prefix of an
/// unwanted part is made, and one of many parts is found quickly.
fn deal(
    model: &RowModel,
    parts: NonZeroU32,
    is_wanted: impl Fn(usize) -> bool,
    budget: &Budget,
    mut take: impl FnMut(usize, Prefix) -> usize,
) -> Answer<()> {
    let short = short_prefixes(model, budget)?;
    let cells = short.iter().map(Prefix::next_cells).sum::<usize>() as f64;
    let growth = cells / short.len().max(1) as f64;
    let target = PREFIXES_PER_PART * f64::from(parts.get());
    let (mut more, mut number) = (0, cells);
    while number < target && growth > 1.0 {
        (more, number) = (more + 1, number * growth);
    }
    let memory = short.first().map_or(0, Prefix::memory) * short.len();
    let mut turns = (0..parts.get() as usize).cycle();
    let mut kept = 0;
    for prefix in short {
        extend(model, prefix, more, &mut |prefix| match prefix.next_row() {
            None => {
                if let Some(part) = turns.next().filter(|&part| is_wanted(part)) {
                    kept = take(part, prefix);
                }
            }
            Some(row) => {
                let cells = bits(prefix.position.free[row]).zip(turns.by_ref());
                for (column, part) in cells.filter(|&(_, part)| is_wanted(part)) {
                    if let Some(longer) = prefix.with_piece(model, row, column) {
                        kept = take(part, longer);
                    }
                }
            }
        });
        check(memory + kept, budget)?;
    }
    Ok(())
}

/// Calls `take` with each extension of a prefix by `more` rows, or by fewer if too few rows remain.
fn extend(model: &RowModel, prefix: Prefix, more: u32, take: &mut impl FnMut(Prefix)) {
    match prefix.next_row().filter(|_| more > 0) {
        None => take(prefix),
        Some(row) => {
            prefix.longer(model, row).for_each(|longer| extend(model, longer, more - 1, take));
        }
    }
}

/// Prefixes whose next rows have at least [`MIN_PREFIXES`] free cells, if enough rows remain.
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
fn short_prefixes(model: &RowModel, budget: &Budget) -> Answer<Vec<Prefix>> {
    let mut prefixes = Vec::new();
    let mut rest = model.start.clone();
    for column in 0..model.grid.columns {
        let border = model.symmetries.iter();
        let border = border.map(|&symmetry| model.grid.image(symmetry, (0, column)));
        let border = border.filter(|&(row, column)| rest.is_free(row, column));
        let border: Vec<Coordinates> = border.sorted_unstable().dedup().collect();
        check_budget(&prefixes, budget)?;
        // All placements on the orbit, with the pieces placed and the other cells of the orbit closed.
        let mut placements: Vec<(Vec<Coordinates>, Position)> = vec![(Vec::new(), rest.clone())];
        for &(row, column) in &border {
            for index in 0..placements.len() {
                let (pieces, position) = &mut placements[index];
                if position.is_free(row, column) {
                    let (mut pieces, mut with_piece) = (pieces.clone(), position.clone());
                    pieces.push((row, column));
                    with_piece.place(&model.grid, row, column);
                    position.exclude((row, column));
                    placements.push((pieces, with_piece));
                }
            }
        }
        let with_pieces = placements.into_iter().skip(1).filter(|(_, position)| position.is_open());
        prefixes.extend(with_pieces.filter_map(|(pieces, position)| {
            weight(model, &pieces).map(|weight| Prefix { position, weight })
        }));
        for &cell in &border {
            rest.exclude(cell);
        }
        if !rest.is_open() {
            break;
        }
    }
    while prefixes.iter().map(Prefix::next_cells).sum::<usize>() < MIN_PREFIXES
        && prefixes.iter().any(|prefix| prefix.next_row().is_some())
    {
        let mut longer = Vec::new();
        for prefix in prefixes {
            check_budget(&longer, budget)?;
            extend(model, prefix, 1, &mut |prefix| longer.push(prefix));
        }
        prefixes = longer;
    }
    Ok(prefixes)
}

fn check_budget(prefixes: &[Prefix], budget: &Budget) -> Answer<()> {
    check(prefixes.first().map_or(0, Prefix::memory) * prefixes.len(), budget)
}

fn check(memory: usize, budget: &Budget) -> Answer<()> {
    budget.check(Progress { phase: Phase::Counting, memory, ..Progress::default() })
}

/// The number of images of a set of cells under the symmetries; `None` if another image is lexicographically
/// smaller.
fn weight(model: &RowModel, cells: &[Coordinates]) -> Option<usize> {
    let mut keepers = 0;
    for &symmetry in &model.symmetries {
        let image = cells.iter().map(|&cell| model.grid.image(symmetry, cell));
        match image.sorted_unstable().cmp(cells.iter().copied()) {
            std::cmp::Ordering::Less => return None,
            std::cmp::Ordering::Equal => keepers += 1,
            std::cmp::Ordering::Greater => {}
        }
    }
    Some(model.symmetries.len() / keepers)
}

/// The same prefixes in a scattered order, so that neighbours are mixed.
fn scattered(prefixes: Vec<Prefix>) -> Vec<Prefix> {
    let place = |index: usize| (index as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let numbered = prefixes.into_iter().enumerate();
    let numbered = numbered.sorted_unstable_by_key(|&(index, _)| place(index));
    numbered.map(|(_, prefix)| prefix).collect()
}
