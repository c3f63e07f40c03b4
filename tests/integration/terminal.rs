//! The board in a real terminal: what is typed and clicked, what is seen, and what is left behind.
//!
//! Every step waits for something on the screen, never for a time.

mod background;
mod board;
mod lifecycle;
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

/// How long something expected may take on a slow machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// A terminal with the program in it.
struct Terminal {
    master: Box<dyn MasterPty + Send>,
    /// Kept open, so that the terminal's settings can be read after the program has ended.
    _slave: Box<dyn SlavePty + Send>,
    child: Box<dyn Child + Send + Sync>,
    writer: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    /// While this is locked, the terminal reads nothing of what the program writes.
    reading: Arc<Mutex<()>>,
    parser: vt100::Parser,
    /// All that the program has written.
    raw: Vec<u8>,
    /// The terminal's settings before the program began, as text.
    settings: String,
}

fn side(side: u16) -> NonZeroU16 {
    NonZeroU16::new(side).unwrap()
}

fn pty_size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

/// Starts the program, its arguments in one line, in a terminal of 80×24.
fn open(arguments: &str) -> Terminal {
    open_with(arguments, &[])
}

fn open_with(arguments: &str, environment: &[(&str, &str)]) -> Terminal {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_configurator"));
    command.args(arguments.split_whitespace());
    start(command, environment)
}

/// Starts a command of the shell in which `configurator` is the program.
#[cfg(unix)]
fn open_shell(line: &str) -> Terminal {
    let mut command = CommandBuilder::new("sh");
    let program = env!("CARGO_BIN_EXE_configurator");
    command.args(["-c", &format!("configurator() {{ '{program}' \"$@\"; }}\n{line}")]);
    start(command, &[])
}

fn start(mut command: CommandBuilder, environment: &[(&str, &str)]) -> Terminal {
    let pair = native_pty_system().openpty(pty_size(80, 24)).unwrap();
    command.env("TERM", "xterm-256color");
    for name in ["NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG"] {
        command.env_remove(name);
    }
    // Journals do not go where the user's are.
    let state = concat!(env!("CARGO_TARGET_TMPDIR"), "/state");
    command.env("XDG_STATE_HOME", state);
    // This is not the first run, which says what the board is for.
    std::fs::create_dir_all(format!("{state}/configurator")).unwrap();
    // Nor do settings come from there.
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
        _slave: pair.slave,
        child,
        output,
        reading,
        parser: vt100::Parser::new(side(24), side(80), 0),
        raw: Vec::new(),
        settings,
    }
}

impl Terminal {
    /// Types text or the bytes of keys.
    fn send(&mut self, text: &str) {
        self.send_bytes(text.as_bytes());
    }

    fn send_bytes(&mut self, bytes: &[u8]) {
        self.writer.write_all(bytes).unwrap();
        self.writer.flush().unwrap();
    }

    /// Takes in what the program writes until the screen is as wanted.
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

    /// Takes in what the program writes within a time; false when it has ended and all is read.
    fn receive(&mut self, time: Duration) -> bool {
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
    fn wait_for(&mut self, text: &str) {
        self.wait_until(text, |screen| screen.contents().contains(text));
    }

    /// Waits until the panel is about this cell in this state.
    fn wait_for_cell(&mut self, name: &str, state: &str) {
        self.wait_until(&format!("{name} {state}"), |screen| {
            let text = screen.contents();
            text.contains(&format!("─ {name} ─")) && text.contains(&format!(" {state} "))
        });
    }

    /// Waits until the number of solutions is this, whatever it was before any decision, and the diagram is
    /// there, too.
    fn wait_for_solutions(&mut self, count: &str) {
        let number = count.split(' ').next();
        self.wait_until(count, |screen| {
            let text = screen.contents();
            let mut words = text.lines().next().unwrap_or_default().split_whitespace().rev();
            let noun = words.next();
            let last = words.next();
            let shown = if words.next() == Some("of") { words.next() } else { last };
            noun.is_some_and(|noun| noun.starts_with("solution"))
                && shown == number
                && text.contains("diagram")
        });
    }

    /// Waits until nothing has been written for a while.
    fn settle(&mut self) {
        let begun = Instant::now();
        let mut written = usize::MAX;
        while written != self.raw.len() {
            assert!(begun.elapsed() < PATIENCE, "never still");
            written = self.raw.len();
            self.receive(Duration::from_millis(100));
        }
    }

    fn text(&self) -> String {
        self.parser.screen().contents()
    }

    /// All that was written, as text.
    fn raw(&self) -> String {
        String::from_utf8_lossy(&self.raw).into_owned()
    }

    /// The place of a cell on the screen, found by its labels: column and row, counted from 0.
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
        // One column a character up to there.
        let x = lines[letters].find(&format!(" {column} ")).unwrap() + 1;
        assert!(y < usize::from(rows.get()));
        (u16::try_from(x).unwrap(), u16::try_from(y).unwrap())
    }

