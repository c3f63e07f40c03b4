use crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use proptest::prelude::*;

use super::*;
use crate::engine::{Budget, Cause, Interrupted, Progress, Rank, bdd};
use crate::problem::{Problem, Rules};
use crate::session::{CellState, NearestSize};
use crate::tui::testing::{Play, cell, options};
use crate::tui::view::panel;

/// The one question among effects that are nothing else; it must be about the present position.
fn asked(play: &Play, effects: &[Effect]) -> Topic {
    let [Effect::Ask(question)] = effects else { panic!("{effects:?}") };
    assert_eq!(question.asked.stamp, play.model.session.stamp());
    assert_eq!(&question.problem, play.model.session.problem());
    question.topic.clone()
}

fn amazons(size: u16) -> Problem {
    Problem::new(Rules::queens(size).unwrap().of("amazon".parse().unwrap()))
}

fn interrupted() -> Report {
    let reached = Progress::default();
    Report::Interrupted(Interrupted { cause: Cause::Cancelled, reached })
}

#[test]
fn the_board_opens_with_a_question_and_the_cursor_on_a1() {
    let mut play = Play::open(Problem::new(Rules::queens(8).unwrap()), &options());
    assert_eq!(play.model.cursor, cell("a1"));
    assert_eq!(play.question.as_ref().unwrap().topic, Topic::Position);
    assert!(play.model.is_busy());
    assert_eq!(play.solutions(), "?");
    play.settle();
    assert_eq!(play.solutions(), "92");
    assert!(!play.model.is_busy());
    assert!(play.model.session.knowledge().nodes().is_some());
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
        assert_eq!(play.model.cursor, cell(at), "{keys}");
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
        assert_eq!(play.model.cursor, cell(at), "{code:?}");
    }
}

#[test]
fn a_page_is_as_high_as_the_view() {
    let mut play = Play::open(Problem::new(Rules::queens(30).unwrap()), &options());
    play.press(KeyCode::PageUp);
    assert_eq!(play.model.layout.rows_in_view(), 20);
    assert_eq!(play.model.cursor, cell("a21"));
    play.press(KeyCode::PageUp);
    assert_eq!(play.model.cursor, cell("a30"));
    play.press(KeyCode::PageDown);
    assert_eq!(play.model.cursor, cell("a10"));
}

#[test]
fn placing_and_excluding_ask_once_and_take_back_again() {
    let mut play = Play::queens(8);
    for (place, decision) in [(" ", "a1"), ("\n", "a1"), ("x", "-a1")] {
        let effects = play.keys(place);
        assert_eq!(asked(&play, &effects), Topic::Position);
        assert_eq!((play.decisions().as_str(), play.solutions().as_str()), (decision, "?"));
        assert!(play.model.is_busy());
        play.settle();
        assert_eq!(play.solutions(), if place == "x" { "88" } else { "4" });
        // Either key takes either decision back.
        let effects = play.keys(if place == "x" { " " } else { "x" });
        assert_eq!(asked(&play, &effects), Topic::Position);
        assert_eq!(play.decisions(), "");
        play.settle();
        assert_eq!(play.solutions(), "92");
    }
}

