use std::ops::AddAssign;

use itertools::Itertools;
use strum::{EnumCount, IntoStaticStr, VariantArray};

use super::event::LineDirection;
use problem::GroupId;

/// A kind of constraint whose propagator removes values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumCount, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Propagator {
    /// Two pieces do not attack each other, one of which is placed. A run compares two variables.
    Attacks,
    /// A value has a value of another variable that does not conflict with it. A run compares two variables.
    Support,
    /// All pieces stand on different rows.
    AlldifferentRows,
    /// All pieces stand on different columns.
    AlldifferentColumns,
    /// All pieces stand on different diagonals upward to the left.
    AlldifferentFalling,
    /// All pieces stand on different diagonals upward to the right.
    AlldifferentRising,
    /// The bounds on the pieces of a row.
    GroupRows,
    /// The bounds on the pieces of a column.
    GroupColumns,
    /// The bounds on the pieces of a region.
    GroupRegions,
    /// The bounds on the number of all pieces.
    GroupPieces,
    /// A cell is covered (domination).
    GroupCells,
    /// The limit of the cost.
    Cost,
}

impl Propagator {
    /// The all-different constraint of the lines of a direction.
    pub(super) const fn of_lines(direction: LineDirection) -> Self {
        match direction {
            LineDirection::Rows => Self::AlldifferentRows,
            LineDirection::Columns => Self::AlldifferentColumns,
            LineDirection::Falling => Self::AlldifferentFalling,
            LineDirection::Rising => Self::AlldifferentRising,
        }
    }

    /// The bounds of a group.
    pub(super) const fn of_group(group: GroupId) -> Self {
        match group {
            GroupId::Row(_) => Self::GroupRows,
            GroupId::Column(_) => Self::GroupColumns,
            GroupId::Region(_) => Self::GroupRegions,
            GroupId::Pieces(_) => Self::GroupPieces,
            GroupId::Around(..) => Self::GroupCells,
        }
    }
}

/// A number for each kind of propagator: its number of runs, or the number of posted propagators.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PropagatorCounts([u64; Propagator::COUNT]);

impl PropagatorCounts {
    #[inline]
    pub(super) const fn add(&mut self, propagator: Propagator, number: u64) {
        self.0[propagator as usize] += number;
    }

    /// The number of a propagator.
    pub const fn of(&self, propagator: Propagator) -> u64 {
        self.0[propagator as usize]
    }

    /// The names of the propagators whose number is not 0, each with its number.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        let all = Propagator::VARIANTS.iter().map(|&kind| (kind.into(), self.of(kind)));
        all.filter(|&(_, number)| number > 0)
    }

    /// The names of the propagators whose number is not 0, each with its number, as text.
    pub fn in_words(&self) -> String {
        self.iter().map(|(name, number)| format!("{name} {number}")).join(", ")
    }
}

