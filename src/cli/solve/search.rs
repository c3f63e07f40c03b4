use rand::RngCore;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::run::{SolutionSelection, SolutionSource};
use super::statistics::RunStatistics;
use crate::arguments::SearchArguments;
use engine::search::{self, ColumnModel, Search, SearchOptions, Values};
use engine::{Answer, Budget};
use geometry::{Cell, CellSet, Symmetry};
use problem::Problem;

/// The options of the search. It restarts only if the arguments contain no labeling, no values and no
/// trace.
pub(super) fn options(arguments: &SearchArguments, selection: SolutionSelection) -> SearchOptions {
    let SearchArguments { choices, trace } = arguments;
    let restarts = choices.labeling.is_none() && choices.values.is_none() && !trace;
    let seed = selection.seed.unwrap_or_default();
    let chosen = choices.or(SearchOptions { seed, restarts, ..SearchOptions::default() });
    if selection.draws { SearchOptions { values: Values::Random, ..chosen } } else { chosen }
}

/// Solutions from a search.
pub(super) struct SearchSolutions<'a> {
    model: &'a ColumnModel,
    options: SearchOptions,
    search: Search<'a>,
    /// The total effort of earlier searches.
    earlier_statistics: search::Statistics,
    /// The generator of seeds for searches that each draw one solution; `None` if solutions are not
    /// drawn.
    seeds: Option<ChaCha8Rng>,
    /// The symmetries that define the classes. Only one solution of each class is printed. Empty if all
    /// are printed.
    symmetries: Vec<Symmetry>,
    ended: bool,
}

impl<'a> SearchSolutions<'a> {
    pub(super) fn new(
        problem: &Problem,
        model: &'a ColumnModel,
        options: SearchOptions,
        selection: SolutionSelection,
    ) -> Self {
        let seed = selection.seed.filter(|_| selection.draws);
        Self {
            model,
            options,
            search: Search::new(model, options),
            earlier_statistics: search::Statistics::default(),
            seeds: seed.map(ChaCha8Rng::seed_from_u64),
            symmetries: if selection.up_to_symmetry { problem.symmetries() } else { Vec::new() },
            ended: false,
        }
    }
}

/// True if the solution is the lexicographically first solution of its class under the symmetries.
fn is_representative(symmetries: &[Symmetry], solution: &CellSet) -> bool {
    let cells: Vec<Cell> = solution.iter().collect();
    symmetries.iter().all(|symmetry| {
        let image = cells.iter().map(|&cell| symmetry.map(cell, solution.size()));
        let mut image: Vec<Cell> = image.collect();
        image.sort_unstable();
        cells <= image
    })
}

impl SolutionSource for SearchSolutions<'_> {
    fn next(&mut self, budget: &Budget) -> Answer<Option<CellSet>> {
        if let Some(random) = &mut self.seeds {
            self.earlier_statistics += self.search.statistics();
            self.search =
                Search::new(self.model, SearchOptions { seed: random.next_u64(), ..self.options });
        }
        while let Some(solution) = self.search.next(budget)? {
            if is_representative(&self.symmetries, &solution) {
                return Ok(Some(solution));
            }
        }
        self.ended = true;
        Ok(None)
    }

    fn is_exhausted(&mut self, _budget: &Budget) -> bool {
        self.ended
    }

    fn effort(&self) -> Option<search::Statistics> {
        let mut total = self.earlier_statistics;
        total += self.search.statistics();
        Some(total)
    }

    fn describe(&self, statistics: &mut RunStatistics, _budget: &Budget) {
        if let Some(effort) = self.effort() {
            statistics.add_search(self.model.posted(self.options), effort);
        }
    }
}