#[test]
fn enter_is_taken_as_control_j_too() {
    let mut play = Play::queens(8);
    let effects = play.control('j');
    assert_eq!(asked(&play, &effects), Topic::Position);
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
    // A forced cell may be placed, an impossible one excluded.
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
    let mut play = Play::answered(Problem::new(rules.on(grid)));
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
    assert_eq!(asked(&play, &effects), Topic::Position);
    assert_eq!(play.decisions(), "a1");
    let effects = play.control('r');
    assert_eq!(asked(&play, &effects), Topic::Position);
    assert_eq!(play.decisions(), "a1 g2");
    let effects = play.keys("r");
    assert_eq!(asked(&play, &effects), Topic::Position);
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
    assert_eq!(asked(&play, &effects), Topic::Position);
    assert_eq!(play.rules().size(), Size::square(7).unwrap());
    assert_eq!((play.decisions().as_str(), play.model.cursor), ("", cell("g7")));
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
    let rules = play.rules().on(torus);
    play.model.session.set_rules(rules);
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
        assert!(play.model.command.is_some());
        assert!(play.keys("\n").is_empty());
        assert_eq!((play.typed().as_deref(), play.notice()), (None, ""));
    }
    assert!(play.keys(":d4\n").is_empty());
    assert_eq!(play.model.cursor, cell("d4"));
    for (command, notice) in [
        ("i9", "i9"),
        (
            "nonsense",
            "'nonsense' is no cell and no command (w, o, size, piece, torus, rules, region, hole, paint, assist, theme, puzzle, search, export, q)",
        ),
        (
            "d4 e5",
            "'d4 e5' is no cell and no command (w, o, size, piece, torus, rules, region, hole, paint, assist, theme, puzzle, search, export, q)",
        ),
        ("size", "size"),
        ("size 0", "size '0' is out of range"),
        ("size 8x", "8x"),
        ("size 1001", "size '1001' is out of range"),
        ("piece", "piece"),
        ("piece dragonfly", "dragonfly"),
    ] {
        assert!(play.keys(&format!(":{command}\n")).is_empty(), "{command}");
        assert!(play.notice().contains(notice), "{command}: {}", play.notice());
        assert_eq!((play.rules().size().rows(), play.model.cursor), (8, cell("d4")));
        assert_eq!(play.model.command, None);
    }
    let effects = play.keys(":size 6x5\n");
    assert_eq!(asked(&play, &effects), Topic::Position);
    assert_eq!((play.rules().size(), play.notice()), (Size::new(6, 5).unwrap(), ""));
    let effects = play.keys(":  piece   knight \n");
    assert_eq!(asked(&play, &effects), Topic::Position);
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
fn help_opens_and_any_key_closes_it_and_does_nothing_else() {
    let mut play = Play::queens(8);
    for key in ["?", " ", "x", "l", "a"] {
        play.keys("?");
        assert!(play.model.help.is_some());
        assert!(play.keys(key).is_empty());
        assert_eq!(play.model.help, None);
        assert_eq!((play.decisions().as_str(), play.model.cursor), ("", cell("a1")));
    }
    play.keys("?");
    play.press(KeyCode::Esc);
    assert_eq!(play.model.help, None);
    play.keys("?");
    assert!(matches!(play.keys("q")[..], [Effect::Exit(Exit::Quit)]));
}

#[test]
fn a_click_on_help_closes_it_and_decides_nothing_below_it() {
    let mut play = Play::queens(8);
    for button in [MouseButton::Left, MouseButton::Right] {
        play.keys("?");
        // The first line has no keys.
        assert!(play.click_at(button, 30, 5).is_empty());
        assert_eq!(play.model.help, None);
        assert_eq!((play.decisions().as_str(), play.model.cursor), ("", cell("a1")));
    }
}

/// The place of a text on the screen.
fn place_of(play: &mut Play, text: &str) -> (u16, u16) {
    let screen = play.screen(80, 24);
    let rows: Vec<String> = (screen.content.chunks(80))
        .map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect())
        .collect();
    let found = rows.iter().enumerate().rev().find_map(|(y, row)| Some((row.find(text)?, y, row)));
    let (x, y, row) = found.unwrap_or_else(|| panic!("'{text}' is not in\n{}", rows.join("\n")));
    (row[..x].chars().count() as u16, y as u16)
}

fn click_on(play: &mut Play, text: &str) -> Vec<Effect> {
    let (x, y) = place_of(play, text);
    play.click_at(MouseButton::Left, x, y)
}

#[test]
fn a_click_on_a_key_of_the_help_does_what_it_does() {
    let mut play = Play::queens(8);
    play.keys(" ?");
    let effects = click_on(&mut play, "u, Ctrl-R");
    assert_eq!(asked(&play, &effects), Topic::Position);
    assert_eq!((play.decisions().as_str(), play.model.help), ("", None));
    play.keys("?");
    let (x, y) = place_of(&mut play, "u, Ctrl-R");
    play.click_at(MouseButton::Left, x + 3, y);
    assert_eq!(play.decisions(), "a1");
    // What it does is no key.
    play.keys("?");
    assert!(click_on(&mut play, "heat map").is_empty());
    assert_eq!((play.model.heat, play.model.help), (Heat::Off, None));
    play.settle();
    play.keys("?");
    click_on(&mut play, "m  ");
    assert_eq!(play.model.heat, Heat::Shaded);
}

