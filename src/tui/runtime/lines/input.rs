//! The lines of the input and the messages of the workers, in one channel.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, Sender};

use crate::runtime::threads;
use crate::update::message::Message;

/// Maximum length of a line, in bytes.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// Length to which longer lines are cut, in bytes.
const CUT_LINE_BYTES: usize = 40;

/// The input of a session.
pub(super) type LineSource = Box<dyn BufRead + Send>;

/// What arrives while the board waits.
pub(super) enum Incoming {
    Message(Box<Message>),
    /// A line of the input; `None` is the end of the input.
    Line(Option<String>),
}

/// Sends messages on, in a thread of its own. Returns them if the system creates no thread.
pub(super) fn forward(
    messages: Receiver<Message>,
    sender: Sender<Incoming>,
) -> Option<Receiver<Message>> {
    threads::start("messages", messages, move |messages| {
        for message in messages {
            if sender.send(Incoming::Message(Box::new(message))).is_err() {
                return;
            }
        }
    })
}

/// Sends the lines of the input and its end, in a thread of its own. Reads one line for each of the `permits`. Returns
/// the input if the system creates no thread.
pub(super) fn listen(
    input: LineSource,
    permits: Receiver<()>,
    sender: Sender<Incoming>,
) -> Option<LineSource> {
    threads::start("lines", input, move |mut input| {
        while permits.recv().is_ok()
            && let Ok(Some(line)) = read_line(&mut input)
        {
            if sender.send(Incoming::Line(Some(line))).is_err() {
                return;
            }
        }
        let _ = sender.send(Incoming::Line(None));
    })
}

/// Reads a line without its end; `None` at the end of the input. A line that is too long is cut, so that it has no
/// meaning.
pub(super) fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == MAX_LINE_BYTES && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        bytes.truncate(CUT_LINE_BYTES);
        bytes.extend(b"...");
    }
    let line = String::from_utf8_lossy(&bytes);
    Ok(Some(line.trim_end_matches(['\n', '\r']).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_as_on_every_system_and_long_ones_are_cut() {
        let long = "place ".to_owned() + &"a1 ".repeat(100_000);
        let text = format!("size 5\r\n\n{long}\nundo");
        let mut input = text.as_bytes();
        let lines: Vec<String> = std::iter::from_fn(|| read_line(&mut input).unwrap()).collect();
        assert_eq!(lines.len(), 4);
        assert_eq!(
            (lines[0].as_str(), lines[1].as_str(), lines[3].as_str()),
            ("size 5", "", "undo")
        );
        assert!(lines[2].len() < 100 && lines[2].ends_with("..."), "{}", lines[2]);
    }
}
