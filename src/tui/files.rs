use std::path::{Path, PathBuf};

use crate::problem::{BoardFile, FileError};

/// The files that this session has opened or written: others are not replaced unasked.
#[derive(Clone, Debug, Default)]
pub(super) struct Files {
    /// Where the board is saved if no other file is named.
    board: Option<PathBuf>,
    own: Vec<PathBuf>,
}

impl Files {
    /// The files of a session that begins with this one, if any.
    pub(super) fn new(board: Option<PathBuf>) -> Self {
        Self { own: board.iter().cloned().collect(), board }
    }

    pub(super) fn board(&self) -> Option<&Path> {
        self.board.as_deref()
    }

    /// The board is that of this file now.
    pub(super) fn keep(&mut self, path: PathBuf) {
        self.own.push(path.clone());
        self.board = Some(path);
    }

    pub(super) fn is_own(&self, path: &Path) -> bool {
        self.own.iter().any(|own| own == path)
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
}
