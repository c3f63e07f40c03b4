use crossterm::event::KeyCode;

use super::mouse_tests::click_on;
use super::*;
use crate::testing::{Play, cell, options};
use app::job::{AnyJob, Report};
use app::jobs;
use crossterm::event::KeyModifiers;
use engine::{Cause, Interrupted, Progress};
use geometry::Grid;
use geometry::Size;
use problem::{Problem, Rules};

/// The job of the question in `effects`. Asserts that the question is the only effect and is about the
/// present position.
pub(super) fn asked(play: &Play, effects: &[Effect]) -> AnyJob {
    let [Effect::Ask(question)] = effects else { panic!("{effects:?}") };
    assert_eq!(question.id.stamp, play.model.app.session.stamp());
    assert_eq!(&question.problem, play.model.app.session.problem());
    question.job.clone()
}

pub(super) fn amazons(size: u16) -> Problem {
    Problem::new(Rules::queens(size).unwrap().with_piece("amazon".parse().unwrap()))
}

pub(super) fn interrupted() -> Report {
    let reached = Progress::default();
    Report::Interrupted(Interrupted { cause: Cause::Cancelled, reached })
}

#[test]
fn the_board_opens_with_a_question_and_the_cursor_on_a1() {
    let mut play = Play::open(Problem::new(Rules::queens(8).unwrap()), &options());
    assert_eq!(play.model.view.cursor, cell("a1"));
    assert_eq!(play.question.as_ref().unwrap().job, jobs::ExaminePosition);
    assert!(play.model.is_busy());
    assert_eq!(play.solutions(), "?");
    play.settle();
    assert_eq!(play.solutions(), "92");
    assert!(!play.model.is_busy());
    assert!(play.model.app.session.knowledge().bdd_nodes().is_some());
}

#[test]
fn moves_end_at_the_edge() {
    let mut play = Play::queens(8);
    for (keys, at) in [
        ("h", "a1"),
        ("j", "a1"),
        ("l", "b1"),
        ("k", "b2"),
        ("h", "a2"),
        ("j", "a1"),
        ("llllllllll", "h1"),
        ("kkkkkkkkkk", "h8"),
    ] {
        assert!(play.keys(keys).is_empty());
        assert_eq!(play.model.view.cursor, cell(at), "{keys}");
    }
    for (code, at) in [
        (KeyCode::Home, "a8"),
        (KeyCode::Home, "a8"),
        (KeyCode::Right, "b8"),
        (KeyCode::End, "h8"),
        (KeyCode::Down, "h7"),
        (KeyCode::Left, "g7"),
        (KeyCode::Up, "g8"),
        (KeyCode::PageDown, "g1"),
        (KeyCode::PageDown, "g1"),
        (KeyCode::PageUp, "g8"),
    ] {
        assert!(play.press(code).is_empty());
        assert_eq!(play.model.view.cursor, cell(at), "{code:?}");
    }
}

#[test]
fn a_page_is_as_high_as_the_view() {
    let mut play = Play::open(Problem::new(Rules::queens(30).unwrap()), &options());
    play.screen(72, 16);
    play.press(KeyCode::PageUp);
    let page = play.model.view.layout.view.0;
    assert!((10..30).contains(&page));
    assert_eq!(play.model.view.cursor, geometry::Cell::new(page, 0));
    play.press(KeyCode::PageUp);
    assert_eq!(play.model.view.cursor, cell("a30"));
    play.press(KeyCode::PageDown);
    assert_eq!(play.model.view.cursor, geometry::Cell::new(29 - page, 0));
}

#[test]
fn placing_and_excluding_ask_once_and_take_back_again() {
    let mut play = Play::queens(8);
    for (place, decision) in [(" ", "a1"), ("\n", "a1"), ("x", "-a1")] {
        let effects = play.keys(place);
        assert_eq!(asked(&play, &effects), jobs::ExaminePosition);
        assert_eq!((play.decisions().as_str(), play.solutions().as_str()), (decision, "?"));
        assert!(play.model.is_busy());
        play.settle();
        assert_eq!(play.solutions(), if place == "x" { "88" } else { "4" });
        // Both keys take back either kind of decision.
        let effects = play.keys(if place == "x" { " " } else { "x" });
        assert_eq!(asked(&play, &effects), jobs::ExaminePosition);
        assert_eq!(play.decisions(), "");
        play.settle();
        assert_eq!(play.solutions(), "92");
    }
}

