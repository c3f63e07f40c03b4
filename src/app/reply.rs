//! Results of operations and answers that the front end shows in addition to the state of the application.

use std::sync::Arc;

use num_bigint::BigUint;

use crate::graph::SeriesGraphs;
use crate::lesson::Lesson;
use engine::search::{ComparedSearch, Recording};
use engine::{Comparison, Completion, ProblemPair};
use geometry::{Cell, CellSet};
use manual::Page;
use session::puzzle::Results;
use session::{Claim, Verdict};

/// A text or a result to show to the user.
#[derive(Clone, Debug)]
pub enum Reply {
    /// A remaining solution.
    Solution(Completion),
    /// The graph has changed; true if it has other rules, another kind or another order.
    Graph(bool),
    /// A series of diagrams.
    Series(Arc<SeriesGraphs>),
    /// Recorded searches.
    Recordings(Vec<Recording>),
    /// The index of a recorded search, and the numbers of solutions below the first nodes of its tree.
    Below(usize, Vec<BigUint>),
    /// The number of searches that will be compared.
    Comparison(usize),
    /// A compared search.
    Compared(ComparedSearch),
    /// The searches cannot be compared.
    NoComparison,
    /// A claim that is being judged.
    Claim(Claim),
    /// The judgement of a claim.
    Judged(Claim, Verdict),
    /// Two problems that are being compared, the board's first, and a description of the other one.
    Pair(ProblemPair, String),
    /// The known facts about the solutions of two problems.
    PairFound(Box<Comparison>),
    /// Why one of two problems that are compared has no solution with a piece on a cell.
    PairReason(Cell, String),
    /// Several sets of decisions to take back, so that the decision on this cell becomes possible.
    Ways(Cell),
    /// Remaining solutions: the cells with a piece.
    Solutions(Vec<CellSet>),
    /// A page of the manual.
    Page(Page),
    /// All words.
    Words,
    /// The results of puzzles; there is at least one.
    Results(Results),
    /// A lesson that begins.
    Lesson(Lesson),
    /// Board files were found.
    Boards,
    /// An empty board is open, and the user paints its regions.
    Paint,
    /// The word of an operation whose value the person must choose.
    Ask(&'static str),
}
