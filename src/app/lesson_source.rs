//! The source of a lesson: the program or a file.

use std::path::PathBuf;
use std::str::FromStr;

use crate::words::looks_like_a_path;
use files::is_stdin;
use geometry::{UnknownWord, suggestion};

/// The lessons of the program: name and text. The first one is the default.
const INCLUDED: [(&str, &str); 6] = [
    ("ten-minutes", include_str!("lessons/ten-minutes.toml")),
    ("reduction", include_str!("lessons/reduction.toml")),
    ("counting", include_str!("lessons/counting.toml")),
    ("orders", include_str!("lessons/orders.toml")),
    ("searches", include_str!("lessons/searches.toml")),
    ("puzzles", include_str!("lessons/puzzles.toml")),
];

/// A former name of a lesson, which is still accepted, and its present name.
const FORMER_NAME: (&str, &str) = ("propagation", "searches");

/// A lesson of the program, or the file of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonSource {
    /// A lesson of the program.
    Included {
        /// The name.
        name: &'static str,
        /// The text of its file.
        text: &'static str,
    },
    /// A file.
    File(PathBuf),
}

impl Default for LessonSource {
    /// The first lesson of the program.
    fn default() -> Self {
        Self::included(INCLUDED[0])
    }
}

impl FromStr for LessonSource {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        let present = if word == FORMER_NAME.0 { FORMER_NAME.1 } else { word };
        if let Some(lesson) = INCLUDED.into_iter().find(|(name, _)| *name == present) {
            return Ok(Self::included(lesson));
        }
        let path = PathBuf::from(word);
        if is_stdin(&path) || looks_like_a_path(word) {
            return Ok(Self::File(path));
        }
        let names = Self::names().collect::<Vec<_>>().join(", ");
        let suggestion = suggestion(word, Self::names());
        let what = format!("is no lesson ({names}) and no file that ends in .toml{suggestion}");
        Err(UnknownWord::new(word, what))
    }
}

impl LessonSource {
    const fn included((name, text): (&'static str, &'static str)) -> Self {
        Self::Included { name, text }
    }

    /// The names of the lessons of the program.
    pub fn names() -> impl Iterator<Item = &'static str> {
        INCLUDED.iter().map(|(name, _)| *name)
    }
}
