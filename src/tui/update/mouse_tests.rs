//! The mouse: hovered cells and clicks.

use crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};

use super::tests::asked;
use super::*;
use crate::model::{Hit, Prompt};
use crate::testing::{self, Play, cell, options};
use app::{Shading, jobs};
use crossterm::event::KeyModifiers;
use problem::{Problem, Rules};

#[test]
fn a_click_on_help_closes_it_and_decides_nothing_below_it() {
    let mut play = Play::queens(8);
    for button in [MouseButton::Left, MouseButton::Right] {
        play.keys("?");
        // The first line of the overview has no keys.
        assert!(play.click_at(button, 30, 5).is_empty());
        assert_eq!(play.explained(), None);
        assert_eq!((play.decisions().as_str(), play.model.view.cursor), ("", cell("a1")));
    }
}

/// The position of a text on the screen.
fn position_of(play: &mut Play, text: &str) -> (u16, u16) {
    position_in(play, (80, 24), text)
}

/// The position of a text in a window of this size.
fn position_in(play: &mut Play, (width, height): (u16, u16), text: &str) -> (u16, u16) {
    let screen = play.screen(width, height);
    let rows: Vec<String> = (screen.content.chunks(width.into()))
        .map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect())
        .collect();
    let found = rows.iter().enumerate().rev().find_map(|(y, row)| Some((row.find(text)?, y, row)));
    let (x, y, row) = found.unwrap_or_else(|| panic!("'{text}' is not in\n{}", rows.join("\n")));
    (row[..x].chars().count() as u16, y as u16)
}

pub(super) fn click_on(play: &mut Play, text: &str) -> Vec<Effect> {
    let (x, y) = position_of(play, text);
    play.click_at(MouseButton::Left, x, y)
}

#[test]
fn a_click_on_a_key_of_the_help_does_what_it_does() {
    let mut play = Play::queens(8);
    play.keys(" ?");
    let effects = click_on(&mut play, "u undo");
    assert_eq!(asked(&play, &effects), jobs::ExaminePosition);
    assert_eq!((play.decisions().as_str(), play.explained()), ("", None));
    play.keys("?");
    click_on(&mut play, "^R redo");
    assert_eq!(play.decisions(), "a1");
    // A click on the description of a key acts like the key.
    play.settle();
    play.keys("?");
    click_on(&mut play, "heat map");
    assert_eq!((play.model.app.shading, play.explained()), (Shading::Heat, None));
    // If several keys share a description, each key can be clicked.
    play.keys("?");
    click_on(&mut play, "- size");
    assert_eq!(play.rules().size().rows(), 7);
    play.keys("?");
    click_on(&mut play, "+ - size");
    assert_eq!(play.rules().size().rows(), 8);
}

#[test]
fn a_click_on_a_key_of_the_footer_presses_it() {
    let mut play = Play::queens(8);
    for (hint, decisions) in [("space", "a1"), ("undo", ""), ("exclude", "-a1"), ("x take", "")] {
        click_on(&mut play, hint);
        assert_eq!(play.decisions(), decisions, "{hint}");
    }
    // A click on a group of keys or on its description does nothing.
    assert!(click_on(&mut play, "↑↓←→").is_empty() && click_on(&mut play, "move").is_empty());
    click_on(&mut play, "? help");
    assert_eq!(play.explained(), Some(0));
    click_on(&mut play, "close");
    assert_eq!(play.explained(), None);
    play.keys(":d4");
    click_on(&mut play, "do it");
    assert_eq!((play.model.view.cursor, play.typed().as_deref()), (cell("d4"), None));
    play.keys(":x");
    click_on(&mut play, "esc");
    assert_eq!(play.prompt(), None);
    play.keys("P");
    click_on(&mut play, ". hole");
    click_on(&mut play, "space paint");
    assert!(play.rules().grid().is_hole(cell("d4")));
    click_on(&mut play, "^U");
    assert!(!play.rules().grid().is_hole(cell("d4")));
    click_on(&mut play, "esc back");
    assert!(play.painting().is_none());
    play.settled("n");
    click_on(&mut play, "next");
    play.settle();
    assert_eq!(play.browsed().unwrap().rank.as_ref().unwrap().number, 1_u8.into());
    click_on(&mut play, "adopt");
    assert_eq!(play.model.app.session.decisions().len(), 8);
}

