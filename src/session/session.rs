mod record;

use std::iter;
use std::ops::Range;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use num_traits::{ToPrimitive, Zero};

use crate::entry::JournalEntry;
use crate::explanation::{Explanation, Wish};
use crate::history::History;
use crate::knowledge::{CellState, Disagreement, Finding, Knowledge, Stamp};
use crate::reason::Reason;
use crate::restoration::Restoration;
use crate::solution_count::{Increase, SolutionCount};
use crate::trail::{Trail, Waypoint};
use engine::{Completion, EngineKind, PartialAnswer};
use geometry::{Cell, CellSet};
use problem::{Assist, BoardFile, DecisionError, Decisions, Problem, Rules, Value, Weights};

/// The configuration of a problem: the decisions with undo and redo, and the answers of engines about the
/// present position.
#[derive(Clone, Debug)]
pub struct Session {
    history: History,
    /// The assist that the user chose. It applies to boards without their own assist.
    assist: Assist,
    knowledge: Knowledge,
    trail: Trail,
    /// The cells that the placed pieces attack, see [`attacked`].
    attacked: CellSet,
    /// Entries not yet returned by [`Session::take_entries`]; `None` if the session is not recorded.
    entries: Option<Vec<JournalEntry>>,
}

/// Why a decision is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The cell cannot be decided at all.
    #[error(transparent)]
    Decision(#[from] DecisionError),
    /// A placed piece attacks the cell.
    #[error("{cell} is attacked by {by}")]
    Attacked {
        /// The cell.
        cell: Cell,
        /// A cell with a placed piece that attacks it.
        by: Cell,
    },
    /// No remaining solution has a piece on the cell.
    #[error("{0} is impossible: no remaining solution has a piece there")]
    Impossible(Cell),
    /// The piece on the cell is a given.
    #[error("{0} is given: it cannot be taken back")]
    Given(Cell),
    /// All remaining solutions have a piece on the cell.
    #[error("{0} is forced: every remaining solution has a piece there")]
    Forced(Cell),
}

impl Session {
    /// A session that begins with a problem, without steps to undo.
    pub fn new(problem: Problem) -> Self {
        Self::from_history(History::new(problem, None))
    }

    /// A session that begins with a board file, which has its own assist.
    pub fn from_board(board: BoardFile) -> Self {
        Self::from_history(History::new(board.problem, Some(board.assist)))
    }

    fn from_history(history: History) -> Self {
        Self {
            attacked: attacked(history.problem()),
            history,
            assist: Assist::default(),
            knowledge: Knowledge::default(),
            trail: Trail::default(),
            entries: None,
        }
    }

    /// The rules and the decisions so far.
    pub fn problem(&self) -> &Problem {
        self.history.problem()
    }

    /// Grid, piece and groups.
    pub fn rules(&self) -> &Arc<Rules> {
        self.problem().rules()
    }

    /// The decisions so far.
    pub fn decisions(&self) -> &Decisions {
        self.problem().decisions()
    }

    /// The stamp of the present position. Answers with another stamp are rejected.
    pub fn stamp(&self) -> Stamp {
        self.knowledge.stamp
    }

    /// The steps that lead to the present position, and those undone.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The knowledge of the present position.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// Stores an answer. Returns false if the answer belongs to another position. Domains that leave at most
    /// one solution are stored as counts as well.
    pub fn learn(&mut self, stamp: Stamp, finding: Finding) -> bool {
        if stamp != self.stamp() {
            return false;
        }
        let census = match &finding {
            Finding::Layer(PartialAnswer::Domains(domains), elapsed) => {
                let census = domains.census(self.rules().grid());
                census
                    .map(|it| Finding::Layer(PartialAnswer::Census(it, EngineKind::Sat), *elapsed))
            }
            _ => None,
        };
        if let Finding::Waypoint(problem, waypoint) = &finding {
            self.trail.learn(problem, waypoint.clone());
        }
        for finding in [finding].into_iter().chain(census) {
            self.knowledge.learn(finding);
        }
        if let Some(here) = self.knowledge.waypoint() {
            self.trail.learn(self.history.problem(), here);
        }
        true
    }

