//! Boards that are opened, saved, and changed.

use std::path::PathBuf;
use std::sync::Arc;

use itertools::Itertools;

use crate::app::Names;
use crate::app::sentences::count_with_noun;
use crate::input::Action;
use geometry::Size;
use problem::{ONE_STAR_ASSUMED, Requirement, Rules};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum BoardNotice {
    Opened(Source, OpenedContent),
    Saved(PathBuf),
    /// A link without a number of stars: one star each is assumed.
    StarsAssumed,
    /// A link without a number of stars: the rules stay as they were.
    StarsKept,
    /// No rule asks for pieces in the regions.
    UnusedRegions,
    /// The file has weights for a board of this size.
    OtherWeights(PathBuf, Size),
    /// What the new problem lacks.
    Dropped(Vec<DroppedPart>),
    /// An empty board of queens has taken the place of the puzzle.
    PuzzleReplaced(Size),
    /// The size has changed, and nothing but these decisions is dropped.
    Resized {
        size: Size,
        before: Size,
        decisions: usize,
    },
}

/// Where a board comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    File(PathBuf),
    Link,
    Clipboard,
}

/// What was opened.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum OpenedContent {
    Board { rules: Arc<Rules>, pieces: usize },
    Puzzle { regions: usize, size: Size },
    Regions { number: usize, size: Size },
    Weights { least: i64, most: i64 },
}

/// A part of a problem that a new one lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DroppedPart {
    Regions,
    Weights,
    CostLimit,
    Rule(Requirement),
    Holes(usize),
    Decisions(usize),
}

impl BoardNotice {
    pub(in crate::app) fn in_words(&self, names: &dyn Names) -> String {
        let undo = || names.operation(Action::Undo);
        match self {
            Self::Opened(source, content) => {
                format!("{}: {}", source.in_words(), content.in_words())
            }
            Self::Saved(path) => format!("saved as {}", path.display()),
            Self::StarsAssumed => {
                format!("{ONE_STAR_ASSUMED} (':rules rows=2,columns=2,regions=2' for two)")
            }
            Self::StarsKept => {
                "the link does not say how many stars: the rules stay as they were".to_owned()
            }
            Self::UnusedRegions => {
                let offer = match names.operation_here(Action::Begin("rules")) {
                    Some(name) => format!("{name} offers rules that do"),
                    None => "':rules rows,columns,regions' does".to_owned(),
                };
                format!("no rule asks for a piece in each region: {offer}")
            }
            Self::OtherWeights(path, size) => {
                let (path, rows, columns) = (path.display(), size.rows(), size.columns());
                let resized = format!("':size {rows}x{columns}' makes such a board");
                format!("{path}: these weights are for {size} cells ({resized})")
            }
            Self::Dropped(parts) => {
                let parts = parts.iter().map(DroppedPart::in_words).join(", ");
                format!("dropped: {parts} ({} brings back)", undo())
            }
            Self::PuzzleReplaced(size) => {
                format!("{size} queens, one in each row; {} brings back the puzzle", undo())
            }
            Self::Resized { size, before, decisions } => {
                let decided = count_with_noun(*decisions, "decision");
                format!("{size}; {} brings back the {before} with its {decided}", undo())
            }
        }
    }
}

impl Source {
    fn in_words(&self) -> String {
        match self {
            Self::File(path) => format!("opened {}", path.display()),
            Self::Link => "opened the link".to_owned(),
            Self::Clipboard => "pasted".to_owned(),
        }
    }
}

impl OpenedContent {
    fn in_words(&self) -> String {
        match self {
            Self::Board { rules, pieces } => {
                let pieces = match pieces {
                    0 => "no pieces".to_owned(),
                    &number => count_with_noun(number, "piece"),
                };
                format!("{} {}, {pieces}", rules.size(), rules.name())
            }
            Self::Puzzle { regions, size } => format!("a puzzle of {regions} regions on {size}"),
            Self::Regions { number, size } => {
                format!("{} on {size}", count_with_noun(*number, "region"))
            }
            Self::Weights { least, most } => format!("pieces cost {least} to {most}"),
        }
    }
}

impl DroppedPart {
    pub(crate) fn in_words(&self) -> String {
        match self {
            Self::Regions => "the regions".to_owned(),
            Self::Weights => "the weights".to_owned(),
            Self::CostLimit => "the limit of cost".to_owned(),
            Self::Rule(rule) => format!("the rule '{rule}'"),
            Self::Holes(number) => count_with_noun(*number, "hole"),
            Self::Decisions(number) => count_with_noun(*number, "decision"),
        }
    }
}
