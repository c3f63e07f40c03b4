use super::Rules;
use super::costs::{Costs, NoWeights};
use crate::weights::Weights;
use geometry::Size;

impl Rules {
    /// The same rules with weights, or without. Without weights there is no cost limit.
    ///
    /// # Errors
    /// The size of the weights, if it is not that of the grid.
    pub fn with_weights(self, weights: Option<Weights>) -> Result<Self, Size> {
        if let Some(weights) = weights.as_ref().filter(|weights| weights.size() != self.size()) {
            return Err(weights.size());
        }
        let limit = self.max_cost();
        Ok(Self { costs: weights.map(|weights| Costs { weights, limit }), ..self })
    }

    /// The same rules with a limit of what a solution may cost, or without.
    ///
    /// # Errors
    /// When there is a limit, but no weights.
    pub fn with_max_cost(self, limit: Option<i64>) -> Result<Self, NoWeights> {
        match self.costs {
            None if limit.is_some() => Err(NoWeights),
            None => Ok(self),
            Some(costs) => Ok(Self { costs: Some(Costs { limit, ..costs }), ..self }),
        }
    }

    /// The same rules without the cost limit.
    #[must_use]
    pub fn without_limit(&self) -> Self {
        let costs = self.costs.clone().map(|costs| Costs { limit: None, ..costs });
        Self { costs, ..self.clone() }
    }

    /// The costs, as far as they fit the grid of these rules.
    pub(super) fn fitting_costs(&self, costs: Option<&Costs>) -> Option<Costs> {
        costs.filter(|costs| costs.weights.size() == self.size()).cloned()
    }

    /// What a piece costs on each cell, if there are weights.
    #[must_use]
    pub fn weights(&self) -> Option<&Weights> {
        self.costs.as_ref().map(|costs| &costs.weights)
    }

    /// The most that a solution may cost, if that is limited.
    #[must_use]
    pub fn max_cost(&self) -> Option<i64> {
        self.limit().map(|(_, limit)| limit)
    }

    /// The weights and the most that a solution may cost, if that is limited.
    #[must_use]
    pub fn limit(&self) -> Option<(&Weights, i64)> {
        let costs = self.costs.as_ref()?;
        Some((&costs.weights, costs.limit?))
    }
}
