//! Threads of the board, which cannot do without them.

use std::io;
use std::thread;

/// Starts a thread with a name.
///
/// # Errors
/// When the system creates no thread. The error is a sentence for the user.
pub(super) fn start(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    match thread::Builder::new().name(name.to_owned()).spawn(work) {
        Ok(_) => Ok(()),
        Err(_) => Err(io::Error::other(
            "the system creates no more threads, which the board and 'session' need; other verbs do without",
        )),
    }
}
