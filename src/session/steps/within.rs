//! Groups that lie within other groups.

use std::ops::RangeInclusive;

use super::finder::{Finder, Sink, Stop};
use super::open_group::{Groups, Nesting};
use super::technique::Technique;

/// Maximum number of inner groups of which all sets are tried.
pub(super) const MAX_INNER: u32 = 16;

/// A choice of inner groups, with the outer groups around them.
#[derive(Clone, Copy, Default)]
struct Chosen {
    inner: Groups,
    outer: Groups,
    /// Minimum number of further pieces in the inner groups.
    lacks: usize,
    /// Maximum number of further pieces in the outer groups.
    room: usize,
}

impl Finder<'_> {
    /// Finds inner groups of one family whose open cells lie within outer groups of another family, if the outer groups
    /// have no more room than the inner groups need. `numbers` are the numbers of inner groups, which are tried from the
    /// smallest on. Ignores families of more than 128 groups.
    pub(super) fn within(
        &self,
        technique: Technique,
        numbers: RangeInclusive<u32>,
        sink: &mut Sink,
    ) -> Result<(), Stop> {
        let mut tight = Vec::new();
        for nesting in self.nestings.get_or_init(|| self.find_nestings()) {
            self.check()?;
            if *numbers.end() < MAX_INNER || nesting.inner.len() <= MAX_INNER as usize {
                self.choose(nesting, Chosen::default(), &numbers, &mut tight);
            }
        }
        tight.sort_by_key(|(_, chosen)| chosen.inner.count_ones());
        for (nesting, chosen) in tight {
            let inner: Vec<usize> = members(chosen.inner).map(|it| nesting.inner[it].0).collect();
            let mut outer: Vec<usize> = members(chosen.outer).map(|it| nesting.outer[it]).collect();
            if !inner.iter().chain(&outer).any(|&index| self.groups[index].is_new) {
                continue;
            }
            outer.sort_unstable_by_key(|&index| self.groups[index].index);
            let within = self.joined(&inner);
            let others = self.left_empty(&self.joined(&outer), &within.open, within.lacks);
            sink(self.about(technique, &inner, &outer, (self.none(), others)))?;
        }
        Ok(())
    }

    /// Adds each set of inner groups that has the chosen groups and needs all the room of the outer groups around it.
    fn choose<'n>(
        &self,
        nesting: &'n Nesting,
        chosen: Chosen,
        numbers: &RangeInclusive<u32>,
        tight: &mut Vec<(&'n Nesting, Chosen)>,
    ) {
        let number = chosen.inner.count_ones() + 1;
        let first = (Groups::BITS - chosen.inner.leading_zeros()) as usize;
        let more = numbers.end().saturating_sub(number);
        for (next, &(index, around)) in nesting.inner.iter().enumerate().skip(first) {
            let added = members(around & !chosen.outer);
            let with = Chosen {
                inner: chosen.inner | 1 << next,
                outer: chosen.outer | around,
                lacks: chosen.lacks + self.groups[index].lacks,
                room: chosen.room
                    + added.map(|it| self.groups[nesting.outer[it]].room).sum::<usize>(),
            };
            if with.room > with.lacks + more as usize * nesting.max_lacks {
                // There is too much room, whichever further groups are chosen.
                continue;
            }
            if with.room <= with.lacks && numbers.contains(&number) {
                tight.push((nesting, with));
            }
            if more > 0 {
                self.choose(nesting, with, numbers, tight);
            }
        }
    }

    /// The nestings of each family in each other family.
    fn find_nestings(&self) -> Vec<Nesting> {
        let families = self.families();
        let pairs = families.iter().flat_map(|one| families.iter().map(move |other| (one, other)));
        let nestings = pairs.filter(|(inner, outer)| inner != outer).map(|(inner, outer)| {
            let lacking = inner.iter().filter(|&&index| self.groups[index].lacks > 0);
            let inner: Vec<(usize, Groups)> =
                lacking.filter_map(|&index| Some((index, self.around(index, outer)?))).collect();
            let max_lacks = inner.iter().map(|&(index, _)| self.groups[index].lacks).max();
            Nesting { inner, outer: outer.clone(), max_lacks: max_lacks.unwrap_or_default() }
        });
        nestings.collect()
    }

    /// The set of outer groups around the open cells of a group. `None` if some open cell is in no outer group.
    fn around(&self, index: usize, outer: &[usize]) -> Option<Groups> {
        let group = &self.groups[index];
        let (mut left, mut around) = (group.left, Groups::default());
        for (position, &other) in outer.iter().enumerate() {
            let both = self.groups[other].open.overlap(&group.open);
            left -= both;
            around |= Groups::from(both > 0) << position;
            if left == 0 {
                return Some(around);
            }
        }
        None
    }
}

