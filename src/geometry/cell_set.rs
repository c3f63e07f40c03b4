use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Not, Sub};

use smallvec::SmallVec;

use super::cell::Cell;
use super::size::Size;

/// A set of cells of one grid, one bit each.
///
/// Sets of cells of grids of the same size combine with `&`, `|`, `^`, `-` and `!`.
///
/// ```
/// # use geometry::{Cell, CellSet, Size};
/// let size = Size::square(8).expect("a size");
/// let row = CellSet::from_cells(size, size.iter().filter(|cell| cell.row() == 0));
/// let column = CellSet::from_cells(size, size.iter().filter(|cell| cell.column() == 0));
/// assert_eq!((&row | &column).len(), 15);
/// assert_eq!((&row & &column).iter().collect::<Vec<_>>(), [Cell::new(0, 0)]);
/// ```
#[derive(PartialEq, Eq, Hash)]
pub struct CellSet {
    size: Size,
    /// One bit per cell in row-major order. Up to 320 cells are stored without a heap allocation.
    words: SmallVec<[u64; 5]>,
}

impl Clone for CellSet {
    #[inline]
    fn clone(&self) -> Self {
        Self { size: self.size, words: SmallVec::from_slice(&self.words) }
    }
}

impl CellSet {
    /// The empty set.
    #[inline]
    pub fn empty(size: Size) -> Self {
        Self { size, words: SmallVec::from_elem(0, size.cells().div_ceil(64)) }
    }

    /// The set of all cells.
    pub fn full(size: Size) -> Self {
        !&Self::empty(size)
    }

    /// The set of the given cells.
    ///
    /// # Panics
    /// When a cell lies outside of `size`.
    pub fn from_cells(size: Size, cells: impl IntoIterator<Item = Cell>) -> Self {
        let mut set = Self::empty(size);
        for cell in cells {
            set.insert(cell);
        }
        set
    }

    /// The size of the grid that the cells belong to.
    pub fn size(&self) -> Size {
        self.size
    }

