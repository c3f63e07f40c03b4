//! Every kind of problem is saved, opened, copied and resumed on the board.

use std::fs;
use std::path::Path;
use std::process::Command;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use configurator::problem::{Assist, BoardFile};
use serde_json::Value;

use super::{Terminal, open_with};
use crate::pairs::PLAYED;
use crate::pairs::kinds::{Kind, drawn, folder, kinds, puzzle};

impl Terminal {
    /// Saves the board as a new file and reads it.
    fn saved(&mut self, path: &Path) -> BoardFile {
        self.send(&format!(":w {}\r", path.display()));
        self.wait_until("the file", |_| path.exists());
        BoardFile::read(path).unwrap()
    }

    /// Copies the position as a command line.
    fn copied(&mut self) -> String {
        self.send("y");
        self.wait_for("copied: ");
        let raw = self.raw();
        let (_, copied) = raw.rsplit_once("\x1b]52;c;").unwrap();
        let end = copied.find(['\x07', '\x1b']).unwrap();
        String::from_utf8(STANDARD.decode(&copied[..end]).unwrap()).unwrap()
    }
}

/// Returns the output of `export --to json` for the board of a command line, run in a shell.
fn facts(line: &str) -> String {
    let program = env!("CARGO_BIN_EXE_configurator");
    // Verbs do not accept this option of the board.
    let line = [Assist::None, Assist::Attacks]
        .iter()
        .fold(line.to_owned(), |line, assist| line.replace(&format!(" --assist {assist}"), ""));
    let line = format!("configurator() {{ '{program}' export --to json \"$@\"; }}\n{line}");
    let output = Command::new("sh").args(["-c", &line]).output().unwrap();
    assert!(output.status.success(), "{line}\n{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Checks that a copied command line describes the same problem as the board file of a kind.
fn check_copied(kind: &Kind, line: &str) {
    let facts = |line: &str| {
        let mut json: Value = serde_json::from_str(&facts(line)).unwrap();
        let problem = json["problem"].as_object_mut().unwrap();
        // A command line has no givens: there they are decisions.
        if let Some(mut givens) = problem.remove("givens") {
            problem["placed"].as_array_mut().unwrap().append(givens.as_array_mut().unwrap());
        }
        json
    };
    let expected = facts(&format!("configurator --board '{}'", kind.file()));
    assert_eq!(facts(line), expected, "{}: {line}", kind.name);
    let says_assist = line.contains("assist");
    assert!(says_assist || kind.assist == Assist::Full, "{}: {line}", kind.name);
}

#[test]
fn every_kind_is_saved_opened_copied_and_resumed() {
    let folder = folder("saved");
    let state = folder.join("state");
    fs::create_dir_all(state.join("configurator")).unwrap();
    // Decisions are compared, without the pieces that the program would place, even before a key arrives.
    let settings = folder.join("settings");
    fs::create_dir_all(settings.join("configurator")).unwrap();
    let text = "[play]\nautocomplete = false\n";
    fs::write(settings.join("configurator/config.toml"), text).unwrap();
    let environment = [
        ("XDG_STATE_HOME", state.to_str().unwrap()),
        ("XDG_CONFIG_HOME", settings.to_str().unwrap()),
    ];
    let mut terminal = open_with("--size 4", &environment);
    terminal.wait_for("4×4");
    let path = |name: &str, kind: &Kind| {
        folder.join(format!("{name}-{}", kind.file.file_name().unwrap().to_str().unwrap()))
    };
    // The board of the last is the one that is resumed first.
    let tried = drawn(kinds().len() - 1);
    for kind in tried.clone() {
        terminal.send(&format!(":o {}\r", kind.file()));
        assert_eq!(terminal.saved(&path("saved", kind)), kind.board(), "{}", kind.name);
        terminal.wait_for("saved as");
        check_copied(kind, &terminal.copied());
    }
    terminal.send("q");
    assert_eq!(terminal.ended(), 0);

    let mut terminal = open_with("--resume", &environment);
    terminal.wait_for("5×5");
    for kind in tried.rev() {
        assert_eq!(terminal.saved(&path("resumed", kind)), kind.board(), "{}", kind.name);
        terminal.send("u");
    }
    terminal.wait_for("4×4");
    terminal.send("q");
    assert_eq!(terminal.ended(), 0);
}

#[test]
fn every_kind_of_puzzle_is_resumed_as_it_was_played() {
    for (words, kind) in PLAYED {
        let folder = folder(&format!("played/{kind}"));
        let state = folder.join("state");
        fs::create_dir_all(state.join("configurator")).unwrap();
        let environment = [("XDG_STATE_HOME", state.to_str().unwrap())];
        let mut terminal = open_with(words, &environment);
        terminal.wait_for("seed 1");
        let played = terminal.saved(&folder.join("played.toml"));
        assert_eq!(played.problem, puzzle(*kind), "{words}");
        terminal.send(" ");
        terminal.wait_for("p pause");
        let decided = terminal.saved(&folder.join("decided.toml"));
        terminal.send(":q\r");
        assert_eq!(terminal.ended(), 0);
        let mut terminal = open_with("--resume", &environment);
        // The title shows the clock and the grade.
        terminal.wait_for(" · easy");
        assert_eq!(terminal.saved(&folder.join("resumed.toml")), decided, "{words}");
        terminal.send(":q\r");
        assert_eq!(terminal.ended(), 0);
    }
}

/// A file with all settings. Two differ from the defaults: there is no colour, and `E` excludes a cell.
#[test]
fn settings_of_earlier_versions_are_read() {
    let home = tempfile::tempdir().unwrap();
    std::fs::create_dir(home.path().join("configurator")).unwrap();
    let settings = home.path().join("configurator/config.toml");
    std::fs::copy(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/earlier/settings.toml"),
        settings,
    )
    .unwrap();
    let home = home.path().to_str().unwrap();
    let mut terminal = open_with("--size 8", &[("XDG_CONFIG_HOME", home)]);
    terminal.wait_for_solutions("92 solutions");
    terminal.send("E");
    terminal.wait_for_cell("a1", "excluded");
    terminal.wait_for_solutions("88 solutions");
    assert!(!terminal.raw().contains("48;2;"));
    terminal.send("q");
    assert_eq!(terminal.ended(), 0);
}

#[test]
fn the_narrow_characters_of_an_earlier_version_are_ascii_with_a_notice() {
    for (arguments, settings) in
        [("--size 8 --glyphs narrow", ""), ("--size 8", "glyphs = \"narrow\"\n")]
    {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join("configurator")).unwrap();
        fs::write(home.path().join("configurator/config.toml"), settings).unwrap();
        let home = home.path().to_str().unwrap();
        let mut terminal = open_with(arguments, &[("XDG_CONFIG_HOME", home)]);
        terminal.wait_for("the characters 'narrow' are now 'ascii'");
        terminal.wait_for("+- ");
        terminal.send("q");
        assert_eq!(terminal.ended(), 0);
    }
}
