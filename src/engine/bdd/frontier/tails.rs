//! Exact states near the end. A *tail* of a group is a way to place one piece in each of its columns and in each row
//! that is left, on an otherwise empty board. A state is then the set of cells of all tails that its open cells allow.
//! Two states with equal sets have the same completions. So the states are the reduced nodes, and each has a
//! completion.

use super::super::monitor::Monitor;
use super::model::{Active, BitModel};
use crate::bdd::group::bits;
use crate::budget::Interrupted;

/// Maximum number of rows of tails: their cells fit 128 bits.
pub(super) const MOST_ROWS: usize = 11;

/// The variables of a model as a board with a row for each step and a column for each key, where each row
/// and each column takes one piece and nothing else matters.
pub(super) struct AssignmentBoard {
    size: usize,
    /// The variable of each row and column.
    variables: Vec<Option<Active>>,
    /// The column of each variable.
    columns: Vec<usize>,
    /// The columns that each variable excludes in each row.
    excluded: Vec<u64>,
}

impl AssignmentBoard {
    /// The board of a model; `None` if the model is no such board.
    pub(super) fn new(model: &BitModel) -> Option<Self> {
        let size = model.steps.len();
        let is_board = size == model.key_count
            && size > 1
            && model.counted.is_empty()
            && model.steps.iter().all(|step| step.must_place)
            && model.keys.iter().all(|&keys| keys != 0)
            && model.has_no_open_clique();
        if !is_board {
            return None;
        }
        let columns: Vec<usize> =
            model.keys.iter().map(|keys| keys.trailing_zeros() as usize).collect();
        let mut variables = vec![None; size * size];
        let mut excluded = vec![0; model.active() * size];
        let mut rows = vec![0; model.active()];
        for (row, step) in model.steps.iter().enumerate() {
            for variable in step.first..step.first + step.len {
                variables[row * size + columns[variable]] = Some(Active(variable));
                rows[variable] = row;
            }
        }
        for from in 0..model.active() {
            for bit in model.excluded_bits(Active(from)) {
                let to = model.active_at(bit).0;
                excluded[from * size + rows[to]] |= 1 << columns[to];
            }
        }
        Some(Self { size, variables, columns, excluded })
    }

    /// The first step before which states may be exact: the middle.
    pub(super) fn first_exact(&self) -> usize {
        self.size.div_ceil(2).max(self.size.saturating_sub(MOST_ROWS))
    }

    /// The variable of a row and column.
    fn variable(&self, row: usize, column: usize) -> Option<Active> {
        self.variables[row * self.size + column]
    }

    /// The columns that a variable excludes in a row.
    pub(super) fn excluded(&self, variable: Active, row: usize) -> u64 {
        self.excluded[variable.0 * self.size + row]
    }

    /// The number of columns of a set before that of a variable, if the set has this column.
    pub(super) fn rank(&self, variable: Active, set: u64) -> Option<usize> {
        let column = self.columns[variable.0];
        (set >> column & 1 == 1).then(|| rank(column, set))
    }
}

/// The bits of a set's columns within the set.
pub(super) fn pack(columns: u64, set: u64) -> u32 {
    bits(columns & set).fold(0, |packed, column| packed | 1 << rank(column, set))
}

/// The number of columns of a set before a column.
#[inline]
fn rank(column: usize, set: u64) -> usize {
    (set & ((1 << column) - 1)).count_ones() as usize
}

/// All tails of a group.
pub(super) struct Tails {
    /// The number of rows and of columns.
    rows: usize,
    /// The cells of each tail, row by row.
    boards: Vec<u128>,
    /// For each block of [`BLOCK`] tails the columns of the pieces in the first row.
    firsts: Vec<u32>,
    /// For each block, each half of each row and each pattern of open cells there, the tails with a piece on one of
    /// these cells.
    table: Vec<Words>,
}

const BLOCK: usize = 256;

type Words = [u64; BLOCK / 64];

/// Places the pieces of tails.
struct Placing<'a> {
    rows: usize,
    /// For each cell the cells of later rows that it excludes.
    excluded: Vec<u128>,
    boards: Vec<u128>,
    /// Maximum number of tails.
    most: usize,
    /// The placements tried since the last report of work.
    tried: usize,
    monitor: &'a Monitor<'a>,
}

