use std::sync::Arc;
use std::time::Duration;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::run::{SolutionSelection, SolutionSource};
use super::statistics::RunStatistics;
use crate::task::Task;
use engine::auto::first_of;
use engine::sat::Solutions;
use engine::{Answer, Budget, EngineKind, available_threads, count};
use geometry::CellSet;

/// Time limit for searching one more solution after the last printed one. The search shows whether all
/// solutions were printed, but may take very long.
const EXHAUSTION_TIMEOUT: Duration = Duration::from_millis(100);

/// The time after which the other search begins. Most boards are solved before, so that they have the same solution every
/// time.
const HEAD_START: Duration = Duration::from_millis(500);

/// Solutions from the SAT engine, in no particular order.
pub(super) struct SatSolutions {
    solutions: Solutions,
    /// The random generator, if solutions are drawn at random.
    random: Option<ChaCha8Rng>,
    /// The search for the first solution on another thread.
    beside: Option<Arc<count::Engine>>,
    /// The engine that found the first solution, or found that there is none.
    found_by: EngineKind,
}

impl SatSolutions {
    /// The solutions of a task. `beside` searches for the first solution on another thread, if there are several cores.
    pub(super) fn new(
        selection: SolutionSelection,
        task: &Task,
        beside: Option<Arc<count::Engine>>,
    ) -> Answer<Self> {
        let solutions = Solutions::new(&task.problem, &task.budget)?;
        let random = selection.seed.map(ChaCha8Rng::seed_from_u64);
        let beside = beside.filter(|_| random.is_none() && available_threads().get() > 1);
        Ok(Self { solutions, random, beside, found_by: EngineKind::Sat })
    }
}

impl SolutionSource for SatSolutions {
    fn next(&mut self, budget: &Budget) -> Answer<Option<CellSet>> {
        if let Some(random) = &mut self.random {
            return self.solutions.draw(random, budget);
        }
        let Some(beside) = self.beside.take() else { return self.solutions.next(budget) };
        let solve = |budget: &Budget| self.solutions.next(budget);
        let (found, is_counted) =
            first_of(budget, HEAD_START, solve, |budget| beside.solution(budget))?;
        if is_counted {
            self.found_by = EngineKind::Count;
            if let Some(solution) = &found {
                self.solutions.exclude(solution);
            }
        }
        Ok(found)
    }

    fn engine(&self) -> Option<EngineKind> {
        Some(self.found_by)
    }

    fn is_exhausted(&mut self, budget: &Budget) -> bool {
        self.random.is_none()
            && matches!(self.solutions.next(&budget.slice(EXHAUSTION_TIMEOUT)), Ok(None))
    }

    fn describe(&self, statistics: &mut RunStatistics, _budget: &Budget) {
        if self.found_by == EngineKind::Sat {
            statistics.add_sat(self.solutions.effort());
        }
    }
}
