//! The results of solved puzzles, stored in a file that is replaced as a whole.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::date::Date;
use super::opened::beginning;
use super::spec::{Kind, PuzzleSpec, PuzzleSpecError};
use crate::steps::Grade;
use files::toml_file::{Quoted, TomlText};
use files::{FileError, FileLock, FileVersion, read_file, replace_file};
use problem::{Assist, BoardFile, Problem};

/// The name of the results file in the program's state directory.
pub const FILE: &str = "results.toml";

/// The results of all solved puzzles of the same kind, size, number of stars and grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The kind, size, number of stars and grade of the puzzles.
    pub wanted: PuzzleSpec,
    /// Number of solved puzzles.
    pub solved: u32,
    /// Number of puzzles solved without a hint and without a reported mistake. Only the times of these puzzles are
    /// counted.
    pub unaided: u32,
    /// The shortest time of an unaided solution; zero if there is none.
    pub best: Duration,
    /// Sum of all times of unaided solutions.
    pub total: Duration,
    /// Total number of hints.
    pub hints: u32,
    /// Total number of reported mistakes.
    pub mistakes: u32,
}

impl Score {
    /// The score before the first solved puzzle.
    pub const fn new(wanted: PuzzleSpec) -> Self {
        let (best, total) = (Duration::ZERO, Duration::ZERO);
        Self { wanted, solved: 0, unaided: 0, best, total, hints: 0, mistakes: 0 }
    }

    /// The mean time of unaided solutions, if there is one.
    pub fn average(&self) -> Option<Duration> {
        self.total.checked_div(self.unaided)
    }

    fn add(&mut self, PuzzleResult { time, hints, mistakes, .. }: PuzzleResult) {
        self.solved = self.solved.saturating_add(1);
        self.hints = self.hints.saturating_add(hints);
        self.mistakes = self.mistakes.saturating_add(mistakes);
        if hints == 0 && mistakes == 0 {
            self.best = if self.unaided == 0 { time } else { self.best.min(time) };
            self.unaided = self.unaided.saturating_add(1);
            self.total = self.total.saturating_add(time);
        }
    }
}

/// The result of a solved puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PuzzleResult {
    /// The time on the clock.
    pub time: Duration,
    /// Number of hints.
    pub hints: u32,
    /// Number of reported mistakes.
    pub mistakes: u32,
    /// The date if this was the puzzle of a day.
    pub daily: Option<Date>,
}

/// Identifies a puzzle by its rules and its givens.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PuzzleId(String);

impl PuzzleId {
    /// The identity of a puzzle. The decisions of a player do not matter.
    pub fn of(problem: &Problem) -> Self {
        let board = BoardFile { problem: beginning(problem), assist: Assist::default() };
        Self(FileVersion::of_text(&board.to_toml()).to_string())
    }
}

/// The score after a result was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedScore {
    /// The results of all puzzles of this kind.
    pub score: Score,
    /// True if the puzzle was solved before, so that the result does not count.
    pub is_repeated: bool,
    /// Number of days in a row, up to that of the puzzle, whose puzzle of the day was solved; 0 for other puzzles.
    pub days_in_a_row: usize,
}

/// The results of all solved puzzles, by kind, size and grade.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// The scores, sorted by `wanted`.
    scores: Vec<Score>,
    /// The puzzles that were solved.
    puzzles: BTreeSet<PuzzleId>,
    /// The dates whose puzzle of the day was solved.
    dailies: BTreeSet<Date>,
}

/// Maximum number of weeks in the calendar of the puzzles of the day.
const WEEKS: u64 = 5;

impl Results {
    /// The solved puzzles of the day in lines: their number, the current streak of days (today may be missing), and a
    /// calendar of the last weeks. Empty if none was solved.
    pub fn dailies_in_lines(&self, today: Date) -> Vec<String> {
        let days: BTreeSet<u64> = self.dailies.iter().map(|date| date.number()).collect();
        if days.is_empty() {
            return Vec::new();
        }
        let today = today.number();
        let now = self.streak(today).max(self.streak(today - 1));
        let longest = days.iter().map(|&day| self.streak(day)).max().unwrap_or_default();
        let solved = geometry::counted(days.len(), "puzzle of the day", "puzzles of the day");
        let line = format!("{solved}; days in a row: {now} now, {longest} at best");
        let heading = "week of     Mo Tu We Th Fr Sa Su".to_owned();
        let sign = |day: u64| match days.contains(&day) {
            true => "  *",
            false if day > today => "",
            false => "  .",
        };
        // Weeks begin on Mondays. 1970-01-01 was a Thursday.
        let weeks = (0..WEEKS).rev().map(|back| {
            let monday = today - (today + 3) % 7 - 7 * back;
            let signs: String = (monday..monday + 7).map(sign).collect();
            format!("{} {signs}", Date::after(monday))
        });
        [line, heading].into_iter().chain(weeks).collect()
    }

    /// Number of days in a row, up to the day with this number, whose puzzle of the day was solved.
    fn streak(&self, end: u64) -> usize {
        (0..=end).take_while(|back| self.dailies.contains(&Date::after(end - back))).count()
    }

    /// The scores, sorted by kind, size, stars and grade.
    pub fn scores(&self) -> &[Score] {
        &self.scores
    }

    /// The score of puzzles with this specification, if one was solved.
    pub fn score(&self, wanted: PuzzleSpec) -> Option<Score> {
        self.scores.iter().find(|score| score.wanted == wanted.without_range()).copied()
    }

