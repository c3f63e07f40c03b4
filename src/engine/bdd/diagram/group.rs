use smallvec::SmallVec;

use super::arcs::{Arcs, DEAD, widened};
use crate::bits::{bits, bits_of};
use crate::budget::Answer;

/// The nodes of a level that have the same set of keys without a piece. In a folded diagram, also the nodes whose
/// mirror images have this set.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeGroup {
    /// The keys that lack their piece, one bit per key.
    pub missing_keys: u64,
    /// True if the group is its own mirror image. Then the lowest bit of an arc to the group is 1 if the arc leads to
    /// the mirror image of the node. Otherwise [`StepChoice::flip`] applies to all arcs of a choice.
    pub is_own_image: bool,
    /// The number of nodes.
    pub len: usize,
    /// The choices of the step, in the order of its variables; the choice without a piece comes last.
    pub choices: Vec<StepChoice>,
    /// For each node, true if the node is its own mirror image. Empty if the group is not its own mirror image.
    pub palindromes: SmallVec<[bool; 16]>,
    /// For each block of [`BLOCK`] nodes and each choice, the number of the choice's arcs before the block. Empty if
    /// there is only one block.
    block_offsets: Vec<u32>,
}

/// One choice of a step: the target group, and an arc for each node that has the choice.
#[derive(Clone, Debug)]
pub(crate) struct StepChoice {
    /// The index in the step of the variable with a piece; `None` without a piece.
    pub index: Option<u16>,
    /// The index of the target group in the next level.
    pub target: u32,
    /// True if the arcs lead to mirror images of nodes. If the target group is its own mirror image, each arc has a
    /// mirror bit instead.
    pub flip: bool,
    /// For each node that has the choice, the arc: the index of a node in the target group, followed by a mirror bit if
    /// that group is its own mirror image.
    pub arcs: Arcs,
    /// The nodes that have the choice, one bit per node. Nodes after the last word do not have the choice.
    nodes: SmallVec<[u64; 2]>,
}

impl StepChoice {
    /// A choice that no node has.
    pub(crate) fn new(index: Option<u16>) -> Self {
        Self { index, target: 0, flip: false, arcs: Arcs::with_capacity(0), nodes: SmallVec::new() }
    }

    /// A choice without arcs. `has` yields true for each node that has the choice.
    pub(crate) fn of_nodes(index: Option<u16>, has: impl ExactSizeIterator<Item = bool>) -> Self {
        let mut nodes = SmallVec::from_elem(0, has.len().div_ceil(WORD));
        let words = nodes.as_mut_slice();
        for (node, has) in has.enumerate() {
            words[node / WORD] |= u64::from(has) << (node % WORD);
        }
        Self { nodes, ..Self::new(index) }
    }

    /// A copy of the choice without nodes and arcs, with capacity for `arcs` arcs.
    pub(crate) fn without_arcs(&self, arcs: usize) -> Self {
        let arcs = Arcs::with_capacity(arcs);
        Self { target: self.target, flip: self.flip, arcs, ..Self::new(self.index) }
    }

    /// Adds the choice to a node, with its arc. The node must come after all nodes that already have the choice.
    #[inline]
    pub(crate) fn push(&mut self, node: usize, arc: u32) {
        if node / WORD >= self.nodes.len() {
            self.nodes.resize(node / WORD + 1, 0);
        }
        self.nodes[node / WORD] |= 1 << (node % WORD);
        self.arcs.push(arc);
    }

    /// Bypasses the target group: its nodes must all have `next` as their only choice. No arc may lead to a mirror
    /// image.
    pub(crate) fn bypass(&mut self, next: &Self) {
        let mut arcs = Arcs::with_capacity(self.arcs.len());
        self.arcs.for_each(|arc| arcs.push(next.arcs.get(arc as usize)));
        (self.target, self.arcs) = (next.target, arcs);
    }

    /// The number of nodes that have the choice.
    pub(crate) fn count(&self) -> usize {
        self.nodes.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The nodes that have the choice, ascending.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = usize> + '_ {
        bits_of(&self.nodes)
    }

