//! The number of propagators that a search posts, counted as in the literature.

use itertools::Itertools;

use super::alldifferent::AllDifferent;
use super::model::ColumnModel;
use super::options::{Propagation, SearchOptions};
use super::propagator::{Propagator, PropagatorCounts};

impl ColumnModel {
    /// The number of propagators that a search posts, by kind.
    ///
    /// `Attacks` and `Support` have two propagators for each pair of rows, one for each domain. With naive propagation,
    /// `Attacks` has four for each difference that the pair forbids, one for each end of each domain: twelve for queens.
    pub fn posted(&self, options: SearchOptions) -> PropagatorCounts {
        let mut posted = PropagatorCounts::default();
        let is_naive = options.propagation == Propagation::Naive;
        let has_support = matches!(options.propagation, Propagation::Strong | Propagation::Bounded);
        for (&from, &to) in self.lines.iter().tuple_combinations() {
            let differences = self.distances.between(from, to).len() as u64;
            let per_pair = 2 * differences.min(1);
            posted.add(Propagator::Attacks, if is_naive { 4 * differences } else { per_pair });
            posted.add(Propagator::Support, if has_support { per_pair } else { 0 });
        }
        for constraint in AllDifferent::all(self, options.propagation) {
            posted.add(Propagator::of_lines(constraint.direction), 1);
        }
        for constraint in self.constraints(options.labeling) {
            posted.add(Propagator::of_group(constraint.group), 1);
        }
        posted.add(Propagator::Cost, self.costs.is_some().into());
        posted
    }
}

#[cfg(test)]
mod tests {
    use crate::search::{ColumnModel, Labeling, Propagation, SearchOptions};
    use problem::{Problem, Rules};

    fn posted(rules: Rules, labeling: Labeling, propagation: Propagation) -> String {
        let model = ColumnModel::new(&Problem::new(rules)).unwrap();
        let options = SearchOptions { labeling, propagation, ..SearchOptions::default() };
        model.posted(options).in_words()
    }

    /// 8 queens have 28 pairs of rows.
    #[test]
    fn propagators_of_queens_are_counted_as_in_the_literature() {
        let of_lines = "alldifferent-columns 1, alldifferent-falling 1, alldifferent-rising 1";
        for (propagation, expected) in [
            (Propagation::Naive, format!("attacks {}", 12 * 28)),
            (Propagation::Weak, format!("attacks {}", 2 * 28)),
            (Propagation::Strong, "attacks 56, support 56".to_owned()),
            (Propagation::Bounded, "attacks 56, support 56".to_owned()),
            (Propagation::Bounds, format!("attacks 56, {of_lines}")),
            (Propagation::AllDifferent, format!("attacks 56, {of_lines}")),
        ] {
            let rules = Rules::queens(8).unwrap();
            assert_eq!(posted(rules, Labeling::Leftmost, propagation), expected);
        }
    }

    /// The knight's moves forbid two more differences in the next row and in the row after it.
    #[test]
    fn each_forbidden_difference_of_amazons_has_fine_grained_propagators() {
        let rules = Rules::queens(5).unwrap().with_piece("amazon".parse().unwrap());
        let (next, second, third, fourth) = (4 * 5, 3 * 5, 2 * 3, 3);
        let expected = format!("attacks {}", 4 * (next + second + third + fourth));
        assert_eq!(posted(rules, Labeling::Leftmost, Propagation::Naive), expected);
    }

    #[test]
    fn columns_have_propagators_of_their_own_where_they_are_variables_too() {
        let rules = || Rules::queens(6).unwrap();
        let labeled = |labeling| posted(rules(), labeling, Propagation::Weak);
        assert_eq!(labeled(Labeling::FirstFail), "attacks 30");
        assert_eq!(labeled(Labeling::Dual), "attacks 30, group-columns 6");
    }
}
