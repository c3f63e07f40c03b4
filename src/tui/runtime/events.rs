//! Turns the terminal's events into messages: keys, the mouse, a new size, and the loss of the terminal.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
#[cfg(unix)]
use std::{fs::File, os::fd::AsFd};

use crossterm::event::Event;

use super::background::{Incoming, Input, TerminalEvents};
use super::output::TerminalOutput;
use super::signals::SIGHUP;
use crate::app::threads;
use crate::update::message::Message;

/// Sends the terminal's events as messages. First asks for its background if `asks` is true.
///
/// # Errors
/// When the terminal cannot be asked, or the system creates no thread.
pub(super) fn listen(asks: bool, sender: &Sender<Message>) -> io::Result<()> {
    let mut input = Input::new(TerminalEvents::new());
    if asks {
        input.ask(&mut TerminalOutput)?;
    }
    let events = sender.clone();
    threads::start("input", move || {
        let read = catch_unwind(AssertUnwindSafe(|| read(&mut input, &events)));
        let end = match read {
            Ok(Ok(())) => return,
            _ if is_gone() => Message::Signal(SIGHUP),
            Ok(Err(error)) => Message::Unreadable(error.to_string()),
            Err(_) => Message::Unreadable("a fault of the program".to_owned()),
        };
        let _ = events.send(end);
    })?;
    listen_to_hangup(sender.clone())
}

/// Reads events until the receiver is gone.
///
/// # Errors
/// When the terminal cannot be read.
fn read(input: &mut Input<TerminalEvents>, events: &Sender<Message>) -> io::Result<()> {
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

/// Sends the message of SIGHUP when the terminal is gone, even if the signal itself does not arrive. Without
/// this message, the library would keep reading nothing and never return.
///
/// # Errors
/// When the system creates no thread.
#[cfg(unix)]
fn listen_to_hangup(sender: Sender<Message>) -> io::Result<()> {
    threads::start("hangup", move || {
        // If waiting fails, there is no terminal either.
        let _ = await_hangup(None);
        let _ = sender.send(Message::Signal(SIGHUP));
    })
}

#[cfg(not(unix))]
fn listen_to_hangup(_sender: Sender<Message>) -> io::Result<()> {
    Ok(())
}

/// True if the terminal is gone.
#[cfg(unix)]
pub(super) fn is_gone() -> bool {
    await_hangup(Some(&rustix::event::Timespec::default())).unwrap_or(true)
}

#[cfg(not(unix))]
pub(super) fn is_gone() -> bool {
    false
}

/// Waits until the input terminal is gone; false if the timeout ends first.
///
/// # Errors
/// When there is no input terminal.
#[cfg(unix)]
fn await_hangup(timeout: Option<&rustix::event::Timespec>) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    // Crossterm chooses the terminal in the same way.
    let opened;
    let stdin = rustix::stdio::stdin();
    let terminal = if rustix::termios::isatty(stdin) {
        stdin
    } else {
        opened = File::open("/dev/tty")?;
        opened.as_fd()
    };
    loop {
        // A hangup is reported even if no event is requested.
        let mut terminal = [PollFd::from_borrowed_fd(terminal, PollFlags::empty())];
        match poll(&mut terminal, timeout) {
            Ok(0) => return Ok(false),
            Ok(_) => return Ok(true),
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}
