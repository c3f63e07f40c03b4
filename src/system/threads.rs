use std::io::{self, ErrorKind};
use std::thread;

/// Starts a thread with a name.
///
/// # Errors
/// When the system creates no thread: of the kind [`QuotaExceeded`](ErrorKind::QuotaExceeded).
pub fn start_thread(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let thread = thread::Builder::new().name(name.to_owned());
    let sentence = "the board and 'session' need threads, and the system creates no more";
    thread.spawn(work).map_err(|_| io::Error::new(ErrorKind::QuotaExceeded, sentence))?;
    Ok(())
}
