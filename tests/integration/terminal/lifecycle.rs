//! How the board is left: by key, by signal, for a while; and when there is no terminal at all.

use std::process::{Command, Stdio};

use super::open;

#[test]
fn while_it_is_open_the_terminal_is_taken() {
    let mut terminal = open("--size 8");
    terminal.wait_for_solutions("92 solutions");
    let screen = terminal.parser.screen();
    assert!(screen.alternate_screen() && screen.hide_cursor());
    assert_ne!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    assert_eq!(screen.mouse_protocol_encoding(), vt100::MouseProtocolEncoding::Sgr);
    assert!(screen.bracketed_paste());
    assert_ne!(terminal.current_settings(), terminal.settings);
}

#[test]
fn quitting_restores_the_terminal() {
    for keys in ["q", ":q\r", "?q", "\x1b[Cq"] {
        let mut terminal = open("--size 8");
        terminal.wait_for_solutions("92 solutions");
        terminal.send(keys);
        assert_eq!(terminal.ended(), 0, "{keys}");
        terminal.assert_restored();
    }
}

#[test]
fn control_c_is_130() {
    for before in ["", ":size", "?"] {
        let mut terminal = open("--size 8");
        terminal.wait_for_solutions("92 solutions");
        terminal.send(before);
        terminal.send("\x03");
        assert_eq!(terminal.ended(), 130);
        terminal.assert_restored();
    }
}

#[test]
fn signals_have_their_own_codes_and_leave_nothing_behind() {
    for (signal, code) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let mut terminal = open("--size 8");
        terminal.wait_for_solutions("92 solutions");
        terminal.signal(signal);
        assert_eq!(terminal.ended(), code, "{signal}");
        terminal.assert_restored();
    }
}

#[test]
fn a_signal_is_heeded_while_a_large_board_is_computed() {
    let mut terminal = open("--size 18");
    terminal.wait_for("counting part");
    terminal.signal("TERM");
    assert_eq!(terminal.ended(), 143);
    terminal.assert_restored();
}

#[test]
fn a_large_board_is_quit_at_once() {
    let mut terminal = open("--size 18");
    terminal.wait_for("counting part");
    terminal.send("q");
    assert_eq!(terminal.ended(), 0);
    terminal.assert_restored();
}

#[cfg(target_os = "linux")]
#[test]
fn suspended_it_gives_the_terminal_back_and_takes_it_again_afterwards() {
    use super::PATIENCE;
    use std::time::{Duration, Instant};

    let mut terminal = open("--size 8 --place a1");
    terminal.wait_for_solutions("4 solutions");
    terminal.settle();
    let before = terminal.text();
    terminal.send("\x1a");
    let status = format!("/proc/{}/stat", terminal.child.process_id().unwrap());
    let begun = Instant::now();
    // The state stands behind the name, which is in parentheses.
    while !std::fs::read_to_string(&status).unwrap().contains(") T ") {
        assert!(begun.elapsed() < PATIENCE, "it does not stop");
        terminal.receive(Duration::from_millis(10));
    }
    terminal.settle();
    terminal.assert_restored();
    terminal.signal("CONT");
    terminal.wait_for_solutions("4 solutions");
    terminal.settle();
    assert_eq!(terminal.text(), before);
    assert_ne!(terminal.current_settings(), terminal.settings);
    assert!(terminal.parser.screen().alternate_screen() && terminal.parser.screen().hide_cursor());
    terminal.send(" ");
    terminal.wait_for_solutions("92 solutions");
    terminal.click(0, "c", "5");
    terminal.wait_for_solutions("12 solutions");
    terminal.send("q");
    assert_eq!(terminal.ended(), 0);
    terminal.assert_restored();
}

#[test]
fn without_a_terminal_it_says_so_and_writes_no_escape_sequence() {
    let output = Command::new(env!("CARGO_BIN_EXE_configurator"))
        .args(["--size", "8"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!((output.status.code(), output.stdout), (Some(2), Vec::new()));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.starts_with("configurator: the board needs a terminal"), "{stderr}");
    assert!(stderr.contains("count") && !stderr.contains('\x1b'), "{stderr}");
    assert_eq!(stderr.lines().count(), 1);
}

#[cfg(unix)]
#[test]
fn regions_from_a_pipe_leave_the_keys_to_the_terminal() {
    let line =
        "printf '%s\\n' aab abb ccc | configurator --regions - --piece king --rules rows,regions";
    let mut terminal = super::open_shell(line);
    terminal.wait_for_solutions("2 solutions");
    terminal.wait_for("a1  possible   region c");
    terminal.send("ll");
    terminal.wait_for("c1  possible");
    terminal.send("y");
    terminal.wait_for("copied: printf '%s\\n' aab abb ccc | configurator --regions -");
    terminal.send("q");
    assert_eq!(terminal.ended(), 0);
    terminal.assert_restored();
    // What comes through a pipe for anything else is no terminal.
    let mut terminal = super::open_shell("echo | configurator --size 8");
    assert_eq!(terminal.ended(), 2);
    assert!(terminal.text().contains("the board needs a terminal"), "{}", terminal.text());
}

#[test]
fn bad_input_is_told_before_the_terminal_is_touched() {
    let mut terminal = open("--size 0");
    assert_eq!(terminal.ended(), 2);
    assert!(terminal.text().contains("size '0' is out of range"), "{}", terminal.text());
    assert!(!terminal.raw().contains('\x1b'));
}
