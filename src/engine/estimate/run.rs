use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::model::Model;
use super::particle::{Dead, Outlook, Particle, Queue};
use crate::engine::Interrupted;

/// How many solutions a run hands over.
const DRAWN: usize = 16;

/// The particles are drawn anew when they are worth less than this part of their number.
const FEWEST: f64 = 0.5;

/// Checks the budget; an error ends the run.
pub(super) type Look<'a> = &'a mut dyn FnMut() -> Result<(), Interrupted>;

/// What one run found. The expected value of its number is the number of solutions.
pub(super) struct Run {
    /// The natural logarithm of the number; minus infinity if no particle survived.
    pub ln_number: f64,
    /// For each cell of the model the share of that number with a piece on it.
    pub shares: Vec<f64>,
    /// Solutions drawn by the weights of the particles that have them, as bits of the model's cells.
    pub drawn: Vec<Vec<u64>>,
}

/// The particles of a run, and room to work with them. Used for one run after the other.
pub(super) struct Population<'a> {
    model: &'a Model,
    particles: Vec<Particle>,
    /// The logarithms of their weights; minus infinity for the dead.
    weights: Vec<f64>,
    outlooks: Vec<Outlook>,
    queue: Queue,
    /// The particles' weights times what they promise, the largest 1.
    values: Vec<f64>,
}

impl<'a> Population<'a> {
    /// So many particles, all as the decisions leave the board.
    pub fn new(model: &'a Model, root: &Particle, size: usize) -> Self {
        let outlook = root.outlook(model);
        Self {
            model,
            particles: (0..size).map(|_| Particle::copied(root)).collect(),
            weights: vec![0.0; size],
            outlooks: vec![outlook; size],
            queue: Queue::new(),
            values: vec![0.0; size],
        }
    }

    /// The memory that so many particles take, in bytes.
    pub fn memory(root: &Particle, size: usize) -> usize {
        size * (root.memory() + size_of::<Outlook>() + 2 * size_of::<f64>())
    }

    /// The run of a number: the same for the same seed and number.
    pub fn run(
        &mut self,
        root: &Particle,
        seed: u64,
        number: u64,
        look: Look<'_>,
    ) -> Result<Run, Interrupted> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(number);
        let outlook = root.outlook(self.model);
        self.particles.iter_mut().for_each(|particle| particle.copy_from(root));
        self.weights.fill(0.0);
        self.outlooks.fill(outlook);
        loop {
            look()?;
            let mut settled = true;
            self.advance(&mut random, |model, particle, outlook, random, queue| {
                let Some(group) = outlook.next else { return Ok(0.0) };
                settled = false;
                particle.settle(model, group, random, queue)
            });
            if settled {
                break;
            }
            self.resample(&mut random);
        }
        let model = self.model;
        for chunk in &model.chunks {
            look()?;
            if model.gains[chunk.start as usize..chunk.end as usize].iter().all(|&gain| gain == 0.0)
            {
                continue;
            }
            self.advance(&mut random, |model, particle, _, random, queue| {
                particle.decide(model, chunk.clone(), random, queue)
            });
            self.resample(&mut random);
        }
        Ok(self.result(&mut random))
    }

    /// Takes every living particle a step further.
    fn advance(
        &mut self,
        random: &mut ChaCha8Rng,
        mut step: impl FnMut(
            &Model,
            &mut Particle,
            &Outlook,
            &mut ChaCha8Rng,
            &mut Queue,
        ) -> Result<f64, Dead>,
    ) {
        for (index, particle) in self.particles.iter_mut().enumerate() {
            if self.weights[index] == f64::NEG_INFINITY {
                continue;
            }
            match step(self.model, particle, &self.outlooks[index], random, &mut self.queue) {
                Ok(surprise) => {
                    self.weights[index] += surprise;
                    self.outlooks[index] = particle.outlook(self.model);
                }
                Err(Dead) => {
                    self.weights[index] = f64::NEG_INFINITY;
                    self.queue.clear();
                }
            }
        }
    }

    /// Draws the particles anew, each as often as its weight and its outlook are worth, if a few are
    /// worth most of all: systematic resampling.
    fn resample(&mut self, random: &mut ChaCha8Rng) {
        let scores = self.weights.iter().zip(&self.outlooks).map(|(w, outlook)| w + outlook.guess);
        let largest = scores.clone().fold(f64::NEG_INFINITY, f64::max);
        if largest == f64::NEG_INFINITY {
            return;
        }
        self.values.clear();
        self.values.extend(scores.map(|score| (score - largest).exp()));
        let sum: f64 = self.values.iter().sum();
        let squares: f64 = self.values.iter().map(|value| value * value).sum();
        let size = self.values.len() as f64;
        if sum * sum / squares >= FEWEST * size {
            return;
        }
        let ln_mean = (sum / size).ln() + largest;
        let copies = systematic(&self.values, sum, random.r#gen());
        // A particle keeps its room where it is drawn at all; others make room for further copies.
        let mut vacant = (0..copies.len()).filter(|&index| copies[index] == 0);
        for (from, &number) in copies.iter().enumerate() {
            if number > 0 {
                self.weights[from] = ln_mean - self.outlooks[from].guess;
            }
            for to in vacant.by_ref().take((number as usize).saturating_sub(1)) {
                let (source, target) = two(&mut self.particles, from, to);
                target.copy_from(source);
                self.weights[to] = self.weights[from];
                self.outlooks[to] = self.outlooks[from];
            }
        }
    }

    /// What the particles found.
    fn result(&self, random: &mut ChaCha8Rng) -> Run {
        let cells = self.model.cells.len();
        let largest = self.weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if largest == f64::NEG_INFINITY {
            return Run { ln_number: largest, shares: vec![0.0; cells], drawn: Vec::new() };
        }
        let values: Vec<f64> = self.weights.iter().map(|weight| (weight - largest).exp()).collect();
        let sum: f64 = values.iter().sum();
        let mut shares = vec![0.0; cells];
        for (particle, value) in
            self.particles.iter().zip(&values).filter(|&(_, &value)| value > 0.0)
        {
            for (at, &word) in particle.pieces().iter().enumerate() {
                let mut rest = word;
                while rest != 0 {
                    shares[at * 64 + rest.trailing_zeros() as usize] += value / sum;
                    rest &= rest - 1;
                }
            }
        }
        let every = (values.len() / DRAWN).max(1);
        let copies = systematic(&values, sum, random.r#gen());
        let drawn = copies
            .iter()
            .zip(&self.particles)
            .flat_map(|(&number, particle)| std::iter::repeat_n(particle, number as usize));
        let drawn = drawn.step_by(every).map(|particle| particle.pieces().to_vec()).collect();
        Run { ln_number: (sum / values.len() as f64).ln() + largest, shares, drawn }
    }
}

/// How often each is drawn, as many times in all as there are values, one `step` along the way for all
/// draws.
fn systematic(values: &[f64], sum: f64, step: f64) -> Vec<u32> {
    let scale = values.len() as f64 / sum;
    let (mut before, mut passed) = (0.0, 0.0_f64);
    let mut drawn = |value: &f64| {
        passed += value * scale;
        let until = (passed + step).floor().max(before);
        let copies = until - before;
        before = until;
        copies as u32
    };
    values.iter().map(&mut drawn).collect()
}

/// Two different ones of several.
fn two(particles: &mut [Particle], source: usize, target: usize) -> (&Particle, &mut Particle) {
    if source < target {
        let (left, right) = particles.split_at_mut(target);
        (&left[source], &mut right[0])
    } else {
        let (left, right) = particles.split_at_mut(source);
        (&right[0], &mut left[target])
    }
}
