mod names;

use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use super::betza::{self, BetzaError};
use super::{MoveDiagram, Offset};
use names::{NAMED, Named};

/// One way a piece moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A single step, over whatever stands between.
    Leap(Offset),
    /// A step repeated.
    Ride {
        /// What is repeated.
        step: Offset,
        /// How often at most, from 2 up; `None` is as often as the grid allows.
        most: Option<u16>,
    },
}

impl Move {
    /// A step taken up to `most` times, without limit for `None`.
    #[must_use]
    pub const fn new(step: Offset, most: Option<u16>) -> Self {
        match most {
            Some(0 | 1) => Self::Leap(step),
            _ => Self::Ride { step, most },
        }
    }

    /// The step that is taken once or repeated.
    #[must_use]
    pub const fn step(self) -> Offset {
        match self {
            Self::Leap(step) | Self::Ride { step, .. } => step,
        }
    }

    /// How often the step is taken at most; `None` is without limit.
    #[must_use]
    pub const fn most(self) -> Option<u16> {
        match self {
            Self::Leap(_) => Some(1),
            Self::Ride { most, .. } => most,
        }
    }
}

/// What is placed: a set of leaps and rides, as fairy chess defines them.
///
/// It has a name, one of the usual ones or its notation as it was typed, but it is its moves: pieces
/// that move alike are equal, so that what is known of one holds for the other.
///
/// ```
/// # use configurator::geometry::Piece;
/// let amazon: Piece = "amazon".parse().expect("a piece");
/// assert_eq!(amazon.moves().count(), 8 + 8); // eight rides of a queen, eight leaps of a knight
/// let typed: Piece = "NQ".parse().expect("a piece");
/// assert_eq!((typed.name(), typed.notation().as_str()), ("NQ", "QN"));
/// assert_eq!((typed.usual_name(), typed == amazon), (Some("amazon"), true));
/// ```
#[derive(Clone, Debug)]
pub struct Piece {
    name: String,
    /// One for each step, by steps.
    moves: Vec<Move>,
}

impl Piece {
    fn new(name: &str, moves: impl IntoIterator<Item = Move>) -> Self {
        let mut furthest: BTreeMap<Offset, Move> = BTreeMap::new();
        for step in moves {
            let reach = |step: Move| step.most().unwrap_or(u16::MAX);
            let known = furthest.entry(step.step()).or_insert(step);
            if reach(step) > reach(*known) {
                *known = step;
            }
        }
        Self { name: name.to_owned(), moves: furthest.into_values().collect() }
    }

    fn of(named: &Named) -> Self {
        Self::new(named.name, betza::parse(named.notation).expect("usual pieces are well written"))
    }

    /// The name it goes by: a usual one, or its notation as it was typed.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name of the usual piece that moves alike, if there is one.
    #[must_use]
    pub fn usual_name(&self) -> Option<&'static str> {
        self.usual().map(|named| named.name)
    }

    /// Other usual names of a piece that moves alike; they read as well.
    #[must_use]
    pub fn aliases(&self) -> &'static [&'static str] {
        self.usual().map_or(&[], |named| named.aliases)
    }

    fn usual(&self) -> Option<&'static Named> {
        NAMED.iter().find(|named| named.name == self.name || Self::of(named) == *self)
    }

    /// The letter it is drawn with: R, B, N or K as in chess, Q for every other.
    ///
    /// ```
    /// # use configurator::geometry::Piece;
    /// let letter = |name: &str| name.parse::<Piece>().map(|piece| piece.letter());
    /// assert_eq!((letter("knight"), letter("FW"), letter("amazon")), (Ok('N'), Ok('K'), Ok('Q')));
    /// ```
    #[must_use]
    pub fn letter(&self) -> char {
        match self.usual_name() {
            Some("rook") => 'R',
            Some("bishop") => 'B',
            Some("knight") => 'N',
            Some("king") => 'K',
            _ => 'Q',
        }
    }

    /// Its moves in Betza notation, the same text for the same moves. It reads back to them.
    #[must_use]
    pub fn notation(&self) -> String {
        betza::write(&self.moves)
    }

    /// Its leaps and rides, each direction of its own, one for each step.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves.iter().copied()
    }

    /// A drawing of its moves.
    #[must_use]
    pub fn diagram(&self) -> MoveDiagram {
        MoveDiagram::new(self)
    }

    /// Does it ride along rows and along columns without limit, one way at least, so that two of
    /// these pieces never share a line?
    #[must_use]
    pub fn has_rook_move(&self) -> bool {
        let rides = |step| self.moves.contains(&Move::new(step, None));
        [Offset::new(0, 1), Offset::new(1, 0)]
            .into_iter()
            .all(|step| rides(step) || rides(step.reversed()))
    }

    /// The names of the usual pieces, the most usual first, each piece once.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMED.iter().map(|named| named.name)
    }
}

