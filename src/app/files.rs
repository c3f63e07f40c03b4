//! The files of the session: which one is the default, and which may be replaced.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::notice::BoardNotice;
use files::FileVersion;
use session::BoardNumber;

/// The files that this session has opened or written. Other files are not replaced without
/// confirmation.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// The default file for saving, with the board that it contains.
    default_file: Option<(PathBuf, BoardNumber)>,
    /// The version of each file when it was read or written.
    pub known_versions: HashMap<PathBuf, FileVersion>,
    /// The current folder.
    pub folder: PathBuf,
}

/// Which existing file may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replaceable {
    /// The file must not exist.
    Nothing,
    /// A file whose content this session has read or written.
    Only(FileVersion),
    /// Any existing file.
    Anything,
}

/// The name of a puzzle in a file: the name of the file without its ending.
pub fn puzzle_name(path: &Path) -> Option<String> {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned())
}

impl Files {
    /// The default file for saving a board.
    ///
    /// # Errors
    /// When there is no default file, or when the default file contains another board, for example after undo.
    pub fn default_path(&self, number: BoardNumber) -> Result<PathBuf, BoardNotice> {
        match &self.default_file {
            Some((path, saved)) if *saved == number => Ok(path.clone()),
            Some((path, _)) => Err(BoardNotice::OtherBoard { path: path.clone() }),
            None => Err(BoardNotice::NoFile),
        }
    }

    /// Makes a file with this content the default for a board.
    pub(crate) fn set_default(&mut self, path: PathBuf, version: FileVersion, number: BoardNumber) {
        self.known_versions.insert(path.clone(), version);
        self.default_file = Some((path, number));
    }

    /// Returns which content of a file may be replaced: any content if the user has confirmed, otherwise only
    /// the version that this session has read or written.
    pub fn replaceable(&self, path: &Path, is_confirmed: bool) -> Replaceable {
        if is_confirmed {
            return Replaceable::Anything;
        }
        self.known_versions
            .get(path)
            .map_or(Replaceable::Nothing, |&version| Replaceable::Only(version))
    }
}
