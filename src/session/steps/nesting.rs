//! Groups of one family within groups of another.

use super::board::Board;
use super::open_group::OpenGroup;

/// Maximum number of outer groups around the open cells of one inner group. More groups are hard to see at
/// once.
const TOGETHER: u32 = 3;

/// A set of groups of one family: one bit per group, in the order of the groups.
pub(super) type Groups = u128;

/// The inner groups of one family and the outer groups of another. Each inner group needs pieces, and its open
/// cells lie within few outer groups.
pub(super) struct Nesting {
    /// For each inner group, its index among the open groups, and the set of outer groups around its open
    /// cells.
    pub inner: Vec<(usize, Groups)>,
    /// The indices of the outer groups among the open groups.
    pub outer: Vec<usize>,
    /// The outer groups that have changed.
    pub new: Groups,
    /// The outer groups that can take more pieces.
    pub with_room: Groups,
    /// Maximum number of pieces that one inner group still needs.
    pub most: usize,
}

impl Nesting {
    fn new(groups: &[OpenGroup], inner: &[usize], outer: &[usize]) -> Self {
        let lacking = inner.iter().filter(|&&index| groups[index].lacks > 0);
        let nested =
            lacking.filter_map(|&index| Some((index, around(groups, index, outer)?))).collect();
        let those = |holds: fn(&OpenGroup) -> bool| {
            let held = outer.iter().enumerate().filter(|&(_, &index)| holds(&groups[index]));
            held.fold(0, |those, (index, _)| those | 1 << index)
        };
        Self {
            inner: nested,
            outer: outer.to_vec(),
            new: those(|group| group.is_new),
            with_room: those(|group| group.room > 0),
            most: inner.iter().map(|&index| groups[index].lacks).max().unwrap_or_default(),
        }
    }
}

/// For each family whose groups have no cell in common, the indices of its groups among the open groups.
/// Leaves out families of more than 128 groups.
pub(super) fn families(board: &Board, groups: &[OpenGroup]) -> Vec<Vec<usize>> {
    let mut families: Vec<Vec<usize>> = Vec::new();
    for range in board.families() {
        let all = groups.iter().enumerate();
        let of = all.filter(|(_, group)| range.contains(&group.index));
        families.push(of.map(|(index, _)| index).collect());
    }
    families.retain(|family| !family.is_empty() && family.len() <= Groups::BITS as usize);
    families
}

/// Computes the nestings of each family in each other family.
pub(super) fn nestings(board: &Board, groups: &[OpenGroup]) -> Vec<Nesting> {
    let families = families(board, groups);
    let mut nestings = Vec::new();
    for (number, inner) in families.iter().enumerate() {
        for (other, outer) in families.iter().enumerate() {
            if number != other {
                nestings.push(Nesting::new(groups, inner, outer));
            }
        }
    }
    nestings
}

/// The set of outer groups around the open cells of a group. `None` if there are more than [`TOGETHER`], or if
/// some open cell is in no outer group.
fn around(groups: &[OpenGroup], group: usize, outer: &[usize]) -> Option<Groups> {
    let group = &groups[group];
    let (mut left, mut around) = (group.left, Groups::default());
    for (index, &other) in outer.iter().enumerate() {
        let both = groups[other].open.overlap(&group.open);
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
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::steps::open_group::open_groups;
    use engine::Budget;
    use geometry::Grid;
    use problem::{Problem, Rules};

    #[test]
    fn families_of_too_many_groups_are_left_out() {
        for (size, number) in [("128x2", 2), ("129x2", 1)] {
            let needs = ["rows=1", "columns"].map(|need| need.parse().unwrap());
            let grid = Grid::new(size.parse().unwrap());
            let rules = Arc::new(Rules::new(grid, "wazir".parse().unwrap(), needs));
            let board = Board::new(&rules, &Budget::default()).unwrap();
            let groups = open_groups(None, &board, &board.candidates(&Problem::new(rules)));
            assert_eq!(families(&board, &groups).len(), number, "{size}");
        }
    }
}
