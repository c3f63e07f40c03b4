use super::diagram::{Diagram, Step};
use super::group::Place;
use super::order::Variable;
use crate::problem::{Decisions, Value};

/// The arcs of a diagram that agree with decisions.
pub(super) struct Selection {
    /// For each variable of each step whether it can have a piece, and whether none of the step can.
    allowed: Vec<bool>,
    /// Where those of each step begin in the list, and where the last ones end.
    starts: Vec<usize>,
    /// False if no solution agrees with decisions on variables of no step.
    pub is_possible: bool,
    /// True if the decisions are as symmetric as the diagram.
    is_symmetric: bool,
    /// The first step with a placed piece.
    first_placed: Option<usize>,
}

impl Selection {
    pub(super) fn new(diagram: &Diagram, decisions: &Decisions) -> Self {
        let mut values = vec![None; diagram.order.len()];
        for (cell, value) in decisions.iter() {
            if let Some(variable) = diagram.order.variable(cell) {
                values[variable.index()] = Some(value == Value::Placed);
            }
        }
        let (mut is_symmetric, mut first_placed) = (true, None);
        let mut allowed = Vec::with_capacity(diagram.order.len() + diagram.steps.len());
        let mut starts = Vec::with_capacity(diagram.steps.len() + 1);
        for (number, step) in diagram.steps.iter().enumerate() {
            let start = allowed.len();
            starts.push(start);
            let value = |variable: &Variable| values[variable.index()];
            let placed = step.variables.iter().filter(|variable| value(variable) == Some(true));
            let placed = placed.count();
            if placed > 0 {
                first_placed.get_or_insert(number);
            }
            allowed.extend(step.variables.iter().map(|variable| match value(variable) {
                Some(is_placed) => is_placed && placed == 1,
                None => placed == 0,
            }));
            let pieces = &allowed[start..];
            is_symmetric &= pieces.iter().eq(pieces.iter().rev());
            allowed.push(placed == 0);
        }
        starts.push(allowed.len());
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
        Self { allowed, starts, is_possible, is_symmetric, first_placed }
    }

    /// True if no decision tells the orientations of a folded diagram's nodes apart.
    pub(super) fn is_symmetric(&self) -> bool {
        self.is_symmetric
    }

    /// True if a piece is placed in the first half of the steps: then paths lead to few nodes.
    pub(super) fn places_early(&self) -> bool {
        self.first_placed.is_some_and(|step| 2 * step < self.starts.len())
    }

    /// The number of values that its steps have in all.
    pub(super) fn len(&self) -> usize {
        self.allowed.len()
    }

    /// The number of steps up to the last one that decisions restrict.
    pub(super) fn restricted(&self) -> usize {
        let last = self.allowed.iter().rposition(|is_allowed| !is_allowed);
        last.map_or(0, |last| self.starts.partition_point(|&start| start <= last))
    }

    /// True if a step can have its piece on the variable with an index, or none.
    #[inline]
    pub(super) fn allows(&self, step: usize, index: Option<u16>) -> bool {
        let none = self.starts[step + 1] - 1;
        self.allowed[index.map_or(none, |index| self.starts[step] + usize::from(index))]
    }
}

/// The index of a place's variable in one orientation of its nodes.
#[inline]
pub(super) fn oriented(step: &Step, place: &Place, orientation: usize) -> Option<u16> {
    place.index.map(|index| step.oriented(index.into(), orientation == 1) as u16)
}
