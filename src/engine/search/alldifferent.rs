mod intervals;
mod matching;

use super::domains::TrailedDomains;
use super::event::LineDirection;
use super::model::{ColumnModel, ShiftedKeys, keys};
use super::options::Propagation;
use intervals::Intervals;
use matching::Matching;

/// An all-different constraint: the keys of all variables differ.
pub(super) struct AllDifferent {
    /// The lines on which the pieces of different variables must differ.
    pub direction: LineDirection,
    filter: Filter,
}

enum Filter {
    /// With bounds consistency.
    Bounds(Intervals),
    /// With domain consistency.
    Domain(Matching),
}

impl AllDifferent {
    /// The all-different constraints of a model that a propagation uses; none for most propagations.
    pub(super) fn all(model: &ColumnModel, propagation: Propagation) -> Vec<Self> {
        let variables = model.lines.len();
        let filter: fn(ShiftedKeys, usize) -> Filter = match propagation {
            Propagation::Bounds => {
                |keys, variables| Filter::Bounds(Intervals::new(keys, variables))
            }
            Propagation::AllDifferent => {
                |keys, variables| Filter::Domain(Matching::new(keys, variables))
            }
            Propagation::Naive | Propagation::Weak | Propagation::Strong | Propagation::Bounded => {
                return Vec::new();
            }
        };
        let constraint = |(direction, keys)| Self { direction, filter: filter(keys, variables) };
        keys(model).into_iter().map(constraint).collect()
    }

    /// Appends the values that the constraint excludes to `removed`, as pairs of variable and value. Returns false if
    /// the variables cannot have different keys.
    pub(super) fn filter<const W: usize>(
        &mut self,
        domains: &TrailedDomains<W>,
        lines: &[u16],
        removed: &mut Vec<(u16, u16)>,
    ) -> bool {
        match &mut self.filter {
            Filter::Bounds(intervals) => intervals.filter(domains, lines, removed),
            Filter::Domain(matching) => matching.filter(domains, lines, removed),
        }
    }
}
