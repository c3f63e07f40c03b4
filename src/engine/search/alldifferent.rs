mod intervals;
mod matching;

use super::domains::TrailedDomains;
use super::model::{ColumnModel, keys};
use super::options::Propagation;
use intervals::Intervals;
use matching::Matching;

/// An all-different constraint: the keys of all variables differ.
pub(super) enum AllDifferent {
    /// With bounds consistency.
    Bounds(Intervals),
    /// With domain consistency.
    Domain(Matching),
}

impl AllDifferent {
    /// The all-different constraints of a model that a propagation uses; none for most propagations.
    pub(super) fn all(model: &ColumnModel, propagation: Propagation) -> Vec<Self> {
        let variables = model.lines.len();
        let bounds = |keys| Self::Bounds(Intervals::new(keys, variables));
        let domain = |keys| Self::Domain(Matching::new(keys, variables));
        let keys = || keys(&model.distances).into_iter();
        match propagation {
            Propagation::Bounds => keys().map(bounds).collect(),
            Propagation::AllDifferent => keys().map(domain).collect(),
            _ => Vec::new(),
        }
    }

    /// Appends the values that the constraint excludes to `removed`, as pairs of variable and value. Returns false if
    /// the variables cannot have different keys.
    pub(super) fn filter<const W: usize>(
        &mut self,
        domains: &TrailedDomains<W>,
        lines: &[u16],
        removed: &mut Vec<(u16, u16)>,
    ) -> bool {
        match self {
            Self::Bounds(intervals) => intervals.filter(domains, lines, removed),
            Self::Domain(matching) => matching.filter(domains, lines, removed),
        }
    }
}
