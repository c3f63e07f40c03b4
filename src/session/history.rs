use std::sync::Arc;

use crate::geometry::Cell;
use crate::problem::{Decisions, Problem, Rules, Value};

/// Decisions with undo and redo. A pure value: it knows no engine and no time.
///
/// Each step is kept as the edits it made, so that undoing restores the decisions exactly, their
/// order included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    problem: Problem,
    done: Vec<Step>,
    undone: Vec<Step>,
}

/// What one action of the user changed, edit by edit.
type Step = Vec<Edit>;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Edit {
    /// A decision was made, at a place in their order.
    Made(usize, Cell, Value),
    /// A decision was taken back from a place in their order.
    TakenBack(usize, Cell, Value),
    /// Rules without decisions gave way to others.
    Rules { old: Arc<Rules>, new: Arc<Rules> },
}

/// How many edits can be undone. Older steps are forgotten.
const KEPT: usize = 1_000_000;

impl Edit {
    fn inverse(self) -> Self {
        match self {
            Self::Made(place, cell, value) => Self::TakenBack(place, cell, value),
            Self::TakenBack(place, cell, value) => Self::Made(place, cell, value),
            Self::Rules { old, new } => Self::Rules { old: new, new: old },
        }
    }
}

impl History {
    /// A history that begins with a problem, nothing to undo.
    #[must_use]
    pub fn new(problem: Problem) -> Self {
        Self { problem, done: Vec::new(), undone: Vec::new() }
    }

    /// Rules and decisions as they are now.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Decides a cell; one decided the other way changes its mind. Tells whether anything changed.
    ///
    /// # Panics
    /// When nothing can stand on the cell.
    pub fn decide(&mut self, cell: Cell, value: Value) -> bool {
        self.decide_all([(cell, value)])
    }

    /// Decides several cells as one step.
    ///
    /// # Panics
    /// When nothing can stand on one of the cells.
    pub fn decide_all(&mut self, decisions: impl IntoIterator<Item = (Cell, Value)>) -> bool {
        self.replace(&[], decisions)
    }

    /// Takes decisions back and makes others, as one step.
    ///
    /// # Panics
    /// When nothing can stand on one of the cells.
    pub fn replace(
        &mut self,
        take_back: &[Cell],
        decisions: impl IntoIterator<Item = (Cell, Value)>,
    ) -> bool {
        let mut next: Decisions = self.problem.decisions().clone();
        let mut step: Step =
            take_back.iter().filter_map(|&cell| self::take_back(&mut next, cell)).collect();
        for (cell, value) in decisions {
            if next.get(cell) == Some(value) {
                continue;
            }
            step.extend(self::take_back(&mut next, cell));
            step.push(Edit::Made(next.len(), cell, value));
            next.insert(cell, value);
        }
        self.take(step)
    }

    /// Takes the decision on a cell back, whenever it was made; tells whether there was one.
    pub fn retract(&mut self, cell: Cell) -> bool {
        self.replace(&[cell], [])
    }

    /// Takes all decisions back, as one step; tells whether there were any.
    pub fn reset(&mut self) -> bool {
        let cells: Vec<Cell> =
            self.problem.decisions().iter().rev().map(|(cell, _)| cell).collect();
        self.replace(&cells, [])
    }

    /// Goes on with other rules and no decisions, as one step; tells whether they differ.
    pub fn set_rules(&mut self, new: Arc<Rules>) -> bool {
        let old = Arc::clone(self.problem.rules());
        if old == new {
            return false;
        }
        let decisions = self.problem.decisions().iter().enumerate().rev();
        let mut step: Step =
            decisions.map(|(place, (cell, value))| Edit::TakenBack(place, cell, value)).collect();
        step.push(Edit::Rules { old, new });
        self.take(step)
    }

