//! The system creates no thread. A limit of processes does this, which does not hold for root: root runs the program as
//! user nobody.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use portable_pty::CommandBuilder;
use tempfile::TempDir;

use super::{COMMANDS, answer, program, with_environment};
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

/// What the board and the session say without threads.
const SENTENCE: &str = "the board and 'session' need threads, and the system creates no more";

#[test]
fn the_session_needs_threads() {
    let Some((folder, copy)) = place() else { return };
    for arguments in ["session --size 6", "session --size 6 --json"] {
        let output = on_one_thread(&copy, arguments, folder.path()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(SENTENCE) && said.lines().count() == 1, "{said}");
        assert!(output.stdout.is_empty(), "{arguments}");
    }
}

/// With a few threads too, and after the terminal was taken. With enough threads, the board opens.
#[test]
fn the_board_needs_threads_and_gives_the_terminal_back() {
    let Some((folder, copy)) = place() else { return };
    let state = folder.path().to_str().unwrap();
    for number in [1, 2, 3, 4, 5, 6, 7, 50] {
        let words = words_of_limit(number);
        let mut command = CommandBuilder::new(&words[0]);
        command.args(&words[1..]);
        command.arg(&copy);
        command.args(["--size", "6"]);
        let mut terminal = terminal::start(command, &[("XDG_STATE_HOME", state)]);
        if number == 50 {
            terminal.wait_for("4 solutions");
            terminal.send("q");
            assert_eq!(terminal.ended(), 0, "{}", terminal.text());
        } else {
            terminal.wait_for("need threads");
            assert_eq!(terminal.ended(), 2, "{number}: {}", terminal.text());
        }
        terminal.assert_given_back();
    }
}
