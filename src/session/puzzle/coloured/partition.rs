use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

use rand::Rng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use geometry::{Cell, CellSet, Grid, Size};
use problem::{Bounds, Regions};

/// A solution, as the indices of the cells with a piece.
pub(super) type Pieces = Vec<usize>;

/// The letters of the regions, in the order of use.
const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// Maximum number of regions. Each region has its own letter or digit.
pub const MAX_REGIONS: usize = LETTERS.len();

/// Maximum ratio between the growth rates of two patches. Regions of different sizes leave fewer solutions than
/// regions of equal size.
const FASTEST: u32 = 4;

/// Maximum number of cells of a tiny region. Such regions are easy to solve, so a puzzle has only few of them.
const TINY: usize = 3;

/// A grid divided into regions.
#[derive(Clone, Debug)]
pub(super) struct Partition {
    size: Size,
    /// The region of each cell; `None` for holes, and for cells that are not painted yet.
    regions: Vec<Option<usize>>,
    /// The number of cells of each region.
    sizes: Vec<usize>,
    /// Maximum number of tiny regions.
    most_tiny: usize,
    /// The regions of the cells that the user has painted.
    painted: Arc<Painted>,
}

/// The cells that have a region before the board is divided. They keep their regions.
#[derive(Debug, Default)]
pub(super) struct Painted {
    /// The region of each cell, `None` for unpainted cells; empty if no cell is painted.
    regions: Vec<Option<usize>>,
    /// The letter of each painted region.
    letters: Vec<char>,
    /// The letters of the regions that get no further cells.
    locked: Vec<char>,
}

impl Painted {
    /// The painted cells of a drawing, with the regions in the order of their first cells.
    pub(super) fn new(drawn: &Regions) -> Self {
        let size = drawn.size();
        let mut regions = vec![None; size.cells()];
        let mut letters = Vec::new();
        for (letter, cells) in drawn.cells() {
            for cell in cells {
                regions[size.index(cell)] = Some(letters.len());
            }
            letters.push(letter);
        }
        Self { regions, letters, locked: Vec::new() }
    }

    /// The same regions. Regions with these letters get no further cells.
    pub(super) fn locking(self, locked: &[char]) -> Self {
        Self { locked: locked.to_vec(), ..self }
    }

    /// True if the region gets no further cells.
    pub(super) fn is_locked(&self, region: usize) -> bool {
        self.letters.get(region).is_some_and(|letter| self.locked.contains(letter))
    }

    /// The number of painted regions.
    pub(super) fn number(&self) -> usize {
        self.letters.len()
    }

    /// The letters of the painted regions.
    pub(super) fn letters(&self) -> &[char] {
        &self.letters
    }

    fn is_painted(&self, cell: usize) -> bool {
        self.regions.get(cell).is_some_and(Option::is_some)
    }
}

impl Partition {
    /// The painted cells alone, in their regions.
    pub(super) fn of_painted(size: Size, painted: &Arc<Painted>) -> Self {
        let regions = painted.regions.clone();
        let mut sizes = vec![0; painted.number()];
        regions.iter().flatten().for_each(|&region: &usize| sizes[region] += 1);
        Self { size, regions, sizes, most_tiny: usize::MAX, painted: Arc::clone(painted) }
    }

    /// Divides a grid at random into `number` regions. The bounds limit the number of `pieces` in each region.
    /// `None` if that fails. Later changes keep the number of tiny regions at `most_tiny` or below.
    ///
    /// A patch grows around each painted region and around each other piece, by one random neighbouring cell at a
    /// time. Each patch has its own growth rate. Then patches are joined into regions.
    pub(super) fn around(
        pieces: &Pieces,
        painted: &Arc<Painted>,
        grid: &Grid,
        (number, bounds): (usize, Bounds),
        most_tiny: usize,
        random: &mut ChaCha8Rng,
    ) -> Option<Self> {
        let size = grid.size();
        let cells: Vec<Cell> = size.iter().collect();
        let mut regions = painted.regions.clone();
        regions.resize(size.cells(), None);
        let mut seeds: Vec<usize> =
            (0..cells.len()).filter(|&cell| regions[cell].is_some()).collect();
        // The number of pieces in each patch.
        let mut weights = vec![0; painted.number()];
        for &piece in pieces {
            if let Some(patch) = regions[piece] {
                weights[patch] += 1;
            } else {
                regions[piece] = Some(weights.len());
                weights.push(1);
                seeds.push(piece);
            }
        }
        let mut border = Vec::new();
        let reach = |cell: Cell, patch: usize, border: &mut Vec<(Cell, usize)>| {
            let beside = size.neighbours(cell).filter(|&cell| !grid.is_hole(cell));
            border.extend(beside.map(|cell| (cell, patch)));
        };
        for seed in seeds {
            let patch = regions[seed]?;
            if !painted.is_locked(patch) {
                reach(cells[seed], patch, &mut border);
            }
        }
        let rates: Vec<u32> =
            weights.iter().map(|_| 1 << random.gen_range(0..=FASTEST.ilog2())).collect();
        let mut grown = vec![false; weights.len()];
        while !border.is_empty() {
            let index = random.gen_range(0..border.len() as u32) as usize;
            let patch = border[index].1;
            if grown[patch] && random.gen_range(0..FASTEST) >= rates[patch] {
                continue;
            }
            let (cell, patch) = border.swap_remove(index);
            if regions[size.index(cell)].is_none() {
                regions[size.index(cell)] = Some(patch);
                grown[patch] = true;
                reach(cell, patch, &mut border);
            }
        }
        if grid.standing_cells().any(|cell| regions[size.index(cell)].is_none()) {
            return None;
        }
        let joined = join(&regions, size, &weights, painted, number, bounds, random)?;
        for region in regions.iter_mut().flatten() {
            *region = joined[*region];
        }
        let mut sizes = vec![0; number];
        regions.iter().flatten().for_each(|&region: &usize| sizes[region] += 1);
        let painted = Arc::clone(painted);
        let partition = Self { size, regions, sizes, most_tiny, painted };
        (partition.tiny() <= most_tiny).then_some(partition)
    }

