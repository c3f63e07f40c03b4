use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

/// One of several disjoint parts that together contain all solutions.
///
/// ```
/// # use engine::count::Shard;
/// let shard: Shard = "2/8".parse().expect("the second of eight");
/// assert_eq!(shard.to_string(), "2/8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Index of the part, from 0.
    index: u32,
    of: NonZeroU32,
}

impl Shard {
    /// Version of the division of problems into parts. It changes whenever the engines divide a problem otherwise than
    /// before: parts of different divisions may overlap, so they must not be added up.
    pub const DIVISION: u32 = 2;

    /// All solutions.
    pub const WHOLE: Self = Self { index: 0, of: NonZeroU32::MIN };

    /// The first of `of` parts.
    pub const fn first_of(of: NonZeroU32) -> Self {
        Self { index: 0, of }
    }

    /// All parts of a count that is divided into `of` parts, in order.
    pub fn all(of: NonZeroU32) -> impl Iterator<Item = Self> {
        (0..of.get()).map(move |index| Self { index, of })
    }

    /// The number of this part, from 1.
    pub const fn number(self) -> u32 {
        self.index + 1
    }

    /// The number of parts.
    pub const fn of(self) -> NonZeroU32 {
        self.of
    }

    /// True if the work with this index belongs to the part. Work is distributed to the parts in turn.
    pub fn has(self, work: usize) -> bool {
        work % self.of.get() as usize == self.index as usize
    }

    /// The index from 0 of the part, of `parts`, that gets the work with this index. Work is sorted by size. Every
    /// second round of dealing goes backwards, so that each part gets large and small work.
    pub fn of_sorted(work: usize, parts: NonZeroU32) -> usize {
        let parts = parts.get() as usize;
        let (round, place) = (work / parts, work % parts);
        if round % 2 == 0 { place } else { parts - 1 - place }
    }

    /// True if this part gets the work with this index by [`Shard::of_sorted`].
    pub fn has_sorted(self, work: usize) -> bool {
        Self::of_sorted(work, self.of) == self.index as usize
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.of)
    }
}

/// Reason why a text is not a part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseShardError {
    /// The text is not two numbers with a `/` between them.
    #[error("'{0}' is not a part (I/K, as in '2/8')")]
    Form(String),
    /// The first number is not from 1 to the second, or the second is more than 1 000 000.
    #[error("part '{0}' is out of range: parts go from 1 to K, and K to 1000000")]
    OutOfRange(String),
}

impl FromStr for Shard {
    type Err = ParseShardError;

    /// Reads `I/K`, with 1 ≤ I ≤ K ≤ 1 000 000.
    fn from_str(text: &str) -> Result<Self, ParseShardError> {
        let form = || ParseShardError::Form(text.to_owned());
        let (part, parts) = text.split_once('/').ok_or_else(form)?;
        let number = |digits: &str| -> Result<u32, ParseShardError> {
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(form());
            }
            Ok(digits.parse().unwrap_or(u32::MAX))
        };
        let (part, parts) = (number(part)?, number(parts)?);
        NonZeroU32::new(parts)
            .filter(|of| of.get() <= 1_000_000 && (1..=of.get()).contains(&part))
            .map(|of| Self { index: part - 1, of })
            .ok_or_else(|| ParseShardError::OutOfRange(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_read_and_print() {
        for text in ["1/1", "2/8", "1000000/1000000"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        assert_eq!("1/1".parse(), Ok(Shard::WHOLE));
        for text in ["", "1", "/", "1/", "/2", "-1/2", "+1/2", "1/2/3", "a/b", "1 / 2"] {
            assert_eq!(text.parse::<Shard>(), Err(ParseShardError::Form(text.into())));
        }
        for text in ["0/1", "2/1", "1/0", "1/1000001", "1/99999999999999"] {
            assert_eq!(text.parse::<Shard>(), Err(ParseShardError::OutOfRange(text.into())));
        }
    }

    #[test]
    fn the_parts_are_disjoint_and_all() {
        let shards: Vec<Shard> = (1..=3).map(|part| format!("{part}/3").parse().unwrap()).collect();
        for work in 0..10 {
            assert_eq!(shards.iter().filter(|shard| shard.has(work)).count(), 1);
        }
    }

    #[test]
    fn every_second_round_is_dealt_backwards() {
        let parts = NonZeroU32::new(3).unwrap();
        let dealt: Vec<usize> = (0..8).map(|work| Shard::of_sorted(work, parts)).collect();
        assert_eq!(dealt, [0, 1, 2, 2, 1, 0, 0, 1]);
    }
}
