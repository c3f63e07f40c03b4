//! Groups that lie within other groups.

use std::ops::{ControlFlow, Range};

use itertools::Itertools;

use super::Technique;
use super::deduction::{Deduction, Finder, OpenGroup, Search, Sink};

/// The most groups around the open cells of one group: more are hard to see at once.
const TOGETHER: u32 = 3;

/// A set of groups of one family, one bit each by their order.
type Groups = u128;

/// A group that needs pieces, and the groups of another family that its open cells lie in.
type Nested<'a> = (&'a OpenGroup, Groups);

impl Finder<'_> {
    /// Deductions from `number` groups of one family whose open cells lie within groups of another, which
    /// have no room for more than the first lack. Families of more than 128 groups are left out.
    pub(super) fn within(&self, number: usize, sink: &mut Sink) -> Search {
        let technique = match number {
            1 => Technique::Groups1,
            2 => Technique::Groups2,
            _ => Technique::Groups3,
        };
        let families = self.families();
        for pair in families.iter().permutations(2) {
            let (inner, outer) = (pair[0], pair[1]);
            self.check()?;
            for chosen in nested(inner, outer).iter().combinations(number) {
                let (mut lacks, mut around) = (0, Groups::default());
                for (group, beyond) in &chosen {
                    lacks += group.lacks;
                    around |= beyond;
                }
                let around = || members(around).map(|index| outer[index]);
                let is_new = chosen.iter().any(|(group, _)| group.is_new)
                    || around().any(|group| group.is_new);
                if !is_new || around().map(|group| group.room).sum::<usize>() != lacks {
                    continue;
                }
                let mut others = self.none();
                for group in around() {
                    others.insert_all(&group.open);
                }
                for (group, _) in &chosen {
                    others.remove_all(&group.open);
                }
                let chosen = chosen.iter().map(|(group, _)| group.index);
                let groups = chosen.chain(around().map(|group| group.index).sorted_unstable());
                let found = Deduction::excluding(technique, others, groups.collect());
                if Self::offer(found, sink).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The groups with open cells by family, those with the fewest first.
    fn families(&self) -> Vec<Vec<&OpenGroup>> {
        let of = |range: &Range<usize>| -> Vec<&OpenGroup> {
            self.groups.iter().filter(|group| range.contains(&group.index)).collect()
        };
        let families = self.board.families().iter().map(of);
        families.filter(|family| family.len() <= Groups::BITS as usize).collect()
    }
}

/// The groups that need pieces and whose open cells lie within few groups of another family.
fn nested<'a>(inner: &[&'a OpenGroup], outer: &[&OpenGroup]) -> Vec<Nested<'a>> {
    let around = |group: &OpenGroup| {
        let (mut left, mut around) = (group.left, Groups::default());
        for (index, other) in outer.iter().enumerate() {
            let both = other.open.overlap(&group.open);
            if both > 0 {
                left -= both;
                around |= 1 << index;
                if left == 0 {
                    return Some(around);
                }
                if around.count_ones() == TOGETHER {
                    return None;
                }
            }
        }
        None
    };
    let inner = inner.iter().filter(|group| group.lacks > 0);
    inner.filter_map(|&group| Some((group, around(group)?))).collect()
}

/// The indices of the members of a set.
fn members(groups: Groups) -> impl Iterator<Item = usize> {
    let next = |rest: &Groups| Some(rest & (rest - 1)).filter(|&rest| rest != 0);
    std::iter::successors(Some(groups).filter(|&groups| groups != 0), next)
        .map(|rest| rest.trailing_zeros() as usize)
}
