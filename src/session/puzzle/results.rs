//! The results of solved puzzles, in a file that is replaced as a whole.

use std::fmt::Write as _;
use std::io::{ErrorKind, Write as _};
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use super::wanted::{Kind, Wanted};
use crate::steps::Grade;
use files::toml_file::{Reader, TomlValue};
use files::{FileError, FileLock, read_file, replace_file};

/// The name of the file in the directory of the program's state.
pub const FILE: &str = "results.toml";

/// The results of all puzzles of a kind, size and grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The kind of puzzle that was solved.
    pub wanted: Wanted,
    /// Number of solved puzzles.
    pub solved: u32,
    /// Number of puzzles solved without a hint. Only these have times.
    pub unaided: u32,
    /// The shortest time without a hint; zero if there is none.
    pub best: Duration,
    /// Sum of all times without a hint.
    pub total: Duration,
    /// Number of hints in all puzzles.
    pub hints: u32,
}

impl Score {
    /// The score before the first solved puzzle.
    #[must_use]
    pub const fn new(wanted: Wanted) -> Self {
        let (best, total) = (Duration::ZERO, Duration::ZERO);
        Self { wanted, solved: 0, unaided: 0, best, total, hints: 0 }
    }

    /// The mean time without a hint, if there is one.
    #[must_use]
    pub fn average(&self) -> Option<Duration> {
        self.total.checked_div(self.unaided)
    }

    fn add(&mut self, time: Duration, hints: u32) {
        self.solved = self.solved.saturating_add(1);
        self.hints = self.hints.saturating_add(hints);
        if hints == 0 {
            self.best = if self.unaided == 0 { time } else { self.best.min(time) };
            self.unaided = self.unaided.saturating_add(1);
            self.total = self.total.saturating_add(time);
        }
    }
}

/// The results of all solved puzzles, by kind, size and grade.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// In the order of `wanted`.
    scores: Vec<Score>,
}

impl Results {
    /// The scores, by kind, size, stars and grade.
    #[must_use]
    pub fn scores(&self) -> &[Score] {
        &self.scores
    }

    /// The score of a kind of puzzle, if one was solved.
    #[must_use]
    pub fn score(&self, wanted: Wanted) -> Option<Score> {
        self.scores.iter().find(|score| score.wanted == wanted).copied()
    }

    /// Adds a solved puzzle with its time and number of hints, and returns the new score.
    pub fn add(&mut self, wanted: Wanted, time: Duration, hints: u32) -> Score {
        let found = self.scores.binary_search_by(|score| score.wanted.cmp(&wanted));
        let index = found.unwrap_or_else(|index| {
            self.scores.insert(index, Score::new(wanted));
            index
        });
        self.scores[index].add(time, hints);
        self.scores[index]
    }

    /// Reads a file. A missing file has no results.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        if path.metadata().is_err_and(|error| error.kind() == ErrorKind::NotFound) {
            return Ok(Self::default());
        }
        Self::parse(&read_file(path)?, &path.to_string_lossy())
    }

    /// Reads the file, adds a result as [`Results::add`] does, and replaces the file. Other boards wait
    /// meanwhile.
    ///
    /// # Errors
    /// When the file cannot be locked, read or written, or is damaged. It then stays unchanged.
    pub fn record(
        path: &Path,
        wanted: Wanted,
        time: Duration,
        hints: u32,
    ) -> Result<Score, FileError> {
        let _lock = FileLock::take(path)?;
        let mut results = Self::read(path)?;
        let score = results.add(wanted, time, hints);
        let text = results.to_toml();
        replace_file(path, |out| {
            out.write_all(text.as_bytes()).map_err(|error| FileError::of_io(path, &error))
        })?;
        Ok(score)
    }

    /// Parses a text; errors name it `name`.
    ///
    /// # Errors
    /// When it is damaged; the error names the line and the reason.
    pub fn parse(text: &str, name: &str) -> Result<Self, FileError> {
        let toml = Reader { text, name };
        let mut results = Self::default();
        for (key, value) in toml.table()?.get_ref() {
            if key.get_ref() != "solved" {
                return Err(toml.unknown_key(key, "solved"));
            }
            for entry in toml.list(value, FORM)? {
                results.scores.push(score(&toml, entry)?);
            }
        }
        results.scores.sort_by_key(|score| score.wanted);
        Ok(results)
    }

    /// The text of the file.
    ///
    /// # Panics
    /// Never: a string takes every line.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let mut text = "# The puzzles that were solved; times in milliseconds.\n".to_owned();
        for Score { wanted, solved, unaided, best, total, hints } in &self.scores {
            let (kind, grade) = (wanted.kind(), wanted.grade());
            let (size, stars) = (wanted.size(), wanted.stars());
            let (best, total) = (best.as_millis(), total.as_millis());
            write!(
                text,
                "\n[[solved]]\nkind = \"{kind}\"\nsize = {size}\nstars = {stars}\n\
                 grade = \"{grade}\"\nsolved = {solved}\nunaided = {unaided}\nbest = {best}\n\
                 total = {total}\nhints = {hints}\n"
            )
            .expect("a string takes every line");
        }
        text
    }
}

/// The keys of a score, for error messages.
const KEYS: &str = "kind, size, stars, grade, solved, unaided, best, total, hints";

/// The form of the list of scores, for error messages.
const FORM: &str = "'solved' must be tables, as in [[solved]]";

/// Reads a score.
fn score(toml: &Reader<'_>, value: &TomlValue<'_>) -> Result<Score, FileError> {
    let table = value.get_ref().as_table();
    let table = table.ok_or_else(|| toml.error(&value.span(), &FORM))?;
    let is_known = |key: &str| KEYS.split(", ").any(|known| known == key);
    if let Some((key, _)) = table.iter().find(|(key, _)| !is_known(key.get_ref())) {
        return Err(toml.unknown_key(key, KEYS));
    }
    let get = |key: &str| {
        let missing = || toml.error(&value.span(), &format!("'{key}' is missing"));
        table.get(key).ok_or_else(missing)
    };
    let kind: Kind = toml.parsed(get("kind")?, "'kind' must be a name in quotes")?;
    let grade: Grade = toml.parsed(get("grade")?, "'grade' must be a name in quotes")?;
    let short = |key| number(toml, get(key)?, key);
    let (size, stars) = (number(toml, get("size")?, "size")?, short("stars")?);
    let wanted = Wanted::new(kind, grade, Some(size), Some(stars));
    let wanted = wanted.map_err(|error| toml.error(&value.span(), &error))?;
    let time = |key| Ok(Duration::from_millis(number(toml, get(key)?, key)?));
    Ok(Score {
        wanted,
        solved: short("solved")?,
        unaided: short("unaided")?,
        best: time("best")?,
        total: time("total")?,
        hints: short("hints")?,
    })
}

/// Reads a number that is not negative.
fn number<T: FromStr>(toml: &Reader<'_>, value: &TomlValue<'_>, key: &str) -> Result<T, FileError> {
    let number = value.get_ref().as_integer().and_then(|number| number.as_str().parse().ok());
    let form = format!("'{key}' must be a whole number from 0 on");
    number.ok_or_else(|| toml.error(&value.span(), &form))
}

#[cfg(test)]
mod tests;
