//! The messages of a session in lines: answers to lines, and events between them.

use std::time::Duration;

use engine::Progress;
use geometry::{Cell, CellSet};
use session::steps::SolvingPath;
use session::{CellState, Hint, Stage};

/// An event between two answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LineEvent {
    /// A line was read.
    Line(String),
    /// A line was longer than [`MAX_LINE_BYTES`](super::input::MAX_LINE_BYTES) and is not run. This is how it begins.
    LongLine(String),
    /// The solutions of the present position are counted, after an answer without their number.
    Counted,
    /// A message of the board that answers no line of the input.
    Notice(String),
    /// The session ends: the input has ended, or a signal has arrived.
    End,
}

/// The part of an answer that the board's notice does not contain.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum LineAnswer {
    /// A change of the position or of a setting, or nothing.
    Change {
        /// The change of the decisions, such as `a1 placed`; `None` if the position has not changed.
        done: Option<String>,
    },
    /// A cell: its state, the reason, and decisions to take back.
    Cell(Cell),
    /// The reason why there is no solution, and decisions to take back.
    NoSolution,
    /// The number of solutions.
    Count,
    /// The cells in a state; `None` asks for the number of cells in each state.
    Cells(Option<CellState>),
    /// The board row by row.
    Board,
    /// Remaining solutions: the cells with a piece.
    Solutions(Vec<CellSet>),
    /// The most informative cell.
    Best(Cell),
    /// A hint up to a stage.
    Hint(Box<Hint>, Stage),
    /// The solution step by step.
    Steps(Box<SolvingPath>),
    /// The size of the diagram.
    Diagram,
    /// Lines of text, such as a page of the manual.
    Text(Vec<String>),
    /// The end of the session.
    Quit,
}

/// Reports the activity of the board, the progress and the time while a line is answered.
pub(super) type ProgressListener<'a> = dyn FnMut(&'static str, Progress, Duration) + 'a;
