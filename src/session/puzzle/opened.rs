//! Puzzles that were not made by the program: their kind, their solutions and their grade.

use std::sync::Arc;
use std::time::Duration;

use crate::steps::{Grade, Solver, SolvingPath};
use engine::{Answer, Budget, sat};
use geometry::{CellSet, Grid};
use problem::{Problem, Regions, Rules};

/// Maximum number of stars in each row, column and region.
pub const MAX_STARS: u32 = 3;

/// The solutions of a puzzle that a player must know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleSolutions {
    /// There is no solution.
    None,
    /// There is exactly one solution, with pieces on these cells.
    One(CellSet),
    /// There are at least two solutions.
    Several,
}

impl PuzzleSolutions {
    /// The solutions of a puzzle. Only givens count, not the decisions of a player.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn find(problem: &Problem, budget: &Budget) -> Answer<Self> {
        let mut solutions = sat::Solutions::new(&beginning(problem), budget)?;
        Ok(match solutions.next(budget)? {
            None => Self::None,
            Some(_) if solutions.next(budget)?.is_some() => Self::Several,
            Some(solution) => Self::One(solution),
        })
    }
}

/// The steps of a puzzle without the decisions of a player.
fn path_of(problem: &Problem, budget: &Budget) -> Answer<SolvingPath> {
    let (beginning, solver) = (beginning(problem), Solver::new(problem.rules(), budget)?);
    solver.steps(solver.board().candidates(&beginning), u32::MAX, budget)
}

/// The steps of a puzzle without the decisions of a player; `None` if they are not found within this time.
///
/// # Errors
/// When the budget is cancelled.
pub fn path_within(
    time: Duration,
    problem: &Problem,
    budget: &Budget,
) -> Answer<Option<SolvingPath>> {
    let path = path_of(problem, &budget.slice(time)).map(Some);
    path.or_else(|interrupted| interrupted.unless_cancelled(None))
}

/// The grade and the difficulty of a puzzle by its steps; `None` if steps do not lead to its solution. Only givens count, not the
/// decisions of a player.
///
/// # Errors
/// When the budget ends first.
pub fn grade_of(problem: &Problem, budget: &Budget) -> Answer<Option<(Grade, u32)>> {
    Ok(path_of(problem, budget)?.graded())
}

/// Like [`grade_of`]; `None` also if the steps are not found within this time.
///
/// # Errors
/// When the budget is cancelled.
pub fn grade_within(
    time: Duration,
    problem: &Problem,
    budget: &Budget,
) -> Answer<Option<(Grade, u32)>> {
    Ok(path_within(time, problem, budget)?.and_then(|path| path.graded()))
}

/// The numbers of stars for which a star battle in these regions has exactly one solution, in ascending order.
///
/// # Errors
/// When the budget ends first.
pub fn fitting_stars(regions: &Regions, budget: &Budget) -> Answer<Vec<u32>> {
    let mut fitting = Vec::new();
    for stars in 1..=MAX_STARS {
        let puzzle = Problem::new(star_battle(regions, stars));
        if let PuzzleSolutions::One(_) = PuzzleSolutions::find(&puzzle, budget)? {
            fitting.push(stars);
        }
    }
    Ok(fitting)
}

/// The rules of a star battle in drawn regions.
pub fn star_battle(regions: &Regions, stars: u32) -> Rules {
    Rules::star_battle(Grid::new(regions.size()), stars).with_grid_of(regions)
}

/// True if the board has regions or givens, so that it can be played as a puzzle.
pub fn is_puzzle(problem: &Problem) -> bool {
    problem.rules().regions().is_some() || problem.decisions().givens().next().is_some()
}

/// The puzzle before the first decision of a player: the problem with its givens only.
///
/// # Panics
/// Never: the givens fit the rules.
pub fn beginning(problem: &Problem) -> Problem {
    let begin = Problem::new(Arc::clone(problem.rules()));
    let mut givens = problem.decisions().givens();
    givens.try_fold(begin, Problem::with_given).expect("the givens of a problem")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Kind, Outcome, PuzzleSpec};
    use engine::bdd;
    use problem::Value;

    fn made(kind: Kind, size: u16, stars: u32, seed: u64) -> Problem {
        let wanted = PuzzleSpec::new(kind, Grade::Medium, Some(size), Some(stars)).unwrap();
        match wanted.make(seed, &Budget::default()) {
            Ok(Outcome::Puzzle(problem)) => problem,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn solutions_and_grade_are_those_of_the_puzzle_whatever_is_decided() {
        for (kind, size, stars) in
            [(Kind::Queens, 7, 1), (Kind::StarBattle, 8, 2), (Kind::StarBattle, 6, 1)]
        {
            let puzzle = made(kind, size, stars, 1);
            let budget = Budget::default();
            let wrong = puzzle.rules().size().iter().find(|cell| {
                let with = puzzle.clone().with(*cell, Value::Placed).unwrap();
                bdd::Engine::new().census(&with, &budget).unwrap().solutions == 0_u8.into()
            });
            let decided = puzzle.clone().with(wrong.unwrap(), Value::Placed).unwrap();
            let PuzzleSolutions::One(solution) = PuzzleSolutions::find(&decided, &budget).unwrap()
            else {
                panic!("{kind}")
            };
            assert!(puzzle.rules().groups().iter().all(|group| group.allows(&solution)));
            let grade = grade_of(&decided, &budget).unwrap().map(|(grade, _)| grade);
            assert_eq!(grade, Some(Grade::Medium));
            let spec = PuzzleSpec::of(&puzzle, Grade::Medium).unwrap();
            assert_eq!((spec.kind(), spec.size(), spec.stars()), (kind, size, stars));
        }
        let queens = |size| Problem::new(Rules::queens(size).unwrap());
        let find = |problem: &Problem| PuzzleSolutions::find(problem, &Budget::default()).unwrap();
        assert_eq!(find(&queens(3)), PuzzleSolutions::None);
        assert_eq!(find(&queens(4)), PuzzleSolutions::Several);
        assert_eq!(grade_of(&queens(4), &Budget::default()), Ok(None));
        assert_eq!(PuzzleSpec::of(&queens(8), Grade::Easy), None);
    }

    #[test]
    fn the_number_of_stars_is_found_by_the_number_of_solutions() {
        for (size, stars) in [(6, 1), (8, 2)] {
            for seed in 0..3 {
                let puzzle = made(Kind::StarBattle, size, stars, seed);
                let regions = puzzle.rules().regions().unwrap();
                let fitting = fitting_stars(regions, &Budget::default()).unwrap();
                assert!(fitting.contains(&stars), "{fitting:?}\n{regions}");
                for stars in 1..=2 {
                    let problem = Problem::new(star_battle(regions, stars));
                    let count = bdd::Engine::new().census(&problem, &Budget::default()).unwrap();
                    assert_eq!(count.solutions == 1_u8.into(), fitting.contains(&stars));
                }
            }
        }
    }
}