    /// The number of tiny regions.
    fn tiny(&self) -> usize {
        self.sizes.iter().filter(|&&size| size <= TINY).count()
    }

    /// The number of cells of a region.
    pub(super) fn region_size(&self, region: usize) -> usize {
        self.sizes[region]
    }

    /// The region of each cell; `None` for holes and unpainted cells.
    pub(super) fn regions(&self) -> &[Option<usize>] {
        &self.regions
    }

    /// The indices of the cells of each region.
    pub(super) fn cells(&self) -> Vec<Vec<usize>> {
        let mut cells = vec![Vec::new(); self.sizes.len()];
        for (cell, &region) in self.regions.iter().enumerate() {
            if let Some(region) = region {
                cells[region].push(cell);
            }
        }
        cells
    }

    /// True if the number of cells of every region is in `sizes`.
    pub(super) fn keeps(&self, sizes: &RangeInclusive<usize>) -> bool {
        self.sizes.iter().all(|size| sizes.contains(size))
    }

    /// The neighbouring regions of a cell, in order. Empty for a hole.
    pub(super) fn beside(&self, cell: usize) -> Vec<usize> {
        let own = self.regions[cell];
        let beside =
            self.size.neighbours(self.size.cell(cell)).filter_map(|beside| self.region(beside));
        let mut others: Vec<usize> = beside.filter(|_| own.is_some()).collect();
        others.retain(|&region| Some(region) != own);
        others.sort_unstable();
        others.dedup();
        others
    }

    /// The regions that a cell can move to. Its old region must stay connected, both regions must keep an
    /// allowed number of cells, and there must not be too many tiny regions. Empty for a hole and a painted cell.
    pub(super) fn others(&self, cell: usize, sizes: &RangeInclusive<usize>) -> Vec<usize> {
        let Some(own) = self.regions[cell].filter(|_| !self.painted.is_painted(cell)) else {
            return Vec::new();
        };
        let mut others = self.beside(cell);
        others
            .retain(|&region| self.sizes[region] < *sizes.end() && !self.painted.is_locked(region));
        let is_least = self.sizes[own] <= *sizes.start();
        let shrinks = || self.sizes[own] == TINY + 1 && self.tiny() >= self.most_tiny;
        if !others.is_empty() && (is_least || shrinks() || !self.stays_whole(cell)) {
            others.clear();
        }
        others
    }

    /// True if a region is connected.
    pub(super) fn is_whole(&self, region: usize) -> bool {
        let first = self.regions.iter().position(|&own| own == Some(region));
        first.is_none_or(|first| {
            self.connected(self.size.cell(first), region, None) == self.sizes[region]
        })
    }

    /// The neighbouring regions of a region, in order.
    pub(super) fn neighbours(&self, region: usize) -> impl Iterator<Item = usize> + use<> {
        let cells = (0..self.regions.len()).filter(|&cell| self.regions[cell] == Some(region));
        let beside: BTreeSet<usize> = cells.flat_map(|cell| self.beside(cell)).collect();
        beside.into_iter()
    }

    /// A copy in which all cells of the region `other` belong to the region `one`.
    pub(super) fn joined(&self, one: usize, other: usize) -> Self {
        let mut joined = self.clone();
        for region in joined.regions.iter_mut().flatten().filter(|region| **region == other) {
            *region = one;
        }
        joined.sizes[one] += std::mem::take(&mut joined.sizes[other]);
        joined
    }

