//! Regions that make a puzzle of grade expert.

use rand::Rng;
use rustc_hash::FxHashSet;

use super::Attempt;
use super::partition::Partition;
use crate::steps::{Grade, Hardness, Solver};
use engine::Interrupted;
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

impl Attempt<'_> {
    /// Makes a puzzle harder until it is expert: moves one or two random cells to neighbouring regions as long as
    /// the solution stays the only one and the puzzle does not become easier. Gives up after many changes that
    /// made it no harder. The regions and how hard they are.
    pub(super) fn harden(
        &mut self,
        mut partition: Partition,
        solver: &Solver,
        effort: &SearchEffort,
    ) -> Result<(Partition, Hardness), Interrupted> {
        let mut likely = CellSet::empty(self.setting.blank.rules().size());
        let mut hardness = Hardness::Plain(Grade::Easy, 0);
        let mut failures = 0;
        // What was rejected once would be rejected again.
        let mut seen = FxHashSet::default();
        let mut changed = Some(partition.clone());
        while failures < effort.patience(hardness) && hardness != Hardness::Expert {
            failures += 1;
            if let Some(next) = changed
                && seen.insert(next.regions().to_vec())
                && self.is_unique(&next)?
                && let (solver, candidates) = self.parted(&next, solver)
                && let Some((found, cells)) =
                    solver.hardness(candidates, hardness, &likely, self.budget)?
            {
                if found > hardness {
                    failures = 0;
                }
                (partition, hardness, likely) = (next, found, cells);
            }
            changed = self.changed(&partition);
            if let Some(once) = &changed
                && self.random.gen_range(0..100) < effort.twice
            {
                changed = self.changed(once);
            }
        }
        Ok((partition, hardness))
    }
}
