//! A session outlives the program that held it: boards on a real terminal, killed and resumed.

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, NativePtySystem, PtySize, PtySystem};

/// A board in a terminal of its own.
struct Board {
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    /// All that was written, with its escape sequences.
    raw: Vec<u8>,
}

impl Board {
    /// Opens a board that keeps its journals below `state`.
    fn open(state: &Path, arguments: &str) -> Self {
        let size = PtySize { rows: 24, cols: 100, pixel_width: 0, pixel_height: 0 };
        let terminal = NativePtySystem::default().openpty(size).unwrap();
        let mut command = CommandBuilder::new(assert_cmd::cargo::cargo_bin("configurator"));
        command.args(arguments.split_whitespace());
        command.env("XDG_STATE_HOME", state);
        command.env("XDG_CONFIG_HOME", state.join("none"));
        command.env("TERM", "xterm-256color");
        command.env_remove("LC_ALL");
        let child = terminal.slave.spawn_command(command).unwrap();
        let mut reader = terminal.master.try_clone_reader().unwrap();
        let keys = terminal.master.take_writer().unwrap();
        let (sender, output) = mpsc::channel();
        std::thread::spawn(move || {
            let _terminal = terminal.master;
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..read].to_vec()).is_err() {
                    return;
                }
            }
        });
        let [rows, columns] = [24, 100].map(|side| NonZero::new(side).unwrap());
        let screen = vt100::Parser::new(rows, columns, 0);
        Self { child, keys, output, screen, raw: Vec::new() }
    }

    fn type_keys(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until the screen is as wanted.
    fn wait(&mut self, what: &str, wanted: impl Fn(&str) -> bool) {
        let deadline = Instant::now() + Duration::from_secs(30);
        while !wanted(&self.screen.screen().contents()) {
            let left = deadline.saturating_duration_since(Instant::now());
            let Ok(bytes) = self.output.recv_timeout(left) else {
                panic!("waited for {what}:\n{}", self.screen.screen().contents());
            };
            self.screen.process(&bytes);
            self.raw.extend(bytes);
        }
    }

    fn wait_for(&mut self, text: &str) {
        self.wait(text, |screen| screen.contains(text));
    }

    /// Ends it as a crash would: it cannot do anything about it.
    fn kill(&mut self) {
        let pid = self.child.process_id().unwrap().to_string();
        assert!(Command::new("kill").args(["-9", &pid]).status().unwrap().success());
        self.child.wait().unwrap();
    }

    fn quit(&mut self) {
        self.type_keys("q");
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        // A test that failed leaves no board behind.
        let _ = self.child.kill();
    }
}

#[test]
fn a_killed_board_is_resumed_with_its_undo() {
    let state = tempfile::tempdir().unwrap();
    let mut board = Board::open(state.path(), "--size 6");
    board.wait_for("4 solutions");
    board.type_keys(":b1\r ");
    board.wait_for("1 ▙▟ b1");
    board.type_keys(":f6\rx");
    board.wait_for("2  ╱ f6");
    board.kill();

    let mut board = Board::open(state.path(), "--resume");
    board.wait_for("the last session, as it was left");
    board.wait_for("2  ╱ f6");
    board.wait("6 queens", |screen| screen.contains("6×6 queens") && screen.contains("1 ▙▟ b1"));
    board.type_keys("u");
    board.wait("the last step undone", |screen| {
        screen.contains("1 ▙▟ b1") && !screen.contains("2  ╱ f6")
    });
    // What a resumed board does is kept as well.
    board.kill();
    let mut board = Board::open(state.path(), "--resume");
    board.wait_for("1 ▙▟ b1");
    board.type_keys("\x12");
    board.wait_for("2  ╱ f6");
    board.quit();

    // A session that was left can be resumed, too.
    let mut board = Board::open(state.path(), "--resume");
    board.wait_for("2  ╱ f6");
    board.quit();
}

