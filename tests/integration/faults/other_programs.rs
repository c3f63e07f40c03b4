//! Another program changes a file that the program has read or written: that is said before the file is overwritten.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use super::{program, refusal};

/// A session that waits for lines.
struct Session {
    child: Child,
    lines: ChildStdin,
    answers: std::io::Lines<BufReader<ChildStdout>>,
}

impl Session {
    /// Sends a line and returns the first line of its answer.
    fn told(&mut self, line: &str) -> String {
        writeln!(self.lines, "{line}").unwrap();
        self.answers.next().unwrap().unwrap()
    }
}

/// Starts a session that answers each line by one object.
fn session(arguments: &str, state: &std::path::Path) -> Session {
    let mut command = program(&format!("session --json {arguments}"), state);
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let lines = child.stdin.take().unwrap();
    let answers = BufReader::new(child.stdout.take().unwrap()).lines();
    Session { child, lines, answers }
}

#[test]
fn a_changed_board_or_export_is_replaced_only_on_demand() {
    let folder = tempfile::tempdir().unwrap();
    let [board, export] = ["board.toml", "board.dot"].map(|name| folder.path().join(name));
    fs::write(&board, "size = 6\n").unwrap();
    let mut session = session(&format!("--board {}", board.display()), folder.path());
    assert!(session.told("place b1").contains("\"ok\":true"));
    for (path, word) in [(&board, "save"), (&export, "export")] {
        let name = path.display();
        let command = if word == "save" { word.to_owned() } else { format!("{word} {name}") };
        assert!(session.told(&command).contains("\"ok\":true"), "{command}");
        let saved = fs::read_to_string(path).unwrap();
        assert!(session.told(&command).contains("\"ok\":true"), "its own file");
        fs::write(path, "precious").unwrap();
        let told = session.told(&command);
        assert!(told.contains("\"ok\":false") && told.contains("another program"), "{told}");
        assert_eq!(fs::read_to_string(path).unwrap(), "precious");
        let anyway = if word == "save" { format!("w! {name}") } else { format!("export! {name}") };
        assert!(session.told(&anyway).contains("\"ok\":true"), "{anyway}");
        assert_eq!(fs::read_to_string(path).unwrap(), saved);
        // A file that another program has removed is no loss.
        fs::remove_file(path).unwrap();
        assert!(session.told(&command).contains("\"ok\":true"), "{command}");
    }
    drop(session.lines);
    assert!(session.child.wait().unwrap().success());
}

/// Formerly the checkpoint of another program was overwritten without a word.
#[test]
fn a_changed_checkpoint_is_told_and_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let arguments = format!("count --size 17 --engine count --checkpoint {}", path.display());
    let child = program(&arguments, folder.path()).spawn().unwrap();
    while fs::read_to_string(&path).is_ok_and(|text| text.is_empty()) || !path.exists() {
        std::thread::yield_now();
    }
    // So much is left to count that the file is written again. A new file takes the place of the old one, so that no
    // writing in between is lost.
    let other = folder.path().join("other");
    fs::write(&other, "precious").unwrap();
    fs::rename(&other, &path).unwrap();
    let output = child.wait_with_output().unwrap();
    let sentence = refusal(&output, &arguments);
    let expected =
        format!("--checkpoint: {}: another program has changed this file", path.display());
    assert_eq!(sentence, expected);
    assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
    // Another run of the program is told while it would write.
    fs::remove_file(&path).unwrap();
    let mut first = program(&arguments, folder.path()).spawn().unwrap();
    while !path.exists() {
        std::thread::yield_now();
    }
    let second = program(&arguments, folder.path()).output().unwrap();
    assert!(refusal(&second, &arguments).contains("another program is writing this file"));
    first.kill().unwrap();
    first.wait().unwrap();
}
