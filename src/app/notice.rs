//! Notices about the last action, as values. A notice becomes a sentence when it is shown.
//!
//! The tables of this folder have a row for each notice: its name, its data, and its sentence.

#[macro_use]
mod table;

mod answer;
mod board;
mod decision;
mod diagram;
mod game;
mod paint;
mod position;
mod rules;
mod search;

pub use answer::AnswerNotice;
pub(crate) use answer::FAR_FROM_ESTIMATE;
pub use board::{BoardNotice, DroppedPart, OpenedContent, Source};
pub use decision::DecisionNotice;
pub use diagram::{DiagramNotice, RestrictedCell};
pub use game::GameNotice;
pub use paint::PaintNotice;
pub use position::PositionNotice;
pub use rules::RulesNotice;
pub use search::SearchNotice;

use std::path::PathBuf;

use itertools::Itertools;

use crate::Action;
use engine::search::Unsuited;
use engine::{Cause, Interrupted, MemoryAmount};
use export::NoSeries;
use files::FileError;
use geometry::{GridError, ParseSizeError};
use problem::{DecisionError, LinkError, TooManyCovers, WeightsError};
use session::{ParseClaimError, Refusal};

/// The message for an operation that would reveal more than the assist allows.
pub const ASSIST_REFUSAL: &str = "that would tell too much; ':assist full' allows it";

notices! {
    /// A message about the last action, or the reason why it was not done.
    Notice, names:
    /// The message of the verb that opened the board.
    Opening { text: String } => text.as_str();
    /// The session's sentence about the position, or the description of a word.
    Told { sentence: String } => sentence.as_str();
    /// Several notices, one after the other.
    All { notices: Vec<Self> } => notices.iter().map(|notice| notice.in_words(names)).join("; ");
    ExceedsAssist => ASSIST_REFUSAL;
    /// A puzzle is being made.
    Making => "a puzzle is being made";
    Paused => format!("paused: {} goes on", names.operation(Action::PAUSE));
    ExportGivenUp { path: PathBuf } => format!("the export of {} was given up", path.display());
    JournalLost { reason: String } => format!("what follows is not kept for --resume: {reason}");
    ClickAgain => format!("click 'quit' again, or press {}, to quit", names.operation(Action::QUIT));
    Copied { text: String } => format!("copied: {text}");
    /// A line is nothing that can be done, and similar to no command.
    UnknownLine { line: String } => format!("'{line}' is no cell and no command: {}", names.overview());
    NoRoomForDiagram => "a larger window has room for the diagram";
    [areas]
        Answer(AnswerNotice),
        Board(BoardNotice),
        Decision(DecisionNotice),
        Diagram(DiagramNotice),
        Game(GameNotice),
        Paint(PaintNotice),
        Position(PositionNotice),
        Rules(RulesNotice),
        Search(SearchNotice);
    [errors]
        Link(LinkError),
        Mistake(Mistake),
        Claim(ParseClaimError),
        Covers(TooManyCovers),
        Refusal(DecisionError),
        File(FileError),
        Grid(GridError),
        Refused(Refusal),
        Series(NoSeries),
        Size(ParseSizeError),
        Unsuited(Unsuited),
        Weights(WeightsError);
}

/// The reason why a typed line is not understood, and the expected form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Mistake(String);

/// The quantity that the best solution minimises or maximises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Cost by the weights.
    Cost,
    /// Number of pieces.
    Pieces,
}

/// The cause of an interruption, in words. A memory limit is shown as the user gave it, not as a worker's share.
pub fn cause(interrupted: Interrupted) -> String {
    match interrupted.cause {
        Cause::Memory(bytes) => {
            format!("half of the memory budget of {} ended", MemoryAmount::of(bytes))
        }
        cause => cause.to_string(),
    }
}

impl From<String> for Notice {
    fn from(mistake: String) -> Self {
        Self::Mistake(Mistake(mistake))
    }
}
