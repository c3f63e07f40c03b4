use std::collections::{HashMap, VecDeque};
use std::iter;
use std::mem;
use std::ops::Range;
use std::sync::Arc;

use geometry::Cell;
use problem::{Assist, BoardFile, Decisions, Problem, Rules, Value};

/// Decisions with undo and redo. Involves no engine, clock or journal.
///
/// A step is a list of edits, so that undo also restores the order of the decisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    board: NumberedBoard,
    /// The highest board number given so far.
    last_number: BoardNumber,
    done: VecDeque<UndoStep>,
    undone: Vec<UndoStep>,
    /// The total weight of the steps in `done`, in edits.
    memory_units: usize,
}

/// Identifies a board of a session. A new number is given whenever the problem is replaced; decisions do not
/// change it. Undoing a replacement restores the previous number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardNumber(u32);

/// The edits of one action of the user.
type UndoStep = Vec<Edit>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Edit {
    /// A decision was made. The first field is its index in the order of decisions.
    Decided(usize, Cell, Value),
    /// A decision was taken back. The first field is its former index in the order of decisions.
    TakenBack(usize, Cell, Value),
    /// The board was replaced, including rules and givens. This is the only edit of its step. Contains the
    /// board before the step or, if the step is undone, the board after it.
    Replaced(Box<NumberedBoard>),
}

/// A problem with its board number, and with its own assist if it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NumberedBoard {
    number: BoardNumber,
    problem: Problem,
    own_assist: Option<Assist>,
}

/// Maximum number of steps that can be undone. Older steps are dropped.
const KEPT_STEPS: usize = 10_000;
/// Maximum total weight of the steps that can be undone, in edits. The last step is never dropped.
const MAX_MEMORY_UNITS: usize = 2_000_000;

impl Edit {
    /// The memory of the edit, in units of one decision.
    fn memory_units(&self) -> usize {
        match self {
            Self::Decided(..) | Self::TakenBack(..) => 1,
            Self::Replaced(board) => {
                1 + board.problem.rules().size().cells() + board.problem.decisions().len()
            }
        }
    }
}

impl History {
    /// A history that begins with a board; there is nothing to undo.
    pub(crate) fn new(problem: Problem, own_assist: Option<Assist>) -> Self {
        let number = BoardNumber::default();
        Self {
            board: NumberedBoard { number, problem, own_assist },
            last_number: number,
            done: VecDeque::new(),
            undone: Vec::new(),
            memory_units: 0,
        }
    }

    /// The assist that the present board's file sets, if it sets one.
    pub(crate) fn own_assist(&self) -> Option<Assist> {
        self.board.own_assist
    }

    /// Removes the assists set by files from all boards, including undone and redone steps.
    pub(crate) fn drop_own_assist(&mut self) {
        self.board.own_assist = None;
        for edit in self.done.iter_mut().chain(&mut self.undone).flatten() {
            if let Edit::Replaced(board) = edit {
                board.own_assist = None;
            }
        }
    }

    /// The number of the present board.
    pub fn board_number(&self) -> BoardNumber {
        self.board.number
    }

    /// The problem of the board with this number: the present one, or as it was when undo or another board replaced it. `None`
    /// if no step leads there.
    pub fn problem_of(&self, number: BoardNumber) -> Option<&Problem> {
        let others = self.done.iter().chain(&self.undone).flatten().filter_map(|edit| match edit {
            Edit::Replaced(board) => Some(&**board),
            Edit::Decided(..) | Edit::TakenBack(..) => None,
        });
        let mut boards = iter::once(&self.board).chain(others);
        boards.find(|board| board.number == number).map(|board| &board.problem)
    }

    /// The present rules and decisions.
    pub(crate) fn problem(&self) -> &Problem {
        &self.board.problem
    }

