//! Interactive configuration: what was decided, and what is known to follow. No terminal.
//!
//! [`History`] holds the decisions with undo and redo, [`Knowledge`] what an engine answered, stamped
//! with the position it belongs to. A [`Session`] joins them: it tells every cell's state, and
//! refuses what cannot lead to a solution. A [`Journal`] keeps on disk what was done.

mod ask;
mod entry;
mod explanation;
mod hint;
mod history;
mod journal;
mod knowledge;
mod reason;
mod record;
mod restoration;

use std::sync::Arc;

pub use entry::Entry;
pub use explanation::{Explanation, explain};
pub use hint::{Deduction, Ground, Hint};
pub use history::History;
pub use journal::{Journal, Resumed};
pub use knowledge::{CellState, Finding, Knowledge, NearestSize, Source, Stamp};
pub use reason::{Reason, Wish};
pub use restoration::{COMPARED, Restoration, restore};

use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};

use crate::engine::{Completion, Domains, Kind};
use crate::geometry::{Cell, CellSet};
use crate::problem::{Assist, BoardFile, DecisionError, Decisions, Group, Problem, Rules, Value};

/// A problem being configured.
#[derive(Clone, Debug)]
pub struct Session {
    history: History,
    /// How much the user wants to be told, where the board does not come with that.
    assist: Assist,
    knowledge: Knowledge,
    /// The cells that placed pieces attack.
    attacked: CellSet,
    /// Entries that the journal has not fetched yet, if the session is recorded.
    entries: Option<Vec<Entry>>,
}

/// A decision that is not taken, and why.
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
    /// No remaining solution has a piece there.
    #[error("{0} is impossible: no remaining solution has a piece there")]
    Impossible(Cell),
    /// The piece there was placed for good.
    #[error("{0} is given: it cannot be taken back")]
    Given(Cell),
    /// All remaining solutions have a piece there.
    #[error("{0} is forced: every remaining solution has a piece there")]
    Forced(Cell),
}

impl Session {
    /// A session that begins with the problem's decisions, nothing to undo.
    #[must_use]
    pub fn new(problem: Problem) -> Self {
        Self::of(History::new(problem))
    }

    /// A session that begins with a board that brings along how much it tells.
    #[must_use]
    pub fn of_board(board: BoardFile) -> Self {
        Self::of(History::of_board(board))
    }

    fn of(history: History) -> Self {
        Self {
            attacked: attacked(history.problem()),
            history,
            assist: Assist::default(),
            knowledge: Knowledge::default(),
            entries: None,
        }
    }

