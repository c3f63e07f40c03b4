//! Parts of the answers of jobs, as values. What a part changes is in the file of its job.

use std::sync::Arc;

use num_bigint::BigUint;

use crate::app::game::{Assessment, NextPuzzle};
use crate::app::jobs::{self, DrawnGraph, DrawnPuzzle, Measure, SeriesGraphs, WrittenFile};
use crate::app::{App, Reply};
use engine::search::{ComparedSearch, Recording, Unsuited};
use engine::{Completion, DiagramSize, Interrupted, Objective, Optimum};
use geometry::{Cell, CellSet};
use session::puzzle::{Outcome, PuzzleSpec};
use session::steps::SolvingPath;
use session::{Claim, DrawnOrder, Hint, NoSeries, NotDrawn, Supposition, Verdict};

/// A part of an answer.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    /// A completion; `None` if there is no solution.
    Completion(Option<Completion>),
    /// The best solution found, and the proved bound of its measure.
    Best(Objective, Measure, Optimum),
    /// The solution step by step, possibly incomplete.
    Steps(SolvingPath),
    /// A solution to browse; `None` if there is none.
    Solution(Option<Completion>),
    /// Remaining solutions: the cells with a piece.
    Solutions(Vec<CellSet>),
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
    /// A diagram to be drawn as a graph, or why there is none.
    Graph(Result<Arc<DrawnGraph>, NotDrawn>),
    /// The diagram was not found in time.
    NoGraph,
    /// The size of a problem's diagram in an order; `None` if building the diagram takes too long.
    OrderSize(DrawnOrder, Option<DiagramSize>),
    /// A series of diagrams, or why there is none; `None` if there are neither rules nor decisions.
    Series(Result<Arc<SeriesGraphs>, NoSeries>),
    /// The exported file, or why it could not be written. It counts even if a newer question was asked.
    Exported(Result<WrittenFile, String>),
    /// Recorded searches, or why the problem cannot be searched.
    Recordings(Result<Vec<Recording>, Unsuited>),
    /// The index of a recorded search, and the numbers of solutions below the first nodes of its tree.
    Below(usize, Vec<BigUint>),
    /// A compared search, or why the problem cannot be searched.
    Compared(Result<ComparedSearch, Unsuited>),
    /// The judgement of a claim.
    Judged(Claim, Verdict),
    /// A budget ended before the filters were found.
    NoConsistency(Interrupted),
}

impl Part {
    /// True if the part counts even if a newer question was asked.
    pub(crate) const fn counts_late(&self) -> bool {
        matches!(self, Self::Exported(_))
    }

    /// Changes what the part changes.
    pub(crate) fn take(self, app: &mut App) {
        match self {
            Self::Completion(found) => jobs::completion::take(app, found),
            Self::Best(aim, measure, found) => jobs::best::take(app, aim, measure, found),
            Self::Steps(path) => jobs::steps::take(app, path),
            Self::Solution(found) => jobs::solution::take(app, found),
            Self::Solutions(found) => jobs::solution::take_list(app, found),
            Self::Puzzle(outcome) => jobs::puzzle::take(app, outcome),
            Self::Game(wanted, seed, outcome) => jobs::play::take(app, wanted, seed, outcome),
            Self::NextPuzzle(next) => jobs::play::take_next(app, next),
            Self::Assessed(found) => jobs::assess::take(app, found),
            Self::NotAssessed => jobs::assess::give_up(app),
            Self::Recognised(drawn, fitting) => jobs::recognise::take(app, drawn, &fitting),
            Self::StillRight(is_right) => jobs::still_right::take(app, is_right),
            Self::Hint(found) => jobs::hint::take(app, found),
            Self::Supposition(cell, found) => jobs::hint::take_supposition(app, cell, found),
            Self::Graph(found) => jobs::graph::take(app, found),
            Self::NoGraph => jobs::graph::give_up(app),
            Self::OrderSize(order, size) => jobs::graph::take_size(app, order, size),
            Self::Series(found) => jobs::series::take(app, found),
            Self::Exported(written) => jobs::export::take(app, written),
            Self::Recordings(found) => jobs::search::take(app, found),
            Self::Below(number, counts) => app.reply(Reply::Below(number, counts)),
            Self::Compared(found) => jobs::search::take_compared(app, found),
            Self::Judged(claim, verdict) => app.reply(Reply::Judged(claim, verdict)),
            Self::NoConsistency(interrupted) => jobs::consistency::give_up(app, interrupted),
        }
    }
}
