//! Techniques that count pieces. All use one comparison: some groups lack pieces, and the groups around them have room for a
//! number of pieces. If there is room for fewer, the remaining pieces stand outside. If there is room for exactly as many,
//! the other cells of the surrounding groups stay empty.
//!
//! | technique | groups that need pieces | groups with room for them |
//! | --- | --- | --- |
//! | [`Technique::FewCells`], [`Technique::NoTouch`] | a group | none |
//! | [`Technique::Strip`] | a band of two lines | none |
//! | [`Technique::Groups1`] to [`Technique::Groups4`] | groups of one family | the groups of another family around them |
//! | [`Technique::Halves`] | a group | another group |
//! | [`Technique::FullLine`], [`Technique::Band`] | groups of another family | a band |
//! | [`Technique::TightBand`] | a band | groups of another family |
//! | [`Technique::Leftover`] | a band, or groups of another family | the others of these two |
//!
//! A *band* is one group, or adjacent rows or columns. Smaller bands and fewer groups come first.

use super::deduction::Deduction;
use super::finder::{Finder, Sink, Stop, needed};
use super::open_group::{GroupSet, OpenGroup};
use super::technique::Technique;
use geometry::CellSet;
use problem::Family;

/// The cells that need a piece, and the cells that must stay empty.
type Settled = (CellSet, CellSet);

