//! Sessions survive the end of the program: boards on a real terminal are killed and resumed.

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, NativePtySystem, PtySize, PtySystem};

/// A board in its own terminal.
struct Board {
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    /// The program's whole output, with escape sequences.
    raw: Vec<u8>,
}

impl Board {
    /// Opens a board that keeps its journals below `state`.
    fn open(state: &Path, arguments: &str) -> Self {
        Self::open_in(state, arguments, Path::new("."))
    }

    /// Opens a board with the working directory `folder`.
    fn open_in(state: &Path, arguments: &str, folder: &Path) -> Self {
        let size = PtySize { rows: 24, cols: 100, pixel_width: 0, pixel_height: 0 };
        let terminal = NativePtySystem::default().openpty(size).unwrap();
        let mut command = CommandBuilder::new(assert_cmd::cargo::cargo_bin("configurator"));
        command.args(arguments.split_whitespace());
        command.cwd(folder.canonicalize().unwrap());
        command.env("XDG_STATE_HOME", state);
        command.env("XDG_CONFIG_HOME", state.join("none"));
        command.env("TERM", "xterm-256color");
        command.env_remove("LC_ALL");
        let child = terminal.slave.spawn_command(command).unwrap();
        let mut reader = terminal.master.try_clone_reader().unwrap();
        let keys = terminal.master.take_writer().unwrap();
        let (sender, output) = mpsc::channel();
        std::thread::spawn(move || {
            let _terminal = terminal.master;
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..read].to_vec()).is_err() {
                    return;
                }
            }
        });
        let [rows, columns] = [24, 100].map(|side| NonZero::new(side).unwrap());
        let screen = vt100::Parser::new(rows, columns, 0);
        Self { child, keys, output, screen, raw: Vec::new() }
    }

    fn type_keys(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until `wanted` is true for the text on the screen.
    fn wait(&mut self, what: &str, wanted: impl Fn(&str) -> bool) {
        let deadline = Instant::now() + Duration::from_secs(30);
        while !wanted(&self.screen.screen().contents()) {
            let left = deadline.saturating_duration_since(Instant::now());
            let Ok(bytes) = self.output.recv_timeout(left) else {
                panic!("waited for {what}:\n{}", self.screen.screen().contents());
            };
            self.screen.process(&bytes);
            self.raw.extend(bytes);
        }
    }

    fn wait_for(&mut self, text: &str) {
        self.wait(text, |screen| screen.contains(text));
    }

    /// Kills the program, which cannot react to the signal, as in a crash.
    fn kill(&mut self) {
        self.signal("-9");
    }

    fn signal(&mut self, signal: &str) {
        let pid = self.child.process_id().unwrap().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
        self.child.wait().unwrap();
    }

    /// Ends the program in one of three ways.
    fn end(&mut self, ending: Ending) {
        match ending {
            Ending::Quit => self.quit(),
            Ending::Terminated => self.signal("-TERM"),
            Ending::Killed => self.kill(),
        }
    }

    /// Waits until all answers are there and the screen, apart from the clock, has not changed for a while. Returns the
    /// lines of the screen.
    fn settled(&mut self) -> Vec<String> {
        let begun = Instant::now();
        let (mut before, mut equal) = (Vec::new(), 0);
        while equal < 6 {
            assert!(begun.elapsed() < Duration::from_secs(60), "never still");
            while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(50)) {
                self.screen.process(&bytes);
                self.raw.extend(bytes);
            }
            let screen = self.screen.screen().contents();
            let lines: Vec<String> = screen.lines().map(without_times).collect();
            let is_still = lines == before && !screen.contains("(Esc cancels)");
            equal = if is_still { equal + 1 } else { 0 };
            before = lines;
        }
        before
    }

    /// The seconds that the clock shows.
    fn clock(&self) -> Option<u64> {
        let screen = self.screen.screen().contents();
        screen.lines().next()?.split_whitespace().find_map(|word| {
            let (minutes, seconds) = word.split_once(':')?;
            Some(60 * minutes.parse::<u64>().ok()? + seconds.parse::<u64>().ok()?)
        })
    }

    fn quit(&mut self) {
        self.type_keys("q");
        assert!(self.child.wait().unwrap().success());
    }
}

