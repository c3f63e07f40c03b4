use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

use super::text::{FileError, reason};

/// Maximum number of symbolic links that are followed, as in operating systems.
const MOST_LINKS: usize = 40;
/// Size of the write buffer, in bytes.
const BUFFER: usize = 1 << 16;

/// Writes to a pipe or a device directly, and replaces a regular file. Opening a pipe waits until another
/// program reads from it.
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

/// Writes a file completely or not at all. The content is written to a temporary file in the same directory,
/// which is renamed when it is complete.
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

/// Follows symbolic links. Returns the target file, which need not exist.
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
/// A process that is ended by a signal runs no destructors, so it must remove these files with
/// [`UnfinishedFiles::abandon`].
#[derive(Debug)]
pub struct UnfinishedFiles {
    paths: Vec<PathBuf>,
    /// The number of files that have been written completely.
    finished: usize,
}

/// One list per process, because a signal ends the whole process.
static UNFINISHED: Mutex<UnfinishedFiles> =
    Mutex::new(UnfinishedFiles { paths: Vec::new(), finished: 0 });

impl UnfinishedFiles {
    /// Removes all unfinished files, and blocks every thread that then creates or finishes a file. Returns the
    /// number of files that this process has written completely. Call it only right before the process ends.
    pub fn abandon() -> usize {
        Self::remove_all(Self::lock())
    }

    /// As [`UnfinishedFiles::abandon`], but removes nothing if a thread is just creating or finishing a file: this thread
    /// may never go on.
    pub fn abandon_if_unlocked() {
        if let Ok(files) = UNFINISHED.try_lock() {
            Self::remove_all(files);
        }
    }

    fn remove_all(files: MutexGuard<'static, Self>) -> usize {
        for path in &files.paths {
            // A file whose writing has failed may be removed already.
            let _ = fs::remove_file(path);
        }
        let finished = files.finished;
        // The lock is never released.
        std::mem::forget(files);
        finished
    }

    /// The number of files that this process has written completely.
    pub fn finished() -> usize {
        Self::lock().finished
    }

    /// Creates a temporary file in the same directory as `path`. Dropping the returned file removes it from the
    /// disk. Dropping the returned entry removes it from the list of unfinished files.
    fn create_beside(path: &Path) -> io::Result<(NamedTempFile, UnfinishedEntry)> {
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
            // The usual permissions of a new file, which the umask restricts.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        // The list is locked before the file exists, so that `abandon` misses no file.
        let mut files = Self::lock();
        // The original error names the temporary file, which means nothing to the user.
        let file = builder.tempfile_in(directory).map_err(|error| {
            let reason = match error.kind() {
                ErrorKind::NotFound => "this file system takes no new files".to_owned(),
                kind => reason(&kind.into()),
            };
            io::Error::other(format!("no file can be made in '{}': {reason}", directory.display()))
        })?;
        files.paths.push(file.path().to_owned());
        let entry = UnfinishedEntry(file.path().to_owned());
        Ok((file, entry))
    }

    /// Renames a complete file to `path`.
    fn finish(file: NamedTempFile, path: &Path) -> io::Result<()> {
        // The list is locked, so that `abandon` counts exactly the files that exist.
        let mut files = Self::lock();
        file.persist(path).map_err(|error| error.error)?;
        files.finished += 1;
        Ok(())
    }

    fn lock() -> MutexGuard<'static, Self> {
        UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A path in the list of unfinished files. Dropping the entry removes the path from the list.
struct UnfinishedEntry(PathBuf);

impl Drop for UnfinishedEntry {
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