#[test]
fn enter_is_taken_as_control_j_too() {
    let mut play = Play::queens(8);
    let effects = play.control('j');
    assert_eq!(asked(&play, &effects), jobs::ExaminePosition);
    assert_eq!(play.decisions(), "a1");
}

#[test]
fn what_leads_nowhere_is_refused_with_a_notice_that_the_next_key_clears() {
    let mut play = Play::queens(8);
    play.settled(" :g2\n ");
    assert_eq!((play.decisions().as_str(), play.solutions().as_str()), ("a1 g2", "2"));
    for (keys, notice) in [
        (":c3\n ", "c3 is attacked by a1"),
        (":c4\n ", "c4 is impossible: no remaining solution has a piece there"),
        (":c8\nx", "c8 is forced: every remaining solution has a piece there"),
    ] {
        assert!(play.keys(keys).is_empty());
        assert_eq!(play.notice(), notice);
        assert_eq!(play.decisions(), "a1 g2");
        play.keys("k");
        assert_eq!(play.notice(), "");
    }
    // Forced cells can be placed, impossible ones excluded.
    play.settled(":c8\n :c4\nx");
    assert_eq!((play.decisions().as_str(), play.solutions().as_str()), ("a1 g2 c8 -c4", "2"));
}

#[test]
fn an_attacked_cell_is_refused_before_any_answer_has_come() {
    let mut play = Play::queens(8);
    play.keys(" ");
    assert!(play.keys("l ").is_empty());
    assert_eq!(play.notice(), "b1 is attacked by a1");
}

#[test]
fn a_hole_takes_no_decision() {
    let rules = Rules::queens(4).unwrap();
    let grid = Grid::new(rules.size()).with_holes([cell("b1")]).unwrap();
    let mut play = Play::answered(Problem::new(rules.with_grid(grid)));
    for key in [" ", "x"] {
        assert!(play.keys(&format!(":b1\n{key}")).is_empty());
        assert!(play.notice().contains("b1"), "{}", play.notice());
        assert_eq!(play.decisions(), "");
    }
}

#[test]
fn undo_redo_and_reset_ask_anew_or_say_that_there_is_nothing() {
    let mut play = Play::queens(8);
    assert!(play.keys("u").is_empty());
    assert_eq!(play.notice(), "nothing to undo");
    assert!(play.control('r').is_empty());
    assert_eq!(play.notice(), "nothing to redo");
    assert!(play.keys("r").is_empty());
    assert_eq!(play.notice(), "nothing is decided");
    play.settled(" :g2\n ");
    let effects = play.keys("u");
    assert_eq!(asked(&play, &effects), jobs::ExaminePosition);
    assert_eq!(play.decisions(), "a1");
    let effects = play.control('r');
    assert_eq!(asked(&play, &effects), jobs::ExaminePosition);
    assert_eq!(play.decisions(), "a1 g2");
    let effects = play.keys("r");
    assert_eq!(asked(&play, &effects), jobs::ExaminePosition);
    assert_eq!(play.decisions(), "");
    play.settled("u");
    assert_eq!((play.decisions().as_str(), play.solutions().as_str()), ("a1 g2", "2"));
}

#[test]
fn plus_and_minus_change_the_size_within_its_limits() {
    let mut play = Play::queens(8);
    play.settled(" ");
    play.keys(":h8\n");
    let effects = play.keys("-");
    assert_eq!(asked(&play, &effects), jobs::ExaminePosition);
    assert_eq!(play.rules().size(), Size::square(7).unwrap());
    assert_eq!((play.decisions().as_str(), play.model.view.cursor), ("", cell("g7")));
    play.settle();
    assert_eq!(play.solutions(), "40");
    for key in ["+", "="] {
        play.settled(key);
    }
    assert_eq!((play.rules().size(), play.solutions().as_str()), (Size::square(9).unwrap(), "352"));
    play.settled("uuu");
    assert_eq!((play.decisions().as_str(), play.solutions().as_str()), ("a1", "4"));

    play.settled(":size 1x3\n");
    assert!(play.keys("_").is_empty());
    assert_eq!(play.notice(), "size '0x2' is out of range: rows and columns go from 1 to 1000");
    assert_eq!(play.rules().size(), Size::new(1, 3).unwrap());
    play.keys(":size 1000\n");
    assert!(play.keys("+").is_empty());
    assert_eq!(
        play.notice(),
        "size '1001x1001' is out of range: rows and columns go from 1 to 1000"
    );
}

