//! The requested difficulty of a puzzle.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::steps::{Grade, Scale};
use geometry::UnknownWord;
use problem::Rules;

/// The requested difficulty of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difficulty {
    /// A grade.
    Grade(Grade),
    /// From the first number to the second one, both included.
    Range(u32, u32),
}

impl Difficulty {
    /// The range of difficulties that is accepted for puzzles under these rules.
    pub fn range(self, rules: &Rules) -> RangeInclusive<u32> {
        match self {
            Self::Grade(grade) => Scale::of(rules).range(grade),
            Self::Range(least, most) => least..=most,
        }
    }
}

impl From<Grade> for Difficulty {
    fn from(grade: Grade) -> Self {
        Self::Grade(grade)
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Grade(grade) => write!(f, "grade {grade}"),
            Self::Range(least, most) => write!(f, "difficulty {least}..{most}"),
        }
    }
}

/// The end of the error message about a text that is not a difficulty.
const WANTED: &str =
    "is not a difficulty: a grade (easy, medium, hard, expert) or a range as in 40..60";

impl FromStr for Difficulty {
    type Err = UnknownWord;

    /// Parses the name of a grade, or a range as in `40..60`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let range = || {
            let (least, most) = text.split_once("..")?;
            let (least, most) = (least.parse().ok()?, most.parse().ok()?);
            (least <= most).then_some(Self::Range(least, most))
        };
        let grade = text.parse().ok().map(Self::Grade);
        grade.or_else(range).ok_or_else(|| UnknownWord::new(text, WANTED))
    }
}