/// A group, divided by a band.
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
    /// Finds pieces of a group that has few open cells.
    pub(super) fn few_cells(&self, sink: &mut Sink) -> Result<(), Stop> {
        let has_few = |(_, group): &(_, &OpenGroup)| group.is_new && group.left < 2 * group.lacks;
        for (index, group) in self.packed().filter(has_few) {
            self.check()?;
            let (place, _) = self.must_hold(&group.open, group.lacks);
            sink(self.about(Technique::FewCells, &[index], &[], (place, self.none())))?;
        }
        Ok(())
    }

    /// Finds deductions if a group has room for exactly its missing pieces.
    pub(super) fn no_touch(&self, sink: &mut Sink) -> Result<(), Stop> {
        for (index, _) in self.packed().filter(|(_, group)| group.is_new) {
            self.crowded(Technique::NoTouch, &self.joined(&[index]), sink)?;
        }
        Ok(())
    }

    /// Finds deductions if two adjacent rows or columns have room for exactly their missing pieces. Also considers
    /// pieces that fill another group and thereby leave them no room.
    pub(super) fn strips(&self, sink: &mut Sink) -> Result<(), Stop> {
        // Lines on both sides of a complete line are a band, but no strip.
        let is_strip = |band: &&GroupSet| {
            let lines: Vec<usize> = band.groups.iter().map(|&it| self.groups[it].index).collect();
            matches!(lines[..], [first, second] if first + 1 == second)
        };
        let strips: Vec<&GroupSet> = self.bands().iter().filter(is_strip).collect();
        strips.iter().try_for_each(|band| self.crowded(Technique::Strip, band, sink))?;
        self.pressed(Technique::Strip, &strips, sink)
    }

    fn crowded(&self, technique: Technique, band: &GroupSet, sink: &mut Sink) -> Result<(), Stop> {
        self.check()?;
        let found = self.must_hold(&band.open, band.lacks);
        sink(self.about(technique, &band.groups, &[], found))
    }

    /// Finds groups that another group divides into two parts. Each part must hold the pieces for which the other part
    /// has no room.
    pub(super) fn halves(&self, sink: &mut Sink) -> Result<(), Stop> {
        for (index, group) in self.packed() {
            self.check()?;
            for (other, line) in self.groups.iter().enumerate() {
                if other == index || !(group.is_new || line.is_new) {
                    continue;
                }
                let line = self.joined(&[other]);
                let Some(crossing) = self.crossing(index, &line) else { continue };
                if crossing.outside.is_empty() {
                    continue;
                }
                let (place, mut exclude) = self.split(&crossing, crossing.lower, crossing.upper);
                exclude.insert_all(&self.left_empty(&line, &crossing.inside, crossing.lower));
                let found = (place, exclude);
                let parts = (crossing.lower, group.lacks.saturating_sub(crossing.upper));
                let found = self.about(Technique::Halves, &[index], &[other], found);
                sink(Deduction { parts, ..found })?;
            }
        }
        Ok(())
    }

    /// Finds groups that, for lack of room elsewhere, fill a group (for [`Technique::FullLine`]) or several adjacent rows
    /// or columns.
    pub(super) fn full(&self, technique: Technique, sink: &mut Sink) -> Result<(), Stop> {
        let bands = self.bands().iter();
        let is_of =
            |band: &&GroupSet| (band.groups.len() == 1) == (technique == Technique::FullLine);
        self.divided(bands.filter(is_of), |band, crossings| {
            let needed: usize = crossings.iter().map(|crossing| crossing.lower).sum();
            if needed == 0 || needed < band.room {
                return Ok(());
            }
            let filling = crossings.iter().filter(|crossing| crossing.lower > 0);
            let groups: Vec<usize> = filling.clone().map(|crossing| crossing.group).collect();
            let mut tell = |found| {
                let found = self.about(technique, &band.groups, &groups, found);
                sink(Deduction { parts: (needed, 0), ..found })
            };
            let rest = self.left_empty(band, &self.joined(&groups).open, needed);
            tell((self.none(), rest))?;
            for crossing in filling.filter(|crossing| crossing.lower < crossing.upper) {
                tell(self.split(crossing, 0, crossing.lower))?;
            }
            Ok(())
        })
    }

    /// Finds bands that have just enough room for their pieces: each part must hold the pieces for which the other parts
    /// have no room.
    pub(super) fn tight_bands(&self, sink: &mut Sink) -> Result<(), Stop> {
        self.divided(self.bands().iter(), |band, crossings| {
            let mut beside = band.open.clone();
            let mut room = 0;
            for crossing in crossings {
                beside.remove_all(&crossing.inside);
                room += crossing.upper;
            }
            room += beside.len();
            for crossing in crossings {
                let least = (band.lacks + crossing.upper).saturating_sub(room);
                if least <= crossing.lower {
                    continue;
                }
                let all = self.groups[crossing.group].room;
                let found = self.split(crossing, least, all);
                let limits = |it: &&Crossing| {
                    if it.group == crossing.group { least >= all } else { self.limits(it) }
                };
                let bounded = crossings.iter().filter(limits).map(|it| it.group);
                let groups: Vec<usize> = bounded.collect();
                sink(self.about(Technique::TightBand, &band.groups, &groups, found))?;
            }
            Ok(())
        })
    }

    /// Finds deductions about the cells of a band outside the groups within it, and about the cells outside the band of
    /// groups that fill the band.
    pub(super) fn leftovers(&self, sink: &mut Sink) -> Result<(), Stop> {
        // Sets of several lines or regions with more pieces are hard to imagine.
        let is_line =
            |group: &&OpenGroup| self.board.groups()[group.index].id.family() != Family::Pieces;
        let most = self.groups.iter().filter(is_line).map(|it| it.lacks).max().unwrap_or_default();
        let is_left = |needing: &GroupSet, taking: &GroupSet| {
            (taking.room + 1..=taking.room + most).contains(&needing.lacks)
        };
        self.divided(self.bands().iter(), |band, crossings| {
            let all: Vec<usize> = crossings.iter().map(|it| it.group).collect();
            let within = crossings.iter().filter(|crossing| crossing.outside.is_empty());
            let within: Vec<usize> = within.map(|it| it.group).collect();
            if !within.is_empty() && is_left(band, &self.joined(&within)) {
                let rest = |within: &[usize]| self.beyond(band, &self.joined(within));
                let (within, found) = settling(within, rest);
                let parts = (0, band.lacks.saturating_sub(self.joined(&within).room));
                let found = self.about(Technique::Leftover, &band.groups, &within, found);
                sink(Deduction { parts, ..found })?;
            }
            if is_left(&self.joined(&all), band) {
                let rest = |crossing: &[usize]| self.beyond(&self.joined(crossing), band);
                let (crossing, found) = settling(all, rest);
                let parts = (0, self.joined(&crossing).lacks.saturating_sub(band.room));
                let found = self.about(Technique::Leftover, &crossing, &band.groups, found);
                sink(Deduction { parts, ..found })?;
            }
            Ok(())
        })
    }

    /// Calls `count` for each of the bands, with the crossings of each other family.
    fn divided<'b>(
        &self,
        bands: impl Iterator<Item = &'b GroupSet>,
        mut count: impl FnMut(&GroupSet, &[Crossing]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let families = self.families();
        for band in bands {
            self.check()?;
            for family in families.iter().filter(|family| !family.contains(&band.groups[0])) {
                let crossings: Vec<Crossing> =
                    family.iter().filter_map(|&group| self.crossing(group, band)).collect();
                count(band, &crossings)?;
            }
        }
        Ok(())
    }

    /// All bands, fewest lines first.
    fn bands(&self) -> &[GroupSet] {
        self.bands.get_or_init(|| {
            let mut bands = Vec::new();
            for mut lines in self.families() {
                lines.sort_by_key(|&line| self.groups[line].index);
                let is_straight = lines.first().is_some_and(|&line| {
                    self.board.groups()[self.groups[line].index].is_straight()
                });
                // A band wider than half of the board is seen as the remaining board.
                let widest = if is_straight { (lines.len() / 2).max(1) } else { 1 };
                for width in 1..=widest {
                    bands.extend(lines.windows(width).map(|lines| self.joined(lines)));
                }
            }
            bands.sort_by_key(|band| band.groups.len());
            bands
        })
    }

    /// The groups that need several pieces, with their indices among the open groups.
    fn packed(&self) -> impl Iterator<Item = (usize, &OpenGroup)> {
        self.groups.iter().enumerate().filter(|(_, group)| group.lacks > 1)
    }

    /// A group, divided by the band; `None` if it has no open cell in the band.
    fn crossing(&self, index: usize, band: &GroupSet) -> Option<Crossing> {
        let group = &self.groups[index];
        let inside = &group.open & &band.open;
        if inside.is_empty() {
            return None;
        }
        let outside = &group.open - &inside;
        let lower = group.lacks - self.max_pieces(&outside, group.lacks);
        let upper = self.max_pieces(&inside, group.room.min(band.room)).max(lower);
        Some(Crossing { group: index, inside, outside, lower, upper })
    }

    /// True if the bound of the group, not lack of space, limits the pieces of a crossing inside the band.
    fn limits(&self, crossing: &Crossing) -> bool {
        let room = self.groups[crossing.group].room;
        crossing.upper == room && self.max_pieces(&crossing.inside, room + 1) > room
    }

    /// Deductions about the open cells of a divided group if `least` to `most` of its further pieces are inside the band.
    fn split(&self, crossing: &Crossing, least: usize, most: usize) -> Settled {
        let group = &self.groups[crossing.group];
        let (mut place, mut exclude) = self.must_hold(&crossing.inside, least);
        let beyond = self.must_hold(&crossing.outside, group.lacks.saturating_sub(most));
        place.insert_all(&beyond.0);
        exclude.insert_all(&beyond.1);
        if least >= group.room {
            exclude.insert_all(&crossing.outside);
        }
        (place, exclude)
    }

    /// Deductions about the cells of `needing` outside `taking`: they hold the pieces for which `taking` has no room.
    fn beyond(&self, needing: &GroupSet, taking: &GroupSet) -> Settled {
        let rest = &needing.open - &taking.open;
        self.must_hold(&rest, needing.lacks.saturating_sub(taking.room))
    }

    /// The cells of `taking` that stay empty if at least `pieces` further pieces stand on `cells`. If that is more than
    /// there is room for, there is no solution, and all cells of `taking` stay empty.
    pub(super) fn left_empty(&self, taking: &GroupSet, cells: &CellSet, pieces: usize) -> CellSet {
        match pieces.checked_sub(taking.room) {
            None => self.none(),
            Some(0) => &taking.open - cells,
            Some(_) => taking.open.clone(),
        }
    }

    /// A deduction from groups that are compared with others. All groups are given by their index among the open groups.
    pub(super) fn about(
        &self,
        technique: Technique,
        compared: &[usize],
        others: &[usize],
        (place, mut exclude): Settled,
    ) -> Deduction {
        exclude.remove_all(&place);
        let groups = compared.iter().chain(others).map(|&index| self.groups[index].index);
        let (groups, compared) = (groups.collect(), compared.len());
        Deduction { technique, place, exclude, groups, compared, parts: (0, 0) }
    }
}

