use super::model::{Model, Place};

/// Some pieces, and what they leave free.
#[derive(Clone, Default)]
pub(super) struct Position {
    /// For each row the columns where its piece can stand: of a row that has its piece, the one
    /// where it stands.
    pub free: Vec<u64>,
    /// The rows that have their piece.
    decided: u64,
}

impl Position {
    /// No piece yet.
    pub fn new(free: Vec<u64>) -> Self {
        Self { free, decided: 0 }
    }

    /// Can a piece stand there, or does one?
    pub fn is_free(&self, row: usize, column: usize) -> bool {
        self.free[row] >> column & 1 == 1
    }

    pub fn is_decided(&self, row: usize) -> bool {
        self.decided >> row & 1 == 1
    }

    /// Has each row a cell left?
    pub fn is_open(&self) -> bool {
        self.free.iter().all(|&free| free != 0)
    }

    /// The rows without their piece.
    pub fn undecided(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.free.len()).filter(|&row| !self.is_decided(row))
    }

    /// Where pieces stand.
    pub fn pieces(&self) -> impl Iterator<Item = Place> + '_ {
        let decided = (0..self.free.len()).filter(|&row| self.is_decided(row));
        decided.map(|row| (row, self.free[row].trailing_zeros() as usize))
    }

    /// Places several pieces if they do not exclude each other and each row has a cell left.
    pub fn place_all(&mut self, model: &Model, places: &[Place]) -> bool {
        for &(row, column) in places {
            if !self.is_free(row, column) {
                return false;
            }
            self.place(model, row, column);
        }
        self.is_open()
    }

    /// Closes a cell.
    pub fn exclude(&mut self, (row, column): Place) {
        self.free[row] &= !(1 << column);
    }

    /// Places a piece on a free cell.
    pub fn place(&mut self, model: &Model, row: usize, column: usize) {
        for (to, free) in self.free.iter_mut().enumerate() {
            *free &= !model.attacked(row, to, column);
        }
        self.decided |= 1 << row;
    }
}

/// The places of the bits that are set, from the lowest.
pub(super) fn bits(mask: u64) -> impl Iterator<Item = usize> {
    std::iter::successors((mask != 0).then_some(mask), |&rest| {
        let rest = rest & (rest - 1);
        (rest != 0).then_some(rest)
    })
    .map(|rest| rest.trailing_zeros() as usize)
}
