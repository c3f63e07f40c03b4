use std::cmp::Ordering;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use engine::auto::{self, Engine};
use engine::estimate::{Estimate, Magnitude};
use engine::{Answer, Budget, Oracle};
use problem::Problem;

/// A number of solutions: exact, estimated, or a lower bound.
#[derive(Clone, Debug, PartialEq)]
pub enum SolutionCount {
    /// The exact number.
    Exact(BigUint),
    /// An estimate.
    About(Estimate),
    /// A lower bound.
    AtLeast(u32),
}

/// The difference between the numbers of solutions of two positions.
#[derive(Clone, Debug, PartialEq)]
pub enum Increase {
    /// The exact number.
    Exact(BigUint),
    /// An estimate.
    About(Magnitude),
}

impl SolutionCount {
    /// Counts the solutions of a position, or estimates their number if the diagram takes too long. `None` if
    /// there is no estimate either.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn find(engine: &mut Engine, problem: &Problem, budget: &Budget) -> Answer<Option<Self>> {
        if let Some(all) = engine.solutions(problem, budget)? {
            return Ok(Some(Self::Exact(all)));
        }
        let census = auto::first_estimate(problem, budget)?;
        Ok(census.map(|census| Self::About(census.solutions)))
    }

    /// The exact number, if it is known.
    pub const fn exact(&self) -> Option<&BigUint> {
        match self {
            Self::Exact(all) => Some(all),
            Self::About(_) | Self::AtLeast(_) => None,
        }
    }

    /// The binary logarithm of the exact number plus 1, or of the estimate; `None` for a lower bound.
    pub fn log2(&self) -> Option<f64> {
        match self {
            Self::Exact(all) => Some(log2(&(all + 1_u32))),
            Self::About(estimate) => Some(estimate.value.ln() / std::f64::consts::LN_2),
            Self::AtLeast(_) => None,
        }
    }

    /// The difference between this number and `fewer`, the number of a position with more decisions. `None` if
    /// the intervals of estimates overlap, or if one of the numbers is a lower bound.
    pub fn increase(&self, fewer: &Self) -> Option<Increase> {
        if let (Self::Exact(all), Self::Exact(fewer)) = (self, fewer) {
            return Some(Increase::Exact(all - fewer.min(all)));
        }
        let ([low, value, _], [_, fewer, high]) = (self.lns()?, fewer.lns()?);
        let about = Magnitude::from_ln(value).part(1.0 - (fewer - value).exp());
        (low > high).then_some(Increase::About(about))
    }

    /// The natural logarithms of the lower end, the value and the upper end of the interval; `None` for a lower
    /// bound.
    fn lns(&self) -> Option<[f64; 3]> {
        match self {
            Self::About(estimate) => {
                Some([estimate.low, estimate.value, estimate.high].map(Magnitude::ln))
            }
            Self::Exact(_) => Some([self.log2()? * std::f64::consts::LN_2; 3]),
            Self::AtLeast(_) => None,
        }
    }

    /// Compares two numbers. Exact numbers are compared exactly. A lower bound is less than any other number.
    pub fn compare(&self, other: &Self) -> Ordering {
        if let (Self::Exact(one), Self::Exact(other)) = (self, other) {
            return one.cmp(other);
        }
        let key = |count: &Self| count.log2().unwrap_or(f64::NEG_INFINITY);
        key(self).total_cmp(&key(other))
    }
}

/// The binary logarithm of a number that is not 0.
fn log2(number: &BigUint) -> f64 {
    // The fraction of a floating-point number has fewer than 64 bits.
    let shift = number.bits().saturating_sub(64);
    (number >> shift).to_f64().unwrap_or(1.0).log2() + shift as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use problem::Rules;

    fn exact(solutions: &str) -> SolutionCount {
        SolutionCount::Exact(solutions.parse().unwrap())
    }

    #[test]
    fn the_size_of_a_number_is_its_logarithm() {
        let log2 = |solutions: &str| exact(solutions).log2().unwrap();
        assert!(log2("0").abs() < 1e-9 && (log2("4") - 5_f64.log2()).abs() < 1e-9);
        let [large, small] = [400, 200].map(|zeros| log2(&format!("1{}", "0".repeat(zeros))));
        assert!((small / large - 0.5).abs() < 1e-9);
    }

    #[test]
    fn numbers_are_compared_as_far_as_they_are_known() {
        let problem = Problem::new(Rules::queens(30).unwrap());
        let count = |problem: &Problem| {
            SolutionCount::find(&mut auto::Engine::new(), problem, &Budget::default()).unwrap()
        };
        let about = count(&problem).unwrap();
        assert!(matches!(about, SolutionCount::About(_)), "{about:?}");
        let eight = count(&Problem::new(Rules::queens(8).unwrap())).unwrap();
        assert_eq!(eight, exact("92"));
        let least = SolutionCount::AtLeast(1000);
        let rising = [least, exact("91"), eight, about, exact(&"9".repeat(400))];
        assert!(rising.is_sorted_by(|one, other| one.compare(other).is_lt()), "{rising:?}");
        let more = |index: usize, than: usize| rising[index].increase(&rising[than]);
        assert_eq!(more(2, 1), Some(Increase::Exact(1_u8.into())));
        assert_eq!((more(3, 3), more(2, 0)), (None, None));
        let Some(Increase::About(about)) = more(3, 2) else { panic!("{rising:?}") };
        let SolutionCount::About(all) = &rising[3] else { panic!("{rising:?}") };
        assert!((about.ln() - all.value.ln()).abs() < 1e-9);
        // Floating-point numbers cannot distinguish these two counts.
        let [one, other] = ["18446744073709551617", "18446744073709551616"].map(exact);
        assert_eq!(one.compare(&other), Ordering::Greater);
    }
}