/// How the program ends.
#[derive(Clone, Copy, Debug)]
enum Ending {
    Quit,
    Terminated,
    Killed,
}

/// Replaces the times in a line (of the clock and of answers) by `#`.
fn without_times(line: &str) -> String {
    let is_time = |word: &&str| {
        word.split_once(':').is_some_and(|(minutes, seconds)| {
            seconds.len() == 2 && minutes.parse::<u64>().is_ok() && seconds.parse::<u64>().is_ok()
        })
    };
    let times: Vec<&str> = line.split_whitespace().filter(is_time).collect();
    times.iter().fold(line.to_owned(), |line, time| line.replace(time, "#"))
}

impl Drop for Board {
    fn drop(&mut self) {
        // A test that failed leaves no board behind.
        let _ = self.child.kill();
    }
}

#[test]
fn a_killed_board_is_resumed_with_its_undo() {
    let state = tempfile::tempdir().unwrap();
    let mut board = Board::open(state.path(), "--size 6");
    board.wait_for("4 solutions");
    board.type_keys(":b1\r ");
    board.wait_for("1 ▙▟ b1");
    board.type_keys(":f6\rx");
    board.wait_for("2  ╱ f6");
    board.kill();

    let mut board = Board::open(state.path(), "--resume");
    board.wait_for("the last session, as it was left");
    board.wait_for("2  ╱ f6");
    board.wait("6 queens", |screen| screen.contains("6×6 queens") && screen.contains("1 ▙▟ b1"));
    board.type_keys("u");
    board.wait("the last step undone", |screen| {
        screen.contains("1 ▙▟ b1") && !screen.contains("2  ╱ f6")
    });
    // The journal also records the actions on a resumed board.
    board.kill();
    let mut board = Board::open(state.path(), "--resume");
    board.wait_for("1 ▙▟ b1");
    board.type_keys("\x12");
    board.wait_for("2  ╱ f6");
    board.quit();

    // A session that ended normally can also be resumed.
    let mut board = Board::open(state.path(), "--resume");
    board.wait_for("2  ╱ f6");
    board.quit();
}

#[test]
fn what_is_resumed_brings_its_own_problem() {
    for option in ["--size 6", "--place a1", "--board a.toml", "--torus"] {
        let mut program = Command::new(assert_cmd::cargo::cargo_bin("configurator"));
        let output = program.arg("--resume").args(option.split(' ')).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{option}");
        assert!(String::from_utf8(output.stderr).unwrap().contains("cannot be used with"));
    }
}

#[test]
fn two_boards_at_once_do_not_mix() {
    let state = tempfile::tempdir().unwrap();
    let mut first = Board::open(state.path(), "--size 6");
    let mut second = Board::open(state.path(), "--size 5");
    first.wait_for("4 solutions");
    first.type_keys(":b1\r ");
    first.wait_for("1 ▙▟ b1");
    second.wait_for("10 solutions");
    second.type_keys(":a1\r ");
    second.wait_for("1 ▙▟ a1");
    second.kill();
    let mut again = Board::open(state.path(), "--resume");
    again.wait_for("5×5 queens");
    again.wait_for("1 ▙▟ a1");
    // The other session is still running.
    let mut third = Board::open(state.path(), "--resume");
    third.wait_for("no session to resume");
    for mut board in [first, again, third] {
        board.quit();
    }
}

#[test]
fn without_a_place_for_journals_the_board_works_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let mut board = Board::open(&file, "--size 6");
    board.wait_for("this session is not kept");
    board.wait_for("4 solutions");
    board.type_keys(":b1\r ");
    board.wait_for("1 ▙▟ b1");
    board.wait("the notice gone", |screen| !screen.contains("is not kept"));
    board.quit();
}

