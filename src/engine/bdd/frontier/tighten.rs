//! Exact states by search: the open variables that are true in a completion are found by a bounded
//! depth-first search. States with equal ones have the same completions if nothing is counted.

use super::state::{Expander, Expansion, first_words};

/// Closes the open variables of states that are true in no completion, as far as a bounded search finds
/// out.
pub(super) struct Tightening<'a, const W: usize> {
    /// One for each step that is left.
    expansions: Vec<Expansion<'a, W>>,
    search: Search<W>,
    /// The state.
    key: Vec<u64>,
    /// The placements tried since they were last asked for.
    tried: usize,
}

/// The completions of a state found so far.
struct Search<const W: usize> {
    /// The words of a state that hold counters.
    counters: usize,
    /// The variables that are true in one of them.
    found: [u64; W],
    has_any: bool,
    /// The placements that may still be tried.
    left: usize,
}

/// The most placements tried for a state.
const MOST_TRIED: usize = 256;

impl<'a, const W: usize> Tightening<'a, W> {
    /// For states with so many words of counters, by the expanders of all steps that are left.
    pub(super) fn new(counters: usize, left: &'a [Expander<'a, W>]) -> Self {
        let search = Search { counters, found: [0; W], has_any: false, left: 0 };
        let expansions = left.iter().map(|expander| expander.towards(0, 0)).collect();
        Self { expansions, search, key: Vec::new(), tried: 0 }
    }

    /// The state with fewer open variables; `None` if it has no completion. If the search ends early, it
    /// is the same state.
    pub(super) fn tighten(&mut self, state: &[u64]) -> Option<&[u64]> {
        self.search = Search { found: [0; W], has_any: false, left: MOST_TRIED, ..self.search };
        self.search.complete(&mut self.expansions, state, [0; W]);
        self.tried += MOST_TRIED - self.search.left;
        self.key.clear();
        self.key.extend_from_slice(state);
        if self.search.left > 0 {
            if !self.search.has_any {
                return None;
            }
            let open = &mut self.key[self.search.counters..];
            open.iter_mut().zip(self.search.found).for_each(|(open, found)| *open &= found);
        }
        Some(&self.key)
    }

    /// The placements tried since the last call.
    pub(super) fn take_tried(&mut self) -> usize {
        std::mem::take(&mut self.tried)
    }
}

impl<const W: usize> Search<W> {
    /// Searches the completions of a state before the first of the steps, where the variables of `path` are
    /// true before. Leaves out those that have no new variable.
    fn complete(&mut self, steps: &mut [Expansion<'_, W>], state: &[u64], path: [u64; W]) {
        let Some((expansion, later)) = steps.split_first_mut() else {
            self.has_any = true;
            self.found = or(&self.found, &path);
            return;
        };
        for index in expansion.places() {
            if !expansion.can_take(state, index) {
                continue;
            }
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            let path = or(&path, &expansion.mask(index));
            let Some(child) = expansion.child(state, index) else {
                continue;
            };
            if !self.has_any || self.has_new(&or(&path, &first_words(&child[self.counters..]))) {
                self.complete(later, child, path);
            }
        }
    }

    fn has_new(&self, variables: &[u64; W]) -> bool {
        variables.iter().zip(self.found).any(|(&variables, found)| variables & !found != 0)
    }
}

fn or<const W: usize>(a: &[u64; W], b: &[u64; W]) -> [u64; W] {
    std::array::from_fn(|index| a[index] | b[index])
}
