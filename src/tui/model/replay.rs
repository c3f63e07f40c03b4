//! A recorded search while it is watched.

use std::sync::Arc;

use crate::engine::search::Event;
use crate::geometry::{Cell, CellSet};
use crate::problem::{Problem, Value};
use crate::session::CellState;
use crate::tui::model::recording::{Mark, Moment, Recording};

/// A recording with the position of the viewer.
#[derive(Clone, Debug)]
pub(in crate::tui) struct Replay {
    pub recording: Arc<Recording>,
    problem: Problem,
    /// The number of steps done.
    at: usize,
    moment: Moment,
    failing: Option<u16>,
    pub is_playing: bool,
    speed: usize,
    ticks: usize,
}

/// The speeds of playing, in steps a second.
const SPEEDS: [usize; 6] = [1, 2, 5, 10, 50, 250];

/// The number of ticks a second.
const TICKS: usize = 10;

/// Why a cell is not a candidate any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui) enum Why {
    /// The piece there attacks it.
    Piece(Cell),
    /// It attacks all cells left in this row.
    Line(u16),
    /// Other constraints exclude it.
    Others,
}

impl Replay {
    /// A recording of the search on a problem, before its first step.
    pub(in crate::tui) fn new(recording: Recording, problem: Problem) -> Self {
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

    /// The number of steps done.
    pub(in crate::tui) fn at(&self) -> usize {
        self.at
    }

    pub(in crate::tui) fn len(&self) -> usize {
        self.recording.events.len()
    }

    pub(in crate::tui) fn moment(&self) -> &Moment {
        &self.moment
    }

    /// The step done last.
    pub(in crate::tui) fn event(&self) -> Option<Event> {
        self.at.checked_sub(1).map(|last| self.recording.events[last])
    }

    /// Goes to the state after `steps` steps, or to the end.
    pub(in crate::tui) fn go_to(&mut self, steps: usize) {
        let steps = steps.min(self.len());
        if steps < self.at {
            self.moment = self.recording.moment(steps);
        } else {
            for number in self.at..steps {
                self.moment.advance(number, self.recording.events[number]);
            }
        }
        self.at = steps;
        self.failing = self.empty_line();
    }

    /// The number of steps to the next solution, or to the end if there is none.
    pub(in crate::tui) fn next_solution(&self) -> usize {
        let later = self.recording.events[self.at..].iter();
        let solution = later.zip(self.at + 1..).find(|(event, _)| is_solution(**event));
        solution.map_or(self.len(), |(_, steps)| steps)
    }

    pub(in crate::tui) fn steps_per_second(&self) -> usize {
        SPEEDS[self.speed]
    }

    pub(in crate::tui) fn faster(&mut self) {
        self.speed = (self.speed + 1).min(SPEEDS.len() - 1);
    }

    pub(in crate::tui) fn slower(&mut self) {
        self.speed = self.speed.saturating_sub(1);
    }

    /// A tenth of a second has passed: plays on, until a solution or the end.
    pub(in crate::tui) fn tick(&mut self) {
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

    /// The solution that the last step found.
    pub(in crate::tui) fn solution(&self) -> Option<CellSet> {
        let found = self.event().is_some_and(is_solution);
        found.then(|| CellSet::from_cells(self.problem.rules().size(), self.moment.pieces()))
    }

    /// True if the search has a piece there or can still place one.
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

    /// The state of a cell: a tried piece is placed, a piece on the last candidate is forced.
    pub(in crate::tui) fn state(&self, cell: Cell) -> CellState {
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
            move |index| {
                if by_column { Cell::new(index, line) } else { Cell::new(line, index) }
            },
        )
    }

    /// The row that lost its last candidate in the last step, if one did.
    pub(in crate::tui) fn failing(&self) -> Option<u16> {
        self.failing
    }

    /// The piece for which a cell is no candidate any more.
    pub(in crate::tui) fn culprit(&self, cell: Cell) -> Option<Cell> {
        let Some(Mark::Pruned(step)) = self.moment.mark(cell) else { return None };
        match self.why(step, cell) {
            Why::Piece(piece) => Some(piece),
            Why::Line(_) | Why::Others => None,
        }
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

    /// Why the step with this number removed its cell.
    pub(in crate::tui) fn why(&self, number: usize, cell: Cell) -> Why {
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
