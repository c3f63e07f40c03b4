use indexmap::IndexMap;

use geometry::{Cell, GridError};

/// The value that a decision assigns to its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A piece stands on the cell (the variable is true).
    Placed,
    /// No piece stands on the cell (the variable is false).
    Excluded,
}

impl Value {
    /// The other value.
    pub const fn opposite(self) -> Self {
        match self {
            Self::Placed => Self::Excluded,
            Self::Excluded => Self::Placed,
        }
    }
}

/// The user's decisions, at most one for each cell, in the order in which they were made. They include
/// the *givens*: placed pieces that the user cannot take back.
///
/// Equality ignores the order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decisions(IndexMap<Cell, Decision>);

/// The decision of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decision {
    /// A decision that can be taken back.
    Chosen(Value),
    /// A placed piece that cannot be taken back.
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
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if no cell is decided.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of a cell; `None` if the cell is undecided.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<Value> {
        self.0.get(&cell).map(|decision| decision.value())
    }

    /// True if the cell is a given.
    pub fn is_given(&self, cell: Cell) -> bool {
        self.0.get(&cell) == Some(&Decision::Given)
    }

    /// The givens in the order in which they were made.
    pub fn givens(&self) -> impl Iterator<Item = Cell> + '_ {
        self.0.iter().filter(|&(_, decision)| *decision == Decision::Given).map(|(&cell, _)| cell)
    }

    /// The index of a cell's decision in the order of the decisions.
    pub fn position(&self, cell: Cell) -> Option<usize> {
        self.0.get_index_of(&cell)
    }

    /// The decision at an index.
    pub fn at(&self, position: usize) -> Option<(Cell, Value)> {
        self.0.get_index(position).map(|(&cell, decision)| (cell, decision.value()))
    }

    /// The decisions in the order in which they were made.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Cell, Value)> + ExactSizeIterator + '_ {
        self.0.iter().map(|(&cell, decision)| (cell, decision.value()))
    }

    /// The first `number` decisions, or all if there are fewer, in the order in which they were made.
    pub fn first(&self, number: usize) -> Self {
        Self(self.0.iter().take(number).map(|(&cell, &decision)| (cell, decision)).collect())
    }

    /// The cells with this value, in the order in which they were decided.
    pub fn cells(&self, value: Value) -> impl Iterator<Item = Cell> + '_ {
        self.iter().filter(move |&(_, decided)| decided == value).map(|(cell, _)| cell)
    }

    /// Decides a cell. If the cell was decided before, the decision keeps its index. A given does not
    /// change.
    pub fn insert(&mut self, cell: Cell, value: Value) {
        if !self.is_given(cell) {
            self.0.insert(cell, Decision::Chosen(value));
        }
    }

    /// Makes a cell a given, regardless of its earlier decision.
    pub fn insert_given(&mut self, cell: Cell) {
        self.0.insert(cell, Decision::Given);
    }

    /// Inserts the decision of an undecided cell at an index.
    ///
    /// # Panics
    /// When `position` lies beyond the end.
    pub fn insert_at(&mut self, position: usize, cell: Cell, value: Value) {
        self.0.shift_insert(position, cell, Decision::Chosen(value));
    }

    /// Removes the decision at an index; later decisions move up. A given is not removed.
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

/// An invalid decision.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecisionError {
    /// The cell is off the grid.
    #[error(transparent)]
    OffGrid(#[from] GridError),
    /// The cell is a hole, where no piece can stand.
    #[error("{0} is a hole: nothing stands there")]
    Hole(Cell),
    /// The cell is both placed and excluded.
    #[error("{0} is both placed and excluded: a cell can be only one of them")]
    DecidedTwice(Cell),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_given_stays_and_makes_a_difference() {
        let cell = |name: &str| name.parse::<Cell>().unwrap();
        let placed: Decisions = [(cell("b4"), Value::Placed)].into_iter().collect();
        let mut given = placed.clone();
        given.insert_given(cell("b4"));
        assert_ne!(given, placed);
        given.insert(cell("b4"), Value::Excluded);
        assert_eq!(given.remove_at(0), None);
        assert!(given.is_given(cell("b4")) && !given.is_given(cell("a1")));
        assert_eq!(given.get(cell("b4")), Some(Value::Placed));
        assert_eq!(given.givens().collect::<Vec<_>>(), [cell("b4")]);
    }

    #[test]
    fn decisions_keep_their_order() {
        let cell = |name: &str| name.parse::<Cell>().unwrap();
        let (placed, excluded) = (Value::Placed, Value::Excluded);
        let list = [(cell("c1"), placed), (cell("a1"), excluded), (cell("b2"), placed)];
        let mut decisions: Decisions = list.into_iter().collect();
        assert_eq!((decisions.len(), decisions.is_empty()), (3, false));
        assert!(decisions.iter().eq(list) && Decisions::default().is_empty());
        assert_eq!(
            (decisions.position(cell("a1")), decisions.position(cell("a2"))),
            (Some(1), None)
        );
        assert_eq!((decisions.at(2), decisions.at(3)), (Some(list[2]), None));
        assert!(decisions.first(2).iter().eq([list[0], list[1]]));
        assert!(decisions.cells(placed).eq([cell("c1"), cell("b2")]));
        assert_eq!((decisions.get(cell("a1")), decisions.get(cell("a2"))), (Some(excluded), None));
        decisions.insert(cell("c1"), excluded);
        assert_eq!(decisions.at(0), Some((cell("c1"), excluded)));
        decisions.insert_at(1, cell("d4"), placed);
        assert_eq!(decisions.remove_at(2), Some(list[1]));
        assert!(decisions.iter().eq([(cell("c1"), excluded), (cell("d4"), placed), list[2]]));
        assert_eq!(decisions.remove_at(3), None);
    }
}
