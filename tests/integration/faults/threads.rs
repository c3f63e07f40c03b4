//! The system creates no thread. A limit of processes does this, which does not hold for root: root runs the program as
//! user nobody.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use portable_pty::CommandBuilder;
use tempfile::TempDir;

use super::{COMMANDS, answer, program, refusal, with_environment};
use crate::terminal;

/// A folder that all users can read and write, with a copy of the program. `None` where a limit of processes cannot be set.
fn place() -> Option<(TempDir, PathBuf)> {
    let is_there = |tool| Command::new(tool).arg("--version").output().is_ok();
    if !(is_there("prlimit") && is_there("setpriv")) {
        eprintln!("skipped: there is no prlimit or setpriv");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o777)).unwrap();
    let copy = folder.path().join("configurator");
    fs::copy(env!("CARGO_BIN_EXE_configurator"), &copy).unwrap();
    let words = words_of_limit(100);
    let trial = Command::new(&words[0]).args(&words[1..]).arg(&copy).arg("--version").output();
    if !trial.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: the program cannot run as another user");
        return None;
    }
    Some((folder, copy))
}

/// The words before the program's path, with which it can have `number` threads of all programs of its user.
fn words_of_limit(number: u32) -> Vec<String> {
    let user = Command::new("id").arg("-u").output().unwrap().stdout;
    let root = "setpriv --reuid=65534 --regid=65534 --clear-groups ";
    let words = format!("{}prlimit --nproc={number}", if user == b"0\n" { root } else { "" });
    words.split(' ').map(str::to_owned).collect()
}

/// The program without a second thread.
fn on_one_thread(program: &Path, arguments: &str, state: &Path) -> Command {
    let words = words_of_limit(1);
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).arg(program);
    with_environment(command, arguments, state)
}

#[test]
fn verbs_answer_the_same_on_one_thread() {
    let Some((folder, copy)) = place() else { return };
    for arguments in COMMANDS {
        let expected = program(arguments, folder.path()).output().unwrap();
        let output = on_one_thread(&copy, arguments, folder.path()).output().unwrap();
        assert_eq!(answer(&output, arguments), answer(&expected, arguments), "{arguments}");
    }
}

const SENTENCE: &str = "the system creates no more threads, which the board and 'session' need; other verbs do without";

#[test]
fn the_session_says_that_it_needs_threads() {
    let Some((folder, copy)) = place() else { return };
    let output = on_one_thread(&copy, "session", folder.path()).output().unwrap();
    assert_eq!(refusal(&output, "session"), SENTENCE);
}

/// With a few threads only, the board says so, or it works. The terminal is as before.
#[test]
fn the_board_says_that_it_needs_threads() {
    let Some((folder, copy)) = place() else { return };
    let state = folder.path().to_str().unwrap();
    let mut has_opened = false;
    for number in 1..=10 {
        let words = words_of_limit(number);
        let mut command = CommandBuilder::new(&words[0]);
        command.args(&words[1..]);
        command.arg(&copy);
        command.args(["--size", "6"]);
        let mut terminal = terminal::start(command, &[("XDG_STATE_HOME", state)]);
        let code = loop {
            if terminal.text().contains("4 solutions") {
                terminal.send("q");
                break terminal.ended();
            }
            if !terminal.is_running() {
                break terminal.ended();
            }
            terminal.receive(terminal::PATIENCE / 1000);
        };
        terminal.assert_given_back();
        let text = terminal.text().split_whitespace().collect::<Vec<_>>().join(" ");
        let is_refused = text.contains(SENTENCE);
        assert_eq!(code, if is_refused { 2 } else { 0 }, "{number}: {text}");
        // One thread is never enough.
        assert!(is_refused || number > 1, "{text}");
        has_opened |= !is_refused;
    }
    assert!(has_opened, "ten threads are enough");
}
