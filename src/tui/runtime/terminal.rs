//! Enters the terminal's raw mode, and leaves it however the program ends.

use std::io::{self, Write, stdout};
use std::mem::ManuallyDrop;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;
use std::{env, panic, thread};
#[cfg(unix)]
use std::{fs::File, os::fd::AsFd};

use crossterm::clipboard::CopyToClipboard;
use crossterm::cursor::Show;
use crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste,
    EnableFocusChange, EnableMouseCapture, Event,
};
use crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use crossterm::{execute, queue};
use ratatui::backend::CrosstermBackend;
use ratatui::{Frame, Terminal as Screen};

use super::background::{self, Incoming, Input, Keyboard, PATIENCE};
use super::worker;
use crate::tui::look::theme::Background;
use crate::tui::update::message::Message;

/// The terminal in raw mode, on the alternate screen. Dropping it gives the terminal back.
pub(in crate::tui) struct Terminal {
    /// Never dropped, because that prints an error if the terminal is gone. `restore` shows the
    /// cursor.
    screen: ManuallyDrop<Screen<CrosstermBackend<io::Stdout>>>,
    mouse: bool,
}

/// True while the terminal is in use, so that it is restored only once.
static TAKEN: AtomicBool = AtomicBool::new(false);

impl Terminal {
    /// Enters raw mode and the alternate screen.
    pub(in crate::tui) fn enter(mouse: bool) -> io::Result<Self> {
        restore_on_panic();
        // With NO_COLOR set the library would drop bold and reverse too; the theme handles colours
        // instead.
        crossterm::style::force_color_output(true);
        let screen = ManuallyDrop::new(Screen::new(CrosstermBackend::new(stdout()))?);
        let terminal = Self { screen, mouse };
        terminal.take()?;
        Ok(terminal)
    }

    fn take(&self) -> io::Result<()> {
        TAKEN.store(true, Ordering::SeqCst);
        enable_raw_mode()?;
        execute!(stdout(), EnterAlternateScreen, EnableBracketedPaste, EnableFocusChange)?;
        if self.mouse {
            execute!(stdout(), EnableMouseCapture)?;
        }
        Ok(())
    }

    /// Enters again after the terminal was restored, or after another program drew on it.
    pub(in crate::tui) fn enter_again(&mut self) -> io::Result<()> {
        self.take()?;
        // `clear` would ask for the cursor's position, and the input thread would read the answer.
        // Resizing also forgets what was drawn.
        let size = self.screen.size()?;
        self.screen.resize(size.into())
    }

    /// Draws a frame in one update, without flicker.
    pub(in crate::tui) fn draw(&mut self, render: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        queue!(stdout(), BeginSynchronizedUpdate)?;
        let drawn = self.screen.draw(render).map(|_| ());
        execute!(stdout(), EndSynchronizedUpdate)?;
        drawn
    }

    /// Switches the handling of mouse clicks on or off.
    pub(in crate::tui) fn set_mouse(&mut self, on: bool) -> io::Result<()> {
        self.mouse = on;
        if on {
            execute!(stdout(), EnableMouseCapture)
        } else {
            execute!(stdout(), DisableMouseCapture)
        }
    }

    /// Copies a text to the clipboard, if the terminal allows that (OSC 52).
    pub(in crate::tui) fn copy(text: &str) -> io::Result<()> {
        execute!(stdout(), CopyToClipboard::to_clipboard_from(text))
    }

    /// Restores the terminal and stops the process; returns when it continues.
    #[cfg(unix)]
    pub(in crate::tui) fn suspend() -> io::Result<()> {
        restore();
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)
    }

    /// There is nothing to suspend to.
    #[cfg(not(unix))]
    pub(in crate::tui) fn suspend() -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal if it is in use. Errors are ignored: they cannot be shown.
fn restore() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let _ = execute!(stdout(), DisableMouseCapture, DisableFocusChange, DisableBracketedPaste);
        let _ = execute!(stdout(), LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
        let _ = stdout().flush();
    }
}

/// Restores the terminal before a panic is printed. Panics of workers are reported on the board
/// instead.
fn restore_on_panic() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if thread::current().name() != Some(worker::THREAD) {
                restore();
                print(info);
            }
        }));
    });
}

/// Asks the terminal for its background, and waits for the answer as long as the first frame can.
///
/// # Errors
/// When the terminal cannot be read or written.
pub(in crate::tui) fn ask_background(
    input: &mut Input<Keyboard>,
) -> io::Result<Option<Background>> {
    if !background::asks(env::var("TERM").ok().as_deref()) {
        return Ok(None);
    }
    input.ask(&mut stdout())?;
    input.wait(PATIENCE)
}

/// Sends all that happens at the terminal as messages.
pub(in crate::tui) fn listen(
    mut input: Input<Keyboard>,
    sender: &Sender<Message>,
) -> io::Result<()> {
    // From here on a new size of the window is noticed, even before the thread runs.
    let _ = crossterm::event::poll(Duration::ZERO);
    let events = sender.clone();
    thread::Builder::new().name("input".to_owned()).spawn(move || {
        while let Ok(incoming) = input.read() {
            let message = match incoming {
                Incoming::Background(background) => Message::Background(background),
                Incoming::Event(Event::Key(key)) => Message::Key(key),
                Incoming::Event(Event::Mouse(mouse)) => Message::Mouse(mouse),
                Incoming::Event(Event::Paste(text)) => Message::Pasted(text),
                Incoming::Event(Event::Resize(..)) => Message::Resized,
                Incoming::Event(Event::FocusGained) => Message::Focus(true),
                Incoming::Event(Event::FocusLost) => Message::Focus(false),
            };
            if events.send(message).is_err() {
                return;
            }
        }
        // The terminal is gone.
        let _ = events.send(Message::Signal(SIGHUP));
    })?;
    listen_to_hangup(sender.clone())
}

/// The number of the signal for a lost terminal.
pub(super) const SIGHUP: i32 = 1;

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

/// Sends the signals that end or continue the process as messages. Called before raw mode is
/// entered, because a signal in between would leave it on.
#[cfg(unix)]
pub(super) fn listen_to_signals(sender: Sender<Message>) -> io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP, SIGCONT])?;
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            let message =
                if signal == SIGCONT { Message::Resumed } else { Message::Signal(signal) };
            if sender.send(message).is_err() {
                return;
            }
        }
    })?;
    Ok(())
}

#[cfg(not(unix))]
pub(super) fn listen_to_signals(_sender: Sender<Message>) -> io::Result<()> {
    Ok(())
}
