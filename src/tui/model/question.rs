//! What the workers are asked and what they report.

use std::path::PathBuf;
use std::time::Duration;

use bytesize::ByteSize;
use num_bigint::BigUint;

use crate::engine::search::{Options, Unsuited};
use crate::engine::{Cause, Completion, Interrupted, Progress};
use crate::export::Format;
use crate::problem::Problem;
use crate::puzzle::Outcome;
use crate::session::{Finding, Hint, Stamp, Wish};
use crate::tui::model::recording::Recording;

/// How many workers there are, each with its share of the memory.
pub(in crate::tui) const WORKERS: usize = 2;

/// What a worker reports about its question.
#[derive(Clone, Debug)]
pub(in crate::tui) enum Report {
    /// How far it has come, and how long it has been at it.
    Progress(Progress, Duration),
    Finding(Finding),
    /// A completion; none without a solution.
    Completion(Option<Completion>),
    /// A solution to look at; none without one.
    Solution(Option<Completion>),
    /// What became of making a puzzle.
    Puzzle(Outcome),
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
pub(in crate::tui) enum Topic {
    /// What is found soon: counts and the size of the diagram, or what every cell can still be; and
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
    /// A star battle of the same size.
    StarBattle,
    /// Whether a solution remains.
    StillRight,
    /// What follows, with its reason, or what is wrong.
    Hint,
    /// A search step by step.
    Search(Options),
    /// A file for others to read.
    Export(Export),
    /// Why a wish cannot come true.
    Reason(Wish),
    /// All minimal explanations why it cannot.
    Explanations(Wish),
}

/// Numbers the questions of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::tui) struct QuestionNumber(u64);

impl QuestionNumber {
    pub(in crate::tui) fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// Marks the reports about a question. Several questions may be about one position: a finding holds for the
/// position, whichever question found it, but an end is that of one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui) struct Asked {
    pub number: QuestionNumber,
    pub stamp: Stamp,
}

/// A question for the worker.
#[derive(Clone, Debug)]
pub(in crate::tui) struct Question {
    pub asked: Asked,
    pub problem: Problem,
    pub topic: Topic,
}

/// A file to be written for others to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tui) struct Export {
    pub path: PathBuf,
    pub content: Content,
    /// True if a file that is there is replaced.
    pub may_replace: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tui) enum Content {
    /// The board as it was drawn.
    Picture(String),
    /// The position in this format.
    Position(Format),
}

/// A question that is being answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tui) struct Work {
    pub question: QuestionNumber,
    pub topic: Topic,
    pub progress: Option<(Progress, Duration)>,
}

impl Work {
    pub(in crate::tui) fn new(question: &Question) -> Self {
        Self { question: question.asked.number, topic: question.topic.clone(), progress: None }
    }
}

/// Why a question ended without its answer. Of the memory each worker has its share.
pub(in crate::tui) fn cause(interrupted: Interrupted) -> String {
    match interrupted.cause {
        Cause::Memory(bytes) => {
            format!("half of the memory budget of {} ended", ByteSize::b(bytes as u64))
        }
        cause => cause.to_string(),
    }
}
