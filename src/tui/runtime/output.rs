//! What is written to the terminal. A terminal that reads nothing lets the writer wait, and with it the
//! board, until a signal ends the program.

use std::io::{self, BufWriter, Write};
#[cfg(unix)]
use std::{
    fs::File,
    sync::OnceLock,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

/// True once a signal ends the program: nothing is worth waiting for.
#[cfg(unix)]
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// From now on output does not wait: what the terminal has not read is dropped.
#[cfg(unix)]
pub(super) fn stop_waiting() {
    IS_ENDING.store(true, Ordering::SeqCst);
}

/// The terminal of standard output.
#[derive(Clone, Copy, Debug)]
pub(super) struct TerminalOutput;

/// The terminal of standard output, in large pieces.
pub(super) fn buffered() -> BufWriter<TerminalOutput> {
    BufWriter::with_capacity(PIECE, TerminalOutput)
}

/// Number of bytes that are written at once.
const PIECE: usize = 1 << 14;

#[cfg(unix)]
impl Write for TerminalOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut terminal = terminal()?;
        let mut has_dropped = false;
        loop {
            match terminal.write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if !IS_ENDING.load(Ordering::SeqCst) {
                        wait(terminal);
                    } else if has_dropped {
                        // The terminal was stopped. Nobody sees these bytes.
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

/// Other systems have no signals that the board heeds.
#[cfg(not(unix))]
impl Write for TerminalOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        io::stdout().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

/// The longest pause after which a writer that waits looks whether the program is ending.
#[cfg(unix)]
const PAUSE: Duration = Duration::from_millis(20);

/// Waits until the terminal has room, or for a pause.
#[cfg(unix)]
fn wait(terminal: &File) {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let mut room = [PollFd::new(terminal, PollFlags::OUT)];
    let pause = Timespec { tv_sec: 0, tv_nsec: PAUSE.subsec_nanos().into() };
    let found = poll(&mut room, Some(&pause));
    // Some systems cannot wait for terminals.
    if found != Ok(0) && !room[0].revents().contains(PollFlags::OUT) {
        thread::sleep(PAUSE);
    }
}

/// The terminal of standard output, opened once more: only so can writing be kept from waiting without
/// changing the output of other processes. Where it cannot be opened, writing waits.
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
        // The name may be unknown in a container, or the terminal another user's.
        _ => open(OsStr::new("/dev/tty")),
    }
}