#[test]
fn a_click_on_a_key_of_the_footer_presses_it() {
    let mut play = Play::queens(8);
    for (hint, decisions) in [("space", "a1"), ("undo", ""), ("exclude", "-a1"), ("place", "")] {
        click_on(&mut play, hint);
        assert_eq!(play.decisions(), decisions, "{hint}");
    }
    // These are several keys, none of them more likely than the others.
    assert!(click_on(&mut play, "arrows").is_empty() && click_on(&mut play, "move").is_empty());
    click_on(&mut play, "? help");
    assert_eq!(play.model.help, Some(0));
    click_on(&mut play, "PgDn");
    assert!(play.model.help > Some(0));
    click_on(&mut play, "close");
    assert_eq!(play.model.help, None);
    play.keys(":d4");
    click_on(&mut play, "do it");
    assert_eq!((play.model.cursor, play.typed().as_deref()), (cell("d4"), None));
    play.keys(":x");
    click_on(&mut play, "Esc");
    assert_eq!(play.model.command, None);
    play.keys("P");
    click_on(&mut play, ". hole");
    click_on(&mut play, "space paint");
    assert!(play.rules().grid().is_hole(cell("d4")));
    click_on(&mut play, "^U");
    assert!(!play.rules().grid().is_hole(cell("d4")));
    click_on(&mut play, "leave");
    assert!(play.model.painting.is_none());
    play.settled("n");
    click_on(&mut play, "next");
    play.settle();
    assert_eq!(play.model.solution.as_ref().unwrap().rank.as_ref().unwrap().number, 1_u8.into());
    click_on(&mut play, "adopt");
    assert_eq!(play.model.session.decisions().len(), 8);
    assert!(matches!(click_on(&mut play, "quit")[..], [Effect::Exit(Exit::Quit)]));
}

#[test]
fn the_wheel_moves_the_cursor() {
    let mut play = Play::queens(8);
    let at = play.model.layout.board.as_position();
    for (kind, to) in [
        (MouseEventKind::ScrollUp, "a4"),
        (MouseEventKind::ScrollUp, "a7"),
        (MouseEventKind::ScrollUp, "a8"),
        (MouseEventKind::ScrollRight, "d8"),
        (MouseEventKind::ScrollDown, "d5"),
        (MouseEventKind::ScrollLeft, "a5"),
    ] {
        assert!(play.point(kind, (at.x, at.y)).is_empty());
        assert_eq!(play.model.cursor, cell(to));
    }
    for (kind, to) in [(MouseEventKind::ScrollDown, "d5"), (MouseEventKind::ScrollUp, "a5")] {
        let (column, row) = (at.x, at.y);
        play.send(Message::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::SHIFT }));
        assert_eq!(play.model.cursor, cell(to));
    }
}

#[test]
fn hovering_is_told_cell_by_cell_and_not_where_it_would_tell_too_much() {
    let mut play = Play::queens(8);
    let moved = |play: &mut Play, name: &str, right: u16| {
        let rect = play.model.layout.rect(cell(name)).unwrap();
        let (column, row) = (rect.x + right, rect.y);
        let kind = MouseEventKind::Moved;
        let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        let idle = is_idle(&play.model, &Message::Mouse(event));
        assert!(play.point(kind, (column, row)).is_empty());
        idle
    };
    assert!(!moved(&mut play, "c5", 0));
    assert!(moved(&mut play, "c5", 1), "the same cell");
    assert_eq!(play.model.hovered(), Some(cell("c5")));
    assert!(!moved(&mut play, "d5", 0));
    play.point(MouseEventKind::Moved, (0, 0));
    assert_eq!(play.model.hovered(), None);
    // Who types does not hover.
    moved(&mut play, "c5", 0);
    play.keys("l");
    assert_eq!(play.model.hovered(), None);
    for (keys, leave) in
        [("P", "\u{1b}"), (":assist none\n", ":assist full\n"), ("M", "M"), ("?", "?")]
    {
        play.keys(keys);
        assert!(moved(&mut play, "e5", 0), "{keys}");
        assert_eq!(play.model.hovered(), None, "{keys}");
        if leave == "\u{1b}" {
            play.press(KeyCode::Esc)
        } else {
            play.keys(leave)
        };
    }
    assert!(!moved(&mut play, "e5", 0));
}

#[test]
fn themes_are_changed_while_colours_are_wanted() {
    use crate::tui::{ColorDepth, Options, Theme};
    let mut play = Play::queens(4);
    play.keys(":theme dark\n");
    assert_eq!((play.model.theme, play.notice()), (Theme::Dark, "the theme is dark"));
    play.keys(":theme neon\n");
    assert!(play.notice().starts_with("'neon' is not a theme (terminal,"), "{}", play.notice());
    assert_eq!(play.model.theme, Theme::Dark);
    let options = Options { depth: ColorDepth::None, theme: Theme::Light, ..options() };
    let mut play = Play::open(Problem::new(Rules::queens(4).unwrap()), &options);
    assert_eq!(play.model.theme, Theme::Monochrome);
    play.keys(":theme dark\n");
    assert_eq!(play.model.theme, Theme::Monochrome);
    assert_eq!(play.notice(), "no colours are wanted here (NO_COLOR or --color never)");
}

