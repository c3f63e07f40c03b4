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
    use std::thread;
    use std::time::Duration;

    use signal_hook::consts::{
        SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2,
        SIGVTALRM, SIGWINCH, SIGXCPU,
    };
    use signal_hook::iterator::Signals;

    use super::{Message, Sender, io};
    use crate::runtime::{output, terminal};
    use files::UnfinishedFiles;

    /// Signals that end a process unless it handles them.
    const ENDING_SIGNALS: [i32; 10] =
        [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU];

    /// Time between a signal and the forced end of the process.
    const FORCED_EXIT_DELAY: Duration = Duration::from_millis(700);

    /// Sends the signals of a session in lines as messages. SIGINT does not end the process.
    pub(in crate::runtime) fn listen_in_lines(sender: Sender<Message>) -> io::Result<()> {
        let mut signals = Signals::new(ENDING_SIGNALS)?;
        thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for signal in signals.forever() {
                if sender.send(Message::Signal(signal)).is_err() {
                    return;
                }
                if signal != SIGINT {
                    exit_after_delay(signal);
                }
            }
        })?;
        Ok(())
    }

    /// Sends signals as messages. Must be called before raw mode starts, because an unhandled signal would
    /// leave the terminal in raw mode.
    pub(in crate::runtime) fn listen(sender: Sender<Message>) -> io::Result<()> {
        let mut signals =
            Signals::new(ENDING_SIGNALS.into_iter().chain([SIGTSTP, SIGCONT, SIGWINCH]))?;
        thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for signal in signals.forever() {
                let message = match signal {
                    SIGTSTP => Message::Suspended,
                    SIGCONT => Message::Resumed,
                    // Crossterm reports a new size only between complete events.
                    SIGWINCH => match crossterm::terminal::size() {
                        Ok((columns, rows)) => Message::Resized(columns, rows),
                        Err(_) => continue,
                    },
                    signal => {
                        output::stop_waiting();
                        Message::Signal(signal)
                    }
                };
                let is_last = matches!(message, Message::Signal(_));
                if sender.send(message).is_err() {
                    return;
                }
                if is_last {
                    exit_after_delay(signal);
                }
            }
        })?;
        Ok(())
    }

    /// Ends the process if the board does not end by itself within [`FORCED_EXIT_DELAY`].
    fn exit_after_delay(signal: i32) {
        thread::sleep(FORCED_EXIT_DELAY);
        terminal::restore();
        // The number of finished files is not needed: the board writes no series of files.
        let _ = UnfinishedFiles::abandon();
        signal_hook::low_level::exit(128 + signal);
    }
}

#[cfg(unix)]
pub(super) use unix::{listen, listen_in_lines};

/// Other systems end the program by themselves.
#[cfg(not(unix))]
pub(super) fn listen(_sender: Sender<Message>) -> io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
pub(super) fn listen_in_lines(_sender: Sender<Message>) -> io::Result<()> {
    Ok(())
}
