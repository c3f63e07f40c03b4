use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::Zero;

use super::order::VariableOrder;
use super::{Diagram, Engine};
use crate::bdd::build::compile::compile_invariant;
use crate::bdd::build::methods::Methods;
use crate::budget::{Answer, Budget};
use crate::invariants::InvariantCounts;
use geometry::{CellSet, Symmetry, SymmetryGroup};
use problem::Problem;

/// The classes of a problem's solutions up to symmetry. Two solutions are in the same class if a symmetry of the
/// problem ([`Problem::symmetries`]) maps one to the other.
#[derive(Clone, Debug)]
pub struct Classes {
    /// The diagram of all solutions.
    pub diagram: Arc<Diagram>,
    symmetries: Vec<Symmetry>,
    /// The number of classes.
    pub number: BigUint,
}

impl Classes {
    /// Yields the first solution of each class, in the order of [`Diagram::solutions`]. Yields `None` for each solution
    /// that is not the first of its class, so that the caller can check a budget.
    pub fn representatives(&self) -> impl Iterator<Item = Option<CellSet>> + '_ {
        let mut left = self.number.clone();
        let mut solutions = self.diagram.solutions();
        std::iter::from_fn(move || {
            if left.is_zero() {
                return None;
            }
            let solution = solutions.next()?;
            let found = self.is_representative(&solution);
            if found {
                left -= 1_u8;
            }
            Some(found.then_some(solution))
        })
    }

    /// True if a solution is the first of its class in the order of [`Diagram::solutions`].
    fn is_representative(&self, solution: &CellSet) -> bool {
        let order = self.diagram.order();
        let later = |symmetry: &Symmetry| !comes_first(&symmetry.image(solution), solution, order);
        self.symmetries.iter().all(later)
    }
}

/// True if `one` precedes `other`: on the first cell where the two differ, `one` has a piece.
fn comes_first(one: &CellSet, other: &CellSet, order: &VariableOrder) -> bool {
    let differing = (one ^ other).iter().filter_map(|cell| order.variable(cell)).min();
    differing.is_some_and(|variable| one.contains(order.cell(variable)))
}

impl Engine {
    /// Finds the classes of a problem's solutions up to symmetry.
    ///
    /// # Errors
    /// When the budget ends before the answer.
    pub fn classes(&mut self, problem: &Problem, budget: &Budget) -> Answer<Classes> {
        let symmetries = problem.symmetries();
        let number = InvariantCounts::find(symmetries.iter().copied(), |group| {
            self.invariant(problem, group, budget)?.count(budget)
        })?;
        let diagram = self.diagram(problem, budget)?;
        Ok(Classes { diagram, number: number.classes(), symmetries })
    }

    /// The diagram of the solutions that are invariant under a group of symmetries. All of them must be symmetries of
    /// the problem ([`Problem::symmetries`]). The larger the group, the smaller the diagram. Only the first cell of
    /// each orbit has a variable.
    ///
    /// # Errors
    /// When the budget ends before the answer.
    pub fn invariant(
        &mut self,
        problem: &Problem,
        symmetries: SymmetryGroup,
        budget: &Budget,
    ) -> Answer<Arc<Diagram>> {
        if symmetries == SymmetryGroup::IDENTITY {
            return self.diagram(problem, budget);
        }
        let order = self.order(problem.rules());
        Ok(Arc::new(
            compile_invariant(problem, symmetries, &order, Methods::default(), budget)?.diagram,
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use problem::Rules;

    #[test]
    fn invariant_solutions_are_told_from_their_first_cells() {
        // Of the 10 solutions of 5 queens, 2 are invariant under quarter turns, and none under reflections.
        let problem = Problem::new(Rules::queens(5).unwrap());
        let mut kept: Vec<(Symmetry, BigUint)> = problem
            .symmetries()
            .into_iter()
            .map(|symmetry| {
                let (group, budget) = (SymmetryGroup::generated_by([symmetry]), Budget::default());
                let diagram = Engine::new().invariant(&problem, group, &budget).unwrap();
                (symmetry, diagram.count(&budget).unwrap())
            })
            .collect();
        kept.sort_by_key(|(_, number)| number.clone());
        let numbers: Vec<_> = kept.iter().map(|(_, number)| number.to_string()).collect();
        assert_eq!(numbers, ["0", "0", "0", "0", "2", "2", "2", "10"]);
    }

    #[test]
    fn the_first_of_a_class_stands_for_it() {
        let problem = Problem::new(Rules::queens(6).unwrap());
        let classes = Engine::new().classes(&problem, &Budget::default()).unwrap();
        assert_eq!((&classes.number, classes.symmetries.len()), (&1_u8.into(), 8));
        let first: Vec<bool> = classes
            .diagram
            .solutions()
            .map(|solution| classes.is_representative(&solution))
            .collect();
        assert_eq!(first, [true, false, false, false]);
    }
}
