use super::board::{Board, Bounded};
use super::candidates::Candidates;
use geometry::CellSet;

/// A group with open cells.
pub(super) struct OpenGroup {
    pub index: usize,
    pub open: CellSet,
    /// Number of open cells.
    pub left: usize,
    /// Minimum number of further pieces.
    pub lacks: usize,
    /// Maximum number of further pieces.
    pub room: usize,
    /// True if the group has changed since an earlier position, so that new deductions are possible.
    pub is_new: bool,
}

/// Groups without a common cell, counted as if they were one group.
pub(super) struct GroupSet {
    /// The indices among the open groups.
    pub groups: Vec<usize>,
    pub open: CellSet,
    /// Minimum number of further pieces.
    pub lacks: usize,
    /// Maximum number of further pieces.
    pub room: usize,
}

/// A set of groups of one family: one bit per group.
pub(super) type Groups = u128;

/// Inner groups of one family that need pieces and lie within outer groups of another family.
pub(super) struct Nesting {
    /// For each inner group, its index among the open groups, and the set of outer groups around its open cells. Fewest
    /// open cells first.
    pub inner: Vec<(usize, Groups)>,
    /// The indices of the outer groups among the open groups.
    pub outer: Vec<usize>,
    /// Maximum number of pieces that one inner group still needs.
    pub max_lacks: usize,
}

/// The groups with open cells, fewest open cells first. If `before` is `None`, every group counts as new.
pub(super) fn open_groups(
    before: Option<&Candidates>,
    board: &Board,
    candidates: &Candidates,
) -> Vec<OpenGroup> {
    let settled = before.map(|before| &before.open - &candidates.open);
    let open_group = |(index, group): (usize, &Bounded)| {
        let bounds = group.left(&candidates.placed, &candidates.open);
        (bounds.open_cells() > 0).then(|| OpenGroup {
            index,
            open: &group.cells & &candidates.open,
            left: bounds.open_cells() as usize,
            lacks: bounds.min() as usize,
            room: bounds.max() as usize,
            is_new: settled.as_ref().is_none_or(|settled| group.cells.overlap(settled) > 0),
        })
    };
    let mut groups = Vec::with_capacity(board.groups().len());
    groups.extend(board.groups().iter().enumerate().filter_map(open_group));
    groups.sort_by_key(|group| group.left);
    groups
}
