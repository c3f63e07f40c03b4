//! Assumptions that steps refute.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::board::Board;
use super::candidates::Candidates;
use super::deduction::Deduction;
use super::finder::Finder;
use super::plain::PLAIN;
use super::step::{Refutation, Step};
use super::technique::{HARD_STEPS, Technique};
use engine::{Budget, Interrupted};
use geometry::{Cell, CellSet};
use problem::{Rule, Value};

/// How many chains are made shorter to find the shortest.
const SHORTENED: usize = 8;

/// The steps that follow from an assumption, up to a group that cannot have its pieces.
type Chain = Vec<Deduction>;

impl Board {
    /// A contradiction of the fewest steps; of several, that of the first cell. `None` if no assumption
    /// is refuted, or none in `most` steps. No plain technique may find anything in the position. That a
    /// cell holds no piece is assumed only if no piece can be refuted.
    ///
    /// Up to [`HARD_STEPS`] all orders of steps are tried, so that no fewer steps would do. A longer chain
    /// is made shorter by leaving out steps until each is needed.
    pub(super) fn contradiction(
        &self,
        candidates: &Candidates,
        most: usize,
        budget: &Budget,
    ) -> Result<Option<Step>, Interrupted> {
        for value in [Value::Placed, Value::Excluded] {
            for steps in 1..=most.min(HARD_STEPS) {
                for cell in candidates.open.iter() {
                    let assumed = self.assumed(candidates, cell, value);
                    let chain = self.chain_of(candidates, &assumed, &[], steps, budget)?;
                    if let Some(chain) = chain {
                        return Ok(self.refutation(candidates, cell, value, &chain));
                    }
                }
            }
            if most > HARD_STEPS
                && let Some(step) = self.long_contradiction(candidates, value, budget)?
            {
                return Ok(Some(step));
            }
        }
        Ok(None)
    }

    /// Some of the open cells for which a value is refuted in so many steps: all of them, or `most` and one
    /// more. Those that are `likely` come first.
    pub(super) fn refuted(
        &self,
        candidates: &Candidates,
        (value, steps): (Value, usize),
        likely: &CellSet,
        most: usize,
        budget: &Budget,
    ) -> Result<CellSet, Interrupted> {
        let mut refuted = CellSet::empty(candidates.open.size());
        let (first, rest) = (&candidates.open & likely, &candidates.open - likely);
        for cell in first.iter().chain(rest.iter()) {
            let assumed = self.assumed(candidates, cell, value);
            if self.chain_of(candidates, &assumed, &[], steps, budget)?.is_some() {
                refuted.insert(cell);
                if refuted.len() > most {
                    break;
                }
            }
        }
        Ok(refuted)
    }

    /// As [`Board::contradiction`], where that takes more than [`HARD_STEPS`].
    fn long_contradiction(
        &self,
        candidates: &Candidates,
        value: Value,
        budget: &Budget,
    ) -> Result<Option<Step>, Interrupted> {
        let mut refuted: Vec<(Cell, Chain)> = Vec::new();
        for cell in candidates.open.iter() {
            let assumed = self.assumed(candidates, cell, value);
            if let Some(chain) = self.chain(candidates, &assumed, budget)? {
                refuted.push((cell, chain));
            }
        }
        refuted.sort_by_key(|(_, chain)| chain.len());
        refuted.truncate(SHORTENED);
        for (cell, chain) in &mut refuted {
            let assumed = self.assumed(candidates, *cell, value);
            self.shorten(&assumed, chain, budget)?;
        }
        let shortest = refuted.into_iter().min_by_key(|(_, chain)| chain.len());
        Ok(shortest.and_then(|(cell, chain)| self.refutation(candidates, cell, value, &chain)))
    }

    /// The easiest steps from an assumption, up to a contradiction; `None` if they do not lead to one.
    fn chain(
        &self,
        before: &Candidates,
        assumed: &Candidates,
        budget: &Budget,
    ) -> Result<Option<Chain>, Interrupted> {
        let mut candidates = assumed.clone();
        let mut chain = Chain::new();
        while self.broken(&candidates).is_none() {
            let finder = Finder::since(Some(before), self, &candidates, budget);
            let Some(found) = finder.easiest(Technique::Halves)? else { return Ok(None) };
            candidates = found.applied(self, &candidates);
            chain.push(found);
        }
        Ok(Some(chain))
    }

    fn assumed(&self, candidates: &Candidates, cell: Cell, value: Value) -> Candidates {
        let mut assumed = candidates.clone();
        assumed.settle(self, cell, value);
        assumed
    }

