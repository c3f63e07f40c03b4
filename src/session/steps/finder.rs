//! The information about one position that techniques share, and the receiver of their deductions.

use std::cell::OnceCell;

use super::board::Board;
use super::candidates::Candidates;
use super::deduction::Deduction;
use super::open_group::{GroupSet, Groups, Nesting, OpenGroup, open_groups};
use super::packing::Packings;
use engine::{Answer, Budget, Interrupted};
use geometry::CellSet;

/// Finds deductions in one position.
pub(super) struct Finder<'a> {
    pub board: &'a Board,
    pub candidates: &'a Candidates,
    /// The groups with open cells, fewest open cells first.
    pub groups: Vec<OpenGroup>,
    /// Groups within other groups, computed when a technique first needs them.
    pub nestings: OnceCell<Vec<Nesting>>,
    /// Adjacent rows and columns, and other groups, computed when a technique first needs them.
    pub bands: OnceCell<Vec<GroupSet>>,
    pub packings: &'a Packings,
    budget: &'a Budget,
}

/// The reason why a technique stops looking for deductions.
pub(super) enum Stop {
    /// A deduction was chosen.
    Chosen,
    /// The budget ended. The cause is boxed to keep the results of techniques small.
    Interrupted(Box<Interrupted>),
}

impl From<Interrupted> for Stop {
    fn from(interrupted: Interrupted) -> Self {
        Self::Interrupted(interrupted.into())
    }
}

/// Receives deductions one by one until one is chosen. Ignores deductions that settle no cell.
pub(super) type Sink<'a> = dyn FnMut(Deduction) -> Result<(), Stop> + 'a;

impl<'a> Finder<'a> {
    /// A finder of all deductions.
    pub(super) fn new(
        board: &'a Board,
        candidates: &'a Candidates,
        packings: &'a Packings,
        budget: &'a Budget,
    ) -> Self {
        Self::since(None, board, candidates, packings, budget)
    }

    /// A finder of the deductions from groups that have changed since an earlier position. Other deductions
    /// were already possible in the earlier position.
    pub(super) fn since(
        before: Option<&Candidates>,
        board: &'a Board,
        candidates: &'a Candidates,
        packings: &'a Packings,
        budget: &'a Budget,
    ) -> Self {
        let groups = open_groups(before, board, candidates);
        Self {
            board,
            candidates,
            groups,
            nestings: OnceCell::new(),
            bands: OnceCell::new(),
            packings,
            budget,
        }
    }

    /// The changed groups that need pieces, fewest open cells first.
    pub(super) fn lacking(&self) -> impl Iterator<Item = &OpenGroup> {
        self.groups.iter().filter(|group| group.is_new && group.lacks > 0)
    }

    /// For each family whose groups have no cell in common, the indices of its groups among the open groups. Leaves out
    /// families of more groups than a set of [`Groups`] can have.
    pub(super) fn families(&self) -> Vec<Vec<usize>> {
        let mut families: Vec<Vec<usize>> = Vec::new();
        for range in self.board.families() {
            let all = self.groups.iter().enumerate();
            let of = all.filter(|(_, group)| range.contains(&group.index));
            families.push(of.map(|(index, _)| index).collect());
        }
        families.retain(|family| !family.is_empty() && family.len() <= Groups::BITS as usize);
        families
    }

    /// Joins groups that have no common cell into one set. The groups are given by their index among the open groups.
    pub(super) fn joined(&self, groups: &[usize]) -> GroupSet {
        let mut joined = GroupSet { groups: groups.to_vec(), open: self.none(), lacks: 0, room: 0 };
        for &index in groups {
            let group = &self.groups[index];
            joined.open.insert_all(&group.open);
            joined.lacks += group.lacks;
            joined.room += group.room;
        }
        joined
    }

    pub(super) fn check(&self) -> Answer<()> {
        self.packings.check(self.board, self.budget)
    }

    /// The empty set of cells.
    pub(super) fn none(&self) -> CellSet {
        CellSet::empty(self.candidates.open.size())
    }
}

/// Leaves out items one by one, the last one first, while the others are `enough`.
pub(super) fn needed<T>(mut kept: Vec<T>, enough: impl Fn(&[T]) -> bool) -> Vec<T> {
    for index in (0..kept.len()).rev() {
        let left_out = kept.remove(index);
        if !enough(&kept) {
            kept.insert(index, left_out);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use geometry::Grid;
    use problem::{Problem, Rules};

    #[test]
    fn families_of_too_many_groups_are_left_out() {
        for (size, number) in [("128x2", 2), ("129x2", 1)] {
            let needs = ["rows=1", "columns"].map(|need| need.parse().unwrap());
            let grid = Grid::new(size.parse().unwrap());
            let rules = Arc::new(Rules::new(grid, "wazir".parse().unwrap(), needs));
            let (budget, packings) = (Budget::default(), Packings::default());
            let board = Board::new(&rules, &budget).unwrap();
            let candidates = board.candidates(&Problem::new(rules));
            let finder = Finder::new(&board, &candidates, &packings, &budget);
            assert_eq!(finder.families().len(), number, "{size}");
        }
    }
}
