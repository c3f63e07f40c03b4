//! Positions with givens, of a wanted grade.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::every::{Every, Given};
use super::{MissingGrade, Outcome, attempt, solution, with_givens};
use crate::steps::{Candidates, Grade, Solver};
use engine::{Budget, Interrupted, bdd};
use geometry::Cell;
use problem::{Problem, Value};

/// How many solutions are tried.
const ATTEMPTS: usize = 2000;

/// How many of them before all puzzles are looked through, where there are few.
const FIRST_ATTEMPTS: usize = 50;

/// How many puzzles of each grade were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GradeTally(BTreeMap<Grade, usize>);

impl GradeTally {
    /// Counts a puzzle of a grade.
    pub(super) fn count(&mut self, grade: Grade) {
        *self.0.entry(grade).or_default() += 1;
    }

    /// The part of a sentence that says what was found: ` (found: 3 easy, 1 medium)`, or nothing.
    #[must_use]
    pub fn in_words(&self) -> String {
        if self.0.is_empty() {
            return String::new();
        }
        let found = self.0.iter().map(|(grade, number)| format!("{number} {grade}"));
        format!(" (found: {})", found.collect::<Vec<_>>().join(", "))
    }
}

/// The problem with given pieces that leave exactly one solution, found by steps of this grade and none
/// harder. Without any one of the givens harder steps are needed, or there are several solutions. With
/// `wanted`, there are exactly this many givens.
///
/// Starts from a random solution and removes pieces in random order as long as steps of the grade solve
/// the position. The first solution wins that leads to a puzzle of this grade. If that takes long and
/// there are few puzzles, all are looked through, up to symmetry. The same seed makes the same puzzle.
/// Decisions of the problem are kept as [`make`](super::make) keeps them.
///
/// # Errors
/// When the budget ends first.
pub fn make_graded(
    problem: &Problem,
    wanted: Option<usize>,
    grade: Grade,
    seed: u64,
    budget: &Budget,
) -> Result<Outcome, Interrupted> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut engine = bdd::Engine::new();
    let solver = Solver::new(problem.rules(), budget)?;
    let maker = Maker { problem, solver: &solver, wanted, grade, budget };
    let mut tally = GradeTally::default();
    for attempted in 0..ATTEMPTS {
        if attempted == FIRST_ATTEMPTS
            && let Some(every) = Every::of(problem, &mut engine, budget)?
        {
            return maker.one_of(&every, &mut random);
        }
        // Every puzzle is at most expert.
        let givens = if grade == Grade::Expert && wanted.is_none() {
            attempt(problem, &mut engine, &mut random, budget)?
        } else {
            let solution = solution(problem, &mut engine, &mut random, budget)?;
            solution.map(|pieces| maker.fewest(pieces, &mut random)).transpose()?
        };
        let Some(givens) = givens else { return Ok(Outcome::NoSolution) };
        match maker.grade(&givens)? {
            Some(found) if found == grade && wanted.is_none_or(|it| it == givens.len()) => {
                return Ok(Outcome::Puzzle(with_givens(problem, givens)));
            }
            Some(found) => tally.count(found),
            None => {}
        }
    }
    Ok(Outcome::OtherGrades { wanted: grade, found: tally, is_unknown: false })
}

/// What a puzzle should be.
struct Maker<'a> {
    problem: &'a Problem,
    solver: &'a Solver,
    wanted: Option<usize>,
    grade: Grade,
    budget: &'a Budget,
}

impl Maker<'_> {
    /// Removes pieces in random order as long as steps of the grade solve the position, and there are
    /// more than wanted.
    fn fewest(
        &self,
        mut givens: Vec<Cell>,
        random: &mut ChaCha8Rng,
    ) -> Result<Vec<Cell>, Interrupted> {
        givens.shuffle(random);
        let mut index = 0;
        while index < givens.len() && self.wanted.is_none_or(|wanted| givens.len() > wanted) {
            let cell = givens.remove(index);
            if self.grade(&givens)?.is_none() {
                givens.insert(index, cell);
                index += 1;
            }
        }
        givens.sort_unstable();
        Ok(givens)
    }

    /// A puzzle of the grade among all of them.
    fn one_of(&self, every: &Every, random: &mut ChaCha8Rng) -> Result<Outcome, Interrupted> {
        let mut exist = BTreeSet::new();
        for given in every.shuffled(self.wanted, random) {
            let grade = self.full_grade(&every.cells(given))?;
            if grade == self.grade {
                let given = self.with_fewest(every, given)?;
                return Ok(Outcome::Puzzle(with_givens(self.problem, every.turned(given, random))));
            }
            exist.insert(grade);
        }
        let (wanted, exist) = (self.grade, exist.into_iter().collect());
        Ok(Outcome::MissingGrade(MissingGrade { wanted, givens: self.wanted, exist }))
    }

    /// Removes pieces as long as the grade stays, unless a number is wanted.
    fn with_fewest(&self, every: &Every, mut given: Given) -> Result<Given, Interrupted> {
        'fewer: while self.wanted.is_none() {
            for fewer in every.with_fewer(given) {
                if self.full_grade(&every.cells(fewer))? == self.grade {
                    given = fewer;
                    continue 'fewer;
                }
            }
            break;
        }
        Ok(given)
    }

    /// The grade of a position with one solution.
    fn full_grade(&self, givens: &[Cell]) -> Result<Grade, Interrupted> {
        let way = self.solver.steps(self.candidates(givens), Grade::Hard, self.budget)?;
        Ok(way.grade().unwrap_or(Grade::Expert))
    }

    /// The grade of a position; `None` if steps of the wanted grade do not solve it.
    fn grade(&self, givens: &[Cell]) -> Result<Option<Grade>, Interrupted> {
        Ok(self.solver.steps(self.candidates(givens), self.grade, self.budget)?.grade())
    }

    /// What given pieces leave open.
    fn candidates(&self, givens: &[Cell]) -> Candidates {
        let placed = givens.iter().map(|&cell| (cell, Value::Placed));
        let decisions = self.problem.decisions().iter().chain(placed).collect();
        let position = Problem::decided(Arc::clone(self.problem.rules()), decisions);
        self.solver.board().candidates(&position.expect("cells of a solution"))
    }
}
