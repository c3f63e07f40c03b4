//! Techniques for groups that lie within other groups.

use super::deduction::Deduction;
use super::finder::{Finder, Sink, Stop};
use super::nesting::{Groups, Nesting, nestings};
use super::technique::Technique;

/// A choice of inner groups, with the outer groups around them.
#[derive(Clone, Copy)]
struct Chosen<'a> {
    /// Indices of the chosen inner groups among the open groups.
    inner: &'a [usize],
    lacks: usize,
    around: Groups,
    is_new: bool,
}

impl Finder<'_> {
    /// Finds `number` inner groups of one family whose open cells lie within outer groups of another family, if
    /// the outer groups have no more room than the inner groups need. Ignores families of more than 128 groups.
    pub(super) fn within(&self, number: usize, sink: &mut Sink) -> Result<(), Stop> {
        for nesting in self.nestings.get_or_init(|| nestings(self.board, &self.groups)) {
            self.check()?;
            let none = Chosen { inner: &[], lacks: 0, around: 0, is_new: false };
            self.choose(nesting, 0, none, number, sink)?;
        }
        Ok(())
    }

    /// Chooses `more` further inner groups, from the index `from` on.
    fn choose(
        &self,
        nesting: &Nesting,
        from: usize,
        chosen: Chosen,
        more: usize,
        sink: &mut Sink,
    ) -> Result<(), Stop> {
        if more == 0 {
            return self.offer_within(nesting, chosen, sink);
        }
        let mut inner = [0; 3];
        let number = chosen.inner.len();
        inner[..number].copy_from_slice(chosen.inner);
        for (next, &(index, around)) in nesting.inner.iter().enumerate().skip(from) {
            inner[number] = index;
            let group = &self.groups[index];
            let with = Chosen {
                inner: &inner[..=number],
                lacks: chosen.lacks + group.lacks,
                around: chosen.around | around,
                is_new: chosen.is_new | group.is_new,
            };
            let room = (with.around & nesting.with_room).count_ones() as usize;
            if room > with.lacks + (more - 1) * nesting.most {
                // There is too much room, whichever further groups are chosen.
                continue;
            }
            self.choose(nesting, next + 1, with, more - 1, sink)?;
        }
        Ok(())
    }

    fn offer_within(&self, nesting: &Nesting, chosen: Chosen, sink: &mut Sink) -> Result<(), Stop> {
        let around = || members(chosen.around).map(|index| &self.groups[nesting.outer[index]]);
        let inner = || chosen.inner.iter().map(|&index| &self.groups[index]);
        let is_new = chosen.is_new || chosen.around & nesting.new != 0;
        let room: usize = around().map(|group| group.room).sum();
        if !is_new || room > chosen.lacks {
            return Ok(());
        }
        let mut others = self.none();
        around().for_each(|group| others.insert_all(&group.open));
        // If the outer groups have too little room, there is no solution, so the inner cells are excluded as
        // well.
        if room == chosen.lacks {
            inner().for_each(|group| others.remove_all(&group.open));
        }
        if others.is_empty() {
            return Ok(());
        }
        let technique = match chosen.inner.len() {
            1 => Technique::Groups1,
            2 => Technique::Groups2,
            _ => Technique::Groups3,
        };
        let mut groups: Vec<usize> = inner().map(|group| group.index).collect();
        groups.extend(around().map(|group| group.index));
        groups[chosen.inner.len()..].sort_unstable();
        let compared = chosen.inner.len();
        sink(Deduction { compared, ..Deduction::excluding(technique, others, groups) })
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
    use crate::steps::open_group::OpenGroup;
    use crate::steps::packing::Packings;
    use crate::steps::random_positions::random_positions;
    use engine::Budget;
    use geometry::Cell;
    use itertools::Itertools;

    /// The inner groups, the outer groups and the excluded cells of a deduction.
    type Found = (BTreeSet<usize>, BTreeSet<usize>, Vec<Cell>);

    /// Tries all choices of `number` groups, each of which lies within at most `widest` groups.
    fn all_within(finder: &Finder, number: usize, widest: usize) -> BTreeSet<Found> {
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
                let (outer, is_outer) =
                    (beside(one), |cell| beside(one).iter().any(|it| it.open.contains(cell)));
                outer.len() <= widest && one.open.iter().all(is_outer)
            };
            let around: Vec<&OpenGroup> = inner.iter().flat_map(|it| beside(it)).collect();
            let around: Vec<&OpenGroup> =
                around.into_iter().unique_by(|group| group.index).collect();
            let room: usize = around.iter().map(|group| group.room).sum();
            let lacks: usize = inner.iter().map(|group| group.lacks).sum();
            // A wide set does not need all room of the other family.
            let is_other = |it: &&OpenGroup| family(it) == other;
            let whole_room: usize = finder.groups.iter().filter(is_other).map(|it| it.room).sum();
            let is_excess = room < lacks || lacks >= whole_room;
            if !inner.iter().all(lies_within) || room > lacks || number > 3 && is_excess {
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
            (Technique::Groups1, 1..=1, 3),
            (Technique::Groups2, 2..=2, 3),
            (Technique::Groups3, 3..=3, 3),
            (Technique::Groups4, 4..=5, usize::MAX),
        ];
        let (budget, packings) = (Budget::default(), Packings::default());
        let mut number_found = [0; 4];
        for (board, candidates) in random_positions(34).take(120) {
            let finder = Finder::new(&board, &candidates, &packings, &budget);
            for (index, (technique, numbers, widest)) in techniques.iter().enumerate() {
                let mut found = BTreeSet::new();
                let collect = |deduction: Deduction| {
                    assert_eq!(deduction.technique, *technique);
                    let (inner, outer) = deduction.groups.split_at(deduction.compared);
                    let set = |groups: &[usize]| groups.iter().copied().collect();
                    found.insert((set(inner), set(outer), deduction.exclude.iter().collect()));
                    None
                };
                finder.first(&[*technique], collect).unwrap();
                let expected = numbers.clone().flat_map(|it| all_within(&finder, it, *widest));
                assert_eq!(found, expected.collect(), "{candidates:?}");
                number_found[index] += found.len();
            }
        }
        assert!(number_found.iter().all(|&number| number > 10), "{number_found:?}");
    }
}
