use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::NamedTempFile;

use super::text_file::FileError;

/// As many links as systems follow.
const MOST_LINKS: usize = 40;
/// The bytes that are written at once.
const BUFFER: usize = 1 << 16;

/// The files that are being written beside those that they will replace.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Writes to what is no file but takes text, a pipe or a device, and else replaces the file. May wait
/// for a reader.
///
/// # Errors
/// What `write` returns, or when there can be no such file.
pub fn write_file<E: From<FileError>>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> Result<(), E>,
) -> Result<(), E> {
    let failed = |error: io::Error| FileError::of_file(path, &error);
    if fs::metadata(path).is_ok_and(|old| !old.is_file() && !old.is_dir()) {
        let mut file = File::options().write(true).open(path).map_err(failed)?;
        let mut out = BufWriter::with_capacity(BUFFER, &mut file);
        write(&mut out)?;
        return Ok(out.flush().map_err(failed)?);
    }
    replace_file(path, write)
}

/// Writes a file, or leaves the one that is there as it is: it is written beside the old one and put
/// in its place when it is complete.
///
/// # Errors
/// What `write` returns, or when there can be no such file.
pub fn replace_file<E: From<FileError>>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> Result<(), E>,
) -> Result<(), E> {
    let failed = |error: io::Error| FileError::of_file(path, &error);
    let old = fs::metadata(path).ok();
    if let Some(old) = &old {
        if !old.is_file() {
            return Err(failed(io::Error::other("this is not a file that can be replaced")).into());
        }
        if old.permissions().readonly() {
            return Err(failed(io::Error::other("this file is read-only")).into());
        }
    }
    let path = followed(path).map_err(failed)?;
    let (_listed, mut file) = beside(&path).map_err(failed)?;
    let mut out = BufWriter::with_capacity(BUFFER, file.as_file_mut());
    write(&mut out)?;
    out.flush().map_err(failed)?;
    drop(out);
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions()).map_err(failed)?;
    }
    file.as_file().sync_all().map_err(failed)?;
    file.persist(&path).map_err(|error| failed(error.error))?;
    Ok(())
}

/// Removes what has been written of unfinished files, and lets none be begun: for a program that ends
/// at once, before they are complete.
pub fn abandon_unfinished_files() {
    let unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    for path in unfinished.iter() {
        // It may just have been put in its place.
        let _ = fs::remove_file(path);
    }
    std::mem::forget(unfinished);
}

/// Where links lead, to a file or to where there is none yet: a link stays a link.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("this link leads to itself"))
}

/// A file that is in the list of those unfinished.
struct Listed(PathBuf);

impl Drop for Listed {
    fn drop(&mut self) {
        let mut unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
        unfinished.retain(|path| *path != self.0);
    }
}

/// A new file in the same directory, gone again unless it is kept.
fn beside(path: &Path) -> io::Result<(Listed, NamedTempFile)> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    if !folder.is_dir() {
        let reason = format!("there is no directory '{}'", folder.display());
        return Err(io::Error::other(reason));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".configurator-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any new file: for all whom the user's mask lets read it.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // Listed as soon as it is there.
    let mut unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    let file = builder.tempfile_in(folder)?;
    unfinished.push(file.path().to_owned());
    Ok((Listed(file.path().to_owned()), file))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn replace(path: &Path, text: &str) -> Result<(), FileError> {
        replace_file(path, |out| {
            out.write_all(text.as_bytes()).map_err(|error| FileError::of_file(path, &error))
        })
    }

    #[test]
    fn a_link_stays_a_link_even_to_a_file_that_is_not_there_yet() {
        let folder = tempfile::tempdir().unwrap();
        let [file, near, far] = ["file", "near", "far"].map(|name| folder.path().join(name));
        symlink("file", &near).unwrap();
        symlink(&near, &far).unwrap();
        for text in ["new", "replaced"] {
            replace(&far, text).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
            assert!(near.is_symlink() && far.is_symlink() && !file.is_symlink());
        }
        let endless = folder.path().join("endless");
        symlink(&endless, &endless).unwrap();
        assert!(replace(&endless, "x").unwrap_err().to_string().contains("leads to itself"));
        assert!(endless.is_symlink());
    }
}
