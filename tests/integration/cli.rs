//! The command line, run as its users run it: stdout, stderr and exit codes.

mod compare;
mod conventions;
mod costs;
mod count;
mod diagram_files;
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
mod parts;
mod pieces;
mod puzzle;
mod regions;
mod sat;
pub(crate) mod schemas;
mod search;
mod solve;
mod steps;
mod tables;
mod usage;

use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

/// The output of one run of the program.
struct Run(Output);

fn run(arguments: &str) -> Run {
    run_words(&arguments.split_whitespace().collect::<Vec<_>>())
}

fn run_words(arguments: &[&str]) -> Run {
    let mut command = Command::cargo_bin("configurator").unwrap();
    // The settings of the user who runs the tests must not apply.
    command.env("XDG_CONFIG_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/none"));
    Run::checked(arguments, command.args(arguments).output().unwrap())
}

/// Runs the program with `input` as standard input.
fn run_with_input(arguments: &str, input: &str) -> Run {
    let mut command = Command::cargo_bin("configurator").unwrap();
    let words: Vec<&str> = arguments.split_whitespace().collect();
    command.env("XDG_STATE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/state"));
    Run::checked(&words, command.args(&words).write_stdin(input).output().unwrap())
}

impl Run {
    /// The output of a run, whose JSON is what the schema of the verb says.
    fn checked(arguments: &[&str], output: Output) -> Self {
        schemas::check(arguments, &output);
        Self(output)
    }

    fn code(&self) -> i32 {
        self.0.status.code().unwrap()
    }

    fn stdout(&self) -> &str {
        std::str::from_utf8(&self.0.stdout).unwrap()
    }

    fn stderr(&self) -> &str {
        std::str::from_utf8(&self.0.stderr).unwrap()
    }

    /// Returns stdout of a run that succeeded without a message on stderr.
    fn answer(&self) -> &str {
        assert_eq!((self.code(), self.stderr()), (0, ""), "{}", self.stdout());
        self.stdout()
    }

    /// Returns the message of a run that failed with this exit code and printed nothing to stdout.
    fn refusal(&self, code: i32) -> &str {
        assert_eq!((self.code(), self.stdout()), (code, ""), "{}", self.stderr());
        self.sentence()
    }

    /// Returns the only line on stderr, without the program's name.
    fn sentence(&self) -> &str {
        self.sentence_of("configurator: ")
    }

    /// Returns the only line on stderr, without the text `beginning` at its start.
    fn sentence_of(&self, beginning: &str) -> &str {
        let line = self.stderr().strip_suffix('\n').unwrap();
        assert!(!line.contains('\n'), "{line}");
        line.strip_prefix(beginning).unwrap()
    }

    /// Returns the JSON object on stdout, which must be a single line.
    fn json(&self) -> Value {
        assert_eq!(self.stdout().lines().count(), 1);
        let value: Value = serde_json::from_str(self.stdout()).unwrap();
        assert!(value.is_object());
        value
    }

    /// Returns the JSON object on stdout without the entries that all verbs have.
    fn own_json(&self) -> Value {
        let mut json = self.json();
        for name in ["problem", "engine", "elapsed_ms", "exact"] {
            json.as_object_mut().unwrap().remove(name);
        }
        json
    }
}