#[test]
fn a_board_is_saved_opened_and_copied() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("b.toml");
    let mut board = Board::open(folder.path(), "--size 6 --place b1");
    board.wait_for("1 ▙▟ b1");
    board.type_keys(&format!(":w {}\r", path.display()));
    board.wait_for("saved as");
    board.type_keys("r+");
    board.wait_for("7×7 queens");
    board.type_keys(&format!(":o {}\r", path.display()));
    // The program has placed the rest of the only solution.
    board.wait("6 queens", |screen| screen.contains("6×6") && screen.contains("6 ▙▟ e6"));
    board.type_keys("y");
    board.wait_for("copied: configurator --size 6 --place b1,d2,f3,a4,c5,e6");
    // The same text in base64, for the clipboard.
    let sequence = b"\x1b]52;c;Y29uZmlndXJhdG9yIC0tc2l6ZSA2IC0tcGxhY2UgYjEsZDIsZjMsYTQsYzUsZTY=";
    assert!(board.raw.windows(sequence.len()).any(|window| window == sequence));
    board.quit();

    let mut board = Board::open(folder.path(), &format!("--board {}", path.display()));
    board.wait_for("6 ▙▟ e6");
    board.quit();
}

#[test]
fn several_sessions_are_listed_the_latest_first_however_they_ended() {
    let state = tempfile::tempdir().unwrap();
    let mut board = Board::open(state.path(), "--size 6");
    board.wait_for("4 solutions");
    board.type_keys(":b1\r ");
    board.wait_for("1 ▙▟ b1");
    board.kill();
    let mut board = Board::open(state.path(), "--size 5");
    board.wait_for("10 solutions");
    board.type_keys(":a1\r ");
    board.wait_for("1 ▙▟ a1");
    board.quit();

    let mut board = Board::open(state.path(), "--resume");
    board.wait_for("q none:");
    let screen = board.screen.screen().contents();
    assert!(screen.contains("  1  5×5 queen, decided a1   just now"), "{screen}");
    assert!(screen.contains("  2  6×6 queen, decided b1   just now"), "{screen}");
    board.type_keys("3\r");
    board.wait_for("'3' is none of these");
    board.type_keys("2\r");
    board.wait_for("an earlier session, as it was left");
    board.wait_for("6×6 queens");
    board.kill();
    // Opening a session without a change does not make it the latest.
    let mut board = Board::open(state.path(), "--resume");
    board.wait_for("q none:");
    board.type_keys("\r");
    board.wait_for("the last session, as it was left");
    board.wait_for("5×5 queens");
    board.quit();
    let mut board = Board::open(state.path(), "--resume");
    board.wait_for("q none:");
    board.type_keys("q\r");
    assert!(board.child.wait().unwrap().success());
    assert!(!board.screen.screen().alternate_screen());
}

/// Formerly the first line of such a journal was not read, and the play mode was lost.
#[test]
fn a_puzzle_is_resumed_with_its_regions_and_its_clock_however_it_ends() {
    for (ending, start) in [
        (Ending::Quit, "play queens --size 5 --seed 3"),
        (Ending::Terminated, "play star-battle --size 5 --seed 3"),
        (Ending::Killed, "--size 4"),
    ] {
        let state = state();
        let mut board = Board::open(state.path(), start);
        if start.starts_with("play") {
            board.wait_for("seed 3");
        } else {
            board.wait_for("2 solutions");
            board.type_keys(":play queens easy 5 seed=3\r");
            board.wait_for("seed 3");
        }
        board.type_keys("lx:c3\rx\u{1b}");
        board.wait("some seconds", |screen| screen.contains("0:02"));
        let left = board.settled();
        let clock = board.clock().unwrap();
        board.end(ending);
        let mut board = Board::open(state.path(), "--resume");
        board.wait_for("the last session, as it was left");
        board.type_keys("\u{1b}");
        board.wait("the notice gone", |screen| !screen.contains("the last session"));
        let resumed = board.clock().unwrap();
        assert!(resumed >= clock, "{resumed} after {clock}");
        assert_eq!(board.settled(), left, "{ending:?}");
        assert!(left[0].contains("easy") && left[0].contains("5×5"), "{}", left[0]);
        board.quit();
    }
}

