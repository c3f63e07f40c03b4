//! A search that was recorded, and where it stands after each step.

use rustc_hash::FxHashMap;

use crate::engine::search::{Event, Model, Options, Search, Trace};
use crate::engine::{Budget, Cause, Interrupted};
use crate::geometry::Cell;

/// The most steps that are kept of a search.
pub(in crate::tui) const MOST: usize = 100_000;

/// What a search did, from its beginning.
#[derive(Clone, Debug)]
pub(in crate::tui) struct Recording {
    pub options: Options,
    pub events: Vec<Event>,
    pub end: End,
    /// True if a variable is a column, rather than a row.
    pub by_column: bool,
}

/// Why a recording goes no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui) enum End {
    /// The search was over.
    Whole,
    /// The steps were too many.
    Cut,
    /// A budget ended.
    Interrupted(Interrupted),
}

/// Takes the first steps and ends the search then.
struct Recorder {
    events: Vec<Event>,
    budget: Budget,
}

impl Trace for Recorder {
    fn event(&mut self, event: Event) {
        if self.events.len() < MOST {
            self.events.push(event);
        } else {
            self.budget.cancel();
        }
    }
}

impl Recording {
    /// Searches for all solutions and records how, as far as steps are kept and the budget goes.
    ///
    /// # Errors
    /// When it is cancelled.
    pub(in crate::tui) fn record(
        model: &Model,
        options: Options,
        budget: &Budget,
    ) -> Result<Self, Interrupted> {
        let recorder = Recorder { events: Vec::new(), budget: budget.clone() };
        let mut search = Search::traced(model, options, recorder);
        let end = loop {
            match search.next(budget) {
                Ok(Some(_)) => {}
                Ok(None) => break End::Whole,
                Err(_) if search.trace().events.len() == MOST => break End::Cut,
                Err(interrupted) if interrupted.cause == Cause::Cancelled => {
                    return Err(interrupted);
                }
                Err(interrupted) => break End::Interrupted(interrupted),
            }
        };
        let events = std::mem::take(&mut search.trace().events);
        Ok(Self { options, events, end, by_column: model.is_by_column() })
    }

    /// Where the search stands after so many steps.
    pub(in crate::tui) fn moment(&self, steps: usize) -> Moment {
        let mut moment = Moment::default();
        for (number, &event) in self.events[..steps].iter().enumerate() {
            moment.advance(number, event);
        }
        moment
    }

    /// The row of a cell, or its column where columns are the variables.
    pub(in crate::tui) fn line(&self, cell: Cell) -> u16 {
        if self.by_column { cell.column() } else { cell.row() }
    }

    /// The name of a row, or of a column.
    pub(in crate::tui) fn line_name(&self, line: u16) -> String {
        if self.by_column {
            format!("column {}", Cell::column_name(line))
        } else {
            format!("row {}", line + 1)
        }
    }
}

/// What the search has done with a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui) enum Mark {
    /// A piece is tried there.
    Tried,
    /// It is the last candidate of its row: a piece stands there.
    Forced,
    /// It went at the step of this number, counted from 0.
    Pruned(usize),
    /// A piece was tried there and given up at this step.
    GivenUp(usize),
}

/// Where a search stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::tui) struct Moment {
    marks: FxHashMap<Cell, Mark>,
    /// What was marked, and how it was before.
    trail: Vec<(Cell, Option<Mark>)>,
    /// The cells with a piece, the latest last.
    pieces: Vec<Cell>,
    /// How long trail and pieces were before each piece tried.
    levels: Vec<(usize, usize)>,
    pub failures: usize,
    pub branches: usize,
    pub solutions: usize,
}

impl Moment {
    /// Goes on by the step of this number.
    pub(super) fn advance(&mut self, number: usize, event: Event) {
        match event {
            Event::Assign { cell, .. } => {
                self.levels.push((self.trail.len(), self.pieces.len()));
                self.branches += 1;
                self.set(cell, Mark::Tried);
            }
            Event::Force { cell } => self.set(cell, Mark::Forced),
            Event::Prune { cell } => self.set(cell, Mark::Pruned(number)),
            Event::Backtrack { cell, depth } => {
                self.take_back(depth);
                self.branches += 1;
                self.set(cell, Mark::GivenUp(number));
            }
            Event::Restart => self.take_back(0),
            Event::Fail { .. } => self.failures += 1,
            Event::Solution { .. } => self.solutions += 1,
        }
    }

    fn set(&mut self, cell: Cell, mark: Mark) {
        if let Mark::Tried | Mark::Forced = mark {
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

    /// The number of pieces tried.
    pub(in crate::tui) fn depth(&self) -> usize {
        self.levels.len()
    }

    pub(in crate::tui) fn mark(&self, cell: Cell) -> Option<Mark> {
        self.marks.get(&cell).copied()
    }

    /// The cells with a piece, the latest first.
    pub(in crate::tui) fn pieces(&self) -> impl Iterator<Item = Cell> + '_ {
        let stands = |cell: &Cell| matches!(self.mark(*cell), Some(Mark::Tried | Mark::Forced));
        self.pieces.iter().rev().copied().filter(stands)
    }
}
