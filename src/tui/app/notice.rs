//! What the application says about the last action, as values. [`sentences`](super::sentences) and the files of this
//! folder put them into words.

mod board;
mod diagram;
mod game;
mod paint;
mod position;
mod search;

pub(crate) use board::{BoardNotice, DroppedPart, OpenedContent, Source};
pub(crate) use diagram::{DiagramNotice, RestrictedCell};
pub(crate) use game::GameNotice;
pub(crate) use paint::PaintNotice;
pub(crate) use position::PositionNotice;
pub(crate) use search::SearchNotice;

use std::path::PathBuf;

use engine::search::Unsuited;
use files::FileError;
use geometry::{GridError, ParseSizeError};
use problem::{DecisionError, TooManyCovers, WeightsError};
use session::{NoSeries, ParseClaimError, Refusal};

/// A message about the last action, or the reason why it was not done.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Notice {
    Text(String),
    /// Several notices, one after the other.
    All(Vec<Notice>),
    /// The operation would tell more than the assist allows.
    ExceedsAssist,
    /// The puzzle is paused, and hides the board.
    Paused,
    /// The export to this file was replaced by another question.
    ExportGivenUp(PathBuf),
    /// What follows is not written to the journal, for this reason.
    JournalLost(String),
    /// A second click on the key that quits would quit.
    ClickAgain,
    /// A larger window has room for the diagram.
    NoRoomForDiagram,
    Board(BoardNotice),
    Diagram(DiagramNotice),
    Game(GameNotice),
    Paint(PaintNotice),
    Position(PositionNotice),
    Search(SearchNotice),
    Claim(ParseClaimError),
    Covers(TooManyCovers),
    Decision(DecisionError),
    File(FileError),
    Grid(GridError),
    Refused(Refusal),
    Series(NoSeries),
    Size(ParseSizeError),
    Unsuited(Unsuited),
    Weights(WeightsError),
}

/// Makes notices of what some of the variants contain.
macro_rules! from_contents {
    ($($variant:ident($content:ty)),* $(,)?) => {$(
        impl From<$content> for Notice {
            fn from(content: $content) -> Self {
                Self::$variant(content)
            }
        }
    )*};
}

from_contents! {
    Board(BoardNotice),
    Diagram(DiagramNotice),
    Game(GameNotice),
    Paint(PaintNotice),
    Position(PositionNotice),
    Search(SearchNotice),
    Claim(ParseClaimError),
    Covers(TooManyCovers),
    Decision(DecisionError),
    File(FileError),
    Grid(GridError),
    Refused(Refusal),
    Series(NoSeries),
    Size(ParseSizeError),
    Unsuited(Unsuited),
    Weights(WeightsError),
}

impl From<String> for Notice {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Notice {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}
