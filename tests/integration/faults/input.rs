//! Standard input never ends, is silent, or is closed.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::{COMMANDS, answer, limited_program, program, refusal};
use crate::terminal::PATIENCE;

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

/// Formerly a whole gigabyte was read first, or the parser of board files took 50 bytes for each byte.
#[test]
fn what_is_too_long_is_refused_before_it_takes_memory() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let lines = file("lines", &"a\n".repeat(8_000_000));
    let words = file("words", &"1 ".repeat(8_000_000));
    let keys = file("keys", &"a=1\n".repeat(4_000_000));
    let brackets = file("brackets.toml", &format!("size = {}", "[".repeat(16_000_000)));
    let name = file("name", &"x".repeat(16_000_000));
    for (arguments, told) in [
        (format!("count --rules regions --regions {lines}"), ":1001: size '1001x1' is out of"),
        (format!("count --weights {words}"), ":1: size '1x65535' is out of range"),
        (format!("count --regions {keys}"), ":1: '=' in place 2 is no region"),
        (
            format!("count --board {brackets}"),
            ":1: this file has more than 4500000 words and signs",
        ),
        (format!("inspect --size 4 --order {name}"), "x…' is not a cell name"),
        ("count --merge /dev/zero".to_owned(), "/dev/zero:1: this line is longer than 32 MiB"),
        ("count --size 6 --checkpoint /dev/zero".to_owned(), "this is not a regular file"),
    ] {
        let output = limited_program("ulimit -v 400000", &arguments, folder.path()).output();
        let sentence = refusal(&output.unwrap(), &arguments);
        assert!(sentence.contains(told) && sentence.len() < 500, "{arguments}: {sentence}");
    }
}

/// Formerly the whole journal was read.
#[test]
fn a_journal_without_lines_is_damaged_from_its_first_line_on() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path().join("configurator");
    std::fs::create_dir(&directory).unwrap();
    File::create(directory.join("1-1-a.journal")).unwrap().set_len(1 << 30).unwrap();
    let arguments = "session --resume --json";
    let mut command = limited_program("ulimit -v 900000", arguments, folder.path());
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"board\n").unwrap();
    let told = answer(&child.wait_with_output().unwrap(), arguments);
    assert!(told.contains("damaged from line 1 on"), "{told}");
}

/// Waits for the end of a program that would wait for ever.
fn ended(mut command: Command, what: &str) -> Output {
    let mut child = command.spawn().unwrap();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("it does not end: {what}");
        }
        thread::sleep(Duration::from_millis(10));
    }
    child.wait_with_output().unwrap()
}

/// Formerly the program waited for ever.
#[test]
fn a_pipe_that_says_nothing_is_waited_for_as_long_as_the_budget_lasts() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.toml");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let (reader, _writer) = std::io::pipe().unwrap();
    let name = pipe.display().to_string();
    let others = ["session --board -", "lesson -", "count --merge -"];
    let others = others.into_iter().chain(["count --sizes 4..5 --weights -", "export --picture -"]);
    // The session refuses its standard input.
    for arguments in READING.iter().copied().chain(others) {
        let is_input = !arguments.starts_with("session");
        let paths = if is_input { vec!["-", &name] } else { vec![name.as_str()] };
        for path in paths {
            let words = arguments.split(' ').map(|word| if word == "-" { path } else { word });
            let arguments = words.collect::<Vec<_>>().join(" ") + " --timeout 0.1";
            let mut command = program(&arguments, folder.path());
            command.stdin(reader.try_clone().unwrap());
            let output = ended(command, &arguments);
            let told = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(3), "{arguments}: {told}");
            let sentence =
                "configurator: the time budget of 0.1 s ended before the input was there\n";
            assert_eq!((told.as_str(), output.stdout.len()), (sentence, 0), "{arguments}");
        }
    }
}

/// Formerly the program waited for ever.
#[test]
fn a_pipe_in_place_of_a_file_of_the_program_is_refused() {
    let refused = "this is not a regular file";
    for (name, line) in [("results.toml", "results"), ("results.toml.lock", "results")] {
        let folder = tempfile::tempdir().unwrap();
        let directory = folder.path().join("configurator");
        std::fs::create_dir(&directory).unwrap();
        let pipe = directory.join(name);
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        std::fs::write(folder.path().join("lines"), line).unwrap();
        let mut command = program("session", folder.path());
        command.stdin(File::open(folder.path().join("lines")).unwrap());
        let told = answer(&ended(command, name), name);
        assert_eq!(told.contains(refused), name == "results.toml", "{told}");
    }
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("parts");
    for name in [pipe.clone(), folder.path().join("free.lock")] {
        assert!(Command::new("mkfifo").arg(&name).status().unwrap().success());
    }
    for path in [pipe, folder.path().join("free")] {
        let arguments = format!("count --size 6 --checkpoint {}", path.display());
        let sentence = refusal(&ended(program(&arguments, folder.path()), &arguments), &arguments);
        assert!(sentence.ends_with(refused), "{sentence}");
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
