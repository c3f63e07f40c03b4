//! What happens at the terminal, as messages: keys, the mouse, its size, and that it is gone.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::thread;
#[cfg(unix)]
use std::{fs::File, os::fd::AsFd};

use crossterm::event::Event;

use super::background::{Incoming, Input, Keyboard};
use super::output::TerminalOutput;
use super::signals::SIGHUP;
use crate::update::message::Message;

/// Sends all that happens at the terminal as messages. Asks it for its background before, if that is wanted.
pub(super) fn listen(asks: bool, sender: &Sender<Message>) -> io::Result<()> {
    let mut input = Input::new(Keyboard);
    if asks {
        input.ask(&mut TerminalOutput)?;
    }
    let events = sender.clone();
    thread::Builder::new().name("input".to_owned()).spawn(move || {
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

/// Reads events until nobody wants them any more.
///
/// # Errors
/// When the terminal cannot be read.
fn read(input: &mut Input<Keyboard>, events: &Sender<Message>) -> io::Result<()> {
    loop {
        let message = match input.read()? {
            Incoming::Background(background) => Message::Background(background),
            Incoming::Event(Event::Key(key)) => Message::Key(key),
            Incoming::Event(Event::Mouse(mouse)) => Message::Mouse(mouse),
            Incoming::Event(Event::Paste(text)) => Message::Pasted(text),
            // A signal has told of it.
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

/// Sends SIGHUP when the terminal is gone, even if the signal does not come. Reading events would
/// not end then: the library reads nothing again and again.
#[cfg(unix)]
fn listen_to_hangup(sender: Sender<Message>) -> io::Result<()> {
    thread::Builder::new().name("hangup".to_owned()).spawn(move || {
        // An error also means that there is no terminal.
        let _ = await_hangup(None);
        let _ = sender.send(Message::Signal(SIGHUP));
    })?;
    Ok(())
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

/// Waits until the input terminal is gone; returns false after the timeout.
///
/// # Errors
/// When there is no such terminal.
#[cfg(unix)]
fn await_hangup(timeout: Option<&rustix::event::Timespec>) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    // The same choice as in the library that reads events.
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
