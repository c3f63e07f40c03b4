use std::time::{Duration, Instant};

use super::Search;
use super::model::ColumnModel;
use super::options::{SearchOptions, Statistics};
use crate::budget::{Answer, Budget};
use geometry::{CellSet, TableSize};

/// A search for all solutions, with its effort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasuredSearch {
    /// The number of solutions that count, and the effort of the search, if it was measured. An error if the budget ended
    /// before.
    pub outcome: Answer<(u64, Option<Statistics>)>,
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
        Self::timed(|| {
            let mut search = Search::new(model, options);
            let mut number = 0;
            while let Some(solution) = search.next(budget)? {
                number += u64::from(counts(&solution));
            }
            Ok((number, Some(search.statistics())))
        })
    }

    /// Measures the time that `find` takes.
    pub fn timed(find: impl FnOnce() -> Answer<(u64, Option<Statistics>)>) -> Self {
        let begin = Instant::now();
        let outcome = find();
        Self { outcome, elapsed: begin.elapsed() }
    }
}

/// A row of a table that compares searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedSearch {
    /// The size of the board.
    pub size: TableSize,
    /// The options of the search that were given, or the name of the engine.
    pub name: String,
    /// The number of solutions and the effort.
    pub measured: MeasuredSearch,
}

impl ComparedSearch {
    /// The headings of the columns.
    pub const HEADINGS: [&str; 7] =
        ["size", "search", "solutions", "failures", "branches", "propagations", "time"];

    /// The cells of the row. Numbers that are not known are `?`.
    pub fn cells(&self) -> [String; 7] {
        let Self { size, name, measured } = self;
        let (number, effort) = measured.outcome.as_ref().ok().copied().unzip();
        let effort: Option<Statistics> = effort.flatten();
        let text = |number: Option<u64>| number.map_or_else(|| "?".to_owned(), |it| it.to_string());
        let effort_text = |count: fn(&Statistics) -> u64| text(effort.as_ref().map(count));
        [
            size.to_string(),
            name.clone(),
            text(number),
            effort_text(|effort| effort.failures),
            effort_text(|effort| effort.branches),
            effort_text(Statistics::propagations),
            format!("{:.1} ms", 1000.0 * measured.elapsed.as_secs_f64()),
        ]
    }

    /// The row as a text, as in `8, weak: 92 solutions, …, 1.2 ms`.
    pub fn in_words(&self) -> String {
        let [size, name, numbers @ .., time] = self.cells();
        let names = Self::HEADINGS[2..].iter();
        let numbers: Vec<String> =
            names.zip(numbers).map(|(name, number)| format!("{number} {name}")).collect();
        format!("{size}, {name}: {}, {time}", numbers.join(", "))
    }
}