    /// The number of solutions and the diagram size of the position after the first `number` decisions, if
    /// known.
    pub fn waypoint(&self, number: usize) -> Option<&Waypoint> {
        self.trail.get(&self.problem().first(number))
    }

    /// The earlier positions whose [`Session::waypoint`] is not known yet, oldest first.
    pub fn unknown_waypoints(&self) -> impl Iterator<Item = Problem> + '_ {
        let way = (0..self.decisions().len()).map(|number| self.problem().first(number));
        way.filter(|problem| self.trail.get(problem).is_none())
    }

    /// Number of additional solutions after taking back one line of decisions, once known. `cells` are
    /// the cells of the line, see [`History::decision_lines`].
    pub fn retraction_increase(&self, cells: &[Cell]) -> Option<Increase> {
        let without = self.knowledge.solutions_without(cells)?;
        if let Some(solutions) = self.knowledge.solutions() {
            return without.increase(&SolutionCount::Exact(solutions.clone()));
        }
        let here = self.waypoint(self.decisions().len())?;
        without.increase(here.solutions.as_ref()?)
    }

    /// The lines of decisions without givens for which [`Knowledge::solutions_without`] has not been computed yet. Each
    /// line is given by its cells.
    pub fn uncounted_retractions(&self) -> Vec<Vec<Cell>> {
        let lines = self.history.decision_lines().into_iter().map(|line| self.cells_of(line));
        let is_open = |line: &Vec<Cell>| {
            let is_own = line.iter().all(|&cell| !self.decisions().is_given(cell));
            is_own && !self.knowledge.retraction_counts.contains_key(line)
        };
        lines.filter(is_open).collect()
    }

    /// True if the counts or the domains of all cells are known.
    pub fn knows_all_cells(&self) -> bool {
        let domains = self.knowledge.domains.as_ref();
        self.knowledge.solutions().is_some()
            || domains.is_some_and(|domains| domains.is_complete(self.rules().grid()))
    }

    /// The first count on which the ROBDD and another engine disagree, if there is one.
    pub fn disagreement(&self) -> Option<Disagreement> {
        let (shown, second) = self.knowledge.both_counts()?;
        let cells = self.rules().size().iter().map(Some);
        let cells = cells.zip(shown.cells.iter().zip(&second.cells));
        let mut numbers = iter::once((None, (&shown.solutions, &second.solutions))).chain(cells);
        let (cell, (shown, second)) = numbers.find(|(_, (shown, second))| shown != second)?;
        Some(Disagreement { cell, shown: shown.clone(), second: second.clone() })
    }

    /// The number of solutions with a piece on the cell, once known.
    ///
    /// # Panics
    /// When the cell is off the grid.
    pub fn solutions_with(&self, cell: Cell) -> Option<&BigUint> {
        self.knowledge.census.as_ref().map(|census| &census.cells[self.rules().size().index(cell)])
    }

    /// The cost of the cheapest remaining solution with a piece on the cell, once known; `None` if there
    /// is no such solution.
    ///
    /// # Panics
    /// When the cell is off the grid.
    pub fn cheapest_with(&self, cell: Cell) -> Option<i64> {
        self.knowledge.costs.as_ref()?.cells[self.rules().size().index(cell)]
    }

    /// The state of a cell according to the answers so far.
    ///
    /// # Panics
    /// When the cell is off the grid.
    pub fn state(&self, cell: Cell) -> CellState {
        if let Some(state) = self.decided_state(cell) {
            return state;
        }
        let is_attacked = self.attacked.contains(cell);
        let attacked_or = |state| if is_attacked { CellState::Attacked } else { state };
        match (self.knowledge.solutions().zip(self.solutions_with(cell)), &self.knowledge.domains) {
            (Some((_, with)), _) if with.is_zero() => attacked_or(CellState::Impossible),
            (Some((all, with)), _) if with == all => CellState::Forced,
            (Some(_), _) => CellState::Possible,
            (None, Some(domains)) if domains.must_hold.contains(cell) => CellState::Forced,
            (None, Some(domains))
                if domains.can_hold.contains(cell) && domains.can_be_empty.contains(cell) =>
            {
                CellState::Possible
            }
            (None, Some(domains)) if domains.cannot_hold.contains(cell) => {
                attacked_or(CellState::Impossible)
            }
            (None, _) => attacked_or(CellState::Unknown),
        }
    }

    /// The state of a hole or a decided cell.
    fn decided_state(&self, cell: Cell) -> Option<CellState> {
        if self.rules().grid().is_hole(cell) {
            return Some(CellState::Hole);
        }
        self.decisions().get(cell).map(|value| match value {
            Value::Placed => CellState::Placed,
            Value::Excluded => CellState::Excluded,
        })
    }

    /// The undecided cells that have a piece in no remaining solution, attacked cells included; `None` until
    /// the states of all cells are known.
    pub fn ruled_out(&self) -> Option<CellSet> {
        let is_ruled_out =
            |cell: &Cell| matches!(self.state(*cell), CellState::Attacked | CellState::Impossible);
        let size = self.rules().size();
        self.knows_all_cells().then(|| CellSet::from_cells(size, size.iter().filter(is_ruled_out)))
    }

    /// The state of a cell as the assist shows it; `None` if the assist does not show the state of this cell.
    ///
    /// # Panics
    /// When the cell is off the grid.
    pub fn shown_state(&self, cell: Cell, assist: Assist) -> Option<CellState> {
        let attacked = || self.attacked.contains(cell).then_some(CellState::Attacked);
        match assist {
            Assist::Full => Some(self.state(cell)),
            Assist::Attacks => self.decided_state(cell).or_else(attacked),
            Assist::None => self.decided_state(cell),
        }
    }

    /// True if the placed pieces are a solution when all other cells are empty. Asks no engine.
    pub fn is_solved(&self) -> bool {
        let rules = self.rules();
        let placed = CellSet::from_cells(rules.size(), self.decisions().cells(Value::Placed));
        let is_within = |(weights, limit): (&Weights, i64)| weights.cost(&placed) <= limit;
        (&placed & &self.attacked).is_empty()
            && rules.groups().iter().all(|group| group.allows(&placed))
            && rules.limit().is_none_or(is_within)
    }

    /// The cell of the first placed piece that attacks `cell`, if there is one.
    pub fn attacker(&self, cell: Cell) -> Option<Cell> {
        self.problem().attacker(cell)
    }

    /// The impossible wish that can be explained for a cell: a piece on an attacked or impossible cell, or no
    /// piece on a forced cell. For any other cell of a position without solutions: the wish that there is a
    /// solution (`Some(None)`). `None` if there is nothing to explain.
    pub fn wish(&self, cell: Cell) -> Option<Wish> {
        match self.state(cell) {
            CellState::Attacked | CellState::Impossible => Some(Some((cell, Value::Placed))),
            CellState::Forced => Some(Some((cell, Value::Excluded))),
            _ if self.knowledge.is_satisfiable() == Some(false) => Some(None),
            _ => None,
        }
    }

    /// The reason why [`Session::wish`] is impossible, once known.
    pub fn reason(&self, cell: Cell) -> Option<&Reason> {
        self.knowledge.reason(self.wish(cell)?)?
    }

    /// All minimal explanations of [`Session::wish`], once known.
    pub fn explanations(&self, cell: Cell) -> Option<&[Explanation]> {
        self.knowledge.explanations.get(&self.wish(cell)?).map(Vec::as_slice)
    }

    /// Replaces the explanation of the cell's wish by the next one in [`Session::explanations`]. Returns the
    /// number of the new explanation, counted from 1; `None` if the explanations are not known.
    pub fn show_next_explanation(&mut self, cell: Cell) -> Option<usize> {
        let wish = self.wish(cell)?;
        self.knowledge.next_explanation(wish)
    }

    /// True if the last of several explanations of the cell's wish was shown by the latest call of
    /// [`Session::show_next_explanation`].
    pub fn is_last_explanation_shown(&self, cell: Cell) -> bool {
        self.wish(cell).is_some_and(|wish| self.knowledge.shown_last == Some(wish))
    }

    /// Begins the round of explanations again.
    pub fn restart_explanations(&mut self) {
        self.knowledge.shown_last = None;
    }

    /// Forgets the explanations of [`Session::explanations`], but not [`Session::reason`].
    pub fn forget_explanations(&mut self, cell: Cell) {
        if let Some(wish) = self.wish(cell) {
            self.knowledge.explanations.remove(&wish);
        }
    }

    /// The decisions to take back so that [`Session::wish`] becomes possible, once known; `None` also
    /// if taking back decisions cannot help.
    pub fn restoration(&self, cell: Cell) -> Option<&Restoration> {
        self.reason(cell)?.restoration.as_ref()
    }

    /// Sorts the alternatives of [`Session::restoration`] by the number of solutions that they leave, see
    /// [`Restoration::sort`].
    pub fn sort_restorations(&mut self, cell: Cell) {
        let wish = self.wish(cell);
        if let Some(restoration) = wish.and_then(|wish| self.knowledge.restoration_mut(wish)) {
            restoration.sort();
        }
    }

    /// Takes back the decisions on the cells `take_back` and gives `cell` the value that the user wants, as one
    /// undo step. Returns false if nothing changes.
    pub fn restore(&mut self, cell: Cell, take_back: &[Cell]) -> bool {
        let Some(wish) = self.wish(cell) else { return false };
        let without = take_back.iter().map(|&cell| (cell, None));
        let wished = wish.map(|(cell, value)| (cell, Some(value)));
        self.change(|history| history.change(without.chain(wished)))
    }

    /// The fraction of the remaining solutions that have a piece on a possible cell, from 0 to 1; `None` for
    /// cells in other states. Estimated if the solutions are not counted.
    pub fn share(&self, cell: Cell) -> Option<f64> {
        let possible = self.state(cell) == CellState::Possible;
        if self.knowledge.estimate().is_some() {
            let shares = &self.knowledge.estimate.as_ref()?.shares;
            return possible.then(|| shares[self.rules().size().index(cell)].value);
        }
        let (with, all) = (self.solutions_with(cell)?, self.knowledge.solutions()?);
        // Both numbers are divided by the same power of two if they are too large for floating point.
        let shift = all.bits().saturating_sub(u64::from(f64::MAX_EXP as u32 / 2));
        let float = |number: &BigUint| (number >> shift).to_f64().unwrap_or(f64::INFINITY);
        possible.then(|| float(with) / float(all))
    }

    /// The most informative cell to decide next: the possible cell that splits the remaining solutions most
    /// evenly, by counts or by estimates. Among equally informative cells, the first in row-major order.
    pub fn most_informative(&self) -> Option<Cell> {
        let Some(all) = self.knowledge.solutions() else {
            self.knowledge.estimate()?;
            let cells = self.rules().size().iter();
            let shares = cells.filter_map(|cell| Some((cell, self.share(cell)?)));
            let unevenness = |&(_, share): &(Cell, f64)| (share - 0.5).abs();
            let most = shares.min_by(|a, b| unevenness(a).total_cmp(&unevenness(b)));
            return most.map(|(cell, _)| cell);
        };
        let all = BigInt::from(all.clone());
        let unevenness = |cell: Cell| {
            let with = BigInt::from(self.solutions_with(cell)?.clone());
            Some((with * 2_u8 - &all).magnitude().clone())
        };
        let possible = self.rules().size().iter();
        possible
            .filter(|&cell| self.state(cell) == CellState::Possible)
            .min_by_key(|&cell| unevenness(cell))
    }

    /// Decides an undecided cell.
    ///
    /// # Errors
    /// When the cell is a hole or off the grid, is given, or no solution would remain.
    pub fn decide(&mut self, cell: Cell, value: Value) -> Result<(), Refusal> {
        self.decide_with_assist(cell, value, Assist::Full)
    }

    /// Decides an undecided cell. Refuses only for reasons shown by the assist.
    ///
    /// # Errors
    /// When the cell is a hole or off the grid, is given, or the assist shows that no solution would
    /// remain.
    pub fn decide_with_assist(
        &mut self,
        cell: Cell,
        value: Value,
        assist: Assist,
    ) -> Result<(), Refusal> {
        self.check_with_assist(cell, value, assist)?;
        if self.decisions().get(cell) != Some(value) {
            self.change(|history| history.change([(cell, Some(value))]));
        }
        Ok(())
    }

    /// Checks whether [`Session::decide_with_assist`] would refuse.
    ///
    /// # Errors
    /// The errors of [`Session::decide_with_assist`].
    pub fn check_with_assist(
        &self,
        cell: Cell,
        value: Value,
        assist: Assist,
    ) -> Result<(), Refusal> {
        self.rules().check(cell)?;
        if self.decisions().get(cell) == Some(value) {
            return Ok(());
        }
        if self.decisions().is_given(cell) {
            return Err(Refusal::Given(cell));
        }
        match (self.shown_state(cell, assist), value) {
            (Some(CellState::Attacked), Value::Placed) => {
                if let Some(by) = self.attacker(cell) {
                    return Err(Refusal::Attacked { cell, by });
                }
            }
            (Some(CellState::Impossible), Value::Placed) => return Err(Refusal::Impossible(cell)),
            (Some(CellState::Forced), Value::Excluded) => return Err(Refusal::Forced(cell)),
            _ => {}
        }
        Ok(())
    }

    /// Takes back the decision on a cell; false if there is none.
    ///
    /// # Errors
    /// When the piece on the cell is a given.
    pub fn retract(&mut self, cell: Cell) -> Result<bool, Refusal> {
        if self.decisions().is_given(cell) {
            return Err(Refusal::Given(cell));
        }
        Ok(self.put(cell, None))
    }

    /// Gives a cell a value, or takes its decision back (`None`), in one undo step. The cell may be decided or not.
    /// Refuses nothing: returns false if nothing changes, or if the piece on the cell is a given.
    pub fn put(&mut self, cell: Cell, value: Option<Value>) -> bool {
        self.change(|history| history.change([(cell, value)]))
    }

    /// The cells of a line of decisions, see [`History::decision_lines`].
    pub fn cells_of(&self, line: Range<usize>) -> Vec<Cell> {
        line.filter_map(|index| self.decisions().at(index)).map(|(cell, _)| cell).collect()
    }

    /// Takes back the line of decisions that includes a cell, in one undo step; false if the cell is not decided.
    ///
    /// # Errors
    /// When the piece on the cell is a given.
    pub fn retract_line(&mut self, cell: Cell) -> Result<bool, Refusal> {
        let mut lines = self.history.decision_lines().into_iter().map(|line| self.cells_of(line));
        match lines.find(|line| line.contains(&cell)) {
            Some(line) if line.len() > 1 => Ok(self.set_excluded(&line, false)),
            _ => self.retract(cell),
        }
    }

    /// Takes back all decisions except givens, in one undo step; false if there are none.
    pub fn reset(&mut self) -> bool {
        self.change(History::reset)
    }

    /// Decides the whole board, in one undo step; false if nothing changes. Takes back pieces that the solution lacks.
    pub fn complete(&mut self, completion: &Completion) -> bool {
        let pieces: Vec<Cell> = self.decisions().cells(Value::Placed).collect();
        let wrong = pieces.into_iter().filter(|&cell| !completion.placed.contains(cell));
        let wrong = wrong.map(|cell| (cell, None));
        let placed = completion.placed.iter().map(|cell| (cell, Some(Value::Placed)));
        let excluded = completion.excluded.iter().map(|cell| (cell, Some(Value::Excluded)));
        self.change(|history| history.change(wrong.chain(placed).chain(excluded)))
    }

    /// Excludes cells, or takes back their exclusions if `excludes` is false, in one undo step. Skips holes, placed
    /// pieces, and cells that the assist shows as forced. Returns false if nothing changes.
    pub fn set_excluded(&mut self, cells: &[Cell], excludes: bool) -> bool {
        let is_swept = |cell: &Cell| match self.shown_state(*cell, self.assist()) {
            Some(CellState::Excluded) => !excludes,
            Some(CellState::Placed | CellState::Hole | CellState::Forced) => false,
            Some(
                CellState::Possible
                | CellState::Attacked
                | CellState::Impossible
                | CellState::Unknown,
            )
            | None => excludes,
        };
        let swept: Vec<Cell> = cells.iter().copied().filter(is_swept).collect();
        let value = excludes.then_some(Value::Excluded);
        self.change(|history| history.change(swept.into_iter().map(|cell| (cell, value))))
    }

    /// Replaces the rules and removes all decisions, in one undo step; false if the rules are the same.
    pub fn set_rules(&mut self, rules: impl Into<Arc<Rules>>) -> bool {
        let rules = rules.into();
        self.change(|history| history.set_rules(rules))
    }

    /// Replaces the problem including decisions and givens, in one undo step; false if the problem is the same.
    pub fn set_problem(&mut self, problem: Problem) -> bool {
        self.change(|history| history.set_problem(problem))
    }

    /// Replaces the problem by a board file, which has its own assist, in one undo step; false if problem and assist
    /// are the same.
    pub fn open(&mut self, board: BoardFile) -> bool {
        let same = *self.problem() == board.problem && self.assist() == board.assist;
        !same && self.change(|history| history.open(board))
    }

    /// The present assist: the board's own assist if it came from a puzzle or a file, otherwise the user's.
    pub fn assist(&self) -> Assist {
        self.history.own_assist().unwrap_or(self.assist)
    }

    /// Sets the user's assist and removes the boards' own assists. This cannot be undone.
    pub fn set_assist(&mut self, assist: Assist) {
        self.assist = assist;
        self.history.drop_own_assist();
        self.record(Some(JournalEntry::Assist(assist)));
    }

    /// Forgets all steps, so that nothing can be undone.
    pub fn forget_steps(&mut self) {
        self.history.forget_steps();
        self.record(Some(JournalEntry::Forgotten));
    }

    /// Undoes the last step; false if there is none.
    pub fn undo(&mut self) -> bool {
        self.change_and_record(History::undo, |_| Some(JournalEntry::Undone))
    }

    /// Redoes the step undone last; false if there is none.
    pub fn redo(&mut self) -> bool {
        self.change_and_record(History::redo, |_| Some(JournalEntry::Redone))
    }

    /// Returns to an earlier state `before` of this session, and removes all later steps. The position gets a new stamp.
    pub fn go_back_to(&mut self, before: Self) {
        let Stamp(stamp) = self.stamp();
        *self = before;
        self.knowledge.stamp = Stamp(stamp + 1);
    }

    /// Performs a step and records it; false if nothing changes.
    pub(crate) fn change(&mut self, step: impl FnOnce(&mut History) -> bool) -> bool {
        self.change_and_record(step, JournalEntry::of_last_step)
    }

    /// Changes the history. If the history changed, records an entry and forgets the answers about the old
    /// position.
    fn change_and_record(
        &mut self,
        change: impl FnOnce(&mut History) -> bool,
        entry: impl FnOnce(&History) -> Option<JournalEntry>,
    ) -> bool {
        let changed = change(&mut self.history);
        if changed {
            self.record(entry(&self.history));
            self.knowledge.forget();
            self.attacked = attacked(self.history.problem());
        }
        changed
    }
}

/// The cells that attack a placed piece or are attacked by one. None without the board rule, because attacks forbid
/// nothing there.
fn attacked(problem: &Problem) -> CellSet {
    problem.rules().excluded_by(problem.decisions().cells(Value::Placed))
}

#[cfg(test)]
mod tests;