#[test]
fn other_keys_do_what_the_configuration_says() {
    let text = "[keys]\nexclude = [\"e\"]\nsuspend = [\"z\"]\nstill-right = [\"f2\"]\n";
    let keys = crate::tui::Config::parse(text, "config.toml").unwrap().keys;
    let options = crate::tui::Options { keys, ..options() };
    let mut play = Play::open(Problem::new(Rules::queens(8).unwrap()), &options);
    play.settle();
    play.keys("xe");
    assert_eq!(play.decisions(), "-a1");
    assert!(matches!(play.keys("z")[..], [Effect::Suspend, Effect::Redraw]));
    // Where letters are typed they are letters.
    assert!(play.keys(":z").is_empty());
    assert_eq!(play.typed().as_deref(), Some("z"));
    play.press(KeyCode::Esc);
    click_on(&mut play, "e exclude");
    assert_eq!(play.decisions(), "");
    play.settle();
    let effects = play.press(KeyCode::F(2));
    assert_eq!(asked(&play, &effects), Topic::StillRight);
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
    assert!(play.send(Message::Resized).is_empty() && play.send(Message::Tick).is_empty());
}

#[test]
fn the_mouse_places_and_excludes_what_it_points_at() {
    let mut play = Play::queens(8);
    let effects = play.click(MouseButton::Left, "c5");
    assert_eq!(asked(&play, &effects), Topic::Position);
    assert_eq!((play.decisions().as_str(), play.model.cursor), ("c5", cell("c5")));
    play.settle();
    assert_eq!(play.solutions(), "12");
    play.click(MouseButton::Right, "h8");
    assert_eq!((play.decisions().as_str(), play.model.cursor), ("c5 -h8", cell("h8")));
    play.click(MouseButton::Left, "c5");
    assert_eq!(play.decisions(), "-h8");
    play.click(MouseButton::Right, "h8");
    assert_eq!(play.decisions(), "");
    // A refusal is the same as with keys.
    play.click(MouseButton::Left, "a1");
    assert!(play.click(MouseButton::Left, "b2").is_empty());
    assert_eq!((play.notice(), play.model.cursor), ("b2 is attacked by a1", cell("b2")));
}

#[test]
fn other_places_and_other_motions_of_the_mouse_do_nothing() {
    let mut play = Play::queens(8);
    let board = play.model.layout.board;
    for (x, y) in [
        (0, 0),
        (board.x - 1, board.y),
        (board.x, board.bottom()),
        (board.right(), board.y),
        (79, 23),
        (u16::MAX, u16::MAX),
    ] {
        assert!(play.click_at(MouseButton::Left, x, y).is_empty());
    }
    assert!(play.click(MouseButton::Middle, "c5").is_empty());
    for kind in [
        MouseEventKind::Up(MouseButton::Left),
        MouseEventKind::Drag(MouseButton::Left),
        MouseEventKind::Moved,
    ] {
        assert!(play.point(kind, (board.x, board.y)).is_empty());
    }
    assert_eq!((play.decisions().as_str(), play.model.cursor), ("", cell("a1")));
}

#[test]
fn a_click_finds_the_cell_on_a_board_that_is_scrolled() {
    let mut play = Play::open(Problem::new(Rules::queens(30).unwrap()), &options());
    play.keys(":ad30\n");
    play.screen(80, 24);
    play.click(MouseButton::Left, "ac20");
    assert_eq!(play.decisions(), "ac20");
    assert_eq!(play.model.layout.rect(cell("a1")), None);
}

#[test]
fn the_mouse_is_switched_by_its_key() {
    let mut play = Play::queens(4);
    assert!(matches!(play.keys("M")[..], [Effect::Mouse(false)]));
    assert!(matches!(play.keys("M")[..], [Effect::Mouse(true)]));
}

#[test]
fn keys_that_are_let_go_do_nothing() {
    let mut play = Play::queens(4);
    for code in [KeyCode::Char('q'), KeyCode::Char(' '), KeyCode::Right] {
        let event = KeyEvent::new_with_kind(code, KeyModifiers::NONE, KeyEventKind::Release);
        assert!(play.send(Message::Key(event)).is_empty());
    }
    assert_eq!((play.decisions().as_str(), play.model.cursor), ("", cell("a1")));
}

