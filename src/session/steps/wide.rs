//! Four or more groups that lie within other groups.

use super::deduction::Deduction;
use super::finder::{Finder, Sink, Stop};
use super::nesting::families;
use super::technique::Technique;

/// Maximum number of inner groups, whose sets are all tried.
const MOST_INNER: usize = 16;

/// Minimum number of inner groups. Fewer are the matter of easier techniques.
const LEAST: u32 = 4;

/// Inner groups that need all the room of the outer groups around them, one bit for each group.
struct TightSet {
    inner: u32,
    outer: u32,
    /// The indices of the families of the inner and of the outer groups.
    families: (usize, usize),
}

impl Finder<'_> {
    /// Finds four or more inner groups of one family whose open cells lie within outer groups of another
    /// family, if the outer groups have no more room than the inner groups need. Fewest inner groups first.
    pub(super) fn wide(&self, sink: &mut Sink) -> Result<(), Stop> {
        let families = families(self.board, &self.groups);
        let mut tight = Vec::new();
        for (number, inner) in families.iter().enumerate() {
            for (other, outer) in families.iter().enumerate() {
                self.check()?;
                if number != other && outer.len() <= u32::BITS as usize {
                    self.tight_sets((number, inner), (other, outer), &mut tight);
                }
            }
        }
        tight.sort_by_key(|set| set.inner.count_ones());
        for set in tight {
            let chosen = |bits: u32, family: usize| {
                let members = families[family].iter().enumerate();
                members.filter(move |(index, _)| bits >> index & 1 == 1).map(|(_, &index)| index)
            };
            let inner: Vec<usize> = chosen(set.inner, set.families.0).collect();
            let outer: Vec<usize> = chosen(set.outer, set.families.1).collect();
            let mut others = self.none();
            for &index in &outer {
                others.insert_all(&self.groups[index].open);
            }
            for &index in &inner {
                others.remove_all(&self.groups[index].open);
            }
            let named = inner.iter().chain(&outer).map(|&index| self.groups[index].index);
            let groups: Vec<usize> = named.collect();
            let found = Deduction::excluding(Technique::Groups4, others, groups);
            sink(Deduction { compared: inner.len(), ..found })?;
        }
        Ok(())
    }

    /// Adds the tight sets of one family within another. Of equal sets of outer groups, only the one with all
    /// inner groups that need pieces is of interest, but the others exclude the same cells or more.
    fn tight_sets(
        &self,
        (number, inner): (usize, &[usize]),
        (other, outer): (usize, &[usize]),
        tight: &mut Vec<TightSet>,
    ) {
        let mut lacking = Vec::new();
        for (index, &group) in inner.iter().enumerate() {
            let group = &self.groups[group];
            let mut around = 0_u32;
            let mut left = group.left;
            for (position, &other) in outer.iter().enumerate() {
                let both = self.groups[other].open.overlap(&group.open);
                left -= both;
                around |= u32::from(both > 0) << position;
            }
            if left == 0 && group.lacks > 0 {
                lacking.push((1_u32 << index, around, group.lacks));
            }
        }
        if lacking.len() > MOST_INNER || lacking.len() < LEAST as usize || inner.len() > 32 {
            return;
        }
        let room = |bits: u32| {
            let chosen = outer.iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1);
            chosen.map(|(_, &index)| self.groups[index].room).sum::<usize>()
        };
        let all = room(u32::MAX);
        let mut sets = vec![(0_u32, 0_u32, 0_usize); 1 << lacking.len()];
        for set in 1..sets.len() {
            let (bit, around, lacks) = lacking[set.trailing_zeros() as usize];
            let before = sets[set & (set - 1)];
            let here = (before.0 | bit, before.1 | around, before.2 + lacks);
            sets[set] = here;
            if here.0.count_ones() >= LEAST && here.2 < all && room(here.1) == here.2 {
                let families = (number, other);
                tight.push(TightSet { inner: here.0, outer: here.1, families });
            }
        }
    }
}
