use crate::weights::Weights;

/// What pieces cost, and what a solution may cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Costs {
    pub weights: Weights,
    pub limit: Option<i64>,
}

/// A cost limit without weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a limit of cost needs weights: nothing says what a piece costs")]
pub struct NoWeights;
