//! The last technique: an engine finds a deduction from all rules, and a small set of rules that proves it.

use std::sync::Arc;

use num_traits::Zero;

use super::board::Board;
use super::candidates::Candidates;
use super::step::Step;
use super::technique::Technique;
use crate::rule_reasons::{ImpliedValue, RuleReasons};
use engine::{Answer, Budget, Census, PartialAnswer, auto};
use geometry::Cell;
use problem::{Problem, Value};

/// Maximum number of cells whose rules are compared.
const MAX_COMPARED: usize = 16;

/// The answer of an engine: what follows from a position.
pub(super) enum Follows {
    /// The value of a cell.
    Step(Step),
    /// Nothing follows: every open cell can hold a piece and can be empty.
    Nothing,
    /// There is no solution.
    NoSolution,
}

/// Asks an engine for deductions in positions under the same rules.
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

    /// Asks for deductions in a position after earlier steps.
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
        // A piece implies more than an empty cell, so pieces are preferred.
        let is_piece = |&(_, value): &(Cell, Value)| value == Value::Placed;
        let mut chosen: Vec<_> = self.following.iter().copied().filter(is_piece).collect();
        if chosen.is_empty() {
            chosen.clone_from(&self.following);
        }
        chosen.truncate(MAX_COMPARED);
        let settled = reasons.find_implied_value(&position, &chosen, budget)?;
        let Some(ImpliedValue { cell, value, rules, cells }) = settled else {
            return Ok(Follows::Nothing);
        };
        let step = Step::of_cell(Technique::Rules, (cell, value), rules);
        Ok(Follows::Step(Step { cells, ..step }))
    }

    /// Finds all values that follow from a position. False if there is no solution.
    fn ask(
        &mut self,
        position: &Problem,
        candidates: &Candidates,
        budget: &Budget,
    ) -> Answer<bool> {
        let (mut census, mut domains) = (None, None);
        self.engine.survey(position, budget, &mut |layer| match layer {
            PartialAnswer::Census(found, _) => census = Some(found),
            PartialAnswer::Domains(found) => domains = Some(found),
            _ => {}
        })?;
        let size = position.rules().size();
        let value = |cell| match (&census, &domains) {
            (Some(Census { solutions, cells }), _) => match &cells[size.index(cell)] {
                with if with.is_zero() => Some(Value::Excluded),
                with => (with == solutions).then_some(Value::Placed),
            },
            (None, Some(domains)) if domains.must_hold.contains(cell) => Some(Value::Placed),
            (None, Some(domains)) if domains.cannot_hold.contains(cell) => Some(Value::Excluded),
            (None, _) => None,
        };
        let following = |cell| Some((cell, value(cell)?));
        self.following = candidates.open.iter().filter_map(following).collect();
        Ok(match (census, domains) {
            (Some(census), _) => !census.solutions.is_zero(),
            (None, domains) => domains.and_then(|domains| domains.satisfiable) != Some(false),
        })
    }
}

/// The position with a decision on every settled cell.
fn position(board: &Board, candidates: &Candidates) -> Problem {
    let rules = board.rules();
    let decided = |cell: Cell| Some((cell, candidates.get(cell)?));
    let decisions = rules.grid().standing_cells().filter_map(decided).collect();
    Problem::with_decisions(Arc::clone(rules), decisions).expect("cells of the board")
}
