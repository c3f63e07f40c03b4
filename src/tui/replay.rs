//! A recorded search, and a moment of it.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::engine::search::{Event, Model, Options, Search, Trace};
use crate::engine::{Budget, Cause, Interrupted};
use crate::geometry::{Cell, CellSet};
use crate::problem::{Problem, Value};
use crate::session::CellState;

/// The most steps that are kept of a search.
pub(super) const MOST: usize = 100_000;

/// What a search did, from its beginning.
#[derive(Clone, Debug)]
pub(super) struct Recording {
    pub options: Options,
    pub events: Vec<Event>,
    pub end: End,
    /// Is a variable a column, rather than a row?
    pub by_column: bool,
}

/// Why a recording goes no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
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
    pub(super) fn of(
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
    pub(super) fn moment(&self, steps: usize) -> Moment {
        let mut moment = Moment::default();
        for (number, &event) in self.events[..steps].iter().enumerate() {
            moment.take(number, event);
        }
        moment
    }

    /// The row of a cell, or its column where columns are the variables.
    pub(super) fn line(&self, cell: Cell) -> u16 {
        if self.by_column { cell.column() } else { cell.row() }
    }

    /// What to call a row, or a column.
    pub(super) fn line_name(&self, line: u16) -> String {
        if self.by_column {
            format!("column {}", Cell::column_name(line))
        } else {
            format!("row {}", line + 1)
        }
    }
}

/// What the search knows of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
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
pub(super) struct Moment {
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
    fn take(&mut self, number: usize, event: Event) {
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
    pub(super) fn depth(&self) -> usize {
        self.levels.len()
    }

    pub(super) fn mark(&self, cell: Cell) -> Option<Mark> {
        self.marks.get(&cell).copied()
    }

    /// The cells with a piece, the latest first.
    pub(super) fn pieces(&self) -> impl Iterator<Item = Cell> + '_ {
        let stands = |cell: &Cell| matches!(self.mark(*cell), Some(Mark::Tried | Mark::Forced));
        self.pieces.iter().rev().copied().filter(stands)
    }
}

/// A recording that is looked at.
#[derive(Clone, Debug)]
pub(super) struct Replay {
    pub recording: Arc<Recording>,
    problem: Problem,
    /// How many steps are done.
    at: usize,
    moment: Moment,
    failing: Option<u16>,
    pub is_playing: bool,
    speed: usize,
    ticks: usize,
}

/// How many steps a second it plays.
const SPEEDS: [usize; 6] = [1, 2, 5, 10, 50, 250];

/// How often time passes in a second.
const TICKS: usize = 10;

/// Why a cell is no candidate any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// The piece there attacks it.
    Piece(Cell),
    /// It attacks all cells left in this row.
    Line(u16),
    /// Other constraints leave it no room.
    Others,
}

impl Replay {
    /// A recording of the search on a problem, before its first step.
    pub(super) fn new(recording: Recording, problem: Problem) -> Self {
        Self {
            recording: Arc::new(recording),
            problem,
            at: 0,
            moment: Moment::default(),
            failing: None,
            is_playing: false,
            speed: 2,
            ticks: 0,
        }
    }