    /// The character on a cell.
    fn glyph(&self, column: &str, row: &str) -> String {
        let (x, y) = self.place_of(column, row);
        self.parser.screen().cell(y, x).unwrap().contents().to_owned()
    }

    /// Is a colour in the middle of a cell, as ink or as ground?
    fn shows(&self, (column, row): (&str, &str), color: vt100::Color) -> bool {
        let (x, y) = self.place_of(column, row);
        let cells = (x - 2..=x + 2).filter_map(|x| self.parser.screen().cell(y, x));
        cells.into_iter().any(|cell| [cell.fgcolor(), cell.bgcolor()].contains(&color))
    }

    /// Presses and lets go a mouse button on a cell: 0 left, 2 right.
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
    fn signal(&self, name: &str) {
        let process = self.child.process_id().unwrap().to_string();
        assert!(Command::new("kill").args(["-s", name, &process]).status().unwrap().success());
    }

    /// True if the program is still running.
    fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// True if the program is suspended: it waits for SIGCONT.
    #[cfg(target_os = "linux")]
    fn is_suspended(&self) -> bool {
        let status = format!("/proc/{}/stat", self.child.process_id().unwrap());
        // The state stands behind the name, which is in parentheses; a program that has ended has none.
        std::fs::read_to_string(status).is_ok_and(|status| status.contains(") T "))
    }

    /// The exit code of the program, which is about to end; all that it wrote is read.
    fn ended(&mut self) -> u32 {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(begun.elapsed() < PATIENCE, "it does not end:\n{}", self.text());
            self.receive(Duration::from_millis(10));
        };
        assert_eq!(status.signal(), None);
        self.settle();
        status.exit_code()
    }

    /// The terminal is as it was before: its settings, the screen, the cursor, the mouse.
    fn assert_restored(&self) {
        self.assert_given_back();
        let back = "'configurator --resume' goes on where you left.";
        assert_eq!(self.text().replace(back, "").trim(), "");
    }

    /// The terminal is as it was before, but for what is printed.
    fn assert_given_back(&self) {
        assert_eq!(self.current_settings(), self.settings);
        let screen = self.parser.screen();
        assert!(!screen.alternate_screen());
        assert!(!screen.hide_cursor());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        // vt100 knows one mouse mode at a time; every one that was switched on is off again.
        let raw = self.raw();
        for mode in ["1000", "1002", "1003", "1006", "1015", "1049", "2004", "2026", "1004"] {
            let last = |end| raw.rfind(&format!("\x1b[?{mode}{end}"));
            assert!(last('h') <= last('l'), "mode {mode} is left on");
        }
        assert!(raw.rfind("\x1b[?25h") > raw.rfind("\x1b[?25l"));
    }

    fn current_settings(&self) -> String {
        format!("{:?}", self.master.get_termios())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // A test that failed must not leave its program behind.
        if self.is_running() {
            self.child.kill().unwrap_or_default();
        }
    }
}
