use super::board::{Board, Bounded};
use super::candidates::Candidates;
use geometry::CellSet;

/// A group with cells that are open.
pub(super) struct OpenGroup {
    pub index: usize,
    pub open: CellSet,
    /// The number of open cells.
    pub left: usize,
    /// How many more pieces it needs.
    pub lacks: usize,
    /// How many more pieces it may have.
    pub room: usize,
    /// True if it has changed since an earlier position, so that something new may follow from it.
    pub is_new: bool,
}

/// The groups with open cells, those with the fewest first. All are new unless there is an earlier position.
pub(super) fn open_groups(
    before: Option<&Candidates>,
    board: &Board,
    candidates: &Candidates,
) -> Vec<OpenGroup> {
    let settled = before.map(|before| &before.open - &candidates.open);
    let open_group = |(index, group): (usize, &Bounded)| {
        let open = &group.cells & &candidates.open;
        let pieces = group.cells.overlap(&candidates.placed);
        let left = open.len();
        (left > 0).then(|| OpenGroup {
            index,
            open,
            left,
            lacks: group.lower.saturating_sub(pieces),
            room: group.upper.saturating_sub(pieces),
            is_new: settled.as_ref().is_none_or(|settled| group.cells.overlap(settled) > 0),
        })
    };
    let mut groups = Vec::with_capacity(board.groups().len());
    groups.extend(board.groups().iter().enumerate().filter_map(open_group));
    groups.sort_by_key(|group| group.left);
    groups
}
