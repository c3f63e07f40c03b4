use indexmap::IndexMap;

use crate::geometry::Cell;

/// What a decision says of its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A piece stands there (the variable is true).
    Placed,
    /// No piece stands there (the variable is false).
    Excluded,
}

/// The user's choices, at most one a cell, in the order in which they were made. Among them the
/// *givens*: placed decisions that the user cannot take back.
///
/// Two are equal if they decide the same and have the same givens, in whatever order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decisions(IndexMap<Cell, Decision>);

/// What is decided of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decision {
    /// By the user, who can take it back.
    Chosen(Value),
    /// Placed for good.
    Given,
}

impl Decision {
    const fn value(self) -> Value {
        match self {
            Self::Chosen(value) => value,
            Self::Given => Value::Placed,
        }
    }
}

impl Decisions {
    /// The number of decided cells.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Nothing decided yet?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What was decided of a cell, if anything.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<Value> {
        self.0.get(&cell).map(|decision| decision.value())
    }

    /// Was a piece placed there for good?
    #[must_use]
    pub fn is_given(&self, cell: Cell) -> bool {
        self.0.get(&cell) == Some(&Decision::Given)
    }

    /// The givens in the order in which they were made.
    pub fn givens(&self) -> impl Iterator<Item = Cell> + '_ {
        self.0.iter().filter(|&(_, decision)| *decision == Decision::Given).map(|(&cell, _)| cell)
    }

    /// The place of a cell's decision, counted from 0 in the order they were made.
    #[must_use]
    pub fn position(&self, cell: Cell) -> Option<usize> {
        self.0.get_index_of(&cell)
    }

    /// The decision at a place, counted from 0.
    #[must_use]
    pub fn at(&self, position: usize) -> Option<(Cell, Value)> {
        self.0.get_index(position).map(|(&cell, decision)| (cell, decision.value()))
    }

    /// The decisions in the order in which they were made.
    #[must_use]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Cell, Value)> + ExactSizeIterator + '_ {
        self.0.iter().map(|(&cell, decision)| (cell, decision.value()))
    }

    /// The cells decided this way, in the order in which they were.
    pub fn cells(&self, value: Value) -> impl Iterator<Item = Cell> + '_ {
        self.iter().filter(move |&(_, decided)| decided == value).map(|(cell, _)| cell)
    }

    /// Decides a cell. One that was decided before keeps its place in the order. A given stays.
    pub fn insert(&mut self, cell: Cell, value: Value) {
        if !self.is_given(cell) {
            self.0.insert(cell, Decision::Chosen(value));
        }
    }

    /// Places a piece for good, whatever was decided of the cell before.
    pub fn give(&mut self, cell: Cell) {
        self.0.insert(cell, Decision::Given);
    }

    /// Decides a cell that was not decided before, at a place in the order.
    ///
    /// # Panics
    /// When `position` lies beyond the end.
    pub fn insert_at(&mut self, position: usize, cell: Cell, value: Value) {
        self.0.shift_insert(position, cell, Decision::Chosen(value));
    }

    /// Takes the decision at a place back; those after it move up. A given stays.
    pub fn remove_at(&mut self, position: usize) -> Option<(Cell, Value)> {
        match self.0.get_index(position) {
            Some((&cell, &Decision::Chosen(value))) => {
                self.0.shift_remove_index(position);
                Some((cell, value))
            }
            Some((_, Decision::Given)) | None => None,
        }
    }
}

impl FromIterator<(Cell, Value)> for Decisions {
    fn from_iter<I: IntoIterator<Item = (Cell, Value)>>(decisions: I) -> Self {
        let chosen = |(cell, value)| (cell, Decision::Chosen(value));
        Self(decisions.into_iter().map(chosen).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_given_stays_and_makes_a_difference() {
        let cell = |name: &str| name.parse::<Cell>().unwrap();
        let placed: Decisions = [(cell("b4"), Value::Placed)].into_iter().collect();
        let mut given = placed.clone();
        given.give(cell("b4"));
        assert_ne!(given, placed);
        given.insert(cell("b4"), Value::Excluded);
        assert_eq!(given.remove_at(0), None);
        assert!(given.is_given(cell("b4")) && !given.is_given(cell("a1")));
        assert_eq!(given.get(cell("b4")), Some(Value::Placed));
        assert_eq!(given.givens().collect::<Vec<_>>(), [cell("b4")]);
    }
}
