use super::level::{DEAD, Level, Transitions};
use super::model::{Counted, Model};

/// Takes the states of one level to those of the next.
pub(super) struct Expander<'a> {
    model: &'a Model,
    step: usize,
    /// The words of the next level's open variables.
    next_words: usize,
    /// The cliques and counted groups that are not decided before this step.
    cliques: Vec<usize>,
    counted: Vec<&'a Counted>,
    /// The cliques of the state at hand that lack a piece, as bits.
    lacking: Vec<u64>,
    /// Those that still lack one after the step.
    still_lacking: Vec<u64>,
    /// The state that the step leads to.
    child: Vec<u64>,
}

impl<'a> Expander<'a> {
    pub(super) fn new(model: &'a Model, step: usize) -> Self {
        let first = model.steps[step].first;
        Self {
            model,
            step,
            next_words: model.open_words(step + 1),
            cliques: (0..model.cliques.len()).filter(|&clique| model.cliques[clique].last >= first).collect(),
            counted: model.counted.iter().filter(|group| group.mask.last >= first).collect(),
            lacking: vec![0; model.clique_words()],
            still_lacking: vec![0; model.clique_words()],
            child: Vec::new(),
        }
    }

    /// Finds all that a state leads to.
    pub(super) fn expand(&mut self, state: &[u64], next: &mut Level, transitions: &mut Transitions) {
        let model = self.model;
        let open = &state[model.counter_words..];
        self.lacking.fill(0);
        for &clique in &self.cliques {
            if open.iter().zip(&model.cliques[clique].bits).any(|(open, bits)| open & bits != 0) {
                self.lacking[clique / 64] |= 1 << (clique % 64);
            }
        }
        let step = &model.steps[self.step];
        let is_open = |variable: usize| {
            let bit = model.active() - 1 - variable;
            open[bit / 64] >> (bit % 64) & 1 == 1
        };
        let mut any_open = false;
        for variable in (step.first..step.first + step.len).filter(|&variable| is_open(variable)) {
            any_open = true;
            if self.place(state, variable) {
                transitions.place(variable - step.first, next.insert(&self.child));
            }
        }
        let may_be_none = !step.must_place;
        let none = if may_be_none && self.leave(state, any_open) { next.insert(&self.child) } else { DEAD };
        transitions.end_state(none);
    }

    /// Sets the child to the state after placing on a variable. Can it live?
    fn place(&mut self, state: &[u64], variable: usize) -> bool {
        let model = self.model;
        self.copy(state);
        let open = &mut self.child[model.counter_words..];
        for (open, excluded) in open.iter_mut().zip(model.excluded(variable)) {
            *open &= !excluded;
        }
        for (word, (lacking, member)) in
            self.lacking.iter().zip(model.memberships(variable)).enumerate()
        {
            self.still_lacking[word] = lacking & !member;
        }
        let bit = model.active() - 1 - variable;
        for group in &self.counted {
            if group.mask.bits[bit / 64] >> (bit % 64) & 1 == 1 && !group.count_one(&mut self.child) {
                return false;
            }
        }
        self.propagate()
    }

    /// Sets the child to the state after a step that places nothing. Can it live?
    fn leave(&mut self, state: &[u64], changed: bool) -> bool {
        self.copy(state);
        if !changed {
            return true;
        }
        self.still_lacking.copy_from_slice(&self.lacking);
        self.propagate()
    }

    /// The state without the variables of this step.
    fn copy(&mut self, state: &[u64]) {
        let words = self.model.counter_words + self.next_words;
        self.child.clear();
        self.child.extend_from_slice(&state[..words]);
        if self.next_words > 0 {
            self.child[words - 1] &= self.model.last_word(self.step + 1);
        }
    }

    /// Closes what cannot be placed any more, until nothing changes. `false` if some group can no
    /// longer be satisfied.
    fn propagate(&mut self) -> bool {
        let model = self.model;
        loop {
            let mut changed = false;
            let (counters, open) = self.child.split_at_mut(model.counter_words);
            for &clique in &self.cliques {
                if self.still_lacking[clique / 64] >> (clique % 64) & 1 == 0 {
                    continue;
                }
                match at_most_one(open, &model.cliques[clique].bits) {
                    AtMostOne::None => return false,
                    AtMostOne::One(bit) => {
                        changed |= exclude(open, model.excluded(model.active() - 1 - bit));
                    }
                    AtMostOne::More => {}
                }
            }
            for group in &self.counted {
                match group.propagate(counters, open, model) {
                    Some(closed) => changed |= closed,
                    None => return false,
                }
            }
            if !changed {
                return true;
            }
        }
    }
}

/// How many of a mask's variables are open.
enum AtMostOne {
    None,
    /// The bit of the only one.
    One(usize),
    More,
}

fn at_most_one(open: &[u64], mask: &[u64]) -> AtMostOne {
    let mut found = AtMostOne::None;
    for (place, (open, mask)) in open.iter().zip(mask).enumerate() {
        let both = open & mask;
        if both != 0 {
            if both & (both - 1) != 0 || matches!(found, AtMostOne::One(_)) {
                return AtMostOne::More;
            }
            found = AtMostOne::One(place * 64 + both.trailing_zeros() as usize);
        }
    }
    found
}

/// Closes variables; tells whether any was open.
fn exclude(open: &mut [u64], excluded: &[u64]) -> bool {
    let mut changed = 0;
    for (open, excluded) in open.iter_mut().zip(excluded) {
        changed |= *open & excluded;
        *open &= !excluded;
    }
    changed != 0
}

impl Counted {
    fn get(&self, counters: &[u64]) -> u32 {
        let mask = (1_u64 << self.width) - 1;
        (counters[self.word] >> self.shift & mask) as u32
    }

    fn set(&self, counters: &mut [u64], count: u32) {
        let mask = ((1_u64 << self.width) - 1) << self.shift;
        counters[self.word] = counters[self.word] & !mask | u64::from(count) << self.shift;
    }

    /// Counts a piece; `false` if that is one too many. Beyond a lower bound without an upper one
    /// there is nothing to count.
    fn count_one(&self, counters: &mut [u64]) -> bool {
        let count = self.get(counters);
        match self.bounds.upper {
            Some(upper) if count == upper => return false,
            None if count == self.bounds.lower => {}
            _ => self.set(counters, count + 1),
        }
        true
    }

    /// Closes what the group's bounds rule out. `None` if they cannot be kept any more.
    fn propagate(&self, counters: &mut [u64], open: &mut [u64], model: &Model) -> Option<bool> {
        let count = self.get(counters);
        let lacks = self.bounds.lower.saturating_sub(count);
        let bits = || open.iter().zip(&self.mask.bits).map(|(open, mask)| open & mask);
        let left: u32 = bits().map(u64::count_ones).sum();
        if left < lacks {
            return None;
        }
        let takes = self.bounds.upper.map(|upper| upper - count);
        let mut changed = false;
        if takes == Some(0) && left > 0 {
            changed = exclude(open, &self.mask.bits);
        } else if lacks > 0 && left == lacks {
            let forced: Vec<u64> = bits().collect();
            for (place, mut bits) in forced.into_iter().enumerate() {
                while bits != 0 {
                    let bit = place * 64 + bits.trailing_zeros() as usize;
                    changed |= exclude(open, model.excluded(model.active() - 1 - bit));
                    bits &= bits - 1;
                }
            }
        }
        // A count that no longer matters is the same in all states.
        if lacks == 0 && takes.is_none_or(|takes| left <= takes || takes == 0) {
            self.set(counters, self.bounds.lower);
        }
        Some(changed)
    }
}
