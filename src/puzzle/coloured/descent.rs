use std::collections::{HashSet, VecDeque};
use std::ops::RangeInclusive;

use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::Pieces;
use super::partition::Partition;
use super::solver::{Board, Found};
use crate::engine::{Budget, Interrupted};

/// So many other solutions are looked at together.
const SAMPLE: usize = 64;

/// Where there are more, so many of a search that begins with other choices each time: those that one
/// search finds first are much alike.
const ALIKE: usize = 4;

/// Where there are more, solutions with a piece on one cell are counted up to here.
const COUNTED: usize = 100;

/// So many changes are compared, and more only until one will do.
const COMPARED: usize = 24;

/// So many, and no more, where there are more solutions than are looked at: comparing takes longer
/// there.
const COMPARED_OF_MANY: usize = 8;

/// Searches that compare changes make at most so many choices.
const CHOICES: usize = 2000;

/// After so many choices without all solutions or enough of them it is given up.
const MOST_CHOICES: usize = 20_000;

/// So many solutions more may be left by a change where no change leaves fewer.
const DETOUR: usize = 8;

/// A cell that went over to another region stays there for so many changes.
const KEPT: usize = 10;

/// After so many changes without fewer solutions than ever it is given up.
const PATIENCE: usize = 40;

/// The way from regions with several solutions to some with one.
pub(super) struct Descent<'a> {
    pub board: &'a Board,
    /// The solution that is to remain.
    pub solution: Pieces,
    /// How many cells a region may have.
    pub sizes: RangeInclusive<usize>,
    pub random: &'a mut ChaCha8Rng,
    pub budget: &'a Budget,
}

/// Solutions but for the one that is to remain.
struct Others {
    solutions: Vec<Pieces>,
    /// Are there more?
    more: bool,
}

/// A cell that goes over to another region.
struct Change {
    cell: usize,
    /// The regions with the change.
    after: Partition,
    /// How many of the solutions looked at have a piece on the cell.
    needed: usize,
}

impl Descent<'_> {
    /// Changes regions until one solution remains; `None` where that did not work out.
    pub fn from(&mut self, mut partition: Partition) -> Result<Option<Partition>, Interrupted> {
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

    /// Some other solutions; `None` if they are too hard to find, or a piece more fits in whatever the
    /// regions.
    fn others(&mut self, partition: &Partition) -> Result<Option<Others>, Interrupted> {
        let Found { mut solutions, more, has_room } =
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

    fn solutions(
        &mut self,
        partition: &Partition,
        with: Option<usize>,
        most: usize,
        choices: usize,
    ) -> Result<Found, Interrupted> {
        self.board.solutions(partition, with, most, choices, self.random, self.budget)
    }

    /// The changes that take other solutions away, those that take most first.
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
                let regions = partition.others(cell, &self.sizes);
                let left = !regions.is_empty();
                changes.extend(regions.into_iter().map(|region| Change {
                    cell,
                    after: partition.with(cell, region),
                    needed,
                }));
                left
            };
            if !leave(partition) {
                // Its region cannot spare it, but perhaps with another cell in exchange.
                let region = partition.regions()[cell];
                for other in partition.around_region(region) {
                    if !self.solution.contains(&other)
                        && partition.others(other, &self.sizes).contains(&region)
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

    /// Of some changes the one that leaves fewest of so many solutions; none where all leave many
    /// more.
    fn best(&mut self, others: usize, changes: Vec<Change>) -> Result<Option<Change>, Interrupted> {
        let mut best = None;
        // With the one that is to remain.
        let mut limit = others + DETOUR;
        for (place, change) in changes.into_iter().enumerate() {
            let found = self.solutions(&change.after, None, limit, CHOICES)?;
            if !found.more {
                limit = found.solutions.len();
                best = Some(change);
            }
            if limit == 1 || best.is_some() && place >= COMPARED {
                break;
            }
        }
        Ok(best)
    }

    /// As [`Self::best`] where there are more solutions than are looked at: by those with a piece on
    /// the cell.
    fn best_of_many(
        &mut self,
        partition: &Partition,
        changes: Vec<Change>,
    ) -> Result<Option<Change>, Interrupted> {
        let mut best = None;
        // What it takes away of the solutions looked at, less what comes instead: so many `of` so many.
        let (mut taken, mut of) = (0, 1);
        for change in changes.into_iter().take(COMPARED_OF_MANY) {
            let needed = change.needed * of;
            if taken >= needed {
                break;
            }
            let with = Some(change.cell);
            let found = self.solutions(partition, with, COUNTED, CHOICES)?;
            let before = found.solutions.len().max(1);
            let limit = (before * (needed - taken)).div_ceil(needed);
            let found = self.solutions(&change.after, with, limit, CHOICES)?;
            if !found.more {
                (taken, of) = (change.needed * (before - found.solutions.len()), before);
                best = Some(change);
            }
        }
        Ok(best)
    }
}
