use std::sync::Arc;

use crate::decisions::{DecisionError, Decisions, Value};
use crate::group::Group;
use crate::rules::Rules;
use geometry::{Cell, CellSet};

/// Rules and decisions: the input of every engine.
///
/// Cheap to clone, because clones share the rules.
///
/// ```
/// use problem::{Problem, Rules, Value};
///
/// let rules = Rules::queens(8)?;
/// let problem = Problem::new(rules).with("b4".parse()?, Value::Placed)?;
/// assert_eq!(problem.decisions().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    rules: Arc<Rules>,
    decisions: Decisions,
}

impl Problem {
    /// The rules without decisions.
    pub fn new(rules: impl Into<Arc<Rules>>) -> Self {
        Self { rules: rules.into(), decisions: Decisions::default() }
    }

    /// The same rules with these decisions.
    ///
    /// # Errors
    /// When a cell is off the grid or a hole.
    pub fn with_decisions(rules: Arc<Rules>, decisions: Decisions) -> Result<Self, DecisionError> {
        for (cell, _) in decisions.iter() {
            rules.check(cell)?;
        }
        Ok(Self { rules, decisions })
    }

    /// The same problem with its first `number` decisions only, in the order in which they were made.
    pub fn first(&self, number: usize) -> Self {
        Self { rules: Arc::clone(&self.rules), decisions: self.decisions.first(number) }
    }

    /// The same rules with only these decisions.
    ///
    /// # Panics
    /// When a cell is off the grid or a hole.
    pub fn with_only(&self, decisions: impl IntoIterator<Item = (Cell, Value)>) -> Self {
        let decisions = decisions.into_iter().collect();
        Self::with_decisions(Arc::clone(&self.rules), decisions)
            .expect("a piece can stand on each cell")
    }

    /// The undecided cells of the groups that hold as many pieces as all rules together allow.
    pub fn cells_of_full_groups(&self) -> CellSet {
        let pieces = CellSet::from_cells(self.rules.size(), self.decisions.cells(Value::Placed));
        let is_full = |group: &&Group| {
            let placed = group.cells().iter().filter(|&&cell| pieces.contains(cell)).count();
            group.bounds().upper.is_some_and(|upper| placed >= upper as usize)
        };
        let cells = self.rules.bounded_groups().iter().filter(is_full).flat_map(Group::cells);
        let undecided = cells.copied().filter(|&cell| self.decisions.get(cell).is_none());
        CellSet::from_cells(self.rules.size(), undecided)
    }

    /// The same problem with an additional decision. Repeating a decision has no effect.
    ///
    /// # Errors
    /// When the cell is off the grid, a hole, or decided with the other value.
    pub fn with(mut self, cell: Cell, value: Value) -> Result<Self, DecisionError> {
        self.rules.check(cell)?;
        match self.decisions.get(cell) {
            Some(old) if old != value => Err(DecisionError::DecidedTwice(cell)),
            _ => {
                self.decisions.insert(cell, value);
                Ok(self)
            }
        }
    }

    /// The same problem with an additional given: a placed piece that cannot be taken back.
    ///
    /// # Errors
    /// When the cell is off the grid, a hole, or excluded.
    pub fn with_given(self, cell: Cell) -> Result<Self, DecisionError> {
        let mut problem = self.with(cell, Value::Placed)?;
        problem.decisions.insert_given(cell);
        Ok(problem)
    }

    /// The first placed piece that attacks the cell, if there is one.
    pub fn attacker(&self, cell: Cell) -> Option<Cell> {
        let attacks = self.rules.exclusions();
        self.decisions.cells(Value::Placed).find(|&placed| attacks.exclude_each_other(placed, cell))
    }

    /// The same problem without its cost limit.
    pub fn without_cost_limit(&self) -> Self {
        Self { rules: Arc::new(self.rules.without_limit()), decisions: self.decisions.clone() }
    }

    /// The sum of the weights of the placed pieces; `None` without weights.
    pub fn cost_so_far(&self) -> Option<i64> {
        let weights = self.rules.weights()?;
        Some(self.decisions.cells(Value::Placed).map(|cell| weights.of(cell)).sum())
    }

    /// The rules of the problem.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// True if the problem contains all of `decisions`, with the same values.
    pub fn includes(&self, decisions: &Decisions) -> bool {
        decisions.iter().all(|(cell, value)| self.decisions.get(cell) == Some(value))
    }

    /// The decisions of the problem.
    pub fn decisions(&self) -> &Decisions {
        &self.decisions
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::Weights;

    #[test]
    fn decisions_that_cannot_be_are_refused() {
        let cell = |name: &str| name.parse::<Cell>().unwrap();
        let problem =
            Problem::new(Rules::queens(8).unwrap()).with(cell("a1"), Value::Placed).unwrap();
        assert_eq!(
            problem.clone().with(cell("a1"), Value::Excluded),
            Err(DecisionError::DecidedTwice(cell("a1")))
        );
        assert_eq!(problem.clone().with(cell("a1"), Value::Placed), Ok(problem.clone()));
        let given = problem.clone().with_given(cell("a1")).unwrap();
        assert!(given.decisions().is_given(cell("a1")));
        assert_eq!(given.clone().with(cell("a1"), Value::Placed), Ok(given.clone()));
        assert_eq!(
            problem.clone().with(cell("b3"), Value::Excluded).unwrap().with_given(cell("b3")),
            Err(DecisionError::DecidedTwice(cell("b3")))
        );
        assert!(matches!(problem.with(cell("i9"), Value::Placed), Err(DecisionError::OffGrid(_))));
    }

    #[test]
    fn decisions_are_part_of_a_problem() {
        let cell = |name: &str| name.parse::<Cell>().unwrap();
        let rules = Rules::queens(4).unwrap();
        let weights = Weights::new(rules.size(), (1..17).collect()).unwrap();
        let priced = rules.with_weights(Some(weights)).unwrap().with_max_cost(Some(9)).unwrap();
        let problem = Problem::new(priced).with(cell("b1"), Value::Placed).unwrap();
        let more = problem.clone().with(cell("c4"), Value::Excluded).unwrap();
        assert_eq!(more.first(1), problem);
        assert_eq!(more.with_only([(cell("b1"), Value::Placed)]), problem);
        assert!(more.includes(problem.decisions()) && !problem.includes(more.decisions()));
        assert!(!more.includes(&[(cell("b1"), Value::Excluded)].into_iter().collect()));
        assert_eq!(more.attacker(cell("d3")), Some(cell("b1")));
        assert_eq!((more.attacker(cell("d2")), more.attacker(cell("b1"))), (None, None));
        assert_eq!(more.cost_so_far(), Some(2));
        assert_eq!(more.without_cost_limit().rules().max_cost(), None);
        assert_eq!(more.without_cost_limit().decisions(), more.decisions());
        assert_eq!(Problem::new(Rules::queens(4).unwrap()).cost_so_far(), None);
        let given = problem.with_given(cell("d2")).unwrap();
        let off = [(cell("e1"), Value::Placed)].into_iter().collect();
        assert!(Problem::with_decisions(Arc::clone(given.rules()), off).is_err());
    }
}
