//! The session in lines, typed by hand.

use super::{Terminal, open, open_shell_with, open_with};

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

/// Words and names of files are completed. The lines of one session come back in the next one.
#[test]
fn tab_completes_and_the_next_session_has_the_lines() {
    let state = tempfile::tempdir().unwrap();
    let environment = [("XDG_STATE_HOME", state.path().to_str().unwrap())];
    let mut terminal = open_with("session", &environment);
    wait_for_prompt(&mut terminal);
    // The alternatives are listed after the second Tab.
    terminal.send("ex\t\t");
    terminal.wait_for("exclude  export");
    terminal.send("\x15pie\tnightr\t\r");
    terminal.wait_for("8×8 nightrider: ");
    wait_for_prompt(&mut terminal);
    terminal.send("siz\t6\r");
    terminal.wait_for("6×6 nightrider: ");
    wait_for_prompt(&mut terminal);
    terminal.send("\x04");
    assert_eq!(terminal.ended(), 0);
    let path = state.path().join("configurator/session.history");
    let history = std::fs::read_to_string(&path).unwrap();
    assert_eq!(history.lines().skip(1).collect::<Vec<_>>(), ["piece nightrider", "size 6"]);
    let mut terminal = open_with("session", &environment);
    wait_for_prompt(&mut terminal);
    terminal.send("\x1b[A\x1b[A\r");
    terminal.wait_for("8×8 nightrider: ");
    terminal.send("quit\r");
    assert_eq!(terminal.ended(), 0);
    let history = std::fs::read_to_string(&path).unwrap();
    let lines = ["piece nightrider", "size 6", "piece nightrider", "quit"];
    assert_eq!(history.lines().skip(1).collect::<Vec<_>>(), lines);
}

/// Lines that no one types are not kept, and a session without a place for them works.
#[test]
fn lines_are_kept_only_where_they_are_typed_and_can_be_kept() {
    let state = tempfile::tempdir().unwrap();
    let environment = [("XDG_STATE_HOME", state.path().to_str().unwrap())];
    let mut terminal = open_shell_with("echo 'size 6' | configurator session", &environment);
    terminal.wait_for("6×6 queen: ");
    assert_eq!(terminal.ended(), 0);
    assert!(!state.path().join("configurator/session.history").exists());
    let mut terminal = open_with("session", &[("XDG_STATE_HOME", "/dev/null")]);
    wait_for_prompt(&mut terminal);
    terminal.send("siz\t6\r");
    terminal.wait_for("6×6 queen: ");
    wait_for_prompt(&mut terminal);
    terminal.send("\x1b[A\x7f5\r");
    terminal.wait_for("5×5 queen: ");
    terminal.send("quit\r");
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
