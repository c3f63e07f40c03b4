//! Exact states near the end. A *completion* of a group is a placement of one piece in each of the group's columns and
//! in each remaining row, on an otherwise empty board. An exact state is the union of the cells of all completions
//! whose pieces are on open cells. Two states with equal unions have the same completions. So the states correspond to
//! the nodes of the reduced diagram, and each state has a completion.

use super::model::{ActiveVariable, BitModel, Role};
use crate::bdd::diagram::monitor::Monitor;
use crate::bits::bits;
use crate::budget::Answer;
/// Maximum number of rows of a completion. The cells of 11 rows and 11 columns fit into 128 bits.
pub(super) const MAX_ROWS: usize = 11;

/// The variables of a model as a board with a row for each step and a column for each key. Each row and each column
/// takes exactly one piece, and there are no other groups.
pub(super) struct AssignmentBoard {
    size: usize,
    /// The active variable of each cell, row by row; `None` for a cell without one.
    variables: Vec<Option<ActiveVariable>>,
    /// The column of each active variable.
    columns: Vec<usize>,
    /// The columns that each active variable excludes in each row, one bit per column.
    excluded: Vec<u64>,
}

impl AssignmentBoard {
    /// The assignment board of a model; `None` if rows and columns do not each take exactly one piece, or there are
    /// other groups.
    pub(super) fn new(model: &BitModel) -> Option<Self> {
        let size = model.steps.len();
        let is_board = size == model.key_count
            && size > 1
            && model.counted.is_empty()
            && model.steps.iter().all(|step| step.must_place)
            && model.keys.iter().all(|&keys| keys != 0)
            && model.cliques.iter().all(|clique| clique.role != Role::Open);
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
                variables[row * size + columns[variable]] = Some(ActiveVariable(variable));
                rows[variable] = row;
            }
        }
        for from in 0..model.active() {
            for bit in model.excluded_bits(ActiveVariable(from)) {
                let to = model.active_at(bit).0;
                excluded[from * size + rows[to]] |= 1 << columns[to];
            }
        }
        Some(Self { size, variables, columns, excluded })
    }

    /// The first step before which states may be exact: the middle step, or a later step on boards with more than twice
    /// [`MAX_ROWS`] rows.
    pub(super) fn first_exact(&self) -> usize {
        self.size.div_ceil(2).max(self.size.saturating_sub(MAX_ROWS))
    }

    /// The active variable of the cell in a row and a column.
    fn variable(&self, row: usize, column: usize) -> Option<ActiveVariable> {
        self.variables[row * self.size + column]
    }

    /// The columns that a variable excludes in a row.
    pub(super) fn excluded(&self, variable: ActiveVariable, row: usize) -> u64 {
        self.excluded[variable.0 * self.size + row]
    }

    /// The number of columns in a set that come before a variable's column; `None` if the set does not contain the
    /// variable's column.
    pub(super) fn rank(&self, variable: ActiveVariable, set: u64) -> Option<usize> {
        let column = self.columns[variable.0];
        (set >> column & 1 == 1).then(|| rank(column, set))
    }
}

/// Packs columns into the numbering of a set: the bit of a column in `set` moves to the column's rank in `set`. Other
/// columns are dropped.
pub(super) fn pack(columns: u64, set: u64) -> u32 {
    bits(columns & set).fold(0, |packed, column| packed | 1 << rank(column, set))
}

/// The number of columns in a set that come before a column.
#[inline]
fn rank(column: usize, set: u64) -> usize {
    (set & ((1 << column) - 1)).count_ones() as usize
}

/// The index of a pattern of open cells in a half row in the table of a block. Half rows have `half` cells.
#[inline]
fn entry(half: usize, half_row: usize, pattern: usize) -> usize {
    (half_row << half) + pattern
}

/// All completions of a group.
pub(super) struct GroupCompletions {
    /// Number of rows, which is also the number of columns.
    rows: usize,
    /// The cells of each completion, row by row, one bit per cell.
    cell_sets: Vec<u128>,
    /// For each block of [`BLOCK`] completions, the columns of the pieces in the first row, one bit per column.
    first_row_columns: Vec<u32>,
    /// For each block, each half of each row, and each pattern of open cells in that half row: the completions of the
    /// block with a piece on one of these open cells, one bit per completion.
    table: Vec<Words>,
}

const BLOCK: usize = 256;

type Words = [u64; BLOCK / 64];