/// Formerly `q` promised a session that `--resume` did not find.
#[test]
fn what_is_promised_when_only_the_assist_was_chosen_is_kept() {
    let state = state();
    let mut board = Board::open(state.path(), "--size 6");
    board.wait_for("4 solutions");
    board.type_keys(":assist none\r");
    board.wait("less is told", |screen| !screen.contains("4 solutions"));
    board.type_keys("q");
    board.wait_for("goes on where you left");
    board.child.wait().unwrap();
    let mut board = Board::open(state.path(), "--resume");
    board.wait_for("the last session, as it was left");
    assert!(!board.screen.screen().contents().contains("solutions"));
    board.quit();
}

/// Formerly a resumed board asked for a file name, and `:w` overwrote a file that another program had changed.
#[test]
fn a_resumed_board_is_saved_in_its_file_unless_another_program_changed_it() {
    let (state, folder) = (state(), tempfile::tempdir().unwrap());
    let path = folder.path().join("six.toml");
    std::fs::write(&path, "size = 6\n").unwrap();
    let mut board = Board::open_in(state.path(), "six.toml", folder.path());
    board.wait_for("4 solutions");
    board.type_keys(":b1\r ");
    board.wait_for("1 ▙▟ b1");
    board.kill();
    // Resumes from another folder.
    let mut board = Board::open(state.path(), "--resume");
    board.wait_for("1 ▙▟ b1");
    board.type_keys(":w\r");
    board.wait_for("saved as");
    assert!(std::fs::read_to_string(&path).unwrap().contains("placed = [\"b1\", \"d2\""));
    board.type_keys("u");
    board.wait("the step before", |screen| !screen.contains("1 ▙▟ b1"));
    board.kill();
    std::fs::write(&path, "size = 5\n").unwrap();
    let mut board = Board::open_in(state.path(), "--resume", folder.path());
    board.wait_for("4 solutions");
    board.type_keys(":w\r");
    board.wait_for("another program has changed this file; ':w! six.toml' replaces it");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "size = 5\n");
    board.type_keys(":w! six.toml\r");
    board.wait_for("saved as six.toml");
    assert!(std::fs::read_to_string(&path).unwrap().contains("size = 6"));
    board.quit();
}

/// A state folder for journals, which does not look like that of a first run.
fn state() -> tempfile::TempDir {
    let state = tempfile::tempdir().unwrap();
    std::fs::create_dir(state.path().join("configurator")).unwrap();
    state
}

/// Boards of every kind, as board files.
const BOARDS: &[&str] = &[
    "size = 6\n",
    "size = [4, 6]\npiece = \"knight\"\nrules = [\"rows=2\"]\nexcluded = [\"a1\"]\nplaced = [\"b2\"]\n",
    "size = 5\ntorus = true\nholes = [\"c3\", \"a1\"]\n",
    "size = 5\npiece = \"RF\"\nrules = [\"rows=1\", \"columns=1\", \"regions=1\"]\nassist = \"attacks\"\n\
     regions = \"\"\"\naabbb\naabcc\nddbcc\ndde.c\neeeec\n\"\"\"\n",
    "size = 4\nweights = \"\"\"\n1 2 3 4\n. 5 . 5\n-1 2 -3 4\n9 8 7 6\n\"\"\"\nmax_cost = 20\n",
    "size = 4\nboard_rule = false\nrules = [\"rows=1\", \"columns=1\"]\n",
    "size = 4\nrules = [\"dominate\", \"pieces=3\"]\n",
    "size = 6\ngivens = [\"b1\"]\nexcluded = [\"f6\"]\nassist = \"none\"\n",
];

