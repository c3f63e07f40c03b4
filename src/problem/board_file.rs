mod read;
mod write;

use std::path::Path;

use super::assist::Assist;
use super::problem::Problem;
use super::rules::Rules;
use files::FileError;

/// The content of a board file: the problem and the assist level.
///
/// Reading what was written gives an equal board. A missing key has the same default as the option of the
/// command line.
///
/// ```
/// # use problem::BoardFile;
/// let board = BoardFile::parse("size = 6\ngivens = [\"b1\"]\n", "six.toml")?;
/// assert_eq!(BoardFile::parse(&board.to_toml(), "six.toml")?, board);
/// let error = BoardFile::parse("size = 6\nplaced = [\"a7\"]", "six.toml").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "six.toml:2: a7 is off the 6×6 grid (its cells go from a1 to f6)"
/// );
/// # Ok::<(), files::FileError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardFile {
    /// Rules and decisions.
    pub problem: Problem,
    /// How much the board shows.
    pub assist: Assist,
}

impl Default for BoardFile {
    /// 8 queens, as without options.
    fn default() -> Self {
        let rules = Rules::queens(8).expect("8 is a size");
        Self { problem: Problem::new(rules), assist: Assist::default() }
    }
}

impl BoardFile {
    /// Parses the text of a file, which errors call `name`.
    ///
    /// # Errors
    /// The line and the reason, if the text is not a valid board.
    pub fn parse(text: &str, name: &str) -> Result<Self, FileError> {
        read::parse(text, name)
    }

    /// Parses a text that was written as part of a journal. A rule of regions without regions, with which
    /// journals of earlier versions begin, is left out.
    ///
    /// # Errors
    /// As [`BoardFile::parse`].
    pub fn parse_journalled(text: &str) -> Result<Self, FileError> {
        read::parse_journalled(text)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When the file cannot be read, is larger than 16 MiB, or is not a valid board.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        read::read(path)
    }

    /// The text of a file that holds this board.
    #[must_use]
    pub fn to_toml(&self) -> String {
        write::to_toml(self)
    }

    /// Replaces a file as a whole: it is never half written.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        write::write(self, path)
    }
}

#[cfg(test)]
mod tests;
