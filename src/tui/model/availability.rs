//! Whether an action is available now. Footer, overview of keys, palette and panel offer only available actions.

use crate::app::job::AnyJob;
use crate::app::jobs::{MakeGame, MakePuzzle, Recognise};
use crate::app::notice::{GameNotice, Notice};
use crate::input::{
    Action, GraphAction, PaintAction, PaletteEntry, ProofAction, RestorationAction, SeriesAction,
    WatchAction,
};

use crate::model::{Model, Shading};

use engine::{Completion, Rank};
use geometry::{Cell, ParseSizeError, Size};
use problem::{GroupId, Value};
use session::{CellState, NearestSize};

/// When an action is available, ordered from never to now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Availability {
    /// Never on this board with this assist.
    Never,
    /// Not now, but on another cell, after another step, or after more answers of the engine.
    Later,
    Now,
}

impl Availability {
    const fn now_or_later(is_now: bool) -> Self {
        if is_now { Self::Now } else { Self::Later }
    }

    const fn now_or_never(is_ever: bool) -> Self {
        if is_ever { Self::Now } else { Self::Never }
    }
}

/// True for actions that are meant for a puzzle that is not solved yet.
const fn needs_open_puzzle(action: Action) -> bool {
    matches!(
        action,
        Action::Place
            | Action::Exclude
            | Action::Anyway
            | Action::Complete
            | Action::Best(_)
            | Action::Retract(_)
            | Action::StillRight
            | Action::Hint
            | Action::NextReason
            | Action::Suppose
            | Action::Proving(_)
    )
}

/// True for actions that work while a puzzle is paused.
pub(crate) const fn works_in_pause(action: Action) -> bool {
    matches!(
        action,
        Action::Pause
            | Action::Command
            | Action::Begin(_)
            | Action::Typing(_)
            | Action::Help
            | Action::Cancel
            | Action::Mouse
            | Action::Suspend
            | Action::Interrupt
            | Action::Quit
    )
}

impl Model {
    /// True if an action is available now.
    pub(crate) fn can(&self, action: Action) -> bool {
        self.availability(action) == Availability::Now
    }

    /// Why an action is refused on the board of a puzzle that is solved; `None` if the action is not refused.
    pub(crate) fn refusal_when_solved(&self, action: Action) -> Option<Notice> {
        let is_refused = self.has_solved() && needs_open_puzzle(action) && !self.awaits_answer();
        is_refused.then_some(Notice::Game(GameNotice::Over))
    }