    /// How many steps are done.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn len(&self) -> usize {
        self.recording.events.len()
    }

    pub(super) fn moment(&self) -> &Moment {
        &self.moment
    }

    /// The step done last.
    pub(super) fn event(&self) -> Option<Event> {
        self.at.checked_sub(1).map(|last| self.recording.events[last])
    }

    /// Goes to where so many steps are done, or to the end.
    pub(super) fn go_to(&mut self, steps: usize) {
        let steps = steps.min(self.len());
        if steps < self.at {
            self.moment = self.recording.moment(steps);
        } else {
            for number in self.at..steps {
                self.moment.take(number, self.recording.events[number]);
            }
        }
        self.at = steps;
        self.failing = self.empty_line();
    }

    /// The steps to the next solution; all of them if there is none.
    pub(super) fn next_solution(&self) -> usize {
        let later = self.recording.events[self.at..].iter();
        let solution = later.zip(self.at + 1..).find(|(event, _)| is_solution(**event));
        solution.map_or(self.len(), |(_, steps)| steps)
    }

    pub(super) fn steps_per_second(&self) -> usize {
        SPEEDS[self.speed]
    }

    pub(super) fn faster(&mut self) {
        self.speed = (self.speed + 1).min(SPEEDS.len() - 1);
    }

    pub(super) fn slower(&mut self) {
        self.speed = self.speed.saturating_sub(1);
    }

    /// A tenth of a second has passed: goes on while it plays, until a solution or the end.
    pub(super) fn tick(&mut self) {
        if !self.is_playing {
            return;
        }
        self.ticks += 1;
        let speed = self.steps_per_second();
        let due = self.ticks.is_multiple_of((TICKS / speed).max(1));
        let steps = if due { (speed / TICKS).max(1) } else { 0 };
        self.go_to(self.next_solution().min(self.at + steps));
        if steps > 0 && (self.solution().is_some() || self.at == self.len()) {
            self.is_playing = false;
        }
    }

    /// The solution that the last step has found.
    pub(super) fn solution(&self) -> Option<CellSet> {
        let found = self.event().is_some_and(is_solution);
        found.then(|| CellSet::from_cells(self.problem.rules().size(), self.moment.pieces()))
    }

    /// Can the search still place a piece there, or has it?
    fn is_left(&self, moment: &Moment, cell: Cell) -> bool {
        match moment.mark(cell) {
            Some(Mark::Tried | Mark::Forced) => true,
            Some(Mark::Pruned(_) | Mark::GivenUp(_)) => false,
            None => {
                let rules = self.problem.rules();
                let decided = self.problem.decisions().get(cell);
                let same = |&other: &Cell| self.recording.line(other) == self.recording.line(cell);
                decided != Some(Value::Excluded)
                    && !rules.grid().is_hole(cell)
                    && !moment.pieces().any(|piece| same(&piece))
                    && (decided == Some(Value::Placed)
                        || !self.problem.decisions().cells(Value::Placed).any(|cell| same(&cell)))
            }
        }
    }

    /// What is shown of a cell: a piece tried as placed, one that had to be there as forced.
    pub(super) fn state(&self, cell: Cell) -> CellState {
        let rules = self.problem.rules();
        if rules.grid().is_hole(cell) {
            return CellState::Hole;
        }
        let mark = self.moment.mark(cell);
        match (mark, self.problem.decisions().get(cell)) {
            (Some(Mark::Tried), _) | (_, Some(Value::Placed)) => CellState::Placed,
            (_, Some(Value::Excluded)) => CellState::Excluded,
            (Some(Mark::Forced), _) => CellState::Forced,
            (Some(Mark::GivenUp(_)), _) => CellState::Impossible,
            (Some(Mark::Pruned(_)), _) => {
                let attacked =
                    self.moment.pieces().any(|piece| rules.attacks().exclude(piece, cell));
                if attacked { CellState::Attacked } else { CellState::Impossible }
            }
            (None, None) if self.is_left(&self.moment, cell) => CellState::Possible,
            (None, None) => CellState::Attacked,
        }
    }

    /// The cells of a line.
    fn cells(&self, line: u16) -> impl Iterator<Item = Cell> + '_ {
        let size = self.problem.rules().size();
        let by_column = self.recording.by_column;
        let length = if by_column { size.rows() } else { size.columns() };
        (0..length).map(
            move |place| {
                if by_column { Cell::new(place, line) } else { Cell::new(line, place) }
            },
        )
    }

    /// The row that the last step has found without a candidate, if it has found one.
    pub(super) fn failing(&self) -> Option<u16> {
        self.failing
    }

    fn empty_line(&self) -> Option<u16> {
        let Some(Event::Fail { .. }) = self.event() else { return None };
        match self.recording.events.get(self.at.checked_sub(2)?)? {
            Event::Prune { cell } | Event::Backtrack { cell, .. } => {
                let line = self.recording.line(*cell);
                self.cells(line).all(|cell| !self.is_left(&self.moment, cell)).then_some(line)
            }
            _ => None,
        }
    }

    /// Why the step of this number took its cell away.
    pub(super) fn why(&self, number: usize, cell: Cell) -> Why {
        let (rules, moment) = (self.problem.rules(), self.recording.moment(number));
        let excludes = |other: Cell| rules.attacks().exclude(other, cell);
        if let Some(piece) = moment.pieces().find(|&piece| excludes(piece)) {
            return Why::Piece(piece);
        }
        let size = rules.size();
        let lines = if self.recording.by_column { size.columns() } else { size.rows() };
        let starved = |&line: &u16| {
            let mut left = self.cells(line).filter(|&cell| self.is_left(&moment, cell)).peekable();
            line != self.recording.line(cell) && left.peek().is_some() && left.all(excludes)
        };
        (0..lines).find(starved).map_or(Why::Others, Why::Line)
    }
}

fn is_solution(event: Event) -> bool {
    matches!(event, Event::Solution { .. })
}
