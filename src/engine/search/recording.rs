//! A recorded search, and its state after each step.

use rustc_hash::FxHashMap;

use super::{
    ColumnModel, Event, PropagatorCounts, RemovalCause, Search, SearchOptions, SearchTree, Trace,
};
use crate::budget::{Answer, Budget, Cause, Interrupted};
use geometry::Cell;
use problem::GroupId;

/// Maximum number of recorded steps.
pub const MAX_STEPS: usize = 100_000;

/// A recorded search.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The options of the search.
    pub options: SearchOptions,
    /// The steps, in order.
    pub events: Vec<Event>,
    /// The tree of the steps.
    pub tree: SearchTree,
    /// For each node whose propagation has ended, how often each propagator has run by then.
    pub runs: Vec<PropagatorCounts>,
    /// Why the recording ends.
    pub end: RecordingEnd,
    /// True if the variables are columns, false if they are rows.
    pub by_column: bool,
}

/// Why a recording ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordingEnd {
    /// The search was complete.
    Whole,
    /// The search has more than the maximum number of steps.
    Cut,
    /// A budget ended.
    Interrupted(Interrupted),
}

/// Records steps, and cancels the search after the maximum number of steps.
struct Recorder {
    events: Vec<Event>,
    runs: Vec<PropagatorCounts>,
    budget: Budget,
}

impl Trace for Recorder {
    fn event(&mut self, event: Event) {
        if self.events.len() < MAX_STEPS {
            self.events.push(event);
        } else {
            self.budget.cancel();
        }
    }

    fn propagated(&mut self, runs: &PropagatorCounts) {
        if self.events.len() < MAX_STEPS {
            self.runs.push(*runs);
        }
    }
}

impl Recording {
    /// Searches for all solutions and records the steps, until the maximum number of steps or the end of the budget.
    ///
    /// # Errors
    /// When the search is cancelled.
    pub fn record(model: &ColumnModel, options: SearchOptions, budget: &Budget) -> Answer<Self> {
        // The maximum number of steps cancels only this search, not the other users of the budget.
        let budget = budget.with_own_flag();
        let recorder = Recorder { events: Vec::new(), runs: Vec::new(), budget: budget.clone() };
        let mut search = Search::traced(model, options, recorder);
        let end = loop {
            match search.next(&budget) {
                Ok(Some(_)) => {}
                Ok(None) => break RecordingEnd::Whole,
                Err(_) if search.trace().events.len() == MAX_STEPS => break RecordingEnd::Cut,
                Err(interrupted) if interrupted.cause == Cause::Cancelled => {
                    return Err(interrupted);
                }
                Err(interrupted) => break RecordingEnd::Interrupted(interrupted),
            }
        };
        let events = std::mem::take(&mut search.trace().events);
        let runs = std::mem::take(&mut search.trace().runs);
        let tree = SearchTree::new(&events);
        Ok(Self { options, events, tree, runs, end, by_column: model.is_by_column() })
    }

    /// The state after `steps` steps.
    pub fn snapshot(&self, steps: usize) -> SearchSnapshot {
        let mut moment = SearchSnapshot::default();
        for (number, &event) in self.events[..steps].iter().enumerate() {
            moment.advance(number, event);
        }
        moment
    }

    /// The index of the cell's row, or of its column if columns are the variables.
    pub fn line(&self, cell: Cell) -> u16 {
        if self.by_column { cell.column() } else { cell.row() }
    }

    /// The row of a cell, or its column if columns are the variables.
    pub fn group(&self, cell: Cell) -> GroupId {
        self.group_of(self.line(cell))
    }

    /// The row with this index, or the column if columns are the variables.
    pub fn group_of(&self, line: u16) -> GroupId {
        if self.by_column { GroupId::Column(line) } else { GroupId::Row(line) }
    }
}

/// The effect of the search on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchMark {
    /// A piece is tried on the cell.
    Tried,
    /// The cell is the last candidate of its row, so it has a piece.
    Forced,
    /// The step with this number, counted from 0, removed the cell for this cause.
    Pruned(usize, RemovalCause),
    /// The step with this number, counted from 0, took back the piece that was tried on the cell: all solutions with
    /// the piece are found.
    Explored(usize),
}

/// The state of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchSnapshot {
    marks: FxHashMap<Cell, SearchMark>,
    /// The changed cells with their earlier marks, to undo steps.
    trail: Vec<(Cell, Option<SearchMark>)>,
    /// The cells with a piece, the latest last.
    pieces: Vec<Cell>,
    /// The lengths of `trail` and `pieces` before each currently tried piece, oldest first.
    levels: Vec<(usize, usize)>,
    /// Number of failures so far.
    pub failures: usize,
    /// Number of branches so far.
    pub branches: usize,
    /// Number of solutions found so far.
    pub solutions: usize,
}

impl SearchSnapshot {
    /// Applies the step with this number.
    pub fn advance(&mut self, number: usize, event: Event) {
        match event {
            Event::Assign { cell, .. } => {
                self.levels.push((self.trail.len(), self.pieces.len()));
                self.branches += 1;
                self.set(cell, SearchMark::Tried);
            }
            Event::Force { cell } => self.set(cell, SearchMark::Forced),
            Event::Prune { cell, cause } => self.set(cell, SearchMark::Pruned(number, cause)),
            Event::Backtrack { cell, depth } => {
                self.take_back(depth);
                self.branches += 1;
                self.set(cell, SearchMark::Explored(number));
            }
            Event::Restart => self.take_back(0),
            Event::Fail { .. } => self.failures += 1,
            Event::Solution { .. } => self.solutions += 1,
        }
    }

    fn set(&mut self, cell: Cell, mark: SearchMark) {
        if let SearchMark::Tried | SearchMark::Forced = mark {
            self.pieces.push(cell);
        }
        let before = self.marks.insert(cell, mark);
        self.trail.push((cell, before));
    }

    fn take_back(&mut self, depth: usize) {
        let Some(&(kept, pieces)) = self.levels.get(depth) else { return };
        self.levels.truncate(depth);
        self.pieces.truncate(pieces);
        for (cell, before) in self.trail.drain(kept..).rev() {
            match before {
                Some(mark) => self.marks.insert(cell, mark),
                None => self.marks.remove(&cell),
            };
        }
    }

    /// Number of pieces that are currently tried.
    pub fn depth(&self) -> usize {
        self.levels.len()
    }

    /// The effect of the search on a cell; `None` if the search has not changed it.
    pub fn mark(&self, cell: Cell) -> Option<SearchMark> {
        self.marks.get(&cell).copied()
    }

    /// The cells with a piece, the latest first.
    pub fn pieces(&self) -> impl Iterator<Item = Cell> + '_ {
        let is_on_board =
            |cell: &Cell| matches!(self.mark(*cell), Some(SearchMark::Tried | SearchMark::Forced));
        self.pieces.iter().rev().copied().filter(is_on_board)
    }
}
