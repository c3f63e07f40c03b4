use rustsat::encodings::card::Totalizer;
use rustsat::types::{Lit, Var};

use super::backend::{ClauseSolver, SolveOutcome, VARIABLE_BYTES};
use crate::budget::{Answer, Budget};

/// Finds smallest hitting sets: sets of numbers that meet all demands. A demand is that at least one of some numbers is
/// in the set, or that at least one of them is not.
pub struct HittingSets {
    /// For each number, the literal that holds if the set contains the number.
    literals: Vec<Lit>,
    totalizer: Totalizer,
    /// Lower bound on the size of a set.
    least: usize,
    clauses: ClauseSolver,
}

impl HittingSets {
    /// Starts without demands. The sets consist of numbers below `number`.
    pub fn new(number: usize) -> Self {
        let literals: Vec<Lit> = (0..number as u32).map(|name| Var::new(name).pos_lit()).collect();
        let totalizer = literals.iter().copied().collect();
        let clauses = ClauseSolver::new(number, VARIABLE_BYTES * number);
        Self { literals, totalizer, least: 0, clauses }
    }

    /// Demands that the set contains at least one of these numbers.
    pub fn hit(&mut self, numbers: &[usize]) {
        self.clauses.add(&numbers.iter().map(|&number| self.literals[number]).collect::<Vec<_>>());
    }

    /// Demands that the set lacks at least one of these numbers.
    pub fn forbid_all(&mut self, numbers: &[usize]) {
        self.clauses.add(&numbers.iter().map(|&number| !self.literals[number]).collect::<Vec<_>>());
    }

    /// A smallest set that meets all demands, ascending; `None` if it has more than `max_size` numbers or does not
    /// exist.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn smallest(&mut self, max_size: usize, budget: &Budget) -> Answer<Option<Vec<usize>>> {
        while self.least <= max_size.min(self.literals.len()) {
            let limit = self.clauses.at_most(&mut self.totalizer, self.least, budget)?;
            if self.clauses.solve(&limit, None, budget)? == SolveOutcome::Satisfiable {
                let holds = |&number: &usize| self.clauses.holds(self.literals[number]);
                return Ok(Some((0..self.literals.len()).filter(holds).collect()));
            }
            self.least += 1;
        }
        Ok(None)
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
        sets.forbid_all(&[1]);
        assert_eq!(sets.smallest(1, &budget), Ok(None));
        assert_eq!(sets.smallest(5, &budget), Ok(Some(vec![0, 2])));
        sets.forbid_all(&[0, 2]);
        assert_eq!(sets.smallest(5, &budget), Ok(None));
    }
}
