//! Betza notation, which describes a piece by its moves: `QN` moves as a queen or a knight.
//!
//! Follows Ralph Betza's and H. G. Muller's descriptions, for a board where nothing moves, captures or
//! blocks.
//!
//! An *atom* is a leap in all its directions. It is written as a capital letter or as its two
//! distances, up to 999. Several atoms in a row make one piece with the moves of all atoms.
//!
//! ```text
//! G Z C H C Z G     W (0,1)   D (0,2)   H (0,3)   (1,4) or (4,1) any other leap
//! Z A N D N A Z     F (1,1)   N (1,2)   C (1,3)   L is C as well
//! C N F W F N C               A (2,2)   Z (2,3)   J is Z as well
//! H D W o W D H                         G (3,3)
//! C N F W F N C
//! Z A N D N A Z     K = WF    R = WW    B = FF    Q = RB
//! G Z C H C Z G
//! ```
//!
//! An atom written twice is a ride, which repeats the leap without limit: `NN`, `(1,4)(1,4)`. A number
//! limits the ride: `W2` and `R2` go one or two cells, `N1` is `N`, `N0` is `NN`. After `K` and `Q` the
//! number applies to both parts: `K2` is `W2F2`.
//!
//! Letters before an atom restrict it to some of its directions: `f` forward (upward), `b` backward,
//! `l` left, `r` right, `v` = `f` and `b`, `s` = `l` and `r`. With orthogonal atoms, each letter is one
//! direction: `frW` is up and right. With diagonal atoms, a pair of letters is the direction between
//! the two: `frF` is only the cell up to the right, while `fF` is both upward cells. With oblique atoms
//! such as `N`, a letter selects the two steps mainly in its direction. In a pair of letters the second
//! letter is this main direction, and the first letter selects one of the two steps. Letters pair from
//! the left, and a doubled letter counts as a single letter.
//!
//! ```text
//!  . lf . rf .      fN or ffN  lf and rf, the narrow forward steps
//! fl  .  .  . fr     fsN        fl and fr, the wide forward steps
//!  .  .  o  .  .     fhN        all four forward ("half")
//! bl  .  .  . br     vN         lf, rf, lb, rb      sN   fl, fr, bl, br
//!  . lb . rb .      hrN, hlN   right-handed (rf, br, lb, fl) or left-handed
//! ```
//!
//! Modifiers before `K` and `Q` apply to each part: `fK` is `fWfF`. All other modifiers of the notation,
//! for captures, hops, lame leaps and bends, are errors that name the modifier.

mod direction;
mod write;

use direction::{Direction, is_direction};

use super::moves::Move;
use super::offset::Offset;

pub(super) use write::{atoms, write};

/// Maximum length of a notation, in characters.
const MAX_NOTATION_LENGTH: usize = 200;

/// Maximum distance of a leap, and maximum number of steps of a limited ride.
const MAX_DISTANCE: u16 = 999;

/// The atoms that have a letter, in the order of written notations.
const ATOMS: [(char, (i32, i32)); 9] = [
    ('W', (0, 1)),
    ('F', (1, 1)),
    ('N', (1, 2)),
    ('A', (2, 2)),
    ('D', (0, 2)),
    ('H', (0, 3)),
    ('C', (1, 3)),
    ('Z', (2, 3)),
    ('G', (3, 3)),
];

/// An invalid Betza notation, with the position of the error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct BetzaError {
    reason: String,
    position: usize,
}

impl BetzaError {
    /// The position of the wrong character, counted from 1. If a character is missing at the end, the
    /// position after the end.
    pub const fn position(&self) -> usize {
        self.position
    }
}

