use super::model::Model;
use super::position::{Position, bits};
use super::{Kernel, Look};
use crate::engine::Interrupted;

/// The most ways to fill the remaining columns for which the search does not check the budget.
const SHORT: f64 = 4e6;

/// The work of such a short search, and the work between two checks of the budget. A row above counts 1.
const SHORT_WORK: u32 = 64;
const WORK_BETWEEN_CHECKS: u32 = 1024;

/// The attacks of a board besides those along rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// Along the diagonals.
    pub diagonals: bool,
    /// By a knight's leap.
    pub knight: bool,
}

impl Shape {
    /// The shape of a board, if it has no other attacks and no groups to count.
    pub fn find(model: &Model) -> Option<Self> {
        let all = u64::MAX >> (64 - model.board.columns);
        let has = |shape: Self| {
            (1..model.board.rows).all(|distance| {
                (0..model.board.columns).all(|column| {
                    let piece = 1 << column;
                    let beside = shape.beside(piece, distance as u32);
                    model.board.attacked(0, distance, column) == (piece | beside) & all
                })
            })
        };
        let shapes = [(true, false), (true, true), (false, false), (false, true)];
        let mut shapes = shapes.map(|(diagonals, knight)| Self { diagonals, knight }).into_iter();
        shapes.find(|&shape| model.groups.is_empty() && has(shape))
    }

