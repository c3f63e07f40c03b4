use super::diagram::Diagram;
use super::order::Variable;
use crate::problem::{Decisions, Value};

/// The arcs of a diagram that agree with decisions.
pub(super) struct Selection {
    /// For each step the variables that can have a piece, and whether none can.
    steps: Vec<(Vec<bool>, bool)>,
    /// False if no solution agrees with decisions on variables of no step.
    pub is_possible: bool,
    /// True if the decisions are as symmetric as the diagram.
    is_symmetric: bool,
}

impl Selection {
    pub(super) fn new(diagram: &Diagram, decisions: &Decisions) -> Self {
        let mut values = vec![None; diagram.order.len()];
        for (cell, value) in decisions.iter() {
            if let Some(variable) = diagram.order.variable(cell) {
                values[variable.index()] = Some(value == Value::Placed);
            }
        }
        let mut is_symmetric = true;
        let steps = diagram.steps.iter().map(|step| {
            let value = |variable: &Variable| values[variable.index()];
            let placed = step.variables.iter().filter(|variable| value(variable) == Some(true));
            let placed = placed.count();
            let allows = |variable: &Variable| match value(variable) {
                Some(is_placed) => is_placed && placed == 1,
                None => placed == 0,
            };
            let pieces: Vec<bool> = step.variables.iter().map(allows).collect();
            is_symmetric &= pieces.iter().eq(pieces.iter().rev());
            (pieces, placed == 0)
        });
        let steps = steps.collect();
        // What is left are the variables that are the same in every solution.
        for variable in diagram.steps.iter().flat_map(|step| &step.variables) {
            values[variable.index()] = None;
        }
        let contradicts = |(index, value): (usize, &Option<bool>)| match value {
            None => false,
            Some(is_placed) => {
                diagram.fixed.binary_search(&Variable::from_index(index)).is_ok() != *is_placed
            }
        };
        let is_possible = !diagram.is_false() && !values.iter().enumerate().any(contradicts);
        Self { steps, is_possible, is_symmetric }
    }

    /// True if no decision tells the orientations of a folded diagram's nodes apart.
    pub(super) fn is_symmetric(&self) -> bool {
        self.is_symmetric
    }

    /// The number of steps up to the last one that decisions restrict.
    pub(super) fn restricted(&self) -> usize {
        let is_restricted =
            |(pieces, nothing): &(Vec<bool>, bool)| !nothing || pieces.contains(&false);
        self.steps.iter().rposition(is_restricted).map_or(0, |last| last + 1)
    }

    /// True if a step can have its piece on the variable with an index, or none.
    #[inline]
    pub(super) fn allows(&self, step: usize, index: Option<u16>) -> bool {
        let (pieces, nothing) = &self.steps[step];
        index.map_or(*nothing, |index| pieces[usize::from(index)])
    }
}
