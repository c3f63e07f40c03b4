//! Random events for the real program in a real terminal: keys, clicks, pastes and window sizes, mostly without waiting
//! for a frame between two events. The program must neither panic nor hang, and must restore the terminal.

#[path = "../../../src/tui/random_events/words.rs"]
mod words;

use std::env;
use std::time::{Duration, Instant};

use portable_pty::CommandBuilder;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use tempfile::TempDir;

use super::{PATIENCE, Terminal, start};
use words::{COMMANDS, KEYS, PASTED};

/// Environment variable: number of events of the long run.
const EVENTS: &str = "CONFIGURATOR_RANDOM_EVENTS";

/// Environment variable: seed of the random events; without it, a fixed seed.
const SEED: &str = "PROPTEST_RNG_SEED";

/// Arguments with which the program is started.
const BOARDS: &[&str] = &[
    "",
    "--size 5 --piece knight --theme light",
    "--size 9 --torus --ascii",
    "--size 30 --theme colour-blind",
    "--size 6 --rules rows,columns --assist attacks --theme monochrome",
    "--size 2x7 --rules dominate --no-board-rule --glyphs ascii --theme dark",
    "play --size 5 --seed 1",
    "play star-battle --size 6 --seed 2",
];

/// Command lines that only the real program is tested with: some write and read files, some make large boards.
const MORE_COMMANDS: &[&str] = &[
    "export b.svg",
    "export picture p.svg",
    "w saved.toml",
    "o saved.toml",
    "size 100",
    "size 300",
    "size 12x40",
    "grow",
    "reduce",
    "passes",
    "restrict a1",
    "rule board b2",
    "rule all",
    "fewest",
    "set click place",
    "region c c3,c4",
];

/// Keys with an escape sequence or control character.
const SEQUENCES: &[&str] = &[
    "\r",
    "\r",
    "\r",
    "\t",
    "\t",
    "\x7f",
    "\x1b",
    "\x1b",
    "\x1b[A",
    "\x1b[B",
    "\x1b[C",
    "\x1b[D",
    "\x1b[A",
    "\x1b[B",
    "\x1b[C",
    "\x1b[D",
    "\x1b[H",
    "\x1b[F",
    "\x1b[5~",
    "\x1b[6~",
    "\x1b[2~",
    "\x1b[3~",
    "\x1b[Z",
    "\x1bOP",
    "\x1b[24~",
    "\x1b[1;2A",
    "\x1b[1;2C",
    "\x1b[1;5D",
    "\x12",
    "\x10",
    "\x01",
    "\x0b",
    "\x15",
    "\x17",
    "\x00",
    "\x1b[I",
    "\x1b[O",
    "\x1bx",
    "\x1b[97;5u",
];

/// Mouse codes as the terminal sends them: buttons pressed, dragged or moved, wheels, and modifier keys.
const BUTTONS: &[u16] =
    &[0, 0, 0, 0, 2, 2, 1, 16, 4, 8, 32, 32, 34, 34, 48, 35, 35, 64, 65, 66, 67, 68, 69];

/// A session with the program, and the input that was sent.
struct Storm {
    terminal: Terminal,
    random: StdRng,
    window: (u16, u16),
    /// The whole input that was sent, for error reports.
    told: Vec<String>,
    /// Maximum time to react to a new window size, and the input sent before this.
    slowest: (Duration, String),
}

/// The state of a session.
enum State {
    Open,
    Ended,
}