    /// When an action is available.
    pub(crate) fn availability(&self, action: Action) -> Availability {
        use Availability::{Never, Now};
        let now_if = Availability::now_or_later;
        if self.exceeds_assist(action) || self.is_paused() && !works_in_pause(action) {
            return Never;
        }
        if self.refusal_when_solved(action).is_some() {
            return Never;
        }
        let session = &self.app.session;
        match action {
            Action::Place => now_if(self.awaits_answer() || self.can_toggle(Value::Placed)),
            Action::Exclude => now_if(self.can_toggle(Value::Excluded)),
            Action::Anyway => now_if(self.can_restore()),
            Action::Complete => now_if(self.browsed().is_some() || self.can_complete()),
            Action::Best(_) if session.rules().weights().is_none() => Never,
            Action::Best(_) => now_if(self.can_complete()),
            Action::Undo => now_if(session.can_undo()),
            Action::Redo => now_if(session.can_redo()),
            Action::Reset => {
                let decisions = session.decisions();
                now_if(decisions.iter().any(|(cell, _)| !decisions.is_given(cell)))
            }
            Action::Retract(number) => {
                now_if(usize::from(number) <= session.decision_lines().len())
            }
            Action::HeatMap => {
                let is_on = !matches!(self.view.shading, Shading::Off | Shading::Consistency);
                now_if(is_on || self.has_counted_cells())
            }
            Action::Informative => now_if(self.has_counted_cells()),
            Action::NextSolution | Action::PreviousSolution | Action::RandomSolution => {
                now_if(self.can_browse(action))
            }
            Action::Adopt => {
                let is_in_search = || self.playback().is_some_and(|it| it.solution().is_some());
                now_if(self.browsed().is_some() || is_in_search())
            }
            Action::StillRight => now_if(!session.is_solved()),
            Action::Hint => now_if(!self.is_finished()),
            Action::NextReason => now_if(session.wish(self.view.cursor).is_some()),
            Action::Suppose => now_if(!self.is_finished() && self.can_suppose()),
            Action::Larger => now_if(self.resized(1).is_ok()),
            Action::Smaller => now_if(self.resized(-1).is_ok()),
            Action::NextPuzzle | Action::Pause => {
                Availability::now_or_never(self.playing().is_some())
            }
            Action::Begin("step") => Availability::now_or_never(self.playback().is_some()),
            Action::Begin("max-cost") => {
                Availability::now_or_never(session.rules().weights().is_some())
            }
            Action::Choosing(RestorationAction::Number(number)) => {
                let listed = self.restoration_list().map_or(0, |(found, _)| found.sets.len());
                now_if(usize::from(number) <= listed)
            }
            Action::Graphing(GraphAction::Next) => now_if(self.drawn().is_some()),
            Action::Stepping(action) => now_if(self.can_step(action)),
            Action::Proving(action) => now_if(self.can_prove(action)),
            Action::Painting(PaintAction::Fill) => {
                now_if(self.problem().rules().grid().is_hole(self.view.cursor))
            }
            Action::Painting(PaintAction::Differ) => {
                let is_shown = self.painting().is_some_and(|painting| painting.differs);
                now_if(is_shown || self.app.session.knowledge().repairs.two.is_some())
            }
            Action::Painting(PaintAction::Repairs) => now_if(self.can_repair()),
            Action::Painting(PaintAction::Repaint) => {
                now_if(self.repaints().is_some_and(|(repaints, _)| !repaints.is_empty()))
            }
            Action::Watching(action) => now_if(self.can_watch(action)),
            Action::Moving(_)
            | Action::Consistency
            | Action::Paint
            | Action::Diagram
            | Action::Search
            | Action::Copy
            | Action::Mouse
            | Action::Zoom
            | Action::Command
            | Action::Begin(_)
            | Action::Help
            | Action::Cancel
            | Action::Suspend
            | Action::Interrupt
            | Action::Quit
            | Action::Choosing(RestorationAction::Marked)
            | Action::Graphing(_)
            | Action::Painting(
                PaintAction::Region
                | PaintAction::Hole
                | PaintAction::Cell
                | PaintAction::Weigh
                | PaintAction::Digit
                | PaintAction::Sign
                | PaintAction::Erase,
            )
            | Action::Typing(_) => Now,
        }
    }

    /// True if a piece on the cell under the cursor can be supposed. Tells no more of its state than the board shows.
    fn can_suppose(&self) -> bool {
        match self.shown_state(self.view.cursor) {
            Some(state) => state == CellState::Impossible,
            None => !self.has_full_assist(),
        }
    }

    /// True if an action would reveal more than the assist allows.
    pub(crate) fn exceeds_assist(&self, action: Action) -> bool {
        // Without a wildcard, so that the compiler asks for each new action whether it reveals something.
        let asks_for_knowledge = match action {
            Action::Anyway
            | Action::HeatMap
            | Action::Consistency
            | Action::Informative
            | Action::NextSolution
            | Action::PreviousSolution
            | Action::RandomSolution
            | Action::Diagram
            | Action::NextReason
            | Action::Search
            | Action::Graphing(_)
            | Action::Stepping(SeriesAction::Open) => true,
            Action::Moving(_)
            | Action::Place
            | Action::Exclude
            | Action::Complete
            | Action::Best(_)
            | Action::Undo
            | Action::Redo
            | Action::Reset
            | Action::Retract(_)
            | Action::Adopt
            | Action::StillRight
            | Action::Hint
            | Action::Suppose
            | Action::Larger
            | Action::Smaller
            | Action::Paint
            | Action::Copy
            | Action::Mouse
            | Action::Zoom
            | Action::Command
            | Action::Begin(_)
            | Action::NextPuzzle
            | Action::Pause
            | Action::Help
            | Action::Cancel
            | Action::Suspend
            | Action::Interrupt
            | Action::Quit
            | Action::Choosing(_)
            | Action::Stepping(
                SeriesAction::Next
                | SeriesAction::Previous
                | SeriesAction::First
                | SeriesAction::Last,
            )
            | Action::Painting(_)
            | Action::Proving(_)
            | Action::Watching(_)
            | Action::Typing(_) => false,
        };
        asks_for_knowledge && !self.has_full_assist()
    }

