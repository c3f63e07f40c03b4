use smallvec::SmallVec;

use super::arcs::{Arcs, DEAD, beside};

/// The nodes of a level that lack the same cliques, or their mirror images.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
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
    /// The places of each node as bits, `words` words for each node.
    masks: SmallVec<[u16; 8]>,
    words: usize,
    /// The number of arcs of each place before every [`BLOCK`]th node; empty if there is one block only.
    before: Vec<u32>,
}

/// What a node of a group can do, and where that leads.
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
}

/// How the arcs of a place are read.
#[derive(Clone, Copy)]
pub(super) struct Target {
    pub group: usize,
    is_own_image: bool,
    flip: bool,
}

impl Target {
    #[inline]
    pub(super) fn new(place: &Place, next: &[Group]) -> Self {
        let group = place.target as usize;
        Self { group, is_own_image: next[group].is_own_image, flip: place.flip }
    }

    /// True if the group is its own mirror image.
    pub(super) fn is_own_image(self) -> bool {
        self.is_own_image
    }

    /// The node, and whether its mirror image is meant.
    #[inline]
    pub(super) fn decode(self, raw: u32) -> (usize, bool) {
        if self.is_own_image {
            (raw as usize >> 1, raw & 1 == 1)
        } else {
            (raw as usize, self.flip)
        }
    }

    /// The arc to the mirror image of where an arc leads.
    #[inline]
    pub(super) fn turned(self, raw: u32, next: &[Group]) -> u32 {
        let turns = self.is_own_image && raw != DEAD;
        raw ^ u32::from(turns && !next[self.group].palindromes[raw as usize >> 1])
    }
}

/// The arcs of a place are counted from the start of the node's block on.
const BLOCK: usize = 128;

impl Group {
    pub(super) fn new(set: u64, is_own_image: bool) -> Self {
        Self { set, is_own_image, ..Self::default() }
    }

    /// Sets the places that nodes can have. The group has no nodes yet.
    pub(super) fn set_places(&mut self, indices: impl IntoIterator<Item = Option<u16>>) {
        let place = |index| Place { index, target: 0, flip: false, arcs: Arcs::default() };
        self.places = indices.into_iter().map(place).collect();
        self.words = self.places.len().div_ceil(16);
    }

    /// Sets the places to those of another group, without arcs. The group has no nodes yet.
    pub(super) fn adopt_places<'a>(&mut self, places: impl Iterator<Item = &'a Place>) {
        self.places = places.map(|place| Place { arcs: Arcs::default(), ..*place }).collect();
        self.words = self.places.len().div_ceil(16);
    }

    /// Makes room for so many nodes.
    pub(super) fn reserve(&mut self, nodes: usize) {
        self.masks.reserve_exact(nodes * self.words);
    }

    /// Adds a node with some of the places, which are given in ascending order.
    #[inline]
    pub(super) fn push(&mut self, places: impl IntoIterator<Item = usize>) {
        let start = self.masks.len();
        (0..self.words).for_each(|_| self.masks.push(0));
        for place in places {
            self.masks[start + place / 16] |= 1 << (place % 16);
        }
        self.len += 1;
    }

    /// Finds the nodes with a place, in their order.
    #[inline]
    pub(super) fn with(&self, place: usize, nodes: &mut Vec<u32>) {
        nodes.clear();
        nodes.resize(self.len + 1, 0);
        let mut len = 0;
        let masks = self.masks[(place / 16).min(self.masks.len())..].iter().step_by(self.words);
        for (node, mask) in masks.enumerate() {
            nodes[len] = node as u32;
            len += usize::from(mask >> (place % 16) & 1);
        }
        nodes.truncate(len);
    }

    /// The places of a node, ascending.
    #[inline]
    pub(super) fn places_of(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let words = &self.masks[node * self.words..][..self.words];
        words
            .iter()
            .enumerate()
            .flat_map(|(at, &word)| bits(word.into()).map(move |bit| at * 16 + bit))
    }

    /// The places of a node with their arcs, ascending. The group must be finished.
    pub(super) fn arcs_of(&self, node: usize) -> impl Iterator<Item = (usize, u32)> + '_ {
        let block = node / BLOCK;
        self.places_of(node).map(move |place| {
            let word = |node: usize| self.masks[node * self.words + place / 16] >> (place % 16) & 1;
            let within = (block * BLOCK..node).map(|node| u32::from(word(node))).sum::<u32>();
            let before = self.before.get(block * self.places.len() + place);
            let index = before.copied().unwrap_or_default() + within;
            (place, self.places[place].arcs.get(index as usize))
        })
    }

    /// Calls `each` for each node with its places and arcs, ascending.
    pub(super) fn for_each(&self, mut each: impl FnMut(usize, &[(usize, u32)])) {
        let mut next = vec![0_usize; self.places.len()];
        let mut list = Vec::with_capacity(self.places.len());
        for node in 0..self.len {
            list.clear();
            for place in self.places_of(node) {
                list.push((place, self.places[place].arcs.get(next[place])));
                next[place] += 1;
            }
            each(node, &list);
        }
    }

    /// Ends the group: no node and no arc is added any more.
    pub(super) fn finish(&mut self) {
        self.masks.shrink_to_fit();
        self.places.iter_mut().for_each(|place| place.arcs.shrink_to_fit());
        self.palindromes.shrink_to_fit();
        if self.len <= BLOCK {
            return;
        }
        let mut so_far = vec![0; self.places.len()];
        self.before = Vec::with_capacity(self.len.div_ceil(BLOCK) * self.places.len());
        for node in 0..self.len {
            if node.is_multiple_of(BLOCK) {
                self.before.extend_from_slice(&so_far);
            }
            for place in self.places_of(node) {
                so_far[place] += 1;
            }
        }
    }

    /// Its memory, in bytes.
    pub(super) fn memory(&self) -> usize {
        size_of::<Self>()
            + beside(&self.masks)
            + beside(&self.palindromes)
            + self.before.capacity() * size_of::<u32>()
            + self.places.capacity() * size_of::<Place>()
            + self.places.iter().map(|place| place.arcs.memory()).sum::<usize>()
    }
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
