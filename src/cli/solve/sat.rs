use std::time::Duration;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::run::{SolutionSelection, SolutionSource};
use super::statistics::RunStatistics;
use crate::task::Task;
use engine::sat::Solutions;
use engine::{Answer, Budget};
use geometry::CellSet;

/// Time limit for searching one more solution after the last printed one. The search shows whether all
/// solutions were printed, but may take very long.
const EXHAUSTION_TIMEOUT: Duration = Duration::from_millis(100);

/// Solutions from the SAT engine, in no particular order.
pub(super) struct SatSolutions {
    solutions: Solutions,
    /// The random generator, if solutions are drawn at random.
    random: Option<ChaCha8Rng>,
}

impl SatSolutions {
    pub(super) fn new(selection: SolutionSelection, task: &Task) -> Answer<Self> {
        let solutions = Solutions::new(&task.problem, &task.budget)?;
        Ok(Self { solutions, random: selection.seed.map(ChaCha8Rng::seed_from_u64) })
    }
}

impl SolutionSource for SatSolutions {
    fn next(&mut self, budget: &Budget) -> Answer<Option<CellSet>> {
        match &mut self.random {
            None => self.solutions.next(budget),
            Some(random) => self.solutions.draw(random, budget),
        }
    }

    fn is_exhausted(&mut self, budget: &Budget) -> bool {
        self.random.is_none()
            && matches!(self.solutions.next(&budget.slice(EXHAUSTION_TIMEOUT)), Ok(None))
    }

    fn describe(&self, statistics: &mut RunStatistics, _budget: &Budget) {
        statistics.add_sat(self.solutions.effort());
    }
}
