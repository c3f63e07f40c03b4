//! Bounds of groups that follow from all rules together.

use strum::IntoEnumIterator;

use crate::bounds::Bounds;
use crate::family::Family;
use crate::group::{Group, Requirement};
use crate::rules::Rules;

impl Rules {
    /// The groups of each family with the bounds that follow from all rules, family by family. The
    /// whole board and the groups of domination are included only if a requirement names them. Groups
    /// that may hold any number of pieces are left out. All bounds have an upper bound. It is less than
    /// the lower bound only if there is no solution.
    ///
    /// For example, if each of eight rows holds one piece and each of eight regions at least one, each
    /// region holds exactly one, since there are only eight pieces. A piece with the rook move stands
    /// at most once in each row and column.
    pub fn bounded_groups(&self) -> &[Group] {
        self.bounded.0.get_or_init(|| self.find_bounded_groups())
    }

    fn find_bounded_groups(&self) -> Vec<Group> {
        let requires = |family| self.bounds_of(family).is_some();
        let (sharing, overlapping): (Vec<Family>, Vec<Family>) =
            Family::iter().partition(|family| family.properties().partitions_board);
        let mut families: Vec<Vec<TightenedGroup>> =
            sharing.iter().map(|&family| self.with_own_bounds(family)).collect();
        tighten(&mut families);
        let mut groups = Vec::new();
        for (family, tightened) in sharing.into_iter().zip(families) {
            // Unless the number of all pieces is a rule, it implies no more than the other groups do.
            if family != Family::Pieces || requires(family) {
                let bounded = tightened.into_iter().filter(TightenedGroup::is_bounded);
                groups.extend(bounded.map(TightenedGroup::group));
            }
        }
        let overlapping = overlapping.into_iter().filter(|&family| requires(family));
        groups.extend(
            overlapping.flat_map(|family| self.with_own_bounds(family)).map(TightenedGroup::group),
        );
        groups
    }

    /// The groups of a family with the bounds from the family's own requirements.
    fn with_own_bounds(&self, family: Family) -> Vec<TightenedGroup> {
        let line = matches!(family, Family::Rows | Family::Columns);
        let alone = line && self.at_most_one_in_line();
        let any = Bounds { lower: 0, upper: None };
        let Bounds { lower, upper } = self.bounds_of(family).unwrap_or(any);
        let bounds = Bounds { lower, upper: upper.filter(|&upper| upper == lower) };
        let groups = self.groups_of(Requirement { family, bounds });
        let with_bounds = |group: Group| {
            let cells = group.cells().len();
            let most = if alone { cells.min(1) } else { cells };
            let upper = upper.map_or(most, |upper| most.min(upper as usize));
            TightenedGroup { lower: lower as usize, upper, group }
        };
        groups.into_iter().map(with_bounds).collect()
    }
}

/// A group while its bounds are tightened.
struct TightenedGroup {
    group: Group,
    lower: usize,
    upper: usize,
}

impl TightenedGroup {
    /// False if the group may hold any number of pieces.
    fn is_bounded(&self) -> bool {
        self.lower > 0 || self.upper < self.group.cells().len()
    }

    fn group(self) -> Group {
        let bounds = Bounds { lower: self.lower as u32, upper: Some(self.upper as u32) };
        self.group.with_bounds(bounds)
    }
}

/// Tightens the bounds by counting all pieces. Each cell is in exactly one group of a family. So a
/// group cannot have the pieces that the other groups of its family need, and it must have the pieces
/// for which the other groups have no room.
fn tighten(families: &mut [Vec<TightenedGroup>]) {
    let sums = |family: &[TightenedGroup]| -> (usize, usize) {
        (family.iter().map(|it| it.lower).sum(), family.iter().map(|it| it.upper).sum())
    };
    loop {
        let before: Vec<_> = families.iter().map(|family| sums(family)).collect();
        // Without drawn regions, the family of regions has no groups.
        let sharing = || before.iter().zip(&*families).filter(|(_, family)| !family.is_empty());
        let least = sharing().map(|(sums, _)| sums.0).max().unwrap_or_default();
        let most = sharing().map(|(sums, _)| sums.1).min().unwrap_or_default();
        if least > most {
            return;
        }
        for (family, &(lower, upper)) in families.iter_mut().zip(&before) {
            for group in family {
                let (need, room) = (least + group.upper, most + group.lower);
                group.upper = group.upper.min(room - lower);
                group.lower = group.lower.max(need.saturating_sub(upper));
            }
        }
        if families.iter().map(|family| sums(family)).eq(before) {
            return;
        }
    }
}
