//! The last resort: what follows from the rules, by an engine.

use std::sync::Arc;

use super::{Board, Candidates, Step, Technique};
use crate::engine::{Budget, Interrupted, auto};
use crate::geometry::Cell;
use crate::problem::Problem;
use crate::session::{CellState, Session};

/// What an engine knows of a position.
pub(super) enum Follows {
    /// A cell is settled.
    Step(Step),
    /// Every open cell is possible, and can be empty.
    Nothing,
    /// There is no solution.
    NoSolution,
}

/// What follows from a position, if anything does.
pub(super) fn follows(
    engine: &mut auto::Engine,
    board: &Board,
    candidates: &Candidates,
    budget: &Budget,
) -> Result<Follows, Interrupted> {
    if candidates.open.is_empty() {
        return Ok(Follows::Nothing);
    }
    let mut session = Session::new(position(board, candidates));
    session.ask(engine, budget)?;
    if session.is_satisfiable() == Some(false) {
        return Ok(Follows::NoSolution);
    }
    let Some(cell) = session.consequence() else { return Ok(Follows::Nothing) };
    let (place, exclude) = match session.state(cell) {
        CellState::Forced => (vec![cell], Vec::new()),
        _ => (Vec::new(), vec![cell]),
    };
    let groups = board.bounds().map(|(name, ..)| name.to_owned()).collect();
    let technique = Technique::Rules;
    Ok(Follows::Step(Step { technique, place, exclude, groups, cells: Vec::new(), refuted: None }))
}

/// The position in which all settled cells are decided, but those that a placed piece attacks.
fn position(board: &Board, candidates: &Candidates) -> Problem {
    let rules = board.rules();
    let attacked = rules.attacked_by(candidates.placed.iter());
    let decided = |cell: Cell| {
        let value = candidates.get(cell).filter(|_| !attacked.contains(cell))?;
        Some((cell, value))
    };
    let decisions = rules.grid().standing().filter_map(decided).collect();
    Problem::decided(Arc::clone(rules), decisions).expect("cells of the board")
}