#[test]
fn a_click_on_quit_asks_once() {
    let mut play = Play::queens(8);
    assert!(click_on(&mut play, "quit").is_empty());
    assert_eq!(play.notice(), "click 'quit' again, or press q, to quit");
    // Any other key or click cancels the request to quit.
    play.keys("l");
    assert!(click_on(&mut play, "quit").is_empty());
    play.click(MouseButton::Left, "c5");
    play.settle();
    assert!(click_on(&mut play, "quit").is_empty());
    assert!(matches!(click_on(&mut play, "quit")[..], [Effect::Exit(Exit::Quit)]));
}

/// Presses a button on the first cell, drags over the other cells, and releases the button.
fn drag(play: &mut Play, button: MouseButton, modifiers: KeyModifiers, cells: &[&str]) {
    let mut send = |kind, name: &str| {
        let area = play.model.view.layout.area(cell(name)).unwrap();
        let (column, row) = (area.x + area.width / 2, area.y + area.height / 2);
        play.send(Message::Mouse(MouseEvent { kind, column, row, modifiers }));
        play.settle();
    };
    send(MouseEventKind::Down(button), cells[0]);
    for name in &cells[1..] {
        send(MouseEventKind::Drag(button), name);
    }
    send(MouseEventKind::Up(button), cells[cells.len() - 1]);
}

#[test]
fn a_drag_with_the_right_button_excludes_all_cells_passed_as_one_step() {
    let mut play = Play::queens(8);
    let (right, none) = (MouseButton::Right, KeyModifiers::NONE);
    // The mouse moved so fast that no cell between c8 and f8 was reported.
    drag(&mut play, right, none, &["b8", "c8", "f8"]);
    assert_eq!(play.decisions(), "-b8 -c8 -d8 -e8 -f8");
    play.settled("u");
    assert_eq!(play.decisions(), "");
    play.control('r');
    play.settle();
    assert_eq!(play.decisions(), "-b8 -c8 -d8 -e8 -f8");
    // A drag from an excluded cell clears cells. With Control, the left button acts as the right button.
    drag(&mut play, MouseButton::Left, KeyModifiers::CONTROL, &["c8", "d8", "h8"]);
    assert_eq!(play.decisions(), "-b8");
    play.settled("u");
    assert_eq!(play.decisions(), "-b8 -c8 -d8 -e8 -f8");
    // Pieces stay, and any other decision ends the drag.
    play.settled("r:d4\n ");
    drag(&mut play, right, none, &["g4", "b4"]);
    assert!(play.decisions().starts_with("d4 -g4 -f4 -e4 -c4 -b4"), "{}", play.decisions());
}

/// Regression test: a click on a command opened the palette instead.
#[test]
fn a_click_on_a_command_runs_it_or_asks_for_its_argument() {
    let mut play = Play::queens(8);
    play.settled(":d2\n :a4\n :b6\n :h1\n");
    let (x, y) = position_in(&mut play, (120, 40), ":consistency");
    play.click_at(MouseButton::Left, x, y);
    assert_eq!((play.model.app.shading, play.prompt()), (Shading::Consistency, None));
    play.keys("?");
    click_on(&mut play, ":order");
    assert_eq!(play.prompt().map(Prompt::text).as_deref(), Some("order "));
}

#[test]
fn the_palette_is_clicked_and_scrolled_and_closed_from_outside() {
    let mut play = Play::queens(8);
    play.keys(":heat");
    click_on(&mut play, "heat map");
    assert_eq!((play.model.app.shading, play.prompt()), (Shading::Heat, None));
    play.keys(":");
    play.screen(80, 24);
    for expected in [Some(0), Some(1)] {
        play.point(MouseEventKind::ScrollDown, (40, 10));
        assert_eq!(play.palette().chosen, expected);
    }
    // A click on the frame of the palette has no effect. A click outside closes the palette without deciding a cell.
    play.click_at(MouseButton::Left, 40, 2);
    assert!(play.prompt().is_some());
    play.click_at(MouseButton::Left, 0, 10);
    assert_eq!((play.prompt(), play.decisions().as_str()), (None, ""));
}

