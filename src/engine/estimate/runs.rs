use std::fmt;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::magnitude::Magnitude;
use geometry::group_digits;

/// Minimum number of runs for an estimate. The spread of fewer runs says little.
pub const FEWEST_RUNS: usize = 4;

/// An estimate of the number of solutions, from independent runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean of the runs, whose expected value is the number of solutions; never below `at_least`.
    pub value: Magnitude,
    /// The lower end of the interval; never below `at_least`.
    pub low: Magnitude,
    /// The upper end of the interval.
    pub high: Magnitude,
    /// A lower bound on the number of solutions that assumes nothing about the distribution of the runs.
    pub probably_at_least: Magnitude,
    /// The number of different solutions seen: a certain lower bound.
    pub at_least: u32,
    /// The number of runs.
    pub runs: usize,
    /// Half of the width of the interval, as a fraction of the mean.
    pub precision: f64,
}

/// Writes `≈ 2.44e44 ± 3.9 %`, with the precision in percent. A precision below 0.1 % is written as `± <0.1 %`, since
/// no estimate is exact.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = 100.0 * self.precision;
        let (less, percent) = if percent < 0.1 { ("<", 0.1) } else { ("", percent) };
        let digits = usize::from(percent < 9.95);
        write!(f, "≈ {} ± {less}{percent:.digits$} %", group_digits(&self.value.to_string()))
    }
}

impl Estimate {
    /// The confidence of the interval around an estimate (Student's t distribution over the runs) and around a share,
    /// from 0 to 1. The interval assumes that the mean is about normally distributed, which was measured, not proved.
    pub const CONFIDENCE: f64 = 0.95;

    /// The proved probability that [`Estimate::probably_at_least`] is a lower bound, for any end of the runs.
    pub const CONFIDENCE_OF_BOUND: f64 = 0.999;

    /// True if `solutions` agrees with the estimate: it differs from `value` by at most four times half of the
    /// interval, and no lower bound exceeds it.
    pub fn is_plausible(&self, solutions: &BigUint) -> bool {
        // The first 64 bits of a large number suffice.
        let shift = solutions.bits().saturating_sub(64);
        let digits = (solutions >> shift).to_f64().unwrap_or(f64::INFINITY);
        let ratio = (digits.ln() + shift as f64 * std::f64::consts::LN_2 - self.value.ln()).exp();
        let is_near = (ratio - 1.0).abs() <= 4.0 * self.precision + 1e-9;
        let bound = self.probably_at_least.ln() - self.value.ln();
        is_near && *solutions >= self.at_least.into() && ratio.ln() >= bound - 1e-9
    }
}

/// Estimates of the number of solutions, and of the share of solutions with a piece on each cell.
#[derive(Clone, Debug, PartialEq)]
pub struct EstimatedCensus {
    /// The number of solutions.
    pub solutions: Estimate,
    /// For each cell in row-major order, the share of all solutions with a piece on it; 0 on a hole.
    pub shares: Vec<Share>,
}

/// The share of solutions with a piece on a cell, with its interval. The interval has the same confidence as the
/// interval of an [`Estimate`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The share, from 0 to 1.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Share {
    /// The share of a cell on which no solution has a piece.
    pub(super) const NONE: Self = Self { value: 0.0, low: 0.0, high: 0.0 };

    /// The share of a cell on which all solutions have a piece.
    pub const ALL: Self = Self { value: 1.0, low: 1.0, high: 1.0 };
}

/// The collected results of runs.
#[derive(Default)]
pub(super) struct Runs {
    /// Natural logarithm of the number that each run reported, in the order of the runs.
    lns: Vec<f64>,
    /// Natural logarithm of the largest number reported so far. The sums below are sums of numbers divided by the
    /// largest one.
    ln_largest: f64,
    sums: Sums,
    /// Sums for each orbit of cells: of the solutions with a piece on a cell of the orbit.
    orbits: Vec<Sums>,
}

