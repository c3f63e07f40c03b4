use std::collections::HashMap;
use std::path::{Path, PathBuf};

use files::FileVersion;
use session::BoardNumber;

/// The files that this session has opened or written. Other files are not replaced without
/// confirmation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Files {
    /// The default file for saving, with the board that it contains.
    board: Option<(PathBuf, BoardNumber)>,
    /// The version of each file when it was read or written.
    own: HashMap<PathBuf, FileVersion>,
    /// The current folder.
    pub folder: PathBuf,
}

/// Which existing file may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Replaceable {
    /// None: the file must not exist.
    Nothing,
    /// A file whose content this session has read or written.
    Only(FileVersion),
    /// Any.
    Anything,
}

impl Files {
    /// The default file for saving a board.
    ///
    /// # Errors
    /// A sentence for the user if there is no such file, or if it belongs to another board, as after
    /// undo.
    pub(crate) fn board(&self, number: BoardNumber) -> Result<PathBuf, String> {
        match &self.board {
            Some((path, saved)) if *saved == number => Ok(path.clone()),
            Some((path, _)) => {
                let path = path.display();
                Err(format!("this is another board than that of {path}; ':w {path}' replaces it"))
            }
            None => Err("'w' needs a file, as in ':w board.toml'".to_owned()),
        }
    }

    /// Makes a file with this content the default for a board.
    pub(crate) fn keep(&mut self, path: PathBuf, version: FileVersion, number: BoardNumber) {
        self.own.insert(path.clone(), version);
        self.board = Some((path, number));
    }

    /// Remembers an exported file with this content.
    pub(crate) fn export(&mut self, path: PathBuf, version: FileVersion) {
        self.own.insert(path, version);
    }

    /// Which version of a file may be replaced: any if the user confirms it.
    pub(crate) fn replaceable(&self, path: &Path, is_confirmed: bool) -> Replaceable {
        if is_confirmed {
            return Replaceable::Anything;
        }
        self.own.get(path).map_or(Replaceable::Nothing, |&version| Replaceable::Only(version))
    }
}
