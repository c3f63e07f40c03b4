use rand::RngCore;
use rand::seq::SliceRandom;

use super::backend::{SolveOutcome, SolverEffort};
use super::domains::ATTEMPT_CONFLICTS;
use super::encoding::Encoding;
use crate::budget::{Answer, Budget};
use geometry::CellSet;
use problem::Problem;

/// The solutions of a problem one after the other, in any order.
pub struct Solutions {
    problem: Problem,
    encoding: Encoding,
    /// Number of pieces that are drawn at random before the solver places the other pieces.
    drawn: usize,
}

impl Solutions {
    /// Prepares the search for the solutions of a problem.
    ///
    /// # Errors
    /// When the budget ends first. If the clauses do not fit its memory, the error is immediate.
    pub fn new(problem: &Problem, budget: &Budget) -> Answer<Self> {
        Ok(Self::of(problem, Encoding::new(problem, budget)?))
    }

    /// The solutions that a problem and another one on the same cells have in common.
    ///
    /// # Errors
    /// The errors of [`Solutions::new`].
    pub fn shared(problem: &Problem, other: &Problem, budget: &Budget) -> Answer<Self> {
        let mut encoding = Encoding::new(problem, budget)?;
        encoding.add_problem(other, budget)?;
        Ok(Self::of(problem, encoding))
    }

    /// The solutions of a problem that are no solutions of another one on the same cells.
    ///
    /// # Errors
    /// The errors of [`Solutions::new`].
    pub fn beyond(problem: &Problem, other: &Problem, budget: &Budget) -> Answer<Self> {
        let mut encoding = Encoding::new(problem, budget)?;
        encoding.add_violation(problem.rules(), other, budget)?;
        Ok(Self::of(problem, encoding))
    }

    fn of(problem: &Problem, encoding: Encoding) -> Self {
        let drawn = encoding.cells().len().isqrt();
        Self { problem: problem.clone(), encoding, drawn }
    }

    /// The next solution; `None` if there is no other.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn next(&mut self, budget: &Budget) -> Answer<Option<CellSet>> {
        if self.encoding.clauses.solve(&[], None, budget)? == SolveOutcome::Unsatisfiable {
            return Ok(None);
        }
        let solution = self.encoding.solution();
        self.exclude(&solution);
        Ok(Some(solution))
    }

    /// Excludes a solution from the results of [`Solutions::next`].
    pub fn exclude(&mut self, solution: &CellSet) {
        let clause = self.encoding.blocking_clause(self.problem.rules(), solution);
        self.encoding.clauses.add(&clause);
    }

    /// A random solution that [`Solutions::next`] has not returned; `None` if there is none. Solutions are not equally
    /// probable.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn draw(&mut self, random: &mut dyn RngCore, budget: &Budget) -> Answer<Option<CellSet>> {
        let mut cells = self.encoding.cells().to_vec();
        cells.shuffle(random);
        let literals = self.encoding.compatible_literals(self.problem.rules(), cells, self.drawn);
        let mut assumed = literals.len();
        loop {
            let limit = (assumed > 0).then_some(ATTEMPT_CONFLICTS);
            match self.encoding.clauses.solve(&literals[..assumed], limit, budget)? {
                SolveOutcome::Satisfiable => return Ok(Some(self.encoding.solution())),
                SolveOutcome::Unsatisfiable | SolveOutcome::Undecided if assumed == 0 => {
                    return Ok(None);
                }
                SolveOutcome::Unsatisfiable | SolveOutcome::Undecided => {
                    assumed = assumed * 3 / 4;
                    self.drawn = assumed.max(1);
                }
            }
        }
    }

    /// The solver's effort so far.
    pub fn effort(&self) -> SolverEffort {
        self.encoding.clauses.effort()
    }
}
