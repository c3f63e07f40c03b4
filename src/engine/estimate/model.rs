use crate::budget::{Answer, Budget, Phase, Progress};
use crate::heap::Heap;
use crate::lists::Lists;
use crate::numbered_cells::NumberedCells;
use geometry::{Cell, Size};
use problem::{Bounds, Problem, Value};

/// Number of cells decided between two resamplings, in the stages that decide cells one by one.
pub(super) const CHUNK: usize = 4;

/// Number of rounds of the fixed-point iteration for the gains. Each round at least halves the error.
const ROUNDS: usize = 20;

/// A problem with numbered cells and groups.
///
/// Cells are numbered along the shorter side, so that few later cells depend on earlier ones.
pub(super) struct ParticleModel {
    pub size: Size,
    /// The cells that are not excluded.
    pub cells: Vec<Cell>,
    /// For each cell, the indices of the cells that it excludes.
    pub conflicts: Lists<u32>,
    /// For each group, the indices of its cells, ascending.
    pub members: Lists<u32>,
    /// For each group, the bounds on its number of pieces.
    pub bounds: Vec<Bounds>,
    /// For each cell, the indices of its groups.
    pub memberships: Lists<u32>,
    /// Indices of the exact groups, whose number of pieces is known: groups with equal bounds, and cliques that need a
    /// piece.
    pub exact_groups: Vec<u32>,
    /// For each cell, its gain ([`ParticleModel::gains_of_open_cells`]).
    pub ln_gains_if_open: Vec<f64>,
    /// ln(n!) at index n, for every n up to the number of cells.
    ln_factorials: Vec<f64>,
    /// Indices of the cells on which decisions place a piece; `None` if one of these cells is not in `cells`.
    pub placed: Option<Vec<u32>>,
}

impl ParticleModel {
    /// The model of a problem.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(super) fn new(problem: &Problem, budget: &Budget) -> Answer<Self> {
        let (rules, decisions) = (problem.rules(), problem.decisions());
        let size = rules.size();
        let open = |cell: &Cell| decisions.get(*cell) != Some(Value::Excluded);
        let mut cells: Vec<Cell> = rules.grid().standing_cells().filter(open).collect();
        if size.rows() < size.columns() {
            cells.sort_unstable_by_key(|cell| (cell.column(), cell.row()));
        }
        let check = |memory: usize| {
            budget.check(Progress { phase: Phase::Estimating, memory, ..Progress::default() })
        };
        check(cells.len() * rules.exclusions().offsets().len() * size_of::<u32>())?;

        let numbered = NumberedCells::new(size, cells);
        let (cells, number) = (&numbered.cells, |cell: Cell| numbered.number(cell));
        let mut conflicts = Lists::new();
        for &cell in cells {
            conflicts.push(rules.board_rule(cell).filter_map(number));
            if cell.column() == 0 {
                check(conflicts.heap())?;
            }
        }
        let mut members = Lists::new();
        let mut bounds = Vec::new();
        for group in rules.groups().iter().chain(&rules.implied_groups()) {
            let mut list: Vec<u32> =
                group.cells().iter().filter_map(|&cell| number(cell)).collect();
            list.sort_unstable();
            members.push(list);
            bounds.push(group.bounds());
        }
        let memberships = (0..members.len()).flat_map(|group| {
            members.of(group).iter().map(move |&cell| (cell as usize, group as u32))
        });
        let memberships = Lists::grouped(cells.len(), memberships);
        let exact: Vec<u32> = (0..bounds.len())
            .filter(|&group| {
                bounds[group].upper == Some(bounds[group].lower)
                    || bounds[group].lower == 1 && is_clique(members.of(group), &conflicts)
            })
            .map(|group| group as u32)
            .collect();
        let ln_factorials = ln_factorials(cells.len());
        let placed = decisions.cells(Value::Placed).map(number).collect();
        let mut model = Self {
            size,
            ln_gains_if_open: Vec::new(),
            cells: numbered.cells,
            conflicts,
            members,
            bounds,
            memberships,
            exact_groups: exact,
            ln_factorials,
            placed,
        };
        model.ln_gains_if_open = model.gains_of_open_cells();
        Ok(model)
    }

    /// For each cell, its gain: the logarithm of the factor by which the number of solutions grows if the cell is open
    /// instead of empty. The gain of a cell in an exact group is 0.
    ///
    /// Gains follow from the probabilities of pieces in the hard-core model, in the Bethe approximation: the odds of a
    /// piece on a cell are the product of the probabilities that the cells it excludes are empty (J. S. Yedidia, W. T.
    /// Freeman, Y. Weiss, "Understanding belief propagation and its generalizations", 2003). They only guide the draws.
    /// The expected value of the estimate does not depend on them.
    fn gains_of_open_cells(&self) -> Vec<f64> {
        let mut free = vec![true; self.cells.len()];
        for &group in &self.exact_groups {
            self.members.of(group as usize).iter().for_each(|&cell| free[cell as usize] = false);
        }
        let mut gains = vec![0.0; self.cells.len()];
        if !free.contains(&true) {
            return gains;
        }
        for _ in 0..ROUNDS {
            for cell in (0..gains.len()).filter(|&cell| free[cell]) {
                // When the gain is used, earlier cells are decided already and later cells are not.
                let taken: f64 = (self.conflicts.of(cell).iter())
                    .map(|&other| {
                        gains[other as usize] * if other as usize > cell { 1.0 } else { 0.5 }
                    })
                    .sum();
                let gain = (-taken).exp().ln_1p();
                gains[cell] = f64::midpoint(gains[cell], gain);
            }
        }
        gains
    }

    /// The logarithm of the number of ways to choose `pieces` of `cells` cells.
    pub(super) fn ln_choose(&self, cells: u32, pieces: u32) -> f64 {
        let ln = |n: u32| self.ln_factorials[n as usize];
        ln(cells) - ln(pieces) - ln(cells - pieces)
    }
}

heap_of_fields!(ParticleModel: cells, conflicts, members, bounds, memberships, ln_gains_if_open, ln_factorials);

/// True if the cells pairwise exclude each other. `cells` must be ascending.
fn is_clique(cells: &[u32], conflicts: &Lists<u32>) -> bool {
    cells.iter().all(|&cell| {
        let others = conflicts.of(cell as usize).iter();
        others.filter(|other| cells.binary_search(other).is_ok()).count() + 1 == cells.len()
    })
}

fn ln_factorials(max_number: usize) -> Vec<f64> {
    let mut sum = 0.0;
    let rest = (1..=max_number).map(|n| {
        sum += (n as f64).ln();
        sum
    });
    std::iter::once(0.0).chain(rest).collect()
}