#[test]
fn shift_changes_nothing_and_keys_without_action_do_nothing() {
    let mut play = Play::queens(4);
    let event = KeyEvent::new(KeyCode::Char('?'), KeyModifiers::SHIFT);
    play.send(Message::Key(event));
    assert!(play.model.help.is_some());
    play.press(KeyCode::Esc);
    for code in [KeyCode::F(5), KeyCode::Tab, KeyCode::Char('§'), KeyCode::Null] {
        assert!(play.press(code).is_empty());
    }
    assert_eq!(play.decisions(), "");
}

#[test]
fn escape_cancels_what_is_computed_and_the_board_goes_on() {
    let mut play = Play::open(Problem::new(Rules::queens(8).unwrap()), &options());
    assert!(matches!(play.press(KeyCode::Esc)[..], [Effect::Cancel]));
    assert!(play.say(interrupted()).is_empty());
    assert!(!play.model.is_busy());
    assert!(play.model.session.knowledge().interrupted().is_some());
    assert_eq!((play.solutions().as_str(), play.state("a1")), ("?", CellState::Unknown));
    // Once more asks again, and so does the next decision.
    let effects = play.press(KeyCode::Esc);
    assert_eq!(asked(&play, &effects), Topic::Position);
    assert!(matches!(play.press(KeyCode::Esc)[..], [Effect::Cancel]));
    play.say(interrupted());
    play.settled(" ");
    assert_eq!(play.solutions(), "4");
    assert_eq!(play.model.session.knowledge().interrupted(), None);
}

#[test]
fn escape_does_what_its_hint_says() {
    // It leaves the solution that is looked at, whatever is being computed.
    let mut play = Play::queens(8);
    play.settled("n");
    play.keys("n");
    assert!(matches!(play.model.work, Some(Work { topic: Topic::Solution(_), .. })));
    let late = play.reports();
    assert!(matches!(play.press(KeyCode::Esc)[..], [Effect::Cancel]));
    for (asked, report) in late {
        play.send(Message::Worker(asked, report));
    }
    assert!(play.model.solution.is_none() && !play.model.is_busy());

    // Even before the position is known, which is asked for then.
    let mut play = Play::open(Problem::new(Rules::queens(8).unwrap()), &options());
    play.keys("n");
    for (asked, report) in play.reports().into_iter().take(1) {
        play.send(Message::Worker(asked, report));
    }
    assert!(play.model.solution.is_some());
    let effects = play.press(KeyCode::Esc);
    assert_eq!(asked(&play, &effects), Topic::Position);
    assert!(play.model.solution.is_none());

    // Nothing says that it cancels where it does something else.
    let progress = Progress { done: 3, steps: 64, ..Progress::default() };
    play.say(Report::Progress(progress, std::time::Duration::from_secs(1)));
    let hint = |play: &mut Play| {
        let screen = play.screen(80, 24);
        let text: String = screen.content.iter().map(ratatui::buffer::Cell::symbol).collect();
        text.contains("Esc cancels")
    };
    assert!(hint(&mut play));
    play.keys("P");
    assert!(!hint(&mut play));
    assert!(play.press(KeyCode::Esc).is_empty());
    assert!(hint(&mut play));
}

#[test]
fn a_heat_map_without_counts_says_what_it_lacks() {
    let mut play = Play::open(Problem::new(Rules::queens(8).unwrap()), &options());
    for _ in 0..2 {
        play.keys("m");
        assert_eq!(play.notice(), "the heat map needs counts, which are not known");
    }
    play.keys("m");
    assert_eq!(play.notice(), "");
    play.keys("m");
    play.settle();
    play.keys("m");
    assert_eq!(play.notice(), "share of the remaining solutions in percent");
}

#[test]
fn completing_asks_and_decides_the_whole_board_as_one_step() {
    let mut play = Play::queens(8);
    play.settled(" ");
    let effects = play.keys("a");
    assert_eq!(asked(&play, &effects), Topic::Completion);
    assert_eq!(play.decisions(), "a1");
    let mut questions = Vec::new();
    for (asked, report) in play.reports() {
        questions.extend(play.send(Message::Worker(asked, report)));
    }
    assert_eq!(asked(&play, &questions), Topic::Position);
    play.settle();
    assert_eq!((play.solutions().as_str(), play.model.session.decisions().len()), ("1", 8));
    play.settled("a");
    assert_eq!(play.notice(), "the board is complete already");
    play.settled("u");
    assert_eq!((play.decisions().as_str(), play.solutions().as_str()), ("a1", "4"));
}

