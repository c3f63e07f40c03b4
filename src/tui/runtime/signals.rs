//! The signals that end, stop or continue the board, or report a new window size.

use std::io;
use std::sync::mpsc::Sender;

use crate::update::message::Message;

/// Number of the signal for a lost terminal.
pub(super) const SIGHUP: i32 = 1;

/// Number of the signal for Ctrl-C.
pub(super) const SIGINT: i32 = 2;

#[cfg(unix)]
mod unix {
    use std::io::Write;
    use std::mem;
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use rustix::fs::{OFlags, fcntl_setfl};
    use signal_hook::consts::{
        SIGABRT, SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1,
        SIGUSR2, SIGVTALRM, SIGWINCH, SIGXCPU,
    };
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::pipe;

    use super::{Message, Sender, io};
    use crate::app::threads;
    use crate::runtime::{output, terminal};
    use files::UnfinishedFiles;

    /// Signals that end a process unless it handles them, except SIGABRT.
    const ENDING_SIGNALS: [i32; 10] =
        [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU];

    /// The message of a process that aborts, of which this is the usual cause.
    const ABORTED: &[u8] =
        b"configurator: aborted, most likely because the system gives no more memory\n";

    /// Time between a signal and the forced end of the process.
    const FORCED_EXIT_DELAY: Duration = Duration::from_millis(700);

    /// Passes the signals of a session in lines on, until `take` returns false. SIGINT does not end the process.
    pub(in crate::runtime) fn listen_in_lines(
        take: impl Fn(i32) -> bool + Send + 'static,
    ) -> io::Result<()> {
        start(&ENDING_SIGNALS, move |signal| {
            take(signal).then_some(())?;
            Some(signal != SIGINT)
        })
    }

    /// Sends signals as messages. Must be called before raw mode starts, because an unhandled signal would leave the
    /// terminal in raw mode.
    pub(in crate::runtime) fn listen(sender: Sender<Message>) -> io::Result<()> {
        let handled = [&ENDING_SIGNALS[..], &[SIGTSTP, SIGCONT, SIGWINCH]].concat();
        start(&handled, move |signal| {
            let message = match signal {
                SIGTSTP => Message::Suspended,
                SIGCONT => Message::Resumed,
                // Crossterm reports a new size only between complete events.
                SIGWINCH => match crossterm::terminal::size() {
                    Ok((columns, rows)) => Message::Resized(columns, rows),
                    Err(_) => return Some(false),
                },
                signal => {
                    output::stop_waiting();
                    Message::Signal(signal)
                }
            };
            let is_last = matches!(message, Message::Signal(_));
            sender.send(message).ok()?;
            Some(is_last)
        })
    }

    /// Handles signals in a thread, and waits until the thread is ready. `handle` returns true if the signal ends the
    /// process, and `None` if signals need no handling anymore.
    ///
    /// # Errors
    /// When the signals cannot be handled, or the system creates no thread.
    fn start(
        handled: &[i32],
        handle: impl Fn(i32) -> Option<bool> + Send + 'static,
    ) -> io::Result<()> {
        let (sender, readiness) = mpsc::channel();
        let handled = handled.to_vec();
        threads::start("signals", move || {
            let mut signals = match Signals::new(handled) {
                Ok(signals) => signals,
                Err(error) => return sender.send(Err(error)).unwrap_or_default(),
            };
            let _ = sender.send(Ok(()));
            for signal in signals.forever() {
                let Some(ends) = handle(signal) else { return };
                if ends {
                    exit_after_delay(signal);
                }
            }
        })?;
        readiness.recv().unwrap_or(Ok(()))
    }

    /// Ends the process if the board does not end by itself within [`FORCED_EXIT_DELAY`].
    fn exit_after_delay(signal: i32) {
        thread::sleep(FORCED_EXIT_DELAY);
        terminal::restore();
        // The number of finished files is not needed: the board writes no series of files.
        let _ = UnfinishedFiles::abandon();
        signal_hook::low_level::exit(128 + signal);
    }

    /// Starts a thread that restores the terminal and removes unfinished files when another thread aborts, for example
    /// because the system gives it no memory. The thread does nothing else, so it never aborts itself. If the system
    /// creates no thread, a process that aborts ends as usual.
    pub fn restore_on_abort() {
        let (sender, readiness) = mpsc::channel();
        let _ = threads::start("abort", move || {
            // Its handler comes first, and wakes this thread.
            let Ok(mut signals) = Signals::new([SIGABRT]) else { return };
            if hold_aborting_threads().is_ok() {
                let _ = sender.send(());
                signals.forever().next();
                end_aborted_process();
            }
        });
        // No thread was created, so nothing sends signals.
        let _ = readiness.recv();
    }

    /// Registers a handler of SIGABRT that never returns.
    ///
    /// # Errors
    /// When the system creates no pipe.
    fn hold_aborting_threads() -> io::Result<()> {
        let (reader, mut writer) = io::pipe()?;
        let settings = writer.try_clone()?;
        // The handler writes to the pipe. As the pipe is full and nobody reads it, the handler waits.
        fcntl_setfl(&writer, OFlags::NONBLOCK)?;
        while writer.write(&[0; 1 << 12]).is_ok() {}
        pipe::register(SIGABRT, writer)?;
        fcntl_setfl(&settings, OFlags::empty())?;
        // Without a reader, writing would fail.
        mem::forget(reader);
        Ok(())
    }

    /// Ends the process after SIGABRT. Takes no memory and no locks, because the aborting thread keeps its locks.
    fn end_aborted_process() -> ! {
        output::silence_other_threads();
        terminal::restore();
        UnfinishedFiles::abandon_if_unlocked();
        let _ = rustix::io::write(rustix::stdio::stderr(), ABORTED);
        signal_hook::low_level::exit(128 + SIGABRT)
    }
}

#[cfg(unix)]
pub use unix::restore_on_abort;
#[cfg(unix)]
pub(super) use unix::{listen, listen_in_lines};

/// Other systems have no such signal.
#[cfg(not(unix))]
pub fn restore_on_abort() {}

/// Other systems end the program by themselves.
#[cfg(not(unix))]
pub(super) fn listen(_sender: Sender<Message>) -> io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
pub(super) fn listen_in_lines(_: impl Fn(i32) -> bool + Send + 'static) -> io::Result<()> {
    Ok(())
}
