//! Files written by earlier versions can still be read, with the same meaning.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use configurator::geometry::Size;
use configurator::problem::{Assist, BoardFile, Value};
use configurator::puzzle::Results;
use configurator::session::steps::Grade;
use configurator::session::{Journal, ResumedSession, Session};
use itertools::Itertools;
use tempfile::TempDir;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/earlier").join(name)
}

/// Copies a journal to its own directory, as if the session had just ended, and resumes the session.
fn resumed(name: &str) -> (TempDir, ResumedSession) {
    let directory = tempfile::tempdir().unwrap();
    fs::copy(fixture("journals").join(name), directory.path().join("1.journal")).unwrap();
    let (resumed, notes) = Journal::resume(directory.path());
    assert_eq!(notes, Vec::<String>::new(), "{name}");
    (directory, resumed.unwrap())
}

/// Lists the decisions in their order: `=` a given, `+` a placed piece, `-` an excluded cell.
fn decided(session: &Session) -> String {
    let decisions = session.decisions();
    let name = |(cell, value)| match value {
        Value::Placed if decisions.is_given(cell) => format!("={cell}"),
        Value::Placed => format!("+{cell}"),
        Value::Excluded => format!("-{cell}"),
    };
    decisions.iter().map(name).join(" ")
}

#[test]
fn journals_are_resumed() {
    let (_directory, resumed) = resumed("earlier.journal");
    let mut session = resumed.session;
    assert_eq!(decided(&session), "=b1 +d2 -a5 +a3");
    assert_eq!(session.assist(), Assist::Attacks);
    assert!(!session.rules().grid().is_torus() && session.rules().regions().is_some());
    assert!(session.rules().weights().is_some() && session.rules().max_cost() == Some(30));
    assert!(session.redo() && decided(&session) == "=b1" && !session.redo());
    while session.undo() {}
    assert_eq!(decided(&session), "=b1 +d2 -a5");
}

/// Formerly a journal could not be read if its first board required pieces in regions that were not drawn yet.
#[test]
fn a_puzzle_whose_first_board_is_damaged_is_resumed() {
    let (_directory, resumed) = resumed("earlier_play.journal");
    let mut session = resumed.session;
    assert_eq!(decided(&session), "+a1");
    assert_eq!(session.rules().regions().unwrap().cells().len(), 8);
    assert!(session.undo() && session.rules().regions().is_some());
}

/// Each journal ends with the decisions and the board of its last lines. Undo returns to those of its first lines.
#[test]
fn journals_of_all_kinds_of_boards_are_resumed() {
    let journals = [
        ("plain", "queen", Size::new(8, 8), "+a1 +g2", ""),
        ("holes", "queen", Size::new(7, 7), "+a1", ""),
        ("costs", "queen", Size::new(8, 8), "+a1 -c2", ""),
        ("regions", "RF", Size::new(10, 10), "-a1 +b3", ""),
        ("sizes", "amazon", Size::new(8, 8), "-b3", ""),
    ];
    for (name, piece, size, last, first) in journals {
        let (_directory, resumed) = resumed(&format!("{name}.journal"));
        let mut session = resumed.session;
        assert_eq!(session.rules().piece(), &piece.parse().unwrap(), "{name}");
        assert_eq!(session.rules().size(), size.unwrap(), "{name}");
        assert_eq!(decided(&session), last, "{name}");
        assert_eq!(session.rules().grid().is_torus(), name == "sizes", "{name}");
        assert_eq!(
            session.rules().grid().holes().len(),
            2 * usize::from(name == "holes"),
            "{name}"
        );
        assert_eq!(session.rules().regions().is_some(), name == "regions", "{name}");
        assert_eq!(session.rules().max_cost(), (name == "costs").then_some(60), "{name}");
        while session.undo() {}
        assert_eq!(decided(&session), first, "{name}");
    }
}

#[test]
fn a_played_puzzle_is_resumed_with_its_notes() {
    let (_directory, resumed) = resumed("play.journal");
    assert_eq!(decided(&resumed.session), "+a1");
    assert_eq!(resumed.session.rules().size(), Size::new(7, 7).unwrap());
    assert_eq!(resumed.session.rules().regions().unwrap().cells().len(), 7);
    let notes = resumed.notes.iter().map(|note| note.text.as_str()).collect_vec();
    assert!(notes.contains(&"game queens 7 1 easy 3"), "{notes:?}");
}

#[test]
fn board_files_are_read() {
    let board = |name: &str| BoardFile::read(&fixture("boards").join(name)).unwrap();
    let all = board("all-keys.toml");
    let rules = all.problem.rules();
    assert_eq!((rules.size(), rules.grid().is_torus()), (Size::new(3, 4).unwrap(), true));
    assert_eq!(rules.requirements().iter().join(","), "rows=1,regions,pieces=3");
    assert!(!rules.has_board_rule() && rules.weights().is_some());
    assert_eq!((rules.regions().unwrap().cells().len(), rules.max_cost()), (3, Some(40)));
    assert_eq!(decided(&Session::new(all.problem)), "=a1 +c2 -b3");
    assert_eq!(all.assist, Assist::None);
    for (name, decisions, regions) in [("coloured.toml", "", 7), ("givens.toml", "=d7 =h8", 0)] {
        let BoardFile { problem, assist } = board(name);
        assert_eq!(problem.rules().regions().map_or(0, |regions| regions.cells().len()), regions);
        assert_eq!(
            (decided(&Session::new(problem)).as_str(), assist),
            (decisions, Assist::Attacks)
        );
    }
}

#[test]
fn results_are_read() {
    let results = Results::read(&fixture("results.toml")).unwrap();
    let score = results.scores().iter().exactly_one().unwrap();
    assert_eq!((score.wanted.size(), score.wanted.grade()), (6, Grade::Easy));
    assert_eq!((score.solved, score.unaided, score.hints), (1, 0, 9));
    assert_eq!(score.total, Duration::ZERO);
}
