use std::ops::Range;

use super::model::{self, ActiveVariable, Bit, BitModel, CountedGroup, Role};
use super::widths::{MAX_NARROW_WORDS, is_narrow};
use crate::bits::bits_of;
use problem::Consequence;

/// The approximate work of finding the next state of a narrow state, in words.
pub(super) const NARROW_WORK: usize = 32;

/// Finds the next states of the states before a step. The open variables of a state take `W` words.
pub(super) struct Expander<'a, const W: usize> {
    model: &'a BitModel,
    step: usize,
    /// Number of words in use for the open variables before the step.
    words: usize,
    /// The bits in use in the last word of the open variables of the next states.
    last_word: u64,
    /// The cliques with a variable in this step or a later step, except the clique that is this step.
    cliques: Vec<Clique<'a, W>>,
    /// The counted groups with a variable in this step or a later step.
    counted: Vec<UndecidedGroup<'a, W>>,
    /// The index in `counted` of the group that limits the number of pieces on the whole board, if there is one.
    whole: Option<usize>,
}

/// Finds the next states that are in one group of the next level.
pub(super) struct GroupExpander<'a, const W: usize> {
    expander: &'a Expander<'a, W>,
    /// The indices of the cliques that lack their piece in all states of the group.
    always_lacking: Vec<usize>,
    /// The indices of the cliques that lack their piece in some states of the group.
    sometimes_lacking: Vec<usize>,
    /// The first `lacking_count` entries are the indices of those cliques in `perhaps` that lack their piece in the
    /// present state.
    lacking: Vec<usize>,
    lacking_count: usize,
    /// The next state: counters, then open variables.
    next_state: Vec<u64>,
}

/// A set of variables: one bit per variable. Copies of all masks of wide states would take more time and memory than
/// the states.
struct WordMask<'a, const W: usize> {
    /// The first words, for narrow states.
    narrow: [u64; MAX_NARROW_WORDS],
    /// All words, for wide states.
    wide: &'a [u64],
    /// The range of words that contain members.
    words: Range<usize>,
    /// The bits in use in the last of these words.
    last_word: u64,
}

/// A clique that may lack its piece.
struct Clique<'a, const W: usize> {
    mask: WordMask<'a, W>,
    role: Role,
}

/// A counted group, and its variables that are undecided after a step.
struct UndecidedGroup<'a, const W: usize> {
    group: &'a CountedGroup,
    mask: WordMask<'a, W>,
    /// Masks of the variables whose weight is at least 2, at least 3, and so on.
    weight_masks: Vec<WordMask<'a, W>>,
}

/// The state has no completion: a group has too many pieces, or cannot get enough.
struct Dead;

fn first_words<const W: usize>(words: &[u64]) -> [u64; W] {
    std::array::from_fn(|index| words.get(index).copied().unwrap_or(0))
}

/// The lowest bit that is set in the word at an index.
fn first_bit(index: usize, word: u64) -> Bit {
    Bit(index * 64 + word.trailing_zeros() as usize)
}

