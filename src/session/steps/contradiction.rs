//! Assumptions that steps refute.

use std::ops::ControlFlow;

use super::deduction::{Deduction, Finder, PLAIN};
use super::{Board, Candidates, HARD_STEPS, Refutation, Step, Technique};
use crate::engine::{Budget, Interrupted};
use crate::geometry::Cell;
use crate::problem::Value;

/// The steps that follow from an assumption, up to a group that cannot have its pieces.
type Chain = Vec<Deduction>;

/// An assumption that is refuted.
struct Refuted {
    cell: Cell,
    value: Value,
    chain: Chain,
}

impl Board {
    /// A contradiction of the fewest steps; of several, that of the first cell. `None` if no assumption
    /// is refuted, or none in `most` steps.
    ///
    /// Up to [`HARD_STEPS`] all orders of steps are tried, so that no fewer steps would do. A longer chain
    /// is made shorter by leaving out steps until each is needed.
    pub(super) fn contradiction(
        &self,
        candidates: &Candidates,
        most: usize,
        budget: &Budget,
    ) -> Result<Option<Step>, Interrupted> {
        let mut refuted = self.refuted(candidates, budget)?;
        for steps in 1..=most.min(HARD_STEPS) {
            for Refuted { cell, value, chain } in &mut refuted {
                let assumed = self.assumed(candidates, *cell, *value);
                if let Some(shortest) = self.chain_of(&assumed, steps, budget)? {
                    *chain = shortest;
                    return Ok(Some(self.refutation(candidates, *cell, *value, chain)));
                }
            }
        }
        if most <= HARD_STEPS {
            return Ok(None);
        }
        for Refuted { cell, value, chain } in &mut refuted {
            let assumed = self.assumed(candidates, *cell, *value);
            self.shorten(&assumed, chain, budget)?;
        }
        let shortest = refuted.into_iter().min_by_key(|refuted| refuted.chain.len());
        let shortest = shortest.filter(|refuted| refuted.chain.len() <= most);
        Ok(shortest
            .map(|Refuted { cell, value, chain }| self.refutation(candidates, cell, value, &chain)))
    }

    /// The assumptions about open cells that steps refute, in row-major order.
    fn refuted(
        &self,
        candidates: &Candidates,
        budget: &Budget,
    ) -> Result<Vec<Refuted>, Interrupted> {
        let mut refuted = Vec::new();
        for cell in candidates.open.iter() {
            for value in [Value::Placed, Value::Excluded] {
                let mut assumed = self.assumed(candidates, cell, value);
                let mut chain = Chain::new();
                while self.broken(&assumed).is_none() {
                    let finder = Finder::new(self, &assumed, budget);
                    let Some(found) = finder.easiest(Technique::Halves)? else { break };
                    assumed = found.applied(self, &assumed);
                    chain.push(found);
                }
                if self.broken(&assumed).is_some() {
                    refuted.push(Refuted { cell, value, chain });
                }
            }
        }
        Ok(refuted)
    }

    fn assumed(&self, candidates: &Candidates, cell: Cell, value: Value) -> Candidates {
        let mut assumed = candidates.clone();
        assumed.settle(self, cell, value);
        assumed
    }

    /// A chain of so many steps, or fewer; `None` if there is none.
    fn chain_of(
        &self,
        candidates: &Candidates,
        steps: usize,
        budget: &Budget,
    ) -> Result<Option<Chain>, Interrupted> {
        if self.broken(candidates).is_some() {
            return Ok(Some(Chain::new()));
        }
        if steps == 0 {
            return Ok(None);
        }
        for found in self.all(candidates, budget)? {
            let after = found.applied(self, candidates);
            if let Some(mut chain) = self.chain_of(&after, steps - 1, budget)? {
                chain.insert(0, found);
                return Ok(Some(chain));
            }
        }
        Ok(None)
    }

    /// All deductions of the plain techniques.
    fn all(&self, candidates: &Candidates, budget: &Budget) -> Result<Chain, Interrupted> {
        let finder = Finder::new(self, candidates, budget);
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

    /// The step that an assumption and its chain make.
    fn refutation(
        &self,
        candidates: &Candidates,
        cell: Cell,
        value: Value,
        chain: &[Deduction],
    ) -> Step {
        let mut assumed = self.assumed(candidates, cell, value);
        let mut then = Vec::new();
        for found in chain {
            then.push(found.step(self, &assumed));
            assumed = found.applied(self, &assumed);
        }
        let empty = self.broken(&assumed).map_or_else(String::new, |group| group.name.clone());
        let (place, exclude) = match value {
            Value::Placed => (Vec::new(), vec![cell]),
            Value::Excluded => (vec![cell], Vec::new()),
        };
        Step {
            technique: Technique::Contradiction,
            place,
            exclude,
            groups: vec![empty.clone()],
            cells: Vec::new(),
            refuted: Some(Refutation { assume: (cell, value), then, empty }),
        }
    }
}
