use super::completions::{AssignmentBoard, GroupCompletions, MAX_ROWS, pack};
use super::mirror::{Mirror, read_bits};
use super::model::{ActiveVariable, BitModel};
use super::state::{GroupExpander, NARROW_WORK};
use crate::heap::Heap;

/// The choice of a source group whose arcs are to be found.
#[derive(Clone, Copy)]
pub(super) struct SourceChoice {
    /// The keys of the source group.
    pub source_keys: u64,
    /// The keys that lack their piece in the next states, before the next states are mirrored.
    pub target_keys: u64,
    pub index: Option<u16>,
    pub flip: bool,
}

/// Finds the next state of each state of a source group.
pub(super) trait Successors {
    /// Selects the choice whose arcs the following calls of [`Successors::child`] find.
    fn select_choice(&mut self, source: SourceChoice);

    /// Returns the next state of a state, for the selected choice; `None` if no solution follows.
    fn child(&mut self, state: &[u64]) -> Option<&[u64]>;

    /// The approximate work of a call of [`Successors::child`], in words.
    fn work(&self) -> usize {
        NARROW_WORK
    }

    /// Memory in bytes, without small parts.
    fn memory(&self) -> usize {
        0
    }
}

/// Finds next states by propagation.
pub(super) struct OpenSuccessors<'a, const W: usize> {
    /// Finds next states of the target group.
    expansion: GroupExpander<'a, W>,
    /// Finds next states of the target group's mirror image; `None` if no arc leads to a mirror image.
    towards_image: Option<GroupExpander<'a, W>>,
    index: Option<u16>,
    flip: bool,
    mirror: &'a Mirror,
    image: Vec<u64>,
    work: usize,
}

impl<'a, const W: usize> OpenSuccessors<'a, W> {
    pub(super) fn new(
        expansion: GroupExpander<'a, W>,
        towards_image: Option<GroupExpander<'a, W>>,
        mirror: &'a Mirror,
    ) -> Self {
        let work = expansion.work();
        Self { expansion, towards_image, index: None, flip: false, mirror, image: Vec::new(), work }
    }
}

impl<const W: usize> Successors for OpenSuccessors<'_, W> {
    fn select_choice(&mut self, source: SourceChoice) {
        (self.index, self.flip) = (source.index, source.flip);
    }

    #[inline]
    fn child(&mut self, state: &[u64]) -> Option<&[u64]> {
        match &mut self.towards_image {
            Some(towards_image) if self.flip => {
                self.mirror.reflect(towards_image.child(state, self.index)?, &mut self.image);
                Some(&self.image)
            }
            _ => self.expansion.child(state, self.index),
        }
    }

    fn work(&self) -> usize {
        self.work
    }
}

/// Finds next states that are cells of completions.
pub(super) struct ExactSuccessors<'a> {
    model: &'a BitModel,
    board: &'a AssignmentBoard,
    group_completions: GroupCompletions,
    /// The index of the step whose choices lead to the level.
    step: usize,
    /// True if the states before the step are cells of completions.
    has_exact_states: bool,
    /// Number of rows after the row of the piece.
    rows: usize,
    flip: bool,
    /// The columns that the piece excludes in each later row, one bit per column of the target.
    excluded_columns: [u32; MAX_ROWS],
    /// The columns before the column of the piece, one bit per column of the source group.
    columns_before: u32,
    /// Readers of the later rows in states of open variables: for the columns of the target group, and for the columns
    /// of its mirror image. A list is filled when it is first needed.
    row_readers: [Vec<OpenRow>; 2],
    piece: ActiveVariable,
    next_state: [u64; 2],
}

impl<'a> ExactSuccessors<'a> {
    pub(super) fn new(
        model: &'a BitModel,
        board: &'a AssignmentBoard,
        completions: GroupCompletions,
        step: usize,
        has_tails: bool,
    ) -> Self {
        Self {
            model,
            board,
            group_completions: completions,
            step,
            has_exact_states: has_tails,
            rows: model.steps.len() - step - 1,
            flip: false,
            excluded_columns: [0; MAX_ROWS],
            columns_before: 0,
            row_readers: [Vec::new(), Vec::new()],
            piece: ActiveVariable(0),
            next_state: [0; 2],
        }
    }

