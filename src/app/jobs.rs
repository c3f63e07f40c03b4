//! The questions to the workers, one file each.

mod assess;
pub mod best;
mod claim;
mod compare;
pub mod completion;
mod consistency;
mod counts;
mod estimate;
mod explanations;
pub mod export;
pub mod graph;
pub mod hint;
mod pieces;
pub mod play;
mod position;
mod puzzle;
mod reason;
mod recognise;
mod remaining;
mod repair;
mod robdd;
mod search;
mod series;
mod size;
pub mod solution;
mod steps;
pub mod still_right;
mod trail;
mod ways;
mod without;

pub(crate) use assess::Assess;
pub(crate) use best::Best;
pub use claim::JudgeClaim;
pub use compare::{ComparePair, FindPairReason};
pub use completion::Complete;
pub use consistency::FindConsistency;
pub use counts::Counts;
pub use estimate::Estimate;
pub use explanations::Explanations;
pub use export::{Export, ExportContent, WrittenFile};
pub(crate) use graph::Graph;
pub use graph::{Around, OrderSizes};
pub(crate) use hint::{FindHint, Suppose};
pub use pieces::Pieces;
pub use play::{MakeAhead, MakeGame};
pub use position::ExaminePosition;
pub use puzzle::MakePuzzle;
pub use reason::{FindReason, Purpose};
pub use recognise::{DrawnPuzzle, Recognise};
pub(crate) use remaining::Remaining;
pub(crate) use repair::Check;
pub use repair::Repair;
pub use robdd::Robdd;
pub use search::{Compare, Search};
pub use series::Series;
pub use size::Size;
pub(crate) use solution::Solutions;
pub use solution::{Solution, SolutionChoice};
pub(crate) use steps::Steps;
pub use still_right::StillRight;
pub use trail::Trail;
pub use ways::Ways;
pub use without::Without;

use std::num::NonZeroUsize;

use engine::available_threads;

/// Number of available cores without the core for the front end, at least 1.
fn threads_beside() -> NonZeroUsize {
    NonZeroUsize::new(available_threads().get() - 1).unwrap_or(NonZeroUsize::MIN)
}
