//! Complete certificates: all states of a construction, from the first step to the last. A program can derive from
//! them that no solution is missing. `src/manual/pages/certificates.md` describes the format and the proof.
//!
//! This construction shares no code with the construction of diagrams, and is simpler: it keeps dead states and
//! mirror images, and does not reduce. It stores the states of only two steps at a time.

use std::fmt::{self, Write as _};
use std::io::{self, Write};
use std::ops::Range;

use indexmap::IndexMap;
use itertools::Itertools;
use num_bigint::BigUint;
use num_traits::One;
use rustc_hash::FxBuildHasher;

use crate::bdd::order::VariableOrder;
use crate::bits::bits;
use crate::budget::{Answer, Budget, Interrupted, Phase, Progress};
use crate::heap::allocated;
use geometry::Cell;
use problem::{Bounds, Group, Problem, Value};

/// Maximum number of states of a complete certificate: about 400 MB, written in two minutes. 15 queens have 5.8 million
/// states, 16 queens about 30 million.
pub const MAX_CERTIFICATE_STATES: usize = 10_000_000;

/// Number of states that are expanded between two checks of the budget.
const STATES_BETWEEN_CHECKS: usize = 1 << 6;

/// Reason why a complete certificate was not written.
#[derive(Debug, thiserror::Error)]
pub enum IncompleteReason {
    /// The problem has a cost limit. States do not contain costs.
    #[error("complete certificates do not support cost limits")]
    CostLimit,
    /// The construction has too many states.
    #[error("a complete certificate would have more than {0} states")]
    TooManyStates(usize),
    /// The budget ended first.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The states yield a number of solutions different from the number to prove.
    #[error("the states have {0} solutions")]
    OtherNumber(BigUint),
    /// The file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes a certificate which proves that `problem` has exactly `solutions` solutions. `board` is the text of its
/// board file. `limits` are the budget and the maximum number of states, such as [`MAX_CERTIFICATE_STATES`].
///
/// # Errors
/// When the problem has a cost limit, there are too many states, the budget ends, the writer fails, or the states
/// yield another number of solutions. In these cases a part of the certificate may have been written.
pub fn write_complete(
    problem: &Problem,
    board: &str,
    solutions: &BigUint,
    limits: (&Budget, usize),
    out: &mut impl Write,
) -> Result<(), IncompleteReason> {
    if problem.rules().limit().is_some() {
        return Err(IncompleteReason::CostLimit);
    }
    let model = Model::new(problem, limits.0)?;
    writeln!(out, "configurator certificate 2\nboard\n{}\nend", board.trim_end())?;
    writeln!(out, "solutions {solutions}")?;
    model.write_header(out)?;
    let found = model.write_states(limits, out)?;
    if found == *solutions { Ok(()) } else { Err(IncompleteReason::OtherNumber(found)) }
}

/// The cells and sums of a problem as bits. Bit 0 of a set is the last cell of the last step.
struct Model {
    /// The cells, in the order of the steps.
    cells: Vec<Cell>,
    /// The number of cells of each step. At most one cell of a step has a piece.
    steps: Vec<usize>,
    sums: Vec<Sum>,
    /// For each bit, the cells that a piece on the bit's cell excludes, `words` words each.
    excluded: Vec<u64>,
    words: usize,
    /// The cells that may have a piece according to the decisions.
    open: Vec<u64>,
}

/// Cells with bounds on the number of their pieces.
struct Sum {
    name: String,
    mask: Vec<u64>,
    /// The words of `mask` that contain cells.
    words: Range<usize>,
    least: u32,
    most: u32,
}

/// Stands for the number of pieces of a sum whose bounds hold however the open cells are decided.
const SETTLED: u32 = u32::MAX;

/// A state that is being changed.
#[derive(Default)]
struct Position {
    open: Vec<u64>,
    /// For each sum, the number of its pieces, or [`SETTLED`].
    numbers: Vec<u32>,
    /// The words of the state, to be compared with others.
    words: Vec<u64>,
}

/// The states before a step. A state consists of the words of its open cells, and one word for each written sum: the
/// index of the sum in the upper half, its number of pieces in the lower half. A sum is not written if its number is
/// 0, or if it is [`SETTLED`] and has no open cell.
#[derive(Default)]
struct States {
    /// For each state, the number of ways to reach it.
    ways: IndexMap<Box<[u64]>, BigUint, FxBuildHasher>,
    /// The memory of the words, in bytes.
    words: usize,
}

impl Model {
    fn new(problem: &Problem, budget: &Budget) -> Answer<Self> {
        let rules = problem.rules();
        let order = VariableOrder::suiting(rules);
        let (count, words) = (order.len(), order.len().div_ceil(64));
        let is_stated = |implied: &Group| {
            let mut groups = rules.groups().iter().filter(|group| group.id() == implied.id());
            groups.any(|group| group.bounds().lower > 0)
        };
        let mut sums = IndexMap::new();
        for group in rules.groups() {
            let new = || (group.cells().to_vec(), group.bounds());
            let (_, bounds) = sums.entry(group.id().to_string()).or_insert_with(new);
            // Two rules may set bounds on the same cells.
            *bounds = bounds.and(group.bounds());
        }
        let implied = rules.implied_groups();
        let implied = implied.into_iter().filter(|group| !is_stated(group)).map(|group| {
            (format!("implied {}", group.id()), (group.cells().to_vec(), group.bounds()))
        });
        sums.extend(implied);
        let placed = problem.decisions().cells(Value::Placed);
        sums.extend(
            placed.map(|cell| (format!("placed {cell}"), (vec![cell], Bounds::exactly(1)))),
        );
        let memory = memory_of_masks(count + sums.len(), words);
        budget.check(Progress { phase: Phase::Writing, memory, ..Progress::default() })?;
        let mask = |cells: &mut dyn Iterator<Item = Cell>| {
            let mut mask = vec![0_u64; words];
            for variable in cells.filter_map(|cell| order.variable(cell)) {
                let bit = count - 1 - variable.index();
                mask[bit / 64] |= 1 << (bit % 64);
            }
            mask
        };
        let sum = |(name, (cells, Bounds { lower, upper })): (String, (Vec<Cell>, Bounds))| {
            let mask = mask(&mut cells.into_iter());
            let start = mask.iter().position(|&word| word != 0).unwrap_or(words);
            let end = mask.iter().rposition(|&word| word != 0).map_or(start, |last| last + 1);
            Sum { name, mask, words: start..end, least: lower, most: upper.unwrap_or(SETTLED - 1) }
        };
        let sums = sums.into_iter().map(sum).collect();
        let excluded = order.cells().iter().rev();
        let excluded = excluded.flat_map(|&cell| mask(&mut rules.board_rule(cell))).collect();
        let is_open = |cell: &Cell| problem.decisions().get(*cell) != Some(Value::Excluded);
        let mut model = Self {
            cells: order.cells().to_vec(),
            steps: Vec::new(),
            sums,
            excluded,
            words,
            open: mask(&mut order.cells().iter().copied().filter(is_open)),
        };
        model.add_steps();
        Ok(model)
    }

