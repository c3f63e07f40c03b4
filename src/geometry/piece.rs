use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use super::Cell;

/// A step from cell to cell: rows upward, columns to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Offset {
    /// Rows upward; negative is downward.
    pub rows: i32,
    /// Columns to the right; negative is to the left.
    pub columns: i32,
}

impl Offset {
    /// A step of `rows` upward and `columns` to the right.
    #[must_use]
    pub const fn new(rows: i32, columns: i32) -> Self {
        Self { rows, columns }
    }

    /// The step that leads from one cell to another.
    #[must_use]
    pub fn between(from: Cell, to: Cell) -> Self {
        Self::new(
            i32::from(to.row()) - i32::from(from.row()),
            i32::from(to.column()) - i32::from(from.column()),
        )
    }

    /// The same step taken `times` times.
    #[must_use]
    pub const fn times(self, times: i32) -> Self {
        Self::new(self.rows * times, self.columns * times)
    }

    /// All steps of the same shape: (1, 2) has eight, (1, 1) and (0, 1) have four.
    fn reflections(self) -> BTreeSet<Self> {
        let Self { rows, columns } = self;
        [(rows, columns), (columns, rows)]
            .into_iter()
            .flat_map(|(a, b)| [(a, b), (a, -b), (-a, b), (-a, -b)])
            .map(|(rows, columns)| Self { rows, columns })
            .collect()
    }
}

/// One way a piece moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A single step, over whatever stands between.
    Leap(Offset),
    /// A step repeated as often as the grid allows.
    Ride(Offset),
}

/// What is placed: a set of leaps and rides, as fairy chess defines them.
///
/// ```
/// # use configurator::geometry::Piece;
/// let amazon: Piece = "amazon".parse().expect("a piece");
/// assert_eq!(amazon.name(), "amazon");
/// assert_eq!(amazon.moves().count(), 8 + 8); // eight rides of a queen, eight leaps of a knight
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    name: String,
    moves: BTreeSet<Move>,
}

/// A shape of leaps or rides, named by one of its steps.
enum Shape {
    Leaps(i32, i32),
    Rides(i32, i32),
}
use Shape::{Leaps, Rides};

const ROOK: Shape = Rides(0, 1);
const BISHOP: Shape = Rides(1, 1);
const WAZIR: Shape = Leaps(0, 1);
const FERZ: Shape = Leaps(1, 1);
const KNIGHT: Shape = Leaps(1, 2);

/// The usual pieces, the most usual first.
const NAMED: &[(&str, &[Shape])] = &[
    ("queen", &[ROOK, BISHOP]),
    ("rook", &[ROOK]),
    ("bishop", &[BISHOP]),
    ("knight", &[KNIGHT]),
    ("king", &[WAZIR, FERZ]),
    ("amazon", &[ROOK, BISHOP, KNIGHT]),
    ("princess", &[BISHOP, KNIGHT]),
    ("empress", &[ROOK, KNIGHT]),
    ("centaur", &[WAZIR, FERZ, KNIGHT]),
    ("nightrider", &[Rides(1, 2)]),
    ("camel", &[Leaps(1, 3)]),
    ("zebra", &[Leaps(2, 3)]),
    ("giraffe", &[Leaps(1, 4)]),
    ("wazir", &[WAZIR]),
    ("ferz", &[FERZ]),
    ("dabbaba", &[Leaps(0, 2)]),
    ("alfil", &[Leaps(2, 2)]),
    ("threeleaper", &[Leaps(0, 3)]),
    ("tripper", &[Leaps(3, 3)]),
];

impl Piece {
    fn of(name: &str, shapes: &[Shape]) -> Self {
        let moves = shapes.iter().flat_map(|shape| {
            let (step, kind): (Offset, fn(Offset) -> Move) = match *shape {
                Leaps(rows, columns) => (Offset::new(rows, columns), Move::Leap),
                Rides(rows, columns) => (Offset::new(rows, columns), Move::Ride),
            };
            step.reflections().into_iter().map(kind)
        });
        Self { name: name.to_owned(), moves: moves.collect() }
    }

    /// The name it goes by.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its leaps and rides, each direction of its own.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves.iter().copied()
    }

    /// Does it ride along rows and columns in all four directions?
    #[must_use]
    pub fn has_rook_move(&self) -> bool {
        Offset::new(0, 1)
            .reflections()
            .into_iter()
            .all(|step| self.moves.contains(&Move::Ride(step)))
    }

    /// The names of the usual pieces, the most usual first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMED.iter().map(|(name, _)| *name)
    }
}

impl Default for Piece {
    /// The queen.
    fn default() -> Self {
        Self::of(NAMED[0].0, NAMED[0].1)
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

/// A text that names no piece.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a piece (known are {known})", known = Piece::names().collect::<Vec<_>>().join(", "))]
pub struct UnknownPiece(String);

impl FromStr for Piece {
    type Err = UnknownPiece;

    /// Finds a piece by its name; capital letters are accepted.
    fn from_str(text: &str) -> Result<Self, UnknownPiece> {
        NAMED
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(text))
            .map(|(name, shapes)| Self::of(name, shapes))
            .ok_or_else(|| UnknownPiece(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_piece_and_reads_back() {
        for name in Piece::names() {
            assert_eq!(name.parse::<Piece>().unwrap().name(), name);
        }
    }

    #[test]
    fn moves_are_those_of_fairy_chess() {
        let count = |name: &str| {
            let piece: Piece = name.parse().unwrap();
            let leaps = piece.moves().filter(|step| matches!(step, Move::Leap(_))).count();
            (leaps, piece.moves().count() - leaps)
        };
        assert_eq!(count("queen"), (0, 8));
        assert_eq!(count("rook"), (0, 4));
        assert_eq!(count("king"), (8, 0));
        assert_eq!(count("centaur"), (16, 0));
        assert_eq!(count("amazon"), (8, 8));
        assert_eq!(count("princess"), (8, 4));
        assert_eq!(count("nightrider"), (0, 8));
        assert_eq!(count("alfil"), (4, 0));
    }

    #[test]
    fn rook_moves_are_recognised() {
        let with: Vec<_> =
            Piece::names().filter(|name| name.parse::<Piece>().unwrap().has_rook_move()).collect();
        assert_eq!(with, ["queen", "rook", "amazon", "empress"]);
    }
}
