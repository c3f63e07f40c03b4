use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

use super::text::{FileError, reason};

/// Maximum number of symbolic links in a row, as in operating systems.
const MOST_LINKS: usize = 40;
/// The number of bytes written at once.
const BUFFER: usize = 1 << 16;

/// Writes to a pipe or a device directly, and replaces a regular file. Opening a pipe waits for its
/// reader.
///
/// # Errors
/// The error of `write`, or a [`FileError`] if the file cannot be written.
pub fn write_file<E: From<FileError>>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> Result<(), E>,
) -> Result<(), E> {
    let failed = |error: io::Error| FileError::of_io(path, &error);
    if fs::metadata(path).is_ok_and(|old| !old.is_file() && !old.is_dir()) {
        let mut file = File::options().write(true).open(path).map_err(failed)?;
        let mut out = BufWriter::with_capacity(BUFFER, &mut file);
        write(&mut out)?;
        return Ok(out.flush().map_err(failed)?);
    }
    replace_file(path, write)
}

/// Writes a file completely or not at all: the content goes to a temporary file in the same directory,
/// which is renamed once it is complete.
///
/// # Errors
/// The error of `write`, or a [`FileError`] if the file cannot be written.
pub fn replace_file<E: From<FileError>>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> Result<(), E>,
) -> Result<(), E> {
    let failed = |error: io::Error| FileError::of_io(path, &error);
    let old = fs::metadata(path).ok();
    if let Some(old) = &old {
        if !old.is_file() {
            return Err(failed(io::Error::other("this is not a file that can be replaced")).into());
        }
        if old.permissions().readonly() {
            return Err(failed(io::Error::other("this file is read-only")).into());
        }
    }
    let path = resolve_links(path).map_err(failed)?;
    let (mut file, _unfinished) = UnfinishedFiles::create_beside(&path).map_err(failed)?;
    let mut out = BufWriter::with_capacity(BUFFER, file.as_file_mut());
    write(&mut out)?;
    out.flush().map_err(failed)?;
    drop(out);
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions()).map_err(failed)?;
    }
    file.as_file().sync_all().map_err(failed)?;
    Ok(UnfinishedFiles::finish(file, &path).map_err(failed)?)
}

/// The file that symbolic links lead to, which need not exist.
fn resolve_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("this link leads to itself"))
}

/// The temporary files of this process that are still being written.
///
/// A process that ends on a signal runs no destructors, so it removes these files itself.
#[derive(Debug)]
pub struct UnfinishedFiles {
    paths: Vec<PathBuf>,
    /// The number of files that have been written whole.
    finished: usize,
}

/// One list per process, as signals end the whole process.
static UNFINISHED: Mutex<UnfinishedFiles> =
    Mutex::new(UnfinishedFiles { paths: Vec::new(), finished: 0 });

impl UnfinishedFiles {
    /// Removes all of them and blocks every thread that creates or finishes another one. Returns the number
    /// of files that this process has written whole. Call it only right before the process ends.
    #[must_use]
    pub fn abandon() -> usize {
        let files = Self::lock();
        for path in &files.paths {
            // A failed file may just have been removed.
            let _ = fs::remove_file(path);
        }
        let finished = files.finished;
        // The lock is never released.
        std::mem::forget(files);
        finished
    }

    /// The number of files that this process has written whole.
    #[must_use]
    pub fn finished() -> usize {
        Self::lock().finished
    }

    /// Creates a temporary file in the same directory as `path`. It is removed when it is dropped, and
    /// in the list until the entry is dropped.
    fn create_beside(path: &Path) -> io::Result<(NamedTempFile, Entry)> {
        let directory = path.parent().filter(|directory| !directory.as_os_str().is_empty());
        let directory = directory.unwrap_or(Path::new("."));
        if !directory.is_dir() {
            let reason = format!("there is no directory '{}'", directory.display());
            return Err(io::Error::other(reason));
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".configurator-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // The permissions of any new file: the umask restricts them.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        // Locked before the file exists, so that `abandon` misses none.
        let mut files = Self::lock();
        // The error names the temporary file, which nobody has asked for.
        let file = builder.tempfile_in(directory).map_err(|error| {
            let reason = match error.kind() {
                ErrorKind::NotFound => "this file system takes no new files".to_owned(),
                kind => reason(&kind.into()),
            };
            io::Error::other(format!("no file can be made in '{}': {reason}", directory.display()))
        })?;
        files.paths.push(file.path().to_owned());
        let entry = Entry(file.path().to_owned());
        Ok((file, entry))
    }

    /// Renames a complete file to `path`.
    fn finish(file: NamedTempFile, path: &Path) -> io::Result<()> {
        // Locked, so that `abandon` counts exactly the files that are there.
        let mut files = Self::lock();
        file.persist(path).map_err(|error| error.error)?;
        files.finished += 1;
        Ok(())
    }

    fn lock() -> MutexGuard<'static, Self> {
        UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A path in the list of unfinished files.
struct Entry(PathBuf);

impl Drop for Entry {
    fn drop(&mut self) {
        UnfinishedFiles::lock().paths.retain(|path| *path != self.0);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn replace(path: &Path, text: &str) -> Result<(), FileError> {
        replace_file(path, |out| {
            out.write_all(text.as_bytes()).map_err(|error| FileError::of_io(path, &error))
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
