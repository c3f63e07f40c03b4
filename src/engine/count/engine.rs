use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use num_bigint::BigUint;

use super::Kernel;
use super::general::General;
use super::model::{RowModel, Unsuited};
use super::position::Position;
use super::prefixes;
use super::shard::Shard;
use super::shift::{Shape, Shift};
use crate::answers::Census;
use crate::bits::bits;
use crate::budget::{Answer, Budget, Phase, Progress};
use crate::heap::Heap;
use crate::invariants::InvariantCounts;
use crate::threads::on_threads;
use geometry::{CellSet, Size, SymmetryGroup};
use problem::Problem;

/// Counts the solutions of one problem.
///
/// ```
/// use engine::Budget;
/// use engine::count::{Engine, Shard};
/// use problem::{Problem, Rules};
///
/// let engine = Engine::new(&Problem::new(Rules::queens(8)?))?;
/// let solutions = engine.solutions(Shard::WHOLE, &Budget::default())?;
/// assert_eq!(solutions, 92_u8.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    size: Size,
    symmetries: SymmetryGroup,
    /// `None` if the problem obviously has no solution.
    model: Option<RowModel>,
}

/// Solutions counted so far.
#[derive(Default)]
struct Tally {
    solutions: u128,
    /// For each weight of a prefix, the number of solutions with a piece on each cell, in row-major order of the board.
    /// The numbers are not multiplied by the weight.
    cells: BTreeMap<usize, Vec<u128>>,
}

impl Engine {
    /// An engine for a problem.
    ///
    /// # Errors
    /// When the problem is not suited to this engine.
    pub fn new(problem: &Problem) -> Result<Self, Unsuited> {
        Ok(Self {
            size: problem.rules().size(),
            symmetries: SymmetryGroup::generated_by(problem.symmetries()),
            model: RowModel::new(problem)?,
        })
    }

    /// Checks that this engine suits a problem.
    ///
    /// # Errors
    /// The errors of [`Engine::new`].
    pub fn check(problem: &Problem) -> Result<(), Unsuited> {
        RowModel::orientation(problem).map(|_| ())
    }

    /// The number of pieces of every solution.
    pub fn pieces(&self) -> usize {
        self.model.as_ref().map_or(0, |model| model.grid.rows)
    }

    /// The number of solutions in a part of all solutions, counted by the threads of the budget.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn solutions(&self, shard: Shard, budget: &Budget) -> Answer<BigUint> {
        match &self.model {
            Some(model) => Ok(count::<false>(model, shard, budget)?.solutions.into()),
            None => Ok(BigUint::ZERO),
        }
    }

    /// For each of `parts` parts, an estimate of the work of counting it, in any unit.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn work(&self, parts: NonZeroU32, budget: &Budget) -> Answer<Vec<f64>> {
        match &self.model {
            Some(model) => prefixes::work(model, parts, budget),
            None => Ok(vec![0.0; parts.get() as usize]),
        }
    }

    /// The number of all solutions, and of the solutions with a piece on each cell, counted by the threads of the
    /// budget.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn census(&self, budget: &Budget) -> Answer<Census> {
        let mut cells = vec![BigUint::ZERO; self.size.cells()];
        let Some(model) = &self.model else {
            return Ok(Census { solutions: BigUint::ZERO, cells });
        };
        let tally = count::<true>(model, Shard::WHOLE, budget)?;
        for (&weight, counts) in &tally.cells {
            for (index, &count) in counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
                let cell =
                    model.grid.cell((index / model.grid.columns, index % model.grid.columns));
                let count = BigUint::from(count) * weight;
                for symmetry in &model.symmetries {
                    cells[self.size.index(symmetry.map(cell, self.size))] += &count;
                }
            }
        }
        // Each solution was counted once for each symmetry.
        let times = self.symmetries.order();
        let cells = cells.into_iter().map(|number| number / times).collect();
        Ok(Census { solutions: tally.solutions.into(), cells })
    }

    /// A solution, searched on one thread; `None` if there is none. Counts the parts of the search until a part has
    /// solutions, then divides this part, and so on.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn solution(&self, budget: &Budget) -> Answer<Option<CellSet>> {
        let Some(model) = &self.model else { return Ok(None) };
        let mut kernel = kernel::<false>(model);
        let mut look = || budget.check(Progress { phase: Phase::Counting, ..Progress::default() });
        let mut cells = vec![0; model.grid.rows * model.grid.columns];
        let mut has_solutions = |position: &Position| -> Answer<bool> {
            Ok(position.is_open() && kernel.count(position, &mut look, &mut cells)? > 0)
        };
        let parts = prefixes::prefixes(model, Shard::WHOLE, budget)?;
        let mut parts: Vec<Position> = parts.into_iter().map(|prefix| prefix.position).collect();
        loop {
            let mut found = None;
            for part in parts {
                if has_solutions(&part)? {
                    found = Some(part);
                    break;
                }
            }
            let Some(position) = found else { return Ok(None) };
            let Some(row) = position.undecided().next() else {
                let cells = position.pieces().map(|at| model.grid.cell(at));
                return Ok(Some(CellSet::from_cells(self.size, cells)));
            };
            let with = |column| {
                let mut longer = position.clone();
                longer.place(&model.grid, row, column);
                longer
            };
            parts = bits(position.free[row]).map(with).collect();
        }
    }

    /// The number of solutions that are invariant under a group of symmetries of the problem. If the group is the
    /// identity alone, the threads of the budget count all solutions.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn invariant(&self, symmetries: SymmetryGroup, budget: &Budget) -> Answer<BigUint> {
        let Some(model) = self.model.as_ref().filter(|_| symmetries != SymmetryGroup::IDENTITY)
        else {
            return self.solutions(Shard::WHOLE, budget);
        };
        let mut cells = vec![0; model.grid.rows * model.grid.columns];
        let mut look = || budget.check(Progress { phase: Phase::Counting, ..Progress::default() });
        let mut kernel = General::new(model, symmetries);
        Ok(kernel.count(&model.start, &mut look, &mut cells)?.into())
    }

    /// The number of solutions up to the problem's symmetries, counted by the threads of the budget.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn classes(&self, budget: &Budget) -> Answer<BigUint> {
        let kept = |group| self.invariant(group, budget);
        Ok(InvariantCounts::find(self.symmetries.iter(), kept)?.classes())
    }
}