#[test]
fn completing_before_the_counts_have_come_gets_them_afterwards() {
    let mut play = Play::open(Problem::new(Rules::queens(6).unwrap()), &options());
    let effects = play.keys("a");
    assert_eq!(asked(&play, &effects), Topic::Completion);
    play.settle();
    assert_eq!((play.solutions().as_str(), play.model.session.decisions().len()), ("1", 6));
    // The completed board was not known to be complete: asking finds nothing to do, and counts.
    let mut play = Play::open(play.model.session.problem().clone(), &options());
    play.settled("a");
    assert_eq!((play.notice(), play.solutions().as_str()), ("the board is complete already", "1"));
}

#[test]
fn nothing_completes_a_board_without_solutions() {
    let mut play = Play::answered(amazons(4));
    assert!(play.keys("a").is_empty());
    assert_eq!(play.notice(), "no solution: nothing to complete");
    // Nor before that is known.
    let mut play = Play::open(amazons(4), &options());
    play.settled("a");
    assert_eq!(play.notice(), "no solution: nothing to complete");
    assert_eq!(play.solutions(), "0");
    assert!(!play.model.is_busy());
}

#[test]
fn a_panic_of_the_worker_is_told_and_the_board_goes_on() {
    let mut play = Play::open(Problem::new(Rules::queens(8).unwrap()), &options());
    play.say(Report::Panicked("index out of bounds".into()));
    assert_eq!(play.notice(), "this should not have happened: index out of bounds");
    assert!(!play.model.is_busy());
    play.settled(" ");
    assert_eq!((play.solutions().as_str(), play.notice()), ("4", ""));
}

#[test]
fn the_exclamation_mark_goes_to_the_nearest_size_with_a_solution() {
    let mut play = Play::answered(amazons(8));
    let found = NearestSize::Found(Size::square(10).unwrap());
    assert_eq!(play.model.session.knowledge().nearest_size(), Some(found));
    let effects = play.keys("!");
    assert_eq!(asked(&play, &effects), Topic::Position);
    play.settle();
    assert_eq!(play.rules().size(), Size::square(10).unwrap());
    assert_eq!((play.rules().piece().name(), play.solutions().as_str()), ("amazon", "4"));
    assert!(play.keys("!").is_empty());
    assert_eq!(play.notice(), "nothing helps: rules and givens alone decide");
    play.settled("u");
    assert_eq!((play.rules().size().rows(), play.solutions().as_str()), (8, "0"));
}