    /// Undoes the last step; tells whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(step) = self.done.pop() else {
            return false;
        };
        self.apply(step.iter().rev().cloned().map(Edit::inverse));
        self.undone.push(step);
        true
    }

    /// Does the last undone step again; tells whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(step) = self.undone.pop() else {
            return false;
        };
        self.apply(step.iter().cloned());
        self.done.push(step);
        true
    }

    fn take(&mut self, step: Step) -> bool {
        if step.is_empty() {
            return false;
        }
        self.apply(step.iter().cloned());
        self.undone.clear();
        self.done.push(step);
        let mut kept: usize = self.done.iter().map(Vec::len).sum();
        while kept > KEPT && self.done.len() > 1 {
            kept -= self.done.remove(0).len();
        }
        true
    }

    fn apply(&mut self, edits: impl Iterator<Item = Edit>) {
        let mut rules = Arc::clone(self.problem.rules());
        let mut decisions = self.problem.decisions().clone();
        for edit in edits {
            match edit {
                Edit::Made(place, cell, value) => decisions.insert_at(place, cell, value),
                Edit::TakenBack(place, ..) => {
                    decisions.remove_at(place);
                }
                Edit::Rules { new, .. } => rules = new,
            }
        }
        self.problem =
            Problem::decided(rules, decisions).expect("decisions on standing cells only");
    }
}

/// Removes the decision on a cell and tells which edit that was.
fn take_back(decisions: &mut Decisions, cell: Cell) -> Option<Edit> {
    let place = decisions.position(cell)?;
    let (cell, value) = decisions.remove_at(place)?;
    Some(Edit::TakenBack(place, cell, value))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(Clone, Debug)]
    enum Action {
        Decide(Cell, Value),
        Retract(Cell),
        Complete(Vec<(Cell, Value)>),
        Reset,
        Size(u16),
    }

    fn decision() -> impl Strategy<Value = (Cell, Value)> {
        let value = prop_oneof![Just(Value::Placed), Just(Value::Excluded)];
        ((0..4_u16, 0..4_u16).prop_map(|(row, column)| Cell::new(row, column)), value)
    }

    fn action() -> impl Strategy<Value = Action> {
        prop_oneof![
            6 => decision().prop_map(|(cell, value)| Action::Decide(cell, value)),
            3 => decision().prop_map(|(cell, _)| Action::Retract(cell)),
            1 => proptest::collection::vec(decision(), 0..8).prop_map(Action::Complete),
            1 => Just(Action::Reset),
            1 => (4..7_u16).prop_map(Action::Size),
        ]
    }

    fn perform(history: &mut History, action: &Action) -> bool {
        match action {
            Action::Decide(cell, value) => history.decide(*cell, *value),
            Action::Retract(cell) => history.retract(*cell),
            Action::Complete(decisions) => history.decide_all(decisions.iter().copied()),
            Action::Reset => history.reset(),
            Action::Size(size) => history.set_rules(Arc::new(Rules::queens(*size).unwrap())),
        }
    }

    /// The position, the order of the decisions included.
    fn position(history: &History) -> (Arc<Rules>, Vec<(Cell, Value)>) {
        (Arc::clone(history.problem().rules()), history.problem().decisions().iter().collect())
    }

    proptest! {
        #[test]
        fn undo_and_redo_return_to_equal_positions(actions in proptest::collection::vec(action(), 0..40)) {
            let mut history = History::new(Problem::new(Rules::queens(4).unwrap()));
            let mut positions = vec![position(&history)];
            for action in &actions {
                if perform(&mut history, action) {
                    positions.push(position(&history));
                }
                prop_assert_eq!(&position(&history), positions.last().unwrap());
            }
            for expected in positions.iter().rev().skip(1) {
                prop_assert!(history.undo());
                prop_assert_eq!(&position(&history), expected);
            }
            prop_assert!(!history.undo());
            for expected in &positions[1..] {
                prop_assert!(history.redo());
                prop_assert_eq!(&position(&history), expected);
            }
            prop_assert!(!history.redo());
        }
    }

    #[test]
    fn a_new_step_ends_what_could_be_done_again() {
        let cell = |name: &str| name.parse::<Cell>().unwrap();
        let mut history = History::new(Problem::new(Rules::queens(8).unwrap()));
        assert!(history.decide(cell("a1"), Value::Placed));
        assert!(!history.decide(cell("a1"), Value::Placed));
        assert!(history.undo());
        assert!(history.decide(cell("b1"), Value::Placed));
        assert!(!history.redo());
        assert_eq!(position(&history).1, [(cell("b1"), Value::Placed)]);
    }
}
