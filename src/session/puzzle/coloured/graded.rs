//! Finds regions for a puzzle of a requested difficulty.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashSet;

use super::partition::Partition;
use super::{Attempt, Setting, coloured_rules};
use crate::puzzle::attempts::{first_result, in_attempt};
use crate::puzzle::{Difficulty, GradeTally, Outcome};
use crate::steps::{Candidates, Grade, Scale, Solver, has_many_pieces};
use engine::{Answer, Budget};
use geometry::Grid;
use problem::Problem;

/// Maximum number of starting solutions.
const ATTEMPTS: usize = 400;

/// Maximum size of coloured queens without a known expert puzzle.
const UNKNOWN_EXPERT: u16 = 4;

/// Maximum number of changes of the regions in a row that do not bring a puzzle closer to the difficulty that an attempt aims at:
/// until the difficulty is accepted, and from then on.
const PATIENCE: (usize, usize) = (100, 40);

/// Like [`PATIENCE`], for hard puzzles of [many pieces](has_many_pieces). Each change takes long to grade there, and another
/// starting solution is more often closer to the difficulty.
const SHORT_PATIENCE: (usize, usize) = (15, 3);

/// Like [`SHORT_PATIENCE`], without an upper limit of the difficulty: then even the hardest paths are found to their ends.
const EXPERT_PATIENCE: (usize, usize) = (4, 3);

/// Percentage of changes that move two cells together, because some improvements need two moves.
const TWICE: u32 = 50;

/// Like [`make`](super::make), but for a puzzle of this difficulty.
///
/// Regions grow at random around the pieces of a random solution, and change until one solution remains. Then
/// cells move to neighbouring regions. A change is kept if the solution stays the only one and the puzzle does
/// not get further away from the difficulty that the attempt aims at, a random one of those wanted.
///
/// # Errors
/// When the budget ends first.
pub(in crate::puzzle) fn make_graded(
    problem: &Problem,
    locked: &[char],
    wanted: Difficulty,
    seed: u64,
    budget: &Budget,
) -> Answer<Outcome> {
    let setting = match Setting::new(problem, locked, budget)? {
        Ok(setting) => setting,
        Err(refusal) => return Ok(refusal),
    };
    let solver = Solver::new(setting.blank.rules(), budget)?;
    let rules = setting.blank.rules();
    let (scale, range) = (Scale::of(rules), wanted.range(rules));
    let tally = Mutex::new(GradeTally::default());
    let reached = Arc::new(AtomicU32::new(0));
    let made = first_result(ATTEMPTS, budget, |index, budget| {
        let budget = &in_attempt(budget, (index, ATTEMPTS), &reached);
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(index as u64);
        let aim = scale.aim(&range, &mut random);
        let Some((mut attempt, partition)) = Attempt::begin(&setting, &mut random, budget)? else {
            return Ok(Some(Outcome::NoSolution));
        };
        let Some(partition) = partition else { return Ok(None) };
        let Some(partition) = attempt.descend(partition)? else { return Ok(None) };
        let wanted = (&range, &aim);
        let (partition, level) = attempt.approach(partition, &solver, wanted, &reached)?;
        if level.is_within(&range) {
            return Ok(Some(setting.puzzle(&partition)));
        }
        if let Level::Below(found) = level {
            let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
            tally.count(scale.grade(found));
        }
        Ok(None)
    })?;
    Ok(made.unwrap_or_else(|| {
        let found = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
        let is_unknown = wanted == Grade::Expert.into() && lacks_expert(&setting.blank);
        Outcome::OtherGrades { wanted, found, is_unknown }
    }))
}

/// True if the problem is coloured queens of a size without known expert puzzles.
fn lacks_expert(blank: &Problem) -> bool {
    let size = blank.rules().size();
    size.rows().max(size.columns()) <= UNKNOWN_EXPERT
        && **blank.rules() == coloured_rules(Grid::new(size))
        && blank.decisions().is_empty()
}

/// The distance of a puzzle from the difficulties that an attempt aims at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    /// The difficulty is lower.
    Below(u32),
    /// The difficulty fits.
    Fitting,
    /// The difficulty is higher, but wanted.
    Above(u32),
    /// The difficulty is higher than the accepted range. Contains the number of open cells when the steps exceed the range.
    Beyond(usize),
}

