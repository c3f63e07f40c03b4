use rand::Rng;

use super::model::EXPONENT;
use super::run::{Dead, Kernel, Queue};
use crate::engine::{Budget, Interrupted, Phase, Progress};
use crate::geometry::{Cell, CellSet, Offset, Size};
use crate::problem::{Bounds, Family, Problem, Rules, Value};

/// The kernel of problems with exactly one piece in each *row*, and no other groups than lines: bit masks
/// of whole rows. Rows are the grid's, or its columns where only these have one piece each.
pub(super) struct Lines {
    size: Size,
    transposed: bool,
    rows: usize,
    columns: usize,
    /// The words of a row.
    words: usize,
    /// By column and row distance, all rows from the first to the last, what a piece attacks there.
    attacked: Vec<u64>,
    /// True if each column must have a piece.
    fills_columns: bool,
    /// ln(n) for each number of open cells.
    ln: Vec<f64>,
    root: Option<LineParticle>,
}

/// Rows with a piece, and open cells of the others.
pub(super) struct LineParticle {
    /// For each row its open cells, or its piece.
    open: Vec<u64>,
    /// The rows with a piece.
    settled: Vec<u64>,
    guess: f64,
    /// The open row with the fewest open cells.
    next: Option<u32>,
}

impl Lines {
    /// The kernel for a problem; `None` if it is not one for this kernel.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn new(problem: &Problem, budget: &Budget) -> Result<Option<Self>, Interrupted> {
        let rules = problem.rules();
        let Some(transposed) = [false, true].into_iter().find(|&it| has_single_pieces(rules, it))
        else {
            return Ok(None);
        };
        let (rows, columns) = sides(rules.size(), transposed);
        let words = columns.div_ceil(64);
        let memory = 2 * rows * columns * words * size_of::<u64>();
        budget.check(Progress { phase: Phase::Estimating, memory, ..Progress::default() })?;
        let single_columns = has_single(rules, family_of_columns(transposed));
        let mut lines = Self {
            size: rules.size(),
            transposed,
            rows,
            columns,
            words,
            attacked: Vec::new(),
            fills_columns: single_columns && rows == columns,
            ln: (0..=columns).map(|open| (open as f64).ln()).collect(),
            root: None,
        };
        lines.attacked = lines.attack_table(rules, single_columns);
        lines.root = lines.root(problem);
        Ok(Some(lines))
    }

    fn attack_table(&self, rules: &Rules, single_columns: bool) -> Vec<u64> {
        let distances = 2 * self.rows - 1;
        let mut table = vec![0; self.columns * distances * self.words];
        let mut mark = |column: usize, distance: usize, to: usize| {
            let row = (column * distances + distance) * self.words;
            table[row + to / 64] |= 1 << (to % 64);
        };
        let torus = rules.grid().is_torus();
        for &Offset { rows: up, columns: right } in rules.attacks().offsets() {
            let (up, right) = if self.transposed { (right, up) } else { (up, right) };
            let up = up as isize;
            // On a torus the same step leads upward and, the other way around, downward.
            let around = (torus && up > 0).then_some(up - self.rows.cast_signed());
            for distance in std::iter::once(up).chain(around) {
                let Some(distance) = (self.rows - 1).checked_add_signed(distance) else { continue };
                for column in 0..self.columns {
                    let to = column.checked_add_signed(right as isize);
                    let to = if torus { to.map(|to| to % self.columns) } else { to };
                    if let Some(to) = to.filter(|&to| to < self.columns) {
                        mark(column, distance, to);
                    }
                }
            }
        }
        if single_columns {
            for (column, distance) in
                (0..self.columns).flat_map(|c| (0..distances).map(move |d| (c, d)))
            {
                mark(column, distance, column);
            }
        }
        table
    }

    fn root(&self, problem: &Problem) -> Option<LineParticle> {
        let mut root = LineParticle {
            open: vec![0; self.rows * self.words],
            settled: vec![0; self.rows.div_ceil(64)],
            guess: 0.0,
            next: None,
        };
        for cell in problem.rules().grid().standing() {
            if problem.decisions().get(cell) != Some(Value::Excluded) {
                let (row, column) = self.coordinates(cell);
                root.open[row * self.words + column / 64] |= 1 << (column % 64);
            }
        }
        for cell in problem.decisions().cells(Value::Placed) {
            let (row, column) = self.coordinates(cell);
            if !self.is_open(&root, row, column) || root.is_settled(row) {
                return None;
            }
            self.place(&mut root, row, column);
        }
        self.look(&mut root).ok()?;
        Some(root)
    }

    fn coordinates(&self, cell: Cell) -> (usize, usize) {
        let (row, column) = (cell.row().into(), cell.column().into());
        if self.transposed { (column, row) } else { (row, column) }
    }

    /// The index of a cell of the grid in row-major order.
    fn index(&self, row: usize, column: usize) -> usize {
        let (row, column) = if self.transposed { (column, row) } else { (row, column) };
        row * usize::from(self.size.columns()) + column
    }

    fn is_open(&self, particle: &LineParticle, row: usize, column: usize) -> bool {
        particle.open[row * self.words + column / 64] >> (column % 64) & 1 == 1
    }

    /// Places a piece on an open cell of an open row.
    fn place(&self, particle: &mut LineParticle, row: usize, column: usize) {
        let first = column * (2 * self.rows - 1) + self.rows - 1 - row;
        let attacked = &self.attacked[first * self.words..][..self.rows * self.words];
        for (open, attacked) in particle.open.iter_mut().zip(attacked) {
            *open &= !attacked;
        }
        let own = &mut particle.open[row * self.words..][..self.words];
        own.fill(0);
        own[column / 64] = 1 << (column % 64);
        particle.settled[row / 64] |= 1 << (row % 64);
    }

    /// Looks for rows and columns without a cell, and for the row to settle next.
    fn look(&self, particle: &mut LineParticle) -> Result<(), Dead> {
        let (mut ways, mut fewest, mut next) = (0.0, u32::MAX, None);
        for (row, cells) in particle.open.chunks_exact(self.words).enumerate() {
            let open: u32 = cells.iter().map(|word| word.count_ones()).sum();
            if open == 0 {
                return Err(Dead);
            }
            ways += self.ln[open as usize];
            if open < fewest && !particle.is_settled(row) {
                (fewest, next) = (open, Some(row as u32));
            }
        }
        if self.fills_columns {
            for word in 0..self.words {
                let rows = particle.open[word..].iter().step_by(self.words);
                let union = rows.fold(0, |union, cells| union | cells);
                let columns = (self.columns - word * 64).min(64);
                if union != u64::MAX >> (64 - columns) {
                    return Err(Dead);
                }
            }
        }
        particle.guess = EXPONENT * ways;
        particle.next = next;
        Ok(())
    }
}