impl<'a, const W: usize> Expander<'a, W> {
    pub(super) fn new(model: &'a BitModel, step: usize) -> Self {
        let first = model.steps[step].first;
        let (next_words, last_word) = (model.open_words(step + 1), model.last_word_mask(step + 1));
        let undecided = |clique: &&model::Clique| {
            clique.mask.last >= ActiveVariable(first) && clique.role != Role::Step(step)
        };
        let undecided_group = |group: &&CountedGroup| group.mask.last >= ActiveVariable(first);
        let limits_all = |group: &CountedGroup| group.covers_board && group.bounds.upper.is_some();
        Self {
            model,
            step,
            words: model.open_words(step),
            last_word,
            whole: model.counted.iter().filter(undecided_group).position(limits_all),
            cliques: (model.cliques.iter().filter(undecided))
                .map(|clique| Clique {
                    mask: WordMask::new(&clique.mask.bits, &clique.mask, W, u64::MAX),
                    role: clique.role,
                })
                .collect(),
            counted: (model.counted.iter().filter(undecided_group))
                .map(|group| {
                    let left = |bits: &'a Vec<u64>| {
                        WordMask::new(bits, &group.mask, next_words, last_word)
                    };
                    let weight_masks = group.weight_masks.iter().map(left).collect();
                    UndecidedGroup { group, mask: left(&group.mask.bits), weight_masks }
                })
                .collect(),
        }
    }

    /// Prepares to find the next states of one group. Of all `keys`, exactly the keys in `set` lack their piece in
    /// these states.
    pub(super) fn expander_for(&'a self, set: u64, keys: u64) -> GroupExpander<'a, W> {
        let cliques_with = |wanted: &dyn Fn(Role) -> bool| {
            let cliques = self.cliques.iter().enumerate();
            cliques.filter(|(_, clique)| wanted(clique.role)).map(|(index, _)| index).collect()
        };
        let has = |set: u64, key: usize| set >> key & 1 == 1;
        let perhaps: Vec<usize> = cliques_with(&|role| match role {
            Role::Step(_) => false,
            Role::Key(key) => !has(keys, key),
            Role::Open => true,
        });
        GroupExpander {
            expander: self,
            always_lacking: cliques_with(&|role| match role {
                Role::Step(_) => true,
                Role::Key(key) => has(set, key),
                Role::Open => false,
            }),
            lacking: vec![0; perhaps.len()],
            lacking_count: 0,
            sometimes_lacking: perhaps,
            next_state: vec![0; self.model.state_words(self.step + 1)],
        }
    }

    /// The mask of the variables that the variable of a bit excludes. The mask may have more words than states use. No
    /// variable in these words is open.
    #[inline]
    fn excluded(&self, bit: Bit) -> &'a [u64] {
        let excluded = self.model.excluded_padded(self.model.active_at(bit));
        // A loop over the constant number of words of a narrow state is unrolled.
        &excluded[..if is_narrow(W) { W } else { self.words }]
    }
}

