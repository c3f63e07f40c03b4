//! What techniques know of one position, and whom they tell their deductions.

use std::cell::OnceCell;

use super::board::Board;
use super::candidates::Candidates;
use super::deduction::Deduction;
use super::nesting::Nesting;
use super::open_group::{Band, OpenGroup, open_groups};
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
    pub bands: OnceCell<Vec<Band>>,
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

    pub(super) fn check(&self) -> Answer<()> {
        self.packings.check(self.board, self.budget)
    }

    /// The empty set of cells.
    pub(super) fn none(&self) -> CellSet {
        CellSet::empty(self.candidates.open.size())
    }
}