    /// The rules and the decisions so far.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        self.history.problem()
    }

    /// Grid, piece and groups.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        self.problem().rules()
    }

    /// The decisions so far.
    #[must_use]
    pub fn decisions(&self) -> &Decisions {
        self.problem().decisions()
    }

    /// Names the present position: answers are accepted for this stamp only.
    #[must_use]
    pub fn stamp(&self) -> Stamp {
        self.knowledge.stamp()
    }

    /// What is known of the present position.
    #[must_use]
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// Takes an answer in, if it belongs to the present position; tells whether it did. Domains that
    /// leave no solution, or only one, are counts as well.
    pub fn learn(&mut self, stamp: Stamp, finding: Finding) -> bool {
        if stamp != self.stamp() {
            return false;
        }
        let census = match &finding {
            Finding::Domains(domains, elapsed) => {
                let source = Source { engine: Kind::Sat, elapsed: *elapsed };
                domains.census(self.rules().grid()).map(|census| Finding::Census(census, source))
            }
            _ => None,
        };
        self.knowledge.learn(stamp, finding)
            && census.is_none_or(|census| self.knowledge.learn(stamp, census))
    }

    /// Is all known of every cell: counts, or what each can still be?
    #[must_use]
    pub fn is_known(&self) -> bool {
        let domains = self.knowledge.domains();
        self.solutions().is_some()
            || domains.is_some_and(|domains| domains.is_complete(self.rules().grid()))
    }

    /// The number of solutions that remain, once it is known.
    #[must_use]
    pub fn solutions(&self) -> Option<&BigUint> {
        self.knowledge.census().map(|census| &census.solutions)
    }

    /// The number of solutions with a piece on the cell, once it is known.
    ///
    /// # Panics
    /// When the cell is off the grid.
    #[must_use]
    pub fn solutions_with(&self, cell: Cell) -> Option<&BigUint> {
        self.knowledge.census().map(|census| &census.cells[self.rules().size().index(cell)])
    }

    /// Do solutions remain? `None` while it is not known.
    #[must_use]
    pub fn is_satisfiable(&self) -> Option<bool> {
        let counted = self.solutions().map(|solutions| !solutions.is_zero());
        counted.or_else(|| self.knowledge.domains()?.satisfiable)
    }

    /// A cell's state, as far as it is known.
    ///
    /// # Panics
    /// When the cell is off the grid.
    #[must_use]
    pub fn state(&self, cell: Cell) -> CellState {
        if let Some(state) = self.plain_state(cell) {
            return state;
        }
        if let (None, Some(domains)) = (self.knowledge.census(), self.knowledge.domains()) {
            return self.state_among(domains, cell);
        }
        match (self.solutions(), self.solutions_with(cell)) {
            (Some(all), Some(with)) if !with.is_zero() => {
                if with == all {
                    CellState::Forced
                } else {
                    CellState::Possible
                }
            }
            _ if self.attacked.contains(cell) => CellState::Attacked,
            (Some(_), _) => CellState::Impossible,
            (None, _) => CellState::Unknown,
        }
    }

    /// The state of an undecided cell by its domain.
    fn state_among(&self, domains: &Domains, cell: Cell) -> CellState {
        if domains.must_hold.contains(cell) {
            CellState::Forced
        } else if domains.can_hold.contains(cell) && domains.can_be_empty.contains(cell) {
            CellState::Possible
        } else if self.attacked.contains(cell) {
            CellState::Attacked
        } else if domains.cannot_hold.contains(cell) {
            CellState::Impossible
        } else {
            CellState::Unknown
        }
    }

    /// The state of a hole or a decided cell.
    fn plain_state(&self, cell: Cell) -> Option<CellState> {
        if self.rules().grid().is_hole(cell) {
            return Some(CellState::Hole);
        }
        self.decisions().get(cell).map(|value| match value {
            Value::Placed => CellState::Placed,
            Value::Excluded => CellState::Excluded,
        })
    }

    /// As much of a cell's state as the level of assistance tells; nothing of a cell left to the user.
    ///
    /// # Panics
    /// When the cell is off the grid.
    #[must_use]
    pub fn told(&self, cell: Cell, assist: Assist) -> Option<CellState> {
        let attacked = || self.attacked.contains(cell).then_some(CellState::Attacked);
        match assist {
            Assist::Full => Some(self.state(cell)),
            Assist::Attacks => self.plain_state(cell).or_else(attacked),
            Assist::None => self.plain_state(cell),
        }
    }

    /// Do the placed pieces make a solution, with every other cell left empty? Asks no engine.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        let rules = self.rules();
        let placed = CellSet::from_cells(rules.size(), self.decisions().cells(Value::Placed));
        let holds = |group: &Group| {
            let pieces = group.cells().iter().filter(|&&cell| placed.contains(cell)).count();
            group.bounds().hold(pieces as u32)
        };
        (&placed & &self.attacked).is_empty() && rules.groups().iter().all(holds)
    }

    /// A placed piece that attacks the cell, of several the one placed first.
    #[must_use]
    pub fn attacker(&self, cell: Cell) -> Option<Cell> {
        self.problem().attacker(cell)
    }

    /// What cannot be done about a cell, for which there is a reason to be found: a piece on an
    /// attacked or impossible one, none on a forced one. Without solutions, a solution at all.
    #[must_use]
    pub fn wish(&self, cell: Cell) -> Option<Wish> {
        match self.state(cell) {
            CellState::Attacked | CellState::Impossible => Some(Some((cell, Value::Placed))),
            CellState::Forced => Some(Some((cell, Value::Excluded))),
            _ if self.is_satisfiable() == Some(false) => Some(None),
            _ => None,
        }
    }

    /// Why that cannot be done, once it is known.
    #[must_use]
    pub fn reason(&self, cell: Cell) -> Option<&Reason> {
        self.knowledge.reason(self.wish(cell)?)?
    }

    /// Does what cannot be done about a cell, by taking back what stands in its way, as one step;
    /// tells whether the way is known.
    pub fn restore(&mut self, cell: Cell) -> bool {
        let Some(wish) = self.wish(cell) else { return false };
        let Some(restoration) = self.reason(cell).and_then(|reason| reason.restoration.clone())
        else {
            return false;
        };
        let taken_back = restoration.take_back.into_iter().map(|cell| (cell, None));
        let decided = wish.map(|(cell, value)| (cell, Some(value)));
        self.change(|history| history.change(taken_back.chain(decided)))
    }

    /// A cell whose state says something that is not decided yet: a forced one if there is any, else an
    /// impossible one; the first in row-major order.
    #[must_use]
    pub fn telling_cell(&self) -> Option<Cell> {
        let first =
            |state: CellState| self.rules().size().iter().find(|&cell| self.state(cell) == state);
        first(CellState::Forced).or_else(|| first(CellState::Impossible))
    }

    /// The share of the remaining solutions that have a piece on a possible cell, above 0 and below 1;
    /// `None` for other cells.
    #[must_use]
    pub fn share(&self, cell: Cell) -> Option<f64> {
        let (with, all) = (self.solutions_with(cell)?, self.solutions()?);
        let possible = self.state(cell) == CellState::Possible;
        // Numbers beyond all floating-point numbers are first made smaller alike.
        let shift = all.bits().saturating_sub(u64::from(f64::MAX_EXP as u32 / 2));
        let float = |number: &BigUint| (number >> shift).to_f64().unwrap_or(f64::INFINITY);
        possible.then(|| float(with) / float(all))
    }

    /// The most informative cell to decide next: the possible one that splits the remaining solutions
    /// most evenly, of several the first in row-major order.
    #[must_use]
    pub fn most_informative(&self) -> Option<Cell> {
        let all = BigInt::from(self.solutions()?.clone());
        let unevenness = |cell: Cell| {
            let with = BigInt::from(self.solutions_with(cell)?.clone());
            Some((with * 2_u8 - &all).magnitude().clone())
        };
        let possible = self.rules().size().iter();
        possible
            .filter(|&cell| self.state(cell) == CellState::Possible)
            .min_by_key(|&cell| unevenness(cell))
    }

    /// Is every cell decided, or settled by what remains?
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.solutions().is_some_and(One::is_one)
    }

    /// Decides an undecided cell.
    ///
    /// # Errors
    /// When nothing can stand there, the piece there is given, or it is known that no solution would
    /// remain.
    pub fn decide(&mut self, cell: Cell, value: Value) -> Result<(), Refusal> {
        self.decide_told(cell, value, Assist::Full)
    }

    /// Decides an undecided cell, refusing only what the level of assistance tells.
    ///
    /// # Errors
    /// When nothing can stand there, the piece there is given, or the user has been told that no
    /// solution would remain.
    ///
    /// # Panics
    /// Never: an attacked cell has an attacker.
    pub fn decide_told(&mut self, cell: Cell, value: Value, assist: Assist) -> Result<(), Refusal> {
        self.rules().check(cell)?;
        if self.decisions().get(cell) == Some(value) {
            return Ok(());
        }
        if self.decisions().is_given(cell) {
            return Err(Refusal::Given(cell));
        }
        match (self.told(cell, assist), value) {
            (Some(CellState::Attacked), Value::Placed) => {
                let by = self.attacker(cell).expect("it is attacked");
                return Err(Refusal::Attacked { cell, by });
            }
            (Some(CellState::Impossible), Value::Placed) => return Err(Refusal::Impossible(cell)),
            (Some(CellState::Forced), Value::Excluded) => return Err(Refusal::Forced(cell)),
            _ => {}
        }
        self.change(|history| history.decide(cell, value));
        Ok(())
    }

    /// Takes the decision on a cell back, whenever it was made; tells whether there was one.
    ///
    /// # Errors
    /// When the piece there is given.
    pub fn retract(&mut self, cell: Cell) -> Result<bool, Refusal> {
        if self.decisions().is_given(cell) {
            return Err(Refusal::Given(cell));
        }
        Ok(self.change(|history| history.retract(cell)))
    }

    /// Takes all decisions but the givens back, as one step; tells whether there were any.
    pub fn reset(&mut self) -> bool {
        self.change(History::reset)
    }

    /// Decides the whole board, as one step.
    pub fn complete(&mut self, completion: &Completion) -> bool {
        let placed = completion.place.iter().map(|cell| (cell, Value::Placed));
        let excluded = completion.exclude.iter().map(|cell| (cell, Value::Excluded));
        self.change(|history| history.decide_all(placed.chain(excluded)))
    }

    /// Goes on with another grid or piece and no decisions, as one step.
    pub fn set_rules(&mut self, rules: impl Into<Arc<Rules>>) -> bool {
        let rules = rules.into();
        self.change(|history| history.set_rules(rules))
    }

    /// Goes on with another problem, its decisions and givens included, as one step.
    pub fn set_problem(&mut self, problem: Problem) -> bool {
        self.change(|history| history.set_problem(problem))
    }

    /// Goes on with another board, which brings along how much it tells, as one step.
    pub fn open(&mut self, board: BoardFile) -> bool {
        let same = *self.problem() == board.problem && self.assist() == board.assist;
        !same && self.change(|history| history.open(board))
    }

    /// How much the board tells: what it came with, as puzzles and files do, or else what the user wants.
    #[must_use]
    pub fn assist(&self) -> Assist {
        self.history.brought().unwrap_or(self.assist)
    }

    /// Has the board tell so much from here on, whatever it came with; this is no step to be undone.
    pub fn set_assist(&mut self, assist: Assist) {
        self.assist = assist;
        self.history.disregard_brought();
        self.record(Some(Entry::Assist(assist)));
    }

    /// Undoes the last step; false if there is none.
    pub fn undo(&mut self) -> bool {
        self.go(History::undo, |_| Some(Entry::Undone))
    }

    /// Redoes the step undone last; false if there is none.
    pub fn redo(&mut self) -> bool {
        self.go(History::redo, |_| Some(Entry::Redone))
    }

    /// Takes a step; false if nothing changed.
    fn change(&mut self, step: impl FnOnce(&mut History) -> bool) -> bool {
        self.go(step, |history| history.last_step().map(Entry::of_step))
    }

    /// Changes the position: records the entry, and forgets the knowledge of the old position.
    fn go(
        &mut self,
        change: impl FnOnce(&mut History) -> bool,
        entry: impl FnOnce(&History) -> Option<Entry>,
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

/// The cells that a problem's placed pieces attack.
fn attacked(problem: &Problem) -> CellSet {
    problem.rules().attacked_by(problem.decisions().cells(Value::Placed))
}

#[cfg(test)]
mod tests;
