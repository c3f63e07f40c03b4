//! The borders between regions, as encoded in links of puzz.link.

use std::fmt;

use super::error::LinkError;
use crate::regions::{Regions, letters};
use geometry::{Cell, Grid, Size};

/// Number of bits per digit.
const BITS: usize = 5;

/// The borders between neighbouring cells of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Borders {
    size: Size,
    /// For each cell except in the last column: true if a border separates the cell from its right
    /// neighbour. Row by row from the top.
    vertical: Vec<bool>,
    /// For each cell except in the last row: true if a border separates the cell from its neighbour
    /// below. Row by row from the top.
    horizontal: Vec<bool>,
}

impl Borders {
    /// The borders between the neighbouring cells for which `has_border` returns true.
    pub(super) fn new(size: Size, has_border: impl Fn(Cell, Cell) -> bool) -> Self {
        let (rows, columns) = (size.rows(), size.columns());
        let cells = |rows: std::ops::Range<u16>, columns: u16| {
            rows.rev().flat_map(move |row| (0..columns).map(move |column| Cell::new(row, column)))
        };
        let right = |cell: Cell| Cell::new(cell.row(), cell.column() + 1);
        let below = |cell: Cell| Cell::new(cell.row() - 1, cell.column());
        let vertical = cells(0..rows, columns - 1).map(|cell| has_border(cell, right(cell)));
        let horizontal = cells(1..rows, columns).map(|cell| has_border(cell, below(cell)));
        Self { size, vertical: vertical.collect(), horizontal: horizontal.collect() }
    }

    /// The borders between regions.
    pub(super) fn between(regions: &Regions) -> Self {
        Self::new(regions.size(), |one, other| regions.region(one) != regions.region(other))
    }

    /// Parses digits of base 32.
    pub(super) fn read(text: &str, size: Size) -> Result<Self, LinkError> {
        let [rows, columns] = [size.rows(), size.columns()].map(usize::from);
        let [vertical, horizontal] = [rows * (columns - 1), (rows - 1) * columns];
        let (first, second) = (vertical.div_ceil(BITS), horizontal.div_ceil(BITS));
        let digits = text.chars().map(|digit| {
            let value = digit.to_digit(1 << BITS);
            value.filter(|_| !digit.is_ascii_uppercase()).ok_or(LinkError::Digit(digit))
        });
        let digits = digits.collect::<Result<Vec<u32>, _>>()?;
        if digits.len() != first + second {
            return Err(LinkError::Length { size, found: digits.len(), expected: first + second });
        }
        let bits = |digits: &[u32], number: usize| {
            let bits = digits
                .iter()
                .flat_map(|digit| (0..BITS).rev().map(move |bit| digit >> bit & 1 == 1));
            bits.take(number).collect()
        };
        let (before, after) = digits.split_at(first);
        Ok(Self { size, vertical: bits(before, vertical), horizontal: bits(after, horizontal) })
    }

    /// True if a border separates two neighbouring cells.
    fn separate(&self, one: Cell, other: Cell) -> bool {
        let from_top = |row: u16| usize::from(self.size.rows() - 1 - row);
        let columns = usize::from(self.size.columns());
        let column = usize::from(one.column().min(other.column()));
        if one.row() == other.row() {
            self.vertical[from_top(one.row()) * (columns - 1) + column]
        } else {
            self.horizontal[from_top(one.row().max(other.row())) * columns + column]
        }
    }

    /// The connected parts of the grid, as regions. Their letters are assigned in reading order, from
    /// the top left. A border with the same part on both sides is ignored.
    pub(super) fn regions(&self) -> Regions {
        self.regions_on(&Grid::new(self.size))
    }

    /// Like [`Borders::regions`], but for a grid with holes. The size must be the same.
    pub(super) fn regions_on(&self, grid: &Grid) -> Regions {
        let mut found: Vec<Option<char>> = vec![None; self.size.cells()];
        let mut letters = letters();
        let rows = (0..self.size.rows()).rev();
        for first in rows.flat_map(|row| (0..self.size.columns()).map(move |c| Cell::new(row, c))) {
            if found[self.size.index(first)].is_some() || grid.is_hole(first) {
                continue;
            }
            let letter = letters.next();
            found[self.size.index(first)] = letter;
            let mut open = vec![first];
            while let Some(cell) = open.pop() {
                for beside in self.size.neighbours(cell) {
                    let region = &mut found[self.size.index(beside)];
                    if region.is_none() && !grid.is_hole(beside) && !self.separate(cell, beside) {
                        *region = letter;
                        open.push(beside);
                    }
                }
            }
        }
        Regions::new(grid, |cell| found[self.size.index(cell)])
    }
}

impl fmt::Display for Borders {
    /// Writes the borders as digits of base 32.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for bits in self.vertical.chunks(BITS).chain(self.horizontal.chunks(BITS)) {
            let set = bits.iter().enumerate().filter(|(_, is_set)| **is_set);
            let value: u32 = set.map(|(index, _)| 1 << (BITS - 1 - index)).sum();
            let digit = char::from_digit(value, 1 << BITS).expect("five bits are below 32");
            write!(f, "{digit}")?;
        }
        Ok(())
    }
}