impl<const W: usize> GroupExpander<'_, W> {
    /// The approximate work of finding one next state, in words.
    pub(super) fn work(&self) -> usize {
        if is_narrow(W) {
            return NARROW_WORK;
        }
        let Expander { counted, cliques, .. } = self.expander;
        let counted = counted.iter().map(|it| it.mask.words.len() * (1 + it.weight_masks.len()));
        let cliques = cliques.iter().map(|clique| clique.mask.words.len());
        4 * W + 2 * (counted.sum::<usize>() + cliques.sum::<usize>())
    }

    /// Returns the next state after a piece is placed on the step's variable `index`, or after no piece is placed.
    /// `None` if propagation shows that no solution follows.
    #[inline]
    pub(super) fn child(&mut self, state: &[u64], index: Option<u16>) -> Option<&[u64]> {
        let Expander { model, step, .. } = *self.expander;
        let (counters, open) = state.split_at(model.counter_words);
        let open: [u64; W] = first_words(open);
        // A loop, because a call of `memcpy` would take longer for these few words.
        self.next_state.iter_mut().zip(counters).for_each(|(key, &counter)| *key = counter);
        self.lacking_count = 0;
        for &clique in &self.sometimes_lacking {
            // Free of branches, because the processor could not predict a branch here.
            self.lacking[self.lacking_count] = clique;
            self.lacking_count += usize::from(self.expander.cliques[clique].mask.meets(&open));
        }
        let first = model.steps[step].first;
        let child = if let Some(index) = index {
            self.place(open, model.bit(ActiveVariable(first + usize::from(index))))
        } else {
            let bit = model.bit(ActiveVariable(first));
            let mut left = open;
            left[bit.word()] &= !bit.mask();
            if left == open { Ok(open) } else { self.propagate(left) }
        };
        let child = child.ok()?;
        let open = &mut self.next_state[model.counter_words..];
        open.iter_mut().zip(child).for_each(|(open, child)| *open = child);
        if let Some(last) = open.last_mut() {
            *last &= self.expander.last_word;
        }
        Some(&self.next_state)
    }

    /// Places a piece on an open variable. Returns the variables that are still open afterwards.
    #[inline]
    fn place(&mut self, mut open: [u64; W], bit: Bit) -> Result<[u64; W], Dead> {
        exclude(&mut open, self.expander.excluded(bit));
        for UndecidedGroup { group, .. } in &self.expander.counted {
            for _ in 0..group.weight(bit) {
                group.count_one(&mut self.next_state)?;
            }
        }
        self.propagate(open)
    }

    /// Closes variables that can no longer have a piece, until nothing changes.
    ///
    /// The variable just placed still counts as open, so that its cliques have an open variable.
    #[inline]
    fn propagate(&mut self, mut open: [u64; W]) -> Result<[u64; W], Dead> {
        loop {
            let before = open;
            for &clique in self.always_lacking.iter().chain(&self.lacking[..self.lacking_count]) {
                match self.expander.cliques[clique].mask.open_members(&open) {
                    OpenMembers::None => return Err(Dead),
                    OpenMembers::One(bit) => exclude(&mut open, self.expander.excluded(bit)),
                    OpenMembers::More => {}
                }
            }
            for UndecidedGroup { group, mask, weight_masks } in &self.expander.counted {
                if group.is_settled(&self.next_state) {
                    continue;
                }
                let number = |mask: &WordMask<W>| mask.count(&open);
                let left = weight_masks.iter().map(number).fold(number(mask), u32::saturating_add);
                match group.consequence(&mut self.next_state, left) {
                    Consequence::Conflict => return Err(Dead),
                    Consequence::Excluded => {
                        mask.words().for_each(|index| open[index] &= !mask.word(index));
                    }
                    Consequence::Placed => {
                        let mut members = [0; W];
                        mask.words()
                            .for_each(|index| members[index] = open[index] & mask.word(index));
                        bits_of(&members)
                            .for_each(|bit| exclude(&mut open, self.expander.excluded(Bit(bit))));
                    }
                    Consequence::None => {}
                }
            }
            self.restrict_last_piece(&mut open)?;
            if open == before {
                return Ok(open);
            }
        }
    }

    /// If the board takes exactly one more piece, closes every variable that would leave some group with too few
    /// pieces.
    #[inline]
    fn restrict_last_piece(&self, open: &mut [u64; W]) -> Result<(), Dead> {
        let groups = &self.expander.counted;
        let Some(whole) = self.expander.whole.map(|index| &groups[index]) else { return Ok(()) };
        if whole.group.bounds.upper != Some(whole.group.get(&self.next_state) + 1) {
            return Ok(());
        }
        for UndecidedGroup { group, mask, weight_masks } in groups {
            let lacking = group.bounds.lower.saturating_sub(group.get(&self.next_state)) as usize;
            // A variable may represent several cells of the group.
            let Some(enough) = lacking.checked_sub(1) else { continue };
            let enough = std::iter::once(mask).chain(weight_masks).nth(enough).ok_or(Dead)?;
            for index in whole.mask.words() {
                open[index] &= !whole.mask.word(index) | enough.word(index);
            }
        }
        Ok(())
    }
}

/// The number of open variables of a clique: none, one or more.
enum OpenMembers {
    None,
    /// The bit of the only open variable.
    One(Bit),
    More,
}

impl<'a, const W: usize> WordMask<'a, W> {
    /// True if states are wide. Then a loop that ends early is faster than a loop over all words.
    const WIDE: bool = !is_narrow(W);

    /// The members in the first `end` words of `bits`, which is a subset of `mask`. `last_word` has the bits in use in
    /// the last of the `end` words.
    fn new(bits: &'a [u64], mask: &model::Mask, end: usize, last_word: u64) -> Self {
        let words = mask.words.start.min(end)..mask.words.end.min(end);
        let last_word = if words.end == end { last_word } else { u64::MAX };
        let mut narrow = [0; MAX_NARROW_WORDS];
        if !Self::WIDE {
            narrow[words.clone()].copy_from_slice(&bits[words.clone()]);
            narrow[..words.end].last_mut().into_iter().for_each(|last| *last &= last_word);
        }
        Self { narrow, wide: bits, words, last_word }
    }

    /// The indices of the words that may contain members.
    #[inline]
    fn words(&self) -> Range<usize> {
        if Self::WIDE { self.words.clone() } else { 0..W }
    }

