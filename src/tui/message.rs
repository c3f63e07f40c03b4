use std::path::PathBuf;
use std::time::Duration;

use crossterm::event::{KeyEvent, MouseEvent};
use num_bigint::BigUint;

use super::Exit;
use super::files::Export;
use super::replay::Recording;
use crate::engine::search::{Options, Unsuited};
use crate::engine::{Completion, Interrupted, Progress};
use crate::problem::{BoardFile, FileError, Problem};
use crate::puzzle::Made;
use crate::session::{Entry, Finding, Hint, Stamp, Wish};

/// What can happen to the board.
#[derive(Clone, Debug)]
pub(super) enum Message {
    Key(KeyEvent),
    Mouse(MouseEvent),
    /// Text is pasted.
    Pasted(String),
    /// The window has another size; drawing finds out which.
    Resized,
    /// Time has passed while something is being computed.
    Tick,
    /// The worker has something to say about a question.
    Worker(Asked, Report),
    /// So has the one that counts beside.
    Counter(Asked, Report),
    /// The board file of this name was read, or could not be.
    Opened(PathBuf, Result<BoardFile, FileError>),
    /// The board was written to a file of this name, or could not be.
    Saved(Result<PathBuf, FileError>),
    /// A signal asks to quit.
    Signal(i32),
    /// The process goes on after it was stopped.
    Resumed,
}

/// What the worker says.
#[derive(Clone, Debug)]
pub(super) enum Report {
    /// How far it has come, and how long it has been at it.
    Progress(Progress, Duration),
    Finding(Finding),
    /// A completion; none without a solution.
    Completion(Option<Completion>),
    /// A solution to look at; none without one.
    Solution(Option<Completion>),
    /// What became of making a puzzle.
    Puzzle(Made),
    /// Whether a solution remains.
    StillRight(bool),
    /// What helps on; none where nothing follows yet.
    Hint(Option<Hint>),
    /// A search step by step, or why the problem has none.
    Recording(Result<Recording, Unsuited>),
    /// The file that was exported, or why it was not.
    Exported(Result<PathBuf, String>),
    /// A budget ended before the answer.
    Interrupted(Interrupted),
    /// All that was asked is answered.
    Done,
    /// It panicked; it goes on with the next question.
    Panicked(String),
}

/// What a question is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Topic {
    /// What is known soon: counts and the size of the diagram, or what every cell can still be; and
    /// without solutions, the nearest size with one.
    Position,
    /// All counts, however long they take.
    Counts,
    /// A completion drawn at random.
    Completion,
    /// A remaining solution to look at: the one of this number, or one drawn at random.
    Solution(Option<BigUint>),
    /// A puzzle under the same rules, with so many givens or as few as are found.
    Puzzle(Option<usize>),
    /// A colour-region puzzle of the same size.
    Coloured,
    /// Does a solution remain?
    StillRight,
    /// What follows, with its reason, or what is wrong.
    Hint,
    /// A search step by step.
    Search(Options),
    /// A file for others to read.
    Export(Export),
    /// Why a wish cannot come true.
    Reason(Wish),
}

/// Tells a question from all others of the same board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct QuestionNumber(u64);

impl QuestionNumber {
    pub(super) fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// What is said in answer to a question carries this. Several questions may be about one position: what
/// is found out of it is of use whoever asked, but an end is that of one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    pub number: QuestionNumber,
    pub stamp: Stamp,
}

/// A question for the worker.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub asked: Asked,
    pub problem: Problem,
    pub topic: Topic,
}

/// What an update wants done.
#[derive(Clone, Debug)]
pub(super) enum Effect {
    /// Ask the worker; what it is at is cancelled.
    Ask(Question),
    /// Cancel what the board waits for.
    CancelWork,
    /// Cancel that, and what is counted beside.
    Cancel,
    /// Leave the terminal and stop until continued.
    Suspend,
    /// Take the terminal over again, whatever happened to it.
    Redraw,
    /// Take mouse clicks or leave them to the terminal.
    Mouse(bool),
    /// Write down what has happened.
    Journal(Vec<Entry>),
    /// Read a board file.
    Open(PathBuf),
    /// Write the board to a file.
    Save {
        path: PathBuf,
        board: BoardFile,
        /// Even if there is such a file?
        may_replace: bool,
    },
    /// Put a text into the clipboard.
    Copy(String),
    Exit(Exit),
}
