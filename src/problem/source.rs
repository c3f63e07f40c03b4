use std::path::Path;

use super::assist::Assist;
use super::board_file::BoardFile;
use super::link::{LinkContent, is_link, read_link};
use super::problem::Problem;
use super::regions::Regions;
use super::rules::Rules;
use super::weights::Weights;
use files::{FileError, read_input};
use geometry::Grid;

/// The name of a link in error messages, because the link itself is too long.
const LINK: &str = "the link";

/// The content of a file that the board opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardSource {
    /// A board file.
    Board(BoardFile),
    /// A drawing of regions.
    Regions(Regions),
    /// The regions of a link that does not contain the number of stars.
    Linked(Regions),
}

/// The notice for a link without a number of stars. The rules are then [`Rules::star_battle`] with one
/// star.
pub const ONE_STAR_ASSUMED: &str =
    "the link does not say how many stars are in each row, column and region: one is assumed";

impl BoardSource {
    /// Reads the file `path`; `-` is standard input, and `path` may also be a link itself. A file whose name ends in
    /// `.toml` is a board file or a link. Any other file may be a drawing of regions, a link to a puzzle, or a board file.
    ///
    /// # Errors
    /// When the file cannot be read, or its content has none of these forms.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let is_board = path.extension().is_some_and(|extension| extension == "toml");
        let parse = if is_board { Self::parse_board } else { Self::parse_either };
        read(path, parse).map(|(source, _)| source)
    }

    /// Parses a board file or a link. If the text draws regions instead, the error names the option for
    /// drawings.
    fn parse_board(text: &str, name: &str) -> Result<Self, FileError> {
        Self::parse_board_by(BoardFile::parse, text, name)
    }

    /// Like [`Self::parse_board`], with a function that parses board files.
    fn parse_board_by(
        parse: fn(&str, &str) -> Result<BoardFile, FileError>,
        text: &str,
        name: &str,
    ) -> Result<Self, FileError> {
        if is_link(text) {
            return Self::parse(text, name);
        }
        BoardFile::check_not_empty(text, name)?;
        parse(text, name).map(Self::Board).map_err(|error| match Self::parse(text, name) {
            // A single line is probably a key without its value.
            Ok(Self::Regions(regions)) if regions.size().rows() > 1 => FileError::new(
                name,
                Some(1),
                &"this draws regions and is no board file: '--regions FILE' or ':regions FILE' takes it",
            ),
            _ => error,
        })
    }

    /// Parses a drawing of regions, a link or a board file.
    fn parse_either(text: &str, name: &str) -> Result<Self, FileError> {
        Self::parse(text, name).or_else(|error| {
            let board = has_keys(text).then(|| BoardFile::parse(text, name).ok()).flatten();
            board.map(Self::Board).ok_or(error)
        })
    }

    /// Parses a drawing of regions or a link to a puzzle. Error messages call the text `name`.
    ///
    /// # Errors
    /// When the text is neither a valid drawing nor a valid link.
    pub fn parse(text: &str, name: &str) -> Result<Self, FileError> {
        if is_link(text) {
            let linked = read_link(text).map_err(|error| FileError::new(name, None, &error))?;
            return Ok(match linked {
                // With one star, the puzzle is known as coloured queens.
                LinkContent { regions, stars: Some(stars) } => {
                    let board = star_battle(&regions, stars);
                    let rules = board.problem.rules().in_usual_form();
                    Self::Board(BoardFile { problem: Problem::new(rules), ..board })
                }
                LinkContent { regions, stars: None } => Self::Linked(regions),
            });
        }
        Regions::parse_named(text, name).map(Self::Regions)
    }

    /// Reads the file `path`, a board file or a link; `-` is standard input, and `path` may also be a link itself. Returns
    /// `true` if the link does not contain the number of stars, so that [`ONE_STAR_ASSUMED`] should be shown.
    ///
    /// # Errors
    /// When the file cannot be read, or is neither a board file nor a link.
    pub fn read_board(path: &Path) -> Result<(BoardFile, bool), FileError> {
        let (source, name) = read(path, Self::parse_board)?;
        source.into_board(&name)
    }

    /// Like [`BoardSource::read_board`], but cells of a board file that have no region and are not among its `holes` stay cells,
    /// which still need a region.
    ///
    /// # Errors
    /// The errors of [`BoardSource::read_board`].
    pub fn read_incomplete_board(path: &Path) -> Result<(BoardFile, bool), FileError> {
        let parse =
            |text: &str, name: &str| Self::parse_board_by(BoardFile::parse_incomplete, text, name);
        let (source, name) = read(path, parse)?;
        source.into_board(&name)
    }

    /// Returns the board, and `true` if one star is assumed because a link does not contain the number
    /// of stars.
    ///
    /// # Errors
    /// When the source is only a drawing of regions.
    pub fn into_board(self, name: &str) -> Result<(BoardFile, bool), FileError> {
        match self {
            Self::Board(board) => Ok((board, false)),
            Self::Linked(regions) => Ok((star_battle(&regions, 1), true)),
            Self::Regions(_) => {
                Err(FileError::new(name, None, &"it draws regions only; '--regions' takes it"))
            }
        }
    }

    /// Returns the regions.
    ///
    /// # Errors
    /// When a board has no regions.
    fn into_regions(self, name: &str) -> Result<Regions, FileError> {
        let regions = match self {
            Self::Regions(regions) | Self::Linked(regions) => Some(regions),
            Self::Board(board) => board.problem.rules().regions().cloned(),
        };
        regions.ok_or_else(|| FileError::new(name, None, &"this board has no regions"))
    }
}

