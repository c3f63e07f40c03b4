//! The board in a real terminal: its reaction to keys and clicks, and the state of the terminal afterwards.
//!
//! Every step waits for a text on the screen, not for a fixed time.

mod background;
mod board;
mod lifecycle;
#[cfg(unix)]
mod lines;
mod play;
#[cfg(target_os = "linux")]
mod random_events;
mod saved;
mod screen;

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::process::Command;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, SlavePty, native_pty_system};

/// Maximum time to wait for an expected text, sufficient on a slow machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// A terminal in which the program runs.
pub(crate) struct Terminal {
    master: Box<dyn MasterPty + Send>,
    /// The program's end of the terminal. It is open until the program has ended, so that the settings can be read then.
    slave: Option<Box<dyn SlavePty + Send>>,
    child: Box<dyn Child + Send + Sync>,
    writer: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    /// While this is locked, the terminal does not read the program's output.
    reading: Arc<Mutex<()>>,
    parser: vt100::Parser,
    /// The program's whole output so far.
    raw: Vec<u8>,
    /// The terminal's settings before the program began, as text.
    settings: String,
    /// The settings when the program ended.
    settings_at_end: Option<String>,
}

pub(crate) fn side(side: u16) -> NonZeroU16 {
    NonZeroU16::new(side).unwrap()
}

pub(crate) fn pty_size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

/// Starts the program in a terminal of 80×24 characters. The arguments are separated by spaces.
pub(crate) fn open(arguments: &str) -> Terminal {
    open_with(arguments, &[])
}

pub(crate) fn open_with(arguments: &str, environment: &[(&str, &str)]) -> Terminal {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_configurator"));
    command.args(arguments.split_whitespace());
    start(command, environment)
}

/// Starts a shell command, in which `configurator` means the program.
#[cfg(unix)]
fn open_shell(line: &str) -> Terminal {
    open_shell_with(line, &[])
}

#[cfg(unix)]
pub(crate) fn open_shell_with(line: &str, environment: &[(&str, &str)]) -> Terminal {
    let mut command = CommandBuilder::new("sh");
    let program = env!("CARGO_BIN_EXE_configurator");
    command.args(["-c", &format!("configurator() {{ '{program}' \"$@\"; }}\n{line}")]);
    start(command, environment)
}

pub(crate) fn start(mut command: CommandBuilder, environment: &[(&str, &str)]) -> Terminal {
    let pair = native_pty_system().openpty(pty_size(80, 24)).unwrap();
    command.env("TERM", "xterm-256color");
    for name in ["NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG"] {
        command.env_remove(name);
    }
    // Journals must not be written to the user's folder.
    let state = concat!(env!("CARGO_TARGET_TMPDIR"), "/state");
    command.env("XDG_STATE_HOME", state);
    // The folder exists, so that the program does not show the introduction of a first run.
    std::fs::create_dir_all(format!("{state}/configurator")).unwrap();
    // The user's settings must not apply.
    command.env("XDG_CONFIG_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/none"));
    command.env("COLORTERM", "truecolor");
    for (name, value) in environment {
        command.env(name, value);
    }
    let settings = format!("{:?}", pair.master.get_termios());
    let child = pair.slave.spawn_command(command).unwrap();
    let mut reader = pair.master.try_clone_reader().unwrap();
    let (sender, output) = mpsc::channel();
    let reading = Arc::new(Mutex::new(()));
    let allowed = Arc::clone(&reading);
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = reader.read(&mut bytes) {
            drop(allowed.lock());
            if sender.send(bytes[..count].to_vec()).is_err() {
                return;
            }
        }
    });
    Terminal {
        writer: pair.master.take_writer().unwrap(),
        master: pair.master,
        slave: Some(pair.slave),
        child,
        output,
        reading,
        parser: vt100::Parser::new(side(24), side(80), 0),
        raw: Vec::new(),
        settings,
        settings_at_end: None,
    }
}

impl Terminal {
    /// Sends text or the bytes of keys to the program.
    pub(crate) fn send(&mut self, text: &str) {
        self.send_bytes(text.as_bytes());
    }