    /// True if the set contains the cell; false for every cell outside of the grid.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.size.contains(cell) && {
            let index = self.size.index(cell);
            self.words[index / 64] >> (index % 64) & 1 == 1
        }
    }

    /// Adds a cell. Returns true if the cell was new.
    ///
    /// # Panics
    /// When the cell lies outside of the grid.
    #[inline]
    pub fn insert(&mut self, cell: Cell) -> bool {
        let index = self.size.index(cell);
        let (word, bit) = (&mut self.words[index / 64], 1 << (index % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Removes a cell. Returns true if the set contained the cell.
    ///
    /// # Panics
    /// When the cell lies outside of the grid.
    #[inline]
    pub fn remove(&mut self, cell: Cell) -> bool {
        let index = self.size.index(cell);
        let (word, bit) = (&mut self.words[index / 64], 1 << (index % 64));
        let there = *word & bit != 0;
        *word &= !bit;
        there
    }

    /// The number of cells in the set.
    #[inline]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// True if the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The cells in row-major order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        self.words.iter().enumerate().flat_map(move |(index, &word)| {
            std::iter::successors((word != 0).then_some(word), |&rest| {
                let rest = rest & (rest - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |rest| self.size.cell(index * 64 + rest.trailing_zeros() as usize))
        })
    }

    /// Adds all cells of another set.
    ///
    /// # Panics
    /// When the sets are of different grids.
    #[inline]
    pub fn insert_all(&mut self, other: &Self) {
        self.change(other, |a, b| a | b);
    }

    /// Removes all cells of another set.
    ///
    /// # Panics
    /// When the sets are of different grids.
    #[inline]
    pub fn remove_all(&mut self, other: &Self) {
        self.change(other, |a, b| a & !b);
    }

    /// Removes all cells that another set does not contain.
    ///
    /// # Panics
    /// When the sets are of different grids.
    #[inline]
    pub fn retain_all(&mut self, other: &Self) {
        self.change(other, |a, b| a & b);
    }

    /// The number of cells that both sets contain.
    #[inline]
    pub fn overlap(&self, other: &Self) -> usize {
        let both = self.words.iter().zip(&*other.words);
        both.map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    #[inline]
    fn change(&mut self, other: &Self, operator: impl Fn(u64, u64) -> u64) {
        assert_eq!(self.size, other.size, "sets of different grids");
        for (a, &b) in self.words.iter_mut().zip(&*other.words) {
            *a = operator(*a, b);
        }
    }

    #[inline]
    fn combine(&self, other: &Self, operator: impl Fn(u64, u64) -> u64) -> Self {
        let mut set = self.clone();
        set.change(other, operator);
        set
    }
}

impl BitAnd for &CellSet {
    type Output = CellSet;

    #[inline]
    fn bitand(self, other: Self) -> CellSet {
        self.combine(other, |a, b| a & b)
    }
}

impl BitOr for &CellSet {
    type Output = CellSet;

    #[inline]
    fn bitor(self, other: Self) -> CellSet {
        self.combine(other, |a, b| a | b)
    }
}

impl BitXor for &CellSet {
    type Output = CellSet;

    #[inline]
    fn bitxor(self, other: Self) -> CellSet {
        self.combine(other, |a, b| a ^ b)
    }
}

impl Sub for &CellSet {
    type Output = CellSet;

    #[inline]
    fn sub(self, other: Self) -> CellSet {
        self.combine(other, |a, b| a & !b)
    }
}

impl Not for &CellSet {
    type Output = CellSet;

    fn not(self) -> CellSet {
        let mut set = self.clone();
        set.words.iter_mut().for_each(|word| *word = !*word);
        let beyond = set.words.len() * 64 - self.size.cells();
        if let Some(last) = set.words.last_mut() {
            *last &= u64::MAX >> beyond;
        }
        set
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|cell| cell.to_string())).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn subset() -> impl Strategy<Value = BTreeSet<Cell>> {
        proptest::collection::btree_set(
            (0..9_u16, 0..9_u16).prop_map(|(row, column)| Cell::new(row, column)),
            0..81,
        )
    }

    proptest! {
        #[test]
        fn operators_are_those_of_sets(a in subset(), b in subset()) {
            let size = Size::square(9).unwrap();
            let set = |cells: &BTreeSet<Cell>| CellSet::from_cells(size, cells.iter().copied());
            let list = |set: CellSet| set.iter().collect::<BTreeSet<_>>();
            let (left, right) = (set(&a), set(&b));
            prop_assert_eq!(list(&left & &right), &a & &b);
            prop_assert_eq!(list(&left | &right), &a | &b);
            prop_assert_eq!(list(&left ^ &right), &a ^ &b);
            prop_assert_eq!(list(&left - &right), &a - &b);
            prop_assert_eq!(list(!&left), size.iter().filter(|cell| !a.contains(cell)).collect());
            prop_assert_eq!(left.len(), a.len());
            prop_assert_eq!(left.overlap(&right), (&left & &right).len());
            let changed = |change: fn(&mut CellSet, &CellSet)| {
                let mut set = left.clone();
                change(&mut set, &right);
                set
            };
            prop_assert_eq!(changed(CellSet::insert_all), &left | &right);
            prop_assert_eq!(changed(CellSet::remove_all), &left - &right);
            prop_assert_eq!(changed(CellSet::retain_all), &left & &right);
            prop_assert_eq!(left.is_empty(), a.is_empty());
            prop_assert!(left.iter().is_sorted());
        }
    }

    #[test]
    fn inserting_and_removing_tell_what_changed() {
        let mut set = CellSet::empty(Size::square(3).unwrap());
        let cell = Cell::new(2, 2);
        assert!(set.insert(cell) && !set.insert(cell) && set.contains(cell));
        assert!(set.remove(cell) && !set.remove(cell) && !set.contains(cell));
        assert!(!set.contains(Cell::new(5, 5)));
    }
}
