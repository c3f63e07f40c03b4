use std::ops::RangeInclusive;

use rand::Rng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::Pieces;
use crate::geometry::{Cell, CellSet, Grid, Size};
use crate::problem::{Bounds, Regions};

/// The letters of regions, in the order in which they are drawn.
const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// The largest number of regions: each has a letter or digit of its own.
pub const MOST_REGIONS: usize = LETTERS.len();

/// How many times as fast as the slowest the fastest patch grows. Small regions beside large ones leave
/// fewer solutions than regions of one size.
const FASTEST: u32 = 4;

/// In place of a region: that of a hole, or of a cell not yet reached.
const NONE: usize = usize::MAX;

/// A grid parted into connected regions.
#[derive(Clone, Debug)]
pub(super) struct Partition {
    size: Size,
    /// The region of each cell.
    regions: Vec<usize>,
    /// The number of cells of each region.
    sizes: Vec<usize>,
}

impl Partition {
    /// Parts a grid at random into so many regions around `pieces`, each holding as many of them as
    /// the bounds say; `None` where that did not work out.
    ///
    /// A patch grows around each piece at a pace of its own, one random cell beside a patch after the
    /// other; then patches are joined.
    pub(super) fn around(
        pieces: &Pieces,
        grid: &Grid,
        number: usize,
        bounds: Bounds,
        random: &mut ChaCha8Rng,
    ) -> Option<Self> {
        let size = grid.size();
        let cells: Vec<Cell> = size.iter().collect();
        let mut regions = vec![NONE; size.cells()];
        let mut border = Vec::new();
        let reach = |cell: Cell, patch: usize, border: &mut Vec<(Cell, usize)>| {
            let beside = size.beside(cell).filter(|&cell| !grid.is_hole(cell));
            border.extend(beside.map(|cell| (cell, patch)));
        };
        for (patch, &piece) in pieces.iter().enumerate() {
            regions[piece] = patch;
        }
        for (patch, &piece) in pieces.iter().enumerate() {
            reach(cells[piece], patch, &mut border);
        }
        let paces: Vec<u32> =
            pieces.iter().map(|_| 1 << random.gen_range(0..=FASTEST.ilog2())).collect();
        let mut grown = vec![false; pieces.len()];
        while !border.is_empty() {
            let place = random.gen_range(0..border.len() as u32) as usize;
            let patch = border[place].1;
            if grown[patch] && random.gen_range(0..FASTEST) >= paces[patch] {
                continue;
            }
            let (cell, patch) = border.swap_remove(place);
            if regions[size.index(cell)] == NONE {
                regions[size.index(cell)] = patch;
                grown[patch] = true;
                reach(cell, patch, &mut border);
            }
        }
        if grid.standing().any(|cell| regions[size.index(cell)] == NONE) {
            return None;
        }
        let joined = join(&regions, size, pieces.len(), number, bounds, random)?;
        for region in regions.iter_mut().filter(|region| **region != NONE) {
            *region = joined[*region];
        }
        let mut sizes = vec![0; number];
        regions.iter().filter(|&&region| region != NONE).for_each(|&region| sizes[region] += 1);
        Some(Self { size, regions, sizes })
    }

    /// The region of each cell.
    pub(super) fn regions(&self) -> &[usize] {
        &self.regions
    }

    /// The cells of each region.
    pub(super) fn cells(&self) -> Vec<Vec<usize>> {
        let mut cells = vec![Vec::new(); self.sizes.len()];
        for (cell, &region) in self.regions.iter().enumerate() {
            if region != NONE {
                cells[region].push(cell);
            }
        }
        cells
    }

    /// Has each region so many cells?
    pub(super) fn keeps(&self, sizes: &RangeInclusive<usize>) -> bool {
        self.sizes.iter().all(|size| sizes.contains(size))
    }

    /// The regions that a cell could go over to, from one that stays connected; the least and the most
    /// cells that each of them has then are given.
    pub(super) fn others(&self, cell: usize, sizes: &RangeInclusive<usize>) -> Vec<usize> {
        let own = self.regions[cell];
        let columns = usize::from(self.size.columns());
        let cell = Cell::new((cell / columns) as u16, (cell % columns) as u16);
        let beside = self.size.beside(cell).map(|cell| self.regions[self.size.index(cell)]);
        let mut others: Vec<usize> =
            beside.filter(|&region| region != own && region != NONE).collect();
        others.retain(|&region| self.sizes[region] < *sizes.end());
        others.sort_unstable();
        others.dedup();
        if !others.is_empty()
            && (self.sizes[own] <= *sizes.start() || !self.is_connected_without(cell))
        {
            others.clear();
        }
        others
    }

    /// The cells of other regions beside those of a region.
    pub(super) fn around_region(&self, region: usize) -> Vec<usize> {
        let is_beside = |cell: &Cell| {
            !self.is_in(*cell, region)
                && !self.is_in(*cell, NONE)
                && self.size.beside(*cell).any(|beside| self.is_in(beside, region))
        };
        self.size.iter().filter(is_beside).map(|cell| self.size.index(cell)).collect()
    }

    /// Does the rest of a cell's region hang together?
    fn is_connected_without(&self, cell: Cell) -> bool {
        let own = self.regions[self.size.index(cell)];
        let mut seen = CellSet::from_cells(self.size, [cell]);
        let mut reached = Vec::new();
        let mut next = self.size.beside(cell).find(|&beside| self.is_in(beside, own));
        while let Some(cell) = next {
            if seen.insert(cell) {
                reached.extend(self.size.beside(cell).filter(|&beside| self.is_in(beside, own)));
            }
            next = reached.pop();
        }
        seen.len() == self.sizes[own]
    }

    fn is_in(&self, cell: Cell, region: usize) -> bool {
        self.regions[self.size.index(cell)] == region
    }

    /// The same regions, but one cell that goes over to another.
    pub(super) fn with(&self, cell: usize, region: usize) -> Self {
        let mut changed = self.clone();
        let place = &mut changed.regions[cell];
        changed.sizes[*place] -= 1;
        changed.sizes[region] += 1;
        *place = region;
        changed
    }

    /// The regions with letters, a, b, c, … as they appear from the top left.
    pub(super) fn lettered(&self, grid: &Grid) -> Regions {
        let mut letters = vec![None; self.sizes.len()];
        let mut left = LETTERS.iter().map(|&letter| char::from(letter));
        for row in self.regions.chunks(self.size.columns().into()).rev() {
            for &region in row.iter().filter(|&&region| region != NONE) {
                if letters[region].is_none() {
                    letters[region] = left.next();
                }
            }
        }
        Regions::new(grid, |cell| letters[self.regions[self.size.index(cell)]])
    }
}

/// For each patch the region that it becomes part of, so that there are `number` of them, each with as
/// many patches as the bounds say.
///
/// The region that has fewest others to join, of those that lack patches, joins one of them: one that
/// makes it complete if it can.
fn join(
    patches: &[usize],
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
            if own != NONE && other != NONE && own != other {
                beside[own][other] = true;
            }
        }
    }
    // The patches that each region holds so far; none when it has become part of another.
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
    let mut joined = vec![NONE; pieces];
    for (region, patches) in members.into_iter().enumerate() {
        for patch in patches {
            joined[patch] = region;
        }
    }
    Some(joined)
}
