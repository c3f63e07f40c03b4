//! The technique of contradictions: assumptions that are refuted by steps.

use super::board::Board;
use super::candidates::Candidates;
use super::deduction::Deduction;
use super::difficulty::weight;
use super::finder::Finder;
use super::packing::Packings;
use super::step::{MAX_OPEN, Refutation, Step};
use super::technique::Technique;
use engine::{Answer, Budget};
use geometry::{Cell, CellSet};
use problem::{Rule, Value};
use rustc_hash::FxHashSet;

/// Maximum number of chains that are shortened to find the shortest one.
const MAX_SHORTENED_CHAINS: usize = 8;

/// Maximum number of steps of a [`Technique::Chain`] that is searched for all assumptions. Shorter chains come first.
const CHAIN_STEPS: usize = 3;

/// Maximum number of steps of any other [`Technique::Chain`], and the maximum weight of their techniques.
const LONG_CHAIN: (usize, u64) = (7, 8);

/// The techniques of the steps of chains and contradictions, the easiest first.
const TECHNIQUES: [Technique; 11] = [
    Technique::LastCell,
    Technique::FullGroup,
    Technique::AttackedByGroup,
    Technique::Starving,
    Technique::Groups1,
    Technique::Groups2,
    Technique::NoTouch,
    Technique::Groups3,
    Technique::Halves,
    Technique::SeenByGroup,
    Technique::FullLine,
];

/// Number of [`TECHNIQUES`] that the steps of a [`Technique::Chain`] use, from the first one.
const TECHNIQUES_OF_CHAINS: usize = 4;

/// Number of [`TECHNIQUES`] that the steps of contradictions use, and the maximum number of contradictions that
/// are compared. The harder techniques are used only if the easier ones refute no assumption.
const TECHNIQUES_OF_CONTRADICTIONS: [(usize, usize); 3] =
    [(7, 32), (9, MAX_OPEN as usize), (11, 1)];

/// The steps from an assumption to a group that cannot be completed.
type Chain = Vec<Deduction>;

/// Searches for assumptions about a position that steps refute. If no technique without assumptions applies to
/// the position, its deductions can be left out without loss.
pub(super) struct Refuter<'a> {
    pub board: &'a Board,
    pub position: &'a Candidates,
    /// The cells of the assumptions.
    pub cells: &'a CellSet,
    /// The values that are assumed, the preferred one first.
    pub values: &'a [Value],
    /// The position whose deductions are left out; `None` uses all deductions.
    pub since: Option<&'a Candidates>,
    pub packings: &'a Packings,
    pub budget: &'a Budget,
}

