//! The terminal goes away while the board is open, in every mode.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use portable_pty::{Child, CommandBuilder, native_pty_system};
use rustix::process::{Pid, Signal, kill_process_group};

use crate::terminal::{PATIENCE, pty_size, side};

/// A mode of the board: the arguments, and pairs of a text that appears on the screen and keys that are typed then. When
/// the last text is there, the terminal goes away.
const MODES: &[(&str, &[(&str, &str)])] = &[
    ("--size 8", &[("92 solutions", "")]),
    // The first half of a click.
    ("--size 8", &[("92 solutions", "\x1b[<0;5")]),
    // The question for the background, before the first frame.
    ("--size 8 --theme auto", &[("\x1b]11;?", "")]),
    ("--size 18", &[("counting part", "")]),
    ("--size 8", &[("92 solutions", "?"), ("arrows or hjkl", "")]),
    ("--size 8", &[("92 solutions", ":siz"), ("› siz", "")]),
    ("--size 8", &[("92 solutions", ":help counting\r"), ("scroll", "")]),
    ("--size 8", &[("92 solutions", ":results\r"), ("average", "")]),
    ("--size 8", &[("92 solutions", "n"), ("leave", "")]),
    ("--size 8", &[("92 solutions", "P"), ("hole", "")]),
    ("--board assets/boards/coloured-7.toml", &[("7×7", "P\t"), ("tab paint on", "")]),
    (
        "--size 8 --place a1,g2",
        &[("2 of 92", ":c4\r"), ("─ c4 ─", ":prove\r"), ("counterexample", "")],
    ),
    ("--size 6", &[("4 solutions", "v"), ("next step", "")]),
    ("--size 4", &[("2 solutions", "g"), ("tab graph", "\t"), ("next node", "")]),
    ("--size 4", &[("2 solutions", ":grow\r"), ("rule 1 of", "")]),
    ("--size 6", &[("4 solutions", ":compare torus on\r"), ("how many solutions", "")]),
    (
        "--size 8 --place d2,a4",
        &[("2 of 92", ":h1\r"), ("taking back d2 or a4", "!"), ("choose", "")],
    ),
    ("play queens --size 5 --seed 1", &[("seed 1", "")]),
    ("play queens --size 5 --seed 1", &[("seed 1", "p"), ("paused", "")]),
    (
        "play queens --size 5 --seed 1",
        &[("seed 1", ":complete\r"), ("once more", "a"), ("next puzzle", "")],
    ),
    ("--size 8", &[("92 solutions", ":play queens 16 expert seed=1\r"), ("esc cancel", "")]),
    ("lesson", &[("1/28", "")]),
];

/// A program in a terminal that is gone.
struct Orphan {
    child: Box<dyn Child + Send + Sync>,
    /// The processor time until the terminal went away, in hundredths of a second.
    time: u64,
}

/// Runs a shell command in which `configurator` means the program, types keys when texts appear, and closes the terminal.
fn close_terminal(line: &str, steps: &[(&str, &str)], state: &Path) -> Orphan {
    let pair = native_pty_system().openpty(pty_size(100, 30)).unwrap();
    let mut command = CommandBuilder::new("sh");
    // The writer of `portable-pty` sends Enter and the end of the input when it is dropped, unless that character is undefined.
    // In the help, Enter would take back the decision under the cursor.
    let line = line.replace("configurator", env!("CARGO_BIN_EXE_configurator"));
    command.args(["-c", &format!("stty eof undef; {line}")]);
    command.cwd(env!("CARGO_MANIFEST_DIR"));
    command.env("TERM", "xterm-256color");
    command.env("XDG_STATE_HOME", state);
    command.env("XDG_CONFIG_HOME", state.join("none"));
    for name in ["NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG"] {
        command.env_remove(name);
    }
    let child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().unwrap();
    let mut writer = pair.master.take_writer().unwrap();
    let steps: Vec<(String, String)> =
        steps.iter().map(|&(text, keys)| (text.to_owned(), keys.to_owned())).collect();
    let (sender, is_shown) = mpsc::channel();
    let screen = Arc::new(Mutex::new(String::new()));
    let shown = Arc::clone(&screen);
    let process = child.process_id().unwrap();
    // The terminal is closed with its last descriptor, at the end of the thread.
    let master = pair.master;
    let thread = thread::spawn(move || {
        let _master = master;
        let (mut parser, mut raw) = (vt100::Parser::new(side(30), side(100), 0), String::new());
        let mut bytes = [0; 4096];
        for (text, keys) in steps {
            let is_there = |parser: &vt100::Parser, raw: &str| {
                parser.screen().contents().contains(&text) || raw.contains(&text)
            };
            while !is_there(&parser, &raw) {
                let Ok(count @ 1..) = reader.read(&mut bytes) else { return };
                parser.process(&bytes[..count]);
                // Only sequences are looked for, so a character that is cut in two does not matter.
                raw = String::from_utf8_lossy(&bytes[..count]).into_owned();
                shown.lock().unwrap().clone_from(&parser.screen().contents());
            }
            std::io::Write::write_all(&mut writer, keys.as_bytes()).unwrap();
        }
        sender.send(processor_time(process)).unwrap();
    });
    let time = is_shown.recv_timeout(PATIENCE);
    let Ok(time) = time else { panic!("{line}: not shown: {}", screen.lock().unwrap()) };
    thread.join().unwrap();
    Orphan { child, time }
}

