//! The last technique: an engine finds what follows from the rules, and a small set of rules that proves it.

use std::sync::Arc;

use super::board::Board;
use super::candidates::Candidates;
use super::step::Step;
use super::technique::Technique;
use crate::knowledge::CellState;
use crate::rule_reasons::{ImpliedValue, RuleReasons};
use crate::session::Session;
use engine::{Answer, Budget, auto};
use geometry::Cell;
use problem::{Problem, Value};

/// Maximum number of cells whose rules are compared.
const MOST_COMPARED: usize = 16;

/// The answer of an engine: what follows from a position.
pub(super) enum Follows {
    /// The value of a cell.
    Step(Step),
    /// Nothing follows: every open cell can hold a piece and can be empty.
    Nothing,
    /// There is no solution.
    NoSolution,
}

/// Asks an engine what follows from positions under the same rules.
pub(super) struct ByRules<'a> {
    board: &'a Board,
    engine: &'a mut auto::Engine,
    reasons: Option<RuleReasons>,
    /// The values that followed from an earlier position. They still hold.
    following: Vec<(Cell, Value)>,
}

impl<'a> ByRules<'a> {
    pub(super) fn new(board: &'a Board, engine: &'a mut auto::Engine) -> Self {
        Self { board, engine, reasons: None, following: Vec::new() }
    }

    /// Asks what follows from a position that earlier steps led to.
    pub(super) fn follows(&mut self, candidates: &Candidates, budget: &Budget) -> Answer<Follows> {
        if candidates.open.is_empty() {
            return Ok(Follows::Nothing);
        }
        let position = position(self.board, candidates);
        self.following.retain(|&(cell, _)| candidates.open.contains(cell));
        if self.following.is_empty() && !self.ask(&position, candidates, budget)? {
            return Ok(Follows::NoSolution);
        }
        if self.following.is_empty() {
            return Ok(Follows::Nothing);
        }
        let reasons = match &mut self.reasons {
            Some(reasons) => reasons,
            none => none.insert(RuleReasons::new(self.board.rules(), budget)?),
        };
        // More follows from a piece than from an empty cell, so pieces are preferred.
        let is_piece = |&(_, value): &(Cell, Value)| value == Value::Placed;
        let mut chosen: Vec<_> = self.following.iter().copied().filter(is_piece).collect();
        if chosen.is_empty() {
            chosen.clone_from(&self.following);
        }
        chosen.truncate(MOST_COMPARED);
        let settled = reasons.find_implied_value(&position, &chosen, budget)?;
        let Some(ImpliedValue { cell, value, rules, cells }) = settled else {
            return Ok(Follows::Nothing);
        };
        let (place, exclude) = match value {
            Value::Placed => (vec![cell], Vec::new()),
            Value::Excluded => (Vec::new(), vec![cell]),
        };
        Ok(Follows::Step(Step {
            technique: Technique::Rules,
            place,
            exclude,
            rules,
            cells,
            refuted: None,
            compared: 1,
            unneeded: Vec::new(),
            open: 1,
        }))
    }

    /// Finds all values that follow from a position. False if there is no solution.
    fn ask(
        &mut self,
        position: &Problem,
        candidates: &Candidates,
        budget: &Budget,
    ) -> Answer<bool> {
        let mut session = Session::new(position.clone());
        session.ask(self.engine, budget)?;
        if session.is_satisfiable() == Some(false) {
            return Ok(false);
        }
        let following = |cell| match session.state(cell) {
            CellState::Forced => Some((cell, Value::Placed)),
            CellState::Impossible | CellState::Attacked => Some((cell, Value::Excluded)),
            _ => None,
        };
        self.following = candidates.open.iter().filter_map(following).collect();
        Ok(true)
    }
}

/// The position with a decision on every settled cell.
fn position(board: &Board, candidates: &Candidates) -> Problem {
    let rules = board.rules();
    let decided = |cell: Cell| Some((cell, candidates.get(cell)?));
    let decisions = rules.grid().standing_cells().filter_map(decided).collect();
    Problem::with_decisions(Arc::clone(rules), decisions).expect("cells of the board")
}
