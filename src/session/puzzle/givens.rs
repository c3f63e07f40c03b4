//! Makes puzzles with given pieces, of any grade or of a requested grade.

use std::collections::BTreeSet;
use std::sync::Arc;

use num_traits::One;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::every::{Every, Given};
use super::{GradeTally, Outcome, with_givens};
use crate::steps::{Grade, Solver};
use engine::{Answer, Budget, Cause, Interrupted, Oracle, bdd};
use geometry::Cell;
use problem::{Problem, Value};

/// Maximum number of random solutions that are tried, to find few givens or the wanted number of givens.
const ATTEMPTS: usize = 200;

/// Maximum number of random solutions that are tried to find a puzzle of a grade.
const GRADED_ATTEMPTS: usize = 2000;

/// Number of graded attempts before all puzzles are examined instead, if there are few puzzles.
const FIRST_ATTEMPTS: usize = 50;

/// Adds a minimal set of given pieces that leaves exactly one solution. With `wanted`, adds a set of this size.
///
/// Starts from a random solution and removes pieces in random order as long as the solution stays the only one.
/// Returns the attempt with the fewest givens, or the first attempt with the wanted number. The same seed makes
/// the same puzzle. Decisions of the problem are kept. Its placed pieces become givens as well, but do not
/// count as part of the set.
///
/// # Errors
/// When the budget ends before a first puzzle is found.
pub(super) fn make(
    problem: &Problem,
    wanted: Option<usize>,
    seed: u64,
    budget: &Budget,
) -> Answer<Outcome> {
    let mut maker = Maker::new(problem, seed, budget);
    let mut best: Option<Vec<Cell>> = None;
    let mut most = 0;
    for _ in 0..ATTEMPTS {
        let found = match maker.attempt() {
            Ok(Some(givens)) => givens,
            Ok(None) => return Ok(Outcome::NoSolution),
            // The best puzzle so far is good enough.
            Err(Interrupted { cause: Cause::Time(_), .. }) if best.is_some() => break,
            Err(interrupted) => return Err(interrupted),
        };
        if wanted == Some(found.len()) {
            return Ok(Outcome::Puzzle(with_givens(problem, found)));
        }
        most = most.max(found.len());
        if best.as_ref().is_none_or(|best| found.len() < best.len()) {
            best = Some(found);
        }
    }
    let fewest = best.unwrap_or_default();
    Ok(match wanted {
        Some(wanted) => Outcome::OtherNumbers { wanted, found: fewest.len()..=most },
        None => Outcome::Puzzle(with_givens(problem, fewest)),
    })
}

/// Adds given pieces that leave exactly one solution, which steps up to this grade find. If any one of the
/// givens is left out, harder steps are needed, or there are several solutions. With `wanted`, adds exactly
/// this number of givens.
///
/// Starts from a random solution and removes pieces in random order as long as steps of the grade solve the
/// position. The first random solution that leads to a puzzle of this grade wins. If that takes long and there
/// are few puzzles, all puzzles are examined, up to symmetry. The same seed makes the same puzzle. Decisions of
/// the problem are kept as in [`make`].
///
/// # Errors
/// When the budget ends first.
pub(super) fn make_graded(
    problem: &Problem,
    wanted: Option<usize>,
    grade: Grade,
    seed: u64,
    budget: &Budget,
) -> Answer<Outcome> {
    let mut maker = Maker::new(problem, seed, budget);
    let solver = Solver::new(problem.rules(), budget)?;
    let grader = Grader { problem, solver, wanted, grade, budget };
    let mut tally = GradeTally::default();
    for attempted in 0..GRADED_ATTEMPTS {
        if attempted == FIRST_ATTEMPTS
            && let Some(every) = Every::of(problem, &mut maker.engine, budget)?
        {
            return grader.one_of(&every, &mut maker.random);
        }
        // Every puzzle has at most grade expert, so only uniqueness is checked.
        let givens = if grade == Grade::Expert && wanted.is_none() {
            maker.attempt()?
        } else {
            let suffices =
                |_: &mut Maker<'_>, givens: &[Cell]| Ok(grader.grade(givens, grade)?.is_some());
            maker.fewest(wanted.unwrap_or(0), suffices)?
        };
        let Some(givens) = givens else { return Ok(Outcome::NoSolution) };
        match grader.grade(&givens, grade)? {
            Some(found) if found == grade && wanted.is_none_or(|it| it == givens.len()) => {
                return Ok(Outcome::Puzzle(with_givens(problem, givens)));
            }
            Some(found) => tally.count(found),
            None => {}
        }
    }
    Ok(Outcome::OtherGrades { wanted: grade, found: tally, is_unknown: false })
}