/// Parses a notation. The moves are in the order of the text and may contain duplicates.
pub(super) fn parse(text: &str) -> Result<Vec<Move>, BetzaError> {
    // One character more than allowed suffices to see that the text is too long.
    let characters: Vec<char> = text.chars().take(MAX_NOTATION_LENGTH + 1).collect();
    if characters.len() > MAX_NOTATION_LENGTH {
        let reason =
            format!("a notation of more than {MAX_NOTATION_LENGTH} characters is too long to read");
        return Err(BetzaError { reason, position: MAX_NOTATION_LENGTH + 1 });
    }
    let mut reader = Reader { characters, at: 0 };
    let mut moves = Vec::new();
    if reader.characters.is_empty() {
        return Err(
            reader.error("is empty; a piece has a name such as 'queen' or moves such as 'QN'")
        );
    }
    while reader.at < reader.characters.len() {
        reader.term(&mut moves)?;
    }
    Ok(moves)
}

struct Reader {
    characters: Vec<char>,
    /// The index of the next character.
    at: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.characters.get(self.at).copied()
    }

    /// An error at the next character that quotes the text.
    fn error(&self, wrong: &str) -> BetzaError {
        let text: String = self.characters.iter().collect();
        BetzaError { reason: format!("'{text}' {wrong}"), position: self.at + 1 }
    }

    /// An error at the next character that quotes the text, the character and its position.
    fn wrong<T>(&self, wrong: &str) -> Result<T, BetzaError> {
        self.wrong_at(self.at, wrong)
    }
    /// Like [`Self::wrong`], for the character at an index.
    fn wrong_at<T>(&self, at: usize, wrong: &str) -> Result<T, BetzaError> {
        let position = at + 1;
        let text: String = self.characters.iter().collect();
        let reason = match self.characters.get(at) {
            Some(found) => format!("'{text}': '{found}' at character {position} {wrong}"),
            None => format!("'{text}': the end at character {position} {wrong}"),
        };
        Err(BetzaError { reason, position })
    }

    /// Parses a term: modifiers, an atom, and its range.
    fn term(&mut self, moves: &mut Vec<Move>) -> Result<(), BetzaError> {
        let start = self.at;
        let mut directions = Vec::new();
        while let Some(letter) = self.peek().filter(char::is_ascii_lowercase) {
            directions.push((self.at, self.direction(letter)?));
        }
        let Some(letter) = self.peek() else {
            return self.wrong_at(start, "needs an atom behind it, as in 'fN'");
        };
        let (shapes, rides) = self.atom(letter)?;
        let most = self.max_steps(letter, &shapes, rides)?;
        for (start, direction) in &directions {
            let fits = |&shape: &(i32, i32)| {
                Offset::of_shape(shape).into_iter().any(|step| direction.selects(step))
            };
            if !shapes.iter().all(fits) {
                return self.wrong_at(
                    *start,
                    "(right-handed or left-handed steps) is for leaps of eight directions such as N",
                );
            }
        }
        let kept = |&step: &Offset| {
            directions.is_empty() || directions.iter().any(|(_, way)| way.selects(step))
        };
        let steps = shapes.into_iter().flat_map(Offset::of_shape).filter(kept);
        moves.extend(steps.map(|step| Move { step, max_steps: most }));
        Ok(())
    }

    fn direction(&mut self, letter: char) -> Result<Direction, BetzaError> {
        if !is_direction(letter) {
            return self.wrong(refusal(letter));
        }
        let next = self.characters.get(self.at + 1).copied();
        let Some((direction, length)) = Direction::read(letter, next) else {
            return self.wrong("(half) follows f, b, l or r, or comes before l or r");
        };
        self.at += length;
        Ok(direction)
    }

    /// Parses an atom. Returns its shapes, and true if the atom is a ride even when it is written once.
    fn atom(&mut self, letter: char) -> Result<(Vec<(i32, i32)>, bool), BetzaError> {
        let (orthogonal, diagonal) = ((0, 1), (1, 1));
        let atom = match letter {
            'K' => (vec![orthogonal, diagonal], false),
            'Q' => (vec![orthogonal, diagonal], true),
            'R' => (vec![orthogonal], true),
            'B' => (vec![diagonal], true),
            'L' => (vec![(1, 3)], false),
            'J' => (vec![(2, 3)], false),
            '(' => return Ok((vec![self.distances()?], false)),
            _ => match ATOMS.iter().find(|(atom, _)| *atom == letter) {
                Some((_, shape)) => (vec![*shape], false),
                None if letter.is_ascii_digit() => {
                    return self.wrong("must follow an atom, as in 'W2'");
                }
                None => {
                    return self
                        .wrong("is no atom (W F D N A H C Z G, L = C, J = Z, K R B Q or (a,b))");
                }
            },
        };
        self.at += 1;
        Ok(atom)
    }

    /// Parses `(a,b)`: the two distances, the smaller one first.
    fn distances(&mut self) -> Result<(i32, i32), BetzaError> {
        let start = self.at;
        self.expect('(')?;
        let a = self.distance()?;
        self.expect(',')?;
        let b = self.distance()?;
        self.expect(')')?;
        if (a, b) == (0, 0) {
            return self.wrong_at(start, "begins a leap that stays where it is");
        }
        Ok((i32::from(a.min(b)), i32::from(a.max(b))))
    }

    fn distance(&mut self) -> Result<u16, BetzaError> {
        let start = self.at;
        match self.number() {
            Some(number) if number <= MAX_DISTANCE => Ok(number),
            Some(_) => self.wrong_at(start, "begins a distance above 999"),
            None => self.expected("a number"),
        }
    }

    fn expect(&mut self, wanted: char) -> Result<(), BetzaError> {
        if self.peek() != Some(wanted) {
            return self.expected(&format!("'{wanted}'"));
        }
        self.at += 1;
        Ok(())
    }

    /// The error for a missing or wrong part of `(a,b)`.
    fn expected<T>(&self, what: &str) -> Result<T, BetzaError> {
        match self.peek() {
            Some(_) => self.wrong(&format!("must be {what}, as in '(1,4)'")),
            None => Err(self.error(&format!("lacks {what} at its end, as in '(1,4)'"))),
        }
    }

    /// Parses a number, if there is one. Numbers above `u16::MAX` become `u16::MAX`, which is
    /// above every limit.
    fn number(&mut self) -> Option<u16> {
        let digits = self.characters[self.at..].iter().map_while(|digit| digit.to_digit(10));
        let (mut number, mut length) = (0_u16, 0);
        for digit in digits {
            number = number.saturating_mul(10).saturating_add(digit as u16);
            length += 1;
        }
        self.at += length;
        (length > 0).then_some(number)
    }

    /// Parses the maximum number of steps of the preceding atom: a repeated letter, a number, or
    /// nothing. `None` means without limit.
    fn max_steps(
        &mut self,
        letter: char,
        shapes: &[(i32, i32)],
        mut rides: bool,
    ) -> Result<Option<u16>, BetzaError> {
        if self.peek() == Some(letter) {
            let before = self.at;
            let (again, _) = self.atom(letter)?;
            if again == shapes {
                rides = true;
            } else {
                self.at = before;
            }
        }
        let start = self.at;
        match self.number() {
            None if rides => Ok(None),
            None => Ok(Some(1)),
            Some(0) => Ok(None),
            Some(most) if most <= MAX_DISTANCE => Ok(Some(most)),
            Some(_) => self.wrong_at(start, "begins a number above 999; 0 is a ride without limit"),
        }
    }
}

/// Why a letter is not accepted as a modifier.
fn refusal(letter: char) -> &'static str {
    match letter {
        'm' => "(a move that does not capture) makes no sense here: every move attacks",
        'c' | 'd' | 'e' | 'k' | 'x' => {
            "(a way to capture) has no meaning here: nothing is captured"
        }
        'i' => "(first move only) has no meaning here: nothing moves",
        'n' => "(lame) has no meaning here: nothing blocks a leap",
        'j' => "(jumping) has no meaning here: nothing stands in the way",
        'p' | 'g' => "(hopper) has no meaning here: attacks do not depend on other pieces",
        'a' | 't' | 'u' | 'y' => {
            "(moves of several legs) is not read: only leaps and straight rides are"
        }
        'q' | 'z' => "(circular and crooked rides) is not read: only straight rides are",
        'o' => "(cylinder) is not part of a piece: a torus is a property of the grid",
        _ => "is no modifier (f b l r v s h) and no atom (atoms are capital letters)",
    }
}

#[cfg(test)]
mod tests;
