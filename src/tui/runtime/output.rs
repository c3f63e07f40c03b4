//! Output to the terminal. A terminal that does not read blocks the writer, and with it the board, until a
//! signal ends the program.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

/// Locked while a thread writes.
static WRITING: Mutex<()> = Mutex::new(());

/// The terminal of standard output.
#[derive(Clone, Copy, Debug)]
pub(super) struct TerminalOutput;

impl Write for TerminalOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
        write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(unix)]
use unix::write;
#[cfg(unix)]
pub(super) use unix::{await_hangup, is_gone, write_last};

#[cfg(unix)]
mod unix {
    use std::sync::TryLockError;
    use std::time::Duration;
    use std::{mem, thread};

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;
    use rustix::stdio::stdout;
    use rustix::termios::{Action, QueueSelector, tcflow, tcflush};

    use super::{WRITING, io};

    /// Pause before a blocked output is tried again.
    const PAUSE: Duration = Duration::from_millis(20);

    /// Maximum number of attempts to wake a thread that writes. On a busy machine, it may not run for a while.
    const ATTEMPTS: u32 = 25;

    /// Writes bytes, and waits until the terminal takes them.
    pub(super) fn write(bytes: &[u8]) -> io::Result<usize> {
        loop {
            match rustix::io::write(stdout(), bytes) {
                // Another program may have made the terminal non-blocking.
                Err(Errno::AGAIN) => thread::sleep(PAUSE),
                result => return Ok(result?),
            }
        }
    }

    /// Writes the last bytes before the process ends. Blocks other threads that write from then on, because a later
    /// frame would change the terminal again. Drops bytes that the terminal does not read, and never waits for it.
    /// Allocates no memory.
    pub(in crate::runtime) fn write_last(bytes: &[u8]) {
        for _ in 0..ATTEMPTS {
            let _ = tcflush(stdout(), QueueSelector::OFlush);
            // Starting the output wakes a thread that waits for the terminal.
            let _ = tcflow(stdout(), Action::OOff);
            let _ = tcflow(stdout(), Action::OOn);
            let writing = WRITING.try_lock();
            if !matches!(writing, Err(TryLockError::WouldBlock)) {
                mem::forget(writing);
                break;
            }
            // If the thread does not end soon, it has aborted.
            thread::sleep(PAUSE);
        }
        // A terminal that is stopped takes nothing. Some systems cannot poll terminals.
        if poll_terminal(PollFlags::OUT, Some(NOW)) != Ok(PollFlags::empty()) {
            let _ = rustix::io::write(stdout(), bytes);
        }
    }

    /// True if the terminal is gone.
    pub(in crate::runtime) fn is_gone() -> bool {
        // A hangup is reported even if no event is requested.
        poll_terminal(PollFlags::empty(), Some(NOW)).is_ok_and(reports_hangup)
    }

    /// Waits until the terminal is gone. False if the system cannot poll terminals, as macOS with some of them.
    pub(in crate::runtime) fn await_hangup() -> bool {
        loop {
            match poll_terminal(PollFlags::empty(), None) {
                Err(Errno::INTR) => {}
                result => return result.is_ok_and(reports_hangup),
            }
        }
    }

    const NOW: Timespec = Timespec { tv_sec: 0, tv_nsec: 0 };

    fn reports_hangup(events: PollFlags) -> bool {
        events.intersects(PollFlags::HUP | PollFlags::ERR)
    }

    /// Waits for an event. The result is empty if none has happened until the end of the time.
    fn poll_terminal(events: PollFlags, time: Option<Timespec>) -> Result<PollFlags, Errno> {
        let stdout = stdout();
        let mut terminal = [PollFd::new(&stdout, events)];
        poll(&mut terminal, time.as_ref())?;
        Ok(terminal[0].revents())
    }
}

/// Writes bytes, and waits until the terminal takes them.
#[cfg(not(unix))]
fn write(bytes: &[u8]) -> io::Result<usize> {
    io::stdout().write_all(bytes)?;
    io::stdout().flush()?;
    Ok(bytes.len())
}

/// On other systems, no signal ends the process.
#[cfg(not(unix))]
pub(super) fn write_last(_bytes: &[u8]) {}

/// On other systems, terminals stay.
#[cfg(not(unix))]
pub(super) fn is_gone() -> bool {
    false
}

#[cfg(not(unix))]
pub(super) fn await_hangup() -> bool {
    false
}
