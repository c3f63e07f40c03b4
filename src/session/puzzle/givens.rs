//! Makes puzzles with given pieces, of any grade or of a requested grade.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

use num_traits::One;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::every::{Every, Given};
use super::{Difficulty, GradeTally, Outcome, with_givens};
use crate::steps::{Scale, Solver};
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
/// Starts from a random solution and removes pieces in random order while the solution stays the only one.
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

/// Adds given pieces that leave exactly one solution, with steps of this difficulty. If any one of the
/// givens is left out, the puzzle is more difficult, or there are several solutions. With `wanted`, adds exactly
/// this number of givens.
///
/// Starts from a random solution and removes pieces in random order while the puzzle does not become more
/// difficult than a random one of the wanted difficulties. The first random solution that leads to a puzzle of this difficulty wins. If that takes long and there
/// are few puzzles, all puzzles are examined, up to symmetry. The same seed makes the same puzzle. Decisions of
/// the problem are kept as in [`make`].
///
/// # Errors
/// When the budget ends first.
pub(super) fn make_graded(
    problem: &Problem,
    wanted: Option<usize>,
    difficulty: Difficulty,
    seed: u64,
    budget: &Budget,
) -> Answer<Outcome> {
    let mut maker = Maker::new(problem, seed, budget);
    let solver = Solver::new(problem.rules(), budget)?;
    let range = difficulty.range(problem.rules());
    let scale = Scale::of(problem.rules());
    let grader = Grader { problem, solver, wanted, difficulty, range, scale, budget };
    let mut tally = GradeTally::default();
    for attempted in 0..GRADED_ATTEMPTS {
        if attempted == FIRST_ATTEMPTS
            && let Some(every) = Every::of(problem, &mut maker.engine, budget)?
        {
            return grader.one_of(&every, &mut maker.random);
        }
        // No puzzle is too difficult, so only uniqueness is checked.
        let givens = if *grader.range.end() == u32::MAX && wanted.is_none() {
            maker.attempt()?
        } else {
            let hardest = *scale.aim(&grader.range, &mut maker.random).end();
            let suffices =
                |_: &mut Maker<'_>, givens: &[Cell]| Ok(grader.up_to(givens, hardest)?.is_some());
            maker.fewest(wanted.unwrap_or(0), suffices)?
        };
        let Some(givens) = givens else { return Ok(Outcome::NoSolution) };
        match grader.difficulty(&givens)? {
            Some(found)
                if grader.range.contains(&found) && wanted.is_none_or(|it| it == givens.len()) =>
            {
                return Ok(Outcome::Puzzle(with_givens(problem, givens)));
            }
            Some(found) => tally.count(scale.grade(found)),
            None => {}
        }
    }
    Ok(Outcome::OtherGrades { wanted: difficulty, found: tally, is_unknown: false })
}

/// The position with further pieces.
fn with_pieces(problem: &Problem, pieces: impl IntoIterator<Item = Cell>) -> Problem {
    let placed = pieces.into_iter().map(|cell| (cell, Value::Placed));
    let decisions = problem.decisions().iter().chain(placed).collect();
    Problem::with_decisions(Arc::clone(problem.rules()), decisions).expect("cells of a solution")
}

/// Searches for sets of given pieces.
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

    /// Removes pieces of a random solution in random order, while the remaining pieces suffice and there are
    /// more than `least` of them. `None` if there is no solution.
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
    difficulty: Difficulty,
    /// The numbers of the difficulty.
    range: RangeInclusive<u32>,
    scale: Scale,
    budget: &'a Budget,
}

impl Grader<'_> {
    /// Returns a puzzle of the difficulty from the list of all puzzles.
    fn one_of(&self, every: &Every, random: &mut ChaCha8Rng) -> Answer<Outcome> {
        let mut exist = BTreeSet::new();
        for given in every.shuffled(self.wanted, random) {
            let found = self.full_difficulty(&every.cells(given))?;
            if self.range.contains(&found) {
                let most = found.max(*self.scale.aim(&self.range, random).end());
                let given = self.with_fewest(every, given, *self.range.start()..=most)?;
                return Ok(Outcome::Puzzle(with_givens(self.problem, every.turned(given, random))));
            }
            exist.insert(self.scale.grade(found));
        }
        let (wanted, exist) = (self.difficulty, exist.into_iter().collect());
        Ok(Outcome::MissingGrade { wanted, givens: self.wanted, exist })
    }

    /// Removes pieces while the difficulty is in `range`. Removes none if a number of givens is wanted.
    fn with_fewest(
        &self,
        every: &Every,
        mut given: Given,
        range: RangeInclusive<u32>,
    ) -> Answer<Given> {
        'fewer: while self.wanted.is_none() {
            for fewer in every.with_fewer(given) {
                if range.contains(&self.full_difficulty(&every.cells(fewer))?) {
                    given = fewer;
                    continue 'fewer;
                }
            }
            break;
        }
        Ok(given)
    }

    /// The difficulty of a position with exactly one solution.
    fn full_difficulty(&self, givens: &[Cell]) -> Answer<u32> {
        Ok(self.up_to(givens, u32::MAX)?.unwrap_or(u32::MAX))
    }

    /// The difficulty of a position; `None` if it is too high.
    fn difficulty(&self, givens: &[Cell]) -> Answer<Option<u32>> {
        self.up_to(givens, *self.range.end())
    }

    /// The difficulty of a position; `None` if steps of difficulty `hardest` do not solve it.
    fn up_to(&self, givens: &[Cell], hardest: u32) -> Answer<Option<u32>> {
        let position = with_pieces(self.problem, givens.iter().copied());
        let candidates = self.solver.board().candidates(&position);
        Ok(self.solver.steps(candidates, hardest, self.budget)?.difficulty())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use problem::Rules;

    #[test]
    fn a_graded_puzzle_has_the_wanted_number_of_givens() {
        let make = |size, wanted| {
            let problem = Problem::new(Rules::queens(size).unwrap());
            let any = Difficulty::Range(0, u32::MAX);
            make_graded(&problem, Some(wanted), any, 1, &Budget::default()).unwrap()
        };
        let Outcome::Puzzle(puzzle) = make(6, 2) else { panic!("two givens suffice") };
        assert_eq!(puzzle.decisions().givens().count(), 2);
        // Each cell has a piece in two of the ten solutions of 5 queens.
        assert!(!matches!(make(5, 1), Outcome::Puzzle(_)));
    }

    #[test]
    fn a_budget_that_ends_before_the_first_puzzle_is_no_puzzle() {
        let problem = Problem::new(Rules::queens(8).unwrap());
        let budget = Budget::default().with_timeout(Duration::ZERO);
        let interrupted = make(&problem, None, 1, &budget).unwrap_err();
        assert!(matches!(interrupted.cause, Cause::Time(_)), "{interrupted}");
    }
}
