use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::error::FileError;
use super::path::check_regular;

/// The suffix of a lock file's name.
const SUFFIX: &str = ".lock";
/// Maximum number of attempts to take a lock that another program has.
const TRIES: u32 = 200;
/// Pause between two attempts.
const PAUSE: Duration = Duration::from_millis(10);

/// A lock that prevents other programs from replacing a file, if they lock it as well. Dropping the value
/// releases the lock.
#[derive(Debug)]
pub struct FileLock {
    /// The open lock file. Closing it releases the lock.
    _file: File,
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
        let file = File::options().create(true).truncate(false).write(true).open(&name);
        let file = file.map_err(|error| FileError::of_io(&name, &error))?;
        wait_for_lock(&file).map_err(|error| FileError::of_io(path, &error))?;
        Ok(Self { _file: file })
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
    Err(io::Error::other("another program is writing this file"))
}
