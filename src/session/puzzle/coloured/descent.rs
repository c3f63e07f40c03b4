use std::collections::{HashSet, VecDeque};

use rand::seq::SliceRandom;

use super::Attempt;
use super::partition::{Partition, Pieces};
use super::solver::FoundSolutions;
use crate::steps::has_many_pieces;
use engine::{Answer, sat};
use geometry::CellSet;

/// Maximum number of other solutions in a sample.
const SAMPLE: usize = 64;

/// Maximum number of solutions that one search adds to the sample if not all solutions fit. The number is
/// small, because the first solutions of a search resemble each other.
const ALIKE: usize = 4;

/// Maximum number of solutions with a piece on the same cell that are counted.
const COUNTED: usize = 100;

/// Number of changes to compare. If none of these changes is good enough, further changes are tried until
/// one is good enough.
const COMPARED_CHANGES: usize = 24;

/// Maximum number of changes that are compared if there are more solutions than fit into the sample. It is
/// smaller because these comparisons take longer.
const COMPARED_OF_MANY: usize = 8;

/// Maximum number of choices in a search that compares changes.
const CHOICES: usize = 2000;

/// Maximum number of choices in a search for a second solution.
const UNIQUE_CHOICES: usize = 5000;

/// Maximum number of choices in a search for other solutions.
const MAX_CHOICES: usize = 20_000;

/// Maximum number of solutions that a change may add if no change reduces their number.
const DETOUR: usize = 8;

/// Number of changes during which a moved cell may not move again.
const TABU_CHANGES: usize = 10;

/// Maximum number of changes without a new minimum of the number of solutions.
const PATIENCE: usize = 40;

/// Number of solutions that the SAT solver draws in one go.
const DRAWN: usize = 8;

/// Maximum number of changes by drawn solutions.
const MAX_CHANGES: usize = 1500;

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
        if has_many_pieces(self.setting.blank.rules()) {
            return self.descend_by_drawing(partition);
        }
        let mut kept = VecDeque::from([usize::MAX; TABU_CHANGES]);
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

    /// Like [`Self::descend`], but a SAT solver draws the other solutions. All drawn solutions are kept, and the change is made
    /// that allows the fewest of them.
    fn descend_by_drawing(&mut self, mut partition: Partition) -> Answer<Option<Partition>> {
        let mut kept = VecDeque::from([usize::MAX; TABU_CHANGES]);
        let mut drawn: Vec<Pieces> = Vec::new();
        for _ in 0..MAX_CHANGES {
            let allowed = drawn.iter().filter(|pieces| self.allows(&partition, pieces));
            let mut solutions: Vec<Pieces> = allowed.cloned().collect();
            if solutions.is_empty() {
                solutions = self.draw_others(&partition, DRAWN)?;
                drawn.extend_from_slice(&solutions);
            }
            if solutions.is_empty() {
                return Ok(Some(partition));
            }
            let mut changes = self.changes(&partition, &Others { solutions, more: false });
            changes.retain(|change| !kept.contains(&change.cell));
            let left = |change: &Change| {
                drawn.iter().filter(|pieces| self.allows(&change.after, pieces)).count()
            };
            let best = changes.into_iter().take(COMPARED_CHANGES).min_by_key(left);
            let Some(change) = best else { return Ok(None) };
            kept.pop_front();
            kept.push_back(change.cell);
            partition = change.after;
        }
        Ok(None)
    }

    /// Draws up to `max_solutions` random solutions under these regions that differ from the intended one. Empty if
    /// there are none.
    pub(super) fn draw_others(
        &mut self,
        partition: &Partition,
        max_solutions: usize,
    ) -> Answer<Vec<Pieces>> {
        let problem = self.setting.parted(partition);
        let size = problem.rules().size();
        let mut solutions = sat::Solutions::new(&problem, self.budget)?;
        let own = self.solution.iter().map(|&cell| size.cell(cell));
        solutions.exclude(&CellSet::from_cells(size, own));
        let mut drawn = Vec::new();
        while drawn.len() < max_solutions
            && let Some(solution) = solutions.draw(self.random, self.budget)?
        {
            drawn.push(solution.iter().map(|cell| size.index(cell)).collect());
        }
        Ok(drawn)
    }

    /// True if the regions allow the pieces.
    fn allows(&self, partition: &Partition, pieces: &Pieces) -> bool {
        let mut numbers = vec![0; self.setting.number];
        for region in pieces.iter().filter_map(|&piece| partition.regions()[piece]) {
            numbers[region] += 1;
        }
        numbers.into_iter().all(|number| self.setting.bounds.contains(number))
    }

    /// True if a short search, or with [many pieces](has_many_pieces) a SAT solver, shows that exactly one solution remains under
    /// these regions.
    pub(super) fn is_unique(&mut self, partition: &Partition) -> Answer<bool> {
        if !has_many_pieces(self.setting.blank.rules()) {
            let found = self.solutions(partition, None, 2, UNIQUE_CHOICES)?;
            return Ok(found.solutions.len() == 1 && !found.more);
        }
        Ok(self.draw_others(partition, 1)?.is_empty())
    }

    /// Samples solutions that differ from the intended one. `None` if they are too hard to find, or if a piece can be
    /// added to the intended solution whatever the regions are.
    fn others(&mut self, partition: &Partition) -> Answer<Option<Others>> {
        let FoundSolutions { mut solutions, more, has_room } =
            self.solutions(partition, None, SAMPLE, MAX_CHOICES)?;
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
            if limit == 1 || best.is_some() && index >= COMPARED_CHANGES {
                break;
            }
        }
        Ok(best)
    }

    /// Like [`Self::best`], but for more solutions than fit into the sample. Compares only solutions with a piece
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
