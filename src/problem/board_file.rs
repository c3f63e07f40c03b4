mod read;
mod write;

pub use read::{BoardTable, WrittenSize};

use super::assist::Assist;
use super::problem::Problem;
use super::rules::Rules;

/// The content of a board file: the problem and the assist level.
///
/// Writing a board and reading the text returns an equal board. A missing key has the same default as
/// the corresponding option of the command line.
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
    /// The problem: rules and decisions.
    pub problem: Problem,
    /// The assist level.
    pub assist: Assist,
}

impl Default for BoardFile {
    /// The board without options: 8 queens on 8×8.
    fn default() -> Self {
        let rules = Rules::queens(8).expect("8 is a size");
        Self { problem: Problem::new(rules), assist: Assist::default() }
    }
}

#[cfg(test)]
mod tests;
