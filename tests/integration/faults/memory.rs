//! The system gives no more memory: a limit of the address space, in kilobytes. The program may abort, but it leaves no
//! unfinished file, and restores the terminal.

use std::fs;
use std::os::unix::process::ExitStatusExt;

use super::{limited_program, names};
use crate::cases::in_full;
use crate::terminal;

/// Limits under which the system can load the program, from less than its work needs to more than that, in kilobytes.
fn limits() -> impl Iterator<Item = u64> {
    let program = fs::metadata(env!("CARGO_BIN_EXE_configurator")).unwrap().len() / 1024;
    let limits = [30_000, 40_000, 50_000, 60_000, 80_000, 100_000, 250_000];
    limits.into_iter().filter(move |limit| limit * 4 > program * 5)
}

/// The exit code of a program that aborts.
const ABORTED: i32 = 134;

#[test]
fn verbs_without_memory_leave_no_unfinished_file() {
    let mut aborts = 0;
    for words in [
        "export --to dddmp --size 14 --output",
        "count --size 14 --engine bdd --certificate",
        "count --size 13 --engine bdd --checkpoint",
    ] {
        for limit in limits().step_by(in_full(2, 1) as usize) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("file");
            let arguments = format!("{words} {} --timeout 2", path.display());
            let limits = format!("ulimit -v {limit}");
            let output = limited_program(&limits, &arguments, folder.path()).output().unwrap();
            let told = String::from_utf8_lossy(&output.stderr);
            let code = output.status.code().or(output.status.signal().map(|it| 128 + it));
            let code = code.unwrap();
            // With less memory than the program itself, the system's loader says so.
            let is_loaded = code != 127 && !told.contains("shared libraries");
            let is_expected = !is_loaded || [0, 2, 3, ABORTED].contains(&code);
            assert!(is_expected, "{words} {limit}: {code} {told}");
            assert!(!told.contains("panicked"), "{words} {limit}: {told}");
            aborts += u32::from(code == ABORTED);
            let files = names(folder.path());
            assert!(files.iter().all(|name| name == "file"), "{words} {limit}: {files:?}");
        }
    }
    assert!(aborts > 0, "no limit was too low");
}

/// Formerly messages of the standard library came before the sentence, or in its place: threads reserved the memory that
/// others needed.
#[test]
fn without_memory_one_sentence_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let program = fs::metadata(env!("CARGO_BIN_EXE_configurator")).unwrap().len() / 1024;
    // No command has a time limit, which could end it before the answer.
    let estimate = "count --estimate --seed 1 --precision 50";
    let words = ["count", estimate, "count --size 9 --engine count"];
    let (mut refused, mut answered) = (0, 0);
    for limit in (program + 5_000..program + 300_000).step_by(15_000) {
        for arguments in words {
            let limits = format!("ulimit -v {limit}");
            let output = limited_program(&limits, arguments, folder.path()).output().unwrap();
            let told = String::from_utf8(output.stderr).unwrap();
            match output.status.code() {
                Some(0) => answered += 1,
                // Not even the system's loader has enough.
                Some(127) => {}
                code => {
                    refused += 1;
                    let sentence = "configurator: the system gives less than 32 MiB of memory\n";
                    assert_eq!((code, told.as_str()), (Some(ABORTED), sentence), "{limit}");
                }
            }
        }
    }
    assert!(refused > 0 && answered > 40, "{refused} {answered}");
}

#[test]
fn the_terminal_is_restored_without_memory() {
    let mut aborts = 0;
    let state = tempfile::tempdir().unwrap();
    fs::create_dir(state.path().join("configurator")).unwrap();
    let environment = [("XDG_STATE_HOME", state.path().to_str().unwrap())];
    for (arguments, shown) in [("--size 17", "counting part"), ("play queens --seed 1", "seed 1")] {
        for limit in limits() {
            let line = format!("ulimit -v {limit}; configurator {arguments}; exit $?");
            let mut terminal = terminal::open_shell_with(&line, &environment);
            while terminal.is_running() && !terminal.text().contains(shown) {
                terminal.receive(terminal::PATIENCE / 1000);
            }
            if terminal.is_running() {
                terminal.send(":q\r");
            }
            let code = terminal.ended();
            terminal.assert_given_back();
            aborts += u32::from(code == ABORTED.cast_unsigned());
            let sentences =
                ["the system gives no more memory", "the system gives less than 32 MiB"];
            let told = sentences.iter().any(|sentence| terminal.raw().contains(sentence));
            assert_eq!(told, code == ABORTED.cast_unsigned(), "{limit}: {}", terminal.text());
        }
    }
    assert!(aborts > 0, "no limit was too low");
}

/// A fault of the program that aborts is the same: the signal has the same effect as an allocation that fails.
#[test]
fn an_abort_restores_the_terminal() {
    for (arguments, shown) in [("--size 8", "92 solutions"), ("play queens --seed 1", "seed 1")] {
        let mut terminal = terminal::open(arguments);
        terminal.wait_for(shown);
        terminal.signal("ABRT");
        assert_eq!(terminal.ended(), ABORTED.cast_unsigned());
        terminal.assert_given_back();
    }
}

/// Formerly a frame that was just being written could hide the cursor again.
#[test]
fn an_abort_restores_the_terminal_that_is_just_drawn_or_left() {
    for round in (0..20).step_by(in_full(3, 1) as usize) {
        let mut terminal = terminal::open("--size 8");
        terminal.wait_for("92 solutions");
        terminal.send(&"\x1b[C\x1b[A".repeat(20 * round));
        if round % 2 == 1 {
            terminal.send("q");
        }
        terminal.signal("ABRT");
        assert!([0, ABORTED.cast_unsigned()].contains(&terminal.ended()));
        terminal.assert_given_back();
    }
}
