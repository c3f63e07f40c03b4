use std::ops::AddAssign;

use strum::{EnumString, IntoStaticStr, VariantNames};

/// The order in which variables are decided.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, EnumString, IntoStaticStr, VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Labeling {
    /// The open row with the fewest candidates; of several, the first.
    #[default]
    FirstFail,
    /// The first open row.
    Leftmost,
    /// The open row or column with the fewest candidates; of several, the first, rows before
    /// columns. Only columns that must hold a piece are considered.
    Dual,
}

/// The order in which the values of a variable are tried.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, EnumString, IntoStaticStr, VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Values {
    /// The value nearest to the middle between the smallest and the largest; of two, the smaller.
    #[default]
    Middle,
    /// The smallest.
    Min,
    /// The largest.
    Max,
    /// A random value, each with the same probability.
    Random,
}

/// How domains are reduced after a decision.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, EnumString, IntoStaticStr, VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Propagation {
    /// A variable with one value left removes what conflicts with that value, but only at the ends of
    /// the other domains.
    Naive,
    /// A variable with one value left removes what conflicts with that value.
    #[default]
    Weak,
    /// As weak, with bounds consistency of the all-different constraints of columns and diagonals.
    Bounds,
    /// As weak, with domain consistency of the all-different constraints of columns and diagonals.
    #[strum(serialize = "alldifferent")]
    AllDifferent,
    /// Each variable also removes values that conflict with all of its values.
    Strong,
    /// As strong, but skips variables with more values than one value of another variable can exclude.
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
    /// Solutions found.
    pub solutions: u64,
    /// Nodes of the tree where propagation found a contradiction.
    pub failures: u64,
    /// Branches of the tree: values tried, and values excluded after a failure.
    pub branches: u64,
    /// The number of pairs of domains that were compared, plus the runs of all-different
    /// constraints.
    pub propagations: u64,
    /// Values removed by propagation.
    pub removals: u64,
    /// Restarts.
    pub restarts: u64,
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        self.solutions += other.solutions;
        self.failures += other.failures;
        self.branches += other.branches;
        self.propagations += other.propagations;
        self.removals += other.removals;
        self.restarts += other.restarts;
    }
}
