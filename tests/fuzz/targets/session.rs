//! Lines of a session. What is told about the position is what a fresh engine finds. An input that begins with `{` is
//! read as by `--json`.
#![no_main]

use std::cell::RefCell;
use std::fs;
use std::time::Duration;

use configurator::app::{BoardSetup, Settings};
use configurator::cli::FuzzedSession;
use configurator::engine::{Budget, Oracle, bdd};
use configurator::problem::{Problem, Rules};
use configurator::session::Session;
use libfuzzer_sys::fuzz_target;

/// Maximum number of lines.
const MAX_LINES: usize = 20;

/// Maximum number in a line. Larger boards and puzzles take long.
const LARGEST_NUMBER: u32 = 6;

/// Words that write files or end the session.
const LEFT_OUT: &str = "w w! wq x save export export! q q! quit";

/// Lines that lead from any position back to the same one.
const BEGINNING: [&str; 2] = ["lesson off", "o start.toml"];

thread_local! {
    /// One board for all inputs: a board starts threads that end with the process.
    static BOARD: RefCell<FuzzedSession> = RefCell::new(opened());
}

fuzz_target!(|text: &str| BOARD.with_borrow_mut(|board| {
    let json = text.starts_with('{');
    for line in BEGINNING {
        // Without a lesson, there is none to put away.
        board.answer(line, json).expect("no effect fails");
    }
    for line in text.lines().take(MAX_LINES).filter(|line| is_tried(line)) {
        let ends = board.answer(line, json).expect("no effect fails");
        assert!(!ends, "{line}");
        check(board.session());
    }
}));

/// Opens a board in a directory of its own, which has the board of [`BEGINNING`].
fn opened() -> FuzzedSession {
    let directory = tempfile::tempdir().expect("a directory").keep();
    std::env::set_current_dir(&directory).expect("a directory");
    fs::write("start.toml", "size = 4\n").expect("a file");
    let setup = BoardSetup {
        session: Session::new(Problem::new(Rules::queens(4).expect("a size"))),
        journal: None,
        notes: Vec::new(),
        notice: None,
        is_first_run: false,
        file: None,
        play: None,
        lesson: None,
        results: None,
    };
    let limits = (64 << 20, Some(Duration::from_millis(50)));
    FuzzedSession::open(setup, Settings::default(), limits).expect("threads")
}

/// True if a line is fast and does nothing outside of the board.
fn is_tried(line: &str) -> bool {
    let words = || line.split(|letter: char| !letter.is_alphanumeric() && letter != '!');
    let mut numbers =
        line.split(|letter: char| !letter.is_ascii_digit()).filter(|run| !run.is_empty());
    let is_small = |number: &str| number.parse().is_ok_and(|number: u32| number <= LARGEST_NUMBER);
    !words().any(|word| LEFT_OUT.split(' ').any(|out| out == word))
        && !line.contains(['/', '\\', '~'])
        && numbers.all(is_small)
}

/// Compares a known number of solutions with that of a fresh engine.
fn check(session: &Session) {
    let Some(known) = session.solutions() else { return };
    if session.rules().size().cells() > 36 {
        return;
    }
    let counted = bdd::Engine::new().solutions(session.problem(), &Budget::default());
    assert_eq!(counted.ok().flatten().as_ref(), Some(known));
}
