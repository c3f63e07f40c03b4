//! The clock is set back: files have dates of the future.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, SystemTime};

use super::{answer, program};
use crate::terminal;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Dates all files of a folder to tomorrow, in their order, as if the clock had been set back by a day.
fn set_clock_back(folder: &Path) {
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let written = path.metadata().unwrap().modified().unwrap();
        File::options().append(true).open(path).unwrap().set_modified(written + DAY).unwrap();
    }
}

/// Runs a session of these lines, and returns its answers.
fn session(state: &Path, arguments: &str, lines: &str) -> String {
    let mut command = program(&format!("session {arguments}"), state);
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    answer(&child.wait_with_output().unwrap(), arguments)
}

/// Formerly the sessions of before were taken for the last ones, and with ten of them the last one was even removed.
#[test]
fn the_last_session_is_the_last_though_others_are_of_tomorrow() {
    let state = tempfile::tempdir().unwrap();
    let journals = state.path().join("configurator");
    for _ in 0..11 {
        session(state.path(), "--size 5", "place a1\n");
    }
    session(state.path(), "--size 4", "place b1\n");
    set_clock_back(&journals);
    // The latest of tomorrow is the last one until there is another one.
    let told = session(state.path(), "--resume", "place a3\nboard\n");
    assert!(told.contains("Row 4:") && !told.contains("Row 5:"), "{told}");
    set_clock_back(&journals);
    session(state.path(), "--size 6", "place b1\n");
    for _ in 0..2 {
        let told = session(state.path(), "--resume", "board\n");
        assert!(told.contains("Row 6:"), "{told}");
    }
    for journal in fs::read_dir(&journals).unwrap() {
        let written = journal.unwrap().metadata().unwrap().modified().unwrap();
        assert!(written <= SystemTime::now());
    }
}

#[test]
fn sessions_of_tomorrow_are_listed_as_of_now() {
    let state = tempfile::tempdir().unwrap();
    session(state.path(), "--size 5", "place a1\n");
    session(state.path(), "--size 6", "place b1\n");
    set_clock_back(&state.path().join("configurator"));
    let environment = [("XDG_STATE_HOME", state.path().to_str().unwrap())];
    let mut terminal = terminal::open_with("--resume", &environment);
    terminal.wait_for("q none:");
    let text = terminal.text();
    assert!(text.contains("  1  6×6 queen, decided b1   just now"), "{text}");
    assert!(text.contains("  2  5×5 queen, decided a1   just now"), "{text}");
    terminal.send("q\r");
    assert_eq!(terminal.ended(), 0);
}

/// Boards, checkpoints, settings and results are known by their content, not by their dates.
#[test]
fn files_of_tomorrow_are_read_and_replaced() {
    let state = tempfile::tempdir().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let [board, checkpoint] = ["board.toml", "checkpoint"].map(|name| folder.path().join(name));
    fs::write(&board, "size = 6\n").unwrap();
    let count = format!("count --size 6 --checkpoint {}", checkpoint.display());
    let counted = program(&count, state.path()).output().unwrap();
    set_clock_back(folder.path());
    let told = session(state.path(), &format!("--board {}", board.display()), "place b1\nsave\n");
    assert!(told.contains("Saved as"), "{told}");
    assert!(fs::read_to_string(&board).unwrap().contains("placed = [\"b1\", "));
    let again = program(&count, state.path()).output().unwrap();
    assert_eq!(answer(&again, &count), answer(&counted, &count));
}