#[test]
fn what_is_resumed_brings_its_own_problem() {
    for option in ["--size 6", "--place a1", "--board a.toml", "--torus"] {
        let mut program = Command::new(assert_cmd::cargo::cargo_bin("configurator"));
        let output = program.arg("--resume").args(option.split(' ')).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{option}");
        assert!(String::from_utf8(output.stderr).unwrap().contains("cannot be used with"));
    }
}

#[test]
fn two_boards_at_once_do_not_mix() {
    let state = tempfile::tempdir().unwrap();
    let mut first = Board::open(state.path(), "--size 6");
    let mut second = Board::open(state.path(), "--size 5");
    first.wait_for("4 solutions");
    first.type_keys(":b1\r ");
    first.wait_for("1 ▙▟ b1");
    second.wait_for("10 solutions");
    second.type_keys(":a1\r ");
    second.wait_for("1 ▙▟ a1");
    second.kill();
    let mut again = Board::open(state.path(), "--resume");
    again.wait_for("5×5 queens");
    again.wait_for("1 ▙▟ a1");
    // The other one is running.
    let mut third = Board::open(state.path(), "--resume");
    third.wait_for("no session to resume");
    for mut board in [first, again, third] {
        board.quit();
    }
}

#[test]
fn without_a_place_for_journals_the_board_works_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let mut board = Board::open(&file, "--size 6");
    board.wait_for("this session is not kept");
    board.wait_for("4 solutions");
    board.type_keys(":b1\r ");
    board.wait_for("1 ▙▟ b1");
    board.wait("the notice gone", |screen| !screen.contains("is not kept"));
    board.quit();
}

#[test]
fn a_board_is_saved_opened_and_copied() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("b.toml");
    let mut board = Board::open(folder.path(), "--size 6 --place b1");
    board.wait_for("1 ▙▟ b1");
    board.type_keys(&format!(":w {}\r", path.display()));
    board.wait_for("saved as");
    board.type_keys("r+");
    board.wait_for("7×7 queens");
    board.type_keys(&format!(":o {}\r", path.display()));
    board.wait("6 queens", |screen| screen.contains("6×6") && screen.contains("1 ▙▟ b1"));
    board.type_keys("y");
    board.wait_for("copied: configurator --size 6 --place b1");
    // The same text in base64, for the clipboard.
    let sequence = b"\x1b]52;c;Y29uZmlndXJhdG9yIC0tc2l6ZSA2IC0tcGxhY2UgYjE=";
    assert!(board.raw.windows(sequence.len()).any(|window| window == sequence));
    board.quit();

    let mut board = Board::open(folder.path(), &format!("--board {}", path.display()));
    board.wait_for("1 ▙▟ b1");
    board.quit();
}

#[test]
fn several_sessions_are_listed_the_latest_first_however_they_ended() {
    let state = tempfile::tempdir().unwrap();
    let mut board = Board::open(state.path(), "--size 6");
    board.wait_for("4 solutions");
    board.type_keys(":b1\r ");
    board.wait_for("1 ▙▟ b1");
    board.kill();
    let mut board = Board::open(state.path(), "--size 5");
    board.wait_for("10 solutions");
    board.type_keys(":a1\r ");
    board.wait_for("1 ▙▟ a1");
    board.quit();

    let mut board = Board::open(state.path(), "--resume");
    board.wait_for("q none:");
    let screen = board.screen.screen().contents();
    assert!(screen.contains("  1  5×5 queen, decided a1   just now"), "{screen}");
    assert!(screen.contains("  2  6×6 queen, decided b1   just now"), "{screen}");
    board.type_keys("3\r");
    board.wait_for("'3' is none of these");
    board.type_keys("2\r");
    board.wait_for("an earlier session, as it was left");
    board.wait_for("6×6 queens");
    board.kill();
    // Looking at a session does not make it the latest.
    let mut board = Board::open(state.path(), "--resume");
    board.wait_for("q none:");
    board.type_keys("\r");
    board.wait_for("the last session, as it was left");
    board.wait_for("5×5 queens");
    board.quit();
    let mut board = Board::open(state.path(), "--resume");
    board.wait_for("q none:");
    board.type_keys("q\r");
    assert!(board.child.wait().unwrap().success());
    assert!(!board.screen.screen().alternate_screen());
}
