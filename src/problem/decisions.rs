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

/// The user's choices, at most one a cell, in the order in which they were made.
///
/// Two are equal if they decide the same, in whatever order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decisions(IndexMap<Cell, Value>);

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
        self.0.get(&cell).copied()
    }

    /// The place of a cell's decision, counted from 0 in the order they were made.
    #[must_use]
    pub fn position(&self, cell: Cell) -> Option<usize> {
        self.0.get_index_of(&cell)
    }

    /// The decision at a place, counted from 0.
    #[must_use]
    pub fn at(&self, position: usize) -> Option<(Cell, Value)> {
        self.0.get_index(position).map(|(&cell, &value)| (cell, value))
    }

    /// The decisions in the order in which they were made.
    #[must_use]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Cell, Value)> + ExactSizeIterator + '_ {
        self.0.iter().map(|(&cell, &value)| (cell, value))
    }

    /// The cells decided this way, in the order in which they were.
    pub fn cells(&self, value: Value) -> impl Iterator<Item = Cell> + '_ {
        self.iter().filter(move |&(_, decided)| decided == value).map(|(cell, _)| cell)
    }

    /// Decides a cell. One that was decided before keeps its place in the order.
    pub fn insert(&mut self, cell: Cell, value: Value) {
        self.0.insert(cell, value);
    }

    /// Decides a cell that was not decided before, at a place in the order.
    ///
    /// # Panics
    /// When `position` lies beyond the end.
    pub fn insert_at(&mut self, position: usize, cell: Cell, value: Value) {
        self.0.shift_insert(position, cell, value);
    }

    /// Takes the decision at a place back; those after it move up.
    pub fn remove_at(&mut self, position: usize) -> Option<(Cell, Value)> {
        self.0.shift_remove_index(position)
    }
}

impl FromIterator<(Cell, Value)> for Decisions {
    fn from_iter<I: IntoIterator<Item = (Cell, Value)>>(decisions: I) -> Self {
        Self(decisions.into_iter().collect())
    }
}