impl Placing<'_> {
    fn place(&mut self, row: usize, open: u128, board: u128) -> Result<(), Interrupted> {
        /// The work for a placement, in words, and the number of placements between two reports of it.
        const WORK: usize = 16;
        const TRIED: usize = 1 << 10;
        if row == self.rows {
            self.boards.push(board);
            return Ok(());
        }
        self.tried += 1;
        if self.tried == TRIED {
            self.tried = 0;
            self.monitor.spend(WORK * TRIED)?;
        }
        let rows = self.rows;
        let cells = |open: u128, row: usize| (open >> (row * rows)) as u64 & ((1 << rows) - 1);
        for column in bits(cells(open, row)) {
            if self.boards.len() == self.most {
                break;
            }
            let cell = row * rows + column;
            let left = open & !self.excluded[cell];
            if (row + 1..rows).take(3).all(|row| cells(left, row) != 0) {
                self.place(row + 1, left, board | 1 << cell)?;
            }
        }
        Ok(())
    }
}

/// The cells of the first `most` tails in the columns of a set, from a row on.
///
/// # Errors
/// When the budget ends first.
pub(super) fn boards(
    board: &AssignmentBoard,
    first: usize,
    set: u64,
    most: usize,
    monitor: &Monitor<'_>,
) -> Result<Vec<u128>, Interrupted> {
    let rows = board.size - first;
    let mut open = 0;
    let mut excluded = vec![0; rows * rows];
    for row in 0..rows {
        for (index, column) in bits(set).enumerate() {
            let Some(variable) = board.variable(first + row, column) else { continue };
            open |= 1 << (row * rows + index);
            for later in row + 1..rows {
                let columns = pack(board.excluded(variable, first + later), set);
                excluded[row * rows + index] |= u128::from(columns) << (later * rows);
            }
        }
    }
    let mut placing = Placing { rows, excluded, boards: Vec::new(), most, tried: 0, monitor };
    placing.place(0, open, 0)?;
    Ok(placing.boards)
}

impl Tails {
    /// All tails in the columns of a set, from a row on.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(super) fn new(
        board: &AssignmentBoard,
        first: usize,
        set: u64,
        monitor: &Monitor<'_>,
    ) -> Result<Self, Interrupted> {
        let boards = boards(board, first, set, usize::MAX, monitor)?;
        let rows = board.size - first;
        let mut tails = Self { rows, boards, firsts: Vec::new(), table: Vec::new() };
        tails.tabulate();
        Ok(tails)
    }

    fn half(&self) -> usize {
        self.rows.div_ceil(2)
    }

    /// The number of entries for a block.
    fn stride(&self) -> usize {
        (2 * self.rows) << self.half()
    }

    fn tabulate(&mut self) {
        let (rows, half, stride) = (self.rows, self.half(), self.stride());
        for boards in self.boards.chunks(BLOCK) {
            let start = self.table.len();
            self.table.resize(start + stride, [0; BLOCK / 64]);
            let table = &mut self.table[start..];
            let mut firsts = 0;
            for (index, board) in boards.iter().enumerate() {
                for row in 0..rows {
                    let piece = (board >> (row * rows)) as usize & ((1 << rows) - 1);
                    let low = piece & ((1 << half) - 1);
                    let entry = if low == 0 {
                        (2 * row + 1) << half | piece >> half
                    } else {
                        (2 * row) << half | low
                    };
                    table[entry][index / 64] |= 1 << (index % 64);
                }
                firsts |= *board as u32 & ((1 << rows) - 1);
            }
            for entry in 0..stride {
                let pattern = entry & ((1 << half) - 1);
                let rest = pattern & pattern.wrapping_sub(1);
                if rest != 0 {
                    let with_rest = table[entry ^ pattern | rest];
                    let with_lowest = table[entry ^ rest];
                    table[entry] = std::array::from_fn(|word| with_rest[word] | with_lowest[word]);
                }
            }
            self.firsts.push(firsts);
        }
    }

    /// The cells of all tails on open cells; 0 if there is no such tail. `open` has the open cells of each row.
    #[inline]
    pub(super) fn support(&self, open: &[u32]) -> u128 {
        let half = self.half();
        let mut entries = [(0, 0); MOST_ROWS];
        for (row, &open) in open.iter().enumerate() {
            let (low, high) = (open as usize & ((1 << half) - 1), open as usize >> half);
            entries[row] = ((2 * row) << half | low, (2 * row + 1) << half | high);
        }
        let mut found = 0;
        for (block, table) in self.table.chunks_exact(self.stride()).enumerate() {
            if self.firsts[block] & open[0] == 0 {
                continue;
            }
            let mut left = [u64::MAX; BLOCK / 64];
            for &(low, high) in &entries[..self.rows] {
                let (low, high) = (&table[low], &table[high]);
                left = std::array::from_fn(|word| left[word] & (low[word] | high[word]));
            }
            for (word, &left) in left.iter().enumerate() {
                for bit in bits(left) {
                    found |= self.boards[block * BLOCK + word * 64 + bit];
                }
            }
        }
        found
    }

    /// Memory in bytes.
    pub(super) fn memory(&self) -> usize {
        self.boards.capacity() * size_of::<u128>() + self.table.capacity() * size_of::<Words>()
    }
}
