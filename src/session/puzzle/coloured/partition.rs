use std::ops::RangeInclusive;

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
pub const MOST_REGIONS: usize = LETTERS.len();

/// Maximum ratio between the growth rates of two patches. Regions of different sizes leave fewer solutions than
/// regions of equal size.
const FASTEST: u32 = 4;

/// A grid divided into connected regions.
#[derive(Clone, Debug)]
pub(super) struct Partition {
    size: Size,
    /// The region of each cell; `None` for holes.
    regions: Vec<Option<usize>>,
    /// The number of cells of each region.
    sizes: Vec<usize>,
}

impl Partition {
    /// Divides a grid at random into `number` regions. The bounds limit the number of `pieces` in each region.
    /// `None` if that fails.
    ///
    /// A patch grows around each piece, by one random neighbouring cell at a time. Each patch has its own
    /// growth rate. Then patches are joined into regions.
    pub(super) fn around(
        pieces: &Pieces,
        grid: &Grid,
        number: usize,
        bounds: Bounds,
        random: &mut ChaCha8Rng,
    ) -> Option<Self> {
        let size = grid.size();
        let cells: Vec<Cell> = size.iter().collect();
        let mut regions = vec![None; size.cells()];
        let mut border = Vec::new();
        let reach = |cell: Cell, patch: usize, border: &mut Vec<(Cell, usize)>| {
            let beside = size.beside(cell).filter(|&cell| !grid.is_hole(cell));
            border.extend(beside.map(|cell| (cell, patch)));
        };
        for (patch, &piece) in pieces.iter().enumerate() {
            regions[piece] = Some(patch);
        }
        for (patch, &piece) in pieces.iter().enumerate() {
            reach(cells[piece], patch, &mut border);
        }
        let rates: Vec<u32> =
            pieces.iter().map(|_| 1 << random.gen_range(0..=FASTEST.ilog2())).collect();
        let mut grown = vec![false; pieces.len()];
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
        if grid.standing().any(|cell| regions[size.index(cell)].is_none()) {
            return None;
        }
        let joined = join(&regions, size, pieces.len(), number, bounds, random)?;
        for region in regions.iter_mut().flatten() {
            *region = joined[*region];
        }
        let mut sizes = vec![0; number];
        regions.iter().flatten().for_each(|&region: &usize| sizes[region] += 1);
        Some(Self { size, regions, sizes })
    }

    /// The region of each cell; `None` for holes.
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

    /// The regions that a cell can move to. Its old region must stay connected, and both regions must keep an
    /// allowed number of cells. Empty for a hole.
    pub(super) fn others(&self, cell: usize, sizes: &RangeInclusive<usize>) -> Vec<usize> {
        let Some(own) = self.regions[cell] else { return Vec::new() };
        let cell = self.size.cell(cell);
        let beside = self.size.beside(cell).filter_map(|beside| self.region(beside));
        let mut others: Vec<usize> = beside.filter(|&region| region != own).collect();
        others.retain(|&region| self.sizes[region] < *sizes.end());
        others.sort_unstable();
        others.dedup();
        if !others.is_empty()
            && (self.sizes[own] <= *sizes.start() || !self.is_connected_without(cell, own))
        {
            others.clear();
        }
        others
    }

    /// The cells of other regions that border a region.
    pub(super) fn around_region(&self, region: usize) -> Vec<usize> {
        let is_beside = |cell: &Cell| {
            self.region(*cell).is_some_and(|other| other != region)
                && self.size.beside(*cell).any(|beside| self.region(beside) == Some(region))
        };
        self.size.iter().filter(is_beside).map(|cell| self.size.index(cell)).collect()
    }

    /// True if a region stays connected without one of its cells.
    fn is_connected_without(&self, cell: Cell, own: usize) -> bool {
        let mut seen = CellSet::from_cells(self.size, [cell]);
        let mut reached = Vec::new();
        let is_own = |cell: &Cell| self.region(*cell) == Some(own);
        let mut next = self.size.beside(cell).find(is_own);
        while let Some(cell) = next {
            if seen.insert(cell) {
                reached.extend(self.size.beside(cell).filter(is_own));
            }
            next = reached.pop();
        }
        seen.len() == self.sizes[own]
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
    pub(super) fn lettered(&self, grid: &Grid) -> Regions {
        let mut letters = vec![None; self.sizes.len()];
        let mut left = LETTERS.iter().map(|&letter| char::from(letter));
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

/// Joins patches into `number` regions with an allowed number of patches each. Returns the region of each
/// patch.
///
/// In each step, the region with the fewest possible partners is joined with one of its partners. Regions with
/// too few patches come first. Partners that complete the region are preferred.
fn join(
    patches: &[Option<usize>],
    size: Size,
    pieces: usize,
    number: usize,
    bounds: Bounds,
    random: &mut ChaCha8Rng,
) -> Option<Vec<usize>> {
    let mut beside = vec![vec![false; pieces]; pieces];
    for cell in size.iter() {
        let own = patches[size.index(cell)];
        for other in size.beside(cell).map(|cell| patches[size.index(cell)]) {
            if let (Some(own), Some(other)) = (own, other)
                && own != other
            {
                beside[own][other] = true;
            }
        }
    }
    // The patches of each region; empty after the region was joined to another region.
    let mut members: Vec<Vec<usize>> = (0..pieces).map(|patch| vec![patch]).collect();
    let most = bounds.upper.map_or(pieces, |upper| upper as usize);
    let least = bounds.lower as usize;
    for _ in number..pieces {
        let partners = |region: usize| {
            let (members, beside) = (&members, &beside);
            (0..pieces).filter(move |&other| {
                let together = members[region].len() + members[other].len();
                beside[region][other] && !members[other].is_empty() && together <= most
            })
        };
        let mut waiting: Vec<usize> =
            (0..pieces).filter(|&region| !members[region].is_empty()).collect();
        waiting.shuffle(random);
        let region = waiting
            .into_iter()
            .filter(|&region| partners(region).next().is_some())
            .min_by_key(|&region| (members[region].len() >= least, partners(region).count()))?;
        let mut others: Vec<usize> = partners(region).collect();
        others.shuffle(random);
        let other = others.into_iter().min_by_key(|&other| {
            let together = members[region].len() + members[other].len();
            (least.abs_diff(together), partners(other).count())
        })?;
        let moved = std::mem::take(&mut members[other]);
        members[region].extend(moved);
        let touched: Vec<usize> =
            (0..pieces).filter(|&third| beside[other][third] && third != region).collect();
        for third in touched {
            beside[region][third] = true;
            beside[third][region] = true;
        }
    }
    members.retain(|patches| !patches.is_empty());
    let fits = |patches: &Vec<usize>| (least..=most).contains(&patches.len());
    if members.len() != number || !members.iter().all(fits) {
        return None;
    }
    let mut joined = vec![0; pieces];
    for (region, patches) in members.into_iter().enumerate() {
        for patch in patches {
            joined[patch] = region;
        }
    }
    Some(joined)
}