    fn send_bytes(&mut self, bytes: &[u8]) {
        self.writer.write_all(bytes).unwrap();
        self.writer.flush().unwrap();
    }

    /// Reads the program's output until `is_so` is true for the screen. `wanted` describes the expected screen, for the
    /// error message.
    fn wait_until(&mut self, wanted: &str, is_so: impl Fn(&vt100::Screen) -> bool) {
        let begun = Instant::now();
        while !(self.is_whole() && is_so(self.parser.screen())) {
            assert!(
                begun.elapsed() < PATIENCE && self.receive(Duration::from_millis(100)),
                "waited for: {wanted}\n{}",
                self.text()
            );
        }
    }

    /// True if the current frame is drawn completely.
    fn is_whole(&self) -> bool {
        let last = |mark: &[u8]| self.raw.windows(mark.len()).rposition(|bytes| bytes == mark);
        last(b"\x1b[?2026h") <= last(b"\x1b[?2026l")
    }

    /// Reads the program's next output, waiting for at most `time`. Returns false if the program has ended and all its
    /// output has been read.
    pub(crate) fn receive(&mut self, time: Duration) -> bool {
        match self.output.recv_timeout(time) {
            Ok(bytes) => {
                self.parser.process(&bytes);
                self.raw.extend(bytes);
                true
            }
            Err(RecvTimeoutError::Timeout) => true,
            Err(RecvTimeoutError::Disconnected) => false,
        }
    }

    /// Waits for a text on the screen.
    pub(crate) fn wait_for(&mut self, text: &str) {
        self.wait_until(text, |screen| screen.contents().contains(text));
    }

    /// Waits until the panel shows this cell with this state.
    fn wait_for_cell(&mut self, name: &str, state: &str) {
        self.wait_until(&format!("{name} {state}"), |screen| {
            let text = screen.contents();
            text.contains(&format!("─ {name} ─")) && text.contains(&format!(" {state} "))
        });
    }

    /// Waits until the title shows this number of solutions (ignoring the number without decisions) and the panel shows
    /// the diagram.
    pub(crate) fn wait_for_solutions(&mut self, count: &str) {
        let number = count.split(' ').next();
        self.wait_until(count, |screen| {
            let text = screen.contents();
            let mut words = text.lines().next().unwrap_or_default().split_whitespace().rev();
            let noun = words.next();
            let last = words.next();
            let shown = if words.next() == Some("of") { words.next() } else { last };
            noun.is_some_and(|noun| noun.starts_with("solution"))
                && shown == number
                && (text.contains("diagram") || text.contains("ROBDD"))
        });
    }

    /// Waits until the program has written nothing for 0.1 s.
    fn settle(&mut self) {
        self.settle_for(Duration::from_millis(100));
    }

    /// Waits until the program has written nothing during `still`.
    fn settle_for(&mut self, still: Duration) {
        let begun = Instant::now();
        let mut written = usize::MAX;
        while written != self.raw.len() {
            assert!(begun.elapsed() < PATIENCE, "never still");
            written = self.raw.len();
            self.receive(still);
        }
    }

    pub(crate) fn text(&self) -> String {
        self.parser.screen().contents()
    }

    /// The program's whole output, as text.
    pub(crate) fn raw(&self) -> String {
        String::from_utf8_lossy(&self.raw).into_owned()
    }

    /// Finds a cell on the screen by the labels of its column and row. Returns the screen column and row, from 0.
    fn place_of(&self, column: &str, row: &str) -> (u16, u16) {
        let screen = self.parser.screen();
        let (rows, columns) = screen.size();
        let lines: Vec<String> = screen.rows(0, columns.get()).collect();
        let y = lines.iter().position(|line| line.split_whitespace().next() == Some(row)).unwrap();
        let is_letters = |line: &String| {
            let mut words = line.split_whitespace();
            (words.next(), words.next()) == (Some("a"), Some("b"))
        };
        let letters = lines.iter().position(is_letters).unwrap();
        // Up to this position each character is one screen column wide.
        let x = lines[letters].find(&format!(" {column} ")).unwrap() + 1;
        assert!(y < usize::from(rows.get()));
        (u16::try_from(x).unwrap(), u16::try_from(y).unwrap())
    }

