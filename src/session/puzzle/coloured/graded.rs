//! Regions that make a puzzle of a wanted grade.

use std::sync::{Arc, Mutex, PoisonError};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use strum::IntoEnumIterator;

use super::descent::Descent;
use super::expert::{Hardening, SearchEffort};
use super::partition::{Partition, Pieces};
use super::{Setting, coloured_rules, parted};
use crate::puzzle::attempts::first_result;
use crate::puzzle::graded::GradeTally;
use crate::puzzle::{Outcome, with_givens};
use crate::steps::{self, Grade, Solver, Step};
use engine::{Budget, Interrupted, Progress};
use geometry::Grid;
use problem::Problem;

/// How many starting solutions are tried.
const ATTEMPTS: usize = 60;

/// Up to this size no coloured queens of grade expert are known: none was among 85 000 with one solution.
const UNKNOWN_EXPERT: u16 = 6;

/// How many changes of the regions are tried for each.
const CHANGES: usize = 1500;

/// The same where a puzzle needs contradictions, which take longer.
const CHANGES_WITH_CONTRADICTIONS: usize = 60;

/// How many open cells a step of a contradiction outweighs.
const WEIGHT: usize = 4;

/// As [`make_coloured`](super::make_coloured), for a puzzle that steps of this grade solve, and easier
/// ones do not.
///
/// Regions grow at random around the pieces of a random solution. For an easy or medium puzzle, cells then
/// move to neighbouring regions as long as steps of the grade leave no more cells open, until they leave
/// none. A harder puzzle starts from regions that leave one solution. If easier steps are enough, further
/// changes make the puzzle harder; for an expert one those are kept that leave contradictions less to settle.
///
/// # Errors
/// When the budget ends first.
pub fn make_coloured_graded(
    problem: &Problem,
    grade: Grade,
    seed: u64,
    budget: &Budget,
) -> Result<Outcome, Interrupted> {
    if problem.rules().max_cost().is_some() {
        return Ok(Outcome::LimitedCosts);
    }
    let Some(setting) = Setting::new(problem, budget)? else { return Ok(Outcome::NotFound) };
    let solver = Solver::new(setting.blank.rules(), budget)?;
    let size = setting.blank.rules().size();
    let effort = SearchEffort::of(size.rows().max(size.columns()));
    let attempts = if grade == Grade::Expert { effort.attempts } else { ATTEMPTS };
    let tally = Mutex::new(GradeTally::default());
    let made = first_result(attempts, budget, |index, budget| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(index as u64);
        let random = &mut random;
        let attempt = Attempt { setting: &setting, solver: &solver, effort, grade, random, budget };
        Ok(match attempt.run()? {
            End::Made(partition) => {
                Some(Outcome::Puzzle(with_givens(&parted(&setting.blank, &partition), [])))
            }
            End::NoSolution => Some(Outcome::NoSolution),
            End::OtherGrade(grade) => {
                tally.lock().unwrap_or_else(PoisonError::into_inner).count(grade);
                None
            }
            End::Nothing => None,
        })
    })?;
    Ok(made.unwrap_or_else(|| {
        let found = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
        let is_unknown = grade == Grade::Expert && lacks_expert(&setting.blank);
        Outcome::OtherGrades { wanted: grade, found, is_unknown }
    }))
}

/// An attempt to make a puzzle from one starting solution.
struct Attempt<'a> {
    setting: &'a Setting,
    solver: &'a Solver,
    effort: &'static SearchEffort,
    grade: Grade,
    random: &'a mut ChaCha8Rng,
    budget: &'a Budget,
}

/// How an attempt ends.
enum End {
    Made(Partition),
    OtherGrade(Grade),
    /// The regions did not leave one solution.
    Nothing,
    /// The problem without regions has no solution.
    NoSolution,
}