    /// All entries of the present mode that are available now or later, even if an overlay is open.
    pub(crate) fn entries(&self) -> Vec<PaletteEntry> {
        let mut entries = self.view.keys.entries(self.scope_below());
        entries.retain_mut(|entry| {
            let soonest = entry.actions.iter().map(|&action| self.availability(action)).max();
            entry.is_later = soonest == Some(Availability::Later);
            soonest != Some(Availability::Never)
        });
        entries
    }

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

    /// True if the cell under the cursor can get this value, or if its decision can be taken back.
    fn can_toggle(&self, value: Value) -> bool {
        let (session, cell) = (&self.app.session, self.view.cursor);
        match session.decisions().get(cell) {
            Some(_) => !session.decisions().is_given(cell),
            None => session.check_with_assist(cell, value, session.assist()).is_ok(),
        }
    }

    /// True if some cell is possible, and the solutions are counted or estimated.
    fn has_counted_cells(&self) -> bool {
        let session = &self.app.session;
        let is_possible = |cell| session.state(cell) == CellState::Possible;
        (session.solutions().is_some() || session.estimate().is_some())
            && session.rules().size().iter().any(is_possible)
    }

    fn can_restore(&self) -> bool {
        let knowledge = self.app.session.knowledge();
        if matches!(knowledge.nearest_size, Some(NearestSize::Found(_))) {
            return true;
        }
        // As long as the reason is unknown, taking back decisions may help.
        let may_help = |wish| match knowledge.reason(wish) {
            None => true,
            Some(reason) => reason.is_some_and(|reason| reason.restoration.is_some()),
        };
        self.app.session.wish(self.view.cursor).is_some_and(may_help)
    }

    fn can_complete(&self) -> bool {
        let is_lost = self.has_full_assist() && self.app.session.is_satisfiable() == Some(false);
        !is_lost && !self.is_finished()
    }

    fn can_browse(&self, action: Action) -> bool {
        match self.browsed() {
            None => self.can_complete(),
            Some(Completion { rank: Some(Rank { total, .. }), .. }) => total.bits() > 1,
            Some(Completion { rank: None, .. }) => action != Action::PreviousSolution,
        }
    }

    fn can_step(&self, action: SeriesAction) -> bool {
        let is_open = action == SeriesAction::Open;
        is_open || self.series_view().is_some_and(|view| view.target(action) != view.stage_index)
    }

    /// True if the action names something that the position has.
    fn can_prove(&self, action: ProofAction) -> bool {
        let decision = self.app.session.decisions().get(self.view.cursor);
        match action {
            ProofAction::Open => decision.is_none(),
            ProofAction::Flip => true,
            ProofAction::Decision => decision.is_some(),
            ProofAction::Row | ProofAction::Column | ProofAction::Region => {
                self.named_group(action, self.view.cursor).is_some()
            }
        }
    }

    /// The group of a cell that an action names; `None` if no rule speaks of one.
    pub(crate) fn named_group(&self, action: ProofAction, cell: Cell) -> Option<GroupId> {
        let rules = self.app.session.rules();
        let group = match action {
            ProofAction::Row => GroupId::Row(cell.row()),
            ProofAction::Column => GroupId::Column(cell.column()),
            ProofAction::Region => GroupId::Region(rules.regions()?.region(cell)?),
            ProofAction::Open | ProofAction::Decision | ProofAction::Flip => return None,
        };
        Some(group).filter(|group| rules.groups().iter().any(|other| other.id() == *group))
    }

    fn can_watch(&self, action: WatchAction) -> bool {
        let Some(watching) = self.playback() else { return false };
        match action {
            WatchAction::Play => watching.is_playing || watching.steps_done() < watching.len(),
            WatchAction::Faster
            | WatchAction::Slower
            | WatchAction::LookLeft
            | WatchAction::LookRight
            | WatchAction::Fold
            | WatchAction::Causes
            | WatchAction::Graph
            | WatchAction::Beside
            | WatchAction::Settings => true,
            action => watching.target(action).is_some_and(|to| to != watching.steps_done()),
        }
    }
}