    /// The columns, besides its own, that a piece attacks so many rows ahead, from 1 to 63.
    #[inline]
    const fn beside(self, piece: u64, rows: u32) -> u64 {
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

/// The columns of a row that the pieces before attack, as bits.
#[derive(Clone, Copy, Default)]
struct Rays {
    columns: u64,
    left: u64,
    right: u64,
    /// The piece in the row just before, if that was filled last.
    last: u64,
}

/// A row to be filled.
#[derive(Clone, Copy, Default)]
struct Row {
    free: u64,
    /// The distance to the next one.
    gap: u32,
    /// The columns that need a piece and have no free cell from here on.
    closed: u64,
}

/// The search for boards of one [`Shape`]: attacks along lines are shifted from row to row.
///
/// After Martin Richards, "Backtracking algorithms in MCPL using bit patterns and recursion" (1997).
pub(super) struct Shift<'a, const DIAGONALS: bool, const KNIGHT: bool, const CENSUS: bool> {
    model: &'a Model,
    rows: [Row; 64],
    /// The last row to be filled.
    last: usize,
    /// From this row on the search does not check the budget.
    short: usize,
    /// The work since the last check, roughly.
    work: u32,
    /// Solutions by row and column.
    counts: Vec<[u64; 64]>,
}

impl<'a, const DIAGONALS: bool, const KNIGHT: bool, const CENSUS: bool>
    Shift<'a, DIAGONALS, KNIGHT, CENSUS>
{
    const SHAPE: Shape = Shape { diagonals: DIAGONALS, knight: KNIGHT };

    pub fn new(model: &'a Model) -> Self {
        let counts = vec![[0; 64]; if CENSUS { model.board.rows } else { 0 }];
        Self { model, rows: [Row::default(); 64], last: 0, short: 0, work: 0, counts }
    }

    /// The number of ways to fill the rows from `at` on, whose first has `free` cells. The rays are
    /// separate arguments so that they stay in registers.
    fn search(
        &mut self,
        at: usize,
        free: u64,
        columns: u64,
        left: u64,
        right: u64,
        last: u64,
    ) -> u64 {
        let rays = Rays { columns, left, right, last };
        // Almost all gaps are 1; a constant gap is faster.
        if self.rows[at].gap == 1 {
            self.fill(at, free, rays, 1)
        } else {
            self.fill(at, free, rays, self.rows[at].gap)
        }
    }

    #[expect(clippy::inline_always, reason = "so that a gap of 1 is a constant")]
    #[inline(always)]
    fn fill(&mut self, at: usize, mut free: u64, rays: Rays, gap: u32) -> u64 {
        let Some((next_free, next)) = self.next(at, rays, gap) else {
            return 0;
        };
        let mut solutions = 0;
        while free != 0 {
            let piece = free & free.wrapping_neg();
            free ^= piece;
            let open = next_free & !(piece | Self::SHAPE.beside(piece, gap));
            if open == 0 {
                continue;
            }
            let found = if at + 1 == self.last {
                self.finish(open)
            } else {
                let Rays { columns, left, right, last } = Self::with(next, piece, gap);
                self.search(at + 1, open, columns, left, right, last)
            };
            // To count beyond 64 bits one by one would take centuries.
            solutions += found;
            if CENSUS && found != 0 {
                self.counts[at][piece.trailing_zeros() as usize & 63] += found;
            }
        }
        solutions
    }

    /// As [`Shift::search`], with checks of the budget.
    fn checked_search(
        &mut self,
        at: usize,
        mut free: u64,
        rays: Rays,
        look: Look<'_>,
    ) -> Result<u64, Interrupted> {
        self.work += if at >= self.short { SHORT_WORK } else { 1 };
        if self.work >= WORK_BETWEEN_CHECKS {
            self.work = 0;
            look()?;
        }
        if at >= self.short {
            return Ok(if at == self.last {
                self.finish(free)
            } else {
                let Rays { columns, left, right, last } = rays;
                self.search(at, free, columns, left, right, last)
            });
        }
        let gap = self.rows[at].gap;
        let Some((next_free, next)) = self.next(at, rays, gap) else {
            return Ok(0);
        };
        let mut solutions = 0;
        while free != 0 {
            let piece = free & free.wrapping_neg();
            free ^= piece;
            let open = next_free & !(piece | Self::SHAPE.beside(piece, gap));
            if open != 0 {
                let rays = Self::with(next, piece, gap);
                let found = self.checked_search(at + 1, open, rays, look)?;
                solutions += found;
                if CENSUS {
                    self.counts[at][piece.trailing_zeros() as usize] += found;
                }
            }
        }
        Ok(solutions)
    }

    /// The free cells of the next row and the rays there, without the piece of this row; `None` if no cell
    /// is free.
    #[inline]
    fn next(&self, at: usize, rays: Rays, gap: u32) -> Option<(u64, Rays)> {
        if self.rows[at].closed & !rays.columns != 0 {
            return None;
        }
        let mut next = Rays { last: 0, ..rays };
        if DIAGONALS {
            next.left <<= gap;
            next.right >>= gap;
        }
        let mut attacked = next.columns | next.left | next.right;
        if KNIGHT && gap == 1 {
            attacked |= rays.last << 1 | rays.last >> 1;
        }
        let free = self.rows[at + 1].free & !attacked;
        (free != 0).then_some((free, next))
    }

    /// The rays with the piece of the row before.
    #[inline]
    fn with(mut next: Rays, piece: u64, gap: u32) -> Rays {
        next.columns |= piece;
        if DIAGONALS {
            next.left |= piece << gap;
            next.right |= piece >> gap;
        }
        if KNIGHT && gap == 1 {
            next.last = piece;
        }
        next
    }

    /// The number of ways to fill the last row.
    #[inline]
    fn finish(&mut self, free: u64) -> u64 {
        if CENSUS {
            bits(free).for_each(|column| self.counts[self.last][column & 63] += 1);
        }
        // On a square board one cell is free.
        if free.is_power_of_two() { 1 } else { free.count_ones().into() }
    }

    /// Prepares for a position.
    fn begin(&mut self, position: &Position, rows: &[usize]) {
        let (width, height) = (self.model.board.columns, self.model.board.rows);
        // On a square each column needs a piece.
        let needed = if width == height { u64::MAX >> (64 - width) } else { 0 };
        let taken = position.pieces().fold(0, |taken, (_, column)| taken | 1 << column);
        let mut ahead = taken;
        for (at, &row) in rows.iter().enumerate().rev() {
            let free = position.free[row];
            ahead |= free;
            let gap = rows.get(at + 1).map_or(1, |next| next - row) as u32;
            self.rows[at] = Row { free, gap, closed: needed & !ahead };
        }
        self.last = rows.len() - 1;
        let mut ways = 1.0;
        let short = (1..=rows.len()).take_while(|left| {
            ways *= (left + width - height) as f64;
            ways < SHORT
        });
        self.short = rows.len() - short.count().max(1);
        self.counts.iter_mut().for_each(|counts| counts.fill(0));
    }
}

impl<const DIAGONALS: bool, const KNIGHT: bool, const CENSUS: bool> Kernel
    for Shift<'_, DIAGONALS, KNIGHT, CENSUS>
{
    fn count(
        &mut self,
        position: &Position,
        look: Look<'_>,
        cells: &mut [u64],
    ) -> Result<u64, Interrupted> {
        let rows: Vec<usize> = position.undecided().collect();
        if rows.is_empty() || !position.is_open() {
            return Ok(position.is_open().into());
        }
        look()?;
        self.begin(position, &rows);
        let solutions = self.checked_search(0, position.free[rows[0]], Rays::default(), look)?;
        if CENSUS {
            let columns = self.model.board.columns;
            for (&row, counts) in rows.iter().zip(&self.counts) {
                cells[row * columns..][..columns].copy_from_slice(&counts[..columns]);
            }
        }
        Ok(solutions)
    }
}
