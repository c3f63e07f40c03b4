//! Traits of the questions that several engines answer.

use num_bigint::BigUint;

use crate::answers::{Census, DiagramSize, EngineKind, Retractions};
use crate::budget::{Answer, Budget};
use crate::domains::Domains;
use crate::estimate::EstimatedCensus;
use geometry::{Cell, CellSet};
use problem::{Problem, Value};

/// A part of the answer about a position. An engine passes several parts.
#[derive(Clone, Debug, PartialEq)]
pub enum PartialAnswer {
    /// The valid domains of all cells that are known so far.
    Domains(Domains),
    /// An estimate of the number of solutions, and of the share of each cell.
    Estimate(EstimatedCensus),
    /// The number of all solutions and of the solutions with a piece on each cell, and the engine that counted them.
    Census(Census, EngineKind),
    /// The number of nodes of the position's row diagram.
    RowNodes(usize),
    /// The size of the position's reduced ordered BDD.
    Diagram(DiagramSize),
}

/// An engine that finds the possible values of the cells of a position.
pub trait Surveyor {
    /// Passes the layers of the answer about a position to `learn`. Domains are complete for the given cells only.
    ///
    /// # Errors
    /// When the budget ends first. The layers handed over until then are correct.
    fn survey_cells(
        &mut self,
        problem: &Problem,
        cells: &CellSet,
        budget: &Budget,
        learn: &mut dyn FnMut(PartialAnswer),
    ) -> Answer<()>;
}

/// An engine that decides whether a problem has a solution. Explanations and restorations use it.
pub trait Oracle {
    /// True if the problem has a solution.
    ///
    /// # Errors
    /// When the budget ends first.
    fn is_satisfiable(&mut self, problem: &Problem, budget: &Budget) -> Answer<bool>;

    /// The number of solutions; `None` if this engine does not count.
    ///
    /// # Errors
    /// When the budget ends first.
    fn solutions(&mut self, _problem: &Problem, _budget: &Budget) -> Answer<Option<BigUint>> {
        Ok(None)
    }

    /// At most `cap` of the smallest sets of `soft` decisions to take back so that a solution keeps the other `soft`
    /// decisions and the problem's own decisions. `None` if this engine cannot find such sets.
    ///
    /// # Errors
    /// When the budget ends first.
    fn smallest_retractions(
        &mut self,
        problem: &Problem,
        soft: &[(Cell, Value)],
        cap: usize,
        budget: &Budget,
    ) -> Answer<Option<Retractions>>;

    /// A subset of the `soft` decisions that leaves no solution together with the problem's own decisions. It is not
    /// necessarily a smallest one. `None` if all of the decisions together leave a solution, or if this engine cannot
    /// find such a subset.
    ///
    /// # Errors
    /// When the budget ends first.
    fn conflict(
        &mut self,
        _problem: &Problem,
        _soft: &[(Cell, Value)],
        _budget: &Budget,
    ) -> Answer<Option<Vec<Cell>>> {
        Ok(None)
    }
}
