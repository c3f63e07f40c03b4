use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use same_file::Handle;

use super::error::FileError;
use super::path::check_regular;
use super::unfinished::UnfinishedFiles;

/// The suffix of a lock file's name.
const SUFFIX: &str = ".lock";
/// Maximum number of attempts to take a lock that another program has.
const TRIES: u32 = 200;
/// Pause between two attempts.
const PAUSE: Duration = Duration::from_millis(10);

/// A lock that prevents other programs from replacing a file, if they lock it as well. Dropping the value
/// removes the lock file and releases the lock.
#[derive(Debug)]
pub struct FileLock {
    path: PathBuf,
    /// The open lock file. Closing it releases the lock.
    _file: Handle,
}

impl FileLock {
    /// Locks a file, which need not exist. Waits up to two seconds if another program has the lock. On a file
    /// system without locks, nothing is locked.
    ///
    /// The lock is on a second file, because replacing the first file makes a new file.
    ///
    /// # Errors
    /// When the lock file cannot be created, or another program keeps the lock.
    pub fn take(path: &Path) -> Result<Self, FileError> {
        let mut name = OsString::from(path);
        name.push(SUFFIX);
        let name = PathBuf::from(name);
        check_regular(&name)?;
        let failed = |error: io::Error| FileError::of_io(&name, &error);
        for _ in 0..TRIES {
            let file = match File::options().create(true).truncate(false).write(true).open(&name) {
                // On Windows, a lock file that was removed keeps its name until it is closed.
                Err(error) if cfg!(windows) && error.kind() == io::ErrorKind::PermissionDenied => {
                    thread::sleep(PAUSE);
                    continue;
                }
                file => file.map_err(failed)?,
            };
            wait_for_lock(&file).map_err(|error| FileError::of_io(path, &error))?;
            let file = Handle::from_file(file).map_err(failed)?;
            // The program that had the lock has removed its file. A third program may have made a new one.
            if Handle::from_path(&name).is_ok_and(|named| named == file) {
                UnfinishedFiles::add(&name);
                return Ok(Self { path: name, _file: file });
            }
        }
        Err(FileError::of_io(path, &is_kept()))
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // While the lock is held, the path names this lock's file.
        UnfinishedFiles::remove(&self.path);
    }
}

/// Locks an open file. Waits up to two seconds if another program has the lock.
///
/// # Errors
/// When another program keeps the lock.
pub(super) fn wait_for_lock(file: &File) -> io::Result<()> {
    for _ in 0..TRIES {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(()),
        }
    }
    Err(is_kept())
}

fn is_kept() -> io::Error {
    io::Error::other("another program is writing this file")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A thread may wait for the lock of a file that another thread removes. Such a lock prevents nothing.
    #[test]
    fn one_at_a_time_has_the_lock_and_nobody_leaves_its_file() {
        const THREADS: u32 = 4;
        const ROUNDS: u32 = 100;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("number");
        fs::write(&path, "0").unwrap();
        let add_one = || {
            let _lock = FileLock::take(&path).unwrap();
            let number: u32 = fs::read_to_string(&path).unwrap().parse().unwrap();
            thread::yield_now();
            fs::write(&path, (number + 1).to_string()).unwrap();
        };
        thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| (0..ROUNDS).for_each(|_| add_one()));
            }
        });
        assert_eq!(fs::read_to_string(&path).unwrap(), (THREADS * ROUNDS).to_string());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_lock_file_that_a_killed_program_has_left_is_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        let [path, left] = ["board", "board.lock"].map(|name| folder.path().join(name));
        fs::write(&left, "").unwrap();
        drop(FileLock::take(&path).unwrap());
        assert!(!left.exists());
    }
}