/// Sums over the runs of an estimated number: of all solutions, or of the solutions with a piece on a cell of an orbit.
#[derive(Clone, Copy, Default)]
struct Sums {
    /// Sum of the numbers. For an orbit, a number is the mean over its cells.
    number: f64,
    /// Sum of the squares of the numbers.
    square: f64,
    /// Sum of the products of each number and the number of all solutions in the same run.
    product: f64,
}

impl Sums {
    fn add(&mut self, number: f64, share: f64) {
        let part = number * share;
        self.number += part;
        self.square += part * part;
        self.product += part * number;
    }

    fn scale(&mut self, factor: f64) {
        self.number *= factor;
        self.square *= factor * factor;
        self.product *= factor * factor;
    }
}

impl Runs {
    /// An empty set of runs for a problem whose cells form `orbits` orbits.
    pub(super) fn new(orbits: usize) -> Self {
        let (lns, sums) = (Vec::new(), Sums::default());
        Self { lns, ln_largest: f64::NEG_INFINITY, sums, orbits: vec![sums; orbits] }
    }

    /// Adds a run by the natural logarithm of its number. `shares` are the mean shares of the cells of each orbit.
    pub(super) fn add(&mut self, ln_number: f64, shares: &[f64]) {
        self.lns.push(ln_number);
        if ln_number == f64::NEG_INFINITY {
            return;
        }
        if ln_number > self.ln_largest {
            let factor = (self.ln_largest - ln_number).exp();
            self.ln_largest = ln_number;
            self.orbits.iter_mut().chain([&mut self.sums]).for_each(|sums| sums.scale(factor));
        }
        let number = (ln_number - self.ln_largest).exp();
        self.sums.add(number, 1.0);
        for (sums, &share) in self.orbits.iter_mut().zip(shares) {
            sums.add(number, share);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.lns.len()
    }

    /// The number of orbits of cells.
    pub(super) fn orbits(&self) -> usize {
        self.orbits.len()
    }

    /// True if a particle of some run survived.
    pub(super) fn has_survivor(&self) -> bool {
        self.sums.number > 0.0
    }

    /// The estimate, never below `at_least`; `None` if no particle survived, or if there are fewer than [`FEWEST_RUNS`]
    /// runs.
    pub(super) fn estimate(&self, at_least: u32) -> Option<Estimate> {
        if !self.has_survivor() || self.len() < FEWEST_RUNS {
            return None;
        }
        let runs = self.len() as f64;
        let mean = self.sums.number / runs;
        let variance = (self.sums.square - runs * mean * mean).max(0.0) / (runs - 1.0);
        let half = student(self.len() - 1) * (variance / runs).sqrt();
        let known = Magnitude::from(at_least);
        let number = |scaled: f64| {
            let ln = if scaled > 0.0 { scaled.ln() + self.ln_largest } else { f64::NEG_INFINITY };
            let number = Magnitude::from_ln(ln);
            if number < known { known } else { number }
        };
        let bound = Magnitude::from_ln(self.ln_bound());
        Some(Estimate {
            value: number(mean),
            low: number(mean - half),
            high: number(mean + half),
            probably_at_least: if bound < known { known } else { bound },
            at_least,
            runs: self.len(),
            precision: half / mean,
        })
    }

    /// The natural logarithm of the lower bound [`Estimate::probably_at_least`].
    ///
    /// Let Z be the number of solutions and X the numbers that the runs report: independent, not negative, of mean Z.
    /// The products of X/Z, and the products of (1 + X/Z) / 2, are martingales of mean 1, and so is half the sum of
    /// both. By Ville's inequality, the probability that half the sum ever reaches 1/δ is at most δ. So the z for which
    /// it is 1/δ now is a lower bound of Z with confidence 1 − δ, whenever the runs end. The first product alone would
    /// give the geometric mean of the R runs times δ^(1/R). That is never less than their minimum times δ^(1/R), which
    /// is the bound from Markov's inequality. The second product keeps the bound above 0 if a run has no survivor. (V.
    /// Gogate, B. Bidyuk, R. Dechter, "Studies in lower bounding probability of evidence using the Markov inequality",
    /// UAI 2007.)
    fn ln_bound(&self) -> f64 {
        let threshold = (2.0 / (1.0 - Estimate::CONFIDENCE_OF_BOUND)).ln();
        let evidence = |ln_bound: f64| {
            let ratios = self.lns.iter().map(|ln| ln - ln_bound);
            let products = ratios.fold((0.0, 0.0), |(plain, mixed), ratio| {
                (plain + ratio, mixed + ratio.exp().ln_1p() - std::f64::consts::LN_2)
            });
            ln_add(products.0, products.1)
        };
        // The search by bisection ends at the largest run: for a larger bound, every factor of both products is at most
        // 1. It begins low enough for the mixed product, which each run without survivors halves.
        let (mut low, mut high) =
            (self.ln_largest - self.len() as f64 - threshold, self.ln_largest);
        for _ in 0..64 {
            let middle = f64::midpoint(low, high);
            if evidence(middle) >= threshold {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }

    /// The share of each cell of an orbit, with the confidence interval of a ratio of two means (W. G. Cochran,
    /// "Sampling techniques", 1977, chapter 6).
    pub(super) fn share(&self, orbit: usize) -> Share {
        let (sums, runs) = (self.orbits[orbit], self.len() as f64);
        let value = (sums.number / self.sums.number).clamp(0.0, 1.0);
        let residual = sums.square - 2.0 * value * sums.product + value * value * self.sums.square;
        let error = (residual.max(0.0) * runs / (runs - 1.0)).sqrt() / self.sums.number;
        let half = student(self.len() - 1) * error;
        // If all runs agree on a share of 0 or 1, each run counts as one observed solution.
        let rare = 1.0 - (1.0 - Estimate::CONFIDENCE).powf(1.0 / runs);
        let low = if value < 1.0 { (value - half).max(0.0) } else { 1.0 - rare };
        let high = if value > 0.0 { (value + half).min(1.0) } else { rare };
        Share { value, low, high }
    }
}

/// ln(e^a + e^b).
fn ln_add(a: f64, b: f64) -> f64 {
    let (more, less) = if a > b { (a, b) } else { (b, a) };
    if less == f64::NEG_INFINITY { more } else { more + (less - more).exp().ln_1p() }
}

/// The quantile of Student's t distribution for a two-sided interval of confidence [`Estimate::CONFIDENCE`], with at least 3
/// degrees of freedom, to a thousandth (Abramowitz and Stegun, "Handbook of mathematical functions", 26.7.5).
fn student(degrees: usize) -> f64 {
    let (z, v) = (1.959_963_985_f64, degrees as f64);
    let terms = [
        z,
        (z.powi(3) + z) / 4.0,
        (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0,
        (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0,
        (79.0 * z.powi(9) + 776.0 * z.powi(7) + 1482.0 * z.powi(5)
            - 1920.0 * z.powi(3)
            - 945.0 * z)
            / 92160.0,
    ];
    terms.iter().rev().fold(0.0, |sum, term| sum / v + term)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(numbers: &[f64]) -> Runs {
        let mut runs = Runs::new(1);
        for number in numbers {
            runs.add(number.ln(), &[0.25]);
        }
        runs
    }

    #[test]
    fn a_number_far_outside_the_interval_is_not_plausible() {
        let estimate = runs(&[90.0, 110.0, 95.0, 105.0]).estimate(1).unwrap();
        let is_plausible = |number: u32| estimate.is_plausible(&number.into());
        assert!([80, 100, 120].map(is_plausible).iter().all(|&plausible| plausible));
        assert!([0, 10, 200, 1_000_000].map(is_plausible).iter().all(|&plausible| !plausible));
        let large = runs(&[90e200, 110e200, 95e200, 105e200]).estimate(1).unwrap();
        let number = |digits: u32| BigUint::from(digits) * BigUint::from(10_u8).pow(200);
        assert!(large.is_plausible(&number(104)) && !large.is_plausible(&number(300)));
    }

    #[test]
    fn students_quantiles_are_those_of_the_tables() {
        for (degrees, quantile) in [(3, 3.1824), (7, 2.3646), (15, 2.1314), (63, 1.9983)] {
            assert!((student(degrees) - quantile).abs() < 4e-3, "{degrees}: {}", student(degrees));
        }
    }

    #[test]
    fn the_interval_is_the_textbooks() {
        let estimate = runs(&[90.0, 110.0, 95.0, 105.0]).estimate(1).unwrap();
        // Half of the interval is 3.182 standard errors of 9.13 / 2.
        assert_eq!(estimate.to_string(), "≈ 100 ± 15 %");
        assert_eq!(estimate.value.to_string(), "100");
        // Regression test: the text was "± 0.0 %", as if the estimate were exact.
        assert_eq!(runs(&[100.0; 16]).estimate(1).unwrap().to_string(), "≈ 100 ± <0.1 %");
        assert!((estimate.low.value() - 85.48).abs() < 0.05, "{}", estimate.low.value());
        assert!((estimate.high.value() - 114.52).abs() < 0.05);
        assert!((estimate.precision - 0.1452).abs() < 5e-4);
        assert_eq!(runs(&[90.0, 110.0, 95.0]).estimate(1), None);
        assert_eq!(runs(&[0.0; 16]).estimate(0), None);
    }

    #[test]
    fn what_was_seen_is_certain() {
        let estimate = runs(&[1.0, 0.0, 0.0, 0.0]).estimate(3).unwrap();
        let all = [estimate.value, estimate.low, estimate.probably_at_least];
        assert_eq!(all, [Magnitude::from(3); 3]);
    }

    #[test]
    fn the_bound_is_the_geometric_means_and_survives_a_dead_run() {
        let bound = |numbers: &[f64]| runs(numbers).ln_bound().exp();
        let tight = bound(&[1e6; 64]);
        assert!((tight - 1e6 * 2000_f64.powf(-1.0 / 64.0)).abs() < 2e3, "{tight}");
        let mut numbers = [1e6; 64];
        numbers[9] = 0.0;
        let dead = bound(&numbers);
        assert!(5e5 < dead && dead < tight, "{dead}");
    }

    #[test]
    fn numbers_beyond_floating_point_are_as_good_as_others() {
        let mut runs = Runs::new(1);
        for ln in [4999.0, 5000.0, 5001.0, f64::NEG_INFINITY] {
            runs.add(ln, &[0.5]);
        }
        let estimate = runs.estimate(1).unwrap();
        let mean = ((1_f64).exp() + 1.0 + (-1_f64).exp()) / 4.0;
        assert!((estimate.value.ln() - 5000.0 - mean.ln()).abs() < 1e-9);
        assert!((runs.share(0).value - 0.5).abs() < 1e-12);
    }

    #[test]
    fn the_order_of_the_runs_does_not_change_the_intervals() {
        let mut numbers = [(1.0_f64, 0.9), (30.0, 0.2), (7.0, 0.5), (100.0, 0.3), (20.0, 0.8)];
        let mut reports: Vec<[f64; 5]> = Vec::new();
        for _ in 0..numbers.len() {
            numbers.rotate_left(1);
            let mut runs = Runs::new(1);
            for (number, share) in numbers {
                runs.add(number.ln(), &[share]);
            }
            let (estimate, share) = (runs.estimate(1).unwrap(), runs.share(0));
            reports.push([
                estimate.value.ln(),
                estimate.precision,
                share.value,
                share.low,
                share.high,
            ]);
        }
        for (one, first) in reports.iter().flat_map(|one| one.iter().zip(&reports[0])) {
            assert!((one - first).abs() < 1e-9, "{reports:?}");
        }
        // The share is a ratio of two means, so its interval is the interval of a ratio.
        let all: f64 = numbers.iter().map(|(number, _)| number).sum();
        let share = numbers.iter().map(|(number, share)| number * share).sum::<f64>() / all;
        let residuals = numbers.iter().map(|(number, own)| (number * (own - share)).powi(2));
        let half = student(4) * (residuals.sum::<f64>() * 5.0 / 4.0).sqrt() / all;
        let expected = [share, share - half, share + half];
        assert!(expected.iter().zip(&reports[0][2..]).all(|(one, own)| (one - own).abs() < 1e-9));
        assert!(expected[1] > 0.0 && expected[2] < 1.0, "{expected:?}");
    }
}
