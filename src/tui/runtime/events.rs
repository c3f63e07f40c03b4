//! Turns the terminal's events into messages: keys, the mouse, a new size, and the loss of the terminal.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;

use crossterm::event::Event;
use system::{SIGHUP, start_thread};

use super::background::{EventSource, Incoming, Input};
use super::output::{self, TerminalOutput};
use crate::update::message::Message;

/// Sends the terminal's events as messages. First asks for its background if `asks` is true.
///
/// # Errors
/// When the terminal cannot be asked, or the system creates no thread.
pub(super) fn listen(asks: bool, events: Sender<Message>) -> io::Result<()> {
    let mut input = Input::new(source());
    if asks {
        input.ask(&mut TerminalOutput)?;
    }
    let hangup = events.clone();
    start_thread("input", move || {
        let read = catch_unwind(AssertUnwindSafe(|| read(&mut input, &events)));
        let end = match read {
            Ok(Ok(())) => return,
            _ if output::is_gone() => Message::Signal(SIGHUP),
            Ok(Err(error)) => Message::Unreadable(error.to_string()),
            Err(_) => Message::Unreadable("a fault of the program".to_owned()),
        };
        let _ = events.send(end);
    })?;
    // The signal may never arrive. Without it, the library would read nothing and never return.
    start_thread("hangup", move || {
        if output::await_hangup() {
            let _ = hangup.send(Message::Signal(SIGHUP));
        }
    })
}

#[cfg(unix)]
fn source() -> impl EventSource {
    super::pastes::TerminalPipe::new().ok()
}

/// On other systems, the library reads the terminal itself.
#[cfg(not(unix))]
fn source() -> impl EventSource {
    struct Library;

    impl EventSource for Library {
        fn poll(&mut self, time: std::time::Duration) -> io::Result<bool> {
            crossterm::event::poll(time)
        }
    }
    Library
}

/// Reads events until the receiver is gone.
///
/// # Errors
/// When the terminal cannot be read.
fn read(input: &mut Input<impl EventSource>, events: &Sender<Message>) -> io::Result<()> {
    loop {
        let message = match input.read()? {
            Incoming::Background(background) => Message::Background(background),
            Incoming::Event(Event::Key(key)) => Message::Key(key),
            Incoming::Event(Event::Mouse(mouse)) => Message::Mouse(mouse),
            Incoming::Event(Event::Paste(text)) => Message::Pasted(text),
            // On Unix, a signal reports the size.
            Incoming::Event(Event::Resize(..)) if cfg!(unix) => continue,
            Incoming::Event(Event::Resize(columns, rows)) => Message::Resized(columns, rows),
            Incoming::Event(Event::FocusGained) => Message::Focus(true),
            Incoming::Event(Event::FocusLost) => Message::Focus(false),
        };
        if events.send(message).is_err() {
            return Ok(());
        }
    }
}