#[test]
fn the_wheel_moves_the_cursor() {
    let mut play = Play::queens(8);
    let at = play.model.view.layout.board.as_position();
    for (kind, to) in [
        (MouseEventKind::ScrollUp, "a4"),
        (MouseEventKind::ScrollUp, "a7"),
        (MouseEventKind::ScrollUp, "a8"),
        (MouseEventKind::ScrollRight, "d8"),
        (MouseEventKind::ScrollDown, "d5"),
        (MouseEventKind::ScrollLeft, "a5"),
    ] {
        assert!(play.point(kind, (at.x, at.y)).is_empty());
        assert_eq!(play.model.view.cursor, cell(to));
    }
    for (kind, to) in [(MouseEventKind::ScrollDown, "d5"), (MouseEventKind::ScrollUp, "a5")] {
        let (column, row) = (at.x, at.y);
        play.send(Message::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::SHIFT }));
        assert_eq!(play.model.view.cursor, cell(to));
    }
}

#[test]
fn hovering_is_told_cell_by_cell_and_not_where_it_would_tell_too_much() {
    let mut play = Play::queens(8);
    let moved = |play: &mut Play, name: &str, right: u16| {
        play.screen(80, 24);
        let rect = play.model.view.layout.area(cell(name)).unwrap();
        let (column, row) = (rect.x + right, play.model.view.layout.middle(cell(name)).unwrap().1);
        let kind = MouseEventKind::Moved;
        let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        let idle = changes_nothing(&play.model, &Message::Mouse(event));
        assert!(play.point(kind, (column, row)).is_empty());
        idle
    };
    assert!(!moved(&mut play, "c5", 0));
    assert!(moved(&mut play, "c5", 1), "the same cell");
    assert_eq!(play.model.hovered(), Some(cell("c5")));
    assert!(!moved(&mut play, "d5", 0));
    play.point(MouseEventKind::Moved, (0, 0));
    assert_eq!(play.model.hovered(), None);
    // Keys end hovering.
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
fn the_mouse_places_and_excludes_what_it_points_at() {
    let mut play = Play::queens(8);
    let effects = play.click(MouseButton::Left, "c5");
    assert_eq!(asked(&play, &effects), jobs::ExaminePosition);
    assert_eq!((play.decisions().as_str(), play.model.view.cursor), ("c5", cell("c5")));
    play.settle();
    assert_eq!(play.solutions(), "12");
    play.click(MouseButton::Right, "h8");
    assert_eq!((play.decisions().as_str(), play.model.view.cursor), ("c5 -h8", cell("h8")));
    play.click(MouseButton::Left, "c5");
    assert_eq!(play.decisions(), "-h8");
    play.click(MouseButton::Right, "h8");
    assert_eq!(play.decisions(), "");
    // A refused click shows the same notice as a refused key.
    play.click(MouseButton::Left, "a1");
    assert!(play.click(MouseButton::Left, "b2").is_empty());
    assert_eq!((play.notice(), play.model.view.cursor), ("b2 is attacked by a1", cell("b2")));
}

#[test]
fn other_places_and_other_motions_of_the_mouse_do_nothing() {
    let mut play = Play::queens(8);
    let board = play.model.view.layout.board;
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
    assert_eq!((play.decisions().as_str(), play.model.view.cursor), ("", cell("a1")));
}

#[test]
fn a_click_finds_the_cell_on_a_board_that_is_scrolled() {
    let mut play = Play::open(Problem::new(Rules::queens(30).unwrap()), &options());
    play.keys(":ad30\n");
    play.screen(48, 14);
    play.keys(":ac20\n");
    play.screen(48, 14);
    play.click(MouseButton::Left, "ac20");
    assert_eq!(play.decisions(), "ac20");
    assert_eq!(play.model.view.layout.area(cell("a1")), None);
}

#[test]
fn the_mouse_is_switched_by_its_key() {
    let mut play = Play::queens(4);
    assert!(matches!(play.keys("M")[..], [Effect::Mouse(false)]));
    assert!(matches!(play.keys("M")[..], [Effect::Mouse(true)]));
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
    play.screen(80, 24);
    let window = play.model.view.layout.panel;
    let position = (window.x..window.right())
        .flat_map(|x| (window.y..window.bottom()).map(move |y| (x, y)))
        .find(|&(x, y)| play.model.hit(x, y) == Some(Hit::Decision(cell("a1"))));
    let (x, y) = position.unwrap();
    play.click_at(MouseButton::Left, x, y);
    play.settle();
    assert_eq!(play.decisions(), "c8");
    play.settled("uu");
    assert_eq!(play.decisions(), "a1 g2 c8");
}

#[test]
fn what_one_drag_excludes_is_one_line_of_the_list_and_is_taken_back_as_one() {
    let mut play = Play::queens(8);
    play.settled(":e2\n ");
    let mid = |play: &Play, name: &str| {
        let area = play.model.view.layout.area(cell(name)).unwrap();
        (area.x + area.width / 2, area.y + area.height / 2)
    };
    let (from, to) = (mid(&play, "a8"), mid(&play, "d8"));
    play.point(MouseEventKind::Down(MouseButton::Right), from);
    play.point(MouseEventKind::Drag(MouseButton::Right), to);
    play.point(MouseEventKind::Up(MouseButton::Right), to);
    play.settled(":h1\nx");
    assert_eq!(play.decisions(), "e2 -a8 -b8 -c8 -d8 -h1");
    let screen = play.screen(120, 40);
    let text: String = screen.content.iter().map(ratatui::buffer::Cell::symbol).collect();
    assert!(text.contains("a8 b8 c8 +1"), "{text}");
    let spot = |&(x, y): &(u16, u16)| play.model.hit(x, y) == Some(Hit::Decision(cell("a8")));
    let (x, y) = (0..40).flat_map(|y| (0..120).map(move |x| (x, y))).find(spot).unwrap();
    play.click_at(MouseButton::Left, x, y);
    assert_eq!(play.decisions(), "e2 -h1");
    play.settled("u");
    assert_eq!(play.decisions(), "e2 -a8 -b8 -c8 -d8 -h1");
    // Digits number the lines of the list, not the decisions.
    play.settled("3");
    assert_eq!(play.decisions(), "e2 -a8 -b8 -c8 -d8");
    play.settled("2");
    assert_eq!(play.decisions(), "e2");
}

/// An input: typed characters, a key, or a mouse event at a target of the first frame.
#[derive(Clone, Copy)]
enum Doing {
    Types(&'static str),
    Presses(KeyCode),
    Points(MouseEventKind, Hit),
}

/// A board of `size` queens after the keys `first`, with all questions answered and the board drawn, and then
/// after the inputs `all`. With `is_drawn`, the board is drawn after each of these inputs, otherwise not at
/// all.
fn done(size: u16, first: &str, all: &[Doing], is_drawn: bool) -> Play {
    const WINDOW: (u16, u16) = (100, 30);
    let mut play = Play::queens(size);
    play.settled(first);
    play.screen(WINDOW.0, WINDOW.1);
    let before = play.model.clone();
    let spot = |hit: Hit| {
        let all = (0..WINDOW.1).flat_map(|y| (0..WINDOW.0).map(move |x| (x, y)));
        let mut spots = all.filter(|&(x, y)| before.hit(x, y) == Some(hit));
        spots.next_back().unwrap_or_else(|| panic!("{hit:?} is not shown"))
    };
    for &doing in all {
        match doing {
            Doing::Types(text) => {
                play.keys(text);
            }
            Doing::Presses(code) => {
                play.press(code);
            }
            Doing::Points(kind, hit) => {
                play.point(kind, spot(hit));
            }
        }
        if is_drawn {
            play.screen(WINDOW.0, WINDOW.1);
        }
    }
    play.screen(WINDOW.0, WINDOW.1);
    play
}

#[test]
fn without_a_frame_between_a_click_hits_the_board_of_the_moment() {
    use Doing::{Points, Presses, Types};
    use MouseEventKind::{Down, Drag, Moved, ScrollDown, Up};

    let at = |name| Hit::Cell(cell(name));
    let (left, right) = (Down(MouseButton::Left), Down(MouseButton::Right));
    let scripts: Vec<(u16, &str, Vec<Doing>)> = vec![
        (8, "", vec![Types("-"), Points(left, at("g8"))]),
        (8, "", vec![Types(":size 4\n"), Points(left, at("g8")), Types(":hole\n")]),
        (8, "", vec![Types(":size 4\n"), Points(right, at("h8"))]),
        (8, "+", vec![Types("u"), Points(left, at("i9")), Types(" ")]),
        (8, "", vec![Types("+"), Points(left, at("a8"))]),
        (
            8,
            "P",
            vec![
                Types(":size 4\nP"),
                Points(left, at("h8")),
                Points(Up(MouseButton::Left), at("h8")),
            ],
        ),
        (
            8,
            "",
            vec![Points(right, at("a8")), Types("-"), Points(Drag(MouseButton::Right), at("h8"))],
        ),
        (8, "", vec![Types(":size 4\n"), Points(Moved, at("h8")), Types(" ")]),
        (8, "", vec![Types("z"), Presses(KeyCode::PageUp), Points(left, at("c5"))]),
        // A lens shows cells next to the board.
        (50, "", vec![Types(":size 4\n"), Points(left, at("d4")), Types(" ")]),
        (50, ":z20\n", vec![Types(":aa30\n"), Points(left, at("z20"))]),
        // The click comes after the list of decisions has changed.
        (8, ":a1\n :g2\n :c8\n ", vec![Types("u"), Points(left, Hit::Decision(cell("c8")))]),
        (8, ":a1\n :g2\n :c8\n ", vec![Types("1"), Points(right, Hit::Decision(cell("g2")))]),
        (8, ":a1\n ", vec![Types(":the"), Points(left, at("c4"))]),
        (8, "", vec![Types("?"), Presses(KeyCode::Down), Points(ScrollDown, at("c4"))]),
        (8, "", vec![Types(":help board\n"), Presses(KeyCode::PageDown)]),
    ];
    for (number, (size, first, script)) in scripts.into_iter().enumerate() {
        let (slow, quick) = (done(size, first, &script, true), done(size, first, &script, false));
        let state = |play: &Play| {
            let model = &play.model;
            let (mode, overlay) = (model.mode(), &model.overlay);
            format!("{} {} {mode:?} {overlay:?}", play.decisions(), model.view.cursor)
        };
        assert_eq!(state(&slow), state(&quick), "{number}");
        assert!(slow.model.app.session.problem() == quick.model.app.session.problem(), "{number}");
    }
}

#[test]
fn a_smaller_board_that_arrives_under_the_mouse_is_drawn() {
    let mut play = Play::queens(50);
    play.screen(100, 30);
    let panel = play.model.view.layout.panel;
    let is_lens = |&(x, y): &(u16, u16)| matches!(play.model.hit(x, y), Some(Hit::Cell(_)));
    let mut all =
        (panel.y..panel.bottom()).flat_map(|y| (panel.x..panel.right()).map(move |x| (x, y)));
    let spot = all.rfind(is_lens).unwrap();
    play.point(MouseEventKind::Moved, spot);
    play.screen(100, 30);
    assert!(play.model.hovered().is_some());
    let board = problem::BoardFile::parse("size = 2\n", "b.toml").unwrap();
    play.send(testing::opened("b.toml", board));
    assert_eq!(play.model.hovered(), None);
    play.screen(100, 30);
}
