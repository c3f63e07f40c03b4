//! The disk is full or cannot be written. A full device is `/dev/full`; a full disk is a limit of the size of files, which
//! holds for every user.

use std::fs::{self, File, Permissions};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, SystemTime};

use configurator::problem::BoardFile;

use super::{COMMANDS, WRITING, WRITING_SERIES, limited_program, names, program, refusal};
use crate::terminal;

/// What the program says if a file becomes too large.
const TOO_LARGE: &str = "the file would become larger than the system allows";

/// The words of a shell that limit the size of files to this number of blocks of 512 bytes.
fn file_limit(blocks: u32) -> String {
    format!("ulimit -f {blocks}")
}

#[test]
fn a_full_output_is_told_by_each_verb() {
    let folder = tempfile::tempdir().unwrap();
    let sentence = "standard output: no space is left on the device";
    let full = || File::options().write(true).open("/dev/full").unwrap();
    for arguments in COMMANDS.iter().chain(&["--help", "--version", "count --json-schema"]) {
        let output = program(arguments, folder.path()).stdout(full()).output().unwrap();
        if !output.stderr.starts_with(b"verified by ") {
            assert_eq!(refusal(&output, arguments), sentence);
        }
    }
    for arguments in ["session", "session --json"] {
        let mut command = program(arguments, folder.path());
        let mut child = command.stdin(Stdio::piped()).stdout(full()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(b"place a1\nplace g2\n").unwrap();
        assert_eq!(refusal(&child.wait_with_output().unwrap(), arguments), sentence);
    }
}

/// The runtime opens `/dev/null` in place of a closed output, so that it was lost and the exit code was 0. Who discards the
/// output on purpose opens `/dev/null` as well, for reading too in some languages.
#[test]
fn a_closed_output_is_told_by_each_verb() {
    let folder = tempfile::tempdir().unwrap();
    let sentence = "standard output: it is closed";
    for arguments in COMMANDS.iter().chain(&["--help", "--version", "count --json-schema"]) {
        let output = limited_program("exec >&-", arguments, folder.path()).output().unwrap();
        assert_eq!(refusal(&output, arguments), sentence);
    }
    for session in ["session", "session --json"] {
        let mut command = limited_program("exec >&-", session, folder.path());
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(b"place a1\n").unwrap();
        assert_eq!(refusal(&child.wait_with_output().unwrap(), session), sentence);
    }
    let file = folder.path().join("file.svg");
    let export = format!("export --size 4 --output {}", file.display());
    for (shell, arguments) in [
        ("exec >&-", export.as_str()),
        ("exec >/dev/null", "count"),
        ("exec 1<>/dev/null", "count"),
    ] {
        let output = limited_program(shell, arguments, folder.path()).output().unwrap();
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{shell}");
    }
    assert!(fs::read_to_string(file).unwrap().starts_with("<svg"));
}

/// Writes to a file that exists, and to a file that does not exist. `run` runs a command; its sentence must contain
/// `reason`.
fn leaves_files_as_they_were(reason: &str, run: impl Fn(&str, &Path) -> Output) {
    for words in WRITING {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), Permissions::from_mode(0o777)).unwrap();
        let path = folder.path().join("file");
        for old in [None, Some("")] {
            if let Some(old) = old {
                fs::write(&path, old).unwrap();
            }
            let output = run(&format!("{words} {}", path.display()), folder.path());
            let sentence = refusal(&output, words);
            assert!(sentence.contains(reason), "{words}: {sentence}");
            // An empty checkpoint shows that the folder can be written.
            let may_exist = old.is_some() || words.ends_with("--checkpoint");
            let expected: &[&str] = if path.exists() && may_exist { &["file"] } else { &[] };
            assert_eq!(names(folder.path()), expected, "{words}");
            assert!(expected.is_empty() || fs::read(&path).unwrap().is_empty(), "{words}");
        }
        // A checkpoint must be one to be replaced.
        if !words.ends_with("--checkpoint") {
            fs::write(&path, "precious").unwrap();
            refusal(&run(&format!("{words} {}", path.display()), folder.path()), words);
            assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
        }
    }
}

#[test]
fn a_full_disk_leaves_files_as_they_were() {
    leaves_files_as_they_were(TOO_LARGE, |arguments, folder| {
        limited_program(&file_limit(0), arguments, folder).output().unwrap()
    });
}

#[test]
fn a_read_only_folder_is_told_and_leaves_files_as_they_were() {
    let user = Command::new("id").arg("-u").output().unwrap().stdout;
    let place = tempfile::tempdir().unwrap();
    fs::set_permissions(place.path(), Permissions::from_mode(0o755)).unwrap();
    let copy = place.path().join("configurator");
    fs::copy(env!("CARGO_BIN_EXE_configurator"), &copy).unwrap();
    // No permission holds for root.
    let command = || {
        if user == b"0\n" {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(&copy);
            command
        } else {
            Command::new(&copy)
        }
    };
    if !command().arg("--version").output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: the program cannot run as another user");
        return;
    }
    leaves_files_as_they_were("permission denied", |arguments, folder| {
        fs::set_permissions(folder, Permissions::from_mode(0o555)).unwrap();
        let output = command().args(arguments.split(' ')).output().unwrap();
        fs::set_permissions(folder, Permissions::from_mode(0o777)).unwrap();
        output
    });
}

