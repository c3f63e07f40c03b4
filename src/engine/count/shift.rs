use super::model::RowModel;
use super::position::Position;
use super::{BudgetCheck, Kernel};
use crate::bits::bits;
use crate::budget::Answer;

/// Number of ways to fill the remaining rows below which the search does not check the budget.
const UNCHECKED_WAYS: f64 = 4e6;

/// The work of a search with fewer than [`UNCHECKED_WAYS`] ways to fill its rows, and the work between two checks of the budget.
/// Placing one piece in any other search is 1 unit.
const UNCHECKED_WORK: u32 = 64;
const WORK_BETWEEN_CHECKS: u32 = 1024;

/// The attacks of a piece other than those along rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// True if a piece attacks along the diagonals.
    pub diagonals: bool,
    /// True if a piece attacks by a knight's leap.
    pub knight: bool,
}

impl Shape {
    /// The shape of a board; `None` if the board has other attacks, or groups to count.
    pub(super) fn find(model: &RowModel) -> Option<Self> {
        let all = u64::MAX >> (64 - model.grid.columns);
        let has = |shape: Self| {
            (1..model.grid.rows).all(|distance| {
                (0..model.grid.columns).all(|column| {
                    let piece = 1 << column;
                    let beside = shape.attacked_columns(piece, distance as u32);
                    model.grid.attacked(0, column)[distance] == (piece | beside) & all
                })
            })
        };
        let shapes = [(true, false), (true, true), (false, false), (false, true)];
        let mut shapes = shapes.map(|(diagonals, knight)| Self { diagonals, knight }).into_iter();
        shapes.find(|&shape| model.groups.is_empty() && has(shape))
    }

    /// The other columns that a piece attacks `rows` rows ahead, as bits. `piece` is one bit, and `rows` is from 1 to
    /// 63.
    #[inline]
    const fn attacked_columns(self, piece: u64, rows: u32) -> u64 {
        let mut attacked = 0;
        if self.diagonals {
            attacked |= piece << rows | piece >> rows;
        }
        if self.knight && rows == 1 {
            attacked |= piece << 2 | piece >> 2;
        } else if self.knight && rows == 2 {
            attacked |= piece << 1 | piece >> 1;
        }
        attacked
    }
}

/// The columns of a row that earlier pieces attack along columns and diagonals, as bits.
#[derive(Clone, Copy, Default)]
struct Rays {
    columns: u64,
    left: u64,
    right: u64,
}

/// A row to be filled.
#[derive(Clone, Copy, Default)]
struct Row {
    free: u64,
    /// The distances to the next two rows.
    gaps: [u32; 2],
    /// The columns that need a piece and have no free cell in this row or a later one.
    closed: u64,
}

/// The search for boards of one [`Shape`]: the attacked columns are shifted from row to row. No piece is placed that
/// closes all cells of one of the next two rows.
///
/// After Martin Richards, "Backtracking algorithms in MCPL using bit patterns and recursion" (1997).
pub(super) struct Shift<'a, const DIAGONALS: bool, const KNIGHT: bool, const CENSUS: bool> {
    model: &'a RowModel,
    rows: [Row; 64],
    /// Index in `rows` of the last row to be filled.
    last: usize,
    /// Index in `rows` of the first row from which on the search does not check the budget.
    first_unchecked: usize,
    /// The approximate work since the last check of the budget.
    work: u32,
    /// With `CENSUS`, the number of solutions with a piece on each cell, by index in `rows` and by column.
    counts: Vec<[u64; 64]>,
}