    /// Adds a solved puzzle, and returns the new score. Only the first result of a puzzle counts.
    pub fn add(
        &mut self,
        wanted: PuzzleSpec,
        puzzle: PuzzleId,
        result: PuzzleResult,
    ) -> RecordedScore {
        self.dailies.extend(result.daily);
        let is_repeated = !self.puzzles.insert(puzzle);
        let wanted = wanted.without_range();
        let found = self.scores.binary_search_by(|score| score.wanted.cmp(&wanted));
        let index = found.unwrap_or_else(|index| {
            self.scores.insert(index, Score::new(wanted));
            index
        });
        if !is_repeated {
            self.scores[index].add(result);
        }
        let days_in_a_row = result.daily.map_or(0, |date| self.streak(date.number()));
        RecordedScore { score: self.scores[index], is_repeated, days_in_a_row }
    }

    /// Reads a results file. Returns no results if the file is missing.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let parse = |text: String| Self::parse(&text, &path.to_string_lossy());
        read_file(path)?.map_or_else(|| Ok(Self::default()), parse)
    }

    /// Reads the file, adds a result as [`Results::add`] does, and replaces the file. Locks the file, so that
    /// other boards wait until it is replaced.
    ///
    /// # Errors
    /// When the file cannot be locked, read or written, or is damaged. The file then stays unchanged.
    pub fn record(
        path: &Path,
        wanted: PuzzleSpec,
        puzzle: PuzzleId,
        result: PuzzleResult,
    ) -> Result<RecordedScore, FileError> {
        let _lock = FileLock::take(path)?;
        let mut results = Self::read(path)?;
        let score = results.add(wanted, puzzle, result);
        let text = results.to_toml();
        replace_file(path, |out| {
            out.write_all(text.as_bytes()).map_err(|error| FileError::of_io(path, &error))
        })?;
        Ok(score)
    }

    /// Parses the text of a results file. Errors refer to the text as `name`.
    ///
    /// # Errors
    /// When the text is damaged. The error names the line and the reason.
    pub fn parse(text: &str, name: &str) -> Result<Self, FileError> {
        let toml = TomlText { text, name };
        let table: ResultsTable = toml.read(form)?;
        let dailies = table.dailies.into_iter().map(|date| date.0).collect();
        let mut results = Self { puzzles: table.puzzles, dailies, scores: Vec::new() };
        for written in &table.solved {
            let score = Score::try_from(written.get_ref());
            results.scores.push(score.map_err(|error| toml.error(&written.span(), &error))?);
        }
        results.scores.sort_by_key(|score| score.wanted);
        Ok(results)
    }

    /// The text of the file.
    ///
    /// # Panics
    /// Never: all values can be written.
    pub fn to_toml(&self) -> String {
        let solved = self.scores.iter().map(|score| Spanned::new(0..0, score.into())).collect();
        let dailies = self.dailies.iter().copied().map(Quoted).collect();
        let table =
            toml::to_string(&ResultsTable { puzzles: self.puzzles.clone(), dailies, solved });
        let text = table.expect("numbers and names can be written");
        format!("# The puzzles that were solved; times in milliseconds.\n\n{text}")
    }
}

/// The content of the file. Files of earlier versions do not name the puzzles and the days.
#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
struct ResultsTable {
    puzzles: BTreeSet<PuzzleId>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    dailies: Vec<Quoted<Date>>,
    solved: Vec<Spanned<WrittenScore>>,
}

/// A score as it is written in the file. Times are in milliseconds.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct WrittenScore {
    kind: Quoted<Kind>,
    size: u16,
    stars: u32,
    grade: Quoted<Grade>,
    solved: u32,
    unaided: u32,
    best: u64,
    total: u64,
    hints: u32,
    /// Files of earlier versions have no mistakes.
    #[serde(default)]
    mistakes: u32,
}

/// Describes the valid values of a key, for error messages.
fn form(key: &str) -> String {
    let form = match key {
        "solved" => "tables, as in [[solved]]",
        "puzzles" => "a list of texts in quotes",
        "dailies" => "a list of dates in quotes, as in \"2026-11-23\"",
        "solved.kind" | "solved.grade" => "a name in quotes",
        _ => "a whole number from 0 on",
    };
    format!("'{}' must be {form}", key.trim_start_matches("solved."))
}

impl TryFrom<&WrittenScore> for Score {
    type Error = PuzzleSpecError;

    fn try_from(written: &WrittenScore) -> Result<Self, PuzzleSpecError> {
        let WrittenScore { kind, size, stars, grade, solved, unaided, hints, mistakes, .. } =
            *written;
        let wanted = PuzzleSpec::new(kind.0, grade.0, Some(size), Some(stars))?;
        let [best, total] = [written.best, written.total].map(Duration::from_millis);
        Ok(Self { wanted, solved, unaided, best, total, hints, mistakes })
    }
}

impl From<&Score> for WrittenScore {
    fn from(score: &Score) -> Self {
        let Score { wanted, solved, unaided, best, total, hints, mistakes } = *score;
        Self {
            kind: Quoted(wanted.kind()),
            size: wanted.size(),
            stars: wanted.stars(),
            grade: Quoted(wanted.grade()),
            solved,
            unaided,
            best: milliseconds(best),
            total: milliseconds(total),
            hints,
            mistakes,
        }
    }
}

fn milliseconds(time: Duration) -> u64 {
    time.as_millis().try_into().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