    /// Decides several cells, or takes back their decisions (`None`), in one undo step. Givens do not change. False
    /// if nothing changes.
    ///
    /// # Panics
    /// When nothing can stand on one of the cells.
    pub(crate) fn change(
        &mut self,
        changes: impl IntoIterator<Item = (Cell, Option<Value>)>,
    ) -> bool {
        let mut next: Decisions = self.problem().decisions().clone();
        let mut step = UndoStep::new();
        for (cell, value) in changes {
            if next.get(cell) == value || next.is_given(cell) {
                continue;
            }
            if let Some(index) = next.position(cell)
                && let Some((cell, value)) = next.remove_at(index)
            {
                step.push(Edit::TakenBack(index, cell, value));
            }
            if let Some(value) = value {
                step.push(Edit::Decided(next.len(), cell, value));
                next.insert(cell, value);
            }
        }
        !step.is_empty() && self.perform_new(step)
    }

    /// The edits of the last step.
    pub(super) fn last_step(&self) -> Option<&[Edit]> {
        self.done.back().map(Vec::as_slice)
    }

    /// The decisions grouped into lines. A line is a range of indices into the decisions, in the order in which
    /// they were made. Consecutive decisions that one step excluded share a line. Every other decision has a
    /// line of its own.
    pub fn decision_lines(&self) -> Vec<Range<usize>> {
        let mut swept: HashMap<Cell, usize> = HashMap::new();
        for (number, step) in self.done.iter().enumerate() {
            let is_sweep = step.len() > 1
                && step.iter().all(|edit| matches!(edit, Edit::Decided(_, _, Value::Excluded)));
            for edit in step {
                match edit {
                    Edit::Decided(_, cell, _) if is_sweep => drop(swept.insert(*cell, number)),
                    Edit::Decided(_, cell, _) => drop(swept.remove(cell)),
                    Edit::Replaced(_) => swept.clear(),
                    Edit::TakenBack(..) => {}
                }
            }
        }
        let mut lines: Vec<Range<usize>> = Vec::new();
        let mut before = None;
        for (index, (cell, _)) in self.problem().decisions().iter().enumerate() {
            let step = swept.get(&cell).copied();
            match lines.last_mut() {
                Some(line) if step.is_some() && step == before => line.end = index + 1,
                _ => lines.push(index..index + 1),
            }
            before = step;
        }
        lines
    }

    /// Takes back all decisions except givens, in one undo step; false if there are none.
    pub(crate) fn reset(&mut self) -> bool {
        let decisions = self.problem().decisions().clone();
        self.change(decisions.iter().rev().map(|(cell, _)| (cell, None)))
    }

    /// Replaces the rules and removes all decisions, in one undo step; false if the rules are the same.
    pub(crate) fn set_rules(&mut self, new: Arc<Rules>) -> bool {
        *self.problem().rules() != new && self.replace(Problem::new(new), None)
    }

    /// Replaces the problem including decisions and givens, in one undo step; false if the problem is the
    /// same. The assist set by the board's file stays.
    pub(crate) fn set_problem(&mut self, new: Problem) -> bool {
        self.replace(new, self.own_assist())
    }

    /// Replaces the problem by a board file, which has its own assist, in one undo step; false if problem and assist
    /// are the same.
    pub(crate) fn open(&mut self, board: BoardFile) -> bool {
        self.replace(board.problem, Some(board.assist))
    }

    /// Replaces the problem and the board's own assist, in one undo step; false if both are the same.
    pub(super) fn replace(&mut self, problem: Problem, own_assist: Option<Assist>) -> bool {
        if (self.problem(), self.own_assist()) == (&problem, own_assist) {
            return false;
        }
        self.last_number.0 += 1;
        let new = NumberedBoard { number: self.last_number, problem, own_assist };
        self.perform_new(vec![Edit::Replaced(Box::new(new))])
    }

    /// Forgets all steps. The present position becomes the first one.
    pub(super) fn forget_steps(&mut self) {
        self.done.clear();
        self.undone.clear();
        self.memory_units = 0;
    }

    /// The number of steps that can be undone.
    pub fn steps(&self) -> usize {
        self.done.len()
    }

    /// True if there is a step to undo.
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// True if the last step replaced the board, so that undo returns to another one.
    pub fn undo_changes_board(&self) -> bool {
        self.done.back().is_some_and(|step| matches!(step[..], [Edit::Replaced(_)]))
    }

    /// True if there is a step to redo.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Undoes the last step; false if there is none.
    pub(crate) fn undo(&mut self) -> bool {
        let Some(mut step) = self.done.pop_back() else { return false };
        self.memory_units -= step_memory_units(&step);
        self.apply(&mut step, false);
        self.undone.push(step);
        true
    }