    /// The cells of other regions that border a region.
    pub(super) fn around_region(&self, region: usize) -> Vec<usize> {
        let is_beside = |cell: &Cell| {
            self.region(*cell).is_some_and(|other| other != region)
                && self.size.neighbours(*cell).any(|beside| self.region(beside) == Some(region))
        };
        self.size.iter().filter(is_beside).map(|cell| self.size.index(cell)).collect()
    }

    /// True if the region of a cell stays connected without the cell.
    pub(super) fn stays_whole(&self, cell: usize) -> bool {
        let Some(own) = self.regions[cell] else { return true };
        let cell = self.size.cell(cell);
        let next = self.size.neighbours(cell).find(|&beside| self.region(beside) == Some(own));
        let reached = next.map_or(0, |next| self.connected(next, own, Some(cell)));
        reached + 1 == self.sizes[own]
    }

    /// Number of cells of a region that are connected with the cell `first`, without the cell `left_out`.
    fn connected(&self, first: Cell, region: usize, left_out: Option<Cell>) -> usize {
        let mut seen = CellSet::from_cells(self.size, left_out);
        let mut reached = vec![first];
        while let Some(cell) = reached.pop() {
            if seen.insert(cell) {
                let beside = self.size.neighbours(cell);
                reached.extend(beside.filter(|&cell| self.region(cell) == Some(region)));
            }
        }
        seen.len() - usize::from(left_out.is_some())
    }

    fn region(&self, cell: Cell) -> Option<usize> {
        self.regions[self.size.index(cell)]
    }

    /// A copy in which one cell is moved to another region. Holes stay holes.
    pub(super) fn with(&self, cell: usize, region: usize) -> Self {
        let mut changed = self.clone();
        if let Some(own) = &mut changed.regions[cell] {
            changed.sizes[*own] -= 1;
            changed.sizes[region] += 1;
            *own = region;
        }
        changed
    }

    /// The regions with the letters a, b, c, … in the order of their first cells, row by row from the top left.
    /// Painted regions keep their letters.
    pub(super) fn lettered(&self, grid: &Grid) -> Regions {
        let kept = &self.painted.letters;
        let mut letters: Vec<Option<char>> = kept.iter().copied().map(Some).collect();
        letters.resize(self.sizes.len(), None);
        let left = LETTERS.iter().map(|&letter| char::from(letter));
        let mut left = left.filter(|letter| !kept.contains(letter));
        for row in self.regions.chunks(self.size.columns().into()).rev() {
            for &region in row.iter().flatten() {
                if letters[region].is_none() {
                    letters[region] = left.next();
                }
            }
        }
        Regions::new(grid, |cell| letters[self.region(cell)?])
    }
}

