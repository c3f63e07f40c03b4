use rustsat::encodings::CollectClauses;
use rustsat::encodings::card::{BoundUpper, BoundUpperIncremental, Totalizer};
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::solvers::Solve;
use rustsat::types::{Clause, Lit, TernaryVal};

use super::backend::{self, SatSolver, Verdict};
use crate::budget::{Budget, Interrupted};

/// Smallest sets of numbers that hit given sets and contain none of other given sets.
pub struct HittingSets {
    /// The literal of each number: it holds if the number is in the set.
    literals: Vec<Lit>,
    totalizer: Totalizer,
    /// No set of fewer numbers is left.
    least: usize,
    solver: SatSolver,
    names: BasicVarManager,
}

impl HittingSets {
    /// Sets of numbers below `number`, not restricted yet.
    #[must_use]
    pub fn new(number: usize) -> Self {
        let mut names = BasicVarManager::default();
        let literals: Vec<Lit> = (0..number).map(|_| names.new_var().pos_lit()).collect();
        let totalizer = literals.iter().copied().collect();
        Self { literals, totalizer, least: 0, solver: SatSolver::default(), names }
    }

    /// Requires one of these numbers.
    pub fn hit(&mut self, numbers: &[usize]) {
        self.add(numbers.iter().map(|&number| self.literals[number]).collect());
    }

    /// Forbids these numbers together.
    pub fn forbid(&mut self, numbers: &[usize]) {
        self.add(numbers.iter().map(|&number| !self.literals[number]).collect());
    }

    fn add(&mut self, clause: Clause) {
        CollectClauses::add_clause(&mut self.solver, clause).expect("this solver has no errors");
    }

    /// A smallest set that meets all demands, ascending; `None` if there is none of at most `most`
    /// numbers.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn smallest(
        &mut self,
        most: usize,
        budget: &Budget,
    ) -> Result<Option<Vec<usize>>, Interrupted> {
        while self.least <= most.min(self.literals.len()) {
            let limit = self.limit();
            if backend::solve(&mut self.solver, &limit, None, budget)? == Verdict::Satisfiable {
                return Ok(Some(
                    (0..self.literals.len()).filter(|&number| self.has(number)).collect(),
                ));
            }
            self.least += 1;
        }
        Ok(None)
    }

    /// The assumptions for at most [`HittingSets::least`] numbers.
    fn limit(&mut self) -> Vec<Lit> {
        let Self { totalizer, solver, names, least, .. } = self;
        let limit = *least..=*least;
        totalizer.encode_ub_change(limit, solver, names).expect("this solver has no errors");
        totalizer.enforce_ub(*least).expect("it is encoded")
    }

    /// True if the set found last has the number.
    fn has(&self, number: usize) -> bool {
        let value = self.solver.lit_val(self.literals[number]);
        value.expect("there is a model") == TernaryVal::True
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smallest_sets_come_by_size() {
        let mut sets = HittingSets::new(5);
        let budget = Budget::default();
        assert_eq!(sets.smallest(5, &budget), Ok(Some(vec![])));
        sets.hit(&[0, 1]);
        sets.hit(&[1, 2]);
        assert_eq!(sets.smallest(5, &budget), Ok(Some(vec![1])));
        sets.forbid(&[1]);
        assert_eq!(sets.smallest(1, &budget), Ok(None));
        assert_eq!(sets.smallest(5, &budget), Ok(Some(vec![0, 2])));
        sets.forbid(&[0, 2]);
        assert_eq!(sets.smallest(5, &budget), Ok(None));
    }
}
