use hashbrown::HashTable;

use crate::bdd::diagram::list::{self, MAX_UNCHECKED_PUSHES};
use crate::bdd::diagram::unique::{find_or_insert, hash};
use crate::heap::Heap;

/// Maximum number of states of a group. An arc has 31 bits for the number of its target and one bit for the
/// orientation, and the largest number means that there is no target.
const MAX_STATES: usize = (1 << 31) - 1;

/// Distinct states, each packed into a few words of one arena.
#[derive(Default)]
pub(super) struct States {
    /// Words per state.
    words: usize,
    arena: Vec<u64>,
    len: usize,
}

impl States {
    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The words of a state.
    #[inline]
    pub(super) fn get(&self, state: usize) -> &[u64] {
        &self.arena[state * self.words..][..self.words]
    }

    /// All states in the order of their indices.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &[u64]> {
        (0..self.len).map(|state| self.get(state))
    }
}

heap_of_fields!(States: arena);

/// Assigns indices to distinct states, from 0 in order of discovery.
pub(super) struct StateTable {
    states: States,
    table: HashTable<u32>,
}

impl StateTable {
    /// An empty table for states of `words` words each. `max_states` is the expected maximum number of states.
    pub(super) fn new(words: usize, max_states: usize) -> Self {
        /// Maximum number of entries to reserve at first. There are often far fewer states than `max_states`.
        const MAX_RESERVED_STATES: usize = 1 << 12;
        let table = HashTable::with_capacity(max_states.min(MAX_RESERVED_STATES));
        Self { states: States { words, ..States::default() }, table }
    }

    pub(super) fn len(&self) -> usize {
        self.states.len
    }

    /// Returns the index of a state. Adds the state if it is new.
    #[inline]
    pub(super) fn insert(&mut self, key: &[u64]) -> u32 {
        let States { words, arena, len } = &mut self.states;
        let stored = |state: u32| &arena[state as usize * *words..][..*words];
        let hash_of = |key: &[u64]| hash(key.iter().copied());
        let (state, is_new) = find_or_insert(
            &mut self.table,
            hash_of(key),
            u32::try_from(*len).expect("no budget has the memory of more than `MAX_STATES` states"),
            |state| stored(state).iter().eq(key),
            |state| hash_of(stored(state)),
        );
        if is_new {
            if arena.capacity() - arena.len() < *words {
                arena.reserve_exact(arena.len() / 4 + 16 * *words);
            }
            // A loop, because a call of `memcpy` would take longer for these few words.
            for &word in key {
                arena.push(word);
            }
            *len += 1;
        }
        state
    }

    /// Drops the hash table and returns the states.
    pub(super) fn into_states(mut self) -> States {
        self.states.arena.shrink_to_fit();
        self.states
    }

    /// The memory of the states and the table, in bytes, including the larger allocations that they are about to grow
    /// into. If the number of states approaches [`MAX_STATES`], more than any budget has.
    pub(super) fn memory(&self) -> usize {
        if self.len() > MAX_STATES - MAX_UNCHECKED_PUSHES {
            return usize::MAX / 2;
        }
        let soon =
            if self.table.capacity() - self.table.len() < MAX_UNCHECKED_PUSHES { 3 } else { 1 };
        list::memory(&self.states.arena, MAX_UNCHECKED_PUSHES * self.states.words)
            + self.table.heap() * soon
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An arc to the image of such a state would lose its highest bit.
    #[test]
    fn states_that_arcs_cannot_number_take_more_memory_than_any_budget_has() {
        let full = |len| {
            let states = States { words: 1, arena: Vec::new(), len };
            StateTable { states, table: HashTable::new() }.memory()
        };
        assert!(full(1 << 30) < 1 << 20);
        assert!(full(1 << 31) > 1 << 60);
        // The check comes before the states between two checks are numbered.
        assert!(full((1 << 31) - MAX_UNCHECKED_PUSHES) > 1 << 60);
    }
}
