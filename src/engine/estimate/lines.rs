use rand::Rng;

use super::run::{Dead, EXPONENT, GroupQueue, Kernel};
use crate::bits::bits_of;
use crate::budget::{Answer, Budget, Phase, Progress};
use crate::row_grid::{RowGrid, sides};
use geometry::CellSet;
use problem::{Bounds, Family, Problem, Rules, Value};

/// Unit of the logarithms that are stored as integers.
const LN_UNIT: f64 = 1e-6;

/// Kernel for problems with exactly one piece in each *row* and no groups besides rows and columns. Its particles store
/// a bit mask for each row.
pub(super) struct LinesKernel {
    grid: RowGrid,
    /// True if each column must have a piece.
    fills_columns: bool,
    /// ln(n) at index n, for each number n of open cells.
    ln: Vec<f64>,
    /// The same logarithms in units of [`LN_UNIT`], rounded, as integers are added faster.
    ln_units: Vec<u32>,
    root: Option<LineParticle>,
}

/// A partial solution: the pieces placed, and the open cells of the rows without a piece.
#[derive(Clone)]
pub(super) struct LineParticle {
    /// The rows without a piece, in any order.
    rows: Vec<u16>,
    /// Bit masks of the open cells of the rows in `rows`, in the same order.
    open: Vec<u64>,
    /// The columns with a piece, as bits.
    taken: Vec<u64>,
    /// For each row of the kernel, the column of its piece. Not used for rows without a piece.
    pieces: Vec<u16>,
    ln_remaining: f64,
    /// The index in `rows` of the row with the fewest open cells, and the number of these cells; `None` if all rows
    /// have a piece.
    next_row: Option<(usize, u32)>,
}

impl LinesKernel {
    /// The kernel for a problem; `None` if the problem needs the general kernel.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(super) fn new(problem: &Problem, budget: &Budget) -> Answer<Option<Self>> {
        let rules = problem.rules();
        let Some(transposed) = [false, true].into_iter().find(|&it| has_single_pieces(rules, it))
        else {
            return Ok(None);
        };
        let (rows, columns) = sides(rules.size(), transposed);
        let memory = 2 * rows * columns * columns.div_ceil(64) * size_of::<u64>();
        let check =
            || budget.check(Progress { phase: Phase::Estimating, memory, ..Progress::default() });
        check()?;
        let single_columns = has_single(rules, family_of_columns(transposed));
        let mut grid = RowGrid::new(rules, transposed, check)?;
        if single_columns {
            grid.attack_columns();
        }
        let mut lines = Self {
            grid,
            fills_columns: single_columns && rows == columns,
            ln: (0..=columns).map(|open| (open as f64).ln()).collect(),
            ln_units: (0..=columns).map(ln_in_units).collect(),
            root: None,
        };
        lines.root = lines.root(problem);
        Ok(Some(lines))
    }

    fn root(&self, problem: &Problem) -> Option<LineParticle> {
        let mut root = LineParticle {
            rows: (0..self.grid.rows as u16).collect(),
            open: self.grid.open(problem),
            taken: vec![0; self.grid.words],
            pieces: vec![0; self.grid.rows],
            ln_remaining: 0.0,
            next_row: None,
        };
        let nothing = vec![0; self.grid.rows * self.grid.words];
        self.close_attacked(&mut root, &nothing).ok()?;
        for cell in problem.decisions().cells(Value::Placed) {
            let (row, column) = self.grid.coordinates(cell);
            let index = root.rows.iter().position(|&open| usize::from(open) == row)?;
            if root.open[index * self.grid.words + column / 64] >> (column % 64) & 1 == 0 {
                return None;
            }
            self.place(&mut root, index, column).ok()?;
        }
        Some(root)
    }

    /// Places a piece on the open cell at `column` in the row with this index in `particle.rows`.
    fn place(&self, particle: &mut LineParticle, index: usize, column: usize) -> Result<(), Dead> {
        let row = usize::from(particle.rows.swap_remove(index));
        let rest = particle.rows.len() * self.grid.words;
        particle.open.copy_within(rest.., index * self.grid.words);
        particle.open.truncate(rest);
        particle.taken[column / 64] |= 1 << (column % 64);
        particle.pieces[row] = column as u16;
        self.close_attacked(particle, self.grid.attacked(row, column))
    }

    /// Closes the attacked cells of the rows without a piece, and finds the row to settle next. Fails if a row, or a
    /// column that must have a piece, has no open cell left.
    fn close_attacked(&self, particle: &mut LineParticle, attacked: &[u64]) -> Result<(), Dead> {
        match self.grid.words {
            1 => self.close_attacked_words(particle, attacked, 1),
            2 => self.close_attacked_words(particle, attacked, 2),
            words => self.close_attacked_words(particle, attacked, words),
        }
    }

    #[expect(clippy::inline_always, reason = "so that a small number of words is known")]
    #[inline(always)]
    fn close_attacked_words(
        &self,
        particle: &mut LineParticle,
        attacked: &[u64],
        words: usize,
    ) -> Result<(), Dead> {
        let (mut ways, mut fewest, mut next) = (0, u32::MAX, None);
        let rows = particle.rows.iter().zip(particle.open.chunks_exact_mut(words));
        for (index, (&row, cells)) in rows.enumerate() {
            let attacked = &attacked[usize::from(row) * words..][..words];
            let mut open = 0;
            for (cells, attacked) in cells.iter_mut().zip(attacked) {
                *cells &= !attacked;
                open += cells.count_ones();
            }
            if open == 0 {
                return Err(Dead);
            }
            ways += u64::from(self.ln_units[open as usize]);
            if open < fewest {
                (fewest, next) = (open, Some(index));
            }
        }
        if self.fills_columns {
            for word in 0..words {
                let rows = particle.open[word.min(particle.open.len())..].iter().step_by(words);
                let union = rows.fold(particle.taken[word], |union, cells| union | cells);
                let columns = (self.grid.columns - word * 64).min(64);
                if union != u64::MAX >> (64 - columns) {
                    return Err(Dead);
                }
            }
        }
        particle.ln_remaining = EXPONENT * LN_UNIT * ways as f64;
        particle.next_row = next.map(|index| (index, fewest));
        Ok(())
    }
}