impl Level {
    /// True if a puzzle of this level is at least as close to the aim as one of another level.
    fn is_as_close_as(self, other: Self) -> bool {
        match (self, other) {
            (Self::Below(own), Self::Below(other)) => own >= other,
            (Self::Above(own), Self::Above(other)) => own <= other,
            (Self::Beyond(own), Self::Beyond(other)) => own <= other,
            (Self::Above(_), Self::Below(_) | Self::Fitting)
            | (Self::Beyond(_), Self::Below(_) | Self::Fitting | Self::Above(_)) => false,
            (Self::Below(_) | Self::Fitting, _) | (Self::Above(_), Self::Beyond(_)) => true,
        }
    }

    /// True if the difficulty is in the wanted range, whatever the aim is.
    fn is_within(self, wanted: &RangeInclusive<u32>) -> bool {
        match self {
            Self::Below(difficulty) => wanted.contains(&difficulty),
            Self::Fitting | Self::Above(_) => true,
            Self::Beyond(_) => false,
        }
    }
}

impl Attempt<'_> {
    /// Changes regions with one solution, until their difficulty is in the target range or no change brings it closer.
    /// `wanted` is the whole accepted range; the attempt aims at a part of it.
    fn approach(
        &mut self,
        mut partition: Partition,
        solver: &Solver,
        (wanted, aim): (&RangeInclusive<u32>, &RangeInclusive<u32>),
        reached: &AtomicU32,
    ) -> Answer<(Partition, Level)> {
        let mut level = self.level(&partition, solver, (wanted, aim))?;
        let mut failures = 0;
        // Regions that were rejected before would be rejected again.
        let mut seen = FxHashSet::default();
        let rules = self.setting.blank.rules();
        let many = has_many_pieces(rules);
        // If no chains are searched, a path of steps is found sooner than a SAT solver proves that there is no other solution.
        let steps_first = many && wanted.end() <= Scale::of(rules).range(Grade::Medium).end();
        let (before, after) = match (many && !steps_first, wanted.end()) {
            (false, _) => PATIENCE,
            (true, &u32::MAX) => EXPERT_PATIENCE,
            (true, _) => SHORT_PATIENCE,
        };
        let patience = |level: Level| if level.is_within(wanted) { after } else { before };
        while failures < patience(level) && level != Level::Fitting {
            failures += 1;
            let Some(mut changed) = self.changed(&partition) else { break };
            if self.random.gen_range(0..100) < TWICE
                && let Some(twice) = self.changed(&changed)
            {
                changed = twice;
            }
            if !seen.insert(changed.regions().to_vec())
                || !steps_first && !self.is_unique(&changed)?
            {
                continue;
            }
            let next = self.level(&changed, solver, (wanted, aim))?;
            // Steps that end with the solution prove that it is the only one.
            let is_unproved = steps_first && matches!(next, Level::Beyond(_));
            if next.is_as_close_as(level) && (!is_unproved || self.is_unique(&changed)?) {
                if next != level {
                    failures = 0;
                }
                (partition, level) = (changed, next);
            }
            if let Level::Below(difficulty) = level {
                reached.store(difficulty, Ordering::Relaxed);
            }
        }
        Ok((partition, level))
    }

    /// A solver for these regions, and the candidates that remain after the decisions.
    fn parted(&self, partition: &Partition, solver: &Solver) -> (Solver, Candidates) {
        let problem = self.setting.parted(partition);
        let solver = solver.regrouped(Arc::clone(problem.rules()));
        let candidates = solver.board().candidates(&problem);
        (solver, candidates)
    }

    fn level(
        &self,
        partition: &Partition,
        solver: &Solver,
        (wanted, aim): (&RangeInclusive<u32>, &RangeInclusive<u32>),
    ) -> Answer<Level> {
        let (solver, candidates) = self.parted(partition, solver);
        let way = solver.steps(candidates, *wanted.end(), self.budget)?;
        Ok(match way.difficulty() {
            Some(difficulty) if difficulty < *aim.start() => Level::Below(difficulty),
            Some(difficulty) if difficulty > *aim.end() => Level::Above(difficulty),
            Some(_) => Level::Fitting,
            None => Level::Beyond(way.candidates.open().len()),
        })
    }
}
