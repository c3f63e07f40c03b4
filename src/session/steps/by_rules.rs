//! The last technique: an engine finds what follows from the rules, and a small set of rules that proves it.

use std::sync::Arc;

use super::board::Board;
use super::candidates::Candidates;
use super::step::Step;
use super::technique::Technique;
use crate::knowledge::CellState;
use crate::rule_reasons::{RuleReasons, Settled};
use crate::session::Session;
use engine::{Answer, Budget, auto};
use geometry::Cell;
use problem::{Problem, Value};

/// The answer of an engine: what follows from a position.
pub(super) enum Follows {
    /// The value of a cell.
    Step(Step),
    /// Nothing follows: every open cell can hold a piece and can be empty.
    Nothing,
    /// There is no solution.
    NoSolution,
}

/// Asks an engine what follows from a position.
pub(super) fn follows(
    engine: &mut auto::Engine,
    board: &Board,
    candidates: &Candidates,
    budget: &Budget,
) -> Answer<Follows> {
    if candidates.open.is_empty() {
        return Ok(Follows::Nothing);
    }
    let position = position(board, candidates);
    let mut session = Session::new(position.clone());
    session.ask(engine, budget)?;
    if session.is_satisfiable() == Some(false) {
        return Ok(Follows::NoSolution);
    }
    let following = |cell| match session.state(cell) {
        CellState::Forced => Some((cell, Value::Placed)),
        CellState::Impossible | CellState::Attacked => Some((cell, Value::Excluded)),
        _ => None,
    };
    let following: Vec<_> = candidates.open.iter().filter_map(following).collect();
    let settled = if following.is_empty() {
        None
    } else {
        let mut reasons = RuleReasons::new(board.rules(), budget)?;
        reasons.settle(&position, &following, budget)?
    };
    let Some(Settled { cell, value, rules, cells }) = settled else { return Ok(Follows::Nothing) };
    let (place, exclude) = match value {
        Value::Placed => (vec![cell], Vec::new()),
        Value::Excluded => (Vec::new(), vec![cell]),
    };
    let technique = Technique::Rules;
    Ok(Follows::Step(Step {
        technique,
        place,
        exclude,
        rules,
        cells,
        refuted: None,
        compared: 1,
        open: 1,
    }))
}

/// The position with a decision on every settled cell.
fn position(board: &Board, candidates: &Candidates) -> Problem {
    let rules = board.rules();
    let decided = |cell: Cell| Some((cell, candidates.get(cell)?));
    let decisions = rules.grid().standing().filter_map(decided).collect();
    Problem::decided(Arc::clone(rules), decisions).expect("cells of the board")
}