impl Storm {
    fn open(arguments: &str, folder: &TempDir, random: StdRng) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_configurator"));
        command.args(arguments.split_whitespace());
        command.args(["--memory", "256MiB"]);
        command.cwd(folder.path());
        let state = folder.path().join("state");
        let terminal = start(command, &[("XDG_STATE_HOME", state.to_str().unwrap())]);
        let told = vec![format!("configurator {arguments}")];
        Self { terminal, random, window: (80, 24), told, slowest: (Duration::ZERO, String::new()) }
    }

    /// Returns a random event, as the terminal sends it.
    fn event(&mut self) -> String {
        let random = &mut self.random;
        let of = |random: &mut StdRng, all: &str| {
            let all: Vec<char> = all.chars().collect();
            all.choose(random).unwrap().to_string()
        };
        match random.gen_range(0..100) {
            0..40 => of(random, KEYS),
            40..55 => (*SEQUENCES.choose(random).unwrap()).to_owned(),
            55..58 => random.gen_range(' '..='~').to_string(),
            58..59 => of(random, "\u{9b}\u{202e}é漢😀\u{301}"),
            59..70 => {
                let lists = [COMMANDS, COMMANDS, COMMANDS, MORE_COMMANDS];
                let list = lists.choose(random).unwrap();
                format!(":{}\r", list.choose(random).unwrap())
            }
            70..72 => {
                let most = *[200, 200, 200, 100_000].choose(random).unwrap();
                let text: String =
                    (0..random.gen_range(0..most)).map(|_| random.gen_range(' '..='~')).collect();
                let text = [PASTED.choose(random).unwrap(), text.as_str()][random.gen_range(0..2)];
                // Some pastes have no end.
                let end = if random.gen_bool(0.9) { "\x1b[201~" } else { "" };
                format!("\x1b[200~{text}{end}")
            }
            _ => {
                let far = if random.gen_bool(0.1) { 400 } else { 0 };
                let column = random.gen_range(1..=self.window.0 + far);
                let row = random.gen_range(1..=self.window.1 + far);
                let end = if random.gen_bool(0.3) { 'm' } else { 'M' };
                format!("\x1b[<{};{column};{row}{end}", BUTTONS.choose(random).unwrap())
            }
        }
    }

    /// Sends the program a few events in one write, and sometimes a new window size. Returns the number of events.
    fn burst(&mut self) -> usize {
        let most = *[1, 5, 40].choose(&mut self.random).unwrap();
        let events = self.random.gen_range(1..=most);
        let text: String = (0..events).map(|_| self.event()).collect();
        self.terminal.send(&text);
        self.told.push(text);
        if self.random.gen_bool(0.3) {
            let random = &mut self.random;
            let window = match random.gen_range(0..4) {
                0 => (80, 24),
                1 => (random.gen_range(1..=40), random.gen_range(1..=12)),
                2 => (random.gen_range(1..=120), random.gen_range(1..=50)),
                _ => (random.gen_range(1..=300), random.gen_range(1..=100)),
            };
            self.resize(window);
            return events + 1;
        }
        events
    }

    fn resize(&mut self, window: (u16, u16)) {
        self.window = window;
        self.told.push(format!("{}x{}", window.0, window.1));
        self.terminal.resize(window.0, window.1);
    }

    /// Reads the program's output until `is_so` is true for the screen, or the program ends. Returns the state of the
    /// session.
    fn wait_until(&mut self, wanted: &str, is_so: impl Fn(&str) -> bool) -> State {
        let begun = Instant::now();
        while !is_so(&self.terminal.text()) {
            if !self.terminal.receive(Duration::from_millis(20)) || !self.terminal.is_running() {
                return State::Ended;
            }
            self.go_on_if_suspended();
            assert!(begun.elapsed() < PATIENCE, "{}", self.report(&format!("it hangs: {wanted}")));
        }
        let time = begun.elapsed();
        if time > self.slowest.0 {
            let last = self.told.len().saturating_sub(12);
            self.slowest = (time, format!("{:?}", &self.told[last..]));
        }
        State::Open
    }

    /// Checks that the program reacts: it must draw a window that is too small, and then a larger one.
    fn probe(&mut self) -> State {
        const SMALL: &str = "window too small";
        // Output from before the new size does not count as an answer.
        while let Ok(bytes) = self.terminal.output.recv_timeout(Duration::from_millis(20)) {
            self.terminal.parser.process(&bytes);
            self.terminal.raw.extend(bytes);
        }
        // The last frames suffice to see which terminal modes are on.
        let old = self.terminal.raw.len().saturating_sub(1 << 16);
        self.terminal.raw.drain(..old);
        self.resize((23, 3));
        if let State::Ended = self.wait_until(SMALL, |text| text.contains(SMALL)) {
            return State::Ended;
        }
        self.resize((80, 24));
        self.wait_until("a board", |text| !text.contains(SMALL))
    }

    /// Leaves the program by a key or a signal, unless it has ended.
    fn leave(&mut self) {
        let way = *["q", "\x03", "TERM", "HUP", "INT", "QUIT"].choose(&mut self.random).unwrap();
        self.told.push(format!("leave by {way:?}"));
        match way {
            // Esc closes menus over the board, and ends modes.
            "q" => self.terminal.send("\x1b[F\x1b\x1b\x1b\x1b\x1b\x1bq"),
            "\x03" => self.terminal.send("\x03"),
            signal => self.terminal.signal(signal),
        }
    }

    /// Checks that the program ends with the expected exit code and restores the terminal.
    fn check_end(&mut self) {
        let begun = Instant::now();
        while self.terminal.is_running() {
            self.terminal.receive(Duration::from_millis(20));
            self.go_on_if_suspended();
            assert!(begun.elapsed() < PATIENCE, "{}", self.report("it does not end"));
        }
        let code = self.terminal.ended();
        assert!([0, 129, 130, 131, 143].contains(&code), "{}", self.report(&code.to_string()));
        let text = self.terminal.text();
        let has_fault = text.contains("panicked") || text.contains("fault of the program");
        assert!(!has_fault, "{}", self.report("a fault"));
        self.terminal.assert_given_back();
    }

    /// The list of commands can also suspend the program. Then the terminal must be restored until `fg`.
    fn go_on_if_suspended(&mut self) {
        if self.terminal.is_suspended() {
            self.terminal.settle();
            self.terminal.assert_given_back();
            self.terminal.signal("CONT");
        }
    }

    fn report(&self, fault: &str) -> String {
        format!("{fault}\n{}\n{:?}", self.terminal.text(), self.told)
    }
}

#[test]
#[ignore = "runs for minutes"]
fn no_event_in_a_terminal_ends_in_a_panic_or_a_hang() {
    let number = |name, usual| env::var(name).map_or(usual, |text| text.parse().unwrap());
    let (events, seed) = (number(EVENTS, 20_000), number(SEED, 0));
    let (mut happened, mut sessions, mut slowest) = (0, 0, (Duration::ZERO, String::new()));
    while happened < events {
        let mut random = StdRng::seed_from_u64(seed ^ (sessions << 32));
        let folder = tempfile::tempdir().unwrap();
        let arguments = *BOARDS.choose(&mut random).unwrap();
        let mut storm = Storm::open(arguments, &folder, random);
        let last = happened + storm.random.gen_range(300..1500);
        loop {
            for _ in 0..8 {
                // Input after the program's end is not read.
                if !storm.terminal.is_running() {
                    break;
                }
                happened += storm.burst() as u64;
                if storm.random.gen_bool(0.2) {
                    storm.terminal.receive(Duration::from_millis(30));
                }
            }
            if let State::Ended = storm.probe() {
                break;
            }
            if happened >= last {
                storm.leave();
                break;
            }
        }
        storm.check_end();
        slowest = slowest.max(storm.slowest);
        sessions += 1;
    }
    let (time, told) = slowest;
    println!(
        "{happened} events in {sessions} sessions; the slowest answer took {time:?}, after {told}"
    );
}