#[test]
fn another_size_and_another_piece_keep_the_torus() {
    let mut play = Play::queens(5);
    let torus = Grid::new(play.rules().size()).with_torus(true);
    let rules = play.rules().with_grid(torus);
    play.model.app.session.set_rules(rules);
    play.settled("+");
    assert!(play.rules().grid().is_torus());
    play.settled(":piece knight\n");
    assert!(play.rules().grid().is_torus());
    assert_eq!(play.rules().piece().name(), "knight");
}

#[test]
fn commands() {
    let mut play = Play::queens(8);
    for keys in [":", ":  "] {
        play.keys(keys);
        assert!(play.prompt().is_some());
        assert!(play.keys("\n").is_empty());
        assert_eq!((play.typed().as_deref(), play.notice()), (None, ""));
    }
    assert!(play.keys(":d4\n").is_empty());
    assert_eq!(play.model.view.cursor, cell("d4"));
    for (command, notice) in [
        ("i9", "i9"),
        (
            "nonsense",
            "'nonsense' is no cell and no command: ':' alone lists everything that can be done, ':help' the keys",
        ),
        (
            "d4 e5",
            "'d4 e5' is no cell and no command: ':' alone lists everything that can be done, ':help' the keys",
        ),
        ("size 0", "size '0' is out of range"),
        ("size 8x", "8x"),
        ("size 1001", "size '1001' is out of range"),
        ("piece dragonfly", "dragonfly"),
    ] {
        assert!(play.keys(&format!(":{command}\n")).is_empty(), "{command}");
        assert!(play.notice().contains(notice), "{command}: {}", play.notice());
        assert_eq!((play.rules().size().rows(), play.model.view.cursor), (8, cell("d4")));
        assert_eq!(play.prompt(), None);
    }
    let effects = play.keys(":size 6x5\n");
    assert_eq!(asked(&play, &effects), jobs::ExaminePosition);
    assert_eq!((play.rules().size(), play.notice()), (Size::new(6, 5).unwrap(), ""));
    let effects = play.keys(":  piece   knight \n");
    assert_eq!(asked(&play, &effects), jobs::ExaminePosition);
    assert_eq!(play.rules().piece().name(), "knight");
    assert_eq!(play.rules().size(), Size::new(6, 5).unwrap());
    for command in [":q\n", ":quit\n"] {
        assert!(matches!(play.keys(command)[..], [Effect::Exit(Exit::Quit)]));
    }
}

#[test]
fn the_same_size_again_is_a_new_board_or_nothing_but_never_a_lost_count() {
    let mut play = Play::queens(8);
    play.settled(":size 8\n");
    assert_eq!(play.solutions(), "92");
}

#[test]
fn p_opens_the_command_line_at_the_piece() {
    let mut play = Play::queens(8);
    play.keys("p");
    assert_eq!(play.typed().as_deref(), Some("piece "));
    play.settled("rook\n");
    assert_eq!((play.rules().piece().name(), play.solutions().as_str()), ("rook", "40320"));
}

#[test]
fn any_key_closes_the_keys_and_does_what_it_does() {
    let mut play = Play::queens(8);
    for code in [KeyCode::Char('?'), KeyCode::Esc, KeyCode::F(9)] {
        play.keys("?");
        assert!(play.explained().is_some());
        assert!(play.press(code).is_empty());
        assert_eq!(play.explained(), None);
        assert_eq!((play.decisions().as_str(), play.model.view.cursor), ("", cell("a1")));
    }
    play.settled("?x");
    assert_eq!((play.explained(), play.decisions().as_str()), (None, "-a1"));
    play.settled("?u");
    assert_eq!(play.decisions(), "");
    play.keys("?:");
    assert!(play.prompt().is_some());
    play.press(KeyCode::Esc);
    play.keys("?");
    assert!(matches!(play.keys("q")[..], [Effect::Exit(Exit::Quit)]));
}

