use smallvec::SmallVec;

use super::arcs::{Arcs, DEAD, beside, widened};
use super::list::allocated;
use crate::budget::Interrupted;

/// The nodes of a level that lack the same cliques, or their mirror images.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeGroup {
    /// The keys of the cliques that it lacks.
    pub set: u64,
    /// True if the group is its own mirror image. Then the lowest bit of an arc to it tells whether the
    /// node is mirrored; otherwise that follows from where the arc comes from.
    pub is_own_image: bool,
    /// The number of nodes.
    pub len: usize,
    /// Where a piece of the step can stand, in the order of its variables; at last, without a piece.
    pub places: Vec<Place>,
    /// Which nodes are their own mirror images, if the group is its own.
    pub palindromes: SmallVec<[bool; 16]>,
    /// The number of arcs of each place before every [`BLOCK`]th node; empty if there is one block only.
    before: Vec<u32>,
}

/// What nodes of a group can do, and where that leads.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The index in the step of the variable with a piece; `None` without a piece.
    pub index: Option<u16>,
    /// The group of the next level.
    pub target: u32,
    /// True if the arcs lead to mirror images.
    pub flip: bool,
    /// The numbers of the nodes, for each node of the group that has the place.
    pub arcs: Arcs,
    /// The nodes that have the place, as bits. Nodes after the last word do not have it.
    nodes: SmallVec<[u64; 2]>,
}

impl Place {
    /// A place that no node has.
    pub(super) fn new(index: Option<u16>) -> Self {
        Self { index, target: 0, flip: false, arcs: Arcs::default(), nodes: SmallVec::new() }
    }

    /// A place without arcs, which some nodes have: tells of each node whether it is one of them.
    pub(super) fn of_nodes(index: Option<u16>, has: impl ExactSizeIterator<Item = bool>) -> Self {
        let mut nodes = SmallVec::from_elem(0, has.len().div_ceil(WORD));
        let words = nodes.as_mut_slice();
        for (node, has) in has.enumerate() {
            words[node / WORD] |= u64::from(has) << (node % WORD);
        }
        Self { nodes, ..Self::new(index) }
    }

    /// The same place without nodes, with room for so many arcs.
    pub(super) fn emptied(&self, arcs: usize) -> Self {
        let arcs = Arcs::with_capacity(arcs);
        Self { target: self.target, flip: self.flip, arcs, ..Self::new(self.index) }
    }

    /// Adds the arc of a node that comes after all others.
    #[inline]
    pub(super) fn push(&mut self, node: usize, arc: u32) {
        if node / WORD >= self.nodes.len() {
            self.nodes.resize(node / WORD + 1, 0);
        }
        self.nodes[node / WORD] |= 1 << (node % WORD);
        self.arcs.push(arc);
    }

    /// Leads where the arcs of a place lead that each node of its group has. No arc is to a mirror image.
    pub(super) fn lead_on(&mut self, next: &Self) {
        let mut arcs = Arcs::with_capacity(self.arcs.len());
        self.arcs.for_each(|arc| arcs.push(next.arcs.get(arc as usize)));
        (self.target, self.arcs) = (next.target, arcs);
    }

    /// The number of nodes that have it.
    pub(super) fn count(&self) -> usize {
        self.nodes.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The nodes that have it, ascending.
    pub(super) fn nodes(&self) -> impl Iterator<Item = usize> + '_ {
        let words = self.nodes.iter().enumerate();
        words.flat_map(|(at, &word)| bits(word).map(move |bit| at * WORD + bit))
    }

    fn has(&self, node: usize) -> bool {
        self.nodes.get(node / WORD).is_some_and(|word| word >> (node % WORD) & 1 == 1)
    }

    /// Calls `each` with each node that has it and the node's arc, ascending. No arc is dead.
    #[inline]
    pub(super) fn for_each(&self, mut each: impl FnMut(usize, u32)) {
        match &self.arcs {
            Arcs::Narrow(arcs) => zip(&self.nodes, arcs, |node, &arc| each(node, arc.into())),
            Arcs::Wide(arcs) => zip(&self.nodes, arcs, |node, &arc| each(node, arc)),
        }
    }

    /// As [`Place::for_each`], where arcs may be dead.
    #[inline]
    pub(super) fn for_each_or_dead(&self, mut each: impl FnMut(usize, u32)) {
        match &self.arcs {
            Arcs::Narrow(arcs) => zip(&self.nodes, arcs, |node, &arc| each(node, widened(arc))),
            Arcs::Wide(arcs) => zip(&self.nodes, arcs, |node, &arc| each(node, arc)),
        }
    }

