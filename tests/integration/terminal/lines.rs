//! The session in lines, typed by hand.

use super::{Terminal, open};

/// Waits until a line can be edited. Before that, the terminal itself edits what is typed.
fn wait_for_prompt(terminal: &mut Terminal) {
    terminal.wait_until("a prompt", |screen| screen.contents().trim_end().ends_with("\n>"));
}

#[test]
fn lines_are_edited_and_come_back() {
    let mut terminal = open("session --size 6");
    wait_for_prompt(&mut terminal);
    // A letter is inserted in the middle.
    terminal.send("plce b1\x1b[D\x1b[D\x1b[D\x1b[D\x1b[Da\r");
    terminal.wait_for("b1 placed: 1 of 4 solutions");
    wait_for_prompt(&mut terminal);
    // The earlier line comes back, and its word is replaced.
    terminal.send("\x1b[A\x01\x0bback b1\r");
    terminal.wait_for("b1 taken back: 4 solutions");
    // What is pasted has several lines.
    terminal.send("exclude a1\nexclude b1\nexclude c1\n");
    terminal.wait_for("c1 excluded");
    wait_for_prompt(&mut terminal);
    terminal.send("\x1b[A\x1b[A\x1b[A\x7f\x7ff1\r");
    terminal.wait_for("f1 excluded");
    wait_for_prompt(&mut terminal);
    terminal.send("\x04");
    assert_eq!(terminal.ended(), 0);
    terminal.assert_given_back();
}

/// The counted number is printed above the line that is being typed.
#[test]
fn a_count_does_not_disturb_the_line() {
    let mut terminal = open("session --size 15");
    terminal.wait_for("> ");
    terminal.send("count\r");
    terminal.wait_for("The exact number follows");
    terminal.send("why a");
    terminal.wait_for("Counted: 2279184 solutions.");
    terminal.wait_for("> why a");
    terminal.send("1\r");
    terminal.wait_for("a1 is possible");
    terminal.send("quit\r");
    assert_eq!(terminal.ended(), 0);
}

#[test]
fn a_signal_restores_the_terminal_in_which_a_line_is_typed() {
    for (name, code) in [("TERM", 143), ("HUP", 129)] {
        let mut terminal = open("session");
        terminal.send("place a1\r");
        terminal.wait_for("a1 placed");
        terminal.send("why");
        terminal.wait_for("> why");
        terminal.signal(name);
        assert_eq!(terminal.ended(), code);
        terminal.assert_given_back();
    }
}

/// Ctrl-C drops the line that is being typed, and the session goes on.
#[test]
fn ctrl_c_ends_no_session() {
    let mut terminal = open("session");
    terminal.wait_for("> ");
    terminal.send("nonsense\x03");
    terminal.wait_for("> nonsense\n>");
    terminal.send("place a1\r");
    terminal.wait_for("a1 placed");
    assert!(!terminal.text().contains("error"), "{}", terminal.text());
    terminal.send("quit\r");
    assert_eq!(terminal.ended(), 0);
    terminal.assert_given_back();
}