    fn has(&self, node: usize) -> bool {
        self.nodes.get(node / WORD).is_some_and(|word| word >> (node % WORD) & 1 == 1)
    }

    /// Calls `each` with each node that has the choice, ascending, and with the node's arc. No arc may be [`DEAD`].
    #[inline]
    pub(crate) fn for_each(&self, mut each: impl FnMut(usize, u32)) {
        match &self.arcs {
            Arcs::Narrow(arcs) => zip(&self.nodes, arcs, |node, &arc| each(node, arc.into())),
            Arcs::Wide(arcs) => zip(&self.nodes, arcs, |node, &arc| each(node, arc)),
        }
    }

    /// Like [`StepChoice::for_each`], but arcs may be [`DEAD`].
    #[inline]
    pub(crate) fn for_each_or_dead(&self, mut each: impl FnMut(usize, u32)) {
        match &self.arcs {
            Arcs::Narrow(arcs) => zip(&self.nodes, arcs, |node, &arc| each(node, widened(arc))),
            Arcs::Wide(arcs) => zip(&self.nodes, arcs, |node, &arc| each(node, arc)),
        }
    }

    /// Like [`StepChoice::for_each`], for the nodes whose bits are set in `among`.
    #[inline]
    pub(crate) fn for_each_among(
        &self,
        among: impl Iterator<Item = u64>,
        mut each: impl FnMut(usize, u32),
    ) {
        let mut start = 0;
        for (at, (&word, among)) in self.nodes.iter().zip(among).enumerate() {
            for bit in bits(word & among) {
                let index = start + (word & ((1 << bit) - 1)).count_ones() as usize;
                each(at * WORD + bit, self.arcs.get(index));
            }
            start += word.count_ones() as usize;
        }
    }
}

/// Calls `each` with the number of each set bit and the element of a list at the same position.
#[inline]
fn zip<T>(words: &[u64], list: &[T], mut each: impl FnMut(usize, &T)) {
    let mut list = list.iter();
    for (at, &word) in words.iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            let Some(element) = list.next() else { return };
            each(at * WORD + rest.trailing_zeros() as usize, element);
            rest &= rest - 1;
        }
    }
}

/// Decodes the arcs of a choice.
#[derive(Clone, Copy)]
pub(crate) struct ArcReading {
    pub group: usize,
    is_own_image: bool,
    /// The mirror bit to append to an arc without one, and the number of bits to append: 0 or 1.
    mirror_bit: u8,
    appended_bits: u8,
}

impl ArcReading {
    #[inline]
    pub(crate) fn new(choice: &StepChoice, next: &[NodeGroup]) -> Self {
        let group = choice.target as usize;
        let is_own_image = next[group].is_own_image;
        let flip = u8::from(choice.flip && !is_own_image);
        Self { group, is_own_image, mirror_bit: flip, appended_bits: u8::from(!is_own_image) }
    }

    /// True if the target group is its own mirror image.
    pub(crate) fn is_own_image(self) -> bool {
        self.is_own_image
    }

    /// Returns the index of the target node, and true if the arc leads to the mirror image of that node.
    #[inline]
    pub(crate) fn decode(self, raw: u32) -> (usize, bool) {
        let raw = (raw as usize) << self.appended_bits | usize::from(self.mirror_bit);
        (raw >> 1, raw & 1 == 1)
    }

    /// Returns the arc whose target is the mirror image of this arc's target.
    #[inline]
    pub(crate) fn mirror_target(self, raw: u32, next: &[NodeGroup]) -> u32 {
        let turns = self.is_own_image && raw != DEAD;
        raw ^ u32::from(turns && !next[self.group].palindromes[raw as usize >> 1])
    }
}

/// Number of nodes per word in a bit set of nodes.
pub(crate) const WORD: usize = u64::BITS as usize;

/// Number of nodes per block. Blocks speed up [`NodeGroup::arcs_of`], which counts the arcs before a node only from the
/// start of the node's block.
const BLOCK: usize = 8 * WORD;

