//! Techniques that count the pieces in a band: one group, or adjacent rows or columns.

use super::deduction::Deduction;
use super::finder::{Finder, Sink, Stop};
use super::nesting::families;
use super::open_group::{Band, OpenGroup};
use super::technique::Technique;
use geometry::CellSet;
use problem::Family;

/// A group of another family, divided by a band.
struct Crossing {
    /// The index among the open groups.
    group: usize,
    inside: CellSet,
    outside: CellSet,
    /// Minimum number of further pieces inside the band.
    lower: usize,
    /// Maximum number of further pieces inside the band.
    upper: usize,
}

impl Finder<'_> {
    /// Finds groups that for lack of room elsewhere fill one group.
    pub(super) fn full_lines(&self, sink: &mut Sink) -> Result<(), Stop> {
        self.counted(sink, |band, crossings, sink| match band.lines.len() {
            1 => self.by_minimum(band, Technique::FullLine, crossings, sink),
            _ => Ok(()),
        })
    }

    /// Finds groups that for lack of room elsewhere fill adjacent rows or columns, fewest first.
    pub(super) fn full_bands(&self, sink: &mut Sink) -> Result<(), Stop> {
        self.counted(sink, |band, crossings, sink| match band.lines.len() {
            1 => Ok(()),
            _ => self.by_minimum(band, Technique::Band, crossings, sink),
        })
    }

    /// Finds bands that have just enough room for their pieces.
    pub(super) fn tight_bands(&self, sink: &mut Sink) -> Result<(), Stop> {
        self.counted(sink, |band, crossings, sink| self.by_maximum(band, crossings, sink))
    }

    /// Calls `count` for each band, with the crossings of each other family.
    fn counted(
        &self,
        sink: &mut Sink,
        count: impl Fn(&Band, &[Crossing], &mut Sink) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let families = families(self.board, &self.groups);
        for band in self.bands() {
            self.check()?;
            for (_, family) in families.iter().enumerate().filter(|&(it, _)| it != band.family) {
                count(band, &self.crossings(band, family), sink)?;
            }
        }
        Ok(())
    }

    /// Finds cells without which two adjacent rows or columns have no room for their pieces, and cells whose
    /// piece would leave them no room.
    pub(super) fn strips(&self, sink: &mut Sink) -> Result<(), Stop> {
        for band in self.bands().iter().filter(|band| band.lines.len() == 2) {
            self.check()?;
            let found = self.must_hold(&band.open, band.lacks);
            sink(self.about(band, Technique::Strip, &[], found))?;
        }
        Ok(())
    }

    /// Finds what follows for the rest of a band beside the groups that lie within the band, and for the rest
    /// of the groups that fill a band.
    pub(super) fn leftovers(&self, sink: &mut Sink) -> Result<(), Stop> {
        let families = families(self.board, &self.groups);
        // More pieces than those of one line or region are hard to imagine.
        let is_line =
            |group: &&OpenGroup| self.board.groups()[group.index].id.family() != Family::Pieces;
        let most = self.groups.iter().filter(is_line).map(|it| it.lacks).max().unwrap_or_default();
        for band in self.bands() {
            self.check()?;
            for (_, family) in families.iter().enumerate().filter(|&(it, _)| it != band.family) {
                let crossings = self.crossings(band, family);
                let within: Vec<&Crossing> =
                    crossings.iter().filter(|crossing| crossing.outside.is_empty()).collect();
                let room: usize =
                    within.iter().map(|crossing| self.groups[crossing.group].room).sum();
                if !within.is_empty() && (room + 1..=room + most).contains(&band.lacks) {
                    let rest = |kept: &[&Crossing]| {
                        let mut rest = band.open.clone();
                        for crossing in kept {
                            rest.remove_all(&crossing.inside);
                        }
                        let room: usize = kept.iter().map(|it| self.groups[it.group].room).sum();
                        self.must_hold(&rest, band.lacks.saturating_sub(room))
                    };
                    let (crossings, found) = needed(within, rest);
                    sink(self.about(band, Technique::Leftover, &crossings, found))?;
                }
                let lacks: usize =
                    crossings.iter().map(|crossing| self.groups[crossing.group].lacks).sum();
                if (band.room + 1..=band.room + most).contains(&lacks) {
                    let rest = |kept: &[&Crossing]| {
                        let mut rest = self.none();
                        for crossing in kept {
                            rest.insert_all(&crossing.outside);
                        }
                        let lacks: usize = kept.iter().map(|it| self.groups[it.group].lacks).sum();
                        self.must_hold(&rest, lacks.saturating_sub(band.room))
                    };
                    let (crossings, found) = needed(crossings.iter().collect(), rest);
                    let mut about = self.about(band, Technique::Leftover, &crossings, found);
                    // The rest is that of the groups, not that of the band.
                    about.groups.rotate_left(band.lines.len());
                    sink(Deduction { compared: crossings.len(), ..about })?;
                }
            }
        }
        Ok(())
    }

    /// All bands, fewest lines first.
    fn bands(&self) -> &[Band] {
        self.bands.get_or_init(|| {
            let mut bands = Vec::new();
            for (family, groups) in families(self.board, &self.groups).into_iter().enumerate() {
                let mut lines = groups;
                lines.sort_by_key(|&line| self.groups[line].index);
                let is_straight = lines.first().is_some_and(|&line| {
                    self.board.groups()[self.groups[line].index].is_straight()
                });
                // A wider band is seen as the rest of the board.
                let widest = if is_straight { (lines.len() / 2).max(1) } else { 1 };
                for width in 1..=widest {
                    bands.extend(lines.windows(width).map(|lines| self.band(lines, family)));
                }
            }
            bands.sort_by_key(|band| band.lines.len());
            bands
        })
    }

    fn band(&self, lines: &[usize], family: usize) -> Band {
        let mut open = self.none();
        let (mut lacks, mut room) = (0, 0);
        for &line in lines {
            let line = &self.groups[line];
            open.insert_all(&line.open);
            lacks += line.lacks;
            room += line.room;
        }
        Band { lines: lines.to_vec(), family, open, lacks, room }
    }

    /// The groups of a family with open cells in the band.
    fn crossings(&self, band: &Band, family: &[usize]) -> Vec<Crossing> {
        let crossing = |&index: &usize| {
            let group = &self.groups[index];
            let inside = &group.open & &band.open;
            if inside.is_empty() {
                return None;
            }
            let outside = &group.open - &inside;
            let lower = group.lacks - self.most(&outside, group.lacks);
            let upper = self.most(&inside, group.room.min(band.room)).max(lower);
            Some(Crossing { group: index, inside, outside, lower, upper })
        };
        family.iter().filter_map(crossing).collect()
    }

    /// True if the bound of the group, not lack of space, limits the pieces of a crossing inside the band.
    fn limits(&self, crossing: &Crossing) -> bool {
        let room = self.groups[crossing.group].room;
        crossing.upper == room && self.most(&crossing.inside, room + 1) > room
    }

    /// A deduction about the band and groups that it divides, all given among the open groups.
    fn about(
        &self,
        band: &Band,
        technique: Technique,
        groups: &[usize],
        (place, mut exclude): (CellSet, CellSet),
    ) -> Deduction {
        exclude.remove_all(&place);
        let named = band.lines.iter().chain(groups).map(|&index| self.groups[index].index);
        let groups = named.collect();
        Deduction { technique, place, exclude, groups, compared: band.lines.len() }
    }

    /// What follows if the crossings must put pieces into the band: the other crossings have only the rest of its room.
    fn by_minimum(
        &self,
        band: &Band,
        technique: Technique,
        crossings: &[Crossing],
        sink: &mut Sink,
    ) -> Result<(), Stop> {
        let needed: usize = crossings.iter().map(|crossing| crossing.lower).sum();
        let needing: Vec<usize> = crossings
            .iter()
            .filter(|crossing| crossing.lower > 0)
            .map(|crossing| crossing.group)
            .collect();
        if needing.is_empty() {
            return Ok(());
        }
        if needed < band.room {
            return Ok(());
        }
        let mut others = band.open.clone();
        if needed == band.room {
            let filling = crossings.iter().filter(|crossing| crossing.lower > 0);
            filling.for_each(|crossing| others.remove_all(&crossing.inside));
        }
        // If the band has too little room, there is no solution, so all its cells are excluded.
        sink(self.about(band, technique, &needing, (self.none(), others)))?;
        for crossing in crossings
            .iter()
            .filter(|crossing| 0 < crossing.lower && crossing.lower < crossing.upper)
        {
            let found = self
                .must_hold(&crossing.outside, self.groups[crossing.group].lacks - crossing.lower);
            sink(self.about(band, technique, &needing, found))?;
        }
        Ok(())
    }

    /// What follows if the crossings have little room for the pieces of the band: each crossing must hold the pieces
    /// for which the others have no room.
    fn by_maximum(&self, band: &Band, crossings: &[Crossing], sink: &mut Sink) -> Result<(), Stop> {
        let mut beside = band.open.clone();
        for crossing in crossings {
            beside.remove_all(&crossing.inside);
        }
        let room = crossings.iter().map(|crossing| crossing.upper).sum::<usize>() + beside.len();
        for crossing in crossings {
            let others = room - crossing.upper;
            let Some(least) =
                band.lacks.checked_sub(others).filter(|&least| least > crossing.lower)
            else {
                continue;
            };
            let group = &self.groups[crossing.group];
            let (place, mut exclude) = self.must_hold(&crossing.inside, least);
            let mut named: Vec<usize> = Vec::new();
            if least >= group.room {
                exclude.insert_all(&crossing.outside);
                named.push(crossing.group);
            }
            let limits = |it: &&Crossing| it.group != crossing.group && self.limits(it);
            let bounded = crossings.iter().filter(limits);
            named.extend(bounded.map(|it| it.group));
            sink(self.about(band, Technique::TightBand, &named, (place, exclude)))?;
        }
        Ok(())
    }
}

