//! Resizing the window, and drawing only what changed.

use std::time::Duration;

use super::open;

#[test]
fn resizing_between_nothing_and_huge_ends_nothing() {
    let mut terminal = open("--size 8");
    terminal.wait_for_solutions("92 solutions");
    let sizes = [(1, 1), (200, 200), (24, 8), (200, 1), (1, 200), (23, 8), (40, 12), (200, 60)];
    for turn in 0..24 {
        let (columns, rows) = sizes[turn % sizes.len()];
        terminal.resize(columns, rows);
        terminal.send(["l", "k", "?", "?", ":", "\r", "h", "j"][turn % 8]);
        terminal.receive(Duration::from_millis(10));
        assert!(terminal.is_running(), "after {columns}×{rows}");
    }
    terminal.resize(80, 24);
    terminal.send(":a1\r");
    terminal.wait_for("─ a1 ─");
    terminal.wait_for_solutions("92 solutions");
    terminal.send("q");
    assert_eq!(terminal.ended(), 0);
    terminal.assert_restored();
}

#[test]
fn a_window_too_small_says_so_until_it_grows() {
    let mut terminal = open("--size 8");
    terminal.wait_for_solutions("92 solutions");
    terminal.resize(20, 5);
    terminal.wait_for("window too small");
    terminal.wait_for("24×8");
    terminal.resize(100, 40);
    terminal.wait_for_solutions("92 solutions");
    assert!(!terminal.text().contains("too small"));
}

#[test]
fn nothing_is_written_while_nothing_happens() {
    let mut terminal = open("--size 8");
    terminal.wait_for_solutions("92 solutions");
    terminal.settle();
    let written = terminal.raw.len();
    terminal.receive(Duration::from_millis(400));
    assert_eq!(terminal.raw.len(), written);
}

#[test]
fn one_step_redraws_little() {
    let mut terminal = open("--size 8");
    terminal.wait_for_solutions("92 solutions");
    terminal.settle();
    let written = terminal.raw.len();
    terminal.send("l");
    terminal.wait_for_cell("b1", "possible");
    terminal.settle();
    // The bytes for two squares, their labels and the panel about a cell. A whole frame takes many times as much.
    assert!(terminal.raw.len() - written < 1500, "{}", terminal.raw.len() - written);
}
