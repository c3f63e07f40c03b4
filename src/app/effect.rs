//! Requests of an operation to the front end.

use std::path::PathBuf;

use crate::job::WorkerQuestion;
use crate::{LessonSource, Replaceable, SettingChange};
use geometry::Grid;
use problem::BoardFile;
use session::puzzle::{PuzzleId, PuzzleResult, PuzzleSpec};
use session::{Disagreement, JournalEntry};

/// Why the program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The user quit.
    Quit,
    /// A signal with this number; Ctrl-C counts as SIGINT (2).
    Signal(i32),
    /// Keys can no longer be read; contains the reason.
    Unreadable(String),
}

/// An effect of an update, for the runtime to perform.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Ask the worker, cancelling its present work.
    Ask(WorkerQuestion),
    /// Cancel the question that the user waits for.
    CancelWork,
    /// Cancel the questions of all workers.
    Cancel,
    /// Cancel the estimate.
    CancelEstimate,
    /// Leave the terminal and stop until continued.
    Suspend,
    /// Take over the terminal again and redraw everything.
    Redraw,
    /// Handle mouse clicks (true) or leave mouse clicks to the terminal (false).
    Mouse(bool),
    /// Look for board files.
    List,
    /// Read the results of puzzles.
    ReadResults,
    /// Read the results of puzzles with this specification.
    ReadScore(PuzzleSpec),
    /// Add a solved puzzle to the results.
    Record(PuzzleSpec, PuzzleId, PuzzleResult),
    /// Keep the value of a setting for later boards.
    KeepSetting(SettingChange),
    /// Append entries to the journal.
    Journal(Vec<JournalEntry>),
    /// Read a board file or a drawing of regions.
    Open(PathBuf),
    /// Read a board file to compare with the board.
    Compare(PathBuf),
    /// Read a drawing of regions.
    Draw(PathBuf),
    /// Read a drawing of weights.
    Weigh(PathBuf),
    /// Read a lesson.
    ReadLesson(LessonSource),
    /// Read an order of a grid's cells.
    ReadOrder(PathBuf, Grid),
    /// Write the board to a file.
    Save {
        /// The file.
        path: PathBuf,
        /// The board to write.
        board: BoardFile,
        /// Which content of an existing file may be replaced.
        replaceable: Replaceable,
    },
    /// Write a board on which two engines disagree to a new file.
    SaveDisagreement {
        /// The position on which the engines disagree, with its rules.
        board: BoardFile,
        /// The counts that differ.
        disagreement: Disagreement,
    },
    /// Put a text into the clipboard.
    Copy(String),
    /// Leave the board and end the program.
    Exit(Exit),
}
