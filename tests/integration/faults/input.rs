//! Standard input never ends, is silent, or is closed.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::{COMMANDS, answer, limited_program, program, refusal};

/// Commands that read standard input.
const READING: &[&str] = &[
    "--board -",
    "-",
    "count --board -",
    "count --size 4 --rules regions --regions -",
    "solve --size 4 --cheapest --weights -",
    "inspect --size 4 --order -",
    "export --to dot --size 4 --order -",
    "export --picture -",
    "play -",
    "puzzle --repair --board -",
];

#[test]
fn an_input_that_never_ends_is_read_up_to_a_limit() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in READING {
        let mut command = program(arguments, folder.path());
        let output = command.stdin(File::open("/dev/zero").unwrap()).output().unwrap();
        let sentence = refusal(&output, arguments);
        assert!(sentence.contains("larger than 16 MiB"), "{arguments}: {sentence}");
    }
}

#[test]
fn a_closed_input_is_an_empty_one() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in READING {
        let output = limited_program("exec 0<&-", arguments, folder.path()).output().unwrap();
        // The standard input of these commands is empty unless a test says otherwise.
        let empty = program(arguments, folder.path()).output().unwrap();
        assert_eq!(output.status, empty.status, "{arguments}");
        assert_eq!((output.stdout, output.stderr), (empty.stdout, empty.stderr), "{arguments}");
    }
    for arguments in COMMANDS {
        let output = limited_program("exec 0<&-", arguments, folder.path()).output().unwrap();
        answer(&output, arguments);
    }
    for arguments in ["session", "session --json"] {
        let output = limited_program("exec 0<&-", arguments, folder.path()).output().unwrap();
        assert_eq!((output.status.code(), output.stdout, output.stderr), (Some(0), vec![], vec![]));
    }
}

/// Verbs that read nothing answer though nothing comes. The others wait until a signal ends them.
#[test]
fn a_silent_input_is_waited_for_only_by_those_that_read_it() {
    let folder = tempfile::tempdir().unwrap();
    let (reader, _writer) = std::io::pipe().unwrap();
    for arguments in COMMANDS {
        let mut command = program(arguments, folder.path());
        let output = command.stdin(reader.try_clone().unwrap()).output().unwrap();
        answer(&output, arguments);
    }
    for arguments in READING.iter().chain(&["session", "session --json"]) {
        let mut command = program(arguments, folder.path());
        let mut child = command.stdin(reader.try_clone().unwrap()).spawn().unwrap();
        let state = format!("/proc/{}/stat", child.id());
        // The process state follows the name, which is in parentheses.
        while !std::fs::read_to_string(&state).unwrap().contains(") S ") {
            assert_eq!(child.try_wait().unwrap(), None, "{arguments}");
        }
        let kill = Command::new("kill").args(["-s", "TERM", &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        // As a shell tells it.
        let status = child.wait().unwrap();
        let code = status.code().or(status.signal().map(|signal| 128 + signal));
        assert_eq!(code, Some(143), "{arguments}");
    }
}

/// Formerly all lines were read at once, and the memory grew until the system ended the program.
#[test]
fn lines_that_never_end_are_read_no_faster_than_they_are_answered() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, line) in [("session --size 6", "place a1\n"), ("session --json", "undo\n")] {
        let mut child = program(arguments, folder.path()).stdin(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let written = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&written);
        let writer = thread::spawn(move || {
            while input.write_all(line.as_bytes()).is_ok() {
                counter.fetch_add(line.len(), Ordering::SeqCst);
            }
        });
        let answers = BufReader::new(child.stdout.take().unwrap()).lines();
        assert_eq!(answers.map(Result::unwrap).take(300).count(), 300);
        let written = written.load(Ordering::SeqCst);
        // Pipes and buffers have at most 200 kB.
        assert!(written < 3000 * line.len() + 200_000, "{written} bytes are read");
        child.kill().unwrap();
        child.wait().unwrap();
        writer.join().unwrap();
    }
}

#[test]
fn a_line_that_never_ends_is_no_line() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = program("session", folder.path());
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = thread::spawn(move || {
        for _ in 0..1000 {
            input.write_all(&[b'a'; 1 << 14]).unwrap();
        }
        input.write_all(b"\nplace a1\n").unwrap();
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let told = answer(&output, "session");
    assert!(told.starts_with("error: ") && told.len() < 500 && told.contains("of 92"), "{told}");
}