impl AddAssign for PropagatorCounts {
    fn add_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(runs, more)| *runs += more);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, VecDeque};

    use itertools::Itertools;

    use super::*;
    use crate::budget::Budget;
    use crate::search::{
        ColumnModel, Labeling, MeasuredSearch, Propagation, SearchOptions, Values,
    };
    use problem::{Problem, Rules, Weights};

    /// A search for n queens, row by row from the left, that counts its propagators. It copies domains instead of undoing
    /// changes, and filters by trying all placements.
    struct PlainSearch {
        size: usize,
        propagation: Propagation,
        attacks: u64,
        support: u64,
        different: [u64; 3],
    }

    #[derive(Clone)]
    struct Position {
        domains: Vec<BTreeSet<usize>>,
        closed: Vec<bool>,
        queue: VecDeque<usize>,
    }

    impl PlainSearch {
        fn new(size: usize, propagation: Propagation) -> Self {
            let mut search = Self { size, propagation, attacks: 0, support: 0, different: [0; 3] };
            let mut root = Position {
                domains: vec![(0..size).collect(); size],
                closed: vec![false; size],
                queue: VecDeque::new(),
            };
            (0..size).for_each(|row| search.push(&mut root, row));
            search.search(root);
            search
        }

        fn push(&self, position: &mut Position, row: usize) {
            let wakes = self.propagation == Propagation::Strong || position.domains[row].len() <= 1;
            if wakes && !position.queue.contains(&row) {
                position.queue.push_back(row);
            }
        }

        /// Removes a value. Returns false if none is left.
        fn remove(&self, position: &mut Position, row: usize, value: usize) -> bool {
            position.domains[row].remove(&value);
            self.push(position, row);
            !position.domains[row].is_empty()
        }

        fn search(&mut self, mut position: Position) {
            if !self.propagate(&mut position) {
                return;
            }
            let Some(row) = (0..self.size).find(|&row| !position.closed[row]) else { return };
            let value = *position.domains[row].first().unwrap();
            let mut tried = position.clone();
            for other in position.domains[row].clone().into_iter().filter(|&other| other != value) {
                self.remove(&mut tried, row, other);
            }
            self.search(tried);
            if self.remove(&mut position, row, value) {
                self.search(position);
            }
        }

        fn propagate(&mut self, position: &mut Position) -> bool {
            loop {
                while let Some(row) = position.queue.pop_front() {
                    let is_consistent = match position.domains[row].len() {
                        1 => self.compare(position, row),
                        _ if self.propagation == Propagation::Strong => self.revise(position, row),
                        _ => true,
                    };
                    if !is_consistent {
                        return false;
                    }
                }
                if self.propagation != Propagation::AllDifferent {
                    return true;
                }
                let before = position.domains.clone();
                for lines in 0..3 {
                    self.different[lines] += 1;
                    if !self.filter(position, lines) {
                        return false;
                    }
                }
                if position.domains == before {
                    return true;
                }
            }
        }

        fn attack((row, value): (usize, usize), (other, column): (usize, usize)) -> bool {
            value == column || row.abs_diff(other) == value.abs_diff(column)
        }

        fn compare(&mut self, position: &mut Position, row: usize) -> bool {
            if std::mem::replace(&mut position.closed[row], true) {
                return true;
            }
            let piece = (row, *position.domains[row].first().unwrap());
            for other in (0..self.size).filter(|&other| !position.closed[other]).collect_vec() {
                self.attacks += 1;
                // The lowest difference is removed first.
                let values = position.domains[other].clone();
                let attacked = values.iter().filter(|&&value| Self::attack(piece, (other, value)));
                for &value in attacked {
                    if !self.remove(position, other, value) {
                        return false;
                    }
                }
            }
            true
        }

        fn revise(&mut self, position: &mut Position, row: usize) -> bool {
            let open = |other: &usize| *other != row && !position.closed[*other];
            for other in (0..self.size).filter(open).collect_vec() {
                self.support += 1;
                for value in position.domains[other].clone() {
                    let mut values = position.domains[row].iter();
                    let is_free = values.any(|&from| !Self::attack((row, from), (other, value)));
                    if !is_free && !self.remove(position, other, value) {
                        return false;
                    }
                }
            }
            true
        }

        /// Removes the values that no placement on different columns, falling or rising diagonals has.
        fn filter(&self, position: &mut Position, lines: usize) -> bool {
            let key = |row: usize, value: usize| match lines {
                0 => value,
                1 => value + row,
                _ => value + self.size - row,
            };
            let mut kept = vec![BTreeSet::new(); self.size];
            for values in position
                .domains
                .iter()
                .map(|domain| domain.iter().copied())
                .multi_cartesian_product()
            {
                if values.iter().enumerate().map(|(row, &value)| key(row, value)).all_unique() {
                    values.iter().enumerate().for_each(|(row, &value)| {
                        kept[row].insert(value);
                    });
                }
            }
            if kept[0].is_empty() {
                return false;
            }
            for (row, kept) in kept.iter().enumerate() {
                for value in position.domains[row].difference(kept).copied().collect_vec() {
                    self.remove(position, row, value);
                }
            }
            true
        }
    }

    fn runs(problem: &Problem, propagation: Propagation) -> PropagatorCounts {
        let model = ColumnModel::new(problem).unwrap();
        let options = SearchOptions {
            labeling: Labeling::Leftmost,
            values: Values::Min,
            propagation,
            ..SearchOptions::default()
        };
        let search = MeasuredSearch::run(&model, options, &Budget::default(), |_| true);
        search.outcome.unwrap().1.unwrap().runs
    }

    #[test]
    fn runs_are_those_of_a_plain_search() {
        for propagation in [Propagation::Weak, Propagation::Strong, Propagation::AllDifferent] {
            for size in 1..=if propagation == Propagation::AllDifferent { 5 } else { 7 } {
                let runs = runs(&Problem::new(Rules::queens(size).unwrap()), propagation);
                let own = PlainSearch::new(size.into(), propagation);
                let [columns, falling, rising] = own.different;
                for (propagator, expected) in [
                    (Propagator::Attacks, own.attacks),
                    (Propagator::Support, own.support),
                    (Propagator::AlldifferentColumns, columns),
                    (Propagator::AlldifferentFalling, falling),
                    (Propagator::AlldifferentRising, rising),
                    (Propagator::GroupColumns, 0),
                    (Propagator::Cost, 0),
                ] {
                    assert_eq!(
                        runs.of(propagator),
                        expected,
                        "{size} {propagation:?} {propagator:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn each_constraint_has_runs_of_its_own() {
        let names = |rules: Rules| -> Vec<&str> {
            runs(&Problem::new(rules), Propagation::Weak).iter().map(|(name, _)| name).collect()
        };
        let of = |text: &str| {
            let rules = text.split(',').map(|rule| rule.parse().unwrap()).collect_vec();
            Rules::queens(6).unwrap().with_requirements(rules)
        };
        assert_eq!(names(of("rows")), ["attacks"]);
        assert_eq!(names(of("rows,columns")), ["attacks", "group-columns"]);
        let rules = of("rows");
        let weights = Weights::unit(rules.size());
        let costs = rules.with_weights(Some(weights)).unwrap().with_max_cost(Some(6)).unwrap();
        assert_eq!(names(costs), ["attacks", "cost"]);
    }
}