    /// Returns the cells that remain open after the piece in each later row, one bit per column.
    #[inline]
    fn rows_after(&self, state: &[u64]) -> [u32; MAX_ROWS] {
        let (rows, width) = (self.rows, self.rows + 1);
        let mut open = [0; MAX_ROWS];
        if self.has_exact_states {
            let high = state.get(1).copied().unwrap_or_default();
            let state = u128::from(high) << 64 | u128::from(state[0]);
            for (row, open) in open[..rows].iter_mut().enumerate() {
                let bits = (state >> ((row + 1) * width)) as u32 & ((1 << width) - 1);
                *open = bits & self.columns_before | bits >> 1 & !self.columns_before;
            }
        } else {
            for (open, row) in open.iter_mut().zip(&self.row_readers[usize::from(self.flip)]) {
                *open = row.read(state);
            }
        }
        for (open, near) in open[..rows].iter_mut().zip(self.excluded_columns) {
            *open &= !near;
            if self.flip {
                *open = open.reverse_bits() >> (32 - rows);
            }
        }
        open
    }
}

impl Successors for ExactSuccessors<'_> {
    fn select_choice(&mut self, source: SourceChoice) {
        let (model, step) = (self.model, self.step);
        let index = source.index.expect("exact states have a piece in each row");
        self.piece = ActiveVariable(model.steps[step].first + usize::from(index));
        self.flip = source.flip;
        for row in 0..self.rows {
            let excluded = self.board.excluded(self.piece, step + 1 + row);
            self.excluded_columns[row] = pack(excluded, source.target_keys);
        }
        let column =
            self.board.rank(self.piece, source.source_keys).expect("the group lacks its piece");
        self.columns_before = (1 << column) - 1;
        let open = &mut self.row_readers[usize::from(source.flip)];
        if !self.has_exact_states && open.is_empty() {
            let rows = step + 1..model.steps.len();
            open.extend(rows.map(|row| OpenRow::new(model, self.board, row, source.target_keys)));
        }
    }

    #[inline]
    fn child(&mut self, state: &[u64]) -> Option<&[u64]> {
        if self.rows == 0 {
            return Some(&[]);
        }
        let open = self.rows_after(state);
        let found = self.group_completions.support(&open[..self.rows]);
        self.next_state = [found as u64, (found >> 64) as u64];
        let words = (self.rows * self.rows).div_ceil(64);
        (found != 0).then_some(&self.next_state[..words])
    }

    fn memory(&self) -> usize {
        self.group_completions.heap()
    }
}

/// Reads the open columns of one row from a state.
struct OpenRow {
    /// The index of the row's lowest bit in a state.
    offset: usize,
    len: usize,
    /// For each chunk of six bits of the row, the set of columns for each of the 64 values of the chunk.
    chunks: Vec<[u32; 64]>,
}

impl OpenRow {
    fn new(model: &BitModel, board: &AssignmentBoard, row: usize, set: u64) -> Self {
        let step = &model.steps[row];
        let last = step.first + step.len - 1;
        // The last variable is the lowest bit.
        let columns =
            |bit: usize| board.rank(ActiveVariable(last - bit), set).map_or(0, |rank| 1 << rank);
        let chunk = |from: usize| {
            let mut chunk = [0; 64];
            let bits = (step.len - from).min(6);
            for value in 1..1_usize << bits {
                let lowest = value.trailing_zeros() as usize;
                chunk[value] = chunk[value & (value - 1)] | columns(from + lowest);
            }
            chunk
        };
        Self {
            offset: model.active() - step.first - step.len,
            len: step.len,
            chunks: (0..step.len).step_by(6).map(chunk).collect(),
        }
    }

    /// Returns the open columns of the row in a state, one bit per column of the group.
    #[inline]
    fn read(&self, state: &[u64]) -> u32 {
        let mut field = read_bits(state, self.offset, self.len);
        let mut columns = 0;
        for chunk in &self.chunks {
            columns |= chunk[field as usize & 63];
            field >>= 6;
        }
        columns
    }
}
