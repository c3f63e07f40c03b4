//! A puzzle played against the clock.

use std::fs;
use std::process::Command;
use std::time::Duration;

use super::{Terminal, open_with};
use crate::cli::schemas;

/// Runs a verb and returns its output.
fn printed(arguments: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_configurator"));
    let words: Vec<&str> = arguments.split_whitespace().collect();
    let output = command.args(&words).output().unwrap();
    schemas::check(&words, &output);
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the cells of the puzzle's solution.
fn solution(puzzle: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzle.toml");
    fs::write(&path, printed(&format!("puzzle {puzzle}"))).unwrap();
    let solved = printed(&format!("solve --all --json --board {}", path.display()));
    let solved: serde_json::Value = serde_json::from_str(&solved).unwrap();
    let mut solutions: Vec<Vec<String>> =
        serde_json::from_value(solved["solutions"].clone()).unwrap();
    assert_eq!(solutions.len(), 1);
    solutions.remove(0)
}

fn place(terminal: &mut Terminal, cells: &[String]) {
    for cell in cells {
        terminal.send(&format!(":{cell}\r "));
    }
}

#[test]
fn a_puzzle_is_solved_by_keys_kept_and_followed_by_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().to_str().unwrap();
    let mut terminal = open_with("play --seed 1", &[("XDG_STATE_HOME", state)]);
    terminal.wait_for("seed 1");
    assert!(terminal.raw().contains("\x1b[?1004h"), "it asks who has the keys");
    let cells = solution("--coloured --difficulty easy --seed 1");
    place(&mut terminal, &cells);
    terminal.wait_for("solved in 0:");
    terminal.wait_for("your first of this kind");
    let kept = fs::read_to_string(folder.path().join("configurator/results.toml")).unwrap();
    assert!(
        kept.contains("kind = \"queens\"\nsize = 8\nstars = 1\ngrade = \"easy\"\nsolved = 1\n")
    );
    terminal.send("\r");
    terminal.wait_for("seed 2");
    terminal.send(":results\r");
    terminal.wait_for("average");
    // Another window gets the focus: the clock stops, and nothing is drawn.
    terminal.send("\x1b");
    terminal.wait_until("the results are closed", |screen| !screen.contents().contains("average"));
    terminal.send("\x1b[O");
    // A clock that ran would be drawn every second.
    terminal.settle_for(Duration::from_millis(1500));
    terminal.send("\x1b[I");
    // The journal records the puzzle, but not the clock.
    terminal.send(":q\r");
    assert_eq!(terminal.ended(), 0);
    terminal.assert_restored();
    assert!(terminal.raw().contains("\x1b[?1004l"));
}

/// Opens a board file to play, and returns after its grade is known.
#[test]
fn a_puzzle_of_a_file_is_graded_paused_resumed_and_its_result_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (path, state) = (folder.path().join("monday.toml"), folder.path().to_str().unwrap());
    let puzzle = "--stars 1 --size 6 --difficulty medium --seed 2";
    fs::write(&path, printed(&format!("puzzle {puzzle}"))).unwrap();
    let environment = [("XDG_STATE_HOME", state)];
    let mut terminal = open_with(&format!("play {}", path.display()), &environment);
    terminal.wait_for("monday");
    terminal.wait_for(" · medium");
    let cells = solution(puzzle);
    terminal.send(":set mistakes refuse\r");
    terminal.wait_for("mistakes refuse");
    place(&mut terminal, &cells[..2]);
    // In row 6, only one cell has a star.
    let wrong = if cells.contains(&"a6".to_owned()) { "f6" } else { "a6" };
    terminal.send(&format!(":{wrong}\r p"));
    terminal.wait_for("paused at 0:0");
    terminal.send("q");
    assert_eq!(terminal.ended(), 0);
    let mut terminal = open_with("--resume", &environment);
    terminal.wait_for("monday");
    terminal.wait_for("paused at 0:0");
    terminal.send("p");
    terminal.wait_for("placed 2");
    terminal.wait_for("1 mistake");
    terminal.wait_for(" · medium");
    place(&mut terminal, &cells[2..]);
    terminal.wait_for("solved in 0:");
    let kept = || fs::read_to_string(folder.path().join("configurator/results.toml"));
    terminal.wait_until("the result is kept", |_| kept().is_ok());
    let kept = kept().unwrap();
    assert!(
        kept.contains(
            "kind = \"star-battle\"\nsize = 6\nstars = 1\ngrade = \"medium\"\nsolved = 1\n"
        ),
        "{kept}"
    );
    terminal.send("q");
    assert_eq!(terminal.ended(), 0);
}

#[test]
fn a_lesson_of_ones_own_is_taken_and_a_wrong_one_is_told_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let (path, state) = (folder.path().join("corner.toml"), folder.path().to_str().unwrap());
    let text = "title = \"The corner\"\n[[step]]\nboard = { size = 6 }\ndo = \"Put a queen on b1.\"\n\
                until = { placed = [\"b1\"] }\nsay = \"One solution is left.\"\n";
    fs::write(&path, text).unwrap();
    let environment = [("XDG_STATE_HOME", state)];
    let mut terminal = open_with(&format!("lesson {}", path.display()), &environment);
    terminal.wait_for("The corner");
    terminal.wait_for("1/1");
    terminal.send(":b1\r ");
    terminal.wait_for("One solution is left.");
    terminal.wait_for("That was the lesson.");
    terminal.send("\x1b");
    terminal.wait_until("the lesson is closed", |screen| !screen.contents().contains("the lesson"));
    let wrong = folder.path().join("wrong.toml");
    fs::write(&wrong, text.replace("placed", "palced")).unwrap();
    terminal.send(&format!(":lesson {}\r", wrong.display()));
    terminal.wait_for("unknown key 'palced'");
    terminal.send(":q\r");
    assert_eq!(terminal.ended(), 0);
    terminal.assert_restored();
}

/// Regression: whoever left the puzzle of today and played it again began from the start.
#[test]
fn the_same_puzzle_goes_on_in_a_new_session() {
    let folder = tempfile::tempdir().unwrap();
    let environment = [("XDG_STATE_HOME", folder.path().to_str().unwrap())];
    let play = |seed: &str, notice: &str| {
        let words = format!("play queens --size 5 --seed {seed}");
        let mut terminal = open_with(&words, &environment);
        terminal.wait_for(notice);
        terminal.send("x");
        terminal.wait_for("x takes it back");
        terminal.send("q");
        assert_eq!(terminal.ended(), 0);
    };
    play("3", "c checks, H hints");
    play("4", "c checks, H hints");
    let mut terminal = open_with("play queens --size 5 --seed 3", &environment);
    terminal.wait_for("as you left it, with 1 cross");
    terminal.send("q");
    assert_eq!(terminal.ended(), 0);
    // A plain board names it.
    let mut terminal = open_with("", &environment);
    terminal.wait_for("Enter goes on with 5×5 coloured queens, easy: 1 cross");
    terminal.send("\r");
    terminal.wait_for("as you left it, with 1 cross");
}
