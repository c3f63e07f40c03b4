use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::engine::{Budget, Interrupted};
use crate::export::{ExportError, Format};
use crate::problem::{BoardFile, FileError, Problem, Rules, replace_file};

/// The files that this session has opened or written: others are not replaced unasked.
#[derive(Clone, Debug, Default)]
pub(super) struct Files {
    /// Where the board is saved if no other file is named, and the rules that it had when it was
    /// opened or saved.
    board: Option<(PathBuf, Arc<Rules>)>,
    own: Vec<PathBuf>,
}

impl Files {
    /// Where a board under these rules is saved if no file is named.
    ///
    /// # Errors
    /// What to say where that would be a guess: after undo the file may be that of another board.
    pub(super) fn board(&self, rules: &Arc<Rules>) -> Result<PathBuf, String> {
        match &self.board {
            Some((path, saved)) if Arc::ptr_eq(saved, rules) => Ok(path.clone()),
            Some((path, _)) => {
                let path = path.display();
                Err(format!("this is another board than that of {path}; ':w {path}' replaces it"))
            }
            None => Err("'w' needs a file, as in ':w board.toml'".to_owned()),
        }
    }

    /// The board under these rules is that of this file now.
    pub(super) fn keep(&mut self, path: PathBuf, rules: &Arc<Rules>) {
        self.own.push(path.clone());
        self.board = Some((path, Arc::clone(rules)));
    }

    /// It was written, and is something else than a board.
    pub(super) fn export(&mut self, path: PathBuf) {
        self.own.push(path);
    }

    pub(super) fn is_own(&self, path: &Path) -> bool {
        self.own.iter().any(|own| own == path)
    }
}

/// What is written for others to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Export {
    pub path: PathBuf,
    pub content: Content,
    /// Even if there is such a file?
    pub may_replace: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// The board as it was drawn.
    Picture(String),
    /// The position in this format.
    Position(Format),
}

impl Export {
    /// Writes it; the file is there when it is complete. If that fails, tells why.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(super) fn write(
        &self,
        problem: &Problem,
        budget: &Budget,
    ) -> Result<Result<PathBuf, String>, Interrupted> {
        let anyway = match self.content {
            Content::Picture(_) => "export! picture",
            Content::Position(_) => "export!",
        };
        let written = check_free(&self.path, self.may_replace, anyway)
            .map_err(ExportError::from)
            .and_then(|()| {
                replace_file(&self.path, |out| match &self.content {
                    Content::Picture(drawing) => Ok(out.write_all(drawing.as_bytes())?),
                    Content::Position(format) => format.write(problem, budget, out),
                })
            });
        match written {
            Ok(()) => Ok(Ok(self.path.clone())),
            Err(ExportError::Interrupted(interrupted)) => Err(interrupted),
            Err(ExportError::Io(error)) => Ok(Err(format!("{}: {error}", self.path.display()))),
            Err(error) => Ok(Err(error.to_string())),
        }
    }
}

/// The path with a leading `~` as the user's home directory, as the shell would have it.
pub(super) fn at_home(path: &str) -> PathBuf {
    match (Path::new(path).strip_prefix("~"), etcetera::home_dir()) {
        (Ok(rest), Ok(home)) => home.join(rest),
        _ => path.into(),
    }
}

/// Reads a board.
///
/// # Errors
/// As [`BoardFile::read`], and for what is no file.
pub(super) fn open(path: &Path) -> Result<BoardFile, FileError> {
    // Nobody could stop the board from waiting for a pipe that says nothing.
    if path.metadata().is_ok_and(|facts| !facts.is_file() && !facts.is_dir()) {
        return Err(error(path, "this is not a file"));
    }
    BoardFile::read(path)
}

/// Writes a board; a file that is there already only if it may be replaced.
///
/// # Errors
/// As [`BoardFile::write`], and where there is such a file.
pub(super) fn save(path: &Path, board: &BoardFile, may_replace: bool) -> Result<(), FileError> {
    check_free(path, may_replace, "w!")?;
    board.write(path)
}

/// Makes sure that nothing is lost by writing a file, or tells the command that writes it all the same.
fn check_free(path: &Path, may_replace: bool, anyway: &str) -> Result<(), FileError> {
    if may_replace || !path.is_file() {
        return Ok(());
    }
    let reason = format!("this file exists already; ':{anyway} {}' replaces it", path.display());
    Err(error(path, &reason))
}

fn error(path: &Path, reason: &str) -> FileError {
    FileError::new(&path.to_string_lossy(), None, &reason)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_that_is_not_the_sessions_own_stays_unless_that_is_wanted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes.txt");
        fs::write(&path, "precious").unwrap();
        let error = save(&path, &BoardFile::default(), false).unwrap_err().to_string();
        let name = path.display();
        let sentence = format!("{name}: this file exists already; ':w! {name}' replaces it");
        assert_eq!(error, sentence);
        assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
        save(&path, &BoardFile::default(), true).unwrap();
        assert_eq!(open(&path).unwrap(), BoardFile::default());
        save(&folder.path().join("new.toml"), &BoardFile::default(), false).unwrap();
    }

    #[test]
    fn an_export_leaves_files_that_it_may_not_replace() {
        let folder = tempfile::tempdir().unwrap();
        let problem = BoardFile::default().problem;
        let export = |name: &str, content: &Content, may_replace| {
            let path = folder.path().join(name);
            let export = Export { path, content: content.clone(), may_replace };
            export.write(&problem, &Budget::default()).unwrap()
        };
        let dot = Content::Position(Format::Dot);
        let path = export("8.dot", &dot, false).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("digraph"));
        let name = path.display();
        let reason = format!("this file exists already; ':export! {name}' replaces it");
        assert_eq!(export("8.dot", &dot, false), Err(format!("{name}: {reason}")));
        assert_eq!(export("8.dot", &dot, true), Ok(path.clone()));
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        // What cannot be written leaves no part of it.
        assert!(export("8.svg", &Content::Position(Format::Svg), false).is_err());
        export("board.svg", &Content::Picture("<svg/>".to_owned()), false).unwrap();
        let mut names: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["8.dot", "board.svg"]);
    }
}