impl Kernel for LinesKernel {
    type Particle = LineParticle;

    fn root(&self) -> Option<&LineParticle> {
        self.root.as_ref()
    }

    fn step(
        &self,
        _stage: usize,
        particle: &mut LineParticle,
        random: &mut impl Rng,
        _queue: &mut GroupQueue,
    ) -> Result<Option<f64>, Dead> {
        let Some((index, open)) = particle.next_row else { return Ok(None) };
        let mut chosen = random.gen_range(0..open);
        let mut column = 0;
        for &word in &particle.open[index * self.grid.words..][..self.grid.words] {
            let ones = word.count_ones();
            if chosen < ones {
                let rest = (0..chosen).fold(word, |rest, _| rest & (rest - 1));
                column += rest.trailing_zeros() as usize;
                break;
            }
            chosen -= ones;
            column += 64;
        }
        self.place(particle, index, column)?;
        Ok(Some(self.ln[open as usize]))
    }

    fn ln_remaining(particle: &LineParticle) -> f64 {
        particle.ln_remaining
    }

    fn overwrite(particle: &mut LineParticle, source: &LineParticle) {
        particle.rows.clone_from(&source.rows);
        particle.open.clone_from(&source.open);
        particle.taken.clone_from(&source.taken);
        particle.pieces.clone_from(&source.pieces);
        (particle.ln_remaining, particle.next_row) = (source.ln_remaining, source.next_row);
    }

    fn for_each_piece(&self, particle: &LineParticle, mut visit: impl FnMut(usize)) {
        for (row, &column) in particle.pieces.iter().enumerate() {
            if !particle.rows.contains(&(row as u16)) {
                visit(self.grid.size.index(self.grid.cell((row, column.into()))));
            }
        }
    }

    fn impossible_cells(&self) -> CellSet {
        let mut closed = CellSet::full(self.grid.size);
        if let Some(root) = &self.root {
            self.for_each_piece(root, |index| {
                closed.remove(self.grid.size.cell(index));
            });
            for (&row, cells) in root.rows.iter().zip(root.open.chunks_exact(self.grid.words)) {
                for column in bits_of(cells) {
                    closed.remove(self.grid.cell((row.into(), column)));
                }
            }
        }
        closed
    }
}

heap_of_fields!(LinesKernel: grid, ln, ln_units);
heap_of_fields!(LineParticle: rows, open, taken, pieces);

/// The logarithm of a number in units of [`LN_UNIT`], rounded; 0 for the number 0.
#[expect(clippy::cast_sign_loss, reason = "the logarithm of a whole number is not negative")]
fn ln_in_units(number: usize) -> u32 {
    ((number.max(1) as f64).ln() / LN_UNIT).round() as u32
}

const fn family_of_columns(transposed: bool) -> Family {
    if transposed { Family::Rows } else { Family::Columns }
}

/// True if no line of a family can have two pieces.
fn has_single(rules: &Rules, family: Family) -> bool {
    let single = |bounds: Bounds| bounds.upper == Some(1);
    rules.at_most_one_in_line()
        || rules.requirements().iter().any(|need| need.family == family && single(need.bounds))
}

/// True if each row must have exactly one piece, and no other requirement exists except one piece in each column. With
/// `transposed`, rows are the columns of the grid.
fn has_single_pieces(rules: &Rules, transposed: bool) -> bool {
    let (rows, columns) = sides(rules.size(), transposed);
    let (row_family, column_family) =
        (family_of_columns(!transposed), family_of_columns(transposed));
    let mut required = false;
    for need in rules.requirements() {
        let one = [Bounds::AT_LEAST_ONE, Bounds::exactly(1)].contains(&need.bounds);
        let pieces = rules.at_most_one_in_line() && need.bounds == Bounds::exactly(rows as u32);
        let covered = match need.family {
            Family::Pieces => pieces,
            family if family == column_family => {
                one && rows == columns && has_single(rules, column_family)
            }
            family => one && family == row_family && has_single(rules, row_family),
        };
        if !covered {
            return false;
        }
        required |= need.family == row_family || pieces && need.family == Family::Pieces;
    }
    required
}