impl PartialEq for Piece {
    fn eq(&self, other: &Self) -> bool {
        self.moves == other.moves
    }
}

impl Eq for Piece {}

impl Hash for Piece {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.moves.hash(state);
    }
}

impl Default for Piece {
    /// The queen.
    fn default() -> Self {
        Self::of(&NAMED[0])
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

/// A text that is no piece.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParsePieceError {
    /// It almost is a name, or it is several pieces that are one together.
    #[error("'{text}' is not a piece: did you mean '{near}'?")]
    Misspelt {
        /// What was read.
        text: String,
        /// The name it resembles, or the notation.
        near: String,
    },
    /// It would be a notation in capital letters.
    #[error("'{text}' is not a piece: did you mean '{near}'? Atoms are capital letters")]
    LowerCase {
        /// What was read.
        text: String,
        /// The same in capital letters.
        near: String,
    },
    /// It looks like a name, but like none that is known.
    #[error(
        "'{0}' is not a piece; some are {some} (the verb 'pieces' lists all), others have moves such as 'QN'",
        some = Piece::names().take(8).collect::<Vec<_>>().join(", ")
    )]
    UnknownName(String),
    /// It looks like Betza notation, but is none.
    #[error(transparent)]
    Notation(#[from] BetzaError),
}

impl FromStr for Piece {
    type Err = ParsePieceError;

    /// Finds a piece by its name, capital letters accepted, or else reads Betza notation, whose
    /// capital letters matter. Spaces around it do not count.
    fn from_str(text: &str) -> Result<Self, ParsePieceError> {
        let text = text.trim();
        read(text).map_err(|error| {
            let owned = || text.to_owned();
            let is_word = |text: &str| {
                text.chars().all(|letter| letter.is_alphabetic() || "- _".contains(letter))
            };
            let is_named = (3..=30).contains(&text.chars().take(31).count()) && is_word(text);
            if let Some(near) = names::nearest(text).filter(|_| is_named) {
                return ParsePieceError::Misspelt { text: owned(), near: near.to_owned() };
            }
            if let Some(near) = capitals(text).filter(|near| betza::parse(near).is_ok()) {
                return ParsePieceError::LowerCase { text: owned(), near };
            }
            if let Some(near) = joined(text) {
                return ParsePieceError::Misspelt { text: owned(), near };
            }
            // A notation ends with a capital letter, and others than the first are frequent.
            let lower = text.chars().skip(1).all(|letter| !letter.is_uppercase());
            if is_named && lower { ParsePieceError::UnknownName(owned()) } else { error.into() }
        })
    }
}

fn read(text: &str) -> Result<Piece, BetzaError> {
    match names::find(text) {
        Some(named) => Ok(Piece::of(named)),
        None => betza::parse(text).map(|moves| Piece::new(text, moves)),
    }
}

/// A text without capital letters in capital letters.
fn capitals(text: &str) -> Option<String> {
    (!text.contains(char::is_uppercase)).then(|| text.to_ascii_uppercase())
}

/// Pieces with something between them, as in `Q+N`, as one: a single one by its name.
fn joined(text: &str) -> Option<String> {
    let is_between = |letter: char| {
        letter.is_whitespace() || "+&/-".contains(letter) || letter == ',' && !text.contains('(')
    };
    let parts: Vec<&str> = text.split(is_between).filter(|part| !part.is_empty()).collect();
    let either = |part: &str| read(part).ok().or_else(|| read(&capitals(part)?).ok());
    let pieces = parts.into_iter().map(either).collect::<Option<Vec<_>>>()?;
    match &pieces[..] {
        [] => None,
        [piece] => Some(piece.name().to_owned()),
        _ => Some(Piece::new(text, pieces.iter().flat_map(Piece::moves)).notation()),
    }
}

#[cfg(test)]
mod tests;
