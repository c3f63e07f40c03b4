//! The command line, run as its users run it: what it prints where, and how it ends.

mod conventions;
mod costs;
mod count;
mod domains;
mod domination;
mod estimate;
mod explain;
mod export;
mod help;
mod input;
mod inspect;
mod lifecycle;
#[cfg(target_os = "linux")]
mod memory;
mod order;
mod pieces;
mod puzzle;
mod regions;
mod sat;
mod search;
mod solve;
mod steps;
mod tables;
mod usage;

use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

/// One run of the program, with its arguments in one line.
struct Run(Output);

fn run(arguments: &str) -> Run {
    run_words(&arguments.split_whitespace().collect::<Vec<_>>())
}

fn run_words(arguments: &[&str]) -> Run {
    let mut command = Command::cargo_bin("configurator").unwrap();
    // The settings of who runs the tests are not theirs.
    command.env("XDG_CONFIG_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/none"));
    Run(command.args(arguments).output().unwrap())
}

/// A run that reads a text from standard input.
fn run_with_input(arguments: &str, input: &str) -> Run {
    let mut command = Command::cargo_bin("configurator").unwrap();
    Run(command.args(arguments.split_whitespace()).write_stdin(input).output().unwrap())
}

impl Run {
    /// The exit code.
    fn code(&self) -> i32 {
        self.0.status.code().unwrap()
    }

    fn stdout(&self) -> &str {
        std::str::from_utf8(&self.0.stdout).unwrap()
    }

    fn stderr(&self) -> &str {
        std::str::from_utf8(&self.0.stderr).unwrap()
    }

    /// What a run without complaint printed.
    fn answer(&self) -> &str {
        assert_eq!((self.code(), self.stderr()), (0, ""), "{}", self.stdout());
        self.stdout()
    }

    /// The only sentence of a run that failed with this code and printed no data.
    fn refusal(&self, code: i32) -> &str {
        assert_eq!((self.code(), self.stdout()), (code, ""), "{}", self.stderr());
        self.sentence()
    }

    /// The only line on stderr, without the program's name.
    fn sentence(&self) -> &str {
        self.sentence_of("configurator: ")
    }

    /// The only line on stderr, without what it begins with.
    fn sentence_of(&self, beginning: &str) -> &str {
        let line = self.stderr().strip_suffix('\n').unwrap();
        assert!(!line.contains('\n'), "{line}");
        line.strip_prefix(beginning).unwrap()
    }

    /// The one JSON object on stdout, on one line.
    fn json(&self) -> Value {
        assert_eq!(self.stdout().lines().count(), 1);
        let value: Value = serde_json::from_str(self.stdout()).unwrap();
        assert!(value.is_object());
        value
    }
}
