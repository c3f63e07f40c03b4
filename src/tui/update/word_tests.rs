//! The words of a session in lines, typed after `:` on the board.

use crate::testing::{Play, cell};
use crate::update::table::TABLE;
use app::words;
use problem::Value;

fn decided(play: &Play, value: Value) -> Vec<String> {
    play.model.app.session.decisions().cells(value).map(|cell| cell.to_string()).collect()
}

/// The first entry that the palette finds for a text, and how many it finds.
fn searched(text: &str) -> (String, usize) {
    let mut play = Play::queens(6);
    play.settled(&format!(":{text}"));
    let found = play.found();
    (found.first().copied().unwrap_or_default().to_owned(), found.len())
}

/// Formerly `bdd` led to the export of a file, and `mus` and `estimate` to nothing.
#[test]
fn words_of_the_field_lead_to_what_does_it() {
    let lines = include_str!("../../app/search_words.txt").lines();
    let mut words = 0;
    for (line, known) in lines.filter_map(|line| line.split_once(": ")) {
        assert!(words::named(line).is_some() || TABLE.parse(line, cell("a1")).is_ok(), "{line}");
        for word in known.split(", ") {
            assert_eq!(searched(word).0, line, "{word}");
            words += 1;
        }
    }
    assert!(words > 50, "{words}");
    for (word, line) in [
        ("BDD", "diagram"),
        ("OR-Tools", "search"),
        ("cp_sat", "search"),
        ("sudoko", "play"),
        ("suduko", "play"),
        ("estimat", "count"),
        ("aproximate", "count"),
        ("conjuntion", "grow"),
        ("dissjunction", "rule queens"),
        ("entropie", "best"),
        ("dayly", "play daily"),
    ] {
        assert_eq!(searched(word).0, line, "{word}");
    }
    // Words with hyphens and underscores are found in the manual.
    for (word, page) in [("CHOOSE_FIRST_UNBOUND", "searching"), ("set-of-support", "")] {
        let expected = if page.is_empty() { String::new() } else { format!("help {page}") };
        assert_eq!(searched(word).0, expected, "{word}");
    }
    assert_eq!(searched("row-major").0, "order row-major");
    // Names of file formats still lead to the export.
    assert!(searched("graphviz").0.starts_with("export "));
}

#[test]
fn words_decide_the_cells_that_they_name() {
    let mut play = Play::queens(8);
    play.settled(":place a1\n");
    play.settled(":place g2\n");
    assert_eq!(
        (decided(&play, Value::Placed), play.model.view.cursor),
        (vec!["a1".into(), "g2".into()], cell("g2"))
    );
    play.settled(":count\n");
    assert_eq!(play.notice(), "2 of 92 solutions");
    play.settled(":cells forced\n");
    assert_eq!(play.notice(), "forced: c8");
    // An impossible cell is refused with its reason, as with the key.
    play.settled(":c4\n");
    play.settled(":place c4\n");
    assert_eq!(play.notice(), "c4 is impossible because of a1 and g2");
    for (line, notice) in [
        (":place a1\n", "a1 is placed already"),
        (":exclude a1\n", "a1 is placed already (':back a1')"),
        (":back h8\n", "h8 is not decided"),
        (":place z9\n", "z9 is off the 8×8 grid (its cells go from a1 to h8)"),
    ] {
        play.settled(line);
        assert_eq!(play.notice(), notice);
    }
    play.settled(":back a1 g2\n");
    play.settled(":exclude b2, c3\n");
    assert_eq!(decided(&play, Value::Excluded), ["b2", "c3"]);
    play.settled(":cells\n");
    assert_eq!(play.notice(), "2 excluded, 62 possible");
}

#[test]
fn an_empty_board_is_found_by_what_people_call_it() {
    for text in ["new", "empty", "board", "new board"] {
        let mut play = Play::queens(6);
        play.keys(&format!(":{text}"));
        let is_size = |name: &&str| ["size", "change: size"].contains(name);
        assert!(play.found().iter().any(is_size), "{text}: {:?}", play.found());
    }
    let mut play = Play::queens(6);
    play.keys(":new\n");
    assert!(play.found().contains(&"5x8"), "{:?}", play.found());
}

#[test]
fn words_ask_what_keys_ask() {
    let mut play = Play::queens(6);
    play.settled(":best\n");
    assert!(play.model.app.session.share(play.model.view.cursor).is_some());
    play.settled(":solutions\n");
    assert!(play.browsed().is_some());
    play.settled(":board\n");
    assert!(play.browsed().is_none());
    // The same seed draws the same solution.
    let mut drawn = || {
        play.settled(":random seed=5\n");
        play.browsed().unwrap().placed.clone()
    };
    assert_eq!(drawn(), drawn());
    play.settled(":reset\n");
    play.settled(":place b1\n");
    // The only solution with b1 follows step by step.
    play.settled(":steps\n");
    assert!(play.notice().starts_with("solved in "), "{}", play.notice());
    play.settled(":hint do\n");
    assert_eq!(play.notice(), "there is no hint: H gives one");
    play.settled("H");
    let hinted = play.model.app.hint.clone().unwrap().hint;
    assert!(hinted.can_be_done());
}

/// Three queens dominate 5 × 5 cells, and two do not. Five that do not attack each other fit, and six do not.
#[test]
fn the_fewest_and_the_most_pieces_are_proved() {
    let mut play = Play::queens(5);
    play.settled(":rules dominate\n");
    play.settled(":fewest\n");
    assert_eq!(play.notice(), "3 pieces: no solution has fewer");
    assert_eq!(decided(&play, Value::Placed).len(), 3);
    play.settled(":undo\n");
    play.settled(":most\n");
    assert_eq!(play.notice(), "5 pieces: no solution has more");
}

#[test]
fn words_tell_no_more_than_the_assist_allows() {
    let mut play = Play::queens(6);
    play.settled(":assist attacks\n");
    for line in [":count\n", ":steps\n", ":random seed=1\n", ":best\n", ":anyway b2\n", ":why b2\n"]
    {
        play.settled(line);
        assert!(play.notice().starts_with("that would tell too much"), "{line} {}", play.notice());
    }
    play.settled(":place a1\n");
    play.settled(":cells\n");
    assert_eq!(play.notice(), "1 placed, 15 attacked, 20 open");
}

/// In puzzles that refuse mistakes, a mistake refuses the whole line.
#[test]
fn a_line_that_is_refused_for_one_cell_changes_nothing() {
    let mut play = Play::queens(8);
    for (line, notice) in [
        (":place a1 b1\n", "b1 is attacked by a1"),
        (":exclude a1 b2 a1\n", "a1 is excluded already"),
        (":place c2 z9\n", "z9 is off the 8×8 grid (its cells go from a1 to h8)"),
    ] {
        play.settled(line);
        assert_eq!((play.notice(), play.decisions().as_str()), (notice, ""));
    }
    assert!(
        !play.model.app.session.history().can_undo()
            && !play.model.app.session.history().can_redo()
    );
    play.settled(":place a1\n");
    play.settled(":place g2\n");
    play.settled(":undo\n");
    for line in [":back a1 h8\n", ":place c2 d1\n"] {
        play.settled(line);
        assert!(play.model.app.is_refusal && play.decisions() == "a1", "{line}");
    }
    // The step that was undone before is still there.
    play.settled(":redo\n");
    assert_eq!(play.decisions(), "a1 g2");
}
