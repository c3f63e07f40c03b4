//! Measures the difficulty of positions within their grade, so that puzzles can be made harder step by step.

use super::candidates::Candidates;
use super::finder::Finder;
use super::solver::Solver;
use super::technique::{Grade, HARD_STEPS, Technique};
use engine::{Answer, Budget};
use geometry::CellSet;
use problem::Value;

/// The hardness of a position, ordered from the easiest to the hardest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hardness {
    /// No contradiction is needed. Contains the grade, and the number of cells that easier techniques leave
    /// open.
    Plain(Grade, usize),
    /// Contradictions of one step are needed. Contains the fraction of open cells that the first round of
    /// contradictions does not settle, in thousandths.
    OneStep(usize),
    /// Contradictions of up to two steps are needed. Contains the same fraction as [`Hardness::OneStep`].
    FewSteps(usize),
    /// Longer contradictions are needed.
    Expert,
}

impl Hardness {
    /// The grade of a position of this hardness.
    pub fn grade(self) -> Grade {
        match self {
            Self::Plain(grade, _) => grade,
            Self::OneStep(_) | Self::FewSteps(_) => Grade::Hard,
            Self::Expert => Grade::Expert,
        }
    }
}

impl Solver {
    /// Returns the hardness of a position, and the cells that its hardest contradictions settle first; `None`
    /// if the position is less hard than `least`. Tries contradictions of the `likely` cells first, so that
    /// positions that are too easy are rejected early.
    ///
    /// The position must have exactly one solution. If `least` is [`Hardness::FewSteps`], an expert position
    /// also counts as less hard if many cells are settled in the first round.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn hardness(
        &self,
        candidates: Candidates,
        least: Hardness,
        likely: &CellSet,
        budget: &Budget,
    ) -> Answer<Option<(Hardness, CellSet)>> {
        let at_least = |hardness, cells| Ok((hardness >= least).then_some((hardness, cells)));
        let none = || CellSet::empty(likely.size());
        let (mut rest, mut left) = (candidates, 0);
        for hardest in [Technique::Starving, Technique::Groups2, Technique::Halves] {
            rest = self.closed(rest, hardest, budget)?;
            if rest.open.is_empty() {
                return at_least(Hardness::Plain(hardest.grade(0), left), none());
            }
            left = left.max(rest.open.len());
        }
        let mut first = none();
        let open = rest.open.len();
        while let Some(refuted) = self.refute(&mut rest, 1, likely, usize::MAX, budget)? {
            if first.is_empty() {
                first = refuted;
            }
            rest = self.closed(rest, Technique::Halves, budget)?;
        }
        if rest.open.is_empty() {
            return at_least(Hardness::OneStep(share_left(&first, open)), first);
        }
        let open = rest.open.len();
        let most = match least {
            Hardness::FewSteps(share) => open * (1000 - share) / 1000,
            Hardness::Plain(..) | Hardness::OneStep(_) | Hardness::Expert => open,
        };
        let Some(first) = self.refute(&mut rest, HARD_STEPS, likely, most, budget)? else {
            return Ok(Some((Hardness::Expert, none())));
        };
        if first.len() > most {
            return Ok(None);
        }
        // Longer contradictions are not computed, because it matters only whether they are needed.
        loop {
            rest = self.closed(rest, Technique::Halves, budget)?;
            if rest.open.is_empty() {
                return at_least(Hardness::FewSteps(share_left(&first, open)), first);
            }
            if self.refute(&mut rest, 1, likely, usize::MAX, budget)?.is_none()
                && self.refute(&mut rest, HARD_STEPS, likely, usize::MAX, budget)?.is_none()
            {
                return Ok(Some((Hardness::Expert, none())));
            }
        }
    }

    /// Applies techniques without assumptions, up to `hardest`, until none of them applies any more. Returns
    /// the remaining candidates.
    fn closed(
        &self,
        mut candidates: Candidates,
        hardest: Technique,
        budget: &Budget,
    ) -> Answer<Candidates> {
        while self.board().broken(&candidates).is_none() {
            let finder = Finder::new(self.board(), &candidates, budget);
            let Some(found) = finder.easiest(hardest)? else { break };
            candidates = found.applied(self.board(), &candidates);
        }
        Ok(candidates)
    }

    /// Settles cells by contradictions of at most `steps` steps, at most `most + 1` cells. Returns these cells;
    /// `None` if there are none.
    fn refute(
        &self,
        candidates: &mut Candidates,
        steps: usize,
        likely: &CellSet,
        most: usize,
        budget: &Budget,
    ) -> Answer<Option<CellSet>> {
        let board = self.board();
        for (value, other) in [(Value::Placed, Value::Excluded), (Value::Excluded, Value::Placed)] {
            let refuted = self.refuter(candidates, budget).refuted((value, steps), likely, most)?;
            if !refuted.is_empty() {
                refuted.iter().for_each(|cell| candidates.settle(board, cell, other));
                return Ok(Some(refuted));
            }
        }
        Ok(None)
    }
}

/// The fraction of open cells that stay open, in thousandths, rounded down.
fn share_left(settled: &CellSet, open: usize) -> usize {
    1000 - (settled.len() * 1000).div_ceil(open)
}
