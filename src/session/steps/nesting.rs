//! Groups of one family within groups of another.

use super::board::Board;
use super::open_group::OpenGroup;

/// The most groups around the open cells of one group: more are hard to see at once.
const TOGETHER: u32 = 3;

/// A set of groups of one family, one bit each by their order.
pub(super) type Groups = u128;

/// Groups of one family that need pieces and lie within few groups of another.
pub(super) struct Nesting {
    /// The inner groups by their order among the open groups, and the outer ones that their open cells lie
    /// in.
    pub inner: Vec<(usize, Groups)>,
    /// The outer family, by the order among the open groups.
    pub outer: Vec<usize>,
    /// Those of the outer family that have changed.
    pub new: Groups,
    /// Those of the outer family that have room.
    pub with_room: Groups,
    /// The most pieces that an inner group needs.
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

/// The groups of each family within those of each other.
pub(super) fn nestings(board: &Board, groups: &[OpenGroup]) -> Vec<Nesting> {
    let mut families: Vec<Vec<usize>> = Vec::new();
    for range in board.families() {
        let all = groups.iter().enumerate();
        let of = all.filter(|(_, group)| range.contains(&group.index));
        families.push(of.map(|(index, _)| index).collect());
    }
    families.retain(|family| !family.is_empty() && family.len() <= Groups::BITS as usize);
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

/// The groups of a family around the open cells of a group; `None` if they are too many, or do not
/// hold all.
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
