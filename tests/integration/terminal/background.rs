//! The question for the terminal's background colour: asked once, answered in time, late or never.

use std::time::Duration;

use super::{Terminal, open};

const QUESTION: &str = "\x1b]11;?";
const LIGHT: &str = "\x1b]11;rgb:f7f7/f5f5/f0f0\x1b\\";
/// The background colours of the two palettes, as escape sequences.
const LIGHT_GROUND: &str = "48;2;247;245;240";
const DARK_GROUND: &str = "48;2;20;22;27";

/// Waits until the program has written a text.
fn wait_for_bytes(terminal: &mut Terminal, text: &str) {
    while !terminal.raw().contains(text) {
        assert!(terminal.receive(Duration::from_secs(30)), "never written: {text:?}");
    }
}

#[test]
fn a_light_terminal_has_the_light_palette_from_the_first_frame() {
    let mut terminal = open("--size 8 --theme auto");
    wait_for_bytes(&mut terminal, QUESTION);
    terminal.send(LIGHT);
    terminal.wait_for_solutions("92 solutions");
    assert!(terminal.raw().contains(LIGHT_GROUND) && !terminal.raw().contains(DARK_GROUND));
    terminal.send("q");
    assert_eq!(terminal.ended(), 0);
    terminal.assert_restored();
}

#[test]
fn a_terminal_that_never_answers_has_the_dark_palette_and_its_keys() {
    let mut terminal = open("--size 8 --theme auto");
    wait_for_bytes(&mut terminal, QUESTION);
    terminal.send("\x1b");
    terminal.wait_for_solutions("92 solutions");
    assert!(terminal.raw().contains(DARK_GROUND) && !terminal.raw().contains(LIGHT_GROUND));
    terminal.send("?");
    terminal.wait_for("keys");
    terminal.send("\x1bq");
    assert_eq!(terminal.ended(), 0);
    terminal.assert_restored();
}

#[test]
fn a_late_answer_changes_the_colours_and_types_nothing() {
    let mut terminal = open("--size 8 --theme auto");
    terminal.wait_for_solutions("92 solutions");
    terminal.settle();
    let text = terminal.text();
    // The answer comes in two parts, the second one a moment later.
    let (first, second) = LIGHT.split_at(9);
    terminal.send(first);
    terminal.send(second);
    wait_for_bytes(&mut terminal, LIGHT_GROUND);
    terminal.settle();
    assert_eq!(terminal.text(), text);
    terminal.send("q");
    assert_eq!(terminal.ended(), 0);
    terminal.assert_restored();
}

#[test]
fn what_is_typed_before_the_answer_is_not_lost() {
    let mut terminal = open("--size 8 --theme auto");
    wait_for_bytes(&mut terminal, QUESTION);
    terminal.send(&format!("?{LIGHT}"));
    terminal.wait_for("keys");
    assert!(terminal.raw().contains(LIGHT_GROUND));
    terminal.send("\x1bq");
    assert_eq!(terminal.ended(), 0);
    terminal.assert_restored();
}

#[test]
fn only_the_theme_that_depends_on_it_asks() {
    for theme in ["dark", "light", "terminal", "monochrome"] {
        let mut terminal = open(&format!("--size 8 --theme {theme}"));
        terminal.wait_for_solutions("92 solutions");
        assert!(!terminal.raw().contains(QUESTION), "{theme}");
    }
}
