//! Finds regions for a puzzle of a requested grade.

use std::sync::{Arc, Mutex, PoisonError};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use strum::IntoEnumIterator;

use super::expert::SearchEffort;
use super::partition::Partition;
use super::{Attempt, Setting, coloured_rules};
use crate::puzzle::attempts::first_result;
use crate::puzzle::{GradeTally, Outcome};
use crate::steps::{Candidates, End, Grade, Solver, Step};
use engine::{Answer, Budget};
use geometry::Grid;
use problem::Problem;

/// Maximum number of starting solutions.
const ATTEMPTS: usize = 60;

/// Maximum size of coloured queens without a known expert puzzle. Among 85 000 puzzles there was none.
const UNKNOWN_EXPERT: u16 = 6;

/// Maximum number of changes of the regions of a starting solution.
const CHANGES: usize = 1500;

/// Maximum number of changes for puzzles with contradictions, which take longer to check.
const CHANGES_WITH_CONTRADICTIONS: usize = 60;

/// The weight of one step of a contradiction in [`Level::Easier`], in open cells.
const WEIGHT: usize = 4;

/// As [`make`](super::make), but for a puzzle that can be solved by steps of this grade, and not by easier
/// steps alone.
///
/// Regions grow at random around the pieces of a random solution. For an easy or medium puzzle, cells then move
/// to neighbouring regions until steps of the grade leave no cell open. Moves that increase the number of open
/// cells are not kept. A harder puzzle starts from regions that leave one solution. If easier steps are enough,
/// changes that make the puzzle harder are kept.
///
/// # Errors
/// When the budget ends first.
pub(in crate::puzzle) fn make_graded(
    problem: &Problem,
    grade: Grade,
    seed: u64,
    budget: &Budget,
) -> Answer<Outcome> {
    let setting = match Setting::new(problem, budget)? {
        Ok(setting) => setting,
        Err(refusal) => return Ok(refusal),
    };
    let solver = Solver::new(setting.blank.rules(), budget)?;
    let size = setting.blank.rules().size();
    let effort = SearchEffort::of(size.rows().max(size.columns()));
    let attempts = if grade == Grade::Expert { effort.attempts } else { ATTEMPTS };
    let tally = Mutex::new(GradeTally::default());
    let made = first_result(attempts, budget, |index, budget| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(index as u64);
        let Some((mut attempt, partition)) = Attempt::begin(&setting, &mut random, budget)? else {
            return Ok(Some(Outcome::NoSolution));
        };
        let Some(partition) = partition else { return Ok(None) };
        let found = attempt.graded(partition, &solver, effort, grade)?;
        if let Some((partition, found)) = found {
            if found == grade {
                return Ok(Some(setting.puzzle(&partition)));
            }
            tally.lock().unwrap_or_else(PoisonError::into_inner).count(found);
        }
        Ok(None)
    })?;
    Ok(made.unwrap_or_else(|| {
        let found = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
        let is_unknown = grade == Grade::Expert && lacks_expert(&setting.blank);
        Outcome::OtherGrades { wanted: grade, found, is_unknown }
    }))
}

/// True if the problem is coloured queens of a size without known expert puzzles.
fn lacks_expert(blank: &Problem) -> bool {
    let size = blank.rules().size();
    size.rows().max(size.columns()) <= UNKNOWN_EXPERT
        && **blank.rules() == coloured_rules(Grid::new(size))
        && blank.decisions().is_empty()
}

/// The distance of a puzzle's regions from the wanted grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    /// Steps of this easier grade solve the puzzle. The number is the hardness within the grade: the open cells
    /// after easier steps, plus the weighted length of contradictions.
    Easier(Grade, usize),
    /// The regions have the wanted grade.
    Fitting,
    /// Steps of the wanted grade leave this number of cells open. All cells count as open if there are other
    /// solutions.
    Open(usize),
}

impl Attempt<'_> {
    /// Changes regions until they have the wanted grade. Returns the last regions with their grade; `None` if
    /// these regions leave other solutions or need harder steps.
    fn graded(
        &mut self,
        mut partition: Partition,
        solver: &Solver,
        effort: &SearchEffort,
        wanted: Grade,
    ) -> Answer<Option<(Partition, Grade)>> {
        if wanted > Grade::Medium {
            let Some(unique) = self.descend(partition)? else { return Ok(None) };
            partition = unique;
        }
        if wanted == Grade::Expert {
            let (partition, hardness) = self.harden(partition, solver, effort)?;
            return Ok(Some((partition, hardness.grade())));
        }
        let mut level = self.level(&partition, solver, wanted)?;
        let most = if wanted > Grade::Medium { CHANGES_WITH_CONTRADICTIONS } else { CHANGES };
        for _ in 0..most {
            if level == Level::Fitting {
                break;
            }
            let Some(changed) = self.changed(&partition) else { break };
            let next = self.level(&changed, solver, wanted)?;
            let is_better = match (level, next) {
                (Level::Open(before), Level::Open(after)) => after <= before,
                (_, Level::Open(_)) => false,
                (Level::Easier(grade, within), Level::Easier(next_grade, next_within)) => {
                    (next_grade, next_within) >= (grade, within)
                }
                (_, Level::Easier(..) | Level::Fitting) => true,
            };
            if is_better {
                (partition, level) = (changed, next);
            }
        }
        Ok(match level {
            Level::Fitting => Some((partition, wanted)),
            Level::Easier(grade, _) => Some((partition, grade)),
            Level::Open(_) => None,
        })
    }

    /// A solver for these regions, and the candidates that remain after the decisions.
    pub(super) fn parted(&self, partition: &Partition, solver: &Solver) -> (Solver, Candidates) {
        let problem = self.setting.parted(partition);
        let solver = solver.regrouped(Arc::clone(problem.rules()));
        let candidates = solver.board().candidates(&problem);
        (solver, candidates)
    }

    fn level(&mut self, partition: &Partition, solver: &Solver, wanted: Grade) -> Answer<Level> {
        let (solver, mut candidates) = self.parted(partition, solver);
        let mut left = 0;
        for grade in Grade::iter().take_while(|&grade| grade <= wanted) {
            // Uniqueness is checked first, because the search for contradictions takes long if there are other
            // solutions.
            if grade == Grade::Hard && !self.is_unique(partition)? {
                return Ok(Level::Open(partition.regions().len()));
            }
            let way = solver.steps(candidates, grade, self.budget)?;
            if way.end == End::Solved {
                // Puzzles with long contradictions are close to puzzles with even longer ones.
                let depth: usize = way.steps.iter().map(Step::depth).sum();
                let easier = Level::Easier(grade, left + WEIGHT * depth);
                return Ok(if grade == wanted { Level::Fitting } else { easier });
            }
            candidates = way.candidates;
            left = candidates.open().len();
        }
        Ok(Level::Open(left))
    }
}
