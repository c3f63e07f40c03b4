//! Answers of jobs, as values. Front ends make sentences and drawings from them.

use std::sync::Arc;

use num_bigint::BigUint;

use crate::app::jobs::{DrawnGraph, DrawnPuzzle, Measure, SeriesGraphs, WrittenFile};
use crate::model::game::{Assessment, NextPuzzle};
use engine::search::{ComparedSearch, Recording, Unsuited};
use engine::{Completion, DiagramSize, Interrupted, Objective, Optimum};
use geometry::Cell;
use session::puzzle::{Outcome, PuzzleSpec};
use session::steps::SolvingPath;
use session::{Claim, DrawnOrder, Hint, NoSeries, NotDrawn, Supposition, Verdict};

/// A part of an answer.
#[derive(Clone, Debug)]
pub(crate) enum Reply {
    /// A completion; `None` if there is no solution.
    Completion(Option<Completion>),
    /// The best solution found, and the proved bound of its measure.
    Best(Objective, Measure, Optimum),
    /// The solution step by step, possibly incomplete.
    Steps(SolvingPath),
    /// A solution to browse; `None` if there is none.
    Solution(Option<Completion>),
    /// The result of making a puzzle.
    Puzzle(Outcome),
    /// The result of making a puzzle to play, with its specification and its seed.
    Game(PuzzleSpec, u64, Outcome),
    /// The next puzzle to play, made ahead.
    NextPuzzle(NextPuzzle),
    /// What is known about the puzzle that is played.
    Assessed(Assessment),
    /// Nothing more will be known about the puzzle that is played.
    NotAssessed,
    /// The recognised regions of a puzzle, and the numbers of stars for which it has exactly one solution.
    Recognised(DrawnPuzzle, Vec<u32>),
    /// True if a solution remains.
    StillRight(bool),
    /// A hint; `None` if nothing follows from the position.
    Hint(Option<Hint>),
    /// What comes of a piece that is supposed on a cell.
    Supposition(Cell, Supposition),
    /// Recorded searches, or why the problem cannot be searched.
    Recordings(Result<Vec<Recording>, Unsuited>),
    /// The index of a recorded search, and the numbers of solutions below the first nodes of its tree.
    Below(usize, Vec<BigUint>),
    /// A compared search, or why the problem cannot be searched.
    Compared(Result<ComparedSearch, Unsuited>),
    /// A diagram to be drawn as a graph, or why there is none.
    Graph(Result<Arc<DrawnGraph>, NotDrawn>),
    /// The diagram was not found in time.
    NoGraph,
    /// The size of a problem's diagram in an order; `None` if building the diagram takes too long.
    OrderSize(DrawnOrder, Option<DiagramSize>),
    /// A series of diagrams, or why there is none.
    Series(Result<Arc<SeriesGraphs>, NoSeries>),
    /// The exported file, or why it could not be written. It counts even if a newer question was asked.
    Exported(Result<WrittenFile, String>),
    /// The judgement of a claim.
    Judged(Claim, Verdict),
    /// A budget ended before the filters were found.
    NoConsistency(Interrupted),
}