#[test]
fn a_path_below_a_file_and_a_full_device_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "precious").unwrap();
    for words in WRITING.iter().chain(WRITING_SERIES) {
        let output = program(&format!("{words} {}/x", file.display()), folder.path()).output();
        let sentence = refusal(&output.unwrap(), words);
        assert!(sentence.contains("file"), "{words}: {sentence}");
    }
    for words in ["export --to dimacs --size 12 --output", "count --size 6 --certificate"] {
        let output = program(&format!("{words} /dev/full"), folder.path()).output();
        let sentence = refusal(&output.unwrap(), words);
        assert!(sentence.ends_with("/dev/full: no space is left on the device"), "{sentence}");
    }
    assert_eq!(names(folder.path()), ["file"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
}

/// Files of a series are whole, or they are not there.
#[test]
fn a_full_disk_leaves_only_whole_files_of_a_series() {
    for words in WRITING_SERIES {
        for blocks in [0, 1, 4] {
            let place = tempfile::tempdir().unwrap();
            let folder = place.path().join("series");
            let arguments = format!("{words} {}", folder.display());
            let limits = file_limit(blocks);
            let output = limited_program(&limits, &arguments, place.path()).output().unwrap();
            let files = names(&folder);
            let told = String::from_utf8(output.stderr.clone()).unwrap();
            if output.status.success() {
                assert!(!files.is_empty() && blocks > 0, "{words}");
                continue;
            }
            assert_eq!(output.status.code(), Some(2), "{words}: {told}");
            assert!(told.lines().last().unwrap().contains(TOO_LARGE), "{words}: {told}");
            // The number of files that were written is told.
            assert_eq!(told.lines().count(), 1 + usize::from(!files.is_empty()), "{told}");
            let limit = u64::from(blocks) * 512;
            for file in &files {
                let path = folder.join(file);
                assert!(!file.starts_with('.') && path.metadata().unwrap().len() <= limit);
                let text = fs::read_to_string(&path).unwrap();
                let is_board = path.extension().is_some_and(|ending| ending == "toml");
                assert!(if is_board {
                    BoardFile::read(&path).is_ok()
                } else {
                    text.ends_with("</svg>\n")
                });
            }
        }
    }
}

/// Formerly the temporary file of a killed process stayed for ever.
#[test]
fn what_a_killed_process_left_is_removed_by_the_next_one() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = |size: u32| {
        let path = folder.path().join(size.to_string());
        format!("export --to dddmp --size {size} --output {}", path.display())
    };
    let mut child = program(&arguments(14), folder.path()).spawn().unwrap();
    while names(folder.path()).is_empty() {
        assert_eq!(child.try_wait().unwrap(), None);
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let left = names(folder.path());
    // It may still be written.
    assert!(program(&arguments(4), folder.path()).output().unwrap().status.success());
    assert_eq!(names(folder.path()), [left[0].as_str(), "4"]);
    let file = File::open(folder.path().join(&left[0])).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(100_000)).unwrap();
    assert!(program(&arguments(5), folder.path()).output().unwrap().status.success());
    assert_eq!(names(folder.path()), ["4", "5"]);
}

#[test]
fn a_session_on_a_full_disk_says_what_is_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.toml");
    let old = "size = 6\n";
    fs::write(&path, old).unwrap();
    let arguments = format!("session --board {}", path.display());
    for blocks in [0, 1] {
        let mut command = limited_program(&file_limit(blocks), &arguments, folder.path());
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        let mut lines = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let mut told = String::new();
        // A block of the journal is full after some of the changes.
        for _ in 0..40 {
            lines.write_all(b"place b1\nback b1\n").unwrap();
        }
        lines.write_all(b"weights -\nsave\nplace b1\n").unwrap();
        drop(lines);
        for line in &mut answers {
            told += &line;
            told.push('\n');
        }
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{told}");
        let lost = format!("not kept for --resume: {}", if blocks == 0 { "" } else { TOO_LARGE });
        assert!(told.contains(&lost), "{told}");
        if blocks == 0 {
            assert!(told.contains(&format!("error: {}: {TOO_LARGE}", path.display())), "{told}");
            assert_eq!(fs::read_to_string(&path).unwrap(), old);
        }
        assert!(told.trim_end().lines().last().unwrap().contains("b1"), "{told}");
        assert_eq!(names(folder.path()), ["board.toml", "configurator"]);
    }
}

#[test]
fn a_board_on_a_full_disk_says_what_is_not_kept_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.toml");
    let old = "size = 6\n";
    fs::write(&path, old).unwrap();
    let line = format!("{}; configurator {}", file_limit(0), path.display());
    let state = folder.path().to_str().unwrap();
    let mut terminal = terminal::open_shell_with(&line, &[("XDG_STATE_HOME", state)]);
    terminal.wait_for("not kept for");
    terminal.wait_for("4 solutions");
    terminal.send(":b1\r :w\r");
    terminal.wait_for("larger than the system allows");
    terminal.wait_for("complete: 1 placed by you");
    terminal.send("q");
    assert_eq!(terminal.ended(), 0);
    terminal.assert_given_back();
    assert_eq!(fs::read_to_string(&path).unwrap(), old);
    assert_eq!(names(folder.path()), ["board.toml", "configurator"]);
}