    /// Divides the cells into steps. A step is a run of cells that can have at most one piece: the cells all exclude
    /// each other, or a sum that allows only one piece contains them.
    fn add_steps(&mut self) {
        let bit = |index: usize| self.cells.len() - 1 - index;
        let mut first = 0;
        while first < self.cells.len() {
            let takes_one = |end: usize| {
                let mut pairs = (first..=end).tuple_combinations();
                let excludes = |(one, other)| has(self.excluded(bit(other)), bit(one));
                let holds_all = |sum: &Sum| {
                    sum.most <= 1 && (first..=end).all(|index| has(&sum.mask, bit(index)))
                };
                pairs.all(excludes) || self.sums.iter().any(holds_all)
            };
            let mut end = first + 1;
            while end < self.cells.len() && takes_one(end) {
                end += 1;
            }
            self.steps.push(end - first);
            first = end;
        }
    }

    /// The memory of the masks, in bytes.
    fn memory(&self) -> usize {
        memory_of_masks(self.cells.len() + self.sums.len(), self.words)
    }

    fn excluded(&self, bit: usize) -> &[u64] {
        &self.excluded[bit * self.words..][..self.words]
    }

    fn write_header(&self, out: &mut impl Write) -> io::Result<()> {
        self.sums.iter().try_for_each(|sum| writeln!(out, "sum {}", sum.name))?;
        writeln!(out, "steps {}", self.steps.len())?;
        let mut cells = self.cells.iter();
        self.steps
            .iter()
            .try_for_each(|&len| writeln!(out, "step {}", cells.by_ref().take(len).format(" ")))
    }

