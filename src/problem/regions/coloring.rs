use std::collections::{BTreeMap, BTreeSet};

use super::Regions;
use geometry::Cell;

impl Regions {
    /// A colour for each region, a number below `colors`. If there are enough, all differ; otherwise
    /// regions that touch differ, corners included. A region that touches all colours has none.
    ///
    /// The colouring is greedy: each region, in the order of first cells, gets the first colour that
    /// none of its neighbours has.
    #[must_use]
    pub fn coloring(&self, colors: usize) -> BTreeMap<char, usize> {
        if self.cells().len() <= colors {
            return (0..).zip(self.cells()).map(|(color, (region, _))| (region, color)).collect();
        }
        let mut meet: BTreeMap<char, BTreeSet<char>> = BTreeMap::new();
        for cell in self.size().iter() {
            let Some(here) = self.region(cell) else { continue };
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
                let there = self.region(Cell::new(row, column));
                if let Some(there) = there.filter(|&there| there != here) {
                    meet.entry(here).or_default().insert(there);
                    meet.entry(there).or_default().insert(here);
                }
            }
        }
        let mut coloring = BTreeMap::new();
        for (region, _) in self.cells() {
            let around: BTreeSet<usize> = (meet.get(&region).into_iter().flatten())
                .filter_map(|neighbour| coloring.get(neighbour).copied())
                .collect();
            if let Some(color) = (0..colors).find(|color| !around.contains(color)) {
                coloring.insert(region, color);
            }
        }
        coloring
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

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
            let own: BTreeSet<_> = regions.coloring(5).into_values().collect();
            prop_assert_eq!(own.len(), regions.cells().len());
            let colors = 4;
            let found = regions.coloring(colors);
            prop_assert!(found.values().all(|&color| color < colors));
            for one in regions.size().iter() {
                for other in regions.size().iter() {
                    let (Some(here), Some(there)) = (regions.region(one), regions.region(other)) else { continue };
                    let meet = one.row().abs_diff(other.row()) <= 1
                        && one.column().abs_diff(other.column()) <= 1;
                    let same = found.contains_key(&here) && found.get(&here) == found.get(&there);
                    prop_assert!(!meet || here == there || !same);
                }
            }
        }
    }
}
