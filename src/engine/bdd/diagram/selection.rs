use super::group::StepChoice;
use super::{Diagram, DiagramStep};
use crate::lists::Lists;
use problem::{Decisions, Value};

/// The arcs of a diagram that agree with decisions.
pub(crate) struct Selection {
    /// For each step, one value per variable, true if the variable may have a piece. Then one value that is true if the
    /// step may have no piece.
    allowed: Lists<bool>,
    /// False if the diagram has no solutions, or if a decision contradicts a variable that has the same value in every
    /// solution.
    pub is_possible: bool,
    /// True if the allowed variables of each step are symmetric, so that both orientations of a node have the same
    /// solutions.
    pub is_symmetric: bool,
    /// The first step in which a decision places a piece.
    first_placed: Option<usize>,
}

impl Selection {
    pub(crate) fn new(diagram: &Diagram, decisions: &Decisions) -> Self {
        let mut allowed = Lists::new();
        for step in &diagram.steps {
            allowed.push(std::iter::repeat_n(true, step.variables.len() + 1));
        }
        let (mut is_possible, mut first_placed) = (!diagram.is_false(), None);
        for (cell, value) in decisions.iter() {
            let Some(variable) = diagram.order.variable(cell) else { continue };
            let is_placed = value == Value::Placed;
            let Some((step, index)) = diagram.position(variable) else {
                // The variable belongs to no step: it has the same value in every solution.
                is_possible &= diagram.fixed.binary_search(&variable).is_ok() == is_placed;
                continue;
            };
            let pieces = allowed.range(step);
            let pieces = &mut allowed.items[pieces];
            if is_placed {
                let is_allowed = pieces[index];
                pieces.fill(false);
                pieces[index] = is_allowed;
                first_placed = Some(first_placed.map_or(step, |first| step.min(first)));
            } else {
                pieces[index] = false;
            }
        }
        let is_symmetric = (0..allowed.len()).all(|step| {
            let pieces = allowed.of(step).split_last().map_or(&[][..], |(_, pieces)| pieces);
            pieces.iter().eq(pieces.iter().rev())
        });
        Self { allowed, is_possible, is_symmetric, first_placed }
    }

    /// True if a decision places a piece in the first half of the steps. Then few nodes are reached.
    pub(crate) fn places_early(&self) -> bool {
        self.first_placed.is_some_and(|step| 2 * step <= self.allowed.len())
    }

    /// Number of choices of all steps, allowed or not.
    pub(crate) fn len(&self) -> usize {
        self.allowed.items.len()
    }

    /// Number of steps up to and including the last step that a decision restricts.
    pub(crate) fn restricted_steps(&self) -> usize {
        let last = (0..self.allowed.len()).rev().find(|&step| self.of(step).contains(&false));
        last.map_or(0, |last| last + 1)
    }

    /// For each variable of a step, true if the variable may have a piece. The last value is true if the step may have
    /// no piece.
    #[inline]
    pub(crate) fn of(&self, step: usize) -> &[bool] {
        self.allowed.of(step)
    }

    /// True if a step may have its piece on the variable with the index `index`, or for `None`, if the step may have no
    /// piece.
    #[inline]
    pub(crate) fn allows(&self, step: usize, index: Option<u16>) -> bool {
        let allowed = self.of(step);
        allowed[index.map_or(allowed.len() - 1, usize::from)]
    }
}

/// Returns the index of the variable with a choice's piece, if nodes are read in `orientation` (1: mirrored).
#[inline]
pub(crate) fn oriented(step: &DiagramStep, choice: &StepChoice, orientation: usize) -> Option<u16> {
    choice.index.map(|index| step.oriented(index.into(), orientation == 1) as u16)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::bdd::{Arrangement, VariableOrder, compile};
    use crate::budget::Budget;
    use problem::{Problem, Rules};

    #[test]
    fn a_piece_is_early_in_the_first_half_of_the_steps() {
        let problem = Problem::new(Rules::queens(9).unwrap());
        let order = Arc::new(VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor));
        let diagram = compile(&problem, &order, &Budget::default()).unwrap().diagram;
        let early = |decisions: &[(usize, Value)]| {
            let cell = |step: usize| order.cell(diagram.steps[step].variables[0]);
            let decisions = decisions.iter().map(|&(step, value)| (cell(step), value)).collect();
            Selection::new(&diagram, &decisions).places_early()
        };
        assert_eq!(diagram.steps.len(), 9);
        for step in 0..9 {
            let (is_first, value) = (step < 5, Value::Placed);
            assert_eq!(early(&[(step, value)]), is_first, "{step}");
            assert_eq!(early(&[(8, value), (step, value)]), is_first, "{step}");
            assert!(!early(&[(step, Value::Excluded)]), "{step}");
        }
    }
}
