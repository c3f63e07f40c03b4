use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::text::FileError;

/// The end of the name of a lock.
const SUFFIX: &str = ".lock";
/// Number of attempts to take a lock that another program has, and the pause between them.
const TRIES: u32 = 200;
const PAUSE: Duration = Duration::from_millis(10);

/// Keeps other programs that lock the same file from replacing it, until it is dropped.
#[derive(Debug)]
pub struct FileLock {
    /// The lock ends when the file is closed.
    _file: File,
}

impl FileLock {
    /// Locks a file, which need not exist. Waits up to two seconds for another program. On a file system
    /// without locks nothing is locked.
    ///
    /// The lock is a second file, because replacing the file makes a new one.
    ///
    /// # Errors
    /// When the lock cannot be created, or another program keeps it.
    pub fn take(path: &Path) -> Result<Self, FileError> {
        let mut name = OsString::from(path);
        name.push(SUFFIX);
        let name = PathBuf::from(name);
        let file = File::options().create(true).truncate(false).write(true).open(&name);
        let file = file.map_err(|error| FileError::of_file(&name, &error))?;
        for _ in 0..TRIES {
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
                Ok(()) | Err(TryLockError::Error(_)) => return Ok(Self { _file: file }),
            }
        }
        Err(FileError::of_file(path, &"another program is writing this file"))
    }
}
