//! The messages that reach the board, and its effects.

use std::path::PathBuf;
use std::time::Duration;

use crossterm::event::{KeyEvent, MouseEvent};

use crate::look::Background;
use crate::model::Replaceable;
use crate::model::question::{Asked, Report, WorkerQuestion};
use files::{FileError, FileVersion};
use problem::{BoardFile, Regions, Weights};
use session::JournalEntry;
use session::puzzle::{PuzzleSpec, Results, Score};

/// Why the program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The user quit.
    Quit,
    /// A signal with this number; Ctrl-C counts as SIGINT (2).
    Signal(i32),
    /// No more keys can be read, for this reason.
    Unreadable(String),
}

/// A message to the board.
#[derive(Clone, Debug)]
pub(crate) enum Message {
    Key(KeyEvent),
    Mouse(MouseEvent),
    /// Text is pasted.
    Pasted(String),
    /// The window's new number of columns and rows.
    Resized(u16, u16),
    /// The terminal's background is dark or light.
    Background(Background),
    /// The time since the start of the program, while a puzzle is played against the clock.
    Clock(Duration),
    /// The terminal's window has gained or lost the focus.
    Focus(bool),
    /// The results of puzzles were read, or could not be.
    Results(Result<Results, FileError>),
    /// A solved puzzle was recorded, with this score now, or could not be.
    Recorded(Result<Score, FileError>),
    /// Sent at intervals while something is being computed.
    Tick,
    /// A worker reports about a question.
    Report(Asked, Report),
    /// The board of this name was read, or could not be. With its version if it is a file.
    Opened(PathBuf, Option<FileVersion>, Result<BoardFile, FileError>),
    /// The drawing of regions of this name was read, or could not be.
    Drawn(PathBuf, Result<Regions, FileError>),
    /// A link without a number of stars was read.
    Linked(Regions),
    /// The drawing of weights of this name was read, or could not be.
    Weighed(PathBuf, Result<Weights, FileError>),
    /// These board files were found.
    Listed(Vec<String>),
    /// The board was written to a file of this name, or could not be.
    Saved(Result<(PathBuf, FileVersion), FileError>),
    /// The board on which two engines disagree, as this sentence says, was saved in this file, or could not be.
    DisagreementSaved(String, Result<PathBuf, FileError>),
    /// The journal could not be written, for this reason, and is given up.
    JournalLost(String),
    /// A signal asks to quit.
    Signal(i32),
    /// A signal asks to stop until continued.
    Suspended,
    /// The process goes on after it was stopped.
    Resumed,
    /// Keys and clicks can no longer be read, for this reason.
    Unreadable(String),
}

/// An effect of an update, for the runtime to perform.
#[derive(Clone, Debug)]
pub(crate) enum Effect {
    /// Ask the worker, cancelling its present work.
    Ask(WorkerQuestion),
    /// Cancel the question that the board waits for.
    CancelWork,
    /// Cancel that question and counts in the background.
    Cancel,
    /// Cancel the estimate.
    CancelEstimate,
    /// Leave the terminal and stop until continued.
    Suspend,
    /// Take over the terminal again and redraw everything.
    Redraw,
    /// Take mouse clicks or leave them to the terminal.
    Mouse(bool),
    /// Look for board files.
    List,
    /// Read the results of puzzles.
    ReadResults,
    /// Read the results of puzzles of this kind.
    ReadScore(PuzzleSpec),
    /// Add a solved puzzle to the results.
    Record {
        wanted: PuzzleSpec,
        time: Duration,
        hints: u32,
    },
    /// Append entries to the journal.
    Journal(Vec<JournalEntry>),
    /// Read a board file or a drawing of regions.
    Open(PathBuf),
    /// Read a drawing of regions.
    Draw(PathBuf),
    /// Read a drawing of weights.
    Weigh(PathBuf),
    /// Write the board to a file.
    Save {
        path: PathBuf,
        board: BoardFile,
        /// Which content of the file is replaced.
        replaceable: Replaceable,
    },
    /// Write a board on which two engines disagree to a new file.
    SaveDisagreement {
        board: BoardFile,
        /// The disagreement, as a sentence.
        fault: String,
    },
    /// Put a text into the clipboard.
    Copy(String),
    Exit(Exit),
}
