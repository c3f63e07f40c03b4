use std::time::{Duration, Instant};

use super::Search;
use super::model::ColumnModel;
use super::options::{SearchOptions, Statistics};
use crate::budget::{Answer, Budget};
use geometry::CellSet;

/// A search for all solutions, with its effort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasuredSearch {
    /// The number of solutions that count, and the effort of the search; an error if the budget ended before.
    pub outcome: Answer<(u64, Statistics)>,
    /// The time of the search.
    pub elapsed: Duration,
}

impl MeasuredSearch {
    /// Searches for all solutions and counts those for which `counts` is true.
    pub fn run(
        model: &ColumnModel,
        options: SearchOptions,
        budget: &Budget,
        counts: impl Fn(&CellSet) -> bool,
    ) -> Self {
        let begin = Instant::now();
        let mut search = Search::new(model, options);
        let mut number = 0;
        let outcome = loop {
            match search.next(budget) {
                Ok(Some(solution)) => number += u64::from(counts(&solution)),
                Ok(None) => break Ok((number, search.statistics())),
                Err(interrupted) => break Err(interrupted),
            }
        };
        Self { outcome, elapsed: begin.elapsed() }
    }
}
