//! Output to the terminal. A terminal that does not read blocks the writer, and with it the board, until a
//! signal ends the program.

use std::io::{self, BufWriter, Write};
#[cfg(unix)]
use std::{
    fs::File,
    sync::atomic::{AtomicBool, Ordering},
    sync::{Mutex, OnceLock, PoisonError},
    thread::{self, ThreadId},
    time::Duration,
};

/// True once a signal is ending the program. Output then no longer waits.
#[cfg(unix)]
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// Makes all further output drop bytes that the terminal does not read, instead of waiting.
#[cfg(unix)]
pub(super) fn stop_waiting() {
    IS_ENDING.store(true, Ordering::SeqCst);
}

/// The thread that restores the terminal of a process that aborts. What other threads write is dropped from then on: a
/// frame after the restoration would leave the modes of the board on.
#[cfg(unix)]
static LAST_WRITER: OnceLock<ThreadId> = OnceLock::new();

/// Locked while a thread looks for [`LAST_WRITER`] and writes.
#[cfg(unix)]
static WRITING: Mutex<()> = Mutex::new(());

/// Makes this thread the only one whose output reaches the terminal, and stops waiting.
#[cfg(unix)]
pub(super) fn silence_other_threads() {
    let _ = LAST_WRITER.set(thread::current().id());
    stop_waiting();
    // A thread may be just writing. If it does not end soon, the terminal or the signal has stopped it.
    for _ in 0..5 {
        if WRITING.try_lock().is_ok() {
            return;
        }
        thread::sleep(PAUSE);
    }
}

/// The terminal of standard output.
#[derive(Clone, Copy, Debug)]
pub(super) struct TerminalOutput;

/// The terminal of standard output, written in large pieces.
pub(super) fn buffered() -> BufWriter<TerminalOutput> {
    BufWriter::with_capacity(BUFFER_SIZE, TerminalOutput)
}

/// Size of the output buffer, in bytes.
const BUFFER_SIZE: usize = 1 << 14;

#[cfg(unix)]
impl Write for TerminalOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut terminal = terminal()?;
        let mut has_dropped = false;
        loop {
            let is_last = || Some(*LAST_WRITER.get()? == thread::current().id());
            // The last writer does not wait: the signal may have stopped the thread that has the lock.
            let writing = (is_last() != Some(true))
                .then(|| WRITING.lock().unwrap_or_else(PoisonError::into_inner));
            if is_last() == Some(false) {
                return Ok(bytes.len());
            }
            let written = terminal.write(bytes);
            drop(writing);
            match written {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if !IS_ENDING.load(Ordering::SeqCst) {
                        wait(terminal);
                    } else if has_dropped {
                        // The terminal is stopped, so nobody sees these bytes.
                        return Ok(bytes.len());
                    } else {
                        rustix::termios::tcflush(terminal, rustix::termios::QueueSelector::OFlush)?;
                        has_dropped = true;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => return result,
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// On other systems, the board handles no signals.
#[cfg(not(unix))]
impl Write for TerminalOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        io::stdout().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

/// Maximum pause before a waiting writer checks whether the program is ending.
#[cfg(unix)]
const PAUSE: Duration = Duration::from_millis(20);

/// Waits until the terminal accepts output, at most for [`PAUSE`].
#[cfg(unix)]
fn wait(terminal: &File) {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let mut room = [PollFd::new(terminal, PollFlags::OUT)];
    let pause = Timespec { tv_sec: 0, tv_nsec: PAUSE.subsec_nanos().into() };
    let found = poll(&mut room, Some(&pause));
    // Some systems cannot poll terminals.
    if found != Ok(0) && !room[0].revents().contains(PollFlags::OUT) {
        thread::sleep(PAUSE);
    }
}

/// The terminal of standard output, opened a second time. Only a second opening can be made non-blocking
/// without affecting other processes. If the opening fails, writing blocks.
#[cfg(unix)]
fn terminal() -> io::Result<&'static File> {
    static TERMINAL: OnceLock<File> = OnceLock::new();
    if let Some(terminal) = TERMINAL.get() {
        return Ok(terminal);
    }
    let opened = match open_again() {
        Ok(file) => file,
        Err(_) => rustix::stdio::stdout().try_clone_to_owned()?.into(),
    };
    Ok(TERMINAL.get_or_init(|| opened))
}

#[cfg(unix)]
fn open_again() -> io::Result<File> {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::OFlags;

    let open = |path: &OsStr| {
        let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed();
        File::options().write(true).custom_flags(flags).open(path)
    };
    let named = rustix::termios::ttyname(rustix::stdio::stdout(), Vec::new());
    match named.map(|name| open(OsStr::from_bytes(name.as_bytes()))) {
        Ok(Ok(file)) => Ok(file),
        // In a container the name may be unknown, and the terminal may belong to another user.
        _ => open(OsStr::new("/dev/tty")),
    }
}