/// Leaves out crossings one by one while the same cells are found without them, but never the last one. Returns the
/// indices of the groups that remain, and the cells that need a piece and those that must stay empty.
fn needed(
    mut crossings: Vec<&Crossing>,
    rest: impl Fn(&[&Crossing]) -> (CellSet, CellSet),
) -> (Vec<usize>, (CellSet, CellSet)) {
    let found = rest(&crossings);
    let mut index = crossings.len();
    // A deduction that settles no cell is ignored, so nothing is left out.
    while index > 0 && crossings.len() > 1 && !(found.0.is_empty() && found.1.is_empty()) {
        index -= 1;
        let left_out = crossings.remove(index);
        let fewer = rest(&crossings);
        let lost = &found.0 - &fewer.0;
        if !lost.is_empty() || !(&found.1 - &fewer.1).is_empty() {
            crossings.insert(index, left_out);
        }
    }
    (crossings.iter().map(|crossing| crossing.group).collect(), found)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::steps::packing::Packings;
    use crate::steps::random_positions::random_positions;
    use engine::Budget;
    use geometry::Cell;
    use itertools::Itertools;

    /// Maximum number of pieces on the cells that do not attack each other, found by trying.
    fn most(finder: &Finder, cells: &[Cell]) -> usize {
        let Some((&first, rest)) = cells.split_first() else { return 0 };
        let peers = finder.board.peers(first);
        let away: Vec<Cell> = rest.iter().copied().filter(|&cell| !peers.contains(cell)).collect();
        most(finder, rest).max(1 + most(finder, &away))
    }

    /// Groups of one family that need all room of a line close the other cells of the line.
    #[test]
    fn full_lines_are_closed() {
        let (budget, packings) = (Budget::default(), Packings::default());
        let mut closed = 0;
        for (board, candidates) in random_positions(39).take(200) {
            let finder = Finder::new(&board, &candidates, &packings, &budget);
            let mut found = Vec::new();
            let collect = |deduction: Deduction| {
                found.push((deduction.groups[0], deduction.exclude));
                None
            };
            finder.first(&[Technique::FullLine], collect).unwrap();
            let family = |group: &OpenGroup| {
                board.families().iter().position(|range| range.contains(&group.index))
            };
            for line in &finder.groups {
                for other in 0..board.families().len() {
                    let (mut needed, mut rest) = (0, line.open.clone());
                    let crosses = |it: &&OpenGroup| {
                        family(it) == Some(other) && it.open.overlap(&line.open) > 0
                    };
                    for group in finder.groups.iter().filter(crosses) {
                        let outside: Vec<Cell> = (&group.open - &line.open).iter().collect();
                        let lower = group.lacks.saturating_sub(most(&finder, &outside));
                        if lower > 0 {
                            needed += lower;
                            rest.remove_all(&group.open);
                        }
                    }
                    if family(line).is_some_and(|it| it != other)
                        && needed == line.room
                        && needed > 0
                        && !rest.is_empty()
                    {
                        assert!(found.contains(&(line.index, rest)), "{candidates:?}");
                        closed += 1;
                    }
                }
            }
        }
        assert!(closed > 20, "{closed}");
    }

    /// Compares the leftovers with a direct count. If groups lie within a band, its other cells need the pieces for which
    /// these groups have no room. If groups cross a band, their cells outside it need the pieces for which the band has
    /// no room.
    #[test]
    fn leftovers_are_those_of_all_bands() {
        let (budget, packings) = (Budget::default(), Packings::default());
        let mut number = 0;
        for (board, candidates) in random_positions(40).take(150) {
            let finder = Finder::new(&board, &candidates, &packings, &budget);
            let mut found = HashSet::new();
            let collect = |it: Deduction| {
                found.insert((it.place, it.exclude));
                None
            };
            finder.first(&[Technique::Leftover], collect).unwrap();
            let mut expected = HashSet::new();
            let mut expect = |rest: &CellSet, pieces: usize| {
                let (place, mut exclude) = finder.must_hold(rest, pieces);
                exclude.remove_all(&place);
                if !place.is_empty() || !exclude.is_empty() {
                    expected.insert((place, exclude));
                }
            };
            let most = finder.groups.iter().map(|group| group.lacks).max().unwrap_or_default();
            let families = families(&board, &finder.groups);
            for (band, (index, family)) in
                finder.bands().iter().cartesian_product(families.iter().enumerate())
            {
                if index == band.family {
                    continue;
                }
                let (mut inside, mut outside) = (band.open.clone(), finder.none());
                let (mut number_within, mut room, mut lacks) = (0, 0, 0);
                for group in family.iter().map(|&index| &finder.groups[index]) {
                    let others = &group.open - &band.open;
                    if others.is_empty() {
                        inside.remove_all(&group.open);
                        (number_within, room) = (number_within + 1, room + group.room);
                    }
                    if group.open.overlap(&band.open) > 0 {
                        outside.insert_all(&others);
                        lacks += group.lacks;
                    }
                }
                if number_within > 0 && room < band.lacks && band.lacks <= room + most {
                    expect(&inside, band.lacks - room);
                }
                if band.room < lacks && lacks <= band.room + most {
                    expect(&outside, lacks - band.room);
                }
            }
            number += found.len();
            assert_eq!(found, expected, "{candidates:?}");
        }
        assert!(number > 20, "{number}");
    }
}