#[test]
fn themes_are_changed_while_colours_are_wanted() {
    use crate::{ColorDepth, Options, Theme};
    let mut play = Play::queens(4);
    play.keys(":theme dark\n");
    assert_eq!((play.model.view.theme, play.notice()), (Theme::Dark, "the theme is dark"));
    play.keys(":theme neon\n");
    assert!(play.notice().starts_with("'neon' is not a theme (auto,"), "{}", play.notice());
    assert_eq!(play.model.view.theme, Theme::Dark);
    let options = Options { depth: ColorDepth::None, theme: Theme::Light, ..options() };
    let mut play = Play::open(Problem::new(Rules::queens(4).unwrap()), &options);
    assert_eq!(play.model.view.theme, Theme::Monochrome);
    play.keys(":theme dark\n");
    assert_eq!(play.model.view.theme, Theme::Monochrome);
    assert_eq!(play.notice(), "no colours are wanted here (NO_COLOR or --color never)");
}

#[test]
fn other_keys_do_what_the_configuration_says() {
    let text = "[keys]\nexclude = [\"E\"]\nsuspend = [\"K\"]\nstill-right = [\"f2\"]\n";
    let keys = crate::Config::parse(text, "config.toml").unwrap().keys;
    let options = crate::Options { keys, ..options() };
    let mut play = Play::open(Problem::new(Rules::queens(8).unwrap()), &options);
    play.settle();
    play.keys("xE");
    assert_eq!(play.decisions(), "-a1");
    assert!(matches!(play.keys("K")[..], [Effect::Suspend, Effect::Redraw]));
    // In the command line, letters are text.
    assert!(play.keys(":z").is_empty());
    assert_eq!(play.typed().as_deref(), Some("z"));
    play.press(KeyCode::Esc);
    click_on(&mut play, "E take back");
    assert_eq!(play.decisions(), "");
    play.settle();
    let effects = play.press(KeyCode::F(2));
    assert_eq!(asked(&play, &effects), jobs::StillRight);
}

#[test]
fn leaving() {
    let mut play = Play::queens(4);
    for before in ["", ":pie", "?"] {
        play.keys(before);
        assert!(matches!(play.control('c')[..], [Effect::Exit(Exit::Signal(2))]));
        assert!(matches!(play.control('z')[..], [Effect::Suspend, Effect::Redraw]));
        play.press(KeyCode::Esc);
    }
    assert!(matches!(play.keys("q")[..], [Effect::Exit(Exit::Quit)]));
    assert!(matches!(play.send(Message::Signal(15))[..], [Effect::Exit(Exit::Signal(15))]));
    assert!(matches!(play.send(Message::Resumed)[..], [Effect::Redraw]));
    assert!(play.send(Message::Resized(80, 24)).is_empty() && play.send(Message::Tick).is_empty());
}

#[test]
fn keys_that_are_let_go_do_nothing() {
    let mut play = Play::queens(4);
    for code in [KeyCode::Char('q'), KeyCode::Char(' '), KeyCode::Right] {
        let event = KeyEvent::new_with_kind(code, KeyModifiers::NONE, KeyEventKind::Release);
        assert!(play.send(Message::Key(event)).is_empty());
    }
    assert_eq!((play.decisions().as_str(), play.model.view.cursor), ("", cell("a1")));
}

#[test]
fn shift_changes_nothing_and_keys_without_action_do_nothing() {
    let mut play = Play::queens(4);
    let event = KeyEvent::new(KeyCode::Char('?'), KeyModifiers::SHIFT);
    play.send(Message::Key(event));
    assert!(play.explained().is_some());
    play.press(KeyCode::Esc);
    for code in [KeyCode::F(5), KeyCode::Tab, KeyCode::Char('§'), KeyCode::Null] {
        assert!(play.press(code).is_empty());
    }
    assert_eq!(play.decisions(), "");
}
