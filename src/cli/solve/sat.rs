use std::fmt;
use std::time::Duration;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::Serialize;

use super::{Choice, Source, Statistics};
use crate::task::Task;
use engine::sat::{Effort, Solutions};
use engine::{Budget, Interrupted};
use geometry::CellSet;

/// How long to look for one more solution after the last one that is printed, to learn whether these are
/// all. Such a search may take any time.
const LAST_LOOK: Duration = Duration::from_millis(100);

/// The effort of the SAT engine, for text and JSON.
#[derive(Serialize)]
pub(super) struct Facts {
    conflicts: u64,
    decisions: u64,
    propagations: u64,
}

impl From<Effort> for Facts {
    fn from(effort: Effort) -> Self {
        let Effort { conflicts, decisions, propagations } = effort;
        Self { conflicts, decisions, propagations }
    }
}

impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { conflicts, decisions, propagations } = self;
        write!(f, "{conflicts} conflicts, {decisions} decisions, {propagations} propagations")
    }
}

/// Solutions from the SAT engine, in no particular order.
pub(super) struct SatSolutions {
    solutions: Solutions,
    /// The random numbers, if solutions are drawn at random.
    random: Option<ChaCha8Rng>,
}

impl SatSolutions {
    pub(super) fn new(choice: Choice, task: &Task) -> Result<Self, Interrupted> {
        let solutions = Solutions::new(&task.problem, &task.budget)?;
        Ok(Self { solutions, random: choice.seed().map(ChaCha8Rng::seed_from_u64) })
    }
}

impl Source for SatSolutions {
    fn next(&mut self, budget: &Budget) -> Result<Option<CellSet>, Interrupted> {
        match &mut self.random {
            None => self.solutions.next(budget),
            Some(random) => self.solutions.draw(random, budget),
        }
    }

    fn is_exhausted(&mut self, budget: &Budget) -> bool {
        self.random.is_none() && matches!(self.solutions.next(&budget.slice(LAST_LOOK)), Ok(None))
    }

    fn describe(&self, statistics: &mut Statistics, _budget: &Budget) {
        statistics.effort = Some(self.solutions.effort().into());
    }
}
