//! Finds regions that make a puzzle of grade expert.

use rand::Rng;
use rustc_hash::FxHashSet;

use super::Attempt;
use super::partition::Partition;
use crate::steps::{Grade, Hardness, Solver};
use engine::Answer;
use geometry::CellSet;

/// The limits of a search for expert regions. Measurements chose the values that find the most puzzles in a
/// given time.
pub(super) struct SearchEffort {
    /// Maximum number of starting solutions.
    pub attempts: usize,
    /// Percentage of changes that move two cells at once, because some improvements need two moves.
    twice: u32,
    /// Maximum number of changes in a row that do not make the puzzle harder. There is one limit for each
    /// stage: no contradictions are needed; contradictions of one step are enough; the puzzle is not near
    /// expert; the puzzle is near expert.
    patience: [usize; 4],
    /// Minimum number in [`Hardness::FewSteps`] of a puzzle near expert, in thousandths.
    near: usize,
}

impl SearchEffort {
    /// The effort for boards up to size 7. Attempts are short, and few lead to an expert puzzle.
    const SMALL: Self = Self { attempts: 1500, twice: 30, patience: [30, 80, 60, 600], near: 850 };

    const LARGE: Self = Self { attempts: 400, twice: 50, patience: [50, 100, 100, 400], near: 900 };

    /// The effort for a board whose number of rows or columns, whichever is larger, is `size`.
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
    /// Makes a puzzle harder until its grade is expert. Each change moves one or two random cells to
    /// neighbouring regions. A change is kept if the solution stays the only one and the puzzle does not become
    /// easier. The search ends after too many changes in a row that do not make the puzzle harder. Returns the
    /// regions and their hardness.
    pub(super) fn harden(
        &mut self,
        mut partition: Partition,
        solver: &Solver,
        effort: &SearchEffort,
    ) -> Answer<(Partition, Hardness)> {
        let mut likely = CellSet::empty(self.setting.blank.rules().size());
        let mut hardness = Hardness::Plain(Grade::Easy, 0);
        let mut failures = 0;
        // Regions that were rejected before would be rejected again.
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