impl LineParticle {
    fn is_settled(&self, row: usize) -> bool {
        self.settled[row / 64] >> (row % 64) & 1 == 1
    }
}

impl Kernel for Lines {
    type Particle = LineParticle;

    fn root(&self) -> Option<&LineParticle> {
        self.root.as_ref()
    }

    fn stages(&self) -> usize {
        1
    }

    fn step(
        &self,
        _stage: usize,
        particle: &mut LineParticle,
        random: &mut impl Rng,
        _queue: &mut Queue,
    ) -> Result<Option<f64>, Dead> {
        let Some(row) = particle.next.map(|row| row as usize) else { return Ok(None) };
        let cells = &particle.open[row * self.words..][..self.words];
        let open: u32 = cells.iter().map(|word| word.count_ones()).sum();
        let mut chosen = random.gen_range(0..open);
        let mut column = 0;
        for &word in cells {
            let ones = word.count_ones();
            if chosen < ones {
                let rest = (0..chosen).fold(word, |rest, _| rest & (rest - 1));
                column += rest.trailing_zeros() as usize;
                break;
            }
            chosen -= ones;
            column += 64;
        }
        self.place(particle, row, column);
        self.look(particle)?;
        Ok(Some(self.ln[open as usize]))
    }

    fn guess(particle: &LineParticle) -> f64 {
        particle.guess
    }

    fn copy(particle: &LineParticle) -> LineParticle {
        LineParticle {
            open: particle.open.clone(),
            settled: particle.settled.clone(),
            guess: particle.guess,
            next: particle.next,
        }
    }

    fn overwrite(particle: &mut LineParticle, source: &LineParticle) {
        particle.open.copy_from_slice(&source.open);
        particle.settled.copy_from_slice(&source.settled);
        (particle.guess, particle.next) = (source.guess, source.next);
    }

    fn for_each_piece(&self, particle: &LineParticle, mut visit: impl FnMut(usize)) {
        for (row, cells) in particle.open.chunks_exact(self.words).enumerate() {
            let word = cells.iter().position(|&word| word != 0).unwrap_or(0);
            visit(self.index(row, word * 64 + cells[word].trailing_zeros() as usize));
        }
    }

    fn closed(&self) -> CellSet {
        let root = self.root.as_ref();
        let closed = |&cell: &Cell| {
            let (row, column) = self.coordinates(cell);
            root.is_none_or(|root| !self.is_open(root, row, column))
        };
        CellSet::from_cells(self.size, self.size.iter().filter(closed))
    }

    fn memory(&self) -> usize {
        self.attacked.len() * size_of::<u64>()
    }

    fn memory_of(particle: &LineParticle) -> usize {
        size_of::<LineParticle>()
            + (particle.open.len() + particle.settled.len()) * size_of::<u64>()
    }
}

fn sides(size: Size, transposed: bool) -> (usize, usize) {
    let (rows, columns) = (size.rows().into(), size.columns().into());
    if transposed { (columns, rows) } else { (rows, columns) }
}

const fn family_of_columns(transposed: bool) -> Family {
    if transposed { Family::Rows } else { Family::Columns }
}

/// True if no line of a family can hold two pieces.
fn has_single(rules: &Rules, family: Family) -> bool {
    let single = |bounds: Bounds| bounds.upper == Some(1);
    rules.piece().has_rook_move()
        || rules.requirements().iter().any(|need| need.family == family && single(need.bounds))
}

/// True if each row holds exactly one piece, and nothing else is required but perhaps the same of each
/// column.
fn has_single_pieces(rules: &Rules, transposed: bool) -> bool {
    let (rows, columns) = sides(rules.size(), transposed);
    let (row_family, column_family) =
        (family_of_columns(!transposed), family_of_columns(transposed));
    let mut required = false;
    for need in rules.requirements() {
        let one = [Bounds::AT_LEAST_ONE, Bounds::exactly(1)].contains(&need.bounds);
        let pieces = rules.piece().has_rook_move() && need.bounds == Bounds::exactly(rows as u32);
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