/// Key sequences, chosen at random.
const TYPED: &[&str] = &[
    " ",
    " ",
    " ",
    "x",
    "x",
    "x",
    "l",
    "k",
    "kk",
    "j",
    "h",
    "u",
    "uu",
    "\x12",
    "r",
    "a",
    "1",
    "2",
    ":c2\r ",
    ":b3\rx",
    ":d1\r ",
    ":a4\rx",
    ":e5\rx",
    ":d2\r ",
    ":size 5\r",
    ":size 3x5\r",
    ":size 6\r",
    ":piece knight\r",
    ":piece queen\r",
    ":torus\r",
    ":rules rows,columns\r",
    ":rules none\r",
    ":board-rule\r",
    ":hole b2\r",
    ":hole\r",
    ":region b a1,a2,b1\r",
    "Pc jl.l \x1b",
    ":max-cost 12\r",
    ":assist none\r",
    ":assist attacks\r",
    ":assist full\r",
    ":play queens easy 5 seed=4\r",
    ":play queens-givens 5 seed=1\r",
    ":w left.toml\r",
    ":o left.toml\r",
    ":puzzle\r",
    "\r",
];

/// Environment variable: number of sessions that are left and resumed.
const SESSIONS: &str = "CONFIGURATOR_SESSIONS";

#[test]
#[ignore = "leaves and resumes 300 sessions on a real terminal, which takes many minutes"]
fn random_sessions_are_resumed_as_they_were_left() {
    use rand::seq::SliceRandom;
    use rand::{Rng, SeedableRng};

    let sessions: u64 = std::env::var(SESSIONS).map_or(300, |text| text.parse().unwrap());
    let (mut equal, mut unchanged, mut different) = (0, 0, Vec::new());
    for seed in 0..sessions {
        let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
        let (state, folder) = (state(), tempfile::tempdir().unwrap());
        let start = match random.gen_range(0..4) {
            0 => format!("play queens --size 5 --seed {seed}"),
            1 => format!("play star-battle --size 5 --seed {seed}"),
            _ => {
                let text = BOARDS.choose(&mut random).unwrap();
                std::fs::write(folder.path().join("first.toml"), text).unwrap();
                "first.toml".to_owned()
            }
        };
        let mut board = Board::open_in(state.path(), &start, folder.path());
        board.settled();
        let mut said = vec![start];
        for _ in 0..random.gen_range(1..12) {
            let typed = TYPED.choose(&mut random).unwrap();
            said.push(typed.escape_debug().to_string());
            board.type_keys(typed);
            if typed.contains("play") || typed.contains("puzzle") || *typed == "\r" {
                board.settled();
            }
        }
        // Closes menus over the board. Without a menu, Esc would cancel the running computation.
        while !board.settled().last().is_some_and(|footer| footer.contains("q quit")) {
            board.type_keys("\x1b");
        }
        // The key removes the notice.
        board.type_keys("~");
        let left = board.settled();
        let ending = [Ending::Quit, Ending::Terminated, Ending::Killed];
        let ending = *ending.choose(&mut random).unwrap();
        board.end(ending);
        let mut board = Board::open_in(state.path(), "--resume", folder.path());
        board.wait_for(" session");
        if board.screen.screen().contents().contains("there is no session to resume") {
            unchanged += 1;
            continue;
        }
        board.settled();
        board.type_keys("~");
        let resumed = board.settled();
        if resumed == left {
            equal += 1;
        } else {
            println!("{seed} {ending:?} {said:?}\n{}\n{}", left.join("\n"), resumed.join("\n"));
            different.push(seed);
        }
        board.kill();
    }
    println!("{equal} equal, {unchanged} without a change, different: {different:?}");
    assert!(different.is_empty());
}
