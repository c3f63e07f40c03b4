//! The weakest filters of impossible cells, as the board shows them.

use crossterm::event::KeyCode;
use ratatui::buffer::Buffer;

use super::*;
use crate::testing::{Play, cell};
use app::notice::ASSIST_REFUSAL;
use app::{Shading, jobs};
use engine::Filter;
use geometry::Grid;
use problem::{Problem, Requirement, Rules};
use session::CellState;

/// Three queens that need filters of three kinds.
fn three_queens() -> Play {
    let mut play = Play::queens(8);
    play.settled(":d2\n :a4\n :b6\n ");
    play
}

fn text(screen: &Buffer) -> String {
    let line = |y| (0..screen.area.width).map(move |x| screen[(x, y)].symbol()).collect::<String>();
    (0..screen.area.height).map(|y| line(y).trim_end().to_owned() + "\n").collect()
}

/// The text in the middle of a square, and the square's background.
fn seen(play: &mut Play, name: &str) -> (String, ratatui::style::Color) {
    let screen = play.screen(120, 40);
    let at = play.model.view.layout.middle(cell(name)).unwrap();
    (screen[at].symbol().to_owned(), screen[at].bg)
}

#[test]
fn impossible_cells_show_their_filters_and_the_panel_says_them() {
    let mut play = three_queens();
    let before = play.screen(120, 40);
    play.settled(":consistency\n:h1\n");
    for (name, sign, filter) in [
        ("f8", "b", Filter::Bounds),
        ("f7", "s", Filter::Strong),
        ("h1", "2", Filter::Contradiction { steps: 2 }),
    ] {
        assert_eq!(play.model.app.session.knowledge().filter(cell(name)), Some(filter));
        assert_eq!(seen(&mut play, name).0, sign, "{name}");
    }
    assert_ne!(seen(&mut play, "f8").1, seen(&mut play, "f7").1);
    let shown = text(&play.screen(120, 40));
    for words in ["a contradiction in 2 steps", "b  bounds 5", "s  strong 5", "2  steps refute 1"] {
        assert!(shown.contains(words), "{words}\n{shown}");
    }
    assert!(!shown.contains("impossible 11"));
    // Shapes distinguish the filters without colours and in small squares.
    for (width, height) in [(80, 24), (200, 60)] {
        assert!(text(&play.screen(width, height)).contains("strong 5"));
    }
    play.settled(":consistency\n:b6\n");
    assert_eq!(play.screen(120, 40), before);
}

#[test]
fn a_new_position_gets_filters_of_its_own() {
    let mut play = three_queens();
    play.settled(":consistency\n");
    let old = play.model.app.session.stamp();
    play.settled("u");
    assert_ne!(play.model.app.session.stamp(), old);
    let rules = play.rules().size();
    let impossible =
        rules.iter().filter(|&cell| play.model.app.session.state(cell) == CellState::Impossible);
    for cell in impossible.collect::<Vec<_>>() {
        assert!(play.model.app.session.knowledge().filter(cell).is_some(), "{cell}");
    }
    // The heat map and the filters replace each other.
    play.settled("m");
    assert_eq!(play.model.app.shading, Shading::Heat);
    play.settled(":consistency\n");
    assert_eq!(play.model.app.shading, Shading::Consistency);
}

/// Regression test: the marks of filters and of rules stayed for good, also on other boards.
#[test]
fn escape_takes_the_marks_away_and_a_new_board_has_none() {
    let mut play = three_queens();
    play.settled(":consistency\n:h1\n");
    play.press(KeyCode::Esc);
    assert_eq!(play.model.app.shading, Shading::Off);
    let before = play.screen(120, 40);
    play.settled("t");
    assert!(play.model.app.session.explanations(cell("h1")).is_some());
    assert_ne!(play.screen(120, 40), before);
    play.press(KeyCode::Esc);
    assert!(play.model.app.session.explanations(cell("h1")).is_none());
    for other in ["+", ":piece rook\n", "u"] {
        play.settled(":consistency\n");
        assert_eq!(play.model.app.shading, Shading::Consistency);
        play.settled(other);
        assert_eq!(play.model.app.shading, Shading::Off, "{other}");
    }
}

#[test]
fn any_piece_and_rules_have_filters() {
    let rules = Rules::new(
        Grid::new("5".parse().unwrap()),
        "knight".parse().unwrap(),
        ["rows=2", "columns=2"].map(|rule| rule.parse::<Requirement>().unwrap()),
    );
    let mut play = Play::answered(Problem::new(rules));
    play.settled(":consistency\n:a1\n ");
    let session = &play.model.app.session;
    let impossible = |&cell: &geometry::Cell| session.state(cell) == CellState::Impossible;
    let mut cells = session.rules().size().iter().filter(impossible);
    assert!(cells.all(|cell| session.knowledge().filter(cell).is_some()));
}

#[test]
fn the_question_can_be_cancelled_and_is_not_asked_where_the_board_does_not_tell() {
    let mut play = three_queens();
    let effects = play.keys(":consistency\n");
    let [Effect::Ask(question)] = &effects[..] else { panic!("{effects:?}") };
    assert!(question.job.is::<jobs::FindConsistency>());
    assert!(matches!(play.press(KeyCode::Esc)[..], [Effect::CancelWork]));
    let mut play = Play::queens(8);
    play.settled(":assist attacks\n");
    assert!(play.keys(":consistency\n").is_empty());
    assert_eq!((play.notice(), play.model.app.shading), (ASSIST_REFUSAL, Shading::Off));
}
