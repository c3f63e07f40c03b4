//! Lower bounds on the cost of solutions, from Lagrangian relaxation: bounds on the number of pieces in sets of cells
//! may be violated at a price. The volume algorithm finds the prices (F. Barahona and R. Anbil, "The volume algorithm:
//! producing primal solutions with a subgradient method", 2000).

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::encoding::{Encoding, all_exclude_each_other};
use crate::budget::{Answer, Budget, Phase, Progress};
use problem::{Group, Problem, Rules};

/// Relation between the number of pieces on the cells of a bound and the number of the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sense {
    AtLeast,
    Exactly,
    AtMost,
}

/// A bound on the number of pieces on some open cells. All solutions keep it.
#[derive(Clone, Debug)]
pub(super) struct PieceBound {
    /// Indices of the cells among the open cells of the encoding, ascending.
    pub cells: Vec<usize>,
    pub sense: Sense,
    pub number: i64,
}

impl PieceBound {
    /// True if the number of pieces in a solution differs from the bound by at most 1, so that one literal can express
    /// the difference.
    fn is_tight(&self) -> bool {
        self.sense == Sense::Exactly || self.sense == Sense::AtMost && self.number == 1
    }

    /// The nearest price that the bound can have: at least 0 for a lower bound, at most 0 for an upper bound.
    fn clamped(&self, price: f64) -> f64 {
        match self.sense {
            Sense::AtLeast => price.max(0.0),
            Sense::Exactly => price,
            Sense::AtMost => price.min(0.0),
        }
    }
}

/// The bounds on the open cells of a problem, and the cost of a piece on each open cell.
pub(super) struct Relaxation {
    pub weights: Vec<i64>,
    pub constraints: Vec<PieceBound>,
}

/// Number of cells whose cliques are collected between two checks of the budget.
const CELLS_BETWEEN_CHECKS: usize = 64;

/// Maximum number of steps of the volume algorithm.
const STEPS: usize = 4000;