impl NodeGroup {
    /// A group of `len` nodes without choices.
    pub(crate) fn new(set: u64, is_own_image: bool, len: usize) -> Self {
        Self { missing_keys: set, is_own_image, len, ..Self::default() }
    }

    /// The indices of a node's choices, ascending, with the node's arcs. [`NodeGroup::finish`] must have been called.
    pub(crate) fn arcs_of(&self, node: usize) -> impl Iterator<Item = (usize, u32)> + '_ {
        let block = node / BLOCK;
        let choices = self.choices.iter().enumerate().filter(move |(_, choice)| choice.has(node));
        choices.map(move |(number, choice)| {
            let words = &choice.nodes[block * BLOCK / WORD..=node / WORD];
            let (last, full) = words.split_last().expect("the word of the node");
            let within = full.iter().map(|word| word.count_ones()).sum::<u32>()
                + (last & ((1 << (node % WORD)) - 1)).count_ones();
            let before = self.block_offsets.get(block * self.choices.len() + number);
            let index = before.copied().unwrap_or_default() + within;
            (number, choice.arcs.get(index as usize))
        })
    }

    /// Calls `each` for each node, ascending, with the node's choices and arcs.
    ///
    /// # Errors
    /// When `each` returns an error: the first error.
    pub(crate) fn for_each(
        &self,
        mut each: impl FnMut(usize, &[(usize, u32)]) -> Answer<()>,
    ) -> Answer<()> {
        // The choices and arcs of the nodes of one word, node by node.
        let mut lists: Vec<(usize, u32)> = Vec::new();
        let mut next: SmallVec<[usize; 16]> = SmallVec::from_elem(0, self.choices.len());
        for first in (0..self.len).step_by(WORD) {
            let len = (self.len - first).min(WORD);
            let word =
                |choice: &StepChoice| choice.nodes.get(first / WORD).copied().unwrap_or_default();
            let mut ends = [0_usize; WORD];
            for choice in &self.choices {
                bits(word(choice)).for_each(|node| ends[node] += 1);
            }
            let mut end = 0;
            for count in &mut ends[..len] {
                end += *count;
                *count = end - *count;
            }
            lists.resize(end, (0, 0));
            for (number, (choice, next)) in self.choices.iter().zip(&mut next).enumerate() {
                for node in bits(word(choice)) {
                    lists[ends[node]] = (number, choice.arcs.get(*next));
                    ends[node] += 1;
                    *next += 1;
                }
            }
            let mut start = 0;
            for (node, &end) in ends[..len].iter().enumerate() {
                each(first + node, &lists[start..end])?;
                start = end;
            }
        }
        Ok(())
    }

    /// Finishes the group after its last arc was added: frees unused capacity, and counts the arcs before each block.
    pub(crate) fn finish(&mut self) {
        self.palindromes.shrink_to_fit();
        self.choices.shrink_to_fit();
        for choice in &mut self.choices {
            choice.nodes.shrink_to_fit();
            choice.arcs.shrink_to_fit();
        }
        if self.len <= BLOCK {
            return;
        }
        let mut so_far = vec![0; self.choices.len()];
        self.block_offsets = Vec::with_capacity(self.len.div_ceil(BLOCK) * self.choices.len());
        for first in (0..self.len).step_by(BLOCK) {
            self.block_offsets.extend_from_slice(&so_far);
            for (choice, so_far) in self.choices.iter().zip(&mut so_far) {
                let words = choice.nodes.iter().skip(first / WORD).take(BLOCK / WORD);
                *so_far += words.map(|word| word.count_ones()).sum::<u32>();
            }
        }
    }
}

heap_of_fields!(StepChoice: arcs, nodes);
heap_of_fields!(NodeGroup: choices, palindromes, block_offsets);

/// The total number of nodes of groups.
pub(crate) fn nodes<'a>(groups: impl IntoIterator<Item = &'a NodeGroup>) -> usize {
    groups.into_iter().map(|group| group.len).sum()
}
