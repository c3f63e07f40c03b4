use crate::bdd::monitor::Monitor;
use crate::budget::{Interrupted, Phase, Progress};
use geometry::{Cell, Size, SymmetryGroup};
use problem::{Consequence, Group, OpenBounds, Problem, Rules, Value};

/// The number of cells processed between two checks of the budget.
const STRIDE: usize = 1 << 16;

/// The values that follow from the decisions by propagation, by cell in row-major order; `None` if there
/// is no solution. Only solutions that each of a group of the problem's symmetries maps to themselves
/// count, so the values are the same for all cells of an orbit.
///
/// Propagates the board rule and groups that are full or need all their cells, until nothing changes.
/// Sound, not complete: a cell without a value may still be impossible. Each cell and each of its groups
/// is processed once, when the cell gets its value.
pub(super) fn settle(
    problem: &Problem,
    symmetries: SymmetryGroup,
    groups: &[&Group],
    monitor: &Monitor<'_>,
) -> Result<Option<Vec<Option<bool>>>, Interrupted> {
    let rules = problem.rules();
    let size = rules.size();
    // The budget is checked before the tables are allocated.
    let members: usize = groups.iter().map(|group| group.cells().len()).sum();
    monitor.begin(Progress {
        phase: Phase::Building,
        memory: size.cells() * (size_of::<Option<bool>>() + size_of::<usize>())
            + members * size_of::<u32>(),
        ..Progress::default()
    })?;
    let mut settling = Settling::new(rules, groups);
    let decided = problem.decisions().iter().map(|(cell, value)| (cell, value == Value::Placed));
    settling.pending.extend(decided);
    if symmetries != SymmetryGroup::IDENTITY {
        // An orbit with cells that exclude each other is empty.
        let standing = rules.grid().standing();
        let meets = |cell| {
            symmetries.orbit(cell, size).any(|other| rules.exclusions().exclude(cell, other))
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
    /// The indices of the groups of each cell, cell by cell; `starts` says where each cell's begin.
    of_cells: Vec<u32>,
    starts: Vec<usize>,
    /// Values that follow and have not been set yet.
    pending: Vec<(Cell, bool)>,
    /// Cells processed since the last check of the budget.
    work: usize,
}

impl<'a> Settling<'a> {
    fn new(rules: &'a Rules, groups: &'a [&'a Group]) -> Self {
        let size = rules.size();
        let mut values = vec![None; size.cells()];
        for cell in rules.grid().holes().iter() {
            values[size.index(cell)] = Some(false);
        }
        let cells = || {
            let numbered = (0_u32..).zip(groups);
            numbered
                .flat_map(|(number, group)| group.cells().iter().map(move |&cell| (cell, number)))
        };
        let mut starts = vec![0; size.cells() + 1];
        for (cell, _) in cells() {
            starts[size.index(cell)] += 1;
        }
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let mut of_cells = vec![0; end];
        for (cell, group) in cells() {
            let start = &mut starts[size.index(cell)];
            *start -= 1;
            of_cells[*start] = group;
        }
        let bounds = groups.iter().map(|group| (group.open_bounds(), false)).collect();
        Self { rules, size, groups, values, bounds, of_cells, starts, pending: Vec::new(), work: 0 }
    }

    /// Propagates all values; false if there is no solution.
    fn run(&mut self, monitor: &Monitor<'_>) -> Result<bool, Interrupted> {
        for group in 0..self.groups.len() {
            if !self.follow(group) {
                return Ok(false);
            }
        }
        while let Some((cell, value)) = self.pending.pop() {
            if self.work >= STRIDE {
                self.check_budget(monitor)?;
            }
            if !self.put(cell, value) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Sets a cell's value; false if the cell has the other value, or a group cannot be satisfied.
    fn put(&mut self, cell: Cell, value: bool) -> bool {
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
        for position in self.starts[index]..self.starts[index + 1] {
            let group = self.of_cells[position] as usize;
            self.bounds[group].0.settle(value);
            if !self.follow(group) {
                return false;
            }
        }
        true
    }

    /// Adds the values that follow from a group's bounds; false if they cannot be kept.
    fn follow(&mut self, group: usize) -> bool {
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

    fn check_budget(&mut self, monitor: &Monitor<'_>) -> Result<(), Interrupted> {
        self.work = 0;
        let tables = self.starts.len() * size_of::<usize>()
            + self.of_cells.len() * size_of::<u32>()
            + self.pending.capacity() * size_of::<(Cell, bool)>();
        monitor.begin(Progress {
            phase: Phase::Building,
            memory: self.values.len() + tables,
            ..Progress::default()
        })
    }
}