/// Joins patches into `number` regions with an allowed number of pieces each. `weights` are the numbers of pieces of
/// the patches. The first patches are the painted ones. They become the first regions, so no two of them are joined, and
/// none with a locked one. Returns the region of each patch.
///
/// In each step, the region with the fewest possible partners is joined with one of its partners. Regions with
/// too few pieces come first. Partners that complete the region are preferred.
fn join(
    patches: &[Option<usize>],
    size: Size,
    weights: &[usize],
    drawn: &Painted,
    number: usize,
    bounds: Bounds,
    random: &mut ChaCha8Rng,
) -> Option<Vec<usize>> {
    let (all, painted) = (weights.len(), drawn.number());
    let mut beside = vec![vec![false; all]; all];
    for cell in size.iter() {
        let own = patches[size.index(cell)];
        for other in size.neighbours(cell).map(|cell| patches[size.index(cell)]) {
            if let (Some(own), Some(other)) = (own, other)
                && own != other
            {
                beside[own][other] = true;
            }
        }
    }
    // The patches of each region; empty after the region was joined to another region.
    let mut members: Vec<Vec<usize>> = (0..all).map(|patch| vec![patch]).collect();
    let mut pieces = weights.to_vec();
    let mut is_painted: Vec<bool> = (0..all).map(|patch| patch < painted).collect();
    let most = bounds.upper.map_or(usize::MAX, |upper| upper as usize);
    let least = bounds.lower as usize;
    for _ in number..all {
        let partners = |region: usize| {
            let (members, beside, pieces, is_painted) = (&members, &beside, &pieces, &is_painted);
            (0..all).filter(move |&other| {
                beside[region][other]
                    && !members[other].is_empty()
                    && pieces[region] + pieces[other] <= most
                    && !(is_painted[region] && is_painted[other])
                    && ![region, other].iter().any(|&region| drawn.is_locked(region))
            })
        };
        let mut waiting: Vec<usize> =
            (0..all).filter(|&region| !members[region].is_empty()).collect();
        waiting.shuffle(random);
        let region = waiting
            .into_iter()
            .filter(|&region| partners(region).next().is_some())
            .min_by_key(|&region| (pieces[region] >= least, partners(region).count()))?;
        let mut others: Vec<usize> = partners(region).collect();
        others.shuffle(random);
        let other = others.into_iter().min_by_key(|&other| {
            let together = pieces[region] + pieces[other];
            (least.abs_diff(together), partners(other).count())
        })?;
        let moved = std::mem::take(&mut members[other]);
        members[region].extend(moved);
        pieces[region] += pieces[other];
        is_painted[region] |= is_painted[other];
        let touched: Vec<usize> =
            (0..all).filter(|&third| beside[other][third] && third != region).collect();
        for third in touched {
            beside[region][third] = true;
            beside[third][region] = true;
        }
    }
    let mut parts: Vec<(Vec<usize>, usize)> = members.into_iter().zip(pieces).collect();
    parts.retain(|(patches, _)| !patches.is_empty());
    if parts.len() != number || !parts.iter().all(|(_, pieces)| (least..=most).contains(pieces)) {
        return None;
    }
    // Painted patches have the lowest numbers.
    parts.sort_by_key(|(patches, _)| {
        patches.iter().copied().filter(|&patch| patch < painted).min().unwrap_or(painted)
    });
    let mut joined = vec![0; all];
    for (region, (patches, _)) in parts.into_iter().enumerate() {
        for patch in patches {
            joined[patch] = region;
        }
    }
    Some(joined)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    /// True if the cells are joined side by side.
    fn is_joined(size: Size, cells: &[usize]) -> bool {
        let mut reached = vec![cells[0]];
        while let Some(&next) = cells.iter().find(|&&cell| {
            let is_beside = |beside: Cell| reached.contains(&size.index(beside));
            !reached.contains(&cell) && size.neighbours(size.cell(cell)).any(is_beside)
        }) {
            reached.push(next);
        }
        reached.len() == cells.len()
    }

    /// The neighbouring regions of a cell, and the regions that it can move to, found by trying.
    fn tried(
        partition: &Partition,
        cell: usize,
        sizes: &RangeInclusive<usize>,
    ) -> (Vec<usize>, Vec<usize>) {
        let (size, regions) = (partition.size, &partition.regions);
        let Some(own) = regions[cell] else { return (Vec::new(), Vec::new()) };
        let cells =
            |region| -> Vec<usize> { (0..25).filter(|&it| regions[it] == Some(region)).collect() };
        let beside = |region: &usize| {
            let mut around = size.neighbours(size.cell(cell));
            *region != own && around.any(|it| regions[size.index(it)] == Some(*region))
        };
        let beside: Vec<usize> = (0..5).filter(beside).collect();
        let mut left = cells(own);
        left.retain(|&other| other != cell);
        let tiny = (0..5).filter(|&region| cells(region).len() <= TINY).count();
        let can_leave = !partition.painted.is_painted(cell)
            && sizes.contains(&left.len())
            && is_joined(size, &left)
            && (left.len() != TINY || tiny < partition.most_tiny);
        let has_room = |region: &&usize| can_leave && cells(**region).len() < *sizes.end();
        (beside.clone(), beside.iter().filter(has_room).copied().collect())
    }

    #[test]
    fn cells_move_where_all_regions_stay_allowed() {
        let mut random = ChaCha8Rng::seed_from_u64(36);
        let size: Size = "5x5".parse().unwrap();
        for (sizes, most_tiny) in [(2..=7, 5), (1..=25, 1), (3..=8, 2), (4..=6, 0)] {
            // Each column is a region. The cell in the middle is a hole, and a1 is painted.
            let mut regions: Vec<Option<usize>> = (0..25).map(|cell| Some(cell % 5)).collect();
            regions[22] = None;
            let mut painted = vec![None; 25];
            painted[0] = Some(0);
            let painted =
                Arc::new(Painted { regions: painted, letters: vec!['a'], locked: Vec::new() });
            let mut partition =
                Partition { size, regions, sizes: vec![5, 5, 4, 5, 5], most_tiny, painted };
            let mut steps = 0;
            for _ in 0..60 {
                let mut moves = Vec::new();
                for cell in 0..25 {
                    let (beside, others) = tried(&partition, cell, &sizes);
                    assert_eq!(partition.beside(cell), beside, "{cell} {partition:?}");
                    assert_eq!(partition.others(cell, &sizes), others, "{cell} {partition:?}");
                    moves.extend(others.into_iter().map(|region| (cell, region)));
                }
                let Some(&(cell, region)) = moves.choose(&mut random) else { break };
                partition = partition.with(cell, region);
                steps += 1;
                for (region, cells) in partition.cells().iter().enumerate() {
                    assert_eq!(cells.len(), partition.region_size(region));
                    assert!(partition.is_whole(region) && is_joined(size, cells));
                }
            }
            assert!(steps > 10, "{sizes:?}");
        }
    }
}
