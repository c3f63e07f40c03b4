use geometry::{Cell, CellSet};
use problem::{Rules, Value};
use session::{CellState, Claim, Verdict};

/// A claim whose reasons are marked on the board, and its judgement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClaimView {
    pub claim: Claim,
    /// `None` until the worker has judged the claim.
    pub verdict: Option<Verdict>,
}

impl ClaimView {
    pub(crate) fn new(claim: Claim) -> Self {
        Self { claim, verdict: None }
    }

    /// The pieces of the counterexample, if the claim is not proved.
    pub(crate) fn counterexample(&self) -> Option<&CellSet> {
        match self.verdict.as_ref()? {
            Verdict::Refuted { counterexample } => Some(counterexample),
            Verdict::Proved { .. } => None,
        }
    }

    /// The appearance of a cell: named decisions as they are, pieces of the counterexample as forced, other cells
    /// named in the claim as possible, and all other cells as attacked.
    pub(crate) fn state(&self, rules: &Rules, decision: Option<Value>, cell: Cell) -> CellState {
        let is_named = self.claim.decided.contains(&cell);
        match decision.filter(|_| is_named) {
            _ if rules.grid().is_hole(cell) => CellState::Hole,
            Some(Value::Placed) => CellState::Placed,
            Some(Value::Excluded) => CellState::Excluded,
            None if self.counterexample().is_some_and(|pieces| pieces.contains(cell)) => {
                CellState::Forced
            }
            None if self.claim.covers(rules, cell) => CellState::Possible,
            None => CellState::Attacked,
        }
    }
}