/// Enumerates the completions, that is, the ways to fill the last rows, by backtracking, row by row.
struct CompletionSearch<'a> {
    rows: usize,
    /// For each cell, the cells of later rows that it excludes.
    excluded: Vec<u128>,
    cell_sets: Vec<u128>,
    /// Maximum number of completions.
    max_sets: usize,
    /// Number of placements tried since the last report of work.
    tried: usize,
    monitor: &'a Monitor<'a>,
}

impl CompletionSearch<'_> {
    fn place(&mut self, row: usize, open: u128, board: u128) -> Answer<()> {
        /// Work per placement, in words, and number of placements between two reports of work.
        const WORK: usize = 16;
        const TRIES_BETWEEN_REPORTS: usize = 1 << 10;
        if row == self.rows {
            self.cell_sets.push(board);
            return Ok(());
        }
        self.tried += 1;
        if self.tried == TRIES_BETWEEN_REPORTS {
            self.tried = 0;
            self.monitor.spend(WORK * TRIES_BETWEEN_REPORTS)?;
        }
        let rows = self.rows;
        let cells = |open: u128, row: usize| (open >> (row * rows)) as u64 & ((1 << rows) - 1);
        for column in bits(cells(open, row)) {
            if self.cell_sets.len() == self.max_sets {
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

/// Returns the cells of the first `max_sets` completions in the columns `set` and the rows from `first` on.
///
/// # Errors
/// When the budget ends before the completions are found.
pub(super) fn find_completions(
    board: &AssignmentBoard,
    first: usize,
    set: u64,
    max_sets: usize,
    monitor: &Monitor<'_>,
) -> Answer<Vec<u128>> {
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
    let mut placing =
        CompletionSearch { rows, excluded, cell_sets: Vec::new(), max_sets, tried: 0, monitor };
    placing.place(0, open, 0)?;
    Ok(placing.cell_sets)
}

impl GroupCompletions {
    /// Finds all completions in the columns `set` and the rows from `first` on.
    ///
    /// # Errors
    /// When the budget ends before the completions are found.
    pub(super) fn new(
        board: &AssignmentBoard,
        first: usize,
        set: u64,
        monitor: &Monitor<'_>,
    ) -> Answer<Self> {
        let boards = find_completions(board, first, set, usize::MAX, monitor)?;
        let rows = board.size - first;
        let mut completions =
            Self { rows, cell_sets: boards, first_row_columns: Vec::new(), table: Vec::new() };
        completions.tabulate();
        Ok(completions)
    }

    fn half(&self) -> usize {
        self.rows.div_ceil(2)
    }

    /// Number of entries of `table` per block.
    fn stride(&self) -> usize {
        (2 * self.rows) << self.half()
    }

    fn tabulate(&mut self) {
        let (rows, half, stride) = (self.rows, self.half(), self.stride());
        for boards in self.cell_sets.chunks(BLOCK) {
            let start = self.table.len();
            self.table.resize(start + stride, [0; BLOCK / 64]);
            let table = &mut self.table[start..];
            let mut firsts = 0;
            for (index, board) in boards.iter().enumerate() {
                for row in 0..rows {
                    let piece = (board >> (row * rows)) as usize & ((1 << rows) - 1);
                    let low = piece & ((1 << half) - 1);
                    let entry = if low == 0 {
                        entry(half, 2 * row + 1, piece >> half)
                    } else {
                        entry(half, 2 * row, low)
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
            self.first_row_columns.push(firsts);
        }
    }

    /// Returns the union of all completions that are entirely on open cells; 0 if there is no such completion. `open`
    /// contains the open cells of each row, one bit per column.
    #[inline]
    pub(super) fn support(&self, open: &[u32]) -> u128 {
        let half = self.half();
        let mut entries = [(0, 0); MAX_ROWS];
        for (row, &open) in open.iter().enumerate() {
            let (low, high) = (open as usize & ((1 << half) - 1), open as usize >> half);
            entries[row] = (entry(half, 2 * row, low), entry(half, 2 * row + 1, high));
        }
        let mut found = 0;
        for (block, table) in self.table.chunks_exact(self.stride()).enumerate() {
            if self.first_row_columns[block] & open[0] == 0 {
                continue;
            }
            let mut left = [u64::MAX; BLOCK / 64];
            for &(low, high) in &entries[..self.rows] {
                let (low, high) = (&table[low], &table[high]);
                left = std::array::from_fn(|word| left[word] & (low[word] | high[word]));
            }
            for (word, &left) in left.iter().enumerate() {
                for bit in bits(left) {
                    found |= self.cell_sets[block * BLOCK + word * 64 + bit];
                }
            }
        }
        found
    }
}

heap_of_fields!(GroupCompletions: cell_sets, first_row_columns, table);
