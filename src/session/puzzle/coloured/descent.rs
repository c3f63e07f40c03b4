use std::collections::{HashSet, VecDeque};

use rand::seq::SliceRandom;

use super::Attempt;
use super::partition::{Partition, Pieces};
use super::solver::FoundSolutions;
use engine::Answer;

/// Maximum number of other solutions in a sample.
const SAMPLE: usize = 64;

/// Maximum number of solutions that one search adds to the sample if there are more solutions than fit into the
/// sample. Only a few, because the first solutions of a search resemble each other.
const ALIKE: usize = 4;

/// Maximum number of solutions with a piece on the same cell that are counted.
const COUNTED: usize = 100;

/// Number of changes that are compared. If none of these changes is good enough, further changes are tried
/// until one is good enough.
const COMPARED: usize = 24;

/// Maximum number of changes that are compared if there are more solutions than fit into the sample. It is
/// smaller because these comparisons take longer.
const COMPARED_OF_MANY: usize = 8;

/// Maximum number of choices in a search that compares changes.
const CHOICES: usize = 2000;

/// Maximum number of choices in a search for other solutions.
const MOST_CHOICES: usize = 20_000;

/// Maximum number of solutions that a change may add if no change reduces their number.
const DETOUR: usize = 8;

/// Number of changes during which a moved cell may not move again.
const KEPT: usize = 10;

/// Maximum number of changes without a new minimum of the number of solutions.
const PATIENCE: usize = 40;

/// A sample of solutions other than the solution to keep.
struct Others {
    solutions: Vec<Pieces>,
    /// True if there may be more solutions than these.
    more: bool,
}

/// One change of the regions: a cell moves to another region.
struct Change {
    cell: usize,
    /// The regions after the change.
    after: Partition,
    /// Number of sampled solutions with a piece on the cell.
    needed: usize,
}

impl Attempt<'_> {
    /// Changes regions step by step until one solution remains; `None` if that fails.
    pub(super) fn descend(&mut self, mut partition: Partition) -> Answer<Option<Partition>> {
        let mut kept = VecDeque::from([usize::MAX; KEPT]);
        let (mut fewest, mut failures) = (usize::MAX, 0);
        while failures < PATIENCE {
            let Some(others) = self.others(&partition)? else { return Ok(None) };
            if others.solutions.is_empty() {
                return Ok(Some(partition));
            }
            if others.more || others.solutions.len() < fewest {
                failures = 0;
            } else {
                failures += 1;
            }
            if !others.more {
                fewest = fewest.min(others.solutions.len());
            }
            let mut changes = self.changes(&partition, &others);
            changes.retain(|change| !kept.contains(&change.cell));
            let best = if others.more {
                self.best_of_many(&partition, changes)?
            } else {
                self.best(others.solutions.len(), changes)?
            };
            let Some(change) = best else { return Ok(None) };
            kept.pop_front();
            kept.push_back(change.cell);
            partition = change.after;
        }
        Ok(None)
    }

    /// Samples solutions that differ from the intended one. `None` if they are too hard to find, or if a piece can be
    /// added to the intended solution whatever the regions are.
    fn others(&mut self, partition: &Partition) -> Answer<Option<Others>> {
        let FoundSolutions { mut solutions, more, has_room } =
            self.solutions(partition, None, SAMPLE, MOST_CHOICES)?;
        if more && solutions.len() < SAMPLE {
            return Ok(None);
        }
        if more {
            solutions.truncate(ALIKE);
            for _ in 1..SAMPLE / ALIKE {
                let found = self.solutions(partition, None, ALIKE, CHOICES)?;
                solutions.extend(found.solutions);
            }
        }
        let own: HashSet<usize> = self.solution.iter().copied().collect();
        solutions.retain(|pieces| {
            pieces.len() != own.len() || pieces.iter().any(|piece| !own.contains(piece))
        });
        let hopeless = solutions.is_empty() && has_room;
        Ok((!hopeless).then_some(Others { solutions, more }))
    }

    /// The changes that exclude other solutions. Changes that exclude the most sampled solutions come first.
    fn changes(&mut self, partition: &Partition, others: &Others) -> Vec<Change> {
        let mut needed = vec![0; partition.regions().len()];
        for &piece in others.solutions.iter().flatten() {
            needed[piece] += 1;
        }
        for &piece in &self.solution {
            needed[piece] = 0;
        }
        let mut changes = Vec::new();
        for (cell, &needed) in needed.iter().enumerate().filter(|(_, needed)| **needed > 0) {
            let mut leave = |partition: &Partition| {
                let regions = partition.others(cell, &self.setting.sizes);
                let left = !regions.is_empty();
                changes.extend(regions.into_iter().map(|region| Change {
                    cell,
                    after: partition.with(cell, region),
                    needed,
                }));
                left
            };
            if !leave(partition) {
                // If the old region would become too small or fall apart, it first gets another cell.
                let Some(region) = partition.regions()[cell] else { continue };
                for other in partition.around_region(region) {
                    if !self.solution.contains(&other)
                        && partition.others(other, &self.setting.sizes).contains(&region)
                    {
                        leave(&partition.with(other, region));
                    }
                }
            }
        }
        changes.shuffle(self.random);
        changes.sort_by_key(|change| std::cmp::Reverse(change.needed));
        changes
    }

    /// Returns the change that leaves the fewest solutions; `None` if every change leaves many more solutions
    /// than `others`.
    fn best(&mut self, others: usize, changes: Vec<Change>) -> Answer<Option<Change>> {
        let mut best = None;
        // The counts include the solution to keep.
        let mut limit = others + DETOUR;
        for (index, change) in changes.into_iter().enumerate() {
            let found = self.solutions(&change.after, None, limit, CHOICES)?;
            if !found.more {
                limit = found.solutions.len();
                best = Some(change);
            }
            if limit == 1 || best.is_some() && index >= COMPARED {
                break;
            }
        }
        Ok(best)
    }

    /// As [`Self::best`], but for more solutions than fit into the sample. Compares only solutions with a piece
    /// on the moved cell.
    fn best_of_many(
        &mut self,
        partition: &Partition,
        changes: Vec<Change>,
    ) -> Answer<Option<Change>> {
        let mut best = None;
        // The best change so far excludes `excluded` of `out_of` sampled solutions. The new solutions that it
        // allows are already subtracted.
        let (mut excluded, mut out_of) = (0, 1);
        for change in changes.into_iter().take(COMPARED_OF_MANY) {
            let needed = change.needed * out_of;
            if excluded >= needed {
                break;
            }
            let with = Some(change.cell);
            let found = self.solutions(partition, with, COUNTED, CHOICES)?;
            let before = found.solutions.len().max(1);
            let limit = (before * (needed - excluded)).div_ceil(needed);
            let found = self.solutions(&change.after, with, limit, CHOICES)?;
            if !found.more {
                (excluded, out_of) = (change.needed * (before - found.solutions.len()), before);
                best = Some(change);
            }
        }
        Ok(best)
    }
}