    /// A chain of so many steps, or fewer; `None` if there is none. `known` are the steps that follow
    /// from the position before.
    fn chain_of(
        &self,
        before: &Candidates,
        candidates: &Candidates,
        known: &[Deduction],
        steps: usize,
        budget: &Budget,
    ) -> Result<Option<Chain>, Interrupted> {
        if self.broken(candidates).is_some() {
            return Ok(Some(Chain::new()));
        }
        match steps {
            0 => return Ok(None),
            1 => return self.last_step(before, candidates, known, budget),
            _ => {}
        }
        let mut all = self.all(before, candidates, budget)?;
        all.extend_from_slice(known);
        // What settles the same cells leads to the same.
        let mut seen = FxHashSet::default();
        let open = &candidates.open;
        all.retain(|found| seen.insert((&found.place & open, &found.exclude & open)));
        if !self.may_break(before, candidates, &all, steps, budget)? {
            return Ok(None);
        }
        for (index, found) in all.iter().enumerate() {
            let after = found.applied(self, candidates);
            // The order of steps does not matter.
            let others = &all[index + 1..];
            let chain = self.chain_of(candidates, &after, others, steps - 1, budget)?;
            if let Some(mut chain) = chain {
                chain.insert(0, found.clone());
                return Ok(Some(chain));
            }
        }
        Ok(None)
    }

    /// A step after which a group cannot be completed; `None` if there is none.
    fn last_step(
        &self,
        before: &Candidates,
        candidates: &Candidates,
        known: &[Deduction],
        budget: &Budget,
    ) -> Result<Option<Chain>, Interrupted> {
        let breaks = |found: &Deduction| self.broken(&found.applied(self, candidates)).is_some();
        let finder = Finder::since(Some(before), self, candidates, budget);
        let mut last = None;
        for technique in PLAIN {
            let flow = finder.find(technique, &mut |found| {
                if !breaks(&found) {
                    return ControlFlow::Continue(());
                }
                last = Some(found);
                ControlFlow::Break(())
            })?;
            if flow.is_break() {
                break;
            }
        }
        let last = last.or_else(|| known.iter().find(|&found| breaks(found)).cloned());
        Ok(last.map(|found| vec![found]))
    }

    /// False if no chain of so many steps breaks a group: not even all deductions at once do, then all that
    /// follow from these, and so on. What follows from some of them follows from more of them, too.
    fn may_break(
        &self,
        before: &Candidates,
        candidates: &Candidates,
        all: &[Deduction],
        steps: usize,
        budget: &Budget,
    ) -> Result<bool, Interrupted> {
        let mut together = candidates.clone();
        for found in all {
            together = found.applied(self, &together);
        }
        if self.broken(&together).is_some() {
            return Ok(true);
        }
        if steps <= 1 {
            return Ok(false);
        }
        let next = self.all(before, &together, budget)?;
        self.may_break(before, &together, &next, steps - 1, budget)
    }

    /// All deductions of the plain techniques that do not follow from the position before.
    fn all(
        &self,
        before: &Candidates,
        candidates: &Candidates,
        budget: &Budget,
    ) -> Result<Chain, Interrupted> {
        let finder = Finder::since(Some(before), self, candidates, budget);
        let mut all = Chain::new();
        for technique in PLAIN {
            let _ = finder.find(technique, &mut |found| {
                all.push(found);
                ControlFlow::Continue(())
            })?;
        }
        Ok(all)
    }

    /// Leaves out steps, the last ones first, as long as the others still lead to a contradiction.
    fn shorten(
        &self,
        assumed: &Candidates,
        chain: &mut Chain,
        budget: &Budget,
    ) -> Result<(), Interrupted> {
        let mut index = chain.len();
        while index > 0 {
            index -= 1;
            let mut without = chain.clone();
            without.remove(index);
            if let Some(shorter) = self.replay(assumed, &without, budget)? {
                *chain = shorter;
                index = index.min(chain.len());
            }
        }
        Ok(())
    }

    /// The steps of a chain as they are found where some steps before them are missing; `None` if they
    /// do not lead to a contradiction.
    fn replay(
        &self,
        assumed: &Candidates,
        chain: &[Deduction],
        budget: &Budget,
    ) -> Result<Option<Chain>, Interrupted> {
        let mut candidates = assumed.clone();
        let mut replayed = Chain::new();
        for step in chain {
            if self.broken(&candidates).is_some() {
                break;
            }
            let finder = Finder::new(self, &candidates, budget);
            let mut same = None;
            let _ = finder.find(step.technique, &mut |found| {
                if found.groups == step.groups {
                    same = Some(found);
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            })?;
            if let Some(found) = same {
                candidates = found.applied(self, &candidates);
                replayed.push(found);
            }
        }
        Ok(self.broken(&candidates).map(|_| replayed))
    }

    /// The step that an assumption and its chain make; `None` if they leave every group enough cells.
    fn refutation(
        &self,
        candidates: &Candidates,
        cell: Cell,
        value: Value,
        chain: &[Deduction],
    ) -> Option<Step> {
        let mut assumed = self.assumed(candidates, cell, value);
        let mut then = Vec::new();
        for found in chain {
            then.push(found.step(self, &assumed));
            assumed = found.applied(self, &assumed);
        }
        let empty = self.broken(&assumed)?.id;
        let (place, exclude) = match value {
            Value::Placed => (Vec::new(), vec![cell]),
            Value::Excluded => (vec![cell], Vec::new()),
        };
        Some(Step {
            technique: Technique::Contradiction,
            place,
            exclude,
            rules: vec![Rule::Group(empty)],
            cells: Vec::new(),
            refuted: Some(Refutation { assume: (cell, value), then, empty }),
        })
    }
}
