mod drawing;

use std::str::FromStr;

use geometry::{Cell, CellSet, Size};

pub use drawing::ParseWeightsError;

/// What a piece costs on each cell of a grid: whole numbers, negative ones allowed. The *cost* of a solution is
/// the sum over its pieces.
///
/// ```
/// # use geometry::{Cell, CellSet, Size};
/// # use problem::Weights;
/// // Row 1 first: a1 costs 3, b1 nothing, a2 -1, b2 5.
/// let size = Size::square(2)?;
/// let weights = Weights::new(size, vec![3, 0, -1, 5])?;
/// assert_eq!(weights.of("a2".parse()?), -1);
/// let corners = CellSet::from_cells(size, [Cell::new(0, 0), Cell::new(1, 1)]);
/// assert_eq!(weights.cost(&corners), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    size: Size,
    /// In row-major order.
    cells: Vec<i64>,
}

/// Numbers that are no weights of a grid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// There must be one for each cell.
    #[error("{found} weights for {cells} cells: give one for each cell")]
    Number {
        /// The number of weights.
        found: usize,
        /// The number of cells.
        cells: usize,
    },
    /// The cost of every set of cells must be computable.
    #[error("the weights add up to more than {} (their signs left out)", Weights::MOST)]
    Range,
}

impl Weights {
    /// The most that all weights of a grid may add up to, their signs left out: 2⁶⁰.
    pub const MOST: u64 = 1 << 60;

    /// A weight for each cell in row-major order, row 1 first. That of a hole does not matter.
    ///
    /// # Errors
    /// When there are more or fewer than cells, or when they add up to more than [`Weights::MOST`].
    pub fn new(size: Size, cells: Vec<i64>) -> Result<Self, WeightsError> {
        if cells.len() != size.cells() {
            return Err(WeightsError::Number { found: cells.len(), cells: size.cells() });
        }
        let mut absolute = cells.iter().map(|weight| weight.unsigned_abs());
        let sum = absolute.try_fold(0_u64, u64::checked_add);
        if sum.is_none_or(|sum| sum > Self::MOST) {
            return Err(WeightsError::Range);
        }
        Ok(Self { size, cells })
    }

    /// 1 for each cell: the cost of a solution is the number of its pieces.
    #[must_use]
    pub fn pieces(size: Size) -> Self {
        Self { size, cells: vec![1; size.cells()] }
    }

    /// The size of the grid.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The weight of each cell in row-major order.
    #[must_use]
    pub fn cells(&self) -> &[i64] {
        &self.cells
    }

    /// What a piece on a cell costs.
    ///
    /// # Panics
    /// When the cell lies outside of the grid.
    #[must_use]
    pub fn of(&self, cell: Cell) -> i64 {
        self.cells[self.size.index(cell)]
    }

    /// What pieces on these cells cost together.
    ///
    /// # Panics
    /// When a cell lies outside of the grid.
    #[must_use]
    pub fn cost(&self, cells: &CellSet) -> i64 {
        cells.iter().map(|cell| self.of(cell)).sum()
    }

    /// The same weights with the opposite signs: what is dearest by these is cheapest by those.
    #[must_use]
    pub fn negated(&self) -> Self {
        Self { size: self.size, cells: self.cells.iter().map(|weight| -weight).collect() }
    }
}

/// The most that a solution may cost, if that is limited: a whole number or `none`.
///
/// ```
/// # use problem::MaxCost;
/// assert_eq!("-3".parse(), Ok(MaxCost(Some(-3))));
/// assert_eq!("none".parse(), Ok(MaxCost(None)));
/// assert!("3.5".parse::<MaxCost>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaxCost(pub Option<i64>);

/// A text that is no limit of cost.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no limit of cost (a whole number, or none)")]
pub struct ParseMaxCostError(String);

impl FromStr for MaxCost {
    type Err = ParseMaxCostError;

    fn from_str(text: &str) -> Result<Self, ParseMaxCostError> {
        if text == "none" {
            return Ok(Self(None));
        }
        text.parse().map(|limit| Self(Some(limit))).map_err(|_| ParseMaxCostError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_whose_sums_may_not_fit_are_refused() {
        let size = Size::square(2).unwrap();
        let most = Weights::MOST.cast_signed();
        assert!(Weights::new(size, vec![most, 0, 0, 0]).is_ok());
        assert_eq!(Weights::new(size, vec![most, 0, 0, -1]), Err(WeightsError::Range));
        assert_eq!(Weights::new(size, vec![i64::MIN; 4]), Err(WeightsError::Range));
        let few = WeightsError::Number { found: 3, cells: 4 };
        assert_eq!(Weights::new(size, vec![1; 3]), Err(few));
    }
}