impl Refuter<'_> {
    /// Returns the chain with the fewest steps. Among equals, an assumption that a cell has a piece comes first,
    /// then the chain that names the fewest groups.
    pub(super) fn simple_chain(&self) -> Answer<Option<Step>> {
        let mut rounds = Vec::new();
        for &value in self.values {
            for cell in self.cells.iter() {
                if let Some(number) = self.rounds(self.assumed(cell, value))? {
                    rounds.push((value, cell, number));
                }
            }
        }
        for steps in 1..=CHAIN_STEPS {
            for &value in self.values {
                let mut found: Vec<(Cell, Chain)> = Vec::new();
                let near = rounds.iter().filter(|&&(of, _, rounds)| of == value && rounds <= steps);
                for &(_, cell, _) in near {
                    if let Some(chain) = self.chain_of(&self.assumed(cell, value), &[], steps)? {
                        found.push((cell, chain));
                        if found.len() == MAX_OPEN as usize {
                            break;
                        }
                    }
                }
                let groups =
                    |chain: &Chain| chain.iter().map(|step| step.groups.len()).sum::<usize>();
                let open = found.len() as u32;
                if let Some((cell, chain)) = found.into_iter().min_by_key(|(_, it)| groups(it)) {
                    return Ok(self.refutation(Technique::Chain, (cell, value), &chain, open));
                }
            }
        }
        Ok(None)
    }

    /// Returns a contradiction with few steps: of the contradictions that repeat the easiest step, the shortest
    /// ones are shortened by leaving out steps until every step is needed, and the shortest is chosen.
    /// The second value is assumed only if no assumption of the first one is refuted.
    pub(super) fn contradiction(&self) -> Answer<Option<Step>> {
        for &value in self.values {
            for (number, most) in TECHNIQUES_OF_CONTRADICTIONS {
                let techniques = &TECHNIQUES[..number];
                let mut refuted: Vec<(Cell, Chain)> = Vec::new();
                for cell in self.cells.iter() {
                    if refuted.len() == most {
                        break;
                    }
                    if let Some(chain) = self.chain(&self.assumed(cell, value), techniques)? {
                        refuted.push((cell, chain));
                    }
                }
                let open = (refuted.len() as u32).min(MAX_OPEN);
                refuted.sort_by_key(|(_, chain)| chain.len());
                refuted.truncate(MAX_SHORTENED_CHAINS);
                for (cell, chain) in &mut refuted {
                    self.shorten(&self.assumed(*cell, value), chain)?;
                }
                let shortest = refuted.into_iter().min_by_key(|(_, chain)| chain.len());
                if let Some((cell, chain)) = shortest {
                    let is_light = |step: &Deduction| weight(step.technique) <= LONG_CHAIN.1;
                    let is_chain = chain.len() <= LONG_CHAIN.0 && chain.iter().all(is_light);
                    let technique =
                        if is_chain { Technique::Chain } else { Technique::Contradiction };
                    return Ok(self.refutation(technique, (cell, value), &chain, open));
                }
            }
        }
        Ok(None)
    }

    /// A finder of the deductions that were not possible in [`Self::since`].
    fn finder<'f>(&'f self, candidates: &'f Candidates) -> Finder<'f> {
        Finder::since(self.since, self.board, candidates, self.packings, self.budget)
    }

    fn is_broken(&self, candidates: &Candidates) -> bool {
        self.board.broken(candidates).is_some()
    }

    /// Repeats the easiest step from an assumption until a group cannot be completed; `None` if the steps end
    /// before that.
    fn chain(&self, assumed: &Candidates, techniques: &[Technique]) -> Answer<Option<Chain>> {
        let mut candidates = assumed.clone();
        let mut chain = Chain::new();
        while !self.is_broken(&candidates) {
            let Some(found) = self.finder(&candidates).easiest(techniques)? else {
                return Ok(None);
            };
            candidates = found.applied(self.board, &candidates);
            chain.push(found);
        }
        Ok(Some(chain))
    }

    fn assumed(&self, cell: Cell, value: Value) -> Candidates {
        let mut assumed = self.position.clone();
        assumed.settle(self.board, cell, value);
        assumed
    }

    /// Returns a chain of at most `steps` simple steps; `None` if there is none. `known` are deductions that were
    /// possible one step earlier.
    fn chain_of(
        &self,
        candidates: &Candidates,
        known: &[Deduction],
        steps: usize,
    ) -> Answer<Option<Chain>> {
        if self.is_broken(candidates) {
            return Ok(Some(Chain::new()));
        }
        match steps {
            0 => return Ok(None),
            1 => return self.last_step(candidates, known),
            _ => {}
        }
        let mut all = self.all(candidates)?;
        all.extend_from_slice(known);
        // One of several deductions that settle the same cells is enough.
        let mut seen = FxHashSet::default();
        let open = &candidates.open;
        all.retain(|found| seen.insert((&found.place & open, &found.exclude & open)));
        if !self.may_break(candidates, &all, steps)? {
            return Ok(None);
        }
        for (index, found) in all.iter().enumerate() {
            let after = found.applied(self.board, candidates);
            // The order of steps does not matter, so only later deductions in the list remain to be tried.
            if let Some(mut chain) = self.chain_of(&after, &all[index + 1..], steps - 1)? {
                chain.insert(0, found.clone());
                return Ok(Some(chain));
            }
        }
        Ok(None)
    }

    /// Returns the number of rounds after which a group cannot be completed, if each round applies all simple
    /// deductions at once. No chain has fewer steps. `None` for more than [`CHAIN_STEPS`] rounds.
    fn rounds(&self, mut candidates: Candidates) -> Answer<Option<usize>> {
        for number in 1..=CHAIN_STEPS {
            let apply = |before: Candidates, found: &Deduction| found.applied(self.board, &before);
            let all = self.all(&candidates)?;
            candidates = all.iter().fold(candidates, apply);
            if self.is_broken(&candidates) {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// Returns a step after which a group cannot be completed, as a chain; `None` if there is none.
    fn last_step(&self, candidates: &Candidates, known: &[Deduction]) -> Answer<Option<Chain>> {
        let breaks = |found: &Deduction| self.is_broken(&found.applied(self.board, candidates));
        let last = self
            .finder(candidates)
            .first(&TECHNIQUES[..TECHNIQUES_OF_CHAINS], |found| breaks(&found).then_some(found))?;
        let last = last.or_else(|| known.iter().find(|&found| breaks(found)).cloned());
        Ok(last.map(|found| vec![found]))
    }

    /// False if no chain of at most `steps` steps leads to a broken group. This check applies all deductions at
    /// once, then all deductions from the result, and so on.
    fn may_break(&self, candidates: &Candidates, all: &[Deduction], steps: usize) -> Answer<bool> {
        let apply = |before: Candidates, found: &Deduction| found.applied(self.board, &before);
        let together = all.iter().fold(candidates.clone(), apply);
        let is_broken = self.is_broken(&together);
        if is_broken || steps <= 1 {
            return Ok(is_broken);
        }
        let next = self.all(&together)?;
        self.may_break(&together, &next, steps - 1)
    }

    /// All simple deductions that were not possible in [`Self::since`].
    fn all(&self, candidates: &Candidates) -> Answer<Chain> {
        let mut all = Chain::new();
        self.finder(candidates).first(&TECHNIQUES[..TECHNIQUES_OF_CHAINS], |found| {
            all.push(found);
            None
        })?;
        Ok(all)
    }

    /// Leaves out steps, last steps first, if the remaining steps still lead to a contradiction.
    fn shorten(&self, assumed: &Candidates, chain: &mut Chain) -> Answer<()> {
        let mut index = chain.len();
        while index > 0 {
            index -= 1;
            let mut without = chain.clone();
            without.remove(index);
            if let Some(shorter) = self.replay(assumed, &without)? {
                *chain = shorter;
                index = index.min(chain.len());
            }
        }
        Ok(())
    }

    /// Applies the steps of a chain again, skipping steps that are no longer possible; `None` if the chain does
    /// not lead to a contradiction.
    fn replay(&self, assumed: &Candidates, chain: &[Deduction]) -> Answer<Option<Chain>> {
        let mut candidates = assumed.clone();
        let mut replayed = Chain::new();
        for step in chain {
            if self.is_broken(&candidates) {
                break;
            }
            let is_same = |found: Deduction| (found.groups == step.groups).then_some(found);
            let finder = Finder::new(self.board, &candidates, self.packings, self.budget);
            if let Some(found) = finder.first(&[step.technique], is_same)? {
                candidates = found.applied(self.board, &candidates);
                replayed.push(found);
            }
        }
        Ok(self.is_broken(&candidates).then_some(replayed))
    }

    /// The step that consists of an assumption and its chain; `None` if no group is broken.
    fn refutation(
        &self,
        technique: Technique,
        (cell, value): (Cell, Value),
        chain: &[Deduction],
        open: u32,
    ) -> Option<Step> {
        let mut assumed = self.assumed(cell, value);
        let mut then = Vec::new();
        for found in chain {
            then.push(found.step(self.board, &assumed));
            assumed = found.applied(self.board, &assumed);
        }
        let empty = self.board.broken(&assumed)?.id;
        let refuted = Some(Refutation { assume: (cell, value), then, empty });
        let rules = vec![Rule::Group(empty)];
        Some(Step { refuted, open, ..Step::of_cell(technique, (cell, value.opposite()), rules) })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::steps::random_positions::random_positions;
    use problem::Problem;

    /// The step that [`Refuter::simple_chain`] promises, found without leaving out any assumption.
    fn expected(refuter: &Refuter) -> Option<Step> {
        for (steps, value) in (1..=CHAIN_STEPS)
            .flat_map(|steps| [Value::Placed, Value::Excluded].map(|value| (steps, value)))
        {
            let chain = |cell| {
                let assumed = refuter.assumed(cell, value);
                refuter.chain_of(&assumed, &[], steps).unwrap().map(|chain| (cell, chain))
            };
            let found: Vec<(Cell, Chain)> =
                refuter.position.open.iter().filter_map(chain).take(4).collect();
            let groups = |chain: &Chain| chain.iter().map(|it| it.groups.len()).sum::<usize>();
            let open = found.len() as u32;
            if let Some((cell, chain)) = found.into_iter().min_by_key(|(_, it)| groups(it)) {
                return refuter.refutation(Technique::Chain, (cell, value), &chain, open);
            }
        }
        None
    }

    #[test]
    fn the_shortest_chain_of_the_fewest_groups_is_chosen() {
        let (budget, packings) = (Budget::default(), Packings::default());
        let (mut chains, mut most_open) = (0, 0);
        let blank = |board: Board| {
            let position = board.candidates(&Problem::new(Arc::clone(board.rules())));
            (board, position)
        };
        let blanks = random_positions(36).take(40).map(|(board, _)| blank(board));
        for (board, mut position) in random_positions(35).take(80).chain(blanks) {
            let easiest = |position: &Candidates| {
                let simple = &TECHNIQUES[..TECHNIQUES_OF_CHAINS];
                Finder::new(&board, position, &packings, &budget).easiest(simple).unwrap()
            };
            while let Some(found) = easiest(&position) {
                position = found.applied(&board, &position);
            }
            if board.broken(&position).is_some() {
                continue;
            }
            let (board, position, packings, budget) = (&board, &position, &packings, &budget);
            let since = Some(position);
            let (cells, values) = (&position.open, &[Value::Placed, Value::Excluded]);
            let refuter = Refuter { board, position, cells, values, since, packings, budget };
            let step = refuter.simple_chain().unwrap();
            assert_eq!(step, expected(&refuter), "{position:?}");
            chains += step.as_ref().map_or(0, Step::depth);
            most_open = most_open.max(step.map_or(0, |step| step.open));
        }
        assert!(chains > 0 && most_open > 1, "{chains} {most_open}");
    }
}
