//! Regions that make a puzzle of grade expert.

use std::sync::Arc;

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::partition::Partition;
use super::{Pieces, Setting, parted};
use crate::engine::{Budget, Interrupted};
use crate::geometry::CellSet;
use crate::session::steps::{Grade, Hardness, Solver};

/// How often two cells move at once, in percent: some improvements take both.
const TWICE: u32 = 50;

/// Makes a puzzle harder, one cell after the other, until it is expert.
pub(super) struct Hardening<'a> {
    pub setting: &'a Setting,
    pub solver: &'a Solver,
    /// The only solution.
    pub solution: Pieces,
    pub random: &'a mut ChaCha8Rng,
    pub budget: &'a Budget,
}

impl Hardening<'_> {
    /// Moves one or two random cells to neighbouring regions as long as the solution stays the only one and
    /// the puzzle does not become easier. Ends with an expert puzzle, or after many changes that made it no
    /// harder. The regions and how hard they are.
    pub fn run(&mut self, mut partition: Partition) -> Result<(Partition, Hardness), Interrupted> {
        let mut likely = CellSet::empty(self.setting.blank.rules().size());
        let mut hardness = Hardness::Plain(Grade::Easy, 0);
        let mut failures = 0;
        let mut changed = Some(partition.clone());
        while failures < patience(hardness) && hardness != Hardness::Expert {
            failures += 1;
            if let Some(next) = changed
                && let Some((found, cells)) = self.hardness(&next, hardness, &likely)?
            {
                if found > hardness {
                    failures = 0;
                }
                (partition, hardness, likely) = (next, found, cells);
            }
            changed = self.changed(&partition);
        }
        Ok((partition, hardness))
    }

    /// The regions with one or two cells moved; `None` if no cell can move.
    fn changed(&mut self, partition: &Partition) -> Option<Partition> {
        let once = self.setting.changed(partition, &self.solution, self.random)?;
        if self.random.gen_range(0..100) >= TWICE {
            return Some(once);
        }
        self.setting.changed(&once, &self.solution, self.random)
    }

    /// How hard regions are, and the cells of their hardest contradictions; `None` if they are less hard
    /// than `least`, or leave other solutions.
    fn hardness(
        &mut self,
        partition: &Partition,
        least: Hardness,
        likely: &CellSet,
    ) -> Result<Option<(Hardness, CellSet)>, Interrupted> {
        if !self.setting.is_unique(partition, self.random, self.budget)? {
            return Ok(None);
        }
        let problem = parted(&self.setting.blank, partition);
        let solver = self.solver.regrouped(Arc::clone(problem.rules()));
        let candidates = solver.board().candidates(&problem);
        solver.hardness(candidates, least, likely, self.budget)
    }
}

/// How many changes are tried after the last one that made the puzzle harder: the more, the nearer it is to
/// expert.
fn patience(hardness: Hardness) -> usize {
    match hardness {
        Hardness::Plain(..) => 50,
        Hardness::OneStep(_) | Hardness::FewSteps(..900) => 100,
        Hardness::FewSteps(_) | Hardness::Expert => 400,
    }
}