/// Removes groups as long as the other groups settle the same cells, but never removes the last group. Returns the
/// remaining groups, and the settled cells.
fn settling(groups: Vec<usize>, rest: impl Fn(&[usize]) -> Settled) -> (Vec<usize>, Settled) {
    let (place, exclude) = rest(&groups);
    if place.is_empty() && exclude.is_empty() {
        // Such a deduction is ignored.
        return (groups, (place, exclude));
    }
    let groups = needed(groups, |fewer| {
        let settles_all = |(placed, excluded): Settled| {
            (&place - &placed).is_empty() && (&exclude - &excluded).is_empty()
        };
        !fewer.is_empty() && settles_all(rest(fewer))
    });
    (groups, (place, exclude))
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
    fn max_pieces(finder: &Finder, cells: &[Cell]) -> usize {
        let Some((&first, rest)) = cells.split_first() else { return 0 };
        let peers = finder.board.peers(first);
        let away: Vec<Cell> = rest.iter().copied().filter(|&cell| !peers.contains(cell)).collect();
        max_pieces(finder, rest).max(1 + max_pieces(finder, &away))
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
                        let lower = group.lacks.saturating_sub(max_pieces(&finder, &outside));
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
            let families = finder.families();
            for (band, family) in finder.bands().iter().cartesian_product(&families) {
                if family.contains(&band.groups[0]) {
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
