use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::geometry::{Cell, CellSet, Grid, Size};
use crate::problem::{Bounds, Regions};

/// The letters of regions, in the order in which they are drawn.
const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// The largest number of regions: each has a letter or digit of its own.
pub const MOST_REGIONS: usize = LETTERS.len();

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
    /// A patch grows around each piece, one random cell beside a patch after the other; then patches
    /// are joined.
    pub(super) fn around(
        pieces: &CellSet,
        grid: &Grid,
        number: usize,
        bounds: Bounds,
        random: &mut ChaCha8Rng,
    ) -> Option<Self> {
        let size = grid.size();
        let mut regions = vec![NONE; size.cells()];
        let mut border = Vec::new();
        let reach = |cell: Cell, patch: usize, border: &mut Vec<(Cell, usize)>| {
            let beside = size.beside(cell).filter(|&cell| !grid.is_hole(cell));
            border.extend(beside.map(|cell| (cell, patch)));
        };
        for (patch, cell) in pieces.iter().enumerate() {
            regions[size.index(cell)] = patch;
        }
        for (patch, cell) in pieces.iter().enumerate() {
            reach(cell, patch, &mut border);
        }
        while !border.is_empty() {
            let places: Vec<usize> = (0..border.len()).collect();
            let place = *places.choose(random)?;
            let (cell, patch) = border.swap_remove(place);
            if regions[size.index(cell)] == NONE {
                regions[size.index(cell)] = patch;
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

    /// The number of cells of the smallest region.
    pub(super) fn smallest(&self) -> usize {
        self.sizes.iter().copied().min().unwrap_or_default()
    }

    /// The regions that a cell could go over to, from one that stays connected and keeps at least so
    /// many cells.
    pub(super) fn others(&self, cell: Cell, least: usize) -> Vec<usize> {
        let own = self.regions[self.size.index(cell)];
        let beside = self.size.beside(cell).map(|cell| self.regions[self.size.index(cell)]);
        let mut others: Vec<usize> =
            beside.filter(|&region| region != own && region != NONE).collect();
        others.sort_unstable();
        others.dedup();
        if !others.is_empty() && (self.sizes[own] <= least || !self.is_connected_without(cell)) {
            others.clear();
        }
        others
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
    pub(super) fn with(&self, cell: Cell, region: usize) -> Self {
        let mut changed = self.clone();
        let place = &mut changed.regions[self.size.index(cell)];
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
