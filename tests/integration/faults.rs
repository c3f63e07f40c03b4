//! Faults of the system, on purpose: what each verb and each mode of the board does then.
//!
//! | fault | what must happen |
//! | --- | --- |
//! | no thread can be created | verbs answer on one thread; the session and the board say one sentence, exit code 2, and the terminal is given back |
//! | standard output is closed or full, or a file is full or cannot be written | one sentence, exit code 2; the old file is whole, no unfinished file is left |
//! | the terminal goes away, in any mode | exit code 129, at once |
//! | standard input never ends, is silent or closed | it is read up to a limit, waited for, or empty |
//! | the clock is set back | nothing is lost, and the last session is the last |
//! | another program changes a file | that is said before the file is overwritten |
//! | the system gives no memory | one sentence, exit code 134; the terminal is restored, no unfinished file is left |

mod clock;
mod disk;
mod input;
mod memory;
mod other_programs;
mod terminal;
mod threads;

use std::path::Path;
use std::process::{Command, Output, Stdio};

use clap::CommandFactory;
use configurator::cli::Arguments;

/// Commands of all verbs that print something and need no terminal.
const COMMANDS: &[&str] = &[
    "count",
    "count --json",
    "count --sizes 1..6",
    "count --size 10 --engine count --threads 4",
    "count --size 9 --engine bdd --verify",
    "count --by-pieces --size 5 --rules none",
    "count --symmetric --size 6",
    "count --up-to-symmetry",
    "count --estimate --precision 30 --seed 1 --size 9",
    "count --split 4",
    "count --shard 1/2 --size 6",
    "solve --size 6 --all --format list",
    "solve --random --seed 1 --json",
    "solve --trace --size 4",
    "solve --fewest --size 5 --rules dominate --no-board-rule",
    "solve --compare weak,strong --sizes 4..5",
    "domains",
    "domains --size 4 --engine count --json",
    "domains --size 20 --engine sat",
    "domains --size 5 --consistency",
    "explain c4 --place a1,g2",
    "explain c4 --place a1,g2 --claim rows,3,6,8,a1,g2",
    "explain --steps --size 4 --place b1",
    "inspect --size 6",
    "inspect --size 4 --steps",
    "compare 6 6",
    "inspect tests/fixtures/diagrams/cudd4-rows.dddmp",
    "judge tests/fixtures/diagrams/cudd4-rows.dddmp",
    "puzzle --size 6 --seed 1",
    "puzzle --coloured --size 6 --seed 1 --difficulty easy",
    "puzzle --repair --board assets/boards/coloured-7.toml",
    "export --to dot --size 4",
    "export --to json --size 6",
    "export --to minizinc",
    "export --picture --screen 80x24 --size 6 --key n",
    "pieces",
    "config",
    "completions zsh",
    "man",
    "help",
    "help counting",
];

/// Options that name a file to write, after the command: a picture, a model, a certificate and a checkpoint.
const WRITING: &[&str] = &[
    "export --to dimacs --size 12 --output",
    "export --to svg --size 4 --output",
    "export --picture --to svg --output",
    "count --size 6 --certificate",
    "count --size 6 --checkpoint",
];

/// Options that name a folder to write a series of files to, after the command.
const WRITING_SERIES: &[&str] = &[
    "puzzle --size 5 --seed 1 --number 3 --output",
    "export --size 4 --growth",
    "export --size 4 --series reduce --output",
    "explain --size 4 --place b1 --steps --picture",
];

#[test]
fn each_verb_is_tried() {
    for verb in Arguments::command().get_subcommands() {
        let verb = verb.get_name();
        // `play`, `lesson` and `view` open the board; the session is tried with lines of its own.
        let is_tried = ["play", "lesson", "view", "session"].contains(&verb)
            || COMMANDS.iter().any(|command| command.split(' ').next() == Some(verb));
        assert!(is_tried, "no command tries {verb}");
    }
}

/// The program, without the user's settings and journals. Its standard input is empty.
fn program(arguments: &str, state: &Path) -> Command {
    with_environment(Command::new(env!("CARGO_BIN_EXE_configurator")), arguments, state)
}

/// As [`program`], run by a shell after `limits`, commands of the shell.
fn limited_program(limits: &str, arguments: &str, state: &Path) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{limits}; exec \"$0\" \"$@\"")]);
    shell.arg(env!("CARGO_BIN_EXE_configurator"));
    with_environment(shell, arguments, state)
}

fn with_environment(mut command: Command, arguments: &str, state: &Path) -> Command {
    command.args(arguments.split_whitespace()).env("XDG_STATE_HOME", state);
    command.env("XDG_CONFIG_HOME", state.join("none"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The only line on stderr of a run that failed with exit code 2, without the program's name.
fn refusal(output: &Output, what: &str) -> String {
    let told = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{what}: {told}");
    let line = told.strip_prefix("configurator: ").and_then(|line| line.strip_suffix('\n'));
    let line = line.filter(|line| !line.contains('\n'));
    line.unwrap_or_else(|| panic!("{what}: not one sentence: {told}")).to_owned()
}

/// The answer of a run on stdout, without lines that have times.
fn answer(output: &Output, what: &str) -> String {
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    // A verification is told on stderr.
    let is_silent = told.is_empty() || told.starts_with("verified by ");
    assert!(output.status.success() && is_silent, "{what}: {:?} {told}", output.status);
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let has_time = |line: &&str| line.contains(" ms") || line.contains("elapsed_ms");
    assert!(!text.is_empty(), "{what}");
    text.lines().filter(|line| !has_time(line)).collect::<Vec<_>>().join("\n")
}

/// The names of the files in a folder, sorted, without lock files.
fn names(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let is_lock = |name: &String| Path::new(name).extension().is_some_and(|it| it == "lock");
    let mut names: Vec<String> = names.filter(|name| !is_lock(name)).collect();
    names.sort();
    names
}