    /// Redoes the step undone last; false if there is none.
    pub(crate) fn redo(&mut self) -> bool {
        self.undone.pop().is_some_and(|step| self.push_step(step))
    }

    /// Performs a new step. Forgets the undone steps, and the oldest steps if there are too many.
    fn perform_new(&mut self, step: UndoStep) -> bool {
        self.undone.clear();
        self.push_step(step);
        while self.done.len() > 1
            && (self.done.len() > KEPT_STEPS || self.memory_units > MAX_MEMORY_UNITS)
        {
            self.memory_units -= self.done.pop_front().as_ref().map_or(0, step_memory_units);
        }
        true
    }

    fn push_step(&mut self, mut step: UndoStep) -> bool {
        self.apply(&mut step, true);
        self.memory_units += step_memory_units(&step);
        self.done.push_back(step);
        true
    }

    /// Performs the edits of a step if `forward` is true, otherwise undoes them.
    fn apply(&mut self, step: &mut UndoStep, forward: bool) {
        let mut decisions = self.problem().decisions().clone();
        let last = step.len() - 1;
        for number in 0..=last {
            match &mut step[if forward { number } else { last - number }] {
                Edit::Replaced(board) => return mem::swap(&mut self.board, board),
                Edit::Decided(index, cell, value) if forward => {
                    decisions.insert_at(*index, *cell, *value);
                }
                Edit::TakenBack(index, cell, value) if !forward => {
                    decisions.insert_at(*index, *cell, *value);
                }
                Edit::Decided(index, ..) | Edit::TakenBack(index, ..) => {
                    decisions.remove_at(*index);
                }
            }
        }
        self.board.problem = Problem::with_decisions(Arc::clone(self.problem().rules()), decisions)
            .expect("decisions on standing cells only");
    }
}

