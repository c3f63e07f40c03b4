//! What engines are asked by those who need not know which one answers.

use num_bigint::BigUint;

use crate::answers::{Census, DiagramSize, EngineKind, Repairs};
use crate::budget::{Budget, Interrupted};
use crate::domains::Domains;
use crate::estimate::EstimatedCensus;
use geometry::{Cell, CellSet};
use problem::{Problem, Value};

/// A part of the answer about a position. Parts come one after the other.
#[derive(Clone, Debug, PartialEq)]
pub enum Layer {
    /// What every cell can still be, as far as it is known.
    Domains(Domains),
    /// About how many solutions there are, and the share of each cell.
    Estimate(EstimatedCensus),
    /// All counts, and the engine that counted.
    Census(Census, EngineKind),
    /// The nodes of the position's row diagram.
    RowNodes(usize),
    /// The size of the position's reduced ordered BDD.
    Diagram(DiagramSize),
}

/// An engine that knows what a position leaves possible.
pub trait Surveyor {
    /// Hands over what follows from a position, layer by layer. Domains need to be complete for the
    /// given cells only.
    ///
    /// # Errors
    /// When the budget ends first. The layers handed over are right, but not all.
    fn survey_cells(
        &mut self,
        problem: &Problem,
        cells: &CellSet,
        budget: &Budget,
        learn: &mut dyn FnMut(Layer),
    ) -> Result<(), Interrupted>;
}

/// An engine that decides whether a problem has a solution: what explanation and restoration need.
pub trait Oracle {
    /// True if the problem has a solution.
    ///
    /// # Errors
    /// When the budget ends first.
    fn is_satisfiable(&mut self, problem: &Problem, budget: &Budget) -> Result<bool, Interrupted>;

    /// The number of solutions, if this engine counts.
    ///
    /// # Errors
    /// When the budget ends first.
    fn solutions(
        &mut self,
        problem: &Problem,
        budget: &Budget,
    ) -> Result<Option<BigUint>, Interrupted>;

    /// The smallest sets of `soft` decisions to take back so that a solution keeps the others and the
    /// problem's own, at most `cap` of them; `None` if this engine cannot find them.
    ///
    /// # Errors
    /// When the budget ends first.
    fn smallest_repairs(
        &mut self,
        problem: &Problem,
        soft: &[(Cell, Value)],
        cap: usize,
        budget: &Budget,
    ) -> Result<Option<Repairs>, Interrupted>;

    /// Some of the `soft` decisions that leave no solution together with the problem's own, not
    /// necessarily as few as possible. `None` if all of them leave one, or if this engine cannot find
    /// them.
    ///
    /// # Errors
    /// When the budget ends first.
    fn conflict(
        &mut self,
        _problem: &Problem,
        _soft: &[(Cell, Value)],
        _budget: &Budget,
    ) -> Result<Option<Vec<Cell>>, Interrupted> {
        Ok(None)
    }
}
