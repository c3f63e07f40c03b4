//! Notices about opening, saving and changing boards.

use std::path::PathBuf;
use std::sync::Arc;

use itertools::Itertools;

use crate::Action;
use geometry::{Size, counted};
use problem::{Assist, BoardFile, DrawingError, ONE_STAR_ASSUMED, Requirement, Rules};
use session::puzzle::is_puzzle;

notices! {
    /// Boards that were opened, saved or changed.
    BoardNotice, names:
    Opened { source: Source, content: OpenedContent } =>
        format!("{}: {}", source.in_words(), content.in_words());
    /// The board that was opened is a puzzle.
    ToPlay => "':play' plays it";
    /// `is_puzzle` is true if the board was saved without its solution.
    Saved { path: PathBuf, is_puzzle: bool } => {
        let how = if *is_puzzle { ", as a puzzle to play" } else { "" };
        format!("saved as {}{how}", path.display())
    };
    /// A link without a number of stars: one star each is assumed.
    StarsAssumed => format!("{ONE_STAR_ASSUMED} (':rules rows=2,columns=2,regions=2' for two)");
    /// A link without a number of stars: the present rules need regions.
    StarsKept => "the link does not say how many stars: the rules stay as they were";
    UnusedRegions => {
        let offer = match names.operation_here(Action::RULES) {
            Some(name) => format!("{name} offers rules that do"),
            None => "':rules rows,columns,regions' does".to_owned(),
        };
        format!("no rule asks for a piece in each region: {offer}")
    };
    /// The weights in a file are for a board of another size.
    OtherWeights { path: PathBuf, size: Size } => {
        let (path, rows, columns) = (path.display(), size.rows(), size.columns());
        let resized = format!("':size {rows}x{columns}' makes such a board");
        format!("{path}: these weights are for {size} cells ({resized})")
    };
    /// The pasted text is no drawing of regions.
    WrongPaste { error: DrawingError } => format!("line {} of what is pasted: {error}", error.line);
    /// A key has no effect. `elsewhere` lists its effects in other modes, such as `graph: kind`, or the intended key.
    NoEffect { key: String, elsewhere: String } => {
        let elsewhere = if elsewhere.is_empty() { String::new() } else { format!(" ({elsewhere})") };
        format!("{key} does nothing here{elsewhere}; {} helps", names.operation(Action::HELP))
    };
    /// A page up or down has not moved the cursor.
    NothingScrolls => "the whole board is in view, and the cursor is at its edge";
    /// Saving needs a file.
    NoFile => "'w' needs a file, as in ':w board.toml'";
    /// The file has another board.
    OtherBoard { path: PathBuf } => {
        let path = path.display();
        format!("this is another board than that of {path}; ':w {path}' replaces it")
    };
    /// The new problem lacks parts of the old one.
    Dropped { parts: Vec<DroppedPart> } => {
        let parts = parts.iter().map(DroppedPart::in_words).join(", ");
        format!("dropped: {parts} ({} brings back)", names.operation(Action::UNDO))
    };
    /// An empty board of queens has taken the place of the puzzle.
    PuzzleReplaced { size: Size } => {
        let undo = names.operation(Action::UNDO);
        format!("{size} queens, one in each row; {undo} brings back the puzzle")
    };
    /// The size has changed, and only decisions are dropped.
    Resized { size: Size, before: Size, decisions: usize } => {
        let (undo, decided) = (names.operation(Action::UNDO), counted(*decisions, "decision", "decisions"));
        format!("{size}; {undo} brings back the {before} with its {decided}")
    };
}

impl BoardNotice {
    /// How to play this board, if it is a puzzle whose solution the assist does not show.
    pub fn to_play(board: &BoardFile) -> Option<Self> {
        let is_to_play = is_puzzle(&board.problem) && board.assist != Assist::Full;
        is_to_play.then_some(Self::ToPlay)
    }
}

/// The origin of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file at this path.
    File(PathBuf),
    /// A link to a puzzle.
    Link,
    /// A text pasted into the terminal.
    Paste,
}

impl Source {
    fn in_words(&self) -> String {
        match self {
            Self::File(path) => format!("opened {}", path.display()),
            Self::Link => "opened the link".to_owned(),
            Self::Paste => "pasted".to_owned(),
        }
    }
}

/// The kind of content that was opened.
#[derive(Clone, Debug, PartialEq)]
pub enum OpenedContent {
    /// A board.
    Board {
        /// Size, piece and groups of the board.
        rules: Arc<Rules>,
        /// Number of placed pieces, including givens.
        pieces: usize,
    },
    /// A puzzle in drawn regions.
    Puzzle {
        /// Number of regions; 0 for a puzzle with givens.
        regions: usize,
        /// Rows and columns.
        size: Size,
    },
    /// Regions for the present board.
    Regions {
        /// Number of regions.
        number: usize,
        /// Rows and columns.
        size: Size,
    },
    /// Weights for the present board.
    Weights {
        /// The smallest cost of a piece.
        lowest: i64,
        /// The largest cost of a piece.
        highest: i64,
    },
}

impl OpenedContent {
    fn in_words(&self) -> String {
        match self {
            Self::Board { rules, pieces: 0 } => {
                format!("{}, no pieces", rules.sized_name())
            }
            Self::Board { rules, pieces } => {
                format!("{}, {}", rules.sized_name(), counted(*pieces, "piece", "pieces"))
            }
            Self::Puzzle { regions, size } => format!("a puzzle of {regions} regions on {size}"),
            Self::Regions { number, size } => {
                format!("{} on {size}", counted(*number, "region", "regions"))
            }
            Self::Weights { lowest, highest } => format!("pieces cost {lowest} to {highest}"),
        }
    }
}

/// A part of a problem that a new one lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DroppedPart {
    /// All regions.
    Regions,
    /// All weights, and with them the limit of cost.
    Weights,
    /// The limit of cost. The weights are kept.
    CostLimit,
    /// A required number of pieces, such as one in each region.
    Rule(Requirement),
    /// Number of holes that are off the new grid.
    Holes(usize),
    /// Number of decisions.
    Decisions(usize),
}

impl DroppedPart {
    pub(crate) fn in_words(&self) -> String {
        match self {
            Self::Regions => "the regions".to_owned(),
            Self::Weights => "the weights".to_owned(),
            Self::CostLimit => "the limit of cost".to_owned(),
            Self::Rule(rule) => format!("the rule '{rule}'"),
            Self::Holes(number) => counted(*number, "hole", "holes"),
            Self::Decisions(number) => counted(*number, "decision", "decisions"),
        }
    }
}
