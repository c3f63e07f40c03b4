use std::ops::AddAssign;

use super::propagator::{Propagator, PropagatorCounts};
use strum::{EnumIter, IntoStaticStr, VariantNames};

/// The order in which variables are decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Labeling {
    /// The open row with the fewest candidates; if several rows have the fewest, the first of them.
    #[default]
    FirstFail,
    /// The first open row.
    Leftmost,
    /// The open row or column with the fewest candidates; if several have the fewest, the first of them, rows before
    /// columns. Only columns that must have a piece are considered.
    Dual,
}

/// The order in which the values of a variable are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Values {
    /// The value nearest to the middle between the smallest and the largest value; the smaller one if two are equally
    /// near.
    #[default]
    Middle,
    /// The smallest value.
    Min,
    /// The largest value.
    Max,
    /// A random value. Each value has the same probability.
    Random,
}

/// How domains are reduced after a decision.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, EnumIter, IntoStaticStr, VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Propagation {
    /// A variable with one remaining value removes the values of other variables that conflict with it, but only at the
    /// ends of their domains.
    Naive,
    /// A variable with one remaining value removes the values of other variables that conflict with it.
    #[default]
    Weak,
    /// Weak propagation with bounds consistency of the all-different constraints of columns and diagonals.
    Bounds,
    /// Weak propagation with domain consistency of the all-different constraints of columns and diagonals.
    #[strum(serialize = "alldifferent")]
    AllDifferent,
    /// Weak propagation in which each variable also removes the values of other variables that conflict with all of its
    /// own values.
    Strong,
    /// Strong propagation that skips variables with more values than one value of another variable can exclude.
    Bounded,
}

/// The options of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SearchOptions {
    /// The order of variables.
    pub labeling: Labeling,
    /// The order of values.
    pub values: Values,
    /// The propagation after each decision.
    pub propagation: Propagation,
    /// The seed of random values.
    pub seed: u64,
    /// True if the search restarts with random values after many failures without a solution.
    pub restarts: bool,
}

/// The effort of a search so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Number of solutions found.
    pub solutions: u64,
    /// Number of nodes of the tree where propagation found a contradiction.
    pub failures: u64,
    /// Number of branches of the tree: values tried, and values excluded after a failure.
    pub branches: u64,
    /// How often each propagator ran.
    pub runs: PropagatorCounts,
    /// Number of values removed by propagation.
    pub removals: u64,
    /// Number of restarts.
    pub restarts: u64,
}

impl Statistics {
    /// Number of pairs of domains that were compared, plus the number of runs of all-different constraints.
    pub const fn propagations(&self) -> u64 {
        self.runs.of(Propagator::Attacks)
            + self.runs.of(Propagator::Support)
            + self.runs.of(Propagator::AlldifferentRows)
            + self.runs.of(Propagator::AlldifferentColumns)
            + self.runs.of(Propagator::AlldifferentFalling)
            + self.runs.of(Propagator::AlldifferentRising)
    }
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        self.solutions += other.solutions;
        self.failures += other.failures;
        self.branches += other.branches;
        self.runs += other.runs;
        self.removals += other.removals;
        self.restarts += other.restarts;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_efforts_of_two_searches_add_up() {
        let effort = |times| Statistics {
            solutions: times,
            failures: 2 * times,
            branches: 3 * times,
            removals: 4 * times,
            restarts: 5 * times,
            ..Statistics::default()
        };
        let mut total = effort(1);
        total += effort(10);
        assert_eq!(total, effort(11));
    }
}
