//! The end of a run: by a budget, a closed pipe or a signal.

#[cfg(unix)]
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
#[cfg(unix)]
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use configurator::problem::BoardFile;
#[cfg(unix)]
use portable_pty::CommandBuilder;

use super::run;
#[cfg(unix)]
use crate::terminal::{self, Terminal};

fn program() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin("configurator"))
}

#[test]
fn an_ended_budget_is_one_sentence_and_3() {
    for verb in ["count", "solve", "inspect"] {
        let time = run(&format!("{verb} --size 20 --engine bdd --timeout 0.2"));
        let sentence = time.refusal(3);
        let expected = "the time budget of 0.2 s ended before the answer (reached: building cell ";
        assert!(sentence.starts_with(expected), "{sentence}");
        let memory = run(&format!("{verb} --size 12 --piece knight --engine bdd --memory 1MiB"));
        assert!(
            memory.refusal(3).starts_with("the memory budget of 1.0 MiB ended before the answer")
        );
    }
}

#[test]
fn the_largest_board_ends_within_its_budget() {
    let run = run("count --size 1000 --memory 64MiB --timeout 20");
    assert!(run.refusal(3).contains("budget"));
}

#[test]
fn a_time_limit_holds_while_solutions_are_printed() {
    // There are far more solutions than can be printed in the given time.
    let run = run("solve --size 5x10 --piece wazir --all --format cells --timeout 1");
    assert_eq!(run.code(), 3);
    assert!(run.stdout().ends_with('\n') && run.stdout().lines().count() > 1);
    assert!(run.sentence().starts_with("the time budget of 1 s ended"));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    for options in ["", "--format list", "--json"] {
        let mut child = program()
            .args(["solve", "--size", "10", "--all"])
            .args(options.split_whitespace())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The pipe is closed before anything is read.
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }
}

#[test]
fn the_first_lines_come_before_the_last_are_made() {
    // The whole output has gigabytes, so waiting for its end would take long.
    let mut child = program()
        .args(["solve", "--size", "8", "--piece", "knight", "--all", "--format", "cells"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("a1 "));
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

/// Waits for the program's end and returns the exit code; kills the program if it does not end.
#[cfg(unix)]
fn ended(child: &mut Child) -> Option<i32> {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(20) {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap().code()
}

/// Starts the program with its output in a file. Signals have their usual actions even if the tests run under `nohup`,
/// because a new terminal sets them.
#[cfg(unix)]
fn start_in_terminal(arguments: &str, stdout: &Path) -> Terminal {
    let mut command = CommandBuilder::new("sh");
    let line = format!("exec \"$0\" {arguments} > '{}'", stdout.display());
    command.args(["-c", &line, env!("CARGO_BIN_EXE_configurator")]);
    terminal::start(command, &[])
}

#[cfg(unix)]
#[test]
fn signals_end_a_verb_with_their_own_code() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for (signal, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let mut terminal = start_in_terminal("solve --size 7 --piece knight --all", &pipe);
        // Once the program prints, its signal handlers are installed. As the rest of its output is not read, the
        // program waits.
        let mut reader = BufReader::new(File::open(&pipe).unwrap());
        reader.read_line(&mut String::new()).unwrap();
        terminal.signal(signal);
        assert_eq!(terminal.ended(), code, "{signal}");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_no_unfinished_file() {
    for (signal, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let folder = tempfile::tempdir().unwrap();
        let files = || std::fs::read_dir(folder.path()).unwrap().count();
        let path = folder.path().join("big.cnf");
        let arguments = format!("export --to dimacs --size 1000 --output '{}'", path.display());
        let mut terminal = start_in_terminal(&arguments, Path::new("/dev/null"));
        while files() == 0 && terminal.is_running() {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(files(), 1);
        terminal.signal(signal);
        assert_eq!(terminal.ended(), code, "{signal}");
        assert_eq!(files(), 0, "{signal}");
    }
}

/// Formerly, after a signal, the program did not say which files of a series were left.
#[cfg(unix)]
#[test]
fn a_signal_leaves_whole_files_of_a_series_and_their_number_is_said() {
    for arguments in [
        &["puzzle", "--number", "100000", "--seed", "1", "--output"][..],
        &["export", "--size", "20", "--growth"],
    ] {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("series");
        let files = || std::fs::read_dir(&folder).into_iter().flatten();
        let mut child = program()
            .args(arguments)
            .arg(&folder)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // No drawing is written before all drawings are known.
        let is_puzzle = arguments[0] == "puzzle";
        while !folder.exists() || is_puzzle && files().count() < 3 {
            std::thread::sleep(Duration::from_millis(5));
        }
        let kill = Command::new("kill").args(["-s", "TERM", &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        assert_eq!(ended(&mut child), Some(143), "{arguments:?}");
        let mut told = String::new();
        child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        let written = files().count();
        let number = match written {
            0 => "no file is".to_owned(),
            1 => "1 file is".to_owned(),
            files => format!("{files} files are"),
        };
        assert_eq!(told, format!("note: {number} written to {}\n", folder.display()));
        for file in files() {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            assert!(!name.starts_with('.'), "{name}");
            if is_puzzle {
                BoardFile::read(&path).unwrap();
            }
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_was_to_be_ignored_is() {
    // As under nohup. The signal that ended the program shows whether SIGHUP was ignored.
    let script = "trap '' HUP; \"$0\" solve --size 7 --piece knight --all > /dev/null & sleep 0.5; \
                  kill -s HUP $!; sleep 0.1; kill -s TERM $!; wait $!";
    let program = program();
    let status = Command::new("sh").args(["-c", script]).arg(program.get_program()).status();
    assert_eq!(status.unwrap().code(), Some(143));
}