impl<'a, const DIAGONALS: bool, const KNIGHT: bool, const CENSUS: bool>
    Shift<'a, DIAGONALS, KNIGHT, CENSUS>
{
    const SHAPE: Shape = Shape { diagonals: DIAGONALS, knight: KNIGHT };

    pub(super) fn new(model: &'a RowModel) -> Self {
        let counts = vec![[0; 64]; if CENSUS { model.grid.rows } else { 0 }];
        Self { model, rows: [Row::default(); 64], last: 0, first_unchecked: 0, work: 0, counts }
    }

    /// The number of ways to fill the rows from `at` on. `free` and `next` are the free cells of this row and of the
    /// next one. All values are separate arguments so that they stay in registers.
    fn search(
        &mut self,
        at: usize,
        free: u64,
        next: u64,
        columns: u64,
        left: u64,
        right: u64,
    ) -> u64 {
        let rays = Rays { columns, left, right };
        // Almost all rows follow each other directly. For these rows, constant gaps are faster.
        if self.rows[at].gaps == [1, 2] {
            self.fill(at, [free, next], rays, [1, 2])
        } else {
            self.fill(at, [free, next], rays, self.rows[at].gaps)
        }
    }

    #[expect(clippy::inline_always, reason = "so that the gaps between neighbours are constants")]
    #[inline(always)]
    fn fill(&mut self, at: usize, [mut free, next]: [u64; 2], rays: Rays, gaps: [u32; 2]) -> u64 {
        if at + 1 == self.last {
            return self.fill_last_two(at, [free, next], gaps[0]);
        }
        let second = self.second(at, rays, gaps[1]);
        if second == 0 {
            return 0;
        }
        let mut solutions = 0;
        while free != 0 {
            let piece = free & free.wrapping_neg();
            free ^= piece;
            let next = Self::remaining(next, piece, gaps[0]);
            let second = Self::remaining(second, piece, gaps[1]);
            if next != 0 && second != 0 {
                let Rays { columns, left, right } = Self::with_piece(rays, piece, gaps[0]);
                let found = self.search(at + 1, next, second, columns, left, right);
                // The sum does not overflow: counting 2⁶⁴ solutions one by one would take centuries.
                solutions += found;
                self.add(at, piece, found);
            }
        }
        solutions
    }

    #[expect(clippy::inline_always, reason = "so that the gap between neighbours is a constant")]
    #[inline(always)]
    fn fill_last_two(&mut self, at: usize, [mut free, next]: [u64; 2], gap: u32) -> u64 {
        let mut solutions = 0;
        while free != 0 {
            let piece = free & free.wrapping_neg();
            free ^= piece;
            let found = self.finish(Self::remaining(next, piece, gap));
            solutions += found;
            self.add(at, piece, found);
        }
        solutions
    }

    /// Adds `found` to the number of solutions with this piece, if cells are counted.
    #[inline]
    fn add(&mut self, at: usize, piece: u64, found: u64) {
        if CENSUS && found != 0 {
            self.counts[at][piece.trailing_zeros() as usize & 63] += found;
        }
    }

    /// Like [`Shift::search`], with checks of the budget.
    fn checked_search(
        &mut self,
        at: usize,
        [mut free, next]: [u64; 2],
        rays: Rays,
        check: BudgetCheck<'_>,
    ) -> Answer<u64> {
        self.work += if at >= self.first_unchecked { UNCHECKED_WORK } else { 1 };
        if self.work >= WORK_BETWEEN_CHECKS {
            self.work = 0;
            check()?;
        }
        if at == self.last {
            return Ok(self.finish(free));
        }
        if at >= self.first_unchecked {
            let Rays { columns, left, right } = rays;
            return Ok(self.search(at, free, next, columns, left, right));
        }
        let gaps = self.rows[at].gaps;
        let second = self.second(at, rays, gaps[1]);
        let mut solutions = 0;
        while free != 0 {
            let piece = free & free.wrapping_neg();
            free ^= piece;
            let next = Self::remaining(next, piece, gaps[0]);
            let second = Self::remaining(second, piece, gaps[1]);
            if next != 0 && second != 0 {
                let rays = Self::with_piece(rays, piece, gaps[0]);
                let found = self.checked_search(at + 1, [next, second], rays, check)?;
                solutions += found;
                self.add(at, piece, found);
            }
        }
        Ok(solutions)
    }

    /// The cells of the row after the next one that the pieces before this row leave free; no cells if a column
    /// can no longer get its piece.
    #[inline]
    fn second(&self, at: usize, rays: Rays, gap: u32) -> u64 {
        if self.rows[at].closed & !rays.columns != 0 {
            return 0;
        }
        // A knight's leap does not reach that far.
        self.rows[at + 2].free & !(rays.columns | rays.left << gap | rays.right >> gap)
    }

    /// The free cells of a row that a piece `rows` rows before does not attack.
    #[inline]
    fn remaining(free: u64, piece: u64, rows: u32) -> u64 {
        free & !(piece | Self::SHAPE.attacked_columns(piece, rows))
    }

    /// The rays in the next row, with the piece of this row.
    #[inline]
    fn with_piece(rays: Rays, piece: u64, gap: u32) -> Rays {
        let columns = rays.columns | piece;
        if DIAGONALS {
            Rays { columns, left: (rays.left | piece) << gap, right: (rays.right | piece) >> gap }
        } else {
            Rays { columns, ..rays }
        }
    }

    /// The number of ways to fill the last row.
    #[inline]
    fn finish(&mut self, free: u64) -> u64 {
        if CENSUS {
            bits(free).for_each(|column| self.counts[self.last][column & 63] += 1);
        }
        // On a square board, at most one cell is free. Whether it is free is hard to predict, so this case has no
        // branch.
        let is_single = free & free.wrapping_sub(1) == 0;
        if is_single { u64::from(free != 0) } else { free.count_ones().into() }
    }

    /// Prepares the search for a position. `rows` are the rows without a piece.
    fn begin(&mut self, position: &Position, rows: &[usize]) {
        let (width, height) = (self.model.grid.columns, self.model.grid.rows);
        // On a square board, each column needs a piece.
        let needed = if width == height { u64::MAX >> (64 - width) } else { 0 };
        let taken = position.pieces().fold(0, |taken, (_, column)| taken | 1 << column);
        let mut ahead = taken;
        for (at, &row) in rows.iter().enumerate().rev() {
            let free = position.free[row];
            ahead |= free;
            let gap = |ahead| rows.get(at + ahead).map_or(ahead, |next| next - row) as u32;
            self.rows[at] = Row { free, gaps: [gap(1), gap(2)], closed: needed & !ahead };
        }
        self.last = rows.len() - 1;
        let mut ways = 1.0;
        let first_unchecked = (1..=rows.len()).take_while(|left| {
            ways *= (left + width - height) as f64;
            ways < UNCHECKED_WAYS
        });
        self.first_unchecked = rows.len() - first_unchecked.count();
        self.counts.iter_mut().for_each(|counts| counts.fill(0));
    }
}