/// The processor time of a process and its children, in hundredths of a second.
fn processor_time(process: u32) -> u64 {
    let tree = fs::read_to_string(format!("/proc/{process}/task/{process}/children"));
    let children = tree.unwrap_or_default();
    let children = children.split_whitespace().map(|child| processor_time(child.parse().unwrap()));
    let facts = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The fields after the name, which is in parentheses: user time is the 12th, system time the 13th of them.
    let fields = facts.rsplit(") ").next().unwrap_or_default();
    let times = fields.split(' ').skip(11).take(2).filter_map(|field| field.parse::<u64>().ok());
    times.sum::<u64>() + children.sum::<u64>()
}

impl Orphan {
    /// Waits for the end, which must come soon, and returns the exit code and the processor time since the terminal went
    /// away.
    fn ended(mut self, line: &str) -> (u32, u64) {
        let (begun, process) = (Instant::now(), self.child.process_id().unwrap());
        let mut time = self.time;
        loop {
            time = time.max(processor_time(process));
            if let Some(status) = self.child.try_wait().unwrap() {
                return (status.exit_code(), time - self.time);
            }
            if begun.elapsed() > PATIENCE {
                let group = process.try_into().ok().and_then(Pid::from_raw);
                kill_process_group(group.unwrap(), Signal::KILL).unwrap();
                panic!("it does not end: {line}");
            }
            thread::sleep(std::time::Duration::from_millis(10));
        }
    }
}

/// A state folder with results of puzzles.
fn state() -> tempfile::TempDir {
    let state = tempfile::tempdir().unwrap();
    let folder = state.path().join("configurator");
    fs::create_dir(&folder).unwrap();
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/earlier/results.toml");
    fs::copy(results, folder.join("results.toml")).unwrap();
    state
}

#[test]
fn without_its_terminal_the_board_ends_in_every_mode_though_no_signal_comes() {
    for (arguments, steps) in MODES {
        let state = state();
        let errors = state.path().join("errors");
        // The system sends SIGHUP only to the shell, which leads the session and ignores it.
        let line =
            format!("trap '' HUP; configurator {arguments} 2> '{}'; exit $?", errors.display());
        let (code, time) = close_terminal(&line, steps, state.path()).ended(&line);
        assert_eq!(code, 129, "{arguments} {steps:?}");
        assert_eq!(fs::read_to_string(errors).unwrap(), "", "{arguments} {steps:?}");
        // A board that reads or draws in vain would take all the time of a processor.
        assert!(time < 300, "{arguments} {steps:?}: {time} hundredths of a second");
    }
}

#[test]
fn without_its_terminal_the_board_ends_by_the_signal() {
    for (arguments, steps) in MODES.iter().step_by(5) {
        let state = state();
        let line = format!("exec configurator {arguments}");
        let (code, _) = close_terminal(&line, steps, state.path()).ended(&line);
        assert_eq!(code, 129, "{arguments} {steps:?}");
    }
}

/// What is lost is the terminal, not the session.
#[test]
fn a_session_whose_terminal_went_away_is_resumed() {
    for lead in ["exec", "trap '' HUP;"] {
        let state = state();
        // When the keys are shown, the decision has been kept.
        let steps: &[(&str, &str)] =
            &[("4 solutions", ":b1\r "), ("1 ▙▟ b1", "?"), ("arrows or hjkl", "")];
        let line = format!("{lead} configurator --size 6");
        close_terminal(&line, steps, state.path()).ended(&line);
        let steps: &[(&str, &str)] = &[("1 ▙▟ b1", "")];
        let line = format!("{lead} configurator --resume");
        assert_eq!(close_terminal(&line, steps, state.path()).ended(&line).0, 129);
    }
}

/// Questions before the board, pages of the manual and the session in lines end, too.
#[test]
fn without_its_terminal_nothing_else_waits() {
    let state = state();
    for _ in 0..2 {
        let steps: &[(&str, &str)] = &[("4 solutions", ":b1\r "), ("1 ▙▟ b1", "")];
        let line = "exec configurator --size 6";
        close_terminal(line, steps, state.path()).ended(line);
    }
    let others: &[(&str, &[(&str, &str)])] = &[
        ("session --size 6", &[("> ", "place b1\r"), ("of 4", "")]),
        ("--resume", &[("q none:", "")]),
        ("help counting", &[("count", "")]),
    ];
    for (arguments, steps) in others {
        for line in ["exec configurator ARGUMENTS", "trap '' HUP; configurator ARGUMENTS; exit $?"]
        {
            let line = line.replace("ARGUMENTS", arguments);
            let (code, _) = close_terminal(&line, steps, state.path()).ended(&line);
            // The input of a terminal that is gone ends. A session that reads this end before the signal comes ends with 0.
            assert!(
                !arguments.starts_with("session") || [0, 129].contains(&code),
                "{line}: {code}"
            );
        }
    }
}
