//! Ways to leave the board: by key, by signal, and by suspending it. Also starting the board without a terminal.

use std::process::{Command, Stdio};
use std::time::Duration;

use super::{open, open_with};
use crate::cases::in_full;

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
fn the_board_does_not_open_on_a_terminal_that_cannot_show_it() {
    for (terminal, reason) in [("dumb", "TERM is 'dumb'"), ("", "TERM is not set")] {
        let mut terminal = open_with("--size 8", &[("TERM", terminal)]);
        assert_eq!(terminal.ended(), 2);
        let text = terminal.raw();
        assert!(text.contains(reason) && text.contains("use a verb: count, solve"), "{text}");
        assert!(!text.contains('\x1b'), "{text:?}");
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
    for (signal, code) in [("TERM", 143), ("HUP", 129), ("INT", 130), ("QUIT", 131), ("ALRM", 142)]
    {
        let mut terminal = open("--size 8");
        terminal.wait_for_solutions("92 solutions");
        terminal.signal(signal);
        assert_eq!(terminal.ended(), code, "{signal}");
        terminal.assert_restored();
    }
}

#[cfg(unix)]
#[test]
fn a_signal_at_the_start_restores_the_terminal() {
    use rustix::process::{Pid, Signal, kill_process};

    let signals = [(Signal::TERM, 143), (Signal::HUP, 129), (Signal::INT, 130)];
    for (signal, code) in signals.into_iter().cycle().take(in_full(6, 30) as usize) {
        let mut terminal = open("--size 8");
        while terminal.raw.is_empty() {
            assert!(terminal.receive(Duration::from_millis(10)), "it ended before it began");
        }
        let process = terminal.child.process_id().unwrap().try_into().ok();
        kill_process(process.and_then(Pid::from_raw).unwrap(), signal).unwrap();
        assert_eq!(terminal.ended(), code, "{signal:?}");
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
    use std::time::Instant;

    for is_key in [true, false] {
        let mut terminal = open("--size 8 --place a1");
        // These two texts appear last.
        terminal.wait_for("leaves 92");
        terminal.wait_for("two engines agree");
        terminal.settle();
        let before = terminal.text();
        if is_key {
            terminal.send("\x1a");
        } else {
            terminal.signal("TSTP");
        }
        let begun = Instant::now();
        while !terminal.is_suspended() {
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
        assert!(
            terminal.parser.screen().alternate_screen() && terminal.parser.screen().hide_cursor()
        );
        terminal.send(" ");
        terminal.wait_for_solutions("92 solutions");
        terminal.click(0, "c", "5");
        terminal.wait_for_solutions("12 solutions");
        terminal.send("q");
        assert_eq!(terminal.ended(), 0);
        terminal.assert_restored();
    }
}

/// Incomplete or invalid events, after which the library that reads events waits for more bytes.
const UNFINISHED: [&[u8]; 6] =
    [b"\x1b[", b"\x1b[200~pasted", b"\xc3", b"\x1b[5;5;5x", b"\x1b[<0;99999;5M", b"\x1b[<0;5"];

#[test]
fn a_new_size_is_drawn_in_the_middle_of_what_is_typed() {
    for (number, unfinished) in UNFINISHED.into_iter().enumerate() {
        let mut terminal = open("--size 8");
        terminal.wait_for_solutions("92 solutions");
        terminal.settle();
        terminal.send_bytes(unfinished);
        for (columns, rows) in [(20, 5), (100, 30)] {
            terminal.resize(columns, rows);
            let is_small = columns == 20;
            let name = format!("{columns}x{rows} after {unfinished:?}");
            terminal.wait_until(&name, |screen| {
                screen.contents().contains("window too small") == is_small
                    && (is_small || screen.contents().contains("92 solutions"))
            });
        }
        let (signal, code) = [("TERM", 143), ("QUIT", 131)][number % 2];
        terminal.signal(signal);
        assert_eq!(terminal.ended(), code, "{unfinished:?}");
        terminal.assert_restored();
    }
}

/// The library that reads events waits for the end of a paste for ever.
#[test]
fn after_a_paste_without_an_end_keys_work_again() {
    for (key, code) in [("\x1b", None), ("q", Some(0)), ("\x03", Some(130))] {
        let mut terminal = open("--size 8");
        terminal.wait_for_solutions("92 solutions");
        terminal.send(":\x1b[200~size 6");
        terminal.wait_until("the pasted text", |screen| screen.contents().contains("size 6"));
        terminal.send("\x1b");
        terminal.wait_until("the board", |screen| !screen.contents().contains("size 6"));
        terminal.send(key);
        if code.is_none() {
            terminal.send("q");
        }
        assert_eq!(terminal.ended(), code.unwrap_or(0));
        terminal.assert_restored();
    }
}

#[test]
fn a_paste_of_a_million_bytes_leaves_the_palette_usable() {
    let mut terminal = open("--size 8");
    terminal.wait_for_solutions("92 solutions");
    terminal.send(":");
    for _ in 0..2 {
        terminal.send(&format!("\x1b[200~{}\x1b[201~", "a".repeat(1_000_000)));
        terminal.send("\x1b[<35;20;10M");
        terminal.wait_until("the line", |screen| screen.contents().contains("the line is full"));
    }
    terminal.send("\x15");
    terminal.wait_until("an empty line", |screen| !screen.contents().contains("aaaa"));
    terminal.send("\x03");
    assert_eq!(terminal.ended(), 130);
    terminal.assert_restored();
}

#[test]
fn what_is_half_typed_before_the_first_frame_does_not_keep_it_away() {
    for unfinished in UNFINISHED {
        let mut terminal = open("--size 8 --theme auto");
        while !terminal.raw().contains("\x1b]11;?") {
            assert!(terminal.receive(Duration::from_secs(30)), "it does not ask");
        }
        terminal.send_bytes(unfinished);
        terminal.wait_for_solutions("92 solutions");
        terminal.signal("TERM");
        assert_eq!(terminal.ended(), 143);
        terminal.assert_restored();
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_board_though_the_terminal_reads_nothing() {
    use std::sync::Arc;
    use std::time::Instant;

    for (signal, code) in [("TERM", 143), ("HUP", 129), ("QUIT", 131)] {
        let mut terminal = open("--size 8");
        terminal.wait_for_solutions("92 solutions");
        terminal.settle();
        let reading = Arc::clone(&terminal.reading);
        let stopped = reading.lock().unwrap();
        // The frames exceed the system's terminal buffer, as each new size is drawn completely.
        for round in 0..40 {
            terminal.resize(100 + round % 2, 40);
            std::thread::sleep(Duration::from_millis(20));
        }
        terminal.signal(signal);
        let begun = Instant::now();
        while terminal.is_running() {
            assert!(begun.elapsed() < super::PATIENCE, "SIG{signal} is not obeyed");
            std::thread::sleep(Duration::from_millis(10));
        }
        drop(stopped);
        assert_eq!(terminal.ended(), code);
        terminal.assert_restored();
    }
}

/// Release builds do not check for overflow, so that the library that reads events does not panic.
#[cfg(all(unix, debug_assertions))]
#[test]
fn without_its_input_the_board_ends_with_a_message() {
    let mut terminal = open("--size 8");
    terminal.wait_for_solutions("92 solutions");
    terminal.send("\x1b[<0;0;0M");
    assert_eq!(terminal.ended(), 2);
    terminal.assert_given_back();
    let text = terminal.text().split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "a fault of the program: thread 'input' panicked at",
        "'configurator --resume' goes on where you left.",
        "configurator: no more keys can be read: a fault of the program",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
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
    terminal.wait_for_cell("a1", "region c");
    terminal.send("ll");
    terminal.wait_for_cell("c1", "possible");
    terminal.send("y");
    terminal.wait_for("copied: printf '%s\\n' aab abb ccc");
    terminal.send("q");
    assert_eq!(terminal.ended(), 0);
    terminal.assert_restored();
    // A pipe as standard input, without a file argument `-`, is not a terminal.
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
