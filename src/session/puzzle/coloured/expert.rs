//! Regions that make a puzzle of grade expert.

use std::sync::Arc;

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashSet;

use super::partition::{Partition, Pieces};
use super::{Setting, parted};
use crate::steps::{Grade, Hardness, Solver};
use engine::{Budget, Interrupted};
use geometry::CellSet;

/// How long a search for expert regions goes on. The figures are measured: they find most puzzles in a
/// given time.
pub(super) struct SearchEffort {
    /// How many starting solutions are tried.
    pub attempts: usize,
    /// How often two cells move at once, in percent: some improvements take both.
    twice: u32,
    /// How many changes are tried after the last one that made the puzzle harder, while no contradictions
    /// are needed; while those of one step are enough; while the puzzle is not near to expert; then.
    patience: [usize; 4],
    /// From which [`Hardness::FewSteps`] on a puzzle is near to expert.
    near: usize,
}

impl SearchEffort {
    /// Up to size 7, attempts are short and fewer lead to an expert puzzle.
    const SMALL: Self = Self { attempts: 1500, twice: 30, patience: [30, 80, 60, 600], near: 850 };

    const LARGE: Self = Self { attempts: 400, twice: 50, patience: [50, 100, 100, 400], near: 900 };

    /// The effort for a board with this many rows or columns, whichever is more.
    pub(super) fn of(size: u16) -> &'static Self {
        if size <= 7 { &Self::SMALL } else { &Self::LARGE }
    }

    fn patience(&self, hardness: Hardness) -> usize {
        let [plain, one_step, few_steps, near] = self.patience;
        match hardness {
            Hardness::Plain(..) => plain,
            Hardness::OneStep(_) => one_step,
            Hardness::FewSteps(share) if share < self.near => few_steps,
            Hardness::FewSteps(_) | Hardness::Expert => near,
        }
    }
}

/// Makes a puzzle harder, one cell after the other, until it is expert.
pub(super) struct Hardening<'a> {
    pub effort: &'a SearchEffort,
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
    pub(super) fn run(
        &mut self,
        mut partition: Partition,
    ) -> Result<(Partition, Hardness), Interrupted> {
        let mut likely = CellSet::empty(self.setting.blank.rules().size());
        let mut hardness = Hardness::Plain(Grade::Easy, 0);
        let mut failures = 0;
        // What was rejected once would be rejected again.
        let mut seen = FxHashSet::default();
        let mut changed = Some(partition.clone());
        while failures < self.effort.patience(hardness) && hardness != Hardness::Expert {
            failures += 1;
            if let Some(next) = changed
                && seen.insert(next.regions().to_vec())
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
        if self.random.gen_range(0..100) >= self.effort.twice {
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
