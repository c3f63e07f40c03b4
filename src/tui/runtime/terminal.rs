//! Taking the terminal over, and giving it back however the program ends.

use std::io::{self, Write, stdout};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::{panic, thread};

use crossterm::clipboard::CopyToClipboard;
use crossterm::cursor::Show;
use crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    Event,
};
use crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use crossterm::{execute, queue};
use ratatui::backend::CrosstermBackend;
use ratatui::{Frame, Terminal as Screen};

use super::worker;
use crate::tui::update::message::Message;

/// The terminal in raw mode, on the alternate screen. Dropping it gives the terminal back.
pub(in crate::tui) struct Terminal {
    screen: Screen<CrosstermBackend<io::Stdout>>,
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
        let screen = Screen::new(CrosstermBackend::new(stdout()))?;
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

/// Sends all that happens at the terminal, and the signals that end or continue the process, as
/// messages.
pub(in crate::tui) fn listen(sender: &Sender<Message>) -> io::Result<()> {
    let events = sender.clone();
    thread::Builder::new().name("input".to_owned()).spawn(move || {
        while let Ok(event) = event::read() {
            let message = match event {
                Event::Key(key) => Message::Key(key),
                Event::Mouse(mouse) => Message::Mouse(mouse),
                Event::Paste(text) => Message::Pasted(text),
                Event::Resize(..) => Message::Resized,
                Event::FocusGained | Event::FocusLost => continue,
            };
            if events.send(message).is_err() {
                return;
            }
        }
        // The terminal is gone.
        let _ = events.send(Message::Signal(SIGHUP));
    })?;
    listen_to_signals(sender.clone())
}

/// The number of the signal that a lost terminal stands for.
const SIGHUP: i32 = 1;

#[cfg(unix)]
fn listen_to_signals(sender: Sender<Message>) -> io::Result<()> {
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
fn listen_to_signals(_sender: Sender<Message>) -> io::Result<()> {
    Ok(())
}