/// The position with further pieces.
fn with_pieces(problem: &Problem, pieces: impl IntoIterator<Item = Cell>) -> Problem {
    let placed = pieces.into_iter().map(|cell| (cell, Value::Placed));
    let decisions = problem.decisions().iter().chain(placed).collect();
    Problem::decided(Arc::clone(problem.rules()), decisions).expect("cells of a solution")
}

/// Looks for sets of given pieces.
struct Maker<'a> {
    problem: &'a Problem,
    engine: bdd::Engine,
    random: ChaCha8Rng,
    budget: &'a Budget,
}

impl<'a> Maker<'a> {
    fn new(problem: &'a Problem, seed: u64, budget: &'a Budget) -> Self {
        let random = ChaCha8Rng::seed_from_u64(seed);
        Self { problem, engine: bdd::Engine::new(), random, budget }
    }

    /// A minimal set of pieces that leaves one solution; `None` if there is no solution.
    fn attempt(&mut self) -> Answer<Option<Vec<Cell>>> {
        self.fewest(0, |maker, givens| {
            let position = with_pieces(maker.problem, givens.iter().copied());
            let solutions = maker.engine.solutions(&position, maker.budget)?;
            Ok(solutions.is_some_and(|solutions| solutions.is_one()))
        })
    }

    /// Removes pieces of a random solution in random order, as long as the remaining pieces suffice and there
    /// are more than `least` of them. `None` if there is no solution.
    fn fewest(
        &mut self,
        least: usize,
        suffices: impl Fn(&mut Self, &[Cell]) -> Answer<bool>,
    ) -> Answer<Option<Vec<Cell>>> {
        let Some(mut givens) = self.solution()? else { return Ok(None) };
        givens.shuffle(&mut self.random);
        let mut index = 0;
        while index < givens.len() && givens.len() > least {
            let cell = givens.remove(index);
            if !suffices(self, &givens)? {
                givens.insert(index, cell);
                index += 1;
            }
        }
        givens.sort_unstable();
        Ok(Some(givens))
    }

    /// The pieces of a random solution that are not decided; `None` if there is no solution.
    fn solution(&mut self) -> Answer<Option<Vec<Cell>>> {
        let Self { problem, engine, random, budget } = self;
        let Some(mut completion) = engine.complete(problem, random, budget)? else {
            return Ok(None);
        };
        // The pieces determine a solution only if no piece can be added, so pieces are added as long as
        // possible.
        while !completion.excluded.is_empty() {
            let open: Vec<Cell> = completion.excluded.iter().collect();
            let more = open.choose(random).copied();
            let larger = with_pieces(problem, completion.placed.iter().chain(more));
            match engine.complete(&larger, random, budget)? {
                Some(larger) => completion = larger,
                None => break,
            }
        }
        let decided = |cell: Cell| problem.decisions().get(cell).is_some();
        Ok(Some(completion.placed.iter().filter(|&cell| !decided(cell)).collect()))
    }
}

/// Grades sets of given pieces.
struct Grader<'a> {
    problem: &'a Problem,
    solver: Solver,
    wanted: Option<usize>,
    grade: Grade,
    budget: &'a Budget,
}

impl Grader<'_> {
    /// Returns a puzzle of the grade from the list of all puzzles.
    fn one_of(&self, every: &Every, random: &mut ChaCha8Rng) -> Answer<Outcome> {
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
        Ok(Outcome::MissingGrade { wanted, givens: self.wanted, exist })
    }

    /// Removes pieces as long as the grade stays the same. Removes none if a number of givens is wanted.
    fn with_fewest(&self, every: &Every, mut given: Given) -> Answer<Given> {
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

    /// The grade of a position with exactly one solution.
    fn full_grade(&self, givens: &[Cell]) -> Answer<Grade> {
        Ok(self.grade(givens, Grade::Hard)?.unwrap_or(Grade::Expert))
    }

    /// The grade of a position; `None` if steps up to the `hardest` grade do not solve it.
    fn grade(&self, givens: &[Cell], hardest: Grade) -> Answer<Option<Grade>> {
        let position = with_pieces(self.problem, givens.iter().copied());
        let candidates = self.solver.board().candidates(&position);
        Ok(self.solver.steps(candidates, hardest, self.budget)?.grade())
    }
}
