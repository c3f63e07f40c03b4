use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::budget::Answer;
use crate::heap::Heap;
use geometry::{CellSet, Size};

/// Number of solutions drawn from each run.
const DRAWS_PER_RUN: usize = 16;

/// Exponent in the guess of a particle's number of remaining solutions. The guess is the number of ways to settle the
/// particle's exact groups, to the power of this exponent. In measurements, runs of 20 and 50 queens varied least with
/// 0.3.
pub(super) const EXPONENT: f64 = 0.3;

/// Checks the budget; an error ends the run.
pub(super) type BudgetCheck<'a> = &'a mut dyn FnMut() -> Answer<()>;

/// The error of a particle that no solution extends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dead;

/// Indices of the groups to propagate, whose bounds force the values of their open cells. Empty between steps.
pub(super) type GroupQueue = Vec<u32>;

/// Builds solutions step by step.
///
/// The choice of the cells that a step decides must depend on the particle and the stage alone, so that each solution is
/// reached in exactly one way. Every solution that agrees with the particle must have a positive probability.
pub(super) trait Kernel: Heap + Sync {
    /// A partial solution.
    type Particle: Clone + Heap + Sync;

    /// The first particle, which contains the decisions alone; `None` if propagation shows that there is no solution.
    fn root(&self) -> Option<&Self::Particle>;

    /// Number of stages. A run completes the stages in order.
    fn stages(&self) -> usize {
        1
    }

    /// Advances a particle by one step. Returns minus the logarithm of the probability of the draw, or `None` if the
    /// stage is complete.
    fn step(
        &self,
        stage: usize,
        particle: &mut Self::Particle,
        random: &mut impl Rng,
        queue: &mut GroupQueue,
    ) -> Result<Option<f64>, Dead>;

    /// A guess of the logarithm of the particle's number of remaining solutions, up to a constant.
    fn ln_remaining(particle: &Self::Particle) -> f64;

    /// Overwrites a particle with a copy of another one.
    fn overwrite(particle: &mut Self::Particle, source: &Self::Particle);

    /// Calls `visit` with the row-major index of each cell with a piece.
    fn for_each_piece(&self, particle: &Self::Particle, visit: impl FnMut(usize));

    /// The cells on which propagation shows that no solution has a piece, and the holes.
    fn impossible_cells(&self) -> CellSet;
}

/// The result of a run: a number whose expected value is the number of solutions, and the shares of cells.
pub(super) struct Run {
    /// Natural logarithm of the number; minus infinity if no particle survived.
    pub ln_number: f64,
    /// For each cell in row-major order, the share of the solutions with a piece on it, from 0 to 1.
    pub shares: Vec<f64>,
    /// Solutions drawn in proportion to the weights of their particles.
    pub drawn: Vec<CellSet>,
}

/// The particles of a run, with buffers. Reused from run to run.
pub(super) struct Population<'a, K: Kernel> {
    kernel: &'a K,
    root: &'a K::Particle,
    size: Size,
    particles: Vec<K::Particle>,
    /// The logarithms of the particles' weights; minus infinity for dead particles.
    weights: Vec<f64>,
    /// The particles' weights times their guesses, divided by the largest product.
    resampling_weights: Vec<f64>,
    queue: GroupQueue,
}

impl<'a, K: Kernel> Population<'a, K> {
    /// A population of `particles` particles, on a grid of a size.
    pub(super) fn new(
        kernel: &'a K,
        root: &'a K::Particle,
        particles: usize,
        size: Size,
        check: BudgetCheck<'_>,
    ) -> Answer<Self> {
        let mut copies = Vec::with_capacity(particles);
        for number in 0..particles {
            check_periodically(number, check)?;
            copies.push(root.clone());
        }
        Ok(Self {
            kernel,
            root,
            size,
            particles: copies,
            weights: vec![0.0; particles],
            resampling_weights: Vec::with_capacity(particles),
            queue: GroupQueue::new(),
        })
    }

    /// The memory of `particles` particles, in bytes.
    pub(super) fn memory(root: &K::Particle, particles: usize) -> usize {
        particles * (root.memory() + 2 * size_of::<f64>())
    }

    /// Performs a run. The result depends on the seed and the number of the run alone.
    pub(super) fn run(&mut self, seed: u64, number: u64, check: BudgetCheck<'_>) -> Answer<Run> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(number);
        self.particles.iter_mut().for_each(|particle| K::overwrite(particle, self.root));
        self.weights.fill(0.0);
        for stage in 0..self.kernel.stages() {
            while self.advance(stage, &mut random, check)? {
                check()?;
                self.resample(&mut random);
            }
        }
        check()?;
        Ok(self.result(&mut random))
    }

