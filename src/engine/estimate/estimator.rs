use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use indexmap::IndexSet;
use rand::{Rng, RngCore};

use super::general::GeneralKernel;
use super::lines::LinesKernel;
use super::run::{Kernel, Population, Run};
use super::runs::{Estimate, EstimatedCensus, FEWEST_RUNS, Runs, Share};
use crate::budget::{Answer, Budget, Phase, Progress};
use crate::domains::Domains;
use crate::threads::on_threads;
use geometry::{Cell, CellSet};
use problem::{Problem, Value};

/// Number of particles of a run.
const PARTICLES: usize = 1024;

/// Minimum number of runs per batch.
const BATCH: u64 = 16;

/// Number of runs without a survivor after which [`Estimator::refine`] gives up.
const MAX_DEAD_RUNS: usize = 256;

/// Maximum number of different solutions that are stored, and maximum memory for them in bytes.
const MAX_STORED_SOLUTIONS: usize = 10_000;
const SEEN_MEMORY: usize = 1 << 24;

/// Estimates the number of solutions of one problem. Each batch of runs, on the threads of a budget, improves the
/// estimate.
///
/// ```
/// use engine::Budget;
/// use engine::estimate::Estimator;
/// use problem::{Problem, Rules};
///
/// let budget = Budget::default();
/// let mut estimator = Estimator::new(&Problem::new(Rules::queens(8)?), 1, &budget)?;
/// estimator.add_runs(&budget)?;
/// let estimate = estimator.estimate().expect("particles survive");
/// assert!((85.0..99.0).contains(&estimate.value.value()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Estimator {
    problem: Problem,
    kernel: AnyKernel,
    seed: u64,
    /// Minimum number of runs per batch.
    batch: u64,
    runs: Runs,
    /// For each cell in row-major order, the index of its orbit under the problem's symmetries, and the number of cells
    /// in that orbit.
    orbits: Vec<(u32, u32)>,
    seen: IndexSet<CellSet>,
    domains: Domains,
}

/// The kernel that suits a problem.
enum AnyKernel {
    Lines(Box<LinesKernel>),
    General(Box<GeneralKernel>),
}

impl Estimator {
    /// An estimator without runs. For the same seed and number of runs the estimate is the same, for any number of
    /// threads.
    ///
    /// # Errors
    /// When the budget ends first.
    ///
    /// # Panics
    /// When the cost is limited: particles ignore costs.
    pub fn new(problem: &Problem, seed: u64, budget: &Budget) -> Answer<Self> {
        assert!(problem.rules().max_cost().is_none(), "the particles do not see costs");
        let kernel = match LinesKernel::new(problem, budget)? {
            Some(lines) => AnyKernel::Lines(Box::new(lines)),
            None => AnyKernel::General(Box::new(GeneralKernel::new(problem, budget)?)),
        };
        let (closed, is_refuted) = match &kernel {
            AnyKernel::Lines(kernel) => (kernel.impossible_cells(), kernel.root().is_none()),
            AnyKernel::General(kernel) => (kernel.impossible_cells(), kernel.root().is_none()),
        };
        let orbits = orbits(problem);
        let number = orbits.iter().map(|&(orbit, _)| orbit + 1).max().unwrap_or(0);
        let mut domains = Domains::from_attacks(problem);
        let grid = problem.rules().grid();
        domains.cannot_hold = &(&domains.cannot_hold | &closed) - grid.holes();
        if is_refuted {
            domains.mark_unsatisfiable(grid);
        }
        Ok(Self {
            problem: problem.clone(),
            kernel,
            seed,
            batch: BATCH,
            runs: Runs::new(number as usize),
            orbits,
            seen: IndexSet::new(),
            domains,
        })
    }

    /// The same estimator with batches of the smallest size. The first estimate is available sooner, with a wider
    /// interval.
    pub(crate) fn with_small_batches(self) -> Self {
        Self { batch: FEWEST_RUNS as u64, ..self }
    }

    /// Adds runs until the precision of the estimate is at most `precision`. Calls `learn` after each batch, once there
    /// is an estimate. Stops after a few hundred runs without a survivor, because there may be no solution.
    ///
    /// # Errors
    /// When the budget ends first. Completed runs count.
    pub fn refine(
        &mut self,
        precision: f64,
        budget: &Budget,
        learn: &mut dyn FnMut(&Self),
    ) -> Answer<()> {
        loop {
            let added = self.add_runs(budget);
            let estimate = self.estimate();
            if estimate.is_some() {
                learn(self);
            }
            added?;
            let precise = estimate.is_some_and(|estimate| estimate.precision <= precision);
            let hopeless = estimate.is_none() && self.runs.len() >= MAX_DEAD_RUNS;
            if precise || hopeless || self.is_refuted() {
                return Ok(());
            }
        }
    }

    /// Adds a batch of runs: 16 (4 in haste), or an eighth of the number of runs so far if that is more.
    ///
    /// # Errors
    /// When the budget ends first. Completed runs before the first interrupted one count.
    pub fn add_runs(&mut self, budget: &Budget) -> Answer<()> {
        let (runs, result) = match &self.kernel {
            AnyKernel::Lines(kernel) => self.batch(&**kernel, budget),
            AnyKernel::General(kernel) => self.batch(&**kernel, budget),
        };
        for run in &runs {
            self.add(run);
        }
        result
    }

    /// True if propagation proves that there is no solution.
    pub fn is_refuted(&self) -> bool {
        self.domains.satisfiable == Some(false)
    }