/// One thing that happens to the board.
#[derive(Clone, Debug)]
enum Step {
    Key(KeyCode, KeyModifiers),
    Mouse(MouseEventKind, u16, u16),
    Window(u16, u16),
    /// The worker answers in full.
    Answer,
    /// The worker answers, and the board gets the reports only later.
    Hold,
    /// What was held back comes.
    Late,
    /// The worker is cancelled, as far as the board knows.
    Interrupted,
    /// A command line is typed.
    Command(&'static str),
}

fn step() -> impl Strategy<Value = Step> {
    let codes = prop::sample::select(vec![
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Backspace,
        KeyCode::Tab,
        KeyCode::Char(' '),
        KeyCode::Char('x'),
        KeyCode::Char('!'),
        KeyCode::Char('a'),
        KeyCode::Char('u'),
        KeyCode::Char('r'),
        KeyCode::Char('+'),
        KeyCode::Char('-'),
        KeyCode::Char('p'),
        KeyCode::Char(':'),
        KeyCode::Char('?'),
        KeyCode::Char('M'),
        KeyCode::Char('P'),
        KeyCode::Char('.'),
        KeyCode::Char('h'),
        KeyCode::Char('l'),
        KeyCode::Char('k'),
    ]);
    let modifiers = prop::sample::select(vec![
        KeyModifiers::NONE,
        KeyModifiers::NONE,
        KeyModifiers::NONE,
        KeyModifiers::CONTROL,
        KeyModifiers::SHIFT,
        KeyModifiers::ALT,
    ]);
    let kinds = prop::sample::select(vec![
        MouseEventKind::Down(MouseButton::Left),
        MouseEventKind::Down(MouseButton::Right),
        MouseEventKind::Drag(MouseButton::Left),
        MouseEventKind::Up(MouseButton::Left),
        MouseEventKind::ScrollDown,
    ]);
    let windows = prop_oneof![
        (0..200_u16, 0..200_u16),
        prop::sample::select(vec![
            (0, 0),
            (1, 1),
            (24, 8),
            (23, 8),
            (80, 24),
            (200, 200),
            (200, 1)
        ]),
    ];
    let commands = prop::sample::select(vec![
        ":size 5\n",
        ":size 1\n",
        ":size 2x5\n",
        ":size 5x1\n",
        ":size 9999\n",
        ":piece knight\n",
        ":piece queen\n",
        ":piece zz\n",
        ":torus\n",
        ":rules columns,regions\n",
        ":region b\n",
        ":hole\n",
        ":paint\n",
        ":c3\n",
        ":z99\n",
        ":\n",
    ]);
    prop_oneof![
        8 => (codes, modifiers).prop_map(|(code, modifiers)| Step::Key(code, modifiers)),
        3 => (kinds, 0..90_u16, 0..30_u16).prop_map(|(kind, x, y)| Step::Mouse(kind, x, y)),
        1 => windows.prop_map(|(width, height)| Step::Window(width, height)),
        6 => Just(Step::Answer),
        1 => Just(Step::Hold),
        1 => Just(Step::Late),
        1 => Just(Step::Interrupted),
        1 => commands.prop_map(Step::Command),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_happens_the_board_stands_and_tells_the_truth(
        size in 1..=5_u16,
        steps in prop::collection::vec(step(), 1..60),
    ) {
        let mut play = Play::queens(size);
        let (mut window, mut held) = ((80, 24), Vec::new());
        for step in steps {
            let stamp = play.model.session.stamp();
            let answered = matches!(step, Step::Answer);
            let effects = match step {
                // Nothing larger than 5×5.
                Step::Key(KeyCode::Char('+'), _) if play.rules().size().rows() >= 5 => Vec::new(),
                Step::Key(code, modifiers) => play.send(Message::Key(KeyEvent::new(code, modifiers))),
                Step::Mouse(kind, column, row) => {
                    let modifiers = KeyModifiers::NONE;
                    play.send(Message::Mouse(MouseEvent { kind, column, row, modifiers }))
                }
                Step::Window(width, height) => {
                    window = (width, height);
                    play.send(Message::Resized)
                }
                Step::Answer => {
                    play.settle();
                    Vec::new()
                }
                Step::Hold => {
                    held = play.reports();
                    Vec::new()
                }
                Step::Late => {
                    let mut effects = Vec::new();
                    for (asked, report) in held.drain(..) {
                        effects.extend(play.send(Message::Worker(asked, report)));
                    }
                    effects
                }
                Step::Interrupted => {
                    play.question = None;
                    play.say(interrupted())
                }
                Step::Command(text) => {
                    // The first may end what is being painted, and Enter change the board again.
                    let mut effects = play.press(KeyCode::Esc);
                    effects.extend(play.press(KeyCode::Esc));
                    effects.extend(play.keys(text));
                    effects
                }
            };
            // A new position is asked about once.
            if play.model.session.stamp() != stamp && !answered {
                let asks = effects.iter().filter(|effect| matches!(effect, Effect::Ask(question)
                    if question.topic == Topic::Position
                        && question.asked.stamp == play.model.session.stamp()));
                prop_assert_eq!(asks.count(), 1);
            }
            let size = play.model.session.rules().size();
            prop_assert!(size.contains(play.model.cursor));
            prop_assert_eq!(play.model.session.problem().decisions().iter()
                .filter(|&(cell, _)| !size.contains(cell)).count(), 0);
            let screen = play.screen(window.0, window.1);
            prop_assert_eq!(screen.area.area(), u32::from(window.0) * u32::from(window.1));
            if play.model.layout.fits {
                prop_assert!(play.model.layout.rect(play.model.cursor).is_some());
            }
            // Drawing into a window that has just changed must not panic either.
            for (width, height) in [(0, 0), (1, 1), (window.1, window.0)] {
                let area = ratatui::layout::Rect::new(0, 0, width, height);
                let mut buffer = ratatui::buffer::Buffer::empty(area);
                crate::tui::view::render(&mut buffer, &play.model);
            }
            if let Some(census) = play.model.session.knowledge().census() {
                let problem = play.model.session.problem();
                let anew = bdd::Engine::new().census(problem, &Budget::default()).unwrap();
                prop_assert_eq!(census, &anew);
            }
        }
        // However it went, the next board is answered.
        play.press(KeyCode::Esc);
        play.press(KeyCode::Esc);
        play.settled(":piece queen\n:torus off\n:rules rows\n:size 6\n");
        prop_assert_eq!(play.solutions(), "4");
        prop_assert!(!play.model.is_busy());
    }
}

#[test]
fn a_decision_is_taken_back_by_its_number_and_by_a_click_in_the_list() {
    let mut play = Play::queens(8);
    play.settled(":a1\n :g2\n :c8\n ");
    assert_eq!(play.decisions(), "a1 g2 c8");
    play.settled("2");
    assert_eq!(play.decisions(), "a1 c8");
    assert!(play.keys("9").is_empty());
    assert_eq!(play.notice(), "there is no decision 9");
    let window = play.model.layout.panel;
    let place = (window.x..window.right())
        .flat_map(|x| (window.y..window.bottom()).map(move |y| (x, y)))
        .find(|&(x, y)| panel::decision_at(&play.model, x, y) == Some(cell("a1")));
    let (x, y) = place.unwrap();
    play.click_at(MouseButton::Left, x, y);
    play.settle();
    assert_eq!(play.decisions(), "c8");
    play.settled("uu");
    assert_eq!(play.decisions(), "a1 g2 c8");
}

#[test]
fn what_cannot_be_done_is_done_anyway_in_one_step() {
    let mut play = Play::queens(8);
    play.settled(":a1\n :g2\n :c4\n");
    let before = play.model.session.problem().clone();
    play.settled(" ");
    assert_eq!(play.notice(), "c4 is impossible because of a1 and g2");
    play.settled("!");
    assert_eq!((play.decisions().as_str(), play.notice()), ("g2 c4", "took back a1"));
    play.settled("u");
    assert_eq!(play.model.session.problem(), &before);
    assert_eq!(play.decisions(), "a1 g2");
    // A forced cell is excluded.
    play.settled(":c8\nx");
    play.settled("!");
    assert_eq!(play.decisions(), "g2 -c8");
}

#[test]
fn a_position_without_solutions_is_mended_on_one_of_its_pieces() {
    let rules = Rules::queens(8).unwrap();
    let clash = ["a1", "b2", "h5"].map(|name| (cell(name), Value::Placed));
    let mut play =
        Play::answered(Problem::decided(rules.into(), clash.into_iter().collect()).unwrap());
    assert_eq!(play.solutions(), "0");
    play.settled("!");
    assert_ne!(play.solutions(), "0");
    assert_eq!(play.model.session.decisions().len(), 2);
}

#[test]
fn the_most_informative_cell_splits_the_solutions_most_evenly() {
    let mut play = Play::queens(8);
    play.keys("i");
    let with = |cell| play.model.session.solutions_with(cell).unwrap().clone();
    let size = Size::square(8).unwrap();
    let most = size.iter().map(with).max().unwrap();
    assert_eq!(with(play.model.cursor), most);
    assert_eq!(play.model.cursor, cell("d1"));
}

#[test]
fn the_heat_map_goes_through_its_forms() {
    let mut play = Play::queens(8);
    let shown = |play: &Play| {
        let rect = play.model.layout.rect(cell("d1")).unwrap();
        let mut buffer = ratatui::buffer::Buffer::empty(ratatui::layout::Rect::new(0, 0, 80, 24));
        crate::tui::view::render(&mut buffer, &play.model);
        (rect.x..rect.right()).map(|x| buffer[(x, rect.y)].symbol().to_owned()).collect::<String>()
    };
    // 18 of 92 solutions have a queen on d1.
    for expected in [" . ", " o ", "20 "] {
        assert_eq!(shown(&play), expected);
        play.keys("m");
    }
}

#[test]
fn solutions_are_browsed_in_a_circle_and_adopted_in_one_step() {
    let mut play = Play::queens(6);
    play.settled(":b1\n ");
    assert_eq!(play.solutions(), "1");
    play.settled("un");
    let seen = |play: &Play| play.model.solution.clone().unwrap();
    let first = seen(&play);
    let rank = Rank { number: 0_u8.into(), total: 4_u8.into() };
    assert_eq!(first.rank, Some(rank));
    let mut places = vec![first.place.clone()];
    for _ in 0..3 {
        play.settled("n");
        places.push(seen(&play).place);
    }
    assert!(places.iter().enumerate().all(|(at, place)| !places[..at].contains(place)));
    play.settled("n");
    assert_eq!(seen(&play), first);
    play.settled("N");
    assert_eq!(seen(&play).place, places[3]);
    play.settled("s");
    assert!(places.contains(&seen(&play).place));
    assert_eq!(play.decisions(), "");
    // Esc leaves, Enter adopts, u takes that back.
    play.press(KeyCode::Esc);
    assert_eq!(play.model.solution, None);
    play.settled("N");
    play.settled("\n");
    assert_eq!(play.model.session.decisions().len(), 6);
    assert_eq!((play.solutions().as_str(), &play.model.solution), ("1", &None));
    play.settled("u");
    assert_eq!(play.decisions(), "");
}
