use crate::lists::Lists;
use problem::{Bounds, Consequence, GroupId, OpenBounds};

/// Bounds on the number of pieces in a group of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Constraint {
    pub group: GroupId,
    /// The cells as pairs of variable and value, sorted.
    pub cells: Vec<(u16, u16)>,
    pub bounds: Bounds,
}

impl Constraint {
    pub(super) fn new(group: GroupId, mut cells: Vec<(u16, u16)>, bounds: Bounds) -> Self {
        cells.sort_unstable();
        Self { group, cells, bounds }
    }

    /// True if the bounds always hold, and false if they never hold, given the domains of all variables, each of which
    /// has exactly one value.
    pub(super) fn allow(&self, domains: &[Vec<u16>]) -> Option<bool> {
        let (mut least, mut most) = (0, 0);
        for cells in self.cells.chunk_by(|a, b| a.0 == b.0) {
            most += 1;
            least += u32::from(cells.len() == domains[usize::from(cells[0].0)].len());
        }
        self.bounds.allow_range(least, most)
    }
}

/// The state of all constraints, with their candidates: the cells that may still get a piece.
pub(super) struct ConstraintStates {
    constraints: Vec<ConstraintState>,
    /// For each cell, the indices of its constraints.
    by_cell: Lists<u32>,
    width: usize,
    /// Queue of the constraints that leave no choice and are not applied yet.
    tight: Vec<u32>,
    queued: Vec<bool>,
}

struct ConstraintState {
    group: GroupId,
    cells: Vec<(u16, u16)>,
    bounds: OpenBounds,
}

impl ConstraintStates {
    /// The state before any decision. Cells that are not in `domains` are not candidates.
    pub(super) fn new(
        constraints: impl Iterator<Item = Constraint>,
        domains: &[Vec<u16>],
        width: usize,
    ) -> Self {
        let mut counts = Vec::new();
        let mut pairs = Vec::new();
        for mut constraint in constraints {
            constraint.cells.retain(|&(variable, value)| {
                domains[usize::from(variable)].binary_search(&value).is_ok()
            });
            for &(variable, value) in &constraint.cells {
                let cell = usize::from(variable) * width + usize::from(value);
                pairs.push((cell, counts.len() as u32));
            }
            let bounds = constraint.bounds.for_open_cells(0, constraint.cells.len() as u32);
            let Constraint { group, cells, .. } = constraint;
            counts.push(ConstraintState { group, cells, bounds });
        }
        let cells = if counts.is_empty() { 0 } else { domains.len() * width };
        Self {
            by_cell: Lists::grouped(cells, pairs.into_iter()),
            width,
            tight: Vec::with_capacity(counts.len()),
            queued: vec![false; counts.len()],
            constraints: counts,
        }
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.constraints.is_empty()
    }

    /// Queues all constraints that leave no choice. Returns false if some constraint cannot hold.
    pub(super) fn queue_all(&mut self) -> bool {
        (0..self.constraints.len()).all(|index| self.queue_if_tight(index as u32))
    }

    fn range(&self, variable: usize, value: usize) -> std::ops::Range<usize> {
        self.by_cell.range(variable * self.width + value)
    }

    fn queue_if_tight(&mut self, index: u32) -> bool {
        let consequence = self.constraints[index as usize].bounds.consequence();
        let leaves_no_choice = matches!(consequence, Consequence::Placed | Consequence::Excluded);
        if leaves_no_choice && !self.queued[index as usize] {
            self.queued[index as usize] = true;
            self.tight.push(index);
        }
        consequence != Consequence::Conflict
    }

    /// Places a piece on a candidate, or removes the candidate. Returns false if some constraint cannot hold any more.
    pub(super) fn settle(&mut self, variable: usize, value: usize, has_piece: bool) -> bool {
        let mut consistent = true;
        for index in self.range(variable, value) {
            let constraint = self.by_cell.items[index];
            self.constraints[constraint as usize].bounds.settle(has_piece);
            consistent &= self.queue_if_tight(constraint);
        }
        consistent
    }

    /// Undoes [`ConstraintStates::settle`].
    pub(super) fn reopen(&mut self, variable: usize, value: usize, had_piece: bool) {
        for index in self.range(variable, value) {
            self.constraints[self.by_cell.items[index] as usize].bounds.reopen(had_piece);
        }
    }

    /// Removes from the queue a constraint that leaves no choice, and returns it.
    pub(super) fn next_tight(&mut self) -> Option<usize> {
        let constraint = self.tight.pop()? as usize;
        self.queued[constraint] = false;
        Some(constraint)
    }

    /// Empties the queue.
    pub(super) fn clear(&mut self) {
        while self.next_tight().is_some() {}
    }

    /// The group whose pieces a constraint bounds.
    pub(super) fn group(&self, constraint: usize) -> GroupId {
        self.constraints[constraint].group
    }

    /// The cells of a constraint.
    pub(super) fn cells(&self, constraint: usize) -> &[(u16, u16)] {
        &self.constraints[constraint].cells
    }

    /// The consequence of a constraint for its candidates.
    pub(super) fn consequence(&self, constraint: usize) -> Consequence {
        self.constraints[constraint].bounds.consequence()
    }

    /// The number of candidates of a constraint; `None` if it needs no more pieces.
    pub(super) fn open_candidates(&self, constraint: usize) -> Option<u32> {
        let bounds = self.constraints[constraint].bounds;
        (bounds.min() > 0).then_some(bounds.open_cells())
    }
}

heap_of_fields!(ConstraintState: cells);
heap_of_fields!(ConstraintStates: constraints, by_cell, tight, queued);