    /// Writes the states before each step. Returns the number of solutions.
    fn write_states(
        &self,
        (budget, most_states): (&Budget, usize),
        out: &mut impl Write,
    ) -> Result<BigUint, IncompleteReason> {
        let mut now = States::default();
        let numbers = vec![0; self.sums.len()];
        let mut first = Position { open: self.open.clone(), numbers, words: Vec::new() };
        if self.propagate(&mut first) {
            self.set_words(&mut first, self.cells.len());
            now.add(&first.words, &BigUint::one());
        }
        let (mut left, mut written, mut line) = (self.cells.len(), 0, String::new());
        for (step, &len) in self.steps.iter().enumerate() {
            writeln!(out, "before {}", step + 1)?;
            let mut next = States::default();
            for (index, (state, ways)) in now.ways.iter().enumerate() {
                if index % STATES_BETWEEN_CHECKS == 0 {
                    let progress = Progress {
                        phase: Phase::Writing,
                        done: step,
                        steps: self.steps.len(),
                        states: written + now.ways.len() + next.ways.len(),
                        memory: self.memory() + now.memory() + next.memory(),
                        ..Progress::default()
                    };
                    budget.check(progress)?;
                    if progress.states > most_states {
                        return Err(IncompleteReason::TooManyStates(most_states));
                    }
                }
                line.clear();
                let add = |after: &[u64]| next.add(after, ways);
                // Writing to a string cannot fail.
                let _ = self.write_state(state, (left, len), add, &mut line);
                writeln!(out, "{line}")?;
            }
            written += now.ways.len();
            left -= len;
            now = next;
        }
        writeln!(out, "end")?;
        Ok(now.ways.values().sum())
    }

    /// Writes a state and its arcs. `left` cells are undecided; the step contains the first `len` of them. `add`
    /// returns the index of a next state.
    fn write_state(
        &self,
        state: &[u64],
        (left, len): (usize, usize),
        mut add: impl FnMut(&[u64]) -> u32,
        line: &mut String,
    ) -> fmt::Result {
        let (open, numbers) = state.split_at(left.div_ceil(64));
        let mut words = open.iter().rev().skip_while(|word| **word == 0);
        write!(line, "{:x}", words.next().unwrap_or(&0))?;
        words.try_for_each(|word| write!(line, "{word:016x}"))?;
        for &word in numbers {
            match word as u32 {
                SETTLED => write!(line, " {}:-", word >> 32)?,
                number => write!(line, " {}:{number}", word >> 32)?,
            }
        }
        let mut before: Vec<u32> = self.sums.iter().map(|sum| sum.unwritten_number(open)).collect();
        for word in numbers {
            before[(word >> 32) as usize] = *word as u32;
        }
        let mut position = Position::default();
        let open_in_step = (0..len).filter(|index| has(open, left - 1 - index));
        for index in std::iter::once(None).chain(open_in_step.map(Some)) {
            position.open.clear();
            position.open.extend_from_slice(open);
            position.numbers.clone_from(&before);
            for bit in left - len..left {
                position.open[bit / 64] &= !(1 << (bit % 64));
            }
            if let Some(index) = index {
                self.place(&mut position, left - 1 - index);
            }
            if !self.propagate(&mut position) {
                continue;
            }
            self.set_words(&mut position, left - len);
            let to = add(&position.words);
            match index {
                Some(index) => write!(line, " {index}>{to}")?,
                None => write!(line, " ->{to}")?,
            }
        }
        Ok(())
    }

    /// Places a piece: closes the cells that it excludes, and counts it.
    fn place(&self, Position { open, numbers, .. }: &mut Position, bit: usize) {
        close(open, self.excluded(bit));
        for (number, sum) in numbers.iter_mut().zip(&self.sums) {
            *number += u32::from(*number != SETTLED && has(&sum.mask, bit));
        }
    }

