//! The next step, with the simplest reason found for it.

mod deduction;

use std::fmt;

pub use deduction::{Deduction, Ground};

use super::reason::{List, SOON};
use super::{CellState, Explanation, Reason, Restoration, Session, explain};
use crate::engine::{Budget, Interrupted, Oracle, auto};
use crate::geometry::Cell;
use crate::problem::{Group, Problem, Rules, Value};

/// A step to do next in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// No solution remains.
    Wrong(Reason),
    /// A step that follows from what can be seen on the board.
    Deduced(Deduction),
    /// A step that follows from the decisions, but not from a simple pattern.
    Follows {
        /// A forced or impossible cell.
        cell: Cell,
        /// Which of the two.
        state: CellState,
        /// The decisions it follows from.
        explanation: Explanation,
    },
}

impl Hint {
    /// Finds a hint; `None` if nothing follows from the position.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn find(
        engine: &mut auto::Engine,
        problem: &Problem,
        budget: &Budget,
    ) -> Result<Option<Self>, Interrupted> {
        if !engine.is_satisfiable(problem, budget)? {
            return Ok(Some(Self::Wrong(Reason::find_for_board(engine, problem, None, budget)?)));
        }
        if let Some(deduction) = Deduction::simplest(problem, budget)? {
            return Ok(Some(Self::Deduced(deduction)));
        }
        let mut session = Session::new(problem.clone());
        session.ask(engine, budget)?;
        let Some(cell) = session.consequence() else { return Ok(None) };
        let wish = session.wish(cell).unwrap_or_default();
        let explanation = explain(engine, problem, wish, &budget.slice(SOON))?;
        Ok(Some(Self::Follows { cell, state: session.state(cell), explanation }))
    }

    /// The cells that the step settles; none if no solution remains.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        match self {
            Self::Wrong(_) => &[],
            Self::Deduced(deduction) => &deduction.cells,
            Self::Follows { cell, .. } => std::slice::from_ref(cell),
        }
    }

    /// The rows, columns and regions that prove the step.
    #[must_use]
    pub fn groups(&self, rules: &Rules) -> Vec<Group> {
        match self {
            Self::Deduced(deduction) => deduction.ground.groups(rules),
            Self::Wrong(_) | Self::Follows { .. } => Vec::new(),
        }
    }

    /// What the step makes of its cells; `None` if no solution remains.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        match self {
            Self::Wrong(_) => None,
            Self::Deduced(deduction) => Some(deduction.value),
            Self::Follows { state: CellState::Forced, .. } => Some(Value::Placed),
            Self::Follows { .. } => Some(Value::Excluded),
        }
    }

    /// The first cell that the hint is about.
    #[must_use]
    pub fn cell(&self) -> Option<Cell> {
        match self {
            Self::Wrong(reason) => {
                let taken_back = reason.restoration.iter().flat_map(|way| &way.take_back);
                taken_back.chain(&reason.explanation.because).next().copied()
            }
            Self::Deduced(deduction) => deduction.cells.first().copied(),
            Self::Follows { cell, .. } => Some(*cell),
        }
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wrong(Reason { explanation, restoration, .. }) => {
                write!(f, "no solution remains {explanation}")?;
                let Some(Restoration { take_back, one_of_several, .. }) = restoration else {
                    return Ok(());
                };
                write!(f, "; take back {}", List(take_back))?;
                if *one_of_several { f.write_str(" (one of several ways)") } else { Ok(()) }
            }
            Self::Deduced(deduction) => deduction.fmt(f),
            Self::Follows { cell, state, explanation } => {
                write!(f, "{cell} is {state} {explanation}")
            }
        }
    }
}