fn step_memory_units(step: &UndoStep) -> usize {
    step.iter().map(Edit::memory_units).sum()
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
        Replace(u16, Vec<Cell>),
        Open(u16, Assist),
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
            1 => (4..7_u16, proptest::collection::vec(decision().prop_map(|(cell, _)| cell), 0..3))
                .prop_map(|(size, givens)| Action::Replace(size, givens)),
            1 => (4..7_u16, prop_oneof![Just(Assist::Attacks), Just(Assist::None)])
                .prop_map(|(size, assist)| Action::Open(size, assist)),
        ]
    }

    fn decide(history: &mut History, cell: Cell, value: Value) -> bool {
        history.change([(cell, Some(value))])
    }

    fn retract(history: &mut History, cell: Cell) -> bool {
        history.change([(cell, None)])
    }

    fn perform(history: &mut History, action: &Action) -> bool {
        match action {
            Action::Decide(cell, value) => decide(history, *cell, *value),
            Action::Retract(cell) => retract(history, *cell),
            Action::Complete(decisions) => {
                history.change(decisions.iter().map(|&(cell, value)| (cell, Some(value))))
            }
            Action::Reset => history.reset(),
            Action::Size(size) => history.set_rules(Arc::new(Rules::queens(*size).unwrap())),
            Action::Replace(size, givens) => history.set_problem(given(*size, givens)),
            Action::Open(size, assist) => {
                history.open(BoardFile { problem: given(*size, &[]), assist: *assist })
            }
        }
    }

    fn given(size: u16, givens: &[Cell]) -> Problem {
        givens.iter().fold(Problem::new(Rules::queens(size).unwrap()), |problem, &cell| {
            problem.with_given(cell).unwrap()
        })
    }

    type Position = (Arc<Rules>, Vec<(Cell, Value, bool)>, Option<Assist>);

    /// The position: rules, decisions in their order with givens marked, and the board's own assist.
    fn position(history: &History) -> Position {
        let decisions = history.problem().decisions();
        let decided = |(cell, value)| (cell, value, decisions.is_given(cell));
        let decisions = decisions.iter().map(decided).collect();
        (Arc::clone(history.problem().rules()), decisions, history.own_assist())
    }

    proptest! {
        #[test]
        fn undo_and_redo_return_to_equal_positions(
            givens in proptest::collection::vec(decision().prop_map(|(cell, _)| cell), 0..3),
            actions in proptest::collection::vec(action(), 0..40),
        ) {
            let mut history = History::new(given(4, &givens), None);
            let mut positions = vec![position(&history)];
            for action in &actions {
                let before: Vec<_> = history.problem().decisions().givens().collect();
                let changed = perform(&mut history, action);
                // Only a new board removes the givens.
                if !matches!(action, Action::Size(_) | Action::Replace(..) | Action::Open(..)) {
                    let after: Vec<_> = history.problem().decisions().givens().collect();
                    prop_assert_eq!(before, after);
                }
                if changed {
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
    fn only_so_many_steps_and_edits_are_kept() {
        let cell = |name: &str| name.parse::<Cell>().unwrap();
        let mut history = History::new(Problem::new(Rules::queens(8).unwrap()), None);
        for _ in 0..KEPT_STEPS {
            assert!(
                decide(&mut history, cell("a1"), Value::Placed)
                    && retract(&mut history, cell("a1"))
            );
        }
        assert_eq!((history.done.len(), history.memory_units), (KEPT_STEPS, KEPT_STEPS));
        let before = history.done.len();
        while history.undo() {}
        assert_eq!((history.undone.len(), history.memory_units), (before, 0));

        // A replaced board weighs as much as its number of cells.
        let rules = |size| Arc::new(Rules::queens(size).unwrap());
        for size in [600, 601, 602, 603, 604, 605, 606] {
            assert!(history.set_rules(rules(size)));
        }
        assert!(history.done.len() < 7 && history.memory_units <= MAX_MEMORY_UNITS);
    }

    #[test]
    fn a_board_keeps_its_own_assist_until_that_is_dropped() {
        let cell = |name: &str| name.parse::<Cell>().unwrap();
        let mut history = History::new(Problem::new(Rules::queens(8).unwrap()), None);
        assert!(history.open(BoardFile { problem: given(6, &[]), assist: Assist::Attacks }));
        // Replacing the problem of a board, or deciding a cell, keeps the board's own assist.
        assert!(
            history.set_problem(given(6, &[cell("b1")]))
                && decide(&mut history, cell("d2"), Value::Placed)
        );
        assert_eq!(history.own_assist(), Some(Assist::Attacks));
        assert!(history.set_rules(Arc::new(Rules::queens(5).unwrap())));
        assert_eq!(history.own_assist(), None);
        assert!(history.undo());
        assert_eq!(history.own_assist(), Some(Assist::Attacks));
        history.drop_own_assist();
        while history.undo() {
            assert_eq!(history.own_assist(), None);
        }
        while history.redo() {
            assert_eq!(history.own_assist(), None);
        }
    }

    #[test]
    fn a_new_step_ends_what_could_be_done_again() {
        let cell = |name: &str| name.parse::<Cell>().unwrap();
        let mut history = History::new(Problem::new(Rules::queens(8).unwrap()), None);
        assert!(decide(&mut history, cell("a1"), Value::Placed));
        assert!(!decide(&mut history, cell("a1"), Value::Placed));
        assert!(history.undo());
        assert!(decide(&mut history, cell("b1"), Value::Placed));
        assert!(!history.redo());
        assert_eq!(position(&history).1, [(cell("b1"), Value::Placed, false)]);
    }

    #[test]
    fn a_given_is_neither_taken_back_nor_changed() {
        let cell = |name: &str| name.parse::<Cell>().unwrap();
        let mut history = History::new(given(4, &[cell("b1")]), None);
        assert!(!retract(&mut history, cell("b1")));
        assert!(!decide(&mut history, cell("b1"), Value::Excluded));
        assert!(!history.reset() && !history.undo());
        assert!(decide(&mut history, cell("d2"), Value::Placed) && history.reset());
        assert_eq!(position(&history).1, [(cell("b1"), Value::Placed, true)]);
        assert!(history.set_rules(Arc::new(Rules::queens(5).unwrap())));
        assert_eq!(position(&history).1, []);
        assert!(history.undo());
        assert_eq!(position(&history).1, [(cell("b1"), Value::Placed, true)]);
    }
}
