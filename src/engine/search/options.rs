use std::ops::AddAssign;

use strum::{Display, EnumString, IntoStaticStr, VariantNames};

/// Which variable to decide next.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Display,
    EnumString,
    IntoStaticStr,
    VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Labeling {
    /// The open row with the fewest candidates, of several the first.
    #[default]
    FirstFail,
    /// The first row that is open.
    Leftmost,
    /// The open row or column with the fewest candidates, of several the first, rows before columns.
    /// Only columns that must hold a piece count.
    Dual,
}

/// Which of the candidates to try first.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Display,
    EnumString,
    IntoStaticStr,
    VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Values {
    /// The one nearest to the middle between the smallest and the largest, of two the smaller.
    #[default]
    Middle,
    /// The smallest.
    Min,
    /// The largest.
    Max,
    /// Any, each with the same probability.
    Random,
}

/// What follows from a domain for the others.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Display,
    EnumString,
    IntoStaticStr,
    VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Propagation {
    /// From a variable with one value left: what conflicts with it goes.
    #[default]
    Weak,
    /// From every variable: a value goes that conflicts with all of its values.
    Strong,
    /// As strong, but only from variables with no more values than one value conflicts with.
    Bounded,
    /// As weak, and domain consistency of the all-different constraints of columns and diagonals.
    #[strum(serialize = "alldifferent")]
    AllDifferent,
}

/// How to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// Which variable next.
    pub labeling: Labeling,
    /// Which value first.
    pub values: Values,
    /// What to conclude in between.
    pub propagation: Propagation,
    /// Where random values begin.
    pub seed: u64,
    /// Whether to begin anew, with random values, after too many failures without a solution.
    pub restarts: bool,
}

/// What a search took so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Solutions met.
    pub solutions: u64,
    /// Nodes of the tree without a solution below, found by propagation.
    pub failures: u64,
    /// Branches taken: a value tried, or taken back and given up.
    pub branches: u64,
    /// How often one variable's domain was held against another's, and an all-different constraint
    /// made consistent.
    pub propagations: u64,
    /// Values removed by propagation.
    pub removals: u64,
    /// How often the search began anew.
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
