//! The questions to the workers, one file each.

pub(super) mod assess;
pub(super) mod best;
mod claim;
pub(super) mod completion;
pub(super) mod consistency;
mod counts;
mod estimate;
mod explanations;
pub(super) mod export;
pub(super) mod graph;
pub(super) mod hint;
mod pieces;
pub(super) mod play;
mod position;
pub(super) mod puzzle;
mod reason;
pub(super) mod recognise;
mod remaining;
mod repair;
mod robdd;
pub(super) mod search;
pub(super) mod series;
mod size;
pub(super) mod solution;
pub(super) mod steps;
pub(super) mod still_right;
mod trail;
mod ways;
mod without;

pub(crate) use assess::Assess;
pub(crate) use best::{Best, Measure};
pub(crate) use claim::JudgeClaim;
pub(crate) use completion::Complete;
pub(crate) use consistency::FindConsistency;
pub(crate) use counts::Counts;
pub(crate) use estimate::Estimate;
pub(crate) use explanations::Explanations;
pub(crate) use export::{Export, ExportContent, WrittenFile};
pub(crate) use graph::{DrawnGraph, Graph, OrderSizes};
pub(crate) use hint::{FindHint, Suppose};
pub(crate) use pieces::Pieces;
pub(crate) use play::{MakeAhead, MakeGame};
pub(crate) use position::Position;
pub(crate) use puzzle::MakePuzzle;
pub(crate) use reason::{FindReason, Purpose};
pub(crate) use recognise::{DrawnPuzzle, Recognise};
pub(crate) use remaining::Remaining;
pub(crate) use repair::{Check, Repair};
pub(crate) use robdd::Robdd;
pub(crate) use search::{Compare, Search};
pub(crate) use series::{Series, SeriesGraphs};
pub(crate) use size::Size;
pub(crate) use solution::{Solution, SolutionChoice, Solutions};
pub(crate) use steps::Steps;
pub(crate) use still_right::StillRight;
pub(crate) use trail::Trail;
pub(crate) use ways::Ways;
pub(crate) use without::Without;

use std::num::NonZeroUsize;

use engine::available_threads;

/// Number of available cores without the core for the front end, at least 1.
fn threads_beside() -> NonZeroUsize {
    NonZeroUsize::new(available_threads().get() - 1).unwrap_or(NonZeroUsize::MIN)
}
