//! Groups that lie within other groups.

use std::ops::ControlFlow;

use itertools::Itertools;

use super::Technique;
use super::deduction::{Deduction, Finder, OpenGroup, Search, Sink};

/// The most groups around the open cells of one group: more are hard to see at once.
const TOGETHER: usize = 3;

/// A group that needs pieces, and the groups of another family that its open cells lie in.
struct Nested<'a> {
    inner: &'a OpenGroup,
    /// Sorted indices.
    around: Vec<usize>,
}

impl Finder<'_> {
    /// Deductions from `number` groups of one family whose open cells lie within groups of another, which
    /// have no room for more than the first lack.
    pub(super) fn within(&self, number: usize, sink: &mut Sink) -> Search {
        let technique = match number {
            1 => Technique::Groups1,
            2 => Technique::Groups2,
            _ => Technique::Groups3,
        };
        for (inner, outer) in
            self.families().iter().tuple_combinations().flat_map(|(a, b)| [(a, b), (b, a)])
        {
            let nested = self.nested(inner, outer);
            for chosen in nested.iter().combinations(number) {
                let around: Vec<usize> = chosen
                    .iter()
                    .flat_map(|nested| &nested.around)
                    .copied()
                    .sorted_unstable()
                    .dedup()
                    .collect();
                let lacks: usize = chosen.iter().map(|nested| nested.inner.lacks).sum();
                let outer = || {
                    around
                        .iter()
                        .filter_map(|&index| outer.iter().find(|group| group.index == index))
                };
                if outer().map(|group| group.room).sum::<usize>() != lacks {
                    continue;
                }
                let mut others = self.none();
                outer().for_each(|group| others.insert_all(&group.open));
                chosen.iter().for_each(|nested| others.remove_all(&nested.inner.open));
                let groups = chosen
                    .iter()
                    .map(|nested| nested.inner.index)
                    .chain(around.iter().copied())
                    .collect();
                let found = Deduction::excluding(technique, others, groups);
                if Self::offer(found, sink).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            self.check()?;
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The groups with open cells by family, those with the fewest first.
    fn families(&self) -> Vec<Vec<&OpenGroup>> {
        let of = |range: &std::ops::Range<usize>| {
            self.groups.iter().filter(|group| range.contains(&group.index)).collect()
        };
        self.board.families().iter().map(of).collect()
    }

    /// The groups that need pieces and whose open cells lie within few groups of another family.
    fn nested<'a>(&self, inner: &[&'a OpenGroup], outer: &[&OpenGroup]) -> Vec<Nested<'a>> {
        let around = |group: &OpenGroup| {
            let mut left = group.left;
            let mut around = Vec::new();
            for other in outer {
                let both = other.open.overlap(&group.open);
                if both > 0 {
                    left -= both;
                    around.push(other.index);
                    if left == 0 {
                        break;
                    }
                    if around.len() == TOGETHER {
                        return None;
                    }
                }
            }
            around.sort_unstable();
            (left == 0).then_some(around)
        };
        let inner = inner.iter().filter(|group| group.lacks > 0);
        inner.filter_map(|&inner| Some(Nested { around: around(inner)?, inner })).collect()
    }
}