    /// Closes cells that have no piece in any solution, until nothing changes. False if a sum cannot keep its bounds.
    fn propagate(&self, Position { open, numbers, words }: &mut Position) -> bool {
        loop {
            let mut is_changed = false;
            for (sum, &number) in self.sums.iter().zip(&*numbers) {
                if number == SETTLED {
                    continue;
                }
                let left = sum.open_cells(open);
                if number > sum.most || number + left < sum.least {
                    return false;
                }
                if number == sum.most {
                    is_changed |= close(open, &sum.mask);
                } else if number < sum.least {
                    let is_all = number + left == sum.least;
                    self.excluded_by(sum, open, is_all, words);
                    is_changed |= close(open, words);
                }
            }
            if !is_changed {
                return true;
            }
        }
    }

    /// Sets `excluded` to the cells excluded by some open cell of the sum if `by_one` is true, otherwise to the cells excluded by
    /// all of them.
    fn excluded_by(&self, sum: &Sum, open: &[u64], by_one: bool, excluded: &mut Vec<u64>) {
        excluded.clear();
        excluded.resize(open.len(), if by_one { 0 } else { u64::MAX });
        for at in sum.words.start..sum.words.end.min(open.len()) {
            for bit in bits(open[at] & sum.mask[at]) {
                let by_bit = self.excluded(at * 64 + bit);
                if by_one {
                    excluded.iter_mut().zip(by_bit).for_each(|(all, by_bit)| *all |= by_bit);
                } else {
                    let mut any = 0;
                    for ((all, by_bit), open) in excluded.iter_mut().zip(by_bit).zip(open) {
                        *all &= by_bit;
                        any |= *all & open;
                    }
                    if any == 0 {
                        return;
                    }
                }
            }
        }
    }

    /// Sets the words of a position before a step with `left` undecided cells. Settles the sums whose bounds the open
    /// cells cannot break.
    fn set_words(&self, Position { open, numbers, words }: &mut Position, left: usize) {
        words.clear();
        words.extend_from_slice(&open[..left.div_ceil(64)]);
        for ((index, sum), number) in (0_u64..).zip(&self.sums).zip(numbers) {
            if *number != SETTLED
                && *number >= sum.least
                && *number + sum.open_cells(open) <= sum.most
            {
                *number = SETTLED;
            }
            let is_written = *number != sum.unwritten_number(open);
            words.extend(is_written.then_some(index << 32 | u64::from(*number)));
        }
    }
}

impl Sum {
    /// The number of open cells of the sum.
    fn open_cells(&self, open: &[u64]) -> u32 {
        let words = self.words.start..self.words.end.min(open.len());
        words.map(|index| (open[index] & self.mask[index]).count_ones()).sum()
    }

    /// The number of pieces of the sum in a state that does not contain the sum.
    fn unwritten_number(&self, open: &[u64]) -> u32 {
        if self.open_cells(open) == 0 { SETTLED } else { 0 }
    }
}

/// The memory of a number of masks, in bytes.
fn memory_of_masks(masks: usize, words: usize) -> usize {
    masks * words * size_of::<u64>()
}

/// True if a set has a bit.
fn has(set: &[u64], bit: usize) -> bool {
    set[bit / 64] >> (bit % 64) & 1 == 1
}

/// Closes cells. Returns true if one of them was open.
fn close(open: &mut [u64], cells: &[u64]) -> bool {
    let mut closed = 0;
    for (open, cells) in open.iter_mut().zip(cells) {
        closed |= *open & cells;
        *open &= !cells;
    }
    closed != 0
}

impl States {
    /// Adds ways to reach a state. Returns the index of the state.
    fn add(&mut self, state: &[u64], ways: &BigUint) -> u32 {
        if let Some((index, _, all)) = self.ways.get_full_mut(state) {
            *all += ways;
            return index as u32;
        }
        self.words += allocated(size_of_val(state));
        self.ways.insert_full(state.into(), ways.clone()).0 as u32
    }

    fn memory(&self) -> usize {
        // An entry also has a hash and a place in the table of indices.
        let entry = size_of::<(Box<[u64]>, BigUint, u64, u64)>() + allocated(size_of::<u64>());
        self.ways.capacity() * entry + self.words
    }
}
