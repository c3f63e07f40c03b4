//! The events of the application: reports of workers, the time, and the results of reading and writing files.

use std::path::PathBuf;
use std::time::Duration;

use crate::game::Game;
use crate::job::{QuestionId, Report};
use crate::lesson::Lesson;
use engine::bdd::VariableOrder;
use files::{FileError, FileVersion};
use problem::{BoardFile, Problem, Regions, Weights};
use session::Disagreement;
use session::puzzle::{RecordedScore, Results};

/// Something that happens to the application.
#[derive(Clone, Debug)]
pub enum AppEvent {
    /// The time since the start of the program, sent while the clock of a puzzle runs.
    Clock(Duration),
    /// A worker reports about a question.
    Report(QuestionId, Report),
    /// The board at this path was read, or the error. Files have a version, links have none.
    Opened(PathBuf, Option<FileVersion>, Result<BoardFile, FileError>),
    /// The drawing of regions at this path was read, or the error.
    Drawn(PathBuf, Result<Regions, FileError>),
    /// A link without a number of stars was read.
    Linked(Regions),
    /// A board file to compare the board with was read, or the error.
    ReadOther(PathBuf, Result<BoardFile, FileError>),
    /// The drawing of weights at this path was read, or the error.
    Weighed(PathBuf, Result<Weights, FileError>),
    /// An order of the cells was read, or the error.
    Ordered(Result<VariableOrder, FileError>),
    /// These board files were found.
    Listed(Vec<String>),
    /// The journals of earlier sessions were read: their puzzles with the last positions, the latest first.
    EarlierGames(Vec<(Game, Problem)>),
    /// The file of a lesson was read, or the error.
    Lesson(Result<Lesson, FileError>),
    /// The board was written to the file at this path, or the error.
    Saved(Result<(PathBuf, FileVersion), FileError>),
    /// The disagreement of two engines, and the file in which the board was saved, or the error.
    DisagreementSaved(Disagreement, Result<PathBuf, FileError>),
    /// The journal could not be written, for this reason. The board continues without a journal.
    JournalLost(String),
    /// A setting could not be saved for later boards.
    SettingLost(FileError),
    /// The results of puzzles were read, or the error.
    Results(Result<Results, FileError>),
    /// A solved puzzle was recorded, with the score including it, or the error.
    Recorded(Result<RecordedScore, FileError>),
}
