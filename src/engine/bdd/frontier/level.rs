use std::hash::Hasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;

use super::super::list::{self, MARGIN};

/// The distinct states before a step, each packed into a few words of one arena.
pub(super) struct Level {
    /// Words per state.
    words: usize,
    arena: Vec<u64>,
    len: usize,
    table: HashTable<u32>,
}

fn hash(key: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    for &word in key {
        hasher.write_u64(word);
    }
    hasher.finish()
}

/// The memory of a table, in bytes, with the table of twice its size if it moves there soon.
fn table_memory<T>(table: &HashTable<T>) -> usize {
    let soon = if table.capacity() - table.len() < MARGIN { 3 } else { 1 };
    table.allocation_size() * soon
}

impl Level {
    pub(super) fn new(words: usize) -> Self {
        Self { words, arena: Vec::new(), len: 0, table: HashTable::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The words of a state.
    pub(super) fn key(&self, state: usize) -> &[u64] {
        &self.arena[state * self.words..][..self.words]
    }

    /// The index of a state, which is added if it is new.
    pub(super) fn insert(&mut self, key: &[u64]) -> u32 {
        let (words, arena) = (self.words, &self.arena);
        let stored = |state: u32| &arena[state as usize * words..][..words];
        match self.table.entry(
            hash(key),
            |&state| stored(state) == key,
            |&state| hash(stored(state)),
        ) {
            Entry::Occupied(found) => *found.get(),
            Entry::Vacant(vacant) => {
                let state = u32::try_from(self.len).expect("memory ends before 2^32 states");
                vacant.insert(state);
                if self.arena.capacity() - self.arena.len() < words {
                    self.arena.reserve_exact(self.arena.len() / 4 + 64 * words);
                }
                self.arena.extend_from_slice(key);
                self.len += 1;
                state
            }
        }
    }

    /// The memory it takes, in bytes.
    pub(super) fn memory(&self) -> usize {
        list::memory(&self.arena, MARGIN * self.words) + table_memory(&self.table)
    }
}

/// No state: the step cannot be taken.
pub(super) const DEAD: u32 = u32::MAX;

/// The transitions from the states of one level to those of the next.
#[derive(Default)]
pub(super) struct Transitions {
    /// The end of each state's placements.
    ends: Vec<u32>,
    /// The variable with a piece, as its index within the step, ascending within a state; and the state of
    /// the next level.
    placed: Vec<(u16, u32)>,
    /// The next state of each state if nothing is placed; empty if something must be.
    none: Vec<u32>,
    /// True if the last state has been added.
    finished: bool,
}

impl Transitions {
    /// Adds a placement to the present state.
    pub(super) fn place(&mut self, variable: usize, target: u32) {
        list::push(&mut self.placed, (variable as u16, target));
    }

    /// Ends the present state. Without a placement it leads to `none`; [`DEAD`] if it must have one.
    pub(super) fn end_state(&mut self, none: u32) {
        let end = u32::try_from(self.placed.len()).expect("memory ends before 2^32 transitions");
        list::push(&mut self.ends, end);
        if none != DEAD || !self.none.is_empty() {
            self.none.resize(self.ends.len() - 1, DEAD);
            list::push(&mut self.none, none);
        }
    }

    /// The number of states.
    pub(super) fn states(&self) -> usize {
        self.ends.len()
    }

    /// The placements of a state, variables ascending.
    pub(super) fn placements(&self, state: usize) -> &[(u16, u32)] {
        let start = if state == 0 { 0 } else { self.ends[state - 1] as usize };
        &self.placed[start..self.ends[state] as usize]
    }

    /// The next state of a state if nothing is placed.
    pub(super) fn none(&self, state: usize) -> u32 {
        self.none.get(state).copied().unwrap_or(DEAD)
    }

    /// Ends the last state, and frees the reserved memory.
    pub(super) fn finish(&mut self) {
        self.finished = true;
        self.ends.shrink_to_fit();
        self.placed.shrink_to_fit();
        self.none.shrink_to_fit();
    }

    /// The memory it takes, in bytes.
    pub(super) fn memory(&self) -> usize {
        let margin = if self.finished { 0 } else { MARGIN };
        list::memory(&self.ends, margin)
            + list::memory(&self.none, margin)
            + list::memory(&self.placed, margin)
    }
}