    /// As [`Place::for_each`], for some of the nodes, given as bits.
    #[inline]
    pub(super) fn for_each_among(
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

/// Calls `each` with the numbers of the bits that are set and the elements of a list, one for each.
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

/// How the arcs of a place are read.
#[derive(Clone, Copy)]
pub(super) struct ArcReading {
    pub group: usize,
    is_own_image: bool,
    /// What is written behind an arc's bits, and how many bits that are: whether the node is mirrored, if the arc
    /// does not tell.
    flip: u8,
    bits: u8,
}

impl ArcReading {
    #[inline]
    pub(super) fn new(place: &Place, next: &[NodeGroup]) -> Self {
        let group = place.target as usize;
        let is_own_image = next[group].is_own_image;
        let flip = u8::from(place.flip && !is_own_image);
        Self { group, is_own_image, flip, bits: u8::from(!is_own_image) }
    }

    /// True if the group is its own mirror image.
    pub(super) fn is_own_image(self) -> bool {
        self.is_own_image
    }

    /// The node, and whether its mirror image is meant.
    #[inline]
    pub(super) fn decode(self, raw: u32) -> (usize, bool) {
        let raw = (raw as usize) << self.bits | usize::from(self.flip);
        (raw >> 1, raw & 1 == 1)
    }

    /// The arc to the mirror image of where an arc leads.
    #[inline]
    pub(super) fn turned(self, raw: u32, next: &[NodeGroup]) -> u32 {
        let turns = self.is_own_image && raw != DEAD;
        raw ^ u32::from(turns && !next[self.group].palindromes[raw as usize >> 1])
    }
}

/// The bits of a word of nodes.
pub(super) const WORD: usize = u64::BITS as usize;

/// The arcs of a place are counted from the start of the node's block on.
const BLOCK: usize = 8 * WORD;

impl NodeGroup {
    /// A group of so many nodes, without places.
    pub(super) fn new(set: u64, is_own_image: bool, len: usize) -> Self {
        Self { set, is_own_image, len, ..Self::default() }
    }

    /// The places of a node with their arcs, ascending. The group must be finished.
    pub(super) fn arcs_of(&self, node: usize) -> impl Iterator<Item = (usize, u32)> + '_ {
        let block = node / BLOCK;
        let places = self.places.iter().enumerate().filter(move |(_, place)| place.has(node));
        places.map(move |(number, place)| {
            let words = &place.nodes[block * BLOCK / WORD..=node / WORD];
            let (last, full) = words.split_last().expect("the word of the node");
            let within = full.iter().map(|word| word.count_ones()).sum::<u32>()
                + (last & ((1 << (node % WORD)) - 1)).count_ones();
            let before = self.before.get(block * self.places.len() + number);
            let index = before.copied().unwrap_or_default() + within;
            (number, place.arcs.get(index as usize))
        })
    }

    /// Calls `each` for each node with its places and arcs, ascending.
    ///
    /// # Errors
    /// The first error of `each`.
    pub(super) fn for_each(
        &self,
        mut each: impl FnMut(usize, &[(usize, u32)]) -> Result<(), Interrupted>,
    ) -> Result<(), Interrupted> {
        // The places and arcs of a word of nodes, node by node, and where those of each node end.
        let mut lists: Vec<(usize, u32)> = Vec::new();
        let mut next: SmallVec<[usize; 16]> = SmallVec::from_elem(0, self.places.len());
        for first in (0..self.len).step_by(WORD) {
            let len = (self.len - first).min(WORD);
            let word = |place: &Place| place.nodes.get(first / WORD).copied().unwrap_or_default();
            let mut ends = [0_usize; WORD];
            for place in &self.places {
                bits(word(place)).for_each(|node| ends[node] += 1);
            }
            let mut end = 0;
            for count in &mut ends[..len] {
                end += *count;
                *count = end - *count;
            }
            lists.resize(end, (0, 0));
            for (number, (place, next)) in self.places.iter().zip(&mut next).enumerate() {
                for node in bits(word(place)) {
                    lists[ends[node]] = (number, place.arcs.get(*next));
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

    /// Ends the group: no arc is added any more.
    pub(super) fn finish(&mut self) {
        self.palindromes.shrink_to_fit();
        self.places.shrink_to_fit();
        for place in &mut self.places {
            place.nodes.shrink_to_fit();
            place.arcs.shrink_to_fit();
        }
        if self.len <= BLOCK {
            return;
        }
        let mut so_far = vec![0; self.places.len()];
        self.before = Vec::with_capacity(self.len.div_ceil(BLOCK) * self.places.len());
        for first in (0..self.len).step_by(BLOCK) {
            self.before.extend_from_slice(&so_far);
            for (place, so_far) in self.places.iter().zip(&mut so_far) {
                let words = place.nodes.iter().skip(first / WORD).take(BLOCK / WORD);
                *so_far += words.map(|word| word.count_ones()).sum::<u32>();
            }
        }
    }

    /// Its memory, in bytes.
    pub(super) fn memory(&self) -> usize {
        let places = self.places.iter().map(|place| place.arcs.memory() + beside(&place.nodes));
        size_of::<Self>()
            + beside(&self.palindromes)
            + allocated(self.before.capacity() * size_of::<u32>())
            + allocated(self.places.capacity() * size_of::<Place>())
            + places.sum::<usize>()
    }
}

/// The number of nodes of groups.
pub(super) fn nodes<'a>(groups: impl IntoIterator<Item = &'a NodeGroup>) -> usize {
    groups.into_iter().map(|group| group.len).sum()
}

/// The memory of groups, in bytes.
pub(super) fn memory<'a>(groups: impl IntoIterator<Item = &'a NodeGroup>) -> usize {
    groups.into_iter().map(NodeGroup::memory).sum()
}

/// The numbers of the bits that are set, ascending.
#[inline]
pub(super) fn bits(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}