    /// The character on a cell.
    fn glyph(&self, column: &str, row: &str) -> String {
        let (x, y) = self.place_of(column, row);
        self.parser.screen().cell(y, x).unwrap().contents().to_owned()
    }

    /// True if a colour is in the middle of a cell, as text or background colour.
    fn shows(&self, (column, row): (&str, &str), color: vt100::Color) -> bool {
        let (x, y) = self.place_of(column, row);
        let cells = (x - 2..=x + 2).filter_map(|x| self.parser.screen().cell(y, x));
        cells.into_iter().any(|cell| [cell.fgcolor(), cell.bgcolor()].contains(&color))
    }

    /// Presses and releases a mouse button (0 left, 2 right) on a cell.
    fn click(&mut self, button: u8, column: &str, row: &str) {
        let (x, y) = self.place_of(column, row);
        let (x, y) = (x + 1, y + 1);
        self.send(&format!("\x1b[<{button};{x};{y}M\x1b[<{button};{x};{y}m"));
    }

    fn resize(&mut self, columns: u16, rows: u16) {
        self.master.resize(pty_size(columns, rows)).unwrap();
        self.parser.set_size(side(rows), side(columns));
    }

    /// Sends a signal to the program.
    pub(crate) fn signal(&self, name: &str) {
        let process = self.child.process_id().unwrap().to_string();
        assert!(Command::new("kill").args(["-s", name, &process]).status().unwrap().success());
    }

    /// True if the program is still running.
    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// True if the program is suspended: it waits for SIGCONT.
    #[cfg(target_os = "linux")]
    fn is_suspended(&self) -> bool {
        let status = format!("/proc/{}/stat", self.child.process_id().unwrap());
        // The process state follows the name, which is in parentheses. An ended process has no such file.
        std::fs::read_to_string(status).is_ok_and(|status| status.contains(") T "))
    }

    /// Waits for the end of the program, reads the rest of its output, and returns its exit code.
    pub(crate) fn ended(&mut self) -> u32 {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(begun.elapsed() < PATIENCE, "it does not end:\n{}", self.text());
            self.receive(Duration::from_millis(10));
        };
        assert_eq!(status.signal(), None);
        self.settings_at_end = Some(self.current_settings());
        // Now the output has an end, unless another process still holds the terminal.
        self.slave = None;
        let mut read = usize::MAX;
        while read != self.raw.len() {
            read = self.raw.len();
            if !self.receive(Duration::from_secs(1)) {
                break;
            }
        }
        status.exit_code()
    }

    /// Checks that the terminal is as it was before: its settings, the screen, the cursor and the mouse.
    fn assert_restored(&self) {
        self.assert_given_back();
        let back = "'configurator --resume' goes on where you left.";
        assert_eq!(self.text().replace(back, "").trim(), "");
    }

    /// Checks that the terminal is as it was before, apart from printed text.
    pub(crate) fn assert_given_back(&self) {
        assert_eq!(self.current_settings(), self.settings);
        let screen = self.parser.screen();
        assert!(!screen.alternate_screen());
        assert!(!screen.hide_cursor());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        // vt100 records only one mouse mode at a time, so the output must show that every mode that was switched on is
        // off again.
        let raw = self.raw();
        for mode in ["1000", "1002", "1003", "1006", "1015", "1049", "2004", "2026", "1004"] {
            let last = |end| raw.rfind(&format!("\x1b[?{mode}{end}"));
            assert!(last('h') <= last('l'), "mode {mode} is left on");
        }
        assert!(raw.rfind("\x1b[?25h") >= raw.rfind("\x1b[?25l"));
    }

    /// The terminal's settings now, or when the program ended.
    fn current_settings(&self) -> String {
        let now = || format!("{:?}", self.master.get_termios());
        self.settings_at_end.clone().unwrap_or_else(now)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // A failed test must not leave its program running.
        if self.is_running() {
            self.child.kill().unwrap_or_default();
        }
    }
}