    /// Advances every living particle by one step. Returns false if all of them have completed the stage.
    fn advance(
        &mut self,
        stage: usize,
        random: &mut ChaCha8Rng,
        check: BudgetCheck<'_>,
    ) -> Answer<bool> {
        let mut advanced = false;
        let particles = self.particles.iter_mut().zip(&mut self.weights);
        for (number, (particle, weight)) in particles.enumerate() {
            check_periodically(number, check)?;
            if *weight == f64::NEG_INFINITY {
                continue;
            }
            match self.kernel.step(stage, particle, random, &mut self.queue) {
                Ok(Some(surprise)) => {
                    *weight += surprise;
                    advanced = true;
                }
                Ok(None) => {}
                Err(Dead) => {
                    *weight = f64::NEG_INFINITY;
                    self.queue.clear();
                    advanced = true;
                }
            }
        }
        Ok(advanced)
    }

    /// Resamples the particles systematically, in proportion to the products of weights and guesses.
    fn resample(&mut self, random: &mut ChaCha8Rng) {
        let scores = (self.weights.iter().zip(&self.particles))
            .map(|(weight, particle)| weight + K::ln_remaining(particle));
        let largest = scores.clone().fold(f64::NEG_INFINITY, f64::max);
        if largest == f64::NEG_INFINITY {
            return;
        }
        self.resampling_weights.clear();
        self.resampling_weights.extend(scores.map(|score| (score - largest).exp()));
        let sum: f64 = self.resampling_weights.iter().sum();
        let ln_mean = (sum / self.resampling_weights.len() as f64).ln() + largest;
        let copies = systematic(&self.resampling_weights, sum, random.r#gen());
        // A drawn particle keeps its place. Further copies overwrite particles that are not drawn.
        let mut vacant = (0..copies.len()).filter(|&index| copies[index] == 0);
        for (from, &number) in copies.iter().enumerate().filter(|&(_, &number)| number > 0) {
            self.weights[from] = ln_mean - K::ln_remaining(&self.particles[from]);
            for to in vacant.by_ref().take(number as usize - 1) {
                let both = self.particles.get_disjoint_mut([from, to]);
                let [source, target] = both.expect("only one of the two is drawn");
                K::overwrite(target, source);
                self.weights[to] = self.weights[from];
            }
        }
        // Because of rounding, one draw may be missing. The particle that is neither drawn nor overwritten gets weight 0.
        vacant.for_each(|index| self.weights[index] = f64::NEG_INFINITY);
    }

    /// The result of the run, from its particles at the end.
    fn result(&self, random: &mut ChaCha8Rng) -> Run {
        let mut shares = vec![0.0; self.size.cells()];
        let largest = self.weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if largest == f64::NEG_INFINITY {
            return Run { ln_number: largest, shares, drawn: Vec::new() };
        }
        let values: Vec<f64> = self.weights.iter().map(|weight| (weight - largest).exp()).collect();
        let sum: f64 = values.iter().sum();
        for (particle, value) in self.particles.iter().zip(&values) {
            if *value > 0.0 {
                self.kernel.for_each_piece(particle, |index| shares[index] += value / sum);
            }
        }
        let every = (values.len() / DRAWS_PER_RUN).max(1);
        let copies = systematic(&values, sum, random.r#gen());
        let drawn = (copies.iter().zip(&self.particles))
            .flat_map(|(&number, particle)| std::iter::repeat_n(particle, number as usize));
        let drawn = drawn.step_by(every).map(|particle| {
            let mut solution = CellSet::empty(self.size);
            self.kernel.for_each_piece(particle, |index| {
                solution.insert(self.size.cell(index));
            });
            solution
        });
        let drawn = drawn.collect();
        Run { ln_number: (sum / values.len() as f64).ln() + largest, shares, drawn }
    }
}

/// Checks the budget before every 64th particle: on a large board a step of all particles takes a second.
fn check_periodically(number: usize, check: BudgetCheck<'_>) -> Answer<()> {
    if number.is_multiple_of(64) { check() } else { Ok(()) }
}

/// Systematic resampling: returns how often each index is drawn, in proportion to its value. The number of draws is
/// the number of values. `sum` is the sum of the values; `step`, from 0 to 1, is the common offset of all draws.
fn systematic(values: &[f64], sum: f64, step: f64) -> Vec<u32> {
    let scale = values.len() as f64 / sum;
    let (mut drawn, mut passed) = (0_u32, step);
    let mut copies = |value: &f64| {
        passed += value * scale;
        let mut copies = 0;
        while f64::from(drawn) + 1.0 <= passed {
            (drawn, copies) = (drawn + 1, copies + 1);
        }
        copies
    };
    values.iter().map(&mut copies).collect()
}

#[cfg(test)]
mod tests {
    use super::super::general::GeneralKernel;
    use super::super::lines::LinesKernel;
    use super::*;
    use crate::bdd;
    use crate::budget::Budget;
    use geometry::Grid;
    use problem::{Problem, Regions, Rules, Value};

    fn problem(size: &str, piece: &str, rules: &str, torus: bool) -> Problem {
        let requirements = rules.split_whitespace().map(|text| text.parse().unwrap());
        let grid = Grid::new(size.parse().unwrap()).with_torus(torus);
        Problem::new(Rules::new(grid, piece.parse().unwrap(), requirements))
    }

    fn placed(problem: Problem, cell: &str, value: Value) -> Problem {
        problem.with(cell.parse().unwrap(), value).unwrap()
    }

    /// The mean of many runs of few particles, and its standard error, both divided by the true number.
    fn mean<K: Kernel>(kernel: &K, size: Size, particles: usize, truth: f64) -> (f64, f64) {
        let root = kernel.root().unwrap();
        let mut population =
            Population::new(kernel, root, particles, size, &mut || Ok(())).unwrap();
        let runs = 4000 / particles as u64;
        let numbers: Vec<f64> = (0..runs)
            .map(|number| {
                population.run(7, number, &mut || Ok(())).unwrap().ln_number.exp() / truth
            })
            .collect();
        let mean = numbers.iter().sum::<f64>() / runs as f64;
        let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>();
        (mean, (variance / (runs * (runs - 1)) as f64).sqrt())
    }

    #[track_caller]
    fn assert_unbiased(problem: &Problem, by_lines: bool) {
        let budget = Budget::default();
        let truth = bdd::Engine::new().census(problem, &budget).unwrap().solutions;
        let truth: f64 = truth.to_string().parse().unwrap();
        let size = problem.rules().size();
        let general = GeneralKernel::new(problem, &budget).unwrap();
        let lines = LinesKernel::new(problem, &budget).unwrap();
        assert_eq!(lines.is_some(), by_lines);
        for particles in [1, 20] {
            let general = mean(&general, size, particles, truth);
            let lines = lines.as_ref().map(|lines| mean(lines, size, particles, truth));
            for (mean, error) in lines.into_iter().chain([general]) {
                // If a draw missed most solutions, the mean would be off by far more.
                let off = (mean - 1.0).abs();
                assert!(error < 0.1, "{truth} solutions, {particles}: {error}");
                assert!(off < 4.0 * error + 1e-9, "{truth} solutions, {particles}: {mean} {error}");
            }
        }
    }

    #[test]
    fn runs_are_unbiased_where_each_row_has_one_piece() {
        assert_unbiased(&problem("6", "queen", "rows", false), true);
        assert_unbiased(&problem("5x7", "queen", "rows", false), true);
        assert_unbiased(&problem("8x6", "queen", "columns", false), true);
        assert_unbiased(&problem("5", "queen", "rows", true), true);
        assert_unbiased(&problem("4", "knight", "rows=1", false), true);
        assert_unbiased(&problem("5", "king", "columns=1 rows=1", false), true);
        assert_unbiased(&problem("6", "rook", "pieces=6", false), true);
        let queens = placed(problem("8", "queen", "rows", false), "b4", Value::Placed);
        assert_unbiased(&placed(queens, "a3", Value::Excluded), true);
    }

    #[test]
    fn runs_are_unbiased_where_groups_have_any_number_of_pieces() {
        assert_unbiased(&problem("4", "knight", "rows", false), false);
        assert_unbiased(&problem("4x5", "king", "rows", false), false);
        assert_unbiased(&problem("5", "knight", "", true), false);
        assert_unbiased(&problem("5", "queen", "", false), false);
        assert_unbiased(&problem("5", "queen", "pieces=3", false), false);
        assert_unbiased(&problem("4", "knight", "rows=2", false), false);
        assert_unbiased(&problem("5", "bishop", "rows columns=1", false), false);
        assert_unbiased(&problem("5", "fsN", "columns rows=2", false), false);
        let knights = placed(problem("4", "knight", "rows", false), "b2", Value::Placed);
        assert_unbiased(&placed(knights, "d4", Value::Excluded), false);
        let regions = Regions::parse("aabb\naabb\nc.dd\nccdd").unwrap();
        let rules = problem("4", "king", "regions", false).rules().as_ref().clone();
        assert_unbiased(&Problem::new(rules.with_regions(&regions).unwrap()), false);
    }

    #[test]
    fn draws_are_as_many_as_values_and_in_proportion() {
        assert_eq!(systematic(&[1.0, 0.0, 2.0, 1.0], 4.0, 0.5), [1, 0, 2, 1]);
        assert_eq!(systematic(&[0.5, 0.5, 1.0, 2.0], 4.0, 0.2), [0, 1, 1, 2]);
        assert_eq!(systematic(&[0.5, 0.5, 1.0, 2.0], 4.0, 0.7), [1, 0, 1, 2]);
    }
}