impl Relaxation {
    /// The relaxation of the problem on the open cells of its clauses.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(super) fn new(
        problem: &Problem,
        encoding: &Encoding,
        weights: Vec<i64>,
        budget: &Budget,
    ) -> Answer<Self> {
        let rules = problem.rules();
        let mut constraints = Vec::new();
        for group in rules.groups().iter().chain(&rules.implied_groups()) {
            constraints.extend(bounds(rules, encoding, group));
        }
        let mut relaxation = Self { weights, constraints };
        relaxation.add_cliques(rules, encoding, budget)?;
        Ok(relaxation)
    }

    /// The same relaxation with tight bounds only.
    pub(super) fn tight(&self) -> Self {
        let constraints = self.constraints.iter().filter(|bound| bound.is_tight()).cloned();
        Self { weights: self.weights.clone(), constraints: constraints.collect() }
    }

    /// Adds bounds of at most one piece for cliques (sets of cells that pairwise exclude each other), so that each pair
    /// of cells that exclude each other is in a clique.
    fn add_cliques(&mut self, rules: &Rules, encoding: &Encoding, budget: &Budget) -> Answer<()> {
        let attacks = rules.exclusions();
        let cells = encoding.cells();
        let mut covered: HashSet<(u32, u32), FxBuildHasher> = HashSet::default();
        let pairs = |cells: &[usize]| {
            let pairs = cells.iter().enumerate();
            let pairs = pairs.flat_map(|(at, &one)| {
                cells[at + 1..].iter().map(move |&two| (one as u32, two as u32))
            });
            pairs.collect::<Vec<_>>()
        };
        for bound in &self.constraints {
            if bound.sense == Sense::Exactly && bound.number == 1 {
                covered.extend(pairs(&bound.cells));
            }
        }
        for (number, &cell) in cells.iter().enumerate() {
            if number.is_multiple_of(CELLS_BETWEEN_CHECKS) {
                let memory = encoding.clauses.memory + covered.capacity() * size_of::<[u32; 3]>();
                budget.check(Progress { phase: Phase::Building, memory, ..Progress::default() })?;
            }
            let mut later: Vec<usize> = (rules.board_rule(cell))
                .filter_map(|other| encoding.number(other))
                .filter(|&other| other > number)
                .collect();
            later.sort_unstable();
            for &other in &later {
                if covered.contains(&(number as u32, other as u32)) {
                    continue;
                }
                let mut clique = vec![number, other];
                for &third in &later {
                    if third > other
                        && clique[1..]
                            .iter()
                            .all(|&it| attacks.exclude_each_other(cells[it], cells[third]))
                    {
                        clique.push(third);
                    }
                }
                covered.extend(pairs(&clique));
                self.constraints.push(PieceBound {
                    cells: clique,
                    sense: Sense::AtMost,
                    number: 1,
                });
            }
        }
        Ok(())
    }

    /// The reduced cost of a piece on each cell: its weight minus the prices of the bounds that contain the cell.
    pub(super) fn reduced_costs<N>(&self, weight: impl Fn(i64) -> N, prices: &[N]) -> Vec<N>
    where
        N: Copy + std::ops::SubAssign,
    {
        let mut reduced_costs: Vec<N> = self.weights.iter().map(|&it| weight(it)).collect();
        for (bound, &price) in self.constraints.iter().zip(prices) {
            for &cell in &bound.cells {
                reduced_costs[cell] -= price;
            }
        }
        reduced_costs
    }

    /// Prices of the bounds for which the relaxation has a high lower bound. The search for prices begins with `start`.
    /// `target` is roughly the cost of the cheapest solution. The search takes at most a quarter of the time left; any
    /// prices give a lower bound, and better ones a higher bound.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(super) fn prices(
        &self,
        start: &[f64],
        target: Option<f64>,
        budget: &Budget,
    ) -> Answer<Vec<f64>> {
        let (mut prices, mut best) = (start.to_vec(), f64::NEG_INFINITY);
        // The running mean of the solutions of the relaxation. The next line has the prices to try, the factor of the
        // step length, and the number of failed steps.
        let mut mean: Option<Vec<f64>> = None;
        let (mut trial, mut factor, mut failed) = (prices.clone(), 0.1, 0);
        let dearest: i64 = self.weights.iter().map(|&weight| weight.max(0)).sum();
        let end = budget.time_left().map(|left| budget.elapsed() + left / 4);
        for step in 0..STEPS {
            if step.is_multiple_of(16) {
                let phase = Phase::Asking;
                budget.check(Progress {
                    phase,
                    done: step,
                    steps: STEPS,
                    ..Progress::default()
                })?;
                if end.is_some_and(|end| budget.elapsed() > end) {
                    break;
                }
            }
            let reduced_costs = self.reduced_costs(|weight| weight as f64, &trial);
            let bounds = self.constraints.iter().zip(&trial);
            let value = bounds.map(|(bound, price)| price * bound.number as f64).sum::<f64>()
                + reduced_costs.iter().map(|cost| cost.min(0.0)).sum::<f64>();
            let chosen = reduced_costs.iter().map(|&cost| f64::from(u8::from(cost < 0.0)));
            match &mut mean {
                Some(mean) => {
                    mean.iter_mut().zip(chosen).for_each(|(mean, it)| *mean += 0.1 * (it - *mean));
                }
                None => mean = Some(chosen.collect()),
            }
            if value > best {
                best = value;
                prices.clone_from(&trial);
                factor = f64::min(factor * 1.1, 2.0);
                failed = 0;
            } else {
                failed += 1;
                if failed == 20 {
                    factor = f64::max(factor * 0.66, 1e-4);
                    failed = 0;
                }
            }
            let mean = mean.as_deref().unwrap_or_default();
            let missing: Vec<f64> = (self.constraints.iter())
                .map(|bound| {
                    bound.number as f64 - bound.cells.iter().map(|&it| mean[it]).sum::<f64>()
                })
                .collect();
            let norm: f64 = missing.iter().map(|it| it * it).sum();
            // No solution costs more than the sum of all positive costs.
            if norm < 1e-9 || best > dearest as f64 + 1.0 {
                break;
            }
            let target =
                target.map_or(best + 0.05 * best.abs() + 1.0, |target| target.max(best + 1e-3));
            let length = factor * (target - best) / norm;
            for ((trial, &price), (bound, missing)) in
                trial.iter_mut().zip(&prices).zip(self.constraints.iter().zip(&missing))
            {
                *trial = bound.clamped(price + length * missing);
            }
        }
        Ok(prices)
    }
}

/// The bounds on the open cells of a group.
fn bounds(rules: &Rules, encoding: &Encoding, group: &Group) -> Vec<PieceBound> {
    let (open, bounds) = encoding.open_bounds(group);
    let cells: Vec<usize> = open.iter().filter_map(|&cell| encoding.number(cell)).collect();
    let (lower, all) = (i64::from(bounds.min()), i64::from(bounds.open_cells()));
    let is_clique = all_exclude_each_other(rules, &open);
    let upper = i64::from(bounds.max()).min(if is_clique { 1 } else { all });
    let bound = |sense, number| PieceBound { cells: cells.clone(), sense, number };
    if lower > 0 && lower == upper {
        return vec![bound(Sense::Exactly, lower)];
    }
    let least = (lower > 0).then(|| bound(Sense::AtLeast, lower));
    let most = (upper < all).then(|| bound(Sense::AtMost, upper));
    least.into_iter().chain(most).collect()
}
