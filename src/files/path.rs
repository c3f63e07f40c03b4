//! The kind of file at a path, and the targets of links.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::error::FileError;

/// Maximum number of symbolic links that are followed, as in operating systems.
const MAX_LINKS: usize = 40;

/// Refuses a path that is neither a file nor a directory. Opening a pipe would wait for another program.
///
/// # Errors
/// When the path is neither a file nor a directory.
pub fn check_regular(path: &Path) -> Result<(), FileError> {
    match path.metadata() {
        Ok(facts) if !facts.is_file() && !facts.is_dir() => {
            Err(FileError::of_file(path, &"this is not a regular file"))
        }
        _ => Ok(()),
    }
}

/// Follows symbolic links. Returns the target file, which need not exist.
pub(super) fn resolve_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("this link leads to itself"))
}

/// The folder of a file.
pub(super) fn folder(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Makes new names in the folder of a file permanent. Errors are ignored: not every system can open a folder.
pub(super) fn sync_folder(path: &Path) {
    let _ = File::open(folder(path)).and_then(|folder| folder.sync_all());
}