    /// Performs the runs of the next batch. Returns the completed runs before the first interrupted one.
    fn batch<K: Kernel>(&self, kernel: &K, budget: &Budget) -> (Vec<Run>, Answer<()>) {
        let Some(root) = kernel.root() else { return (Vec::new(), Ok(())) };
        let begun = self.runs.len() as u64;
        let batch = self.batch.max(begun / 8);
        let threads = budget.threads().get().min(batch as usize);
        let memory = kernel.heap()
            + threads * Population::<K>::memory(root, PARTICLES)
            + self.seen.len() * self.solution_memory();
        let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
        let results: Mutex<Vec<Option<Run>>> = Mutex::new((0..batch).map(|_| None).collect());
        let work = || -> Answer<()> {
            let mut look = || {
                budget.check(Progress {
                    phase: Phase::Estimating,
                    done: (begun + next.load(Ordering::Relaxed).min(batch)) as usize,
                    memory,
                    ..Progress::default()
                })
            };
            look()?;
            let size = self.domains.can_hold.size();
            let mut population = Population::new(kernel, root, PARTICLES, size, &mut look)?;
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= batch || stop.load(Ordering::Relaxed) {
                    return Ok(());
                }
                let run = population.run(self.seed, begun + index, &mut look);
                let run = run.inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
                results.lock().unwrap_or_else(PoisonError::into_inner)[index as usize] = Some(run);
            }
        };
        let ends = on_threads(threads, work);
        let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        (results.into_iter().map_while(|run| run).collect(), ends.into_iter().collect())
    }

    fn add(&mut self, run: &Run) {
        let mut shares = vec![0.0; self.runs.orbits()];
        for (share, &(orbit, cells)) in run.shares.iter().zip(&self.orbits) {
            shares[orbit as usize] += share / f64::from(cells);
        }
        self.runs.add(run.ln_number, &shares);
        for solution in &run.drawn {
            self.domains.add_witness(self.problem.rules().grid(), solution);
            if self.seen.len() < MAX_STORED_SOLUTIONS.min(SEEN_MEMORY / self.solution_memory()) {
                self.seen.insert(solution.clone());
            }
        }
        self.domains.found = self.seen.len() as u64;
        for (cell, &share) in self.problem.rules().size().iter().zip(&run.shares) {
            if share > 0.0 {
                self.domains.can_hold.insert(cell);
            }
        }
    }

    /// Memory of a stored solution, in bytes.
    fn solution_memory(&self) -> usize {
        self.orbits.len().div_ceil(8) + size_of::<CellSet>()
    }

    /// The number of runs so far.
    pub fn runs(&self) -> usize {
        self.runs.len()
    }

    /// The estimate from all runs so far; `None` if there are too few runs, or if no particle survived.
    pub fn estimate(&self) -> Option<Estimate> {
        self.runs.estimate(self.seen.len() as u32)
    }

    /// For each cell in row-major order, the share of solutions with a piece on it; 0 on holes. `None` without an
    /// estimate.
    ///
    /// Shares are means over orbits: cells in the same orbit under the problem's symmetries have the same share.
    pub fn shares(&self) -> Option<Vec<Share>> {
        self.estimate()?;
        let share =
            |(cell, &(orbit, _)): (Cell, &(u32, u32))| match self.problem.decisions().get(cell) {
                Some(Value::Placed) => Share::ALL,
                _ if !self.domains.cannot_hold.contains(cell) => self.runs.share(orbit as usize),
                _ => Share::NONE,
            };
        Some(self.problem.rules().size().iter().zip(&self.orbits).map(share).collect())
    }

    /// The results of [`Estimator::estimate`] and [`Estimator::shares`]; `None` without an estimate.
    pub(crate) fn census(&self) -> Option<EstimatedCensus> {
        Some(EstimatedCensus { solutions: self.estimate()?, shares: self.shares()? })
    }

    /// Adds one run, and draws one of the solutions found so far: nearly, but not exactly, uniformly. `None` if no
    /// particle survived.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(crate) fn draw(
        &mut self,
        random: &mut impl RngCore,
        budget: &Budget,
    ) -> Answer<Option<CellSet>> {
        let batch = std::mem::replace(&mut self.batch, 1);
        let added = self.add_runs(budget);
        self.batch = batch;
        added?;
        let number = random.gen_range(0..self.seen.len().max(1));
        Ok(self.seen.get_index(number).cloned())
    }

    /// The different solutions drawn so far in proportion to the weights of particles: nearly, but not exactly,
    /// uniformly. At most ten thousand, in the order of drawing.
    pub fn solutions(&self) -> &IndexSet<CellSet> {
        &self.seen
    }

    /// The domains of all cells that propagation and the sampled solutions prove.
    pub fn domains(&self) -> &Domains {
        &self.domains
    }
}

/// For each cell in row-major order, the index of its orbit under the problem's symmetries, and the number of cells in
/// that orbit.
fn orbits(problem: &Problem) -> Vec<(u32, u32)> {
    let (symmetries, size) = (problem.symmetries(), problem.rules().size());
    let mut numbers = vec![None; size.cells()];
    let mut sizes: Vec<u32> = Vec::new();
    for cell in size.iter() {
        if numbers[size.index(cell)].is_none() {
            let number = sizes.len();
            let images = symmetries.iter().map(|symmetry| size.index(symmetry.map(cell, size)));
            let cells = images.filter(|&image| numbers[image].replace(number).is_none()).count();
            sizes.push(cells as u32);
        }
    }
    numbers.into_iter().flatten().map(|number| (number as u32, sizes[number])).collect()
}
