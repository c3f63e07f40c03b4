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
