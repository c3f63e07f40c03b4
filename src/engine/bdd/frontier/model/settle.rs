use super::super::Check;
use crate::engine::{Interrupted, Phase, Progress};
use crate::geometry::{Cell, Size, Symmetry};
use crate::problem::{Bounds, Group, Problem, Rules, Value};

/// How much is done between two looks at the budget, in cells.
const STRIDE: usize = 1 << 16;

/// What the decisions settle at once, by cell in row-major order: `Some(true)` and `Some(false)` in
/// every solution. `None` if they leave none. Of the solutions that a symmetry of the problem maps to
/// themselves, and so the same for all cells of an orbit.
///
/// Spreads along the board rule and to groups that are full or need all their cells, until nothing
/// changes. Sound, not complete: what remains open need not be possible. Each cell and each of its
/// groups is looked at once when it is settled.
pub(super) fn settle(
    problem: &Problem,
    symmetry: Symmetry,
    check: &mut Check<'_>,
) -> Result<Option<Vec<Option<bool>>>, Interrupted> {
    let rules = problem.rules();
    let size = rules.size();
    let implied = rules.implied_groups();
    let groups: Vec<&Group> = rules.groups().iter().chain(&implied).collect();
    // Before the tables are made.
    let members: usize = groups.iter().map(|group| group.cells().len()).sum();
    check(Progress {
        phase: Phase::Building,
        memory: size.cells() * (size_of::<Option<bool>>() + size_of::<usize>())
            + members * size_of::<u32>(),
        ..Progress::default()
    })?;
    let mut settling = Settling::new(rules, &groups);
    let decided = problem.decisions().iter().map(|(cell, value)| (cell, value == Value::Placed));
    settling.pending.extend(decided);
    if symmetry != Symmetry::IDENTITY {
        // Cells of one orbit that exclude each other are all without a piece.
        let standing = rules.grid().standing();
        let meets =
            |cell| symmetry.orbit(cell, size).any(|other| rules.attacks().exclude(cell, other));
        settling.pending.extend(standing.filter(|&cell| meets(cell)).map(|cell| (cell, false)));
    }
    if !settling.run(check)? {
        return Ok(None);
    }
    let values = settling.values;
    debug_assert!(
        size.iter().all(|cell| {
            values[size.index(cell)] == values[size.index(symmetry.map(cell, size))]
        }),
        "what follows from the problem is as symmetric as the problem"
    );
    Ok(Some(values))
}

/// How many cells of a group have a piece, and how many are open.
struct Count {
    bounds: Bounds,
    placed: u32,
    open: u32,
    /// Has it been told what follows for its open cells?
    told: bool,
}

struct Settling<'a> {
    rules: &'a Rules,
    size: Size,
    groups: &'a [&'a Group],
    values: Vec<Option<bool>>,
    counts: Vec<Count>,
    /// The groups of the cells: those of one end where those of the next one begin.
    of_cells: Vec<u32>,
    starts: Vec<usize>,
    /// What follows and has not been settled yet.
    pending: Vec<(Cell, bool)>,
    /// Cells looked at since the last look at the budget.
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
        let counts = groups.iter().map(|group| {
            let open = group.cells().len() as u32;
            Count { bounds: group.bounds(), placed: 0, open, told: false }
        });
        let counts = counts.collect();
        Self { rules, size, groups, values, counts, of_cells, starts, pending: Vec::new(), work: 0 }
    }

    /// Settles all that follows; not if there is no solution.
    fn run(&mut self, check: &mut Check<'_>) -> Result<bool, Interrupted> {
        for group in 0..self.groups.len() {
            if !self.follow(group) {
                return Ok(false);
            }
        }
        while let Some((cell, value)) = self.pending.pop() {
            if self.work >= STRIDE {
                self.look(check)?;
            }
            if !self.put(cell, value) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Gives a cell its value; not if it has the other one, or a group cannot have it.
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
        for place in self.starts[index]..self.starts[index + 1] {
            let group = self.of_cells[place] as usize;
            self.counts[group].open -= 1;
            self.counts[group].placed += u32::from(value);
            if !self.follow(group) {
                return false;
            }
        }
        true
    }

    /// What follows from a group's counts; not if they are out of its bounds.
    fn follow(&mut self, group: usize) -> bool {
        let Count { bounds, placed, open, told } = self.counts[group];
        if placed + open < bounds.lower || bounds.upper.is_some_and(|upper| placed > upper) {
            return false;
        }
        let full = bounds.upper == Some(placed);
        if !told && open > 0 && (full || placed + open == bounds.lower) {
            self.counts[group].told = true;
            let cells = self.groups[group].cells();
            self.work += cells.len();
            let open = cells.iter().filter(|&&cell| self.values[self.size.index(cell)].is_none());
            self.pending.extend(open.map(|&cell| (cell, !full)));
        }
        true
    }

    fn look(&mut self, check: &mut Check<'_>) -> Result<(), Interrupted> {
        self.work = 0;
        let tables = self.starts.len() * size_of::<usize>()
            + self.of_cells.len() * size_of::<u32>()
            + self.pending.capacity() * size_of::<(Cell, bool)>();
        check(Progress {
            phase: Phase::Building,
            memory: self.values.len() + tables,
            ..Progress::default()
        })
    }
}
