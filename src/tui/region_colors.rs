use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::geometry::Cell;
use crate::problem::Rules;

/// How many colours there are.
pub(super) const COLORS: usize = 12;

/// The colours of a board's regions, as numbers below [`COLORS`]: regions that meet, at a corner if
/// nowhere else, differ.
#[derive(Clone, Debug, Default)]
pub(super) struct RegionColors {
    rules: Option<Arc<Rules>>,
    colors: BTreeMap<char, usize>,
}

impl RegionColors {
    /// The colours under these rules; found anew if they are others than before.
    pub(super) fn follow(&mut self, rules: &Arc<Rules>) {
        if self.rules.as_ref().is_none_or(|old| !Arc::ptr_eq(old, rules)) {
            *self = Self { rules: Some(Arc::clone(rules)), colors: colors(rules) };
        }
    }

    /// The colour of a region. One that meets regions of all colours has none.
    pub(super) fn of(&self, region: char) -> Option<usize> {
        self.colors.get(&region).copied()
    }
}

/// Greedily: each region, in the order of their first cells, gets the first colour that none of its
/// neighbours has.
fn colors(rules: &Rules) -> BTreeMap<char, usize> {
    let Some(regions) = rules.regions() else { return BTreeMap::new() };
    let mut meet: BTreeMap<char, BTreeSet<char>> = BTreeMap::new();
    for cell in rules.size().iter() {
        let Some(here) = regions.of(cell) else { continue };
        let below = cell.row().checked_sub(1);
        let (left, right) = (cell.column().checked_sub(1), cell.column() + 1);
        let before = [
            (Some(cell.row()), left),
            (below, left),
            (below, Some(cell.column())),
            (below, Some(right)),
        ];
        for (row, column) in before {
            let (Some(row), Some(column)) = (row, column) else { continue };
            if let Some(there) = regions.of(Cell::new(row, column)).filter(|&there| there != here) {
                meet.entry(here).or_default().insert(there);
                meet.entry(there).or_default().insert(here);
            }
        }
    }
    let mut colors = BTreeMap::new();
    for (region, _) in regions.cells() {
        let around: BTreeSet<usize> = (meet.get(&region).into_iter().flatten())
            .filter_map(|neighbour| colors.get(neighbour).copied())
            .collect();
        if let Some(color) = (0..COLORS).find(|color| !around.contains(color)) {
            colors.insert(region, color);
        }
    }
    colors
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::problem::Regions;

    proptest! {
        #[test]
        fn regions_that_meet_differ(
            columns in 1..8_usize,
            letters in prop::collection::vec(prop::sample::select(vec!['a', 'b', 'c', 'd', 'e', '.']), 1..60),
        ) {
            let rows: Vec<String> =
                letters.chunks_exact(columns).map(|row| row.iter().collect()).collect();
            prop_assume!(!rows.is_empty());
            let regions = Regions::parse(&rows.join("\n")).unwrap();
            let grid = crate::geometry::Grid::new(regions.size());
            let rules = Rules::new(grid, "queen".parse().unwrap(), []).with_regions(&regions).unwrap();
            let found = colors(&rules);
            for one in regions.size().iter() {
                for other in regions.size().iter() {
                    let (Some(here), Some(there)) = (regions.of(one), regions.of(other)) else { continue };
                    let meet = one.row().abs_diff(other.row()) <= 1
                        && one.column().abs_diff(other.column()) <= 1;
                    prop_assert!(!meet || here == there || found[&here] != found[&there]);
                }
            }
        }
    }
}
