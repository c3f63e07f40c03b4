//! The lines of the input and the messages of the workers, in one channel.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, Sender};
use std::thread;

use crate::update::message::Message;

/// Maximum length of a line, in bytes.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// What arrives while the board waits.
pub(super) enum Incoming {
    Message(Box<Message>),
    /// A line of the input; `None` is the end of the input.
    Line(Option<String>),
}

/// Sends messages on, in a thread of its own.
///
/// # Errors
/// When the system creates no thread.
pub(super) fn forward(messages: Receiver<Message>, sender: Sender<Incoming>) -> io::Result<()> {
    thread::Builder::new().name("messages".to_owned()).spawn(move || {
        for message in messages {
            if sender.send(Incoming::Message(Box::new(message))).is_err() {
                return;
            }
        }
    })?;
    Ok(())
}

/// Sends the lines of the input and its end, in a thread of its own.
///
/// # Errors
/// When the system creates no thread.
pub(super) fn listen(
    mut input: impl BufRead + Send + 'static,
    sender: Sender<Incoming>,
) -> io::Result<()> {
    thread::Builder::new().name("lines".to_owned()).spawn(move || {
        while let Ok(Some(line)) = read_line(&mut input) {
            if sender.send(Incoming::Line(Some(line))).is_err() {
                return;
            }
        }
        let _ = sender.send(Incoming::Line(None));
    })?;
    Ok(())
}

/// Reads a line without its end; `None` at the end of the input. The rest of a line that is too long counts as further
/// lines.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let mut limited = input.take(MAX_LINE_BYTES);
    if limited.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let line = String::from_utf8_lossy(&bytes);
    Ok(Some(line.trim_end_matches(['\n', '\r']).to_owned()))
}
