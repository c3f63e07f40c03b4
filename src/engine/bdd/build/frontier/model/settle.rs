use crate::bdd::diagram::monitor::Monitor;
use crate::budget::{Answer, Phase, Progress};
use crate::heap::Heap;
use crate::lists::Lists;
use geometry::{Cell, Size, SymmetryGroup};
use problem::{Consequence, Group, OpenBounds, Problem, Rules, Value};

/// The number of cells processed between two checks of the budget.
const CELLS_BETWEEN_CHECKS: usize = 1 << 16;

/// Derives values from the decisions by propagation. Returns the value of each cell in row-major order, or `None` if
/// propagation shows that there is no solution. Only solutions that are invariant under `symmetries` count, so all
/// cells of an orbit have the same value.
///
/// Propagates the board rule, and groups that are full or need pieces on all their open cells, until nothing changes.
/// Propagation is sound but not complete: a cell without a value may still be impossible. Each cell and each of its
/// groups is processed once, when the cell gets its value.
pub(super) fn propagate_decisions(
    problem: &Problem,
    symmetries: SymmetryGroup,
    groups: &[&Group],
    monitor: &Monitor<'_>,
) -> Answer<Option<Vec<Option<bool>>>> {
    let rules = problem.rules();
    let size = rules.size();
    // The budget is checked before the tables are allocated.
    let members: usize = groups.iter().map(|group| group.cells().len()).sum();
    let memory =
        size.cells() * (size_of::<Option<bool>>() + size_of::<u32>()) + members * size_of::<u32>();
    monitor.begin(Progress { phase: Phase::Building, memory, ..Progress::default() })?;
    let mut settling = Settling::new(rules, groups);
    let decided = problem.decisions().iter().map(|(cell, value)| (cell, value == Value::Placed));
    settling.pending.extend(decided);
    if symmetries != SymmetryGroup::IDENTITY {
        // If cells of an orbit exclude each other, the orbit has no piece.
        let standing = rules.grid().standing_cells();
        let meets = |cell| {
            symmetries
                .orbit(cell, size)
                .any(|other| rules.exclusions().exclude_each_other(cell, other))
        };
        for cell in standing {
            monitor.spend(symmetries.order())?;
            settling.pending.extend(meets(cell).then_some((cell, false)));
        }
    }
    if !settling.run(monitor)? {
        return Ok(None);
    }
    let values = settling.values;
    debug_assert!(
        size.iter().all(|cell| {
            let mut orbit = symmetries.orbit(cell, size);
            orbit.all(|other| values[size.index(cell)] == values[size.index(other)])
        }),
        "what follows from the problem is as symmetric as the problem"
    );
    Ok(Some(values))
}

struct Settling<'a> {
    rules: &'a Rules,
    size: Size,
    groups: &'a [&'a Group],
    values: Vec<Option<bool>>,
    /// For each group, its bounds, and true if the values of its open cells have been derived.
    bounds: Vec<(OpenBounds, bool)>,
    /// For each cell, the indices of its groups.
    groups_of_cells: Lists<u32>,
    /// Derived values that have not been set yet.
    pending: Vec<(Cell, bool)>,
    /// Number of cells processed since the last check of the budget.
    work: usize,
}

impl<'a> Settling<'a> {
    fn new(rules: &'a Rules, groups: &'a [&'a Group]) -> Self {
        let size = rules.size();
        let mut values = vec![None; size.cells()];
        for cell in rules.grid().holes().iter() {
            values[size.index(cell)] = Some(false);
        }
        let groups_by_cell = (0..).zip(groups).flat_map(|(number, group)| {
            group.cells().iter().map(move |&cell| (size.index(cell), number))
        });
        let groups_by_cell = Lists::grouped(size.cells(), groups_by_cell);
        let bounds = groups.iter().map(|group| (group.open_bounds(), false)).collect();
        Self {
            rules,
            size,
            groups,
            values,
            bounds,
            groups_of_cells: groups_by_cell,
            pending: Vec::new(),
            work: 0,
        }
    }

    /// Propagates until no pending value is left. Returns false if there is no solution.
    fn run(&mut self, monitor: &Monitor<'_>) -> Answer<bool> {
        for group in 0..self.groups.len() {
            if !self.propagate_group(group) {
                return Ok(false);
            }
        }
        while let Some((cell, value)) = self.pending.pop() {
            if self.work >= CELLS_BETWEEN_CHECKS {
                self.work = 0;
                let memory = self.values.heap() + self.groups_of_cells.heap() + self.pending.heap();
                let phase = Phase::Building;
                monitor.begin(Progress { phase, memory, ..Progress::default() })?;
            }
            if !self.set_value(cell, value) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Sets a cell's value. Returns false if the cell already has the other value, or if a group cannot be satisfied.
    fn set_value(&mut self, cell: Cell, value: bool) -> bool {
        let index = self.size.index(cell);
        self.work += 1;
        if let Some(settled) = self.values[index] {
            return settled == value;
        }
        self.values[index] = Some(value);
        if value {
            let others = self.rules.board_rule(cell);
            self.pending.extend(others.map(|other| (other, false)));
        }
        for position in self.groups_of_cells.range(index) {
            let group = self.groups_of_cells.items[position] as usize;
            self.bounds[group].0.settle(value);
            if !self.propagate_group(group) {
                return false;
            }
        }
        true
    }

    /// Adds the values that follow from a group's bounds to `pending`. Returns false if the bounds cannot be satisfied.
    fn propagate_group(&mut self, group: usize) -> bool {
        let (bounds, is_done) = &mut self.bounds[group];
        let value = match bounds.consequence() {
            Consequence::Conflict => return false,
            Consequence::None => return true,
            Consequence::Placed => true,
            Consequence::Excluded => false,
        };
        if !std::mem::replace(is_done, true) {
            let cells = self.groups[group].cells();
            self.work += cells.len();
            let open = cells.iter().filter(|&&cell| self.values[self.size.index(cell)].is_none());
            self.pending.extend(open.map(|&cell| (cell, value)));
        }
        true
    }
}
