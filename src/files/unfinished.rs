//! Temporary files. Their content moves to other files when it is complete.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tempfile::NamedTempFile;

use super::error::reason;
use super::path::folder;

/// Beginning and end of the names of temporary files.
const TEMPORARY: (&str, &str) = (".configurator-", ".unfinished");
/// Age from which a temporary file is removed if no process has locked it.
pub(super) const MIN_AGE: Duration = Duration::from_secs(3600);

/// Removes old temporary files of processes that have ended without removing them.
fn remove_old_files(folder: &Path) {
    let is_old = |entry: &fs::DirEntry| {
        let facts = entry.metadata().ok().filter(fs::Metadata::is_file)?;
        Some(facts.modified().ok()?.elapsed().ok()? > MIN_AGE)
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with(TEMPORARY.0)
            && name.ends_with(TEMPORARY.1)
            && is_old(&entry) == Some(true)
            && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok())
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The temporary files of this process that are still being written, and its lock files.
///
/// A process that is ended by a signal runs no destructors, so it must remove these files with
/// [`UnfinishedFiles::abandon`].
#[derive(Debug)]
pub struct UnfinishedFiles {
    paths: Vec<PathBuf>,
    /// The number of files that have been written completely.
    pub(super) finished: usize,
    /// The folder from which old temporary files were removed last.
    cleaned: Option<PathBuf>,
}

/// One list per process, because a signal ends the whole process.
static UNFINISHED: Mutex<UnfinishedFiles> =
    Mutex::new(UnfinishedFiles { paths: Vec::new(), finished: 0, cleaned: None });

impl UnfinishedFiles {
    /// Removes all unfinished files, and blocks every thread that then creates or finishes a file. Returns the
    /// number of files that this process has written completely. Call it only right before the process ends.
    pub fn abandon() -> usize {
        Self::remove_all(Self::lock())
    }

    /// Like [`UnfinishedFiles::abandon`], but removes nothing if another thread has been creating or finishing a file for a
    /// tenth of a second: this thread may never go on.
    pub fn abandon_soon() {
        for _ in 0..10 {
            if let Ok(files) = UNFINISHED.try_lock() {
                Self::remove_all(files);
                return;
            }
            thread::sleep(Duration::from_millis(10));
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

    /// Creates a temporary file in the same directory as `path`, locked while this process writes it. Dropping the
    /// returned file removes it from the disk. Dropping the returned entry removes it from the list of unfinished
    /// files.
    pub(super) fn create_beside(path: &Path) -> io::Result<(NamedTempFile, UnfinishedEntry)> {
        let directory = folder(path);
        if !directory.is_dir() {
            let reason = format!("there is no directory '{}'", directory.display());
            return Err(io::Error::other(reason));
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(TEMPORARY.0).suffix(TEMPORARY.1);
        // A temporary file that replaces another file stays private until it has the permissions of that file.
        #[cfg(unix)]
        if !path.exists() {
            use std::os::unix::fs::PermissionsExt;
            // The usual permissions of a new file, which the umask restricts.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        // The list is locked before the file exists, so that `abandon` misses no file.
        let mut files = Self::lock();
        if files.cleaned.as_deref() != Some(directory) {
            remove_old_files(directory);
            files.cleaned = Some(directory.to_owned());
        }
        // The original error names the temporary file, which means nothing to the user.
        let file = builder.tempfile_in(directory).map_err(|error| {
            let reason = match error.kind() {
                ErrorKind::NotFound => "this file system takes no new files".to_owned(),
                kind => reason(&kind.into()),
            };
            io::Error::other(format!("no file can be made in '{}': {reason}", directory.display()))
        })?;
        // On a file system without locks, other processes never remove the file.
        let _ = file.as_file().try_lock();
        files.paths.push(file.path().to_owned());
        let entry = UnfinishedEntry(file.path().to_owned());
        Ok((file, entry))
    }

    /// Adds a file that must not outlive this process. A signal removes it.
    pub(super) fn add(path: &Path) {
        Self::lock().paths.push(path.to_owned());
    }

    /// Removes a file of [`UnfinishedFiles::add`].
    pub(super) fn remove(path: &Path) {
        // The list stays locked, so that `abandon` never removes a file that another process has made in its place.
        let mut files = Self::lock();
        files.paths.retain(|it| it != path);
        let _ = fs::remove_file(path);
    }

    /// Renames a complete file to `path`.
    pub(super) fn finish(file: NamedTempFile, path: &Path) -> io::Result<()> {
        // The list is locked, so that `abandon` counts exactly the files that exist.
        let mut files = Self::lock();
        file.persist(path).map_err(|error| error.error)?;
        files.finished += 1;
        Ok(())
    }

    pub(super) fn lock() -> MutexGuard<'static, Self> {
        UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A path in the list of unfinished files. Dropping the entry removes the path from the list.
pub(super) struct UnfinishedEntry(PathBuf);

impl Drop for UnfinishedEntry {
    fn drop(&mut self) {
        UnfinishedFiles::lock().paths.retain(|path| *path != self.0);
    }
}
