use std::path::Path;

use super::{BoardFile, Regions};
use crate::files::{FileError, read_file};

/// The content of a file that the board opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A board file.
    Board(BoardFile),
    /// A drawing of regions.
    Regions(Regions),
}

impl Source {
    /// Reads a file: a board if its name ends in `.toml`; otherwise a drawing of regions or, since the
    /// user may name board files otherwise, a board.
    ///
    /// # Errors
    /// When the file cannot be read or is neither.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let (text, name) = (read_file(path)?, path.to_string_lossy());
        if path.extension().is_some_and(|extension| extension == "toml") {
            return BoardFile::parse(&text, &name).map(Self::Board);
        }
        Regions::parse(&text).map(Self::Regions).or_else(|error| {
            // The text of a board file never draws regions: its keys are followed by '='.
            let board = BoardFile::parse(&text, &name).ok().filter(|_| text.contains('='));
            board.map(Self::Board).ok_or_else(|| FileError::new(&name, Some(error.line), &error))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_name_or_else_the_text_tells_boards_from_drawings() {
        let folder = tempfile::tempdir().unwrap();
        let read = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            Source::read(&path).map_err(|error| error.to_string())
        };
        let regions = Source::Regions(Regions::parse("ab\nab").unwrap());
        let board = Source::Board(BoardFile::parse("size = 6", "six").unwrap());
        assert_eq!(read("today.txt", "ab\nab\n"), Ok(regions.clone()));
        assert_eq!(read("today", "🟥🟦\n🟥🟦\n"), Ok(regions));
        assert_eq!(read("six.toml", "size = 6\n"), Ok(board.clone()));
        assert_eq!(read("six", "size = 6\n"), Ok(board));
        let refused = |name: &str, text: &str| read(name, text).unwrap_err();
        assert!(refused("today.toml", "ab\nab\n").contains("today.toml:1: "));
        assert!(refused("today.txt", "ab\na?\n").contains("today.txt:2: '?' in place 2"));
        assert!(refused("empty.txt", "").contains("no regions are drawn"));
    }
}
