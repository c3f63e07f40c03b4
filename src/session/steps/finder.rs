use std::cell::OnceCell;
use std::ops::ControlFlow;

use super::board::Board;
use super::candidates::Candidates;
use super::deduction::{Deduction, DeductionSink};
use super::nesting::Nesting;
use super::open_group::{OpenGroup, open_groups};
use engine::{Budget, Interrupted, Phase, Progress};
use geometry::CellSet;

/// Finds deductions in one position.
pub(super) struct Finder<'a> {
    pub board: &'a Board,
    pub candidates: &'a Candidates,
    /// Those with the fewest open cells first.
    pub groups: Vec<OpenGroup>,
    /// Those that lie within others, once they are asked for.
    pub nestings: OnceCell<Vec<Nesting>>,
    budget: &'a Budget,
}

impl<'a> Finder<'a> {
    /// Finds all deductions.
    pub(super) fn new(board: &'a Board, candidates: &'a Candidates, budget: &'a Budget) -> Self {
        Self::since(None, board, candidates, budget)
    }

    /// Finds the deductions from groups that have changed since an earlier position. What follows from
    /// other groups followed there, too.
    pub(super) fn since(
        before: Option<&Candidates>,
        board: &'a Board,
        candidates: &'a Candidates,
        budget: &'a Budget,
    ) -> Self {
        let groups = open_groups(before, board, candidates);
        Self { board, candidates, groups, nestings: OnceCell::new(), budget }
    }

    /// Hands over a deduction, unless it settles nothing.
    pub(super) fn offer(found: Deduction, sink: &mut DeductionSink) -> ControlFlow<()> {
        if found.is_empty() { ControlFlow::Continue(()) } else { sink(found) }
    }

    /// The changed groups that need pieces, those with the fewest open cells first.
    pub(super) fn lacking(&self) -> impl Iterator<Item = &OpenGroup> {
        self.groups.iter().filter(|group| group.is_new && group.lacks > 0)
    }

    pub(super) fn check(&self) -> Result<(), Interrupted> {
        self.budget.check(Progress { phase: Phase::Searching, ..Progress::default() })
    }

    /// No cell.
    pub(super) fn none(&self) -> CellSet {
        CellSet::empty(self.candidates.open.size())
    }
}