/// Counts the solutions. With `CENSUS`, also counts the solutions with a piece on each cell.
fn count<const CENSUS: bool>(model: &RowModel, shard: Shard, budget: &Budget) -> Answer<Tally> {
    let prefixes = prefixes::prefixes(model, shard, budget)?;
    let memory = prefixes.heap();
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let has_failed = AtomicBool::new(false);
    // Counts the solutions of prefixes on one thread, until all prefixes are done.
    let work = || {
        let mut kernel = kernel::<CENSUS>(model);
        let mut tally = Tally::default();
        let mut cells = vec![0; model.grid.rows * model.grid.columns];
        let mut look = || {
            budget.check(Progress {
                phase: Phase::Counting,
                done: done.load(Ordering::Relaxed),
                steps: prefixes.len(),
                memory,
                ..Progress::default()
            })
        };
        while let Some(prefix) = prefixes.get(next.fetch_add(1, Ordering::Relaxed)) {
            if has_failed.load(Ordering::Relaxed) {
                break;
            }
            let position = &prefix.position;
            let solutions = kernel.count(position, &mut look, &mut cells)?;
            tally.solutions += u128::from(solutions) * prefix.weight as u128;
            if CENSUS {
                for (row, column) in position.pieces() {
                    cells[row * model.grid.columns + column] = solutions;
                }
                tally.add(prefix.weight, &cells);
                cells.fill(0);
            }
            done.fetch_add(1, Ordering::Relaxed);
        }
        Ok(tally)
    };
    let threads = budget.threads().get().min(prefixes.len()).max(1);
    let mut sum = Tally::default();
    let work = || work().inspect_err(|_| has_failed.store(true, Ordering::Relaxed));
    for tally in on_threads(threads, work) {
        let tally = tally?;
        sum.solutions += tally.solutions;
        for (weight, counts) in tally.cells {
            sum.add(weight, &counts);
        }
    }
    Ok(sum)
}

/// The fastest search for a model.
fn kernel<'a, const CENSUS: bool>(model: &'a RowModel) -> Box<dyn Kernel + 'a> {
    match Shape::find(model).map(|Shape { diagonals, knight }| (diagonals, knight)) {
        Some((true, false)) => Box::new(Shift::<true, false, CENSUS>::new(model)),
        Some((true, true)) => Box::new(Shift::<true, true, CENSUS>::new(model)),
        Some((false, false)) => Box::new(Shift::<false, false, CENSUS>::new(model)),
        Some((false, true)) => Box::new(Shift::<false, true, CENSUS>::new(model)),
        None => Box::new(General::new(model, SymmetryGroup::IDENTITY)),
    }
}

impl Tally {
    /// Adds the counts of the cells for a prefix.
    fn add<N: Copy + Into<u128>>(&mut self, weight: usize, counts: &[N]) {
        let cells = self.cells.entry(weight).or_insert_with(|| vec![0; counts.len()]);
        for (sum, &count) in cells.iter_mut().zip(counts) {
            *sum += count.into();
        }
    }
}
