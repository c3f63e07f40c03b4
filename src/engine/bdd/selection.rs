use super::diagram::{Diagram, DiagramStep};
use super::group::StepChoice;
use problem::{Decisions, Value};

/// The arcs of a diagram that agree with decisions.
pub(super) struct Selection {
    /// For each step: for each of its variables, true if it may hold a piece; then true if no piece may stand there.
    allowed: Vec<bool>,
    /// For each step the index of its first value in `allowed`, and at last the number of values.
    starts: Vec<usize>,
    /// False if decisions on variables of no step exclude all solutions.
    pub is_possible: bool,
    /// True if no decision tells the orientations of a folded diagram's nodes apart.
    pub is_symmetric: bool,
    /// The first step with a placed piece.
    first_placed: Option<usize>,
}

impl Selection {
    pub(super) fn new(diagram: &Diagram, decisions: &Decisions) -> Self {
        let mut starts = Vec::with_capacity(diagram.steps.len() + 1);
        let mut end = 0;
        for step in &diagram.steps {
            starts.push(end);
            end += step.variables.len() + 1;
        }
        starts.push(end);
        let mut allowed = vec![true; end];
        let (mut is_possible, mut first_placed) = (!diagram.is_false(), None);
        for (cell, value) in decisions.iter() {
            let Some(variable) = diagram.order.variable(cell) else { continue };
            let is_placed = value == Value::Placed;
            let Some((step, index)) = diagram.position(variable) else {
                // It is the same in every solution.
                is_possible &= diagram.fixed.binary_search(&variable).is_ok() == is_placed;
                continue;
            };
            let pieces = &mut allowed[starts[step]..starts[step + 1]];
            if is_placed {
                let is_allowed = pieces[index];
                pieces.fill(false);
                pieces[index] = is_allowed;
                first_placed = Some(first_placed.map_or(step, |first| step.min(first)));
            } else {
                pieces[index] = false;
            }
        }
        let is_symmetric = starts.windows(2).all(|ends| {
            let pieces = &allowed[ends[0]..ends[1] - 1];
            pieces.iter().eq(pieces.iter().rev())
        });
        Self { allowed, starts, is_possible, is_symmetric, first_placed }
    }

    /// True if a piece is placed in the first half of the steps: then few nodes are reached.
    pub(super) fn places_early(&self) -> bool {
        self.first_placed.is_some_and(|step| 2 * step < self.starts.len())
    }

    /// The number of choices of all steps.
    pub(super) fn len(&self) -> usize {
        self.allowed.len()
    }

    /// The number of steps up to the last restricted one.
    pub(super) fn restricted(&self) -> usize {
        let last = self.allowed.iter().rposition(|is_allowed| !is_allowed);
        last.map_or(0, |last| self.starts.partition_point(|&start| start <= last))
    }

    /// For each variable of a step, true if it may hold a piece; at last, true if the step may have no piece.
    #[inline]
    pub(super) fn of(&self, step: usize) -> &[bool] {
        &self.allowed[self.starts[step]..self.starts[step + 1]]
    }

    /// True if a step may have its piece on the variable with an index, or may have none.
    #[inline]
    pub(super) fn allows(&self, step: usize, index: Option<u16>) -> bool {
        let allowed = self.of(step);
        allowed[index.map_or(allowed.len() - 1, usize::from)]
    }
}

/// The index of the variable of a choice in one orientation of the nodes.
#[inline]
pub(super) fn oriented(step: &DiagramStep, choice: &StepChoice, orientation: usize) -> Option<u16> {
    choice.index.map(|index| step.oriented(index.into(), orientation == 1) as u16)
}