impl<const DIAGONALS: bool, const KNIGHT: bool, const CENSUS: bool> Kernel
    for Shift<'_, DIAGONALS, KNIGHT, CENSUS>
{
    fn count(
        &mut self,
        position: &Position,
        check: BudgetCheck<'_>,
        cells: &mut [u64],
    ) -> Answer<u64> {
        let rows: Vec<usize> = position.undecided().collect();
        if rows.is_empty() || !position.is_open() {
            return Ok(position.is_open().into());
        }
        check()?;
        self.begin(position, &rows);
        let free = [0, 1].map(|at| rows.get(at).map_or(0, |&row| position.free[row]));
        let solutions = self.checked_search(0, free, Rays::default(), check)?;
        if CENSUS {
            let columns = self.model.grid.columns;
            for (&row, counts) in rows.iter().zip(&self.counts) {
                cells[row * columns..][..columns].copy_from_slice(&counts[..columns]);
            }
        }
        Ok(solutions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Grid;
    use problem::{Problem, Rules};

    #[test]
    fn boards_of_usual_pieces_have_shapes() {
        let shape = |piece: &str, torus: bool| {
            let grid = Grid::new("6x7".parse().unwrap()).with_torus(torus);
            let rules = Rules::new(grid, piece.parse().unwrap(), ["rows".parse().unwrap()]);
            let model = RowModel::new(&Problem::new(rules)).ok().flatten().unwrap();
            Shape::find(&model).map(|shape| (shape.diagonals, shape.knight))
        };
        assert_eq!(shape("rook", false), Some((false, false)));
        assert_eq!(shape("queen", false), Some((true, false)));
        assert_eq!(shape("empress", false), Some((false, true)));
        assert_eq!(shape("amazon", false), Some((true, true)));
        assert_eq!((shape("queen", true), shape("RF", false)), (None, None));
    }
}