/// The indices of the groups in a set.
fn members(groups: Groups) -> impl Iterator<Item = usize> {
    let next = |rest: &Groups| Some(rest & (rest - 1)).filter(|&rest| rest != 0);
    std::iter::successors(Some(groups).filter(|&groups| groups != 0), next)
        .map(|rest| rest.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::steps::deduction::Deduction;
    use crate::steps::open_group::OpenGroup;
    use crate::steps::packing::Packings;
    use crate::steps::random_positions::random_positions;
    use engine::Budget;
    use geometry::Cell;
    use itertools::Itertools;

    /// The inner groups, the outer groups and the excluded cells of a deduction.
    type Found = (BTreeSet<usize>, BTreeSet<usize>, Vec<Cell>);

    /// Tries all choices of `number` groups.
    fn all_within(finder: &Finder, number: usize) -> BTreeSet<Found> {
        let family = |group: &OpenGroup| {
            finder.board.families().iter().position(|range| range.contains(&group.index))
        };
        let families = (0..finder.board.families().len()).map(Some);
        let mut all = BTreeSet::new();
        for (inner, other) in finder.groups.iter().combinations(number).cartesian_product(families)
        {
            let own = family(inner[0]);
            if own == other || inner.iter().any(|it| family(it) != own || it.lacks == 0) {
                continue;
            }
            let beside = |one: &OpenGroup| {
                let mut outer: Vec<&OpenGroup> = finder.groups.iter().collect();
                outer.retain(|it| family(it) == other && it.open.overlap(&one.open) > 0);
                outer
            };
            let lies_within = |one: &&OpenGroup| {
                let is_outer = |cell| beside(one).iter().any(|it| it.open.contains(cell));
                one.open.iter().all(is_outer)
            };
            let around: Vec<&OpenGroup> = inner.iter().flat_map(|it| beside(it)).collect();
            let around: Vec<&OpenGroup> =
                around.into_iter().unique_by(|group| group.index).collect();
            let room: usize = around.iter().map(|group| group.room).sum();
            let lacks: usize = inner.iter().map(|group| group.lacks).sum();
            if !inner.iter().all(lies_within) || room > lacks {
                continue;
            }
            let mut excluded = finder.none();
            for group in &around {
                excluded.insert_all(&group.open);
            }
            if room == lacks {
                for group in &inner {
                    excluded.remove_all(&group.open);
                }
            }
            if !excluded.is_empty() {
                let indices = |groups: &[&OpenGroup]| groups.iter().map(|it| it.index).collect();
                all.insert((indices(&inner), indices(&around), excluded.iter().collect()));
            }
        }
        all
    }

    #[test]
    fn groups_within_groups_are_those_that_trying_all_choices_finds() {
        let techniques = [
            (Technique::Groups1, 1..=1),
            (Technique::Groups2, 2..=2),
            (Technique::Groups3, 3..=3),
            (Technique::Groups4, 4..=5),
        ];
        let (budget, packings) = (Budget::default(), Packings::default());
        let mut number_found = [0; 4];
        for (board, candidates) in random_positions(34).take(120) {
            let finder = Finder::new(&board, &candidates, &packings, &budget);
            for (index, (technique, numbers)) in techniques.iter().enumerate() {
                let mut found = BTreeSet::new();
                let collect = |deduction: Deduction| {
                    assert_eq!(deduction.technique, *technique);
                    let (inner, outer) = deduction.groups.split_at(deduction.compared);
                    let set = |groups: &[usize]| groups.iter().copied().collect();
                    found.insert((set(inner), set(outer), deduction.exclude.iter().collect()));
                    None
                };
                finder.first(&[*technique], collect).unwrap();
                let expected = numbers.clone().flat_map(|it| all_within(&finder, it));
                assert_eq!(found, expected.collect(), "{candidates:?}");
                number_found[index] += found.len();
            }
        }
        assert!(number_found.iter().all(|&number| number > 10), "{number_found:?}");
    }
}
