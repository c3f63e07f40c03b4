use std::ops::AddAssign;

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

use super::answers::EngineKind;
use geometry::CellSet;

/// The number of solutions for each number of pieces: the coefficients of the generating polynomial.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polynomial {
    /// The coefficients by number of pieces, from 0. The last coefficient is not 0.
    coefficients: Vec<BigUint>,
}

impl Polynomial {
    /// The polynomial with these coefficients, by number of pieces, from 0.
    pub fn new(mut coefficients: Vec<BigUint>) -> Self {
        while coefficients.pop_if(|last| last.is_zero()).is_some() {}
        Self { coefficients }
    }

    /// The number of solutions with no piece, one piece and so on, up to the maximum number of pieces in a solution;
    /// empty if there is no solution.
    pub fn coefficients(&self) -> &[BigUint] {
        &self.coefficients
    }

    /// The number of solutions with `pieces` pieces.
    pub fn coefficient(&self, pieces: usize) -> BigUint {
        self.coefficients.get(pieces).cloned().unwrap_or_default()
    }

    /// Each coefficient as a fraction of the largest coefficient.
    pub fn shares(&self) -> Vec<f64> {
        let largest = self.coefficients.iter().max();
        // 64 bits are more than the precision of a floating-point number.
        let shift = largest.map_or(0, |largest| largest.bits().saturating_sub(64));
        let value = |number: &BigUint| (number >> shift).to_f64().unwrap_or_default();
        let whole = largest.map_or(1.0, value);
        self.coefficients.iter().map(|number| value(number) / whole).collect()
    }

    /// Each number of pieces that a solution has, with the number of such solutions.
    pub fn terms(&self) -> impl Iterator<Item = (usize, &BigUint)> {
        self.coefficients.iter().enumerate().filter(|(_, solutions)| !solutions.is_zero())
    }

    /// The number of all solutions.
    pub fn total(&self) -> BigUint {
        self.coefficients.iter().sum()
    }
}

impl AddAssign<&Self> for Polynomial {
    fn add_assign(&mut self, other: &Self) {
        let length = self.coefficients.len().max(other.coefficients.len());
        self.coefficients.resize(length, BigUint::ZERO);
        let sums = self.coefficients.iter_mut().zip(&other.coefficients);
        sums.for_each(|(sum, number)| *sum += number);
    }
}

/// The cost that counts as the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Objective {
    /// The minimum cost.
    Cheapest = 1,
    /// The maximum cost.
    Dearest = -1,
}

impl Objective {
    /// The factor by which costs are multiplied so that the minimum is the best: 1 or −1.
    pub const fn sign(self) -> i64 {
        self as i64
    }
}

/// The costs of the best solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestCosts {
    /// The cost of the best solution, if there is one.
    pub best: Option<i64>,
    /// For each cell in row-major order, the cost of the best solution with a piece on it, if there is one.
    pub cells: Vec<Option<i64>>,
}

/// A solution and its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PricedSolution {
    /// The sum of the weights of the cells with a piece.
    pub cost: i64,
    /// The cells with a piece.
    pub cells: CellSet,
}

/// The best solutions that are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// The solutions, the best one first.
    pub solutions: Vec<PricedSolution>,
    /// A bound on the cost of all other solutions; `None` if there is no other solution.
    pub bound: Option<i64>,
    /// The engine that found the solutions.
    pub engine: EngineKind,
}

impl Optimum {
    /// The number of solutions, from the first on, that are proved to be the best.
    pub fn proved(&self, objective: Objective) -> usize {
        let is_proved = |solution: &&PricedSolution| {
            self.bound
                .is_none_or(|bound| objective.sign() * solution.cost <= objective.sign() * bound)
        };
        self.solutions.iter().take_while(is_proved).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dearest_solutions_are_the_cheapest_at_negated_costs() {
        assert_eq!([Objective::Cheapest, Objective::Dearest].map(Objective::sign), [1, -1]);
    }
}
