//! Enters the terminal's raw mode, and leaves it whenever the program ends.

use std::io::{self, BufWriter, Write};
use std::mem::{self, ManuallyDrop};
use std::panic::{self, PanicHookInfo};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ThreadId};

use crossterm::clipboard::CopyToClipboard;
use crossterm::cursor::Show;
use crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste,
    EnableFocusChange, EnableMouseCapture,
};
use crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use crossterm::{execute, queue};
use ratatui::backend::CrosstermBackend;
use ratatui::{Frame, Terminal as Screen};

use super::output::{self, TerminalOutput};

/// The terminal in raw mode, on the alternate screen. Dropping this value restores the terminal.
pub(crate) struct Terminal {
    /// The screen is never dropped, because dropping it prints an error if the terminal is gone. `restore`
    /// shows the cursor instead.
    screen: ManuallyDrop<Screen<CrosstermBackend<BufWriter<TerminalOutput>>>>,
    mouse: bool,
}

/// Size of the buffer of frames, in bytes.
const BUFFER_SIZE: usize = 1 << 14;

/// True while the terminal is in use, until it is restored completely.
static TAKEN: AtomicBool = AtomicBool::new(false);

impl Terminal {
    /// Enters raw mode and the alternate screen, once in a process.
    pub(crate) fn enter(mouse: bool) -> io::Result<Self> {
        panic::set_hook(Box::new(hook(thread::current().id(), panic::take_hook())));
        // If NO_COLOR is set, the library would also drop bold and reverse. The theme handles NO_COLOR instead.
        crossterm::style::force_color_output(true);
        let output = BufWriter::with_capacity(BUFFER_SIZE, TerminalOutput);
        let screen = ManuallyDrop::new(Screen::new(CrosstermBackend::new(output))?);
        let terminal = Self { screen, mouse };
        terminal.enter_raw_mode()?;
        Ok(terminal)
    }

    fn enter_raw_mode(&self) -> io::Result<()> {
        TAKEN.store(true, Ordering::SeqCst);
        enable_raw_mode()?;
        execute!(TerminalOutput, EnterAlternateScreen, EnableBracketedPaste, EnableFocusChange)?;
        if self.mouse { execute!(TerminalOutput, EnableMouseCapture) } else { Ok(()) }
    }

    /// Enters raw mode again after the terminal was restored, or after another program drew on it.
    pub(crate) fn enter_again(&mut self) -> io::Result<()> {
        self.enter_raw_mode()?;
        // `clear` would ask for the cursor's position, and the input thread would read the answer. Resizing
        // also forgets the last frame.
        let size = self.screen.size()?;
        self.screen.resize(size.into())
    }

    /// Draws a frame in one synchronized update, without flicker.
    pub(crate) fn draw(&mut self, render: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        queue!(self.screen.backend_mut(), BeginSynchronizedUpdate)?;
        let drawn = self.screen.draw(render).map(|_| ());
        execute!(self.screen.backend_mut(), EndSynchronizedUpdate)?;
        drawn
    }

    /// Switches the handling of mouse clicks on or off.
    pub(crate) fn set_mouse(&mut self, on: bool) -> io::Result<()> {
        self.mouse = on;
        if on {
            execute!(TerminalOutput, EnableMouseCapture)
        } else {
            execute!(TerminalOutput, DisableMouseCapture)
        }
    }

    /// Copies a text to the clipboard, if the terminal allows that (OSC 52).
    pub(crate) fn copy(text: &str) -> io::Result<()> {
        execute!(TerminalOutput, CopyToClipboard::to_clipboard_from(text))
    }

    /// Restores the terminal and stops the process. Returns when the process continues.
    pub(crate) fn suspend() -> io::Result<()> {
        restore();
        system::suspend()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal if it is in use. Errors are ignored: they cannot be shown.
pub(super) fn restore() {
    restore_with(|sequences| drop(TerminalOutput.write_all(sequences)));
}

/// Like [`restore`], for a process that ends while other threads may still draw.
pub(super) fn restore_at_once() {
    restore_with(output::write_last);
}

fn restore_with(write: impl FnOnce(&[u8])) {
    if TAKEN.load(Ordering::SeqCst) {
        // There may be no memory for a buffer of the usual kind.
        let mut sequences = io::Cursor::new([0; 256]);
        // The last frame may be incomplete.
        let _ = queue!(sequences, EndSynchronizedUpdate, DisableMouseCapture, DisableFocusChange);
        let _ = queue!(sequences, DisableBracketedPaste, LeaveAlternateScreen, Show);
        let length = sequences.position() as usize;
        write(&sequences.get_ref()[..length]);
        let _ = disable_raw_mode();
        // Not sooner: what another thread restores may be lost because the process aborts.
        TAKEN.store(false, Ordering::SeqCst);
    }
}

/// Panics of other threads, which do not end the program.
static FAULTS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Removes and returns the panics of other threads, as sentences.
pub(super) fn take_faults() -> Vec<String> {
    mem::take(&mut FAULTS.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Handles a panic. A panic of the board's thread restores the terminal before it is printed, because it ends the
/// program. The board continues after panics of other threads, and reports them when the user leaves.
fn hook(board: ThreadId, print: impl Fn(&PanicHookInfo<'_>)) -> impl Fn(&PanicHookInfo<'_>) {
    move |info| {
        let thread = thread::current();
        if thread.id() == board {
            restore();
            return print(info);
        }
        let name = thread.name().map_or_else(String::new, |name| format!(" '{name}'"));
        let panic = info.to_string().replace('\n', " ");
        let fault = format!("a fault of the program: thread{name} {panic}");
        let mut faults = FAULTS.lock().unwrap_or_else(PoisonError::into_inner);
        if !faults.contains(&fault) {
            faults.push(fault);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_in_a_thread_without_a_name_does_not_give_the_terminal_back() {
        TAKEN.store(true, Ordering::SeqCst);
        let usual = panic::take_hook();
        panic::set_hook(Box::new(hook(thread::current().id(), |_| ())));
        for _ in 0..2 {
            assert!(thread::spawn(|| panic!("no\nway")).join().is_err());
        }
        panic::set_hook(usual);
        assert!(TAKEN.swap(false, Ordering::SeqCst));
        let faults = take_faults();
        let messages: Vec<&String> =
            faults.iter().filter(|fault| fault.contains("no way")).collect();
        assert_eq!(messages.len(), 1, "{faults:?}");
        let place = "a fault of the program: thread panicked at src/tui/runtime/terminal.rs:";
        assert!(messages[0].starts_with(place), "{messages:?}");
    }
}
