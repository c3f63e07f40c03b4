mod names;

use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use super::betza::{self, BetzaError};
use super::moves::Move;
use super::offset::Offset;
use super::similar::did_you_mean;
use names::{USUAL_PIECES, UsualPiece};

/// The piece that is placed: a set of leaps and rides, as in fairy chess.
///
/// The name of a piece is a usual name, or its notation as typed. Pieces with the same moves are
/// equal even if their names differ.
///
/// ```
/// # use geometry::Piece;
/// let amazon: Piece = "amazon".parse().expect("a piece");
/// assert_eq!(amazon.moves().count(), 8 + 8); // eight rides of a queen, eight leaps of a knight
/// let typed: Piece = "NQ".parse().expect("a piece");
/// assert_eq!((typed.name(), typed.notation().as_str()), ("NQ", "QN"));
/// assert_eq!((typed.usual_name(), typed == amazon), (Some("amazon"), true));
/// ```
#[derive(Clone, Debug)]
pub struct Piece {
    name: String,
    /// One move for each step, sorted by step.
    moves: Vec<Move>,
}

impl Piece {
    fn new(name: &str, moves: impl IntoIterator<Item = Move>) -> Self {
        let mut furthest: BTreeMap<Offset, Move> = BTreeMap::new();
        for step in moves {
            let reach = |step: Move| step.max_steps.unwrap_or(u16::MAX);
            let known = furthest.entry(step.step).or_insert(step);
            if reach(step) > reach(*known) {
                *known = step;
            }
        }
        Self { name: name.to_owned(), moves: furthest.into_values().collect() }
    }

    fn from_usual(named: &UsualPiece) -> Self {
        Self::new(named.name, betza::parse(named.notation).expect("usual pieces are well written"))
    }

    /// The name of the piece: a usual one, or its notation as typed.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The usual name of a piece with the same moves, if there is one.
    pub fn usual_name(&self) -> Option<&'static str> {
        self.usual().map(|named| named.name)
    }

    /// Other usual names of a piece with the same moves. These names can be parsed as well.
    pub fn aliases(&self) -> &'static [&'static str] {
        self.usual().map_or(&[], |named| named.aliases)
    }

    fn usual(&self) -> Option<&'static UsualPiece> {
        USUAL_PIECES
            .iter()
            .find(|named| named.name == self.name || Self::from_usual(named) == *self)
    }

    /// The letter of the piece on the board: R, B, N or K as in chess, Q for every other piece.
    ///
    /// ```
    /// # use geometry::Piece;
    /// let letter = |name: &str| name.parse::<Piece>().map(|piece| piece.letter());
    /// assert_eq!((letter("knight"), letter("FW"), letter("amazon")), (Ok('N'), Ok('K'), Ok('Q')));
    /// ```
    pub fn letter(&self) -> char {
        match self.usual_name() {
            Some("rook") => 'R',
            Some("bishop") => 'B',
            Some("knight") => 'N',
            Some("king") => 'K',
            _ => 'Q',
        }
    }

    /// The moves of the piece in Betza notation. Equal moves have the same text, and parsing the text
    /// returns the moves.
    pub fn notation(&self) -> String {
        betza::write(&self.moves)
    }

    /// The pieces that a compound piece combines, one for each atom of its notation; else the piece alone.
    ///
    /// ```
    /// # use geometry::Piece;
    /// let amazon: Piece = "amazon".parse().expect("a piece");
    /// let names: Vec<String> = amazon.parts().iter().map(Piece::to_string).collect();
    /// assert_eq!(names, ["queen", "knight"]);
    /// ```
    pub fn parts(&self) -> Vec<Self> {
        let part = |(atom, moves): (String, Vec<Move>)| {
            let part = Self::new(&atom, moves);
            Self { name: part.usual_name().map_or(atom, str::to_owned), ..part }
        };
        betza::atoms(&self.moves).into_iter().map(part).collect()
    }

    /// The piece that has the moves of both pieces. Its name is its notation.
    pub fn combined(&self, other: &Self) -> Self {
        let both = Self::new("", self.moves().chain(other.moves()));
        Self { name: both.notation(), ..both }
    }

    /// The leaps and rides of the piece, one for each direction.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves.iter().copied()
    }

    /// The names of the usual pieces, the most usual first, each piece once.
    pub fn names() -> impl Iterator<Item = &'static str> {
        USUAL_PIECES.iter().map(|named| named.name)
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
        Self::from_usual(&USUAL_PIECES[0])
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

/// The error for a text that is not a piece.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParsePieceError {
    /// The text resembles a name, or consists of several names that together make one piece.
    #[error("'{text}' is not a piece: {}", did_you_mean(near))]
    Misspelt {
        /// The text.
        text: String,
        /// The name that the text resembles, or the notation of the combined piece.
        near: String,
    },
    /// The text is lower-case, but in capital letters it would be a valid notation.
    #[error("'{text}' is not a piece: {} Atoms are capital letters", did_you_mean(near))]
    LowerCase {
        /// The text.
        text: String,
        /// The text in capital letters.
        near: String,
    },
    /// The text looks like a name, but resembles no known one.
    #[error(
        "'{0}' is not a piece; some are {some} (the verb 'pieces' lists all), others have moves such as 'QN'",
        some = Piece::names().take(8).collect::<Vec<_>>().join(", ")
    )]
    UnknownName(String),
    /// The text looks like Betza notation, but is invalid.
    #[error(transparent)]
    Notation(#[from] BetzaError),
}

impl FromStr for Piece {
    type Err = ParsePieceError;

    /// Finds a piece by its name, ignoring case. If there is no such name, parses case-sensitive Betza
    /// notation. Spaces around the text are ignored.
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
            if let Some(near) = combination_name(text) {
                return ParsePieceError::Misspelt { text: owned(), near };
            }
            // Unlike a name, a notation usually has capital letters after the first letter.
            let lower = text.chars().skip(1).all(|letter| !letter.is_uppercase());
            if is_named && lower { ParsePieceError::UnknownName(owned()) } else { error.into() }
        })
    }
}

fn read(text: &str) -> Result<Piece, BetzaError> {
    match names::find(text) {
        Some(named) => Ok(Piece::from_usual(named)),
        None => betza::parse(text).map(|moves| Piece::new(text, moves)),
    }
}

/// The text in capital letters; `None` if it already contains one.
fn capitals(text: &str) -> Option<String> {
    (!text.contains(char::is_uppercase)).then(|| text.to_ascii_uppercase())
}

/// The name or notation of a combination of pieces such as `Q+N`.
fn combination_name(text: &str) -> Option<String> {
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
