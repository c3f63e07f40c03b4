use super::Rules;
use crate::weights::{NoWeights, Weights};
use geometry::Size;

impl Rules {
    /// The same rules with other weights, or without weights if `weights` is `None`. Without weights
    /// there is no cost limit.
    ///
    /// # Errors
    /// When the weights and the grid differ in size. The error is the size of the weights.
    pub fn with_weights(self, weights: Option<Weights>) -> Result<Self, Size> {
        if let Some(weights) = weights.as_ref().filter(|weights| weights.size() != self.size()) {
            return Err(weights.size());
        }
        let max_cost = self.max_cost.filter(|_| weights.is_some());
        Ok(Self { weights, max_cost, ..self })
    }

    /// The same rules with a cost limit for solutions, or without one if `limit` is `None`.
    ///
    /// # Errors
    /// When there is a limit, but no weights.
    pub fn with_max_cost(self, limit: Option<i64>) -> Result<Self, NoWeights> {
        let is_known = limit.is_none() || self.weights.is_some();
        if is_known { Ok(Self { max_cost: limit, ..self }) } else { Err(NoWeights) }
    }

    /// The same rules without the cost limit.
    pub fn without_limit(&self) -> Self {
        Self { max_cost: None, ..self.clone() }
    }

    /// The cost of a piece on each cell, if there are weights.
    pub fn weights(&self) -> Option<&Weights> {
        self.weights.as_ref()
    }

    /// Maximum cost of a solution, if it is limited.
    pub fn max_cost(&self) -> Option<i64> {
        self.max_cost
    }

    /// The weights and the maximum cost of a solution, if it is limited.
    pub fn limit(&self) -> Option<(&Weights, i64)> {
        self.weights.as_ref().zip(self.max_cost)
    }
}
