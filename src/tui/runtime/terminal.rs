//! Taking the terminal over, and giving it back however the program ends.

use std::io::{self, Write, stdout};
use std::mem::ManuallyDrop;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::{env, panic, thread};
#[cfg(unix)]
use std::{fs::File, os::fd::AsFd};

use crossterm::clipboard::CopyToClipboard;
use crossterm::cursor::Show;
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event,
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
    /// Never dropped: it would print an error on a terminal that is gone. `restore` shows the cursor.
    screen: ManuallyDrop<Screen<CrosstermBackend<io::Stdout>>>,
    mouse: bool,
}

/// True while the terminal is taken over: whoever gives it back does so once.
static TAKEN: AtomicBool = AtomicBool::new(false);

impl Terminal {
    /// Takes the terminal over.
    pub(in crate::tui) fn enter(mouse: bool) -> io::Result<Self> {
        restore_on_panic();
        // With NO_COLOR set the library would drop bold and reverse as well; the theme sees to colours.
        crossterm::style::force_color_output(true);
        let screen = ManuallyDrop::new(Screen::new(CrosstermBackend::new(stdout()))?);
        let terminal = Self { screen, mouse };
        terminal.take()?;
        Ok(terminal)
    }

    fn take(&self) -> io::Result<()> {
        TAKEN.store(true, Ordering::SeqCst);
        enable_raw_mode()?;
        execute!(stdout(), EnterAlternateScreen, EnableBracketedPaste)?;
        if self.mouse {
            execute!(stdout(), EnableMouseCapture)?;
        }
        Ok(())
    }

    /// Takes the terminal over again after it was given back, or after something else drew on it.
    pub(in crate::tui) fn enter_again(&mut self) -> io::Result<()> {
        self.take()?;
        // Clearing would ask the terminal where the cursor is, and the input thread would have the
        // answer. Resizing forgets what was drawn as well.
        let size = self.screen.size()?;
        self.screen.resize(size.into())
    }

    /// Draws a frame at once, without flicker.
    pub(in crate::tui) fn draw(&mut self, render: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        queue!(stdout(), BeginSynchronizedUpdate)?;
        let drawn = self.screen.draw(render).map(|_| ());
        execute!(stdout(), EndSynchronizedUpdate)?;
        drawn
    }

    /// Takes mouse clicks or leaves them to the terminal.
    pub(in crate::tui) fn set_mouse(&mut self, on: bool) -> io::Result<()> {
        self.mouse = on;
        if on {
            execute!(stdout(), EnableMouseCapture)
        } else {
            execute!(stdout(), DisableMouseCapture)
        }
    }

    /// Puts a text into the clipboard, where the terminal lets programs do so (OSC 52).
    pub(in crate::tui) fn copy(text: &str) -> io::Result<()> {
        execute!(stdout(), CopyToClipboard::to_clipboard_from(text))
    }

    /// Gives the terminal back and stops the process; returns when it is continued.
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

/// Gives the terminal back if it is ours. What fails is left: there is nobody to tell.
fn restore() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let _ = execute!(stdout(), DisableMouseCapture, DisableBracketedPaste);
        let _ = execute!(stdout(), LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
        let _ = stdout().flush();
    }
}

/// Gives the terminal back before a panic is printed. The worker's panics are reported on the board
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
    let events = sender.clone();
    thread::Builder::new().name("input".to_owned()).spawn(move || {
        while let Ok(incoming) = input.read() {
            let message = match incoming {
                Incoming::Background(background) => Message::Background(background),
                Incoming::Event(Event::Key(key)) => Message::Key(key),
                Incoming::Event(Event::Mouse(mouse)) => Message::Mouse(mouse),
                Incoming::Event(Event::Paste(text)) => Message::Pasted(text),
                Incoming::Event(Event::Resize(..)) => Message::Resized,
                Incoming::Event(Event::FocusGained | Event::FocusLost) => continue,
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

/// The number of the signal that a lost terminal stands for.
pub(super) const SIGHUP: i32 = 1;

/// Sends SIGHUP when the terminal is gone, whether the signal comes or not. Reading keys does not end
/// then: the library reads nothing, again and again.
#[cfg(unix)]
fn listen_to_hangup(sender: Sender<Message>) -> io::Result<()> {
    thread::Builder::new().name("hangup".to_owned()).spawn(move || {
        // An error means that there is no terminal, either.
        let _ = await_hangup(None);
        let _ = sender.send(Message::Signal(SIGHUP));
    })?;
    Ok(())
}

#[cfg(not(unix))]
fn listen_to_hangup(_sender: Sender<Message>) -> io::Result<()> {
    Ok(())
}

/// True if nothing can be read from the terminal any more.
#[cfg(unix)]
pub(super) fn is_gone() -> bool {
    await_hangup(Some(&rustix::event::Timespec::default())).unwrap_or(true)
}

#[cfg(not(unix))]
pub(super) fn is_gone() -> bool {
    false
}

/// Waits until the terminal that keys come from is gone, or until the timeout: false.
///
/// # Errors
/// When there is no such terminal.
#[cfg(unix)]
fn await_hangup(timeout: Option<&rustix::event::Timespec>) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    // As the library that reads keys chooses.
    let opened;
    let stdin = rustix::stdio::stdin();
    let terminal = if rustix::termios::isatty(stdin) {
        stdin
    } else {
        opened = File::open("/dev/tty")?;
        opened.as_fd()
    };
    loop {
        // Hangup is reported though no event is asked for.
        let mut terminal = [PollFd::from_borrowed_fd(terminal, PollFlags::empty())];
        match poll(&mut terminal, timeout) {
            Ok(0) => return Ok(false),
            Ok(_) => return Ok(true),
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Sends the signals that end or continue the process as messages. Before the terminal is taken:
/// a signal that comes in between would end the process and leave the terminal raw.
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
