//! The line that is typed after `:`.

use super::*;
use crate::problem::BoardFile;
use crate::tui::testing::{Play, cell};
use crossterm::event::KeyCode;

#[test]
fn the_command_line_is_edited_and_closed() {
    let mut play = Play::queens(8);
    play.keys(":size 9");
    play.press(KeyCode::Backspace);
    play.control('a');
    play.keys("é");
    assert_eq!(play.typed().as_deref(), Some("size é"));
    play.press(KeyCode::Esc);
    assert_eq!(play.typed(), None);
    assert_eq!(play.rules().size().rows(), 8);
    play.keys(":a");
    play.press(KeyCode::Backspace);
    assert_eq!(play.typed().as_deref(), Some(""));
    play.press(KeyCode::Backspace);
    assert_eq!(play.typed(), None);
    // Letters are text while it is open.
    assert!(play.keys(":qxua ?").is_empty());
    assert_eq!((play.typed().as_deref(), play.explained()), (Some("qxua ?"), None));
    assert_eq!(play.decisions(), "");
    // What stands on both sides of the cursor is run, and Ctrl-U undoes nothing.
    play.control('u');
    play.keys("sie 6");
    for code in [KeyCode::Home, KeyCode::Right, KeyCode::Right] {
        play.press(code);
    }
    play.keys("z\n");
    assert_eq!((play.rules().size().rows(), play.model.cursor), (6, cell("a1")));
}

#[test]
fn lines_are_called_back_and_run_again() {
    let mut play = Play::queens(8);
    for line in [":size 6\n", ":  d4 \n", ":d4\n", ":\n", ":nonsense\n"] {
        play.settled(line);
    }
    play.keys(":ho");
    for (code, expected) in [
        (KeyCode::Up, "nonsense"),
        (KeyCode::Up, "d4"),
        (KeyCode::Up, "size 6"),
        (KeyCode::Up, "size 6"),
        (KeyCode::Down, "d4"),
        (KeyCode::Down, "nonsense"),
        (KeyCode::Down, "ho"),
    ] {
        play.press(code);
        assert_eq!(play.typed().as_deref(), Some(expected));
    }
    for _ in 0..3 {
        play.press(KeyCode::Up);
    }
    play.press(KeyCode::Backspace);
    play.settled("5\n");
    assert_eq!(play.rules().size().rows(), 5);
    // So are those begun with p; what was changed of an earlier line is a line of its own.
    play.settled("prook\n:");
    for expected in ["piece rook", "size 5", "nonsense"] {
        play.press(KeyCode::Up);
        assert_eq!(play.typed().as_deref(), Some(expected));
    }
}

#[test]
fn no_more_lines_are_kept_than_somebody_may_look_for() {
    let mut play = Play::queens(4);
    for number in 0..150 {
        play.keys(&format!(":{number}\n"));
    }
    assert_eq!((play.model.past.len(), play.model.past[0].as_str()), (100, "50"));
}

#[test]
fn tab_completes_and_lists_what_is_open() {
    let mut play = Play::queens(8);
    play.keys(":to");
    play.press(KeyCode::Tab);
    assert_eq!(play.typed().as_deref(), Some("torus "));
    play.press(KeyCode::Tab);
    assert_eq!(play.prompt().unwrap().candidates, ["on", "off"]);
    play.settled("n\n");
    assert!(play.rules().grid().is_torus());
}

#[test]
fn what_is_pasted_is_typed_after_the_colon_only() {
    let mut play = Play::queens(8);
    play.settled(" ");
    play.send(Message::Pasted("arx".into()));
    assert_eq!(play.decisions(), "a1");
    assert_eq!(play.notice(), "what is pasted goes into the line after ':'");
    play.keys(":size ");
    play.send(Message::Pasted("\r6\u{1b}\rq\n".into()));
    assert_eq!((play.typed().as_deref(), play.decisions().as_str()), (Some("size 6"), "a1"));
    play.keys("\n");
    assert_eq!(play.rules().size().rows(), 6);
}

#[test]
fn actions_have_words_too() {
    let mut play = Play::queens(8);
    play.settled(" :undo\n");
    assert_eq!(play.decisions(), "");
    play.settled(":redo\n");
    assert_eq!(play.decisions(), "a1");
    play.settled(":reset\n");
    assert_eq!(play.decisions(), "");
    play.keys(":help\n");
    assert!(play.explained().is_some());
    play.press(KeyCode::Esc);
    play.keys(":theme dark\n");
    assert_eq!(play.notice(), "the theme is dark");
    play.settled(":region b c3\n");
    play.settled(":region b c3,e5\n:region b c3,e6\n");
    assert_eq!(play.notice(), "2 cells are in region b");
}

#[test]
fn the_board_is_left_when_it_is_saved_and_only_then() {
    let mut play = Play::queens(8);
    play.keys(":wq a.toml\n");
    let error = BoardFile::read("nowhere/a.toml".as_ref()).unwrap_err();
    assert!(play.send(Message::Saved(Err(error))).is_empty());
    assert!(play.send(Message::Saved(Ok("a.toml".into()))).is_empty());
    play.keys(":wq\n");
    let effects = play.send(Message::Saved(Ok("a.toml".into())));
    assert!(matches!(effects[..], [Effect::Exit(Exit::Quit)]));
}
