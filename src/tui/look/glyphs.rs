use std::fmt;
use std::str::FromStr;

use crate::geometry::Piece;
use crate::session::CellState;

/// The characters of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyphs {
    /// Chess figures and lines.
    #[default]
    Unicode,
    /// Chess figures, but nothing that a terminal set to East Asian widths draws two columns wide.
    Narrow,
    /// Letters and signs only.
    Ascii,
}

impl Glyphs {
    /// All sets of characters.
    pub const ALL: [Self; 3] = [Self::Unicode, Self::Narrow, Self::Ascii];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unicode => "unicode",
            Self::Narrow => "narrow",
            Self::Ascii => "ascii",
        }
    }

    /// The crossing of lines that go on upward, to the right, downward and to the left, or not.
    pub(in crate::tui) fn crossing(self, arms: [bool; 4]) -> char {
        let number = arms.into_iter().fold(0, |number, arm| number * 2 + usize::from(arm));
        let lines = match self {
            Self::Unicode => {
                [' ', '╴', '╷', '┐', '╶', '─', '┌', '┬', '╵', '┘', '│', '┤', '└', '┴', '├', '┼']
            }
            Self::Narrow | Self::Ascii => {
                [' ', '-', '|', '+', '-', '-', '+', '+', '|', '+', '|', '+', '+', '+', '+', '+']
            }
        };
        lines[number]
    }

    /// The character of a cell.
    pub(in crate::tui) fn cell(self, state: CellState, piece: &Piece) -> char {
        match state {
            CellState::Hole => '#',
            CellState::Placed => self.piece(piece, true),
            CellState::Forced => self.piece(piece, false),
            CellState::Excluded => '/',
            CellState::Possible => '.',
            CellState::Attacked => '-',
            CellState::Impossible => 'x',
            CellState::Unknown => '?',
        }
    }

    fn piece(self, piece: &Piece, placed: bool) -> char {
        let letter = piece.letter();
        let (black, white) = match letter {
            'R' => ('♜', '♖'),
            'B' => ('♝', '♗'),
            'N' => ('♞', '♘'),
            'K' => ('♚', '♔'),
            _ => ('♛', '♕'),
        };
        match (self, placed) {
            (Self::Unicode | Self::Narrow, true) => black,
            (Self::Unicode | Self::Narrow, false) => white,
            (Self::Ascii, true) => letter,
            (Self::Ascii, false) => letter.to_ascii_lowercase(),
        }
    }
}

impl fmt::Display for Glyphs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no set of characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no set of characters (unicode, narrow or ascii)")]
pub struct UnknownGlyphs(String);

impl FromStr for Glyphs {
    type Err = UnknownGlyphs;

    fn from_str(text: &str) -> Result<Self, UnknownGlyphs> {
        let named = Self::ALL.into_iter().find(|glyphs| glyphs.name() == text);
        named.ok_or_else(|| UnknownGlyphs(text.to_owned()))
    }
}
