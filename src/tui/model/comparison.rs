//! The table of compared searches.

use engine::search::MeasuredSearch;
use geometry::TableSize;

/// A search of the table: its size, its name and its effort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ComparedSearch {
    pub size: TableSize,
    pub name: String,
    pub measured: MeasuredSearch,
}

/// The compared searches so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ComparisonTable {
    pub searches: Vec<ComparedSearch>,
    /// The number of searches to compare.
    pub all: usize,
}

impl ComparisonTable {
    /// The headings of the columns, which are those of `solve --compare`.
    pub(crate) const HEADINGS: [&str; 7] =
        ["size", "search", "solutions", "failures", "branches", "propagations", "time"];

    /// The lines of the table. A search that a budget ended has `?` in place of numbers.
    pub(crate) fn rows(&self) -> impl Iterator<Item = [String; 7]> + '_ {
        self.searches.iter().map(|ComparedSearch { size, name, measured }| {
            let numbers = measured.outcome.as_ref().map_or_else(
                |_| [(); 4].map(|()| "?".to_owned()),
                |(solutions, effort)| {
                    [*solutions, effort.failures, effort.branches, effort.propagations()]
                        .map(|number| number.to_string())
                },
            );
            let [solutions, failures, branches, propagations] = numbers;
            let time = format!("{:.1} ms", 1000.0 * measured.elapsed.as_secs_f64());
            [size.to_string(), name.clone(), solutions, failures, branches, propagations, time]
        })
    }
}