    /// The word with this index.
    #[inline]
    fn word(&self, index: usize) -> u64 {
        if !Self::WIDE {
            return self.narrow[index];
        }
        match self.words.end.checked_sub(index + 1) {
            None => 0,
            Some(0) => self.wide[index] & self.last_word,
            Some(_) => self.wide[index],
        }
    }

    /// The number of open members.
    #[inline]
    fn count(&self, open: &[u64; W]) -> u32 {
        self.words().map(|index| (open[index] & self.word(index)).count_ones()).sum()
    }

    /// True if a member is open.
    #[inline]
    fn meets(&self, open: &[u64; W]) -> bool {
        if Self::WIDE {
            self.words().any(|index| open[index] & self.word(index) != 0)
        } else {
            self.words().fold(0, |any, index| any | open[index] & self.word(index)) != 0
        }
    }

    #[inline]
    fn open_members(&self, open: &[u64; W]) -> OpenMembers {
        if !Self::WIDE {
            return at_most_one::<W>(&std::array::from_fn(|index| open[index] & self.word(index)));
        }
        let mut found = OpenMembers::None;
        for index in self.words() {
            let word = open[index] & self.word(index);
            if word == 0 {
                continue;
            }
            if !word.is_power_of_two() || matches!(found, OpenMembers::One(_)) {
                return OpenMembers::More;
            }
            found = OpenMembers::One(first_bit(index, word));
        }
        found
    }
}

fn at_most_one<const W: usize>(members: &[u64; W]) -> OpenMembers {
    let (mut any, mut more) = (0, 0);
    for &word in members {
        more |= word & word.wrapping_sub(1) | if any == 0 { 0 } else { word };
        any |= word;
    }
    if more != 0 {
        OpenMembers::More
    } else if any == 0 {
        OpenMembers::None
    } else {
        let index = members.iter().position(|&word| word != 0).unwrap_or_default();
        OpenMembers::One(first_bit(index, any))
    }
}

/// Closes the variables in `excluded`.
#[inline]
fn exclude(open: &mut [u64], excluded: &[u64]) {
    for (open, excluded) in open.iter_mut().zip(excluded) {
        *open &= !excluded;
    }
}

impl CountedGroup {
    /// The weight of a variable: the number that a piece on the variable adds to the group's count.
    fn weight(&self, bit: Bit) -> usize {
        if bit.is_in(&self.mask.bits) {
            1 + self.weight_masks.iter().filter(|bits| bit.is_in(bits)).count()
        } else {
            0
        }
    }

    fn get(&self, counters: &[u64]) -> u32 {
        let mask = (1_u64 << self.width) - 1;
        (counters[self.word] >> self.shift & mask) as u32
    }

    fn set(&self, counters: &mut [u64], count: u32) {
        let mask = ((1_u64 << self.width) - 1) << self.shift;
        counters[self.word] = counters[self.word] & !mask | u64::from(count) << self.shift;
    }

    /// True if the bounds are satisfied whatever values later variables have.
    fn is_settled(&self, counters: &[u64]) -> bool {
        self.bounds.upper.is_none() && self.get(counters) == self.bounds.lower
    }

    /// Adds 1 to the counter. Without an upper bound, the counter stops at the lower bound. Fails if the counter is at
    /// the upper bound.
    fn count_one(&self, counters: &mut [u64]) -> Result<(), Dead> {
        let count = self.get(counters);
        match self.bounds.upper {
            Some(upper) if count >= upper => return Err(Dead),
            None if count == self.bounds.lower => {}
            _ => self.set(counters, count + 1),
        }
        Ok(())
    }

    /// Returns what the bounds imply if pieces fit on `left` open cells of the group.
    #[inline]
    fn consequence(&self, counters: &mut [u64], left: u32) -> Consequence {
        let bounds = self.bounds.for_open_cells(self.get(counters), left);
        // A counter that no longer matters gets the same value in all states, so that more states are equal and merge.
        if bounds.is_free() {
            self.set(counters, self.bounds.lower);
        }
        bounds.consequence()
    }
}
