//! *Rests*: suffixes of a node's list of branches. When the first cells of a row have no piece, the rest contains the
//! branches to the row's remaining cells.

use hashbrown::HashTable;

use crate::bdd::diagram::list;
use crate::bdd::diagram::monitor::{Job, Monitor};
use crate::bdd::diagram::unique::{find_or_insert, hash};
use crate::bdd::diagram::{Branch, Diagram};
use crate::budget::Answer;
use crate::heap::Heap;

/// Placeholder number of the empty rest.
pub(crate) const EMPTY_SUFFIX: u32 = u32::MAX;

/// A rest: a nonempty suffix of a list of branches.
pub(crate) struct BranchSuffix<'a> {
    /// The node whose list of branches ends with this suffix.
    pub node: usize,
    /// 0 for the list as stored, 1 for its mirror image.
    pub orientation: usize,
    /// The number of the rest among the rests of the group, from 0 in order of discovery. Equal rests have the same
    /// number.
    pub number: u32,
    /// True if no equal rest has been found before.
    pub is_new: bool,
    /// The number of the rest without its first branch.
    pub next: u32,
    /// The first branch of the rest.
    pub branch: &'a Branch,
    /// The branch before the rest in the list; `None` if the rest is the whole list.
    pub before: Option<&'a Branch>,
}

/// Assigns numbers to distinct rests (suffixes of branch lists).
#[derive(Default)]
struct SuffixTable {
    /// For each rest, its first branch and the number of the rest after that branch, as in [`key`].
    keys: Vec<[u64; 2]>,
    table: HashTable<u32>,
}

impl SuffixTable {
    /// Returns the number of the rest that consists of a branch and the rest `next`, and true if the rest is new. Adds
    /// a new rest.
    #[inline]
    fn insert(&mut self, next: u32, branch: &Branch) -> (u32, bool) {
        let key = key(next, branch);
        let Self { keys, table } = self;
        let key_of = |rest: u32| keys[rest as usize];
        let same = |rest| key_of(rest) == key;
        let (rest, is_new) =
            find_or_insert(table, hash(key), keys.len() as u32, same, |rest| hash(key_of(rest)));
        if is_new {
            list::push(keys, key);
        }
        (rest, is_new)
    }
}

heap_of_fields!(SuffixTable: keys, table);

/// Packs a branch and the number of the rest after the branch into two words.
fn key(next: u32, branch: &Branch) -> [u64; 2] {
    let index = branch.index.unwrap_or(u16::MAX);
    let arc = u64::from(branch.to.node) << 1 | u64::from(branch.to.is_mirrored);
    // The group that the branch leads to follows from its index.
    [u64::from(next) << 32 | u64::from(index), arc]
}

impl Diagram {
    /// Calls `each` for all rests of the branch lists of a group's nodes. The rests of a list come in order of length,
    /// the shortest first. Equal rests have the same number. Rests of different orientations are compared only if the
    /// group is its own mirror image; otherwise they are never equal.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(crate) fn for_each_suffix(
        &self,
        step: usize,
        group: usize,
        monitor: &Monitor<'_>,
        mut each: impl FnMut(BranchSuffix<'_>),
    ) -> Answer<()> {
        let mut job = Job::new(monitor);
        let mut numbers = SuffixTable::default();
        let mut offset = 0;
        for orientation in 0..self.orientations() {
            if orientation == 1 && !self.levels[step][group].is_own_image {
                offset = numbers.keys.len() as u32;
                numbers.keys.clear();
                numbers.table.clear();
            }
            let (mut node, mut work) = (0, 0);
            self.for_each_list(step, group, orientation == 1, |branches| {
                let mut next = EMPTY_SUFFIX;
                for (index, branch) in branches.iter().enumerate().rev() {
                    let (number, is_new) = numbers.insert(next, branch);
                    each(BranchSuffix {
                        node,
                        orientation,
                        number: number + offset,
                        is_new,
                        next: if next == EMPTY_SUFFIX { EMPTY_SUFFIX } else { next + offset },
                        branch,
                        before: index.checked_sub(1).map(|before| &branches[before]),
                    });
                    next = number;
                }
                node += 1;
                work += 16 * branches.len();
                if node % 1024 == 0 {
                    job.report(numbers.heap(), 0, std::mem::take(&mut work))?;
                }
                Ok(())
            })?;
            job.report(numbers.heap(), 0, work)?;
        }
        job.report(0, 0, 0)
    }
}
