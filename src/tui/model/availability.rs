//! What is possible at the position: facts on which the gates of several operations depend.

use crate::app::job::AnyJob;
use crate::app::jobs::{MakeGame, MakePuzzle, Recognise};
use crate::input::ProofAction;
use crate::model::Model;
use geometry::{Cell, ParseSizeError, Size};
use problem::GroupId;
use session::CellState;

impl Model {
    /// The pending request to make a puzzle, if any.
    pub(crate) fn puzzle_request(&self) -> Option<&AnyJob> {
        let job = &self.app.jobs.answering.as_ref()?.job;
        let is_puzzle = job.is::<MakePuzzle>() || job.is::<MakeGame>() || job.is::<Recognise>();
        is_puzzle.then_some(job)
    }

    /// The size of the puzzle that is being made, if any.
    pub(crate) fn requested_size(&self) -> Option<Size> {
        let job = self.puzzle_request()?;
        if let Some(MakeGame { wanted, .. }) = job.get() {
            return Size::square(wanted.size()).ok();
        }
        let drawn = job.get().map(|Recognise(drawn)| drawn.regions.size());
        Some(drawn.unwrap_or(self.app.session.rules().size()))
    }

    /// True if the user may suppose a piece on a cell. Depends only on what the board shows of the cell.
    pub(crate) fn can_suppose(&self, cell: Cell) -> bool {
        let is_refuted = match self.shown_state(cell) {
            Some(state) => state == CellState::Impossible,
            None => !self.has_full_assist(),
        };
        is_refuted && !self.is_finished()
    }

    /// True if nothing is left to decide. With full assist, no cell is open and the position is not known to
    /// lack solutions. Otherwise, the pieces are a solution.
    pub(crate) fn is_finished(&self) -> bool {
        use CellState::{Forced, Possible, Unknown};
        if !self.has_full_assist() {
            return self.app.session.is_solved();
        }
        let is_open = |cell| matches!(self.app.session.state(cell), Possible | Forced | Unknown);
        self.app.session.is_satisfiable() != Some(false)
            && !self.app.session.rules().size().iter().any(is_open)
    }

    /// The size of a board with `by` more rows and columns.
    ///
    /// # Errors
    /// When boards of that size are not supported.
    pub(crate) fn resized(&self, by: i32) -> Result<Size, ParseSizeError> {
        let size = self.app.session.rules().size();
        let changed = |side: u16| u16::try_from(i32::from(side) + by).unwrap_or_default();
        Size::new(changed(size.rows()), changed(size.columns()))
    }

    /// True if the board can be completed.
    pub(crate) fn can_complete(&self) -> bool {
        let is_lost = self.has_full_assist() && self.app.session.is_satisfiable() == Some(false);
        !is_lost && !self.is_finished()
    }

    /// The group of a cell of this kind; `None` if no rule speaks of one.
    pub(crate) fn named_group(&self, action: ProofAction, cell: Cell) -> Option<GroupId> {
        let rules = self.app.session.rules();
        let group = match action {
            ProofAction::Row => GroupId::Row(cell.row()),
            ProofAction::Column => GroupId::Column(cell.column()),
            ProofAction::Region => GroupId::Region(rules.regions()?.region(cell)?),
        };
        Some(group).filter(|group| rules.groups().iter().any(|other| other.id() == *group))
    }
}