impl Attempt<'_> {
    fn run(self) -> Result<End, Interrupted> {
        let Self { setting, solver, effort, grade, random, budget } = self;
        let Some(solution) = setting.board.draw(random, budget)? else {
            return Ok(End::NoSolution);
        };
        let Some(mut partition) = setting.partition(&solution, random) else {
            // Checked here, too, in case no partition ever fits.
            budget.check(Progress::default())?;
            return Ok(End::Nothing);
        };
        if grade > Grade::Medium {
            let (board, sizes) = (&setting.board, setting.sizes.clone());
            let solution = solution.clone();
            let mut descent = Descent { board, solution, sizes, random, budget };
            let Some(unique) = descent.run(partition)? else { return Ok(End::Nothing) };
            partition = unique;
        }
        if grade == Grade::Expert {
            let mut hardening = Hardening { effort, setting, solver, solution, random, budget };
            let (partition, hardness) = hardening.run(partition)?;
            return Ok(match hardness.grade() {
                Grade::Expert => End::Made(partition),
                easier => End::OtherGrade(easier),
            });
        }
        let mut climb = Climb { setting, solver, solution, grade, random, budget };
        Ok(match climb.run(partition)? {
            (partition, Level::Fitting) => End::Made(partition),
            (_, Level::Easier(grade, _)) => End::OtherGrade(grade),
            (_, Level::Open(_)) => End::Nothing,
        })
    }
}

/// True for coloured queens of sizes in which no expert puzzle has been found.
fn lacks_expert(blank: &Problem) -> bool {
    let size = blank.rules().size();
    size.rows().max(size.columns()) <= UNKNOWN_EXPERT
        && **blank.rules() == coloured_rules(Grid::new(size))
        && blank.decisions().is_empty()
}

/// What steps of the wanted grade make of regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    /// Steps of this easier grade solve them. How hard they are within it: how many cells still easier
    /// steps leave open, and how long contradictions are.
    Easier(Grade, usize),
    /// They need steps of the grade.
    Fitting,
    /// Steps of the grade leave so many cells open; all of them if there are other solutions.
    Open(usize),
}

/// Changes regions step by step until they have the wanted grade.
struct Climb<'a> {
    setting: &'a Setting,
    solver: &'a Solver,
    /// The solution that is to remain.
    solution: Pieces,
    grade: Grade,
    random: &'a mut ChaCha8Rng,
    budget: &'a Budget,
}

impl Climb<'_> {
    /// The regions after the last change, and what they are.
    fn run(&mut self, mut partition: Partition) -> Result<(Partition, Level), Interrupted> {
        let mut level = self.level(&partition)?;
        let most = if self.grade > Grade::Medium { CHANGES_WITH_CONTRADICTIONS } else { CHANGES };
        for _ in 0..most {
            if level == Level::Fitting {
                break;
            }
            let Some(changed) = self.setting.changed(&partition, &self.solution, self.random)
            else {
                break;
            };
            let next = self.level(&changed)?;
            let is_better = match (level, next) {
                (Level::Open(before), Level::Open(after)) => after <= before,
                (_, Level::Open(_)) => false,
                (Level::Easier(grade, within), Level::Easier(next_grade, next_within)) => {
                    (next_grade, next_within) >= (grade, within)
                }
                _ => true,
            };
            if is_better {
                (partition, level) = (changed, next);
            }
        }
        Ok((partition, level))
    }

    fn level(&mut self, partition: &Partition) -> Result<Level, Interrupted> {
        let problem = parted(&self.setting.blank, partition);
        let solver = self.solver.regrouped(Arc::clone(problem.rules()));
        let mut candidates = solver.board().candidates(&problem);
        let (wanted, mut left) = (self.grade, 0);
        for grade in Grade::iter().take_while(|&grade| grade <= wanted) {
            // Contradictions take long to look for where there are other solutions.
            if grade == Grade::Hard
                && !self.setting.is_unique(partition, self.random, self.budget)?
            {
                return Ok(Level::Open(partition.regions().len()));
            }
            let way = solver.steps(candidates, grade, self.budget)?;
            if way.end == steps::End::Solved {
                // Long contradictions show that still longer ones are near.
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
