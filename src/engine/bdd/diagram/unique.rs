//! Hash tables that assign numbers to distinct entries. The caller stores the entries, by number.

use std::hash::Hasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;

/// The hash of some words.
#[inline]
pub(crate) fn hash(words: impl IntoIterator<Item = u64>) -> u64 {
    let mut hasher = FxHasher::default();
    words.into_iter().for_each(|word| hasher.write_u64(word));
    hasher.finish()
}

/// Returns the number of the entry with the hash `hash`, and true if the entry is new. A new entry gets the number
/// `next`. `same` returns true if the entry with a given number equals the new one. `hash_of` returns the hash of the
/// entry with a given number.
#[inline]
pub(crate) fn find_or_insert(
    table: &mut HashTable<u32>,
    hash: u64,
    next: u32,
    same: impl Fn(u32) -> bool,
    hash_of: impl Fn(u32) -> u64,
) -> (u32, bool) {
    match table.entry(hash, |&other| same(other), |&other| hash_of(other)) {
        Entry::Occupied(found) => (*found.get(), false),
        Entry::Vacant(vacant) => {
            vacant.insert(next);
            (next, true)
        }
    }
}
