//! The lines of the input and the messages of the workers, in one channel.

#[cfg(unix)]
use std::fs::OpenOptions;
use std::io::{self, BufRead, Read};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender};
use std::thread;
use std::time::Duration;

#[cfg(unix)]
use rustyline::history::DefaultHistory;
#[cfg(unix)]
use rustyline::{CompletionType, Config, Editor, ExternalPrinter, error::ReadlineError};

#[cfg(unix)]
use super::completion::WordCompleter;
use super::event::LineEvent;
use app::AppEvent;

/// Maximum length of a line without its end, in bytes.
pub(super) const MAX_LINE_BYTES: usize = 1 << 16;

/// Messages that arrive while the board waits.
pub(super) enum Incoming {
    Event(Box<AppEvent>),
    /// A signal with this number.
    Signal(i32),
    /// A line of the input, or its end.
    Line(LineEvent),
}

/// Time between a signal and the forced end of the process.
const FORCED_EXIT_DELAY: Duration = Duration::from_millis(700);

/// Sends signals. Ctrl-C does not end the process.
///
/// # Errors
/// When the signals cannot be handled, or the system creates no thread.
pub(super) fn listen_to_signals(sender: Sender<Incoming>) -> io::Result<()> {
    system::listen(&system::ENDING_SIGNALS, move |signal| {
        if sender.send(Incoming::Signal(signal)).is_ok() && signal != system::SIGINT {
            thread::sleep(FORCED_EXIT_DELAY);
            system::end(signal);
        }
    })
}

/// Sends the lines of the input and its end, in a separate thread. Reads one line for each of the `permits`.
///
/// # Errors
/// When the system creates no thread.
pub(super) fn listen(
    mut input: impl BufRead + Send + 'static,
    permits: Receiver<()>,
    sender: Sender<Incoming>,
) -> io::Result<()> {
    system::start_thread("lines", move || {
        while permits.recv().is_ok() {
            let line = read_line(&mut input);
            let is_end = line == LineEvent::End;
            if sender.send(Incoming::Line(line)).is_err() || is_end {
                return;
            }
        }
    })
}

/// What prints a text above the line that is being typed.
pub(super) type Printer = Box<dyn FnMut(String) -> io::Result<()>>;

/// As [`listen`], for lines that a person edits in a terminal. Tab completes words. The arrow keys bring back earlier
/// lines, which the file `history` keeps for later sessions. Ctrl-C is sent as its signal.
///
/// # Errors
/// When the terminal cannot edit lines, or the system creates no thread.
#[cfg(unix)]
pub(super) fn listen_to_typing(
    permits: Receiver<()>,
    sender: Sender<Incoming>,
    history: Option<PathBuf>,
) -> io::Result<Printer> {
    /// Maximum number of lines that are kept for later sessions.
    const MAX_HISTORY: usize = 1000;
    // Pasted lines come one by one, and a signal leaves the terminal as it was.
    let config = Config::builder().auto_add_history(true).bracketed_paste(false);
    let config = config.completion_type(CompletionType::List).max_history_size(MAX_HISTORY);
    let config = config.map_err(io::Error::other)?.build();
    let mut editor = Editor::<_, DefaultHistory>::with_config(config).map_err(io::Error::other)?;
    editor.set_helper(Some(WordCompleter));
    // The file is created here, because rustyline would change the file permissions of all threads for a moment.
    let create = |path: &PathBuf| OpenOptions::new().create(true).append(true).open(path).is_ok();
    let history = history.filter(|path| create(path) && editor.load_history(path).is_ok());
    let mut printer = editor.create_external_printer().map_err(io::Error::other)?;
    system::keep_terminal();
    system::start_thread("lines", move || {
        while permits.recv().is_ok() {
            let typed = loop {
                match editor.readline("> ") {
                    Err(ReadlineError::Interrupted) => {
                        // An error means that the session ends.
                        let _ = sender.send(Incoming::Signal(system::SIGINT));
                    }
                    typed => break typed,
                }
            };
            let is_end = typed.is_err();
            if let Some(path) = &history {
                // If the line cannot be written, later sessions only lack it.
                let _ = editor.append_history(path);
            }
            let line = match typed {
                Ok(line) if line.len() > MAX_LINE_BYTES => LineEvent::LongLine(line),
                Ok(line) => LineEvent::Line(line),
                Err(_) => LineEvent::End,
            };
            if sender.send(Incoming::Line(line)).is_err() || is_end {
                return;
            }
        }
    })?;
    Ok(Box::new(move |text| printer.print(text).map_err(io::Error::other)))
}

/// Other systems edit lines themselves.
#[cfg(not(unix))]
pub(super) fn listen_to_typing(
    _permits: Receiver<()>,
    _sender: Sender<Incoming>,
    _history: Option<PathBuf>,
) -> io::Result<Printer> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Reads a line without its end. An input that cannot be read further has ended.
fn read_line(input: &mut impl BufRead) -> LineEvent {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(MAX_LINE_BYTES as u64 + 1).read_until(b'\n', &mut bytes);
    let is_cut = bytes.len() > MAX_LINE_BYTES && !bytes.ends_with(b"\n");
    let skipped = if is_cut { input.skip_until(b'\n') } else { Ok(0) };
    if bytes.is_empty() || read.and(skipped).is_err() {
        return LineEvent::End;
    }
    let line = String::from_utf8_lossy(&bytes);
    let line = line.trim_end_matches(['\n', '\r']).to_owned();
    if is_cut { LineEvent::LongLine(line) } else { LineEvent::Line(line) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<LineEvent> {
        let mut input = text.as_bytes();
        let next = || Some(read_line(&mut input)).filter(|line| *line != LineEvent::End);
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn lines_end_as_on_every_system_and_long_ones_are_cut() {
        let long = "place ".to_owned() + &"a1 ".repeat(100_000);
        let line = |text: &str| LineEvent::Line(text.to_owned());
        let cut = LineEvent::LongLine(long[..=MAX_LINE_BYTES].to_owned());
        let lines = read(&format!("size 5\r\n\n{long}\nundo"));
        assert_eq!(lines, [line("size 5"), line(""), cut, line("undo")]);
    }

    #[test]
    fn a_line_may_be_as_long_as_the_limit() {
        let [longest, longer] = [0, 1].map(|more| "#".repeat(MAX_LINE_BYTES + more));
        let lines = read(&format!("{longest}\n{longer}\n{longest}"));
        let line = LineEvent::Line(longest);
        assert_eq!(lines, [line.clone(), LineEvent::LongLine(longer), line]);
    }
}