/// Reads a link given instead of a file name, or a file with `parse`. Also returns the name to use in
/// error messages.
fn read(
    path: &Path,
    parse: impl FnOnce(&str, &str) -> Result<BoardSource, FileError>,
) -> Result<(BoardSource, String), FileError> {
    let name = path.to_string_lossy();
    if is_link(&name) {
        return Ok((BoardSource::parse(&name, LINK)?, LINK.to_owned()));
    }
    let (text, name) = read_input(path)?;
    if text.starts_with(".ver DDDMP") {
        let reason = "this is a diagram, not a board: 'configurator view FILE' shows it";
        return Err(FileError::new(&name, None, &reason));
    }
    Ok((parse(&text, &name)?, name))
}

/// True if a text can be a board file. Its first line is a key with '=', which no line of a drawing has.
fn has_keys(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    lines.find(|line| !line.is_empty() && !line.starts_with('#')).is_some_and(|it| it.contains('='))
}

/// The board of a star battle without decisions.
fn star_battle(regions: &Regions, stars: u32) -> BoardFile {
    let rules = Rules::star_battle(Grid::new(regions.size()), stars);
    let rules = rules.with_regions(regions).expect("the regions have this size");
    BoardFile { problem: Problem::new(rules), assist: Assist::Attacks }
}

impl Regions {
    /// Reads the regions from the file `path`, a drawing, a board file or a link; `-` is standard input, and `path` may
    /// also be a link itself.
    ///
    /// # Errors
    /// When the file cannot be read, or has no regions.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let (source, name) = read(path, BoardSource::parse_either)?;
        source.into_regions(&name)
    }
}

impl Weights {
    /// Reads the weights from the file `path`, a drawing or a board file; `-` is standard input.
    ///
    /// # Errors
    /// When the file cannot be read, is not a valid drawing of weights, or is a board without weights.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let (text, name) = read_input(path)?;
        if path.extension().is_none_or(|extension| extension != "toml") && !has_keys(&text) {
            return Self::parse_named(&text, &name);
        }
        let board = BoardFile::parse(&text, &name)?;
        let weights = board.problem.rules().weights().cloned();
        weights.ok_or_else(|| FileError::new(&name, None, &"this board has no weights"))
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
            BoardSource::read(&path).map_err(|error| error.to_string())
        };
        let regions = BoardSource::Regions(Regions::parse("ab\nab").unwrap());
        let board = BoardSource::Board(BoardFile::parse("size = 6", "six").unwrap());
        assert_eq!(read("today.txt", "ab\nab\n"), Ok(regions.clone()));
        assert_eq!(read("today", "🟥🟦\n🟥🟦\n"), Ok(regions));
        assert_eq!(read("six.toml", "size = 6\n"), Ok(board.clone()));
        assert_eq!(read("six", "size = 6\n"), Ok(board));
        let link = "https://puzz.link/p?starbattle/3/2/1/e8\n";
        assert_eq!(read("today.toml", link), read("today", link));
        assert!(matches!(read("today.toml", link), Ok(BoardSource::Board(_))));
        let refused = |name: &str, text: &str| read(name, text).unwrap_err();
        let sentence = refused("today.toml", "ab\nab\n");
        assert!(sentence.contains("today.toml:1: this draws regions"), "{sentence}");
        let sentence = refused("today.toml", "ab\na?\n");
        assert!(sentence.contains("today.toml:1: a line is a key"), "{sentence}");
        assert!(refused("today.txt", "ab\na?\n").contains("today.txt:2: '?' in place 2"));
        assert!(refused("empty.txt", "").contains("no regions are drawn"));
    }

    #[test]
    fn an_option_takes_the_other_kind_of_file_or_says_which_does() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            path
        };
        let sentence = BoardSource::read_board(&path("drawn", "ab\nab\n")).unwrap_err().to_string();
        assert!(sentence.contains("'--regions FILE'"), "{sentence}");
        let drawn = Regions::parse("ab\nab").unwrap();
        assert_eq!(Regions::read(&path("drawn.toml", "ab\nab\n")), Ok(drawn.clone()));
        let board = "regions = \"ab\\nab\"\n";
        assert_eq!(Regions::read(&path("board.toml", board)), Ok(drawn));
        let sentence = Regions::read(&path("none.toml", "size = 4\n")).unwrap_err().to_string();
        assert!(sentence.ends_with("this board has no regions"), "{sentence}");
    }
}
