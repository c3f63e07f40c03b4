//! The signals that end, stop or continue the board, or report a new window size.

use std::io;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use system::{ENDING_SIGNALS, SIGCONT, SIGTSTP, SIGWINCH};

use crate::runtime::terminal;
use crate::update::message::Message;

/// Time between a signal and the forced end of the process.
const FORCED_EXIT_DELAY: Duration = Duration::from_millis(700);

/// Sends signals as messages. Must be called before raw mode starts, because an unhandled signal would leave the
/// terminal in raw mode.
///
/// # Errors
/// When the signals cannot be handled, or the system creates no thread.
pub(super) fn listen(sender: Sender<Message>) -> io::Result<()> {
    system::restore_before_end(terminal::restore_at_once);
    let handled = [&ENDING_SIGNALS[..], &[SIGTSTP, SIGCONT, SIGWINCH]].concat();
    system::listen(&handled, move |signal| {
        let message = match signal {
            SIGTSTP => Message::Suspended,
            SIGCONT => Message::Resumed,
            // Crossterm reports a new size only between complete events.
            SIGWINCH => match crossterm::terminal::size() {
                Ok((columns, rows)) => Message::Resized(columns, rows),
                Err(_) => return,
            },
            signal => Message::Signal(signal),
        };
        let is_last = matches!(message, Message::Signal(_));
        if sender.send(message).is_ok() && is_last {
            end_after_delay(signal);
        }
    })
}

/// Ends the process if the board does not end within [`FORCED_EXIT_DELAY`].
fn end_after_delay(signal: i32) {
    thread::sleep(FORCED_EXIT_DELAY);
    system::end(signal)
}
