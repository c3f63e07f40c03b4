mod read;
mod write;

use std::path::Path;

use super::{Assist, Problem, Rules};
use crate::files::FileError;

/// A board as it is kept in a file: the problem, and how much the board tells.
///
/// What is written reads back equal. A key that is missing means what the command line means by a
/// missing option.
///
/// ```
/// # use configurator::problem::BoardFile;
/// let board = BoardFile::parse("size = 6\ngivens = [\"b1\"]\n", "six.toml")?;
/// assert_eq!(BoardFile::parse(&board.to_toml(), "six.toml")?, board);
/// let error = BoardFile::parse("size = 6\nplaced = [\"a7\"]", "six.toml").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "six.toml:2: a7 is off the 6×6 grid (its cells go from a1 to f6)"
/// );
/// # Ok::<(), configurator::files::FileError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardFile {
    /// Rules and decisions.
    pub problem: Problem,
    /// How much the board tells.
    pub assist: Assist,
}

impl Default for BoardFile {
    /// What the command line means without an option: 8 queens.
    fn default() -> Self {
        let rules = Rules::queens(8).expect("8 is a size");
        Self { problem: Problem::new(rules), assist: Assist::default() }
    }
}

impl BoardFile {
    /// Reads the text of a file that errors call `name`.
    ///
    /// # Errors
    /// Where the text describes no board: tells the line and the reason.
    pub fn parse(text: &str, name: &str) -> Result<Self, FileError> {
        read::parse(text, name)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When the file cannot be read, is larger than 16 MiB, or describes no board.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        read::read(path)
    }

    /// The text of a file that holds this board.
    #[must_use]
    pub fn to_toml(&self) -> String {
        write::to_toml(self)
    }

    /// Writes a file, or leaves the one that is there as it is: it is never half written.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        write::write(self, path)
    }
}

#[cfg(test)]
mod tests;
